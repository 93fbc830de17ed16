//! Chat in rooms, lobbies and tournaments: delivery, visibility and moderation.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};
use uuid::Uuid;

use crate::client::{Client, Refused};
use crate::database::{BOTH, Kind};
use crate::moderation::with_role;
use crate::play::two_players;
use crate::test_server::TestServer;
use crate::tournaments::{Place, settings};

pub(crate) fn players(room: &str) -> Value {
    json!({"kind": "room", "room": room, "audience": "players"})
}

fn spectators(room: &str) -> Value {
    json!({"kind": "room", "room": room, "audience": "spectators"})
}

pub(crate) fn lobby() -> Value {
    json!({"kind": "lobby", "lobby": "main"})
}

pub(crate) async fn say(client: &mut Client, channel: &Value, text: &str) -> Result<String, Refused> {
    let said = client.request(json!({"type": "chat", "channel": channel, "text": text})).await?;
    Ok(said["line"].as_str().unwrap().to_owned())
}

/// Subscribes to a channel; returns its lines.
pub(crate) async fn subscribe(client: &mut Client, channel: &Value) -> Vec<String> {
    client.request(json!({"type": "subscribe", "chat": channel})).await.unwrap();
    let first = next(client, channel).await;
    assert_eq!(first["full"], true);
    texts(&first)
}

pub(crate) async fn next(client: &mut Client, channel: &Value) -> Value {
    client.next_where(|message| message["type"] == "chat" && message["channel"] == *channel).await
}

pub(crate) fn texts(message: &Value) -> Vec<String> {
    let lines = message["lines"].as_array().unwrap();
    lines.iter().map(|line| line["text"].as_str().unwrap().to_owned()).collect()
}

/// Checks that the next message of a channel has this line and no other; returns the line.
pub(crate) async fn reads(client: &mut Client, channel: &Value, text: &str) -> Value {
    let message = next(client, channel).await;
    assert_eq!((&message["full"], texts(&message)), (&json!(false), vec![text.to_owned()]));
    message["lines"][0].clone()
}

/// Checks that no message of a channel has come so far.
async fn reads_nothing(client: &mut Client, channel: &Value) {
    client.request(json!({"type": "subscribe", "lobby": "elsewhere"})).await.unwrap();
    client.next_of("lobby").await;
    let came = client.waiting().find(|message| message["type"] == "chat" && message["channel"] == *channel);
    assert_eq!(came, None);
}

#[tokio::test]
async fn lobby_chat_reaches_all_and_survives_a_restart() {
    for kind in BOTH {
        let mut server = TestServer::start_on(kind).await;
        let (anna, berta) = (server.account("Anna").await, server.guest().await);
        let mut one = server.client_of(&anna).await;
        let mut other = Client::connect(&server.url("/ws"), None).await;
        assert!(
            subscribe(&mut one, &lobby()).await.is_empty()
                && subscribe(&mut other, &lobby()).await.is_empty()
        );
        let id = say(&mut one, &lobby(), " Cześć!\n Wer spielt? ").await.unwrap();
        let read = reads(&mut other, &lobby(), "Cześć! Wer spielt?").await;
        assert_eq!((&read["id"], &read["author"]["name"]), (&json!(id), &json!("Anna")));
        assert_eq!(reads(&mut one, &lobby(), "Cześć! Wer spielt?").await, read, "oneself, too");
        let preset = json!({"type": "chat", "channel": lobby(), "preset": "good_luck"});
        one.request(preset).await.unwrap();
        let said = next(&mut other, &lobby()).await;
        assert_eq!(
            (&said["lines"][0]["preset"], &said["lines"][0]["text"]),
            (&json!("good_luck"), &Value::Null)
        );
        server.restart().await;
        let mut back = server.client_of(&berta).await;
        back.request(json!({"type": "subscribe", "chat": lobby()})).await.unwrap();
        let all = next(&mut back, &lobby()).await;
        assert_eq!(
            (all["full"].clone(), all["lines"][0].clone(), all["lines"][1].clone()),
            (json!(true), read, said["lines"][0].clone())
        );
    }
}

