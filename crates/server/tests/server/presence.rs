//! Presence: a player with an open socket is present, whatever page they have open.

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::client::Client;
use crate::database::{BOTH, Kind};
use crate::play::two_players;
use crate::test_server::{Guest, TestServer};

/// Makes a room with these settings; its maker does not watch it.
async fn made_by(maker: &mut Client, mut settings: Value) -> String {
    settings["type"] = json!("create_room");
    maker.request(settings).await.unwrap()["room"].as_str().unwrap().to_owned()
}

/// Connects a visitor who follows the main lobby.
async fn visitor(server: &TestServer) -> Client {
    let mut visitor = Client::connect(&server.url("/ws"), None).await;
    visitor.request(json!({"type": "subscribe", "lobby": "main"})).await.unwrap();
    visitor
}

/// Waits until a lobby lists the room, with its first player connected or not.
async fn listed(visitor: &mut Client, room: &str, connected: bool) {
    all_listed(visitor, &[room.to_owned()], connected).await;
}

/// Waits until a lobby lists all these rooms, with their first player connected or not.
async fn all_listed(visitor: &mut Client, rooms: &[String], connected: bool) {
    let mut missing: Vec<_> = rooms.iter().collect();
    while !missing.is_empty() {
        let received = visitor.next_of("lobby").await["rooms"].as_array().unwrap().clone();
        missing.retain(|room| {
            !received
                .iter()
                .any(|received| received["room"] == **room && received["seats"][0]["connected"] == connected)
        });
    }
}

async fn snapshot(server: &TestServer, room: &str) -> Value {
    server.get(&format!("/api/v1/rooms/{room}")).await.1
}

