//! Live boards: the games that are most worth watching, told to everybody alike.

use serde_json::{Value, json};

use crate::client::Client;
use crate::play::two_players;
use crate::test_server::TestServer;

async fn look_on(server: &TestServer) -> Client {
    let mut viewer = Client::connect(&server.url("/ws"), None).await;
    viewer.ask(json!({"type": "subscribe", "boards": "main"})).await.unwrap();
    assert_eq!(viewer.next_of("boards").await["full"], true);
    viewer
}

/// The next board of a room that is as it is wanted.
async fn board(viewer: &mut Client, room: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    loop {
        let told = viewer.next_of("boards").await;
        let boards = told["boards"].as_array().unwrap();
        let found = boards.iter().find(|board| board["room"]["room"] == room && wanted(board));
        if let Some(board) = found {
            return board.clone();
        }
    }
}

#[tokio::test]
async fn a_game_is_seen_move_by_move_until_it_is_over() {
    let server = TestServer::start().await;
    let mut viewer = look_on(&server).await;
    let (mut black, mut white, room) = two_players(&server, json!({"layout": "standard"})).await;
    let begun = board(&mut viewer, &room, |board| board["turn"] == 0).await;
    assert_eq!((&begun["last"], &begun["room"]["status"]), (&Value::Null, &json!("playing")));
    black.play(&room, 0, "a1b2").await.unwrap();
    let moved = board(&mut viewer, &room, |board| board["last"] == "a1b2").await;
    assert_eq!(moved["turn"], 1);
    // Whoever comes later sees the same at once.
    let mut late = Client::connect(&server.url("/ws"), None).await;
    late.ask(json!({"type": "subscribe", "boards": "main"})).await.unwrap();
    let all = late.next_of("boards").await;
    assert_eq!((&all["full"], &all["boards"][0]["position"]), (&json!(true), &moved["position"]));
    white.ask(json!({"type": "resign", "room": room})).await.unwrap();
    for client in [&mut viewer, &mut late] {
        client.next_where(|told| told["type"] == "boards" && told["gone"] == json!([room])).await;
    }
    viewer.ask(json!({"type": "unsubscribe", "boards": "main"})).await.unwrap();
}

#[tokio::test]
async fn a_game_with_a_delay_is_seen_as_late_as_spectators_see_it() {
    let server = TestServer::start().await;
    let wish = json!({"layout": "standard", "spectator_delay_s": 600});
    let (mut black, _white, room) = two_players(&server, wish).await;
    black.play(&room, 0, "a1b2").await.unwrap();
    let mut viewer = look_on(&server).await;
    let seen = board(&mut viewer, &room, |_| true).await;
    assert_eq!((&seen["last"], &seen["turn"]), (&Value::Null, &Value::Null));
}
