//! Quick pairing: players who seek the same game find each other.

use reqwest::Method;
use serde_json::{Value, json};

use crate::client::Client;
use crate::database::{BOTH, Kind};
use crate::test_server::{Guest, TestServer};

fn seek(more: Value) -> Value {
    let mut request =
        json!({"type": "seek", "clock": {"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000}});
    let Value::Object(more) = more else { panic!("{more} is no object") };
    request.as_object_mut().unwrap().extend(more);
    request
}

/// Returns the client's next notification of this kind.
async fn wait_for(client: &mut Client, kind: &str) -> Value {
    let message = client
        .next_where(|message| message["type"] == "notification" && message["notification"]["kind"] == kind)
        .await;
    message["notification"].clone()
}

/// Returns the room in which a game has started.
async fn started(client: &mut Client, seek: &Value) -> String {
    let started = wait_for(client, "game_started").await;
    assert_eq!(started["seek"], *seek);
    started["room"].as_str().unwrap().to_owned()
}

async fn watch_lobby(server: &TestServer) -> Client {
    let mut visitor = Client::connect(&server.url("/ws"), None).await;
    visitor.request(json!({"type": "subscribe", "lobby": "main"})).await.unwrap();
    visitor.next_of("lobby").await;
    visitor
}

#[tokio::test]
async fn matching_seeks_are_paired_and_both_notified() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let [mut anne, mut ben, mut other] =
            [server.client().await, server.client().await, server.client().await];
        let elsewhere = other.request(seek(json!({"mode": "three"}))).await.unwrap();
        let mine = anne.request(seek(json!({}))).await.unwrap()["seek"].clone();
        let theirs = ben.request(seek(json!({}))).await.unwrap()["seek"].clone();
        let room = started(&mut anne, &mine).await;
        assert_eq!(started(&mut ben, &theirs).await, room);
        let state = anne.watch(&room).await;
        assert_eq!((&state["status"], &state["clock"]["increment_ms"]), (&json!("playing"), &json!(3_000)));
        let ids: Vec<_> = [0, 1].map(|seat| state["seats"][seat]["player"]["id"].clone()).into();
        assert!(ids.contains(&json!(anne.user_id())) && ids.contains(&json!(ben.user_id())), "{state}");
        assert!(elsewhere["seek"].is_string() && elsewhere["room"].is_null());
        other.request(json!({"type": "cancel_seek"})).await.unwrap();
        assert_eq!(wait_for(&mut other, "seek_ended").await["reason"], "cancelled");
    }
}

#[tokio::test]
async fn people_meet_bots_only_by_choice() {
    let server = TestServer::start_on(Kind::Sqlite).await;
    let (_, mut bot) = crate::bots::bot(&server, json!({})).await;
    let [mut anne, mut ben, mut dora] = [server.client().await, server.client().await, server.client().await];
    let its = bot.request(seek(json!({"bots": true}))).await.unwrap()["seek"].clone();
    let hers = anne.request(seek(json!({}))).await.unwrap()["seek"].clone();
    let his = ben.request(seek(json!({}))).await.unwrap()["seek"].clone();
    assert_eq!(started(&mut anne, &hers).await, started(&mut ben, &his).await, "the bot waited first");
    let hers = dora.request(seek(json!({"bots": true}))).await.unwrap()["seek"].clone();
    assert_eq!(started(&mut dora, &hers).await, started(&mut bot, &its).await);
    let its = bot.request(seek(json!({}))).await.unwrap()["seek"].clone();
    let mut visitor = server.client().await;
    visitor.request(json!({"type": "subscribe", "lobby": "main"})).await.unwrap();
    let listed = visitor.next_where(|message| message["seeks"][0]["id"] == its).await;
    assert_eq!(listed["seeks"][0]["user"]["bot"], true);
    let own = visitor.request(json!({"type": "take_seek", "seek": its})).await.unwrap();
    started(&mut visitor, &own["seek"]).await;
}

#[tokio::test]
async fn colours_alternate_between_the_same_players() {
    let server = TestServer::start_with(Kind::Memory, |_| {}).await;
    let [mut anne, mut ben] = [server.client().await, server.client().await];
    let mut first = Vec::new();
    for _ in 0..4 {
        let mine = anne.request(seek(json!({}))).await.unwrap()["seek"].clone();
        ben.request(seek(json!({}))).await.unwrap();
        let room = started(&mut anne, &mine).await;
        wait_for(&mut ben, "game_started").await;
        let (_, state) = server.get(&format!("/api/v1/rooms/{room}")).await;
        first.push(state["seats"][0]["player"]["id"] == anne.user_id());
        anne.request(json!({"type": "abort", "room": room})).await.unwrap();
    }
    assert_eq!(first, [true, false, true, false]);
}

#[tokio::test]
async fn seeks_for_three_and_four_fill_all_seats() {
    let server = TestServer::start_with(Kind::Memory, |_| {}).await;
    for (mode, seats) in [("three", 3), ("four", 4), ("four-consecutive", 4)] {
        let mut players = Vec::new();
        let mut seeks = Vec::new();
        for _ in 0..seats {
            let mut client = server.client().await;
            seeks.push(client.request(seek(json!({"mode": mode}))).await.unwrap()["seek"].clone());
            players.push(client);
        }
        let mut rooms = Vec::new();
        for (player, seek) in players.iter_mut().zip(&seeks) {
            rooms.push(started(player, seek).await);
        }
        rooms.dedup();
        assert_eq!(rooms.len(), 1, "{mode}");
        let (_, state) = server.get(&format!("/api/v1/rooms/{}", rooms[0])).await;
        assert_eq!(state["status"], "playing");
    }
}

#[tokio::test]
async fn computers_fill_seats_when_seekers_agree() {
    let server = TestServer::start_with(Kind::Memory, |config| config.pairing.computers_after_ms = 0).await;
    let [mut anne, mut ben] = [server.client().await, server.client().await];
    let only_people = ben.request(seek(json!({"mode": "three"}))).await.unwrap()["seek"].clone();
    let mine = anne.request(seek(json!({"mode": "three", "computers": 2}))).await.unwrap()["seek"].clone();
    let room = started(&mut anne, &mine).await;
    let (_, state) = server.get(&format!("/api/v1/rooms/{room}")).await;
    let computers = [0, 1, 2].map(|seat| state["seats"][seat]["player"]["computer"].clone());
    assert_eq!(computers.iter().filter(|level| **level == 2).count(), 2, "{state}");
    ben.request(json!({"type": "cancel_seek"})).await.unwrap();
    assert_eq!(wait_for(&mut ben, "seek_ended").await["seek"], only_people);
}

#[tokio::test]
async fn blocked_players_are_never_paired() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let [anne, ben, cleo] =
            [server.account("anne").await, server.account("ben").await, server.account("cleo").await];
        let block = async |by: &Guest, name: &str| {
            let path = format!("/api/v1/me/blocks/{name}");
            assert_eq!(server.request(Method::PUT, &path, Some(&by.token), None).await.0, 204);
        };
        block(&anne, "ben").await;
        let mut clients =
            [server.client_of(&anne).await, server.client_of(&ben).await, server.client_of(&cleo).await];
        let mut seeks = Vec::new();
        for client in &mut clients[..2] {
            seeks.push(client.request(seek(json!({}))).await.unwrap()["seek"].clone());
        }
        let refused = clients[1].request(json!({"type": "take_seek", "seek": seeks[0]})).await.unwrap_err();
        assert_eq!(refused.code, "forbidden");
        block(&cleo, "anne").await;
        clients[2].request(seek(json!({}))).await.unwrap();
        let room = started(&mut clients[1], &seeks[1]).await;
        let (_, state) = server.get(&format!("/api/v1/rooms/{room}")).await;
        let names: Vec<_> = [0, 1].map(|seat| state["seats"][seat]["player"]["name"].clone()).into();
        assert!(names.contains(&json!("ben")) && names.contains(&json!("cleo")), "{names:?}");
        // Ben blocks Dora while both wait: matchmaking does not pair them.
        let mut dora = server.client_of(&server.account("dora").await).await;
        let three = || seek(json!({"mode": "three"}));
        dora.request(three()).await.unwrap();
        clients[1].request(three()).await.unwrap();
        block(&ben, "dora").await;
        let [mut emil, mut fay] = [server.client().await, server.client().await];
        emil.request(three()).await.unwrap();
        fay.request(three()).await.unwrap();
        let room = wait_for(&mut emil, "game_started").await["room"].as_str().unwrap().to_owned();
        let (_, state) = server.get(&format!("/api/v1/rooms/{room}")).await;
        let names: Vec<_> = [0, 1, 2].map(|seat| state["seats"][seat]["player"]["name"].clone()).into();
        assert!(names.contains(&json!("ben")) != names.contains(&json!("dora")), "{names:?}");
    }
}

