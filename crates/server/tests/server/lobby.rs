//! The list of rooms that a user can join or watch.

use serde_json::{Value, json};

use crate::client::Client;
use crate::test_server::TestServer;

async fn subscribe(server: &TestServer, lobby: &str) -> (Client, Value) {
    let mut client = Client::connect(&server.url("/ws"), None).await;
    client.request(json!({"type": "subscribe", "lobby": lobby})).await.unwrap();
    let list = client.next_of("lobby").await;
    assert_eq!(list["full"], json!(true));
    (client, list)
}

#[tokio::test]
async fn a_room_appears_fills_and_goes() {
    let server = TestServer::start().await;
    let (mut visitor, list) = subscribe(&server, "main").await;
    assert_eq!(list["rooms"], json!([]));
    let mut black = server.client().await;
    let (room, _) = black.create_room(json!({})).await;
    let appeared = visitor.next_of("lobby").await;
    assert_eq!(appeared["rooms"][0]["room"], json!(room));
    assert_eq!(appeared["rooms"][0]["status"], "waiting");
    let (_, listed) = server.get("/api/v1/rooms").await;
    assert_eq!(listed["rooms"], appeared["rooms"]);

    let mut white = server.client().await;
    white.join(&room).await.unwrap();
    visitor
        .next_where(|message| message["rooms"].get(0).is_some_and(|room| room["status"] == "playing"))
        .await;
    black.request(json!({"type": "resign", "room": room})).await.unwrap();
    visitor.next_where(|message| message["gone"] == json!([room])).await;
    let (_, listed) = server.get("/api/v1/rooms").await;
    assert_eq!(listed["rooms"], json!([]));
}

#[tokio::test]
async fn private_rooms_and_other_lobbies_are_not_listed() {
    let server = TestServer::start().await;
    let mut maker = server.client().await;
    maker.create_room(json!({"visibility": "private"})).await;
    let (club, _) = maker.create_room(json!({"lobby": "club"})).await;
    let (mut visitor, list) = subscribe(&server, "club").await;
    if list["rooms"] == json!([]) {
        visitor.next_where(|message| message["rooms"][0]["room"] == json!(club)).await;
    }
    let (_, list) = subscribe(&server, "main").await;
    assert_eq!(list["rooms"], json!([]));
    let (_, list) = server.get("/api/v1/rooms?lobby=club").await;
    assert_eq!(list["rooms"][0]["room"], json!(club));
}

#[tokio::test]
async fn room_is_hidden_while_its_maker_is_away() {
    let server = TestServer::start().await;
    let guest = server.guest().await;
    let mut maker = server.client_of(&guest).await;
    let (room, _) = maker.create_room(json!({})).await;
    let (mut visitor, list) = subscribe(&server, "main").await;
    if list["rooms"] == json!([]) {
        visitor.next_where(|message| message["rooms"][0]["room"] == json!(room)).await;
    }
    drop(maker);
    visitor.next_where(|message| message["gone"] == json!([room])).await;
    let _back = server.client_of(&guest).await;
    visitor
        .next_where(|message| message["rooms"].get(0).is_some_and(|listed| listed["room"] == json!(room)))
        .await;
}