#[tokio::test]
async fn reconnecting_client_gets_each_missed_line_once() {
    let server = TestServer::start().await;
    let (mut one, guest) = (server.client().await, server.guest().await);
    let mut other = server.client_of(&guest).await;
    subscribe(&mut other, &lobby()).await;
    let known = say(&mut one, &lobby(), "one").await.unwrap();
    reads(&mut other, &lobby(), "one").await;
    drop(other);
    for text in ["two", "three"] {
        say(&mut one, &lobby(), text).await.unwrap();
    }
    let mut other = server.client_of(&guest).await;
    let again = json!({"type": "subscribe", "chat": lobby(), "since": known});
    other.request(again.clone()).await.unwrap();
    let missed = next(&mut other, &lobby()).await;
    assert_eq!(
        (&missed["full"], texts(&missed)),
        (&json!(false), vec!["two".to_owned(), "three".to_owned()])
    );
    // If a line has been removed since, the server resends all lines.
    let moderator = with_role(&server, "Mona", "moderator").await;
    let path = format!("/api/v1/moderation/chat/lines/{known}/remove");
    assert_eq!(server.post(&path, Some(&moderator.token), json!({"reason": "a trial"})).await.0, 204);
    assert_eq!(next(&mut other, &lobby()).await["gone"], json!([known]));
    other.request(again).await.unwrap();
    let anew = next(&mut other, &lobby()).await;
    assert_eq!((&anew["full"], texts(&anew)), (&json!(true), vec!["two".to_owned(), "three".to_owned()]));
    // A command sent twice makes one line.
    let command = json!({"type": "chat", "channel": lobby(), "text": "once"});
    let said = one.ask_as("same", command.clone()).await.unwrap();
    let mut elsewhere = server.client_with_token(one.token()).await;
    assert_eq!(elsewhere.ask_as("same", command).await.unwrap(), said);
    reads(&mut other, &lobby(), "once").await;
    reads_nothing(&mut other, &lobby()).await;
}

#[tokio::test]
async fn players_and_spectators_talk_apart_while_they_play() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let (mut black, mut white, room) = two_players(&server, json!({})).await;
        let (mut viewer, [ours, theirs]) = (server.client().await, [players(&room), spectators(&room)]);
        for client in [&mut black, &mut white, &mut viewer] {
            subscribe(client, &ours).await;
            subscribe(client, &theirs).await;
        }
        say(&mut black, &ours, "Good luck").await.unwrap();
        for client in [&mut white, &mut viewer] {
            reads(client, &ours, "Good luck").await;
        }
        say(&mut viewer, &theirs, "a1b2 wins").await.unwrap();
        reads(&mut viewer, &theirs, "a1b2 wins").await;
        for (client, channel, code) in
            [(&mut viewer, &ours, "not_seated"), (&mut white, &theirs, "already_seated")]
        {
            assert_eq!(say(client, channel, "let me in").await.unwrap_err().code, code);
        }
        reads_nothing(&mut white, &theirs).await;
        // A new connection does not show the line either.
        let mut back = server.client_with_token(white.token()).await;
        assert!(subscribe(&mut back, &theirs).await.is_empty());
        white.request(json!({"type": "resign", "room": room})).await.unwrap();
        for client in [&mut white, &mut back] {
            let all = next(client, &theirs).await;
            assert_eq!((&all["full"], texts(&all)), (&json!(true), vec!["a1b2 wins".to_owned()]));
        }
    }
}