#[tokio::test]
async fn lobby_lists_a_seek_until_it_ends() {
    let server = TestServer::start_with(Kind::Memory, |_| {}).await;
    let mut visitor = watch_lobby(&server).await;
    let guest = server.guest().await;
    let mut anne = server.client_of(&guest).await;
    let mine = anne.request(seek(json!({"rating_range": {"min": 1_400}}))).await.unwrap()["seek"].clone();
    let listed = visitor.next_where(|message| message["seeks"][0]["id"] == mine).await["seeks"][0].clone();
    assert_eq!((&listed["user"]["id"], &listed["rating"]), (&json!(guest.id), &json!(1_500)));
    assert_eq!(
        (&listed["layout"], &listed["rating_range"]),
        (&json!("belgian_daisy"), &json!({"min": 1_400}))
    );
    // A client that subscribes later receives the seek in the whole list.
    let mut late = Client::connect(&server.url("/ws"), None).await;
    late.request(json!({"type": "subscribe", "lobby": "main"})).await.unwrap();
    assert_eq!(late.next_of("lobby").await["seeks"][0]["id"], mine);
    // A seek ends with the last socket of its user.
    drop(anne);
    visitor.next_where(|message| message["seeks_gone"] == json!([mine])).await;
    let mut anne = server.client_of(&guest).await;
    let mine = anne.request(seek(json!({}))).await.unwrap()["seek"].clone();
    visitor.next_where(|message| message["seeks"][0]["id"] == mine).await;
    // A new seek replaces the user's earlier one.
    let next = anne.request(seek(json!({"mode": "three"}))).await.unwrap()["seek"].clone();
    assert_eq!(wait_for(&mut anne, "seek_ended").await["seek"], mine);
    let mut taker = server.client().await;
    let gone = taker.request(json!({"type": "take_seek", "seek": mine})).await.unwrap_err();
    assert_eq!(gone.code, "no_such_seek");
    let again = anne.request(seek(json!({}))).await.unwrap()["seek"].clone();
    taker.request(json!({"type": "take_seek", "seek": again})).await.unwrap();
    started(&mut anne, &again).await;
    visitor.next_where(|message| message["rooms"][0]["status"] == "playing").await;
    assert_ne!(next, again);
}

