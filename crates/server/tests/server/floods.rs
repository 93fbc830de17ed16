//! Floods from one client and from many addresses: players are not affected.

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use crate::client::Client;
use crate::database::Kind;
use crate::play::two_players;
use crate::raw::Raw;
use crate::test_server::TestServer;

/// Only Linux serves all of 127.0.0.0/8 on the loopback interface.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_flood_from_many_addresses_leaves_the_games_alone() {
    let server = TestServer::start_with(Kind::Sqlite, |config| {
        config.http.connections = 24;
        config.http.connections_per_address = 2;
        config.limits.exempt_loopback = false;
        // Longer than the test, so that no connection times out.
        config.http.head_timeout_ms = 600_000;
        config.http.idle_timeout_ms = 600_000;
    })
    .await;
    let (mut black, mut white, room) = two_players(&server, json!({"layout": "standard"})).await;
    let mut crowd = Vec::new();
    'flood: for host in 2..=250 {
        for _ in 0..2 {
            let mut raw = Raw::connect_from(&format!("127.0.0.{host}"), &server.url("")).await;
            // The server answers each accepted connection, which then sends half a head and stops.
            raw.send("GET /healthz HTTP/1.1\r\nhost: test\r\n\r\nGET / HTTP/1.1\r\nhost: te").await;
            let answer = raw.answer().await;
            if answer.status != 200 {
                let problem: Value = serde_json::from_str(&answer.body).unwrap();
                assert_eq!((answer.status, &problem["code"]), (503, &json!("busy")));
                break 'flood;
            }
            crowd.push(raw);
        }
    }
    assert!((12..=24).contains(&crowd.len()), "{} connections were accepted", crowd.len());
    for (ply, text) in ["a1b2", "i5h5", "b2c3"].into_iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut black } else { &mut white };
        mover.play(&room, ply, text).await.unwrap();
    }
    drop(crowd);
    // The places are free again as soon as the server notices.
    while Raw::connect(&server.url("")).await.get("/healthz").await.status != 200 {}
}

/// WebSocket pings need no message of the protocol, so no refusal reaches their sender: the server closes the socket.
#[tokio::test]
async fn only_the_client_that_floods_pings_is_closed() {
    let server = TestServer::start_with(Kind::Sqlite, |config| {
        config.limits.messages_per_second = 5;
        config.limits.message_burst = 10;
    })
    .await;
    let mut other = server.client().await;
    for frame in [Message::Ping(vec![7].into()), Message::Pong(vec![7].into())] {
        let mut client = Client::connect(&server.url("/ws"), None).await;
        for _ in 0..50 {
            if client.try_send_frame(frame.clone()).await.is_err() {
                break;
            }
        }
        assert_eq!(client.closed().await.unwrap_or(CloseCode::Policy), CloseCode::Policy);
    }
    other.send(r#"{"type":"ping","t":1}"#).await;
    other.next_of("pong").await;
}
