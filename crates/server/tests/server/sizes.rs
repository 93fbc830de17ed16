//! Lists at their maximum length, and clients that fill lists on purpose: every message fits, and the server closes no socket of a reader.

use serde_json::{Value, json};

use crate::client::Client;
use crate::database::Kind;
use crate::play::two_players;
use crate::test_server::TestServer;
use crate::tournaments::{Place, settings};

/// Maximum size of a part of a long list, and of any message, in bytes.
const PART_BYTES: usize = 65_536;
const MESSAGE_BYTES: usize = 131_072;

/// A list as the server sent it.
struct Whole {
    message: Value,
    parts: usize,
}

impl Whole {
    fn count(&self, list: &str) -> usize {
        self.message[list].as_array().map_or(0, Vec::len)
    }
}

/// Returns the next message of this type, put together from its parts.
async fn next_whole(client: &mut Client, kind: &str) -> Whole {
    let mut whole = Whole { message: next_part(client, kind).await, parts: 1 };
    while whole.message.as_object_mut().unwrap().remove("more").is_some() {
        let part = next_part(client, kind).await;
        assert_eq!(part["full"], false);
        append(&mut whole.message, part);
        whole.parts += 1;
    }
    whole
}

async fn next_part(client: &mut Client, kind: &str) -> Value {
    let part = client.next_of(kind).await;
    let bytes = part.to_string().len();
    assert!(bytes <= PART_BYTES, "{bytes} bytes");
    part
}

fn append(whole: &mut Value, part: Value) {
    let Value::Object(fields) = part else { panic!("a message is an object") };
    for (key, value) in fields {
        match (&mut whole[&key], value) {
            (Value::Array(known), Value::Array(more)) => known.extend(more),
            (known, value) if key != "full" => *known = value,
            _ => {}
        }
    }
}

/// Makes rooms for four without a clock, which stay in their lobby even if all players disconnect.
async fn make_rooms(maker: &mut Client, count: usize) {
    let request = json!({"type": "create_room", "mode": "four", "clock": {"kind": "none"}}).to_string();
    for _ in 0..count {
        maker.send(&request).await;
    }
    for _ in 0..count {
        maker.next_of("ok").await;
    }
}

/// Starts a server whose lobby lists `listed` rooms, and lets players make these numbers of rooms. Returns the first of them.
async fn server_with_rooms(listed: usize, made: &[usize]) -> (TestServer, Client) {
    let server = TestServer::start_with(Kind::Sqlite, |config| {
        config.limits.open_rooms_per_user = 0;
        config.lobby.rooms = listed;
        config.lobby.waiting_rooms = 1_000;
    })
    .await;
    let mut makers = Vec::new();
    for &count in made {
        let mut maker = server.client().await;
        make_rooms(&mut maker, count).await;
        makers.push(maker);
    }
    // One player has an eighth of the list.
    until_listed(&server, made.iter().map(|&count| count.min(listed / 8)).sum()).await;
    (server, makers.swap_remove(0))
}

/// Waits until a lobby lists this many rooms: after a restart the server loads them a few at a time.
async fn until_listed(server: &TestServer, rooms: usize) {
    while server.get("/api/v1/rooms").await.1["rooms"].as_array().unwrap().len() < rooms {}
}

