//! Idempotency: a repeated command takes effect once.

use serde_json::json;

use crate::database::BOTH;
use crate::play::two_players;
use crate::test_server::TestServer;

#[tokio::test]
async fn a_command_sent_again_is_answered_again_and_does_nothing() {
    let server = TestServer::start().await;
    let (mut black, mut white, room) = two_players(&server, json!({})).await;
    let play = json!({"type": "play", "room": room, "ply": 0, "move": "a1b2"});
    let first = black.ask_as("once", play.clone()).await.unwrap();
    let second = black.ask_as("once", play.clone()).await.unwrap();
    assert_eq!(first, second);
    // The same text from another user is another command.
    assert_eq!(white.ask_as("once", play).await.unwrap_err().code, "stale_ply");
    white.play(&room, 1, "i5h5").await.unwrap();
    white.event("moved").await;
    assert_eq!(white.event("moved").await["ply"], 2, "there was one first move");
}

#[tokio::test]
async fn reused_command_id_does_not_hide_another_command() {
    let server = TestServer::start().await;
    let (mut black, mut white, room) = two_players(&server, json!({"layout": "standard"})).await;
    for (ply, text) in ["a1b2", "i5h5", "a2b3"].into_iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut black } else { &mut white };
        let play = json!({"type": "play", "room": room, "ply": ply, "move": text});
        mover.ask_as("always the same", play).await.unwrap();
    }
    assert_eq!(white.watch(&room).await["ply"], 3);
}

#[tokio::test]
async fn repeated_command_is_recognised_after_reconnect_and_restart() {
    for kind in BOTH {
        let mut server = TestServer::start_on(kind).await;
        let guest = server.guest().await;
        let mut black = server.client_of(&guest).await;
        let (room, _) = black.create_room(json!({})).await;
        server.client().await.join(&room).await.unwrap();
        let play = json!({"type": "play", "room": room, "ply": 0, "move": "a1b2"});
        let first = black.ask_as("mine", play.clone()).await.unwrap();
        drop(black);
        let mut again = server.client_of(&guest).await;
        assert_eq!(again.ask_as("mine", play.clone()).await.unwrap(), first);
        server.restart().await;
        let mut later = server.client_of(&guest).await;
        assert_eq!(later.ask_as("mine", play).await.unwrap(), first);
        assert_eq!(later.watch(&room).await["ply"], 1);
    }
}

#[tokio::test]
async fn a_room_is_made_once() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let guest = server.guest().await;
        let create = json!({"type": "create_room", "seat": 1});
        let first = server.client_of(&guest).await.ask_as("room", create.clone()).await.unwrap();
        let second = server.client_of(&guest).await.ask_as("room", create.clone()).await.unwrap();
        assert_eq!(first, second);
        assert_eq!(first["seat"], 1);
        let others = server.client().await.ask_as("room", create).await.unwrap();
        assert_ne!(first["room"], others["room"]);
    }
}

#[tokio::test]
async fn concurrent_repeated_commands_make_one_room() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let guest = server.guest().await;
        let create = json!({"type": "create_room"});
        let mut sockets = Vec::new();
        for _ in 0..8 {
            sockets.push(server.client_of(&guest).await);
        }
        let asking = sockets.iter_mut().map(|socket| socket.ask_as("room", create.clone()));
        let made = futures_util::future::join_all(asking).await;
        let first = made[0].as_ref().unwrap();
        assert!(made.iter().all(|made| made.as_ref() == Ok(first)), "{made:?}");
    }
}

#[tokio::test]
async fn repeated_ready_makes_no_event() {
    let server = TestServer::start().await;
    let mut black = server.client().await;
    let (room, snapshot) = black.create_room(json!({"ready": true})).await;
    for _ in 0..40 {
        black.request(json!({"type": "ready", "room": room, "ready": true})).await.unwrap();
    }
    let seen = black.watch(&room).await;
    assert_eq!(seen["seq"].as_u64(), snapshot["seq"].as_u64().map(|seq| seq + 1));
    assert_eq!(seen["seats"][0]["ready"], json!(true));
}