/// Returns the seconds until the game can be claimed from the second seat.
async fn claimable_in(black: &mut Client, presence: &Value) -> i64 {
    black.send(r#"{"type":"ping","t":1}"#).await;
    let now = black.next_of("pong").await["now"].as_i64().unwrap();
    (presence["seats"][1]["claimable_at"].as_i64().unwrap() - now) / 1_000_000
}

#[tokio::test]
async fn player_on_another_page_is_present() {
    let server = TestServer::start_with(Kind::Memory, |config| config.policy.absence_percent = 1).await;
    let guest = server.guest().await;
    let mut white = server.client_of(&guest).await;
    let mut black = server.client().await;
    let (room, _) = black.create_room(json!({})).await;
    white.join(&room).await.unwrap();
    black.presence(1, true).await;
    black.play(&room, 0, "a1b2").await.unwrap();
    let mut other_tab = server.client_of(&guest).await;
    white.watch(&room).await;
    white.request(json!({"type": "unwatch", "room": room})).await.unwrap();
    drop(white);
    // The answer comes after all effects of the earlier messages.
    other_tab.request(json!({"type": "subscribe", "lobby": "main"})).await.unwrap();
    let seats = snapshot(&server, &room).await["seats"].clone();
    assert_eq!([&seats[1]["connected"], &seats[1]["claimable_at"]], [&json!(true), &Value::Null]);
    let claim = json!({"type": "claim", "room": room, "result": "win"});
    assert_eq!(black.request(claim.clone()).await.unwrap_err().code, "nobody_away");
    drop(other_tab);
    let went = black.presence(1, false).await;
    assert!(
        went["seats"][1]["claimable_at"].is_i64() && went["seats"][0]["claimable_at"].is_null(),
        "{went}"
    );
    while let Err(refused) = black.request(claim.clone()).await {
        assert_eq!(refused.code, "nobody_away");
    }
}

#[tokio::test]
async fn closing_the_socket_allows_an_earlier_claim() {
    let server = TestServer::start().await;
    for (on_purpose, expected) in [(false, 70..=80), (true, 10..=20)] {
        let (mut black, mut white, room) = two_players(&server, json!({})).await;
        black.play(&room, 0, "a1b2").await.unwrap();
        if on_purpose {
            white.send_frame(Message::Close(None)).await;
        } else {
            drop(white);
        }
        let went = black.presence(1, false).await;
        let seconds = claimable_in(&mut black, &went).await;
        assert!(expected.contains(&seconds), "{seconds}");
    }
}

#[tokio::test]
async fn page_reload_keeps_the_player_present() {
    let server = TestServer::start_with(Kind::Memory, |config| config.sockets.grace_ms = 600_000).await;
    let (mut black, mut white, room) = two_players(&server, json!({})).await;
    black.presence(1, true).await;
    black.play(&room, 0, "a1b2").await.unwrap();
    let token = white.token().to_owned();
    white.send_frame(Message::Close(None)).await;
    white.closed().await;
    assert_eq!(snapshot(&server, &room).await["seats"][1]["connected"], json!(true), "for some time");
    let mut white = Client::connect(&server.url("/ws"), Some(&token)).await;
    white.watch(&room).await;
    white.play(&room, 1, "i5h5").await.unwrap();
    while black.try_next().await.unwrap()["ply"] != 2 {}
    black.send(r#"{"type":"ping","t":1}"#).await;
    loop {
        let message = black.try_next().await.unwrap();
        assert_ne!(message["type"], "presence", "presence has not changed");
        if message["type"] == "pong" {
            break;
        }
    }
}

#[tokio::test]
async fn waiting_room_is_listed_while_its_maker_is_present() {
    for kind in BOTH {
        let mut server = TestServer::start_with(kind, |config| config.rooms.idle_ms = 0).await;
        let Guest { token, .. } = server.guest().await;
        let mut maker = server.client_with_token(&token).await;
        let room = made_by(&mut maker, json!({})).await;
        listed(&mut visitor(&server).await, &room, true).await;

        server.restart().await;
        let mut lobby = visitor(&server).await;
        assert_eq!(lobby.next_of("lobby").await["rooms"], json!([]), "the maker is away");
        let maker = server.client_with_token(&token).await;
        listed(&mut lobby, &room, true).await;
        drop(maker);
        lobby.next_where(|message| message["gone"] == json!([room])).await;
        let _maker = server.client_with_token(&token).await;
        listed(&mut lobby, &room, true).await;
    }
}

#[tokio::test]
async fn correspondence_room_is_listed_without_present_players() {
    for kind in BOTH {
        let mut server = TestServer::start_with(kind, |config| config.rooms.idle_ms = 0).await;
        let days = json!({"kind": "per_move", "move_ms": 86_400_000});
        let mut maker = server.client().await;
        let rooms = [
            made_by(&mut maker, json!({"clock": days})).await,
            made_by(&mut maker, json!({"clock": {"kind": "none"}})).await,
        ];
        let hidden = [
            made_by(&mut maker, json!({"clock": days, "visibility": "private"})).await,
            made_by(&mut maker, json!({"clock": {"kind": "per_move", "move_ms": 600_000}})).await,
        ];
        drop(maker);
        all_listed(&mut visitor(&server).await, &rooms, false).await;
        server.restart().await;
        let mut lobby = visitor(&server).await;
        all_listed(&mut lobby, &rooms, false).await;
        let (_, list) = server.get("/api/v1/rooms").await;
        assert!(hidden.iter().all(|room| !list.to_string().contains(room.as_str())), "{list}");
        let mut other = server.client().await;
        for room in &rooms {
            other.watch(room).await;
            other.join(room).await.unwrap();
            lobby
                .next_where(|message| {
                    let mut changed = message["rooms"].as_array().into_iter().flatten();
                    changed.any(|listed| listed["room"] == json!(room) && listed["status"] == "playing")
                })
                .await;
        }
    }
}

#[tokio::test]
async fn abandoned_room_is_no_longer_listed() {
    let server = TestServer::start_with(Kind::Memory, |config| config.lobby.waiting_days = 0).await;
    let mut maker = server.client().await;
    let room = made_by(&mut maker, json!({"clock": {"kind": "none"}})).await;
    let mut lobby = visitor(&server).await;
    listed(&mut lobby, &room, true).await;
    drop(maker);
    lobby.next_where(|message| message["gone"] == json!([room])).await;
}