#[tokio::test]
async fn repeated_seek_command_makes_no_second_seek() {
    let server = TestServer::start_with(Kind::Memory, |_| {}).await;
    let guest = server.guest().await;
    let mut anne = server.client_of(&guest).await;
    let request = seek(json!({}));
    let first = anne.ask_as("s1", request.clone()).await.unwrap();
    let mut tab = server.client_of(&guest).await;
    assert_eq!(tab.ask_as("s1", request.clone()).await.unwrap(), first);
    let mut ben = server.client().await;
    ben.request(seek(json!({}))).await.unwrap();
    let room = started(&mut anne, &first["seek"]).await;
    assert_eq!(started(&mut tab, &first["seek"]).await, room, "all sockets receive it");
    let again = tab.ask_as("s1", request).await.unwrap();
    assert_eq!((&again["seek"], &again["room"]), (&first["seek"], &json!(room)));
    let mut cleo = server.client().await;
    let hers = cleo.request(seek(json!({}))).await.unwrap()["seek"].clone();
    assert_eq!(cleo.request(json!({"type": "take_seek", "seek": hers})).await.unwrap_err().code, "forbidden");
}

#[tokio::test]
async fn invalid_seek_is_refused_with_the_reason() {
    let change = |config: &mut sumito_config::Config| {
        let file = "[[lobbies]]\nname = \"club\"\ncapacity = 1\nmodes = [\"two\"]\nrated = \"unrated\"\n\
                    clocks = [{ kind = \"fischer\", initial_ms = 300_000, increment_ms = 3_000 }]\n";
        let temp = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(temp.path(), file).unwrap();
        let read =
            sumito_config::Config::load(Some(temp.path()), &sumito_config::Overrides::default()).unwrap();
        config.lobbies.extend(read.lobbies);
    };
    let server = TestServer::start_with(Kind::Memory, change).await;
    let mut guest = server.client().await;
    let mut spectator = Client::connect(&server.url("/ws"), None).await;
    assert_eq!(spectator.request(seek(json!({}))).await.unwrap_err().code, "unauthenticated");
    for (request, code) in [
        (json!({"lobby": "nowhere"}), "no_such_lobby"),
        (json!({"rated": true}), "needs_account"),
        (json!({"rated": true, "computers": 3}), "unsupported"),
        (json!({"computers": 13}), "out_of_range"),
        (json!({"rating_range": {"min": 2, "max": 1}}), "out_of_range"),
        (json!({"layout": "nothing"}), "bad_layout"),
        (json!({"layout": "three_standard"}), "bad_layout"),
        (json!({"clock": {"kind": "sudden_death", "initial_ms": 1}}), "out_of_range"),
        (json!({"lobby": "club", "mode": "three"}), "unsupported"),
        (json!({"lobby": "club", "clock": {"kind": "none"}}), "unsupported"),
        (json!({"seek": "x"}), "bad_message"),
    ] {
        assert_eq!(guest.request(seek(request.clone())).await.unwrap_err().code, code, "{request}");
    }
    // A lobby limits the number of its seeks and rejects listed rooms that it does not offer.
    guest.request(seek(json!({"lobby": "club"}))).await.unwrap();
    let mut late = server.client().await;
    assert_eq!(late.request(seek(json!({"lobby": "club"}))).await.unwrap_err().code, "busy");
    let room = json!({"type": "create_room", "lobby": "club", "mode": "three"});
    assert_eq!(late.request(room).await.unwrap_err().code, "unsupported");
    let (_, lobbies) = server.get("/api/v1/lobbies").await;
    assert_eq!(
        lobbies["lobbies"][0],
        json!({"name": "main", "modes": [], "layouts": [], "clocks": [], "rated": "both"})
    );
    assert_eq!(
        (&lobbies["lobbies"][1]["modes"], &lobbies["lobbies"][1]["rated"]),
        (&json!(["two"]), &json!("unrated"))
    );
    late.request(json!({"type": "cancel_seek"})).await.unwrap();
}