#[tokio::test]
async fn player_chat_is_delayed_for_spectators() {
    let server = TestServer::start().await;
    let (mut black, mut white, room) = two_players(&server, json!({"spectator_delay_s": 600})).await;
    let ours = players(&room);
    let mut viewer = server.client().await;
    subscribe(&mut viewer, &ours).await;
    subscribe(&mut white, &ours).await;
    say(&mut black, &ours, "now a1b2").await.unwrap();
    reads(&mut white, &ours, "now a1b2").await;
    reads_nothing(&mut viewer, &ours).await;
    let mut late = Client::connect(&server.url("/ws"), None).await;
    assert!(subscribe(&mut late, &ours).await.is_empty(), "nor a spectator who joins meanwhile");
    white.request(json!({"type": "resign", "room": room})).await.unwrap();
    for client in [&mut viewer, &mut late] {
        reads(client, &ours, "now a1b2").await;
    }

    let (mut black, _white, room) = two_players(&server, json!({"spectator_delay_s": 1})).await;
    let ours = players(&room);
    subscribe(&mut viewer, &ours).await;
    say(&mut black, &ours, "soon").await.unwrap();
    let line = reads(&mut viewer, &ours, "soon").await;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let age = now.checked_sub(Duration::from_micros(line["at"].as_u64().unwrap())).unwrap();
    assert!(age >= Duration::from_secs(1), "{age:?} old");
}

#[tokio::test]
async fn bad_lines_are_refused_and_say_why() {
    let server = TestServer::start_with(Kind::Sqlite, |config| config.chat.burst_lines = 3).await;
    let (mut guest, room) = (server.client().await, "0000000000zz");
    for (text, reason, part) in [
        ("", "empty", None),
        ("\u{200b}\u{202e}", "empty", None),
        (&*"x".repeat(301), "length", None),
        ("look at example.com", "link", Some("example.com")),
        ("go and kill yourself!", "offensive", Some("kill yourself")),
    ] {
        let refused = say(&mut guest, &lobby(), text).await.unwrap_err();
        assert_eq!((&*refused.code, refused.reason.as_deref()), ("bad_words", Some(reason)), "{text:.20}");
        assert_eq!(refused.part.as_deref(), part, "{text:.20}");
    }
    let nul = r#"{"type":"chat","channel":{"kind":"lobby","lobby":"main"},"text":"a\u0000b"}"#;
    assert_eq!(guest.refusal_of(nul).await.code, "out_of_range");
    for (command, code) in [
        (json!({"type": "chat", "channel": lobby()}), "bad_message"),
        (json!({"type": "chat", "channel": lobby(), "text": "a", "preset": "hello"}), "bad_message"),
        (json!({"type": "chat", "channel": lobby(), "preset": "insult"}), "bad_message"),
        (json!({"type": "chat", "channel": {"kind": "lobby", "lobby": "No"}, "text": "a"}), "out_of_range"),
        (json!({"type": "chat", "channel": players(room), "text": "a"}), "no_such_room"),
        (json!({"type": "subscribe", "chat": players(room)}), "no_such_room"),
        (
            json!({"type": "subscribe", "lobby": "main", "since": "01a1fcc6-b9a3-72c7-bb42-3d91f93c2644"}),
            "bad_message",
        ),
    ] {
        assert_eq!(guest.request(command.clone()).await.unwrap_err().code, code, "{command}");
    }
    let mut spectator = Client::connect(&server.url("/ws"), None).await;
    assert_eq!(say(&mut spectator, &lobby(), "a").await.unwrap_err().code, "unauthenticated");
    say(&mut guest, &lobby(), "Hello").await.unwrap();
    assert_eq!(say(&mut guest, &lobby(), "hello").await.unwrap_err().code, "repeated");
    say(&mut guest, &lobby(), "two").await.unwrap();
    say(&mut guest, &lobby(), "three").await.unwrap();
    assert_eq!(say(&mut guest, &lobby(), "four").await.unwrap_err().code, "rate_limited");
    let anna = server.account("Anna").await;
    say(&mut server.client_of(&anna).await, &lobby(), "look at example.com").await.unwrap();
}

