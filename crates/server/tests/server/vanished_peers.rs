//! Peers that vanish without closing their connections: the connections stay, but carry no more data.

use serde_json::json;

use crate::client::Client;
use crate::database::Kind;
use crate::gate::Gate;
use crate::test_server::TestServer;

async fn impatient_server() -> TestServer {
    TestServer::start_with(Kind::Sqlite, |config| {
        config.sockets.ping_ms = 50;
        config.sockets.silence_ms = 1_000;
    })
    .await
}

/// A client of the server behind a gate: while the gate is shut, the network drops everything, and neither side receives an end.
async fn behind(gate: &Gate, server: &TestServer) -> Client {
    let guest = server.guest().await;
    let address = gate.leading_to(server.url("").trim_start_matches("http://"));
    Client::connect(&format!("http://{address}/ws"), Some(&guest.token)).await
}

#[tokio::test]
async fn vanished_peer_is_detected_and_counts_as_away() {
    let (server, gate) = (impatient_server().await, Gate::new().await);
    let mut black = server.client().await;
    let mut white = behind(&gate, &server).await;
    let (room, _) = black.create_room(json!({"layout": "standard"})).await;
    white.join(&room).await.unwrap();
    black.presence(1, true).await;
    black.play(&room, 0, "a1b2").await.unwrap();
    gate.shut();
    let went = black.presence(1, false).await;
    assert!(went["seats"][1]["claimable_at"].is_i64(), "the opponent can claim the game later: {went}");
    // The server closes the socket of a peer that was silent too long. When the peer can be reached again, it detects that and reconnects.
    gate.open();
    let token = white.token().to_owned();
    assert_eq!(white.closed().await.map(u16::from), Some(1001));
    let mut white = server.client_with_token(&token).await;
    black.presence(1, true).await;
    assert_eq!(white.watch(&room).await["ply"], 1);
    white.play(&room, 1, "i5h5").await.unwrap();
}

#[tokio::test]
async fn listening_client_is_not_silent() {
    let server = impatient_server().await;
    let mut black = server.client().await;
    let mut white = server.client().await;
    let clock = json!({"kind": "sudden_death", "initial_ms": 3_000});
    let (room, _) = black.create_room(json!({"layout": "standard", "clock": clock})).await;
    white.join(&room).await.unwrap();
    white.watch(&room).await;
    // Three times the silence limit: both clients answer the server's pings, and send nothing else.
    let (ended, _) = tokio::join!(black.event("finished"), white.event("finished"));
    assert_eq!(ended["result"]["reason"], "time");
    black.request(json!({"type": "offer", "room": room, "what": "rematch"})).await.unwrap();
}