#[tokio::test]
async fn many_rooms_of_eight_guests_keep_the_lobby_usable() {
    let (mut server, maker) = server_with_rooms(200, &[60, 25, 25, 25, 25, 25, 25, 15]).await;
    drop(maker);
    for _ in 0..2 {
        let mut visitor = Client::connect(&server.url("/ws"), None).await;
        visitor.request(json!({"type": "subscribe", "lobby": "main"})).await.unwrap();
        let list = next_whole(&mut visitor, "lobby").await;
        assert_eq!((list.count("rooms"), &list.message["full"]), (190, &json!(true)));
        assert!(list.parts > 1);
        visitor.send(r#"{"type":"ping","t":1}"#).await;
        visitor.next_of("pong").await;
        // The server also lists stored rooms after a restart.
        server.restart().await;
        until_listed(&server, 190).await;
    }
}

#[tokio::test]
async fn thousand_rooms_and_many_games_of_a_user_are_listed() {
    let (server, mut maker) = server_with_rooms(1_000, &[250, 125, 125, 125, 125, 125, 125, 125]).await;
    let mut visitor = Client::connect(&server.url("/ws"), None).await;
    visitor.request(json!({"type": "subscribe", "lobby": "main"})).await.unwrap();
    let list = next_whole(&mut visitor, "lobby").await;
    assert_eq!(list.count("rooms"), 1_000);
    maker.request(json!({"type": "subscribe", "my_games": true})).await.unwrap();
    let own = next_whole(&mut maker, "my_games").await;
    assert_eq!(own.count("rooms"), 200);
    assert!(list.parts > 8 && own.parts > 1, "{} {}", list.parts, own.parts);
}

/// Lines of the maximum length.
async fn fill_chat(client: &mut Client, channel: &Value, lines: usize) -> Vec<String> {
    let mut said = Vec::new();
    for number in 0..lines {
        let emoji = |digit: u8| char::from_u32(0x1f600 + u32::from(digit)).unwrap();
        let text: String = format!("{number:0300}").bytes().map(|digit| emoji(digit - b'0')).collect();
        client.request(json!({"type": "chat", "channel": channel, "text": text})).await.unwrap();
        said.push(text);
    }
    said
}

fn lines(chat: &Whole) -> Vec<&str> {
    chat.message["lines"].as_array().unwrap().iter().map(|line| line["text"].as_str().unwrap()).collect()
}

async fn talkative() -> TestServer {
    TestServer::start_with(Kind::Sqlite, |config| config.chat.lines_per_minute = 0).await
}

#[tokio::test]
async fn long_lines_keep_the_lobby_chat_usable() {
    let mut server = talkative().await;
    let channel = json!({"kind": "lobby", "lobby": "main"});
    let mut talker = server.client().await;
    let mut listener = Client::connect(&server.url("/ws"), None).await;
    listener.request(json!({"type": "subscribe", "chat": channel})).await.unwrap();
    assert_eq!(next_whole(&mut listener, "chat").await.count("lines"), 0);
    let said = fill_chat(&mut talker, &channel, 104).await;
    for line in &said {
        assert_eq!(lines(&next_whole(&mut listener, "chat").await), [line]);
    }
    for _ in 0..2 {
        let mut visitor = Client::connect(&server.url("/ws"), None).await;
        visitor.request(json!({"type": "subscribe", "chat": channel})).await.unwrap();
        let chat = next_whole(&mut visitor, "chat").await;
        let received = lines(&chat);
        assert!((30..60).contains(&received.len()), "{} lines", received.len());
        assert_eq!(received, said[said.len() - received.len()..]);
        // Stored lines are just as long.
        server.restart().await;
    }
}

#[tokio::test]
async fn full_room_chat_keeps_the_game_usable() {
    let server = talkative().await;
    let (black, mut white, room) = two_players(&server, json!({})).await;
    let token = black.token().to_owned();
    drop(black);
    let channel = json!({"kind": "room", "room": room, "audience": "players"});
    let said = fill_chat(&mut white, &channel, 104).await;
    let mut black = server.client_with_token(&token).await;
    black.watch(&room).await;
    black.request(json!({"type": "subscribe", "chat": channel})).await.unwrap();
    let chat = next_whole(&mut black, "chat").await;
    assert_eq!(lines(&chat).last(), said.last().map(String::as_str).as_ref());
    black.play(&room, 0, "a1b2").await.unwrap();
}

#[tokio::test]
async fn longest_game_is_watched_and_analysed() {
    let server = TestServer::start_with(Kind::Sqlite, |config| {
        config.policy.quiet_plies = 0;
        config.policy.repetitions = 0;
        config.computers.analysis_nodes = 1;
    })
    .await;
    let settings = json!({"layout": "standard", "clock": {"kind": "none"}});
    let (mut black, mut white, room) = two_players(&server, settings).await;
    let moves = ["a1b2", "i5h5", "d4c3", "f5g5"];
    for ply in 0..4_999 {
        let mover = if ply % 2 == 0 { &mut black } else { &mut white };
        mover.play(&room, ply, moves[ply % 4]).await.unwrap();
        mover.next_where(|message| message["kind"] == "moved" && message["ply"] == ply + 1).await;
    }
    let mut visitor = server.client().await;
    let snapshot = visitor.watch(&room).await;
    let bytes = snapshot.to_string().len();
    assert!(bytes <= MESSAGE_BYTES, "{bytes} bytes");
    let count = |list: &Value| list.as_array().unwrap().len();
    assert_eq!((count(&snapshot["moves"]), count(&snapshot["ledger"])), (4_999, 500));
    let (_, whole) = server.get(&format!("/api/v1/rooms/{room}")).await;
    assert_eq!(count(&whole["ledger"]), 4_999);
    assert_eq!(whole["ledger"].as_array().unwrap()[4_499..], snapshot["ledger"].as_array().unwrap()[..]);

    white.play(&room, 4_999, moves[3]).await.unwrap();
    let finished = visitor.event("finished").await;
    assert_eq!(finished["result"]["reason"], "quiet");
    let game = finished["game"].as_str().unwrap();
    let address = format!("/api/v1/games/{game}/analysis");
    server.post(&address, Some(black.token()), json!({})).await;
    black.request(json!({"type": "subscribe", "analysis": game})).await.unwrap();
    while next_whole(&mut black, "analysis").await.message["done"] != true {}
    black.request(json!({"type": "subscribe", "analysis": game})).await.unwrap();
    let analysis = next_whole(&mut black, "analysis").await;
    assert_eq!((analysis.count("positions"), &analysis.message["full"]), (5_001, &json!(true)));
    assert!(analysis.parts > 1);
}

#[tokio::test]
async fn largest_tournament_is_followed() {
    const PLAYERS: usize = 1_024;
    let server = TestServer::start().await;
    let place = Place::of(&server);
    let (_, director) = place.account("Ada").await;
    let mut tournament = settings(json!({"form": "swiss", "rounds": 3}));
    // In games with days per move, players need no socket to be paired.
    tournament["clock"] = json!({"kind": "per_move", "move_ms": 259_200_000});
    tournament["entry"] = json!({"capacity": PLAYERS});
    let id = place.announce(&director, tournament).await;
    for _ in 0..PLAYERS {
        let guest = server.guest().await;
        place.command(&id, &guest.token, json!({"type": "register"})).await;
    }
    let mut visitor = Client::connect(&server.url("/ws"), None).await;
    visitor.request(json!({"type": "subscribe", "tournament": id})).await.unwrap();
    let before = next_whole(&mut visitor, "tournament").await;
    assert_eq!((before.count("participants"), &before.message["full"]), (PLAYERS, &json!(true)));
    assert!(before.parts > 1);

    place.command(&id, &director, json!({"type": "start"})).await;
    let games = loop {
        let change = next_whole(&mut visitor, "tournament").await;
        assert_eq!(change.message["full"], false);
        if change.count("games") > 0 {
            break change.count("games");
        }
    };
    assert_eq!(games, PLAYERS / 2);
    let mut late = Client::connect(&server.url("/ws"), None).await;
    late.request(json!({"type": "subscribe", "tournament": id})).await.unwrap();
    let all = next_whole(&mut late, "tournament").await;
    assert_eq!(
        [all.count("participants"), all.count("standings"), all.count("order"), all.count("games")],
        [PLAYERS, PLAYERS, PLAYERS, PLAYERS / 2]
    );
    let received: usize = all.message.to_string().len();
    let (_, detail) = server.get(&format!("/api/v1/tournaments/{id}")).await;
    assert_eq!(detail["participants"], all.message["participants"], "{received} bytes");
}

#[tokio::test]
async fn oversized_message_closes_the_socket_and_is_counted() {
    let server = TestServer::start_with(Kind::Sqlite, |config| {
        config.limits.outbox_bytes = 10_000;
        config.metrics.listen = "127.0.0.1:0".to_owned();
    })
    .await;
    let mut maker = server.client().await;
    make_rooms(&mut maker, 20).await;
    until_listed(&server, 20).await;
    let mut visitor = Client::connect(&server.url("/ws"), None).await;
    visitor.send(r#"{"type":"subscribe","lobby":"main"}"#).await;
    assert_eq!(visitor.closed().await.map(u16::from), Some(1011));
    let url = format!("http://{}/metrics", server.metrics_address());
    let metrics = server.http().get(url).send().await.unwrap().text().await.unwrap();
    assert!(metrics.contains("sumito_sockets_cut_off_total{why=\"too_much\"} 1"), "{metrics}");
    // Other clients are not affected.
    maker.send(r#"{"type":"ping","t":1}"#).await;
    maker.next_of("pong").await;
}

#[tokio::test]
async fn line_length_is_limited_in_bytes() {
    let server = TestServer::start_with(Kind::Sqlite, |config| config.chat.line_bytes = 40).await;
    let mut talker = server.client().await;
    let channel = json!({"kind": "lobby", "lobby": "main"});
    let mut say =
        async |text: String| talker.request(json!({"type": "chat", "channel": channel, "text": text})).await;
    let refused = say("😀".repeat(11)).await.unwrap_err();
    assert_eq!((refused.code.as_str(), refused.reason.as_deref()), ("bad_words", Some("length")));
    assert_eq!(refused.message, "your line: at most 40 bytes; an emoji has four or more");
    say("😀".repeat(10)).await.unwrap();
}