#[tokio::test]
async fn blocked_users_lines_are_hidden_from_the_blocker() {
    let server = TestServer::start().await;
    let (anna, eve) = (server.account("Anna").await, server.account("Eve").await);
    let (mut one, mut other) = (server.client_of(&anna).await, server.client_of(&eve).await);
    subscribe(&mut one, &lobby()).await;
    say(&mut other, &lobby(), "boo").await.unwrap();
    reads(&mut one, &lobby(), "boo").await;
    let block =
        async |method| server.request(method, "/api/v1/me/blocks/Eve", Some(&anna.token), None).await.0;
    assert_eq!(block(reqwest::Method::PUT).await, 204);
    let without = next(&mut one, &lobby()).await;
    assert_eq!((&without["full"], texts(&without)), (&json!(true), vec![]));
    say(&mut other, &lobby(), "boo again").await.unwrap();
    reads_nothing(&mut one, &lobby()).await;
    assert!(subscribe(&mut server.client_of(&anna).await, &lobby()).await.is_empty());
    assert_eq!(block(reqwest::Method::DELETE).await, 204);
    assert_eq!(texts(&next(&mut one, &lobby()).await), ["boo", "boo again"]);
}

#[tokio::test]
async fn moderators_mute_and_remove_and_players_report_lines() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let moderator = with_role(&server, "Mona", "moderator").await;
        let (anna, eve) = (server.account("Anna").await, server.account("Eve").await);
        let (mut one, mut other) = (server.client_of(&anna).await, server.client_of(&eve).await);
        subscribe(&mut one, &lobby()).await;
        let line = say(&mut other, &lobby(), "you play badly").await.unwrap();
        let report = json!({"player": "Eve", "words": "rude", "line": line});
        assert_eq!(server.post("/api/v1/reports", Some(&anna.token), report).await.0, 204);
        let wrong = json!({"player": "Mona", "words": "rude", "line": line});
        assert_eq!(server.post("/api/v1/reports", Some(&anna.token), wrong).await.1["code"], "out_of_range");

        let mute = json!({"user": eve.id, "kind": "mute", "days": 1, "reason": "rude"});
        assert_eq!(server.post("/api/v1/moderation/sanctions", Some(&moderator.token), mute).await.0, 204);
        other.send(&json!({"type": "chat", "channel": lobby(), "preset": "hello"}).to_string()).await;
        let refused = other.next_of("error").await;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_micros() as u64;
        assert!(refused["code"] == "muted" && refused["until"].as_u64().unwrap() > now, "{refused}");

        let clear = format!("/api/v1/moderation/chat/players/{}/clear", eve.id);
        assert_eq!(server.post(&clear, Some(&anna.token), json!({"reason": "rude"})).await.0, 403);
        assert_eq!(server.post(&clear, Some(&moderator.token), json!({"reason": "rude"})).await.0, 204);
        reads(&mut one, &lobby(), "you play badly").await;
        assert_eq!(next(&mut one, &lobby()).await["gone"], json!([line]));
        let gone = format!("/api/v1/moderation/chat/lines/{line}/remove");
        assert_eq!(server.post(&gone, Some(&moderator.token), json!({"reason": "rude"})).await.0, 404);
        let (_, reports) = server.get_as("/api/v1/moderation/reports", &moderator.token).await;
        let report = &reports["reports"][0];
        assert_eq!(
            (&report["line"], &report["said"]),
            (&json!(line), &json!("you play badly")),
            "the report keeps the original text"
        );
        let (_, log) = server.get_as("/api/v1/moderation/log", &moderator.token).await;
        assert_eq!(
            (&log["deeds"][0]["action"], &log["deeds"][0]["words"]),
            (&json!("clear_lines"), &json!("Eve: rude"))
        );
        assert!(subscribe(&mut other, &lobby()).await.is_empty());
    }
}

#[tokio::test]
async fn lines_go_with_their_author() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let (mut one, mut other) = (server.client().await, server.client().await);
        subscribe(&mut one, &lobby()).await;
        let line = say(&mut other, &lobby(), "I go").await.unwrap();
        reads(&mut one, &lobby(), "I go").await;
        assert_eq!(server.delete("/api/v1/me", other.token()).await.0, 204);
        assert_eq!(next(&mut one, &lobby()).await["gone"], json!([line]));
        assert!(subscribe(&mut server.client().await, &lobby()).await.is_empty());
    }
}

#[tokio::test]
async fn tournament_chat_is_for_participants_and_directors() {
    for kind in BOTH {
        let mut server = TestServer::start_on(kind).await;
        let place = Place::of(&server);
        let (ada, emmy) = (server.account("Ada").await, server.account("Emmy").await);
        let id = place.announce(&ada.token, settings(json!({"form": "round_robin", "cycles": 1}))).await;
        let elsewhere =
            place.announce(&emmy.token, settings(json!({"form": "round_robin", "cycles": 1}))).await;
        let [channel, other] = [&id, &elsewhere].map(|id| json!({"kind": "tournament", "tournament": id}));
        let mut players = place.entered(&id, 2).await;
        let [one, two] = &mut players[..] else { panic!("two players have entered") };
        let mut director = server.client_of(&ada).await;
        let mut watcher = Client::connect(&server.url("/ws"), None).await;
        for client in [&mut one.socket, &mut director, &mut watcher] {
            assert!(subscribe(client, &channel).await.is_empty());
        }
        let line = say(&mut one.socket, &channel, "Hello").await.unwrap();
        for client in [&mut one.socket, &mut director, &mut watcher] {
            reads(client, &channel, "Hello").await;
        }
        // Spectators can read, but cannot write to players; neither can directors of other tournaments or removed players.
        let mut stranger = server.client_of(&emmy).await;
        assert_eq!(say(&mut stranger, &channel, "b1c2!").await.unwrap_err().code, "not_registered");
        assert_eq!(say(&mut watcher, &channel, "b1c2!").await.unwrap_err().code, "unauthenticated");
        let number = &place.tournament(&id).await["participants"][1]["number"];
        let out = json!({"type": "remove", "participant": number, "reason": "rude"});
        say(&mut two.socket, &channel, "you all play badly").await.unwrap();
        place.command(&id, &ada.token, json!({"type": "start"})).await;
        place.command(&id, &ada.token, out).await;
        assert_eq!(say(&mut two.socket, &channel, "badly").await.unwrap_err().code, "not_registered");
        say(&mut director, &channel, "Good luck").await.unwrap();
        let moderator = with_role(&server, "Mona", "moderator").await;
        let mut steward = server.client_of(&moderator).await;
        let kept = say(&mut steward, &channel, "Be kind").await.unwrap();
        for text in ["you all play badly", "Good luck", "Be kind"] {
            reads(&mut watcher, &channel, text).await;
        }

        // The director removes lines here, except moderators' lines; no director removes lines elsewhere.
        let remove = async |line: &str, token: &str| {
            let path = format!("/api/v1/moderation/chat/lines/{line}/remove");
            server.post(&path, Some(token), json!({"reason": "off topic"})).await.0
        };
        assert_eq!(remove(&line, &emmy.token).await, 403);
        assert_eq!(remove(&kept, &ada.token).await, 403);
        let foreign = say(&mut stranger, &other, "Mine").await.unwrap();
        assert_eq!(remove(&foreign, &ada.token).await, 403);
        let lobbied = say(&mut stranger, &lobby(), "Who plays?").await.unwrap();
        assert_eq!(remove(&lobbied, &ada.token).await, 403);
        assert_eq!(remove(&line, &ada.token).await, 204);
        assert_eq!(next(&mut watcher, &channel).await["gone"], json!([line]));
        let (_, log) = server.get_as("/api/v1/moderation/log", &moderator.token).await;
        let action = &log["deeds"][0];
        assert_eq!((&action["action"], &action["by"]), (&json!("remove_line"), &json!("Ada")), "{action}");

        let nowhere = json!({"kind": "tournament", "tournament": Uuid::nil()});
        let missing = watcher.request(json!({"type": "subscribe", "chat": nowhere})).await;
        assert_eq!(missing.unwrap_err().code, "no_such_tournament");
        assert_eq!(say(&mut director, &nowhere, "Hello?").await.unwrap_err().code, "no_such_tournament");
        server.restart().await;
        let mut back = Client::connect(&server.url("/ws"), None).await;
        assert_eq!(subscribe(&mut back, &channel).await, ["you all play badly", "Good luck", "Be kind"]);
    }
}
