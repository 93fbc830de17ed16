//! Invalid input from clients: the server answers with a typed error that names the cause, and keeps the connection.

use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use crate::play::two_players;
use crate::test_server::TestServer;

#[tokio::test]
async fn invalid_messages_get_typed_errors_and_the_socket_stays_open() {
    let server = TestServer::start().await;
    let mut client = server.client().await;
    let mut without_hint = Vec::new();
    for (text, code, hint) in [
        ("", "bad_json", "JSON"),
        ("hello", "bad_json", "JSON"),
        (r#"["play",null,"k3x9q2m7p4ab",0,"a1b2"]"#, "bad_message", "array"),
        (r#"{"type":"create_room","clock":{"kind":"none","zzz":1}}"#, "bad_message", "zzz"),
        (r#"{"type":"subscribe","lobby":"No such name"}"#, "out_of_range", "lobby"),
        ("{\"type\":", "bad_json", "JSON"),
        ("\u{0}\u{1}", "bad_json", "JSON"),
        ("[]", "bad_message", "object"),
        ("42", "bad_message", "object"),
        ("{}", "bad_message", "type"),
        (r#"{"type":"dance"}"#, "bad_message", "create_room"),
        (r#"{"type":"play","room":"0123456789ab","ply":0}"#, "bad_message", "move"),
        (r#"{"type":"play","room":"0123456789ab","ply":-1,"move":"a1b2"}"#, "out_of_range", "-1"),
        (r#"{"type":"play","room":"0123456789ab","ply":0,"move":"a1b2","seat":1}"#, "bad_message", "seat"),
        (r#"{"type":"play","room":"no","ply":0,"move":"a1b2"}"#, "no_such_room", "link"),
        (r#"{"type":"watch","room":"0123456789ab"}"#, "no_such_room", "link"),
        (r#"{"type":"create_room","mode":"five"}"#, "bad_message", "five"),
        (r#"{"type":"create_room","layout":"pyramid"}"#, "bad_layout", "layouts"),
        (r#"{"type":"create_room","layout":"four_standard"}"#, "bad_layout", "4 players"),
        (
            r#"{"type":"create_room","clock":{"kind":"sudden_death","initial_ms":0}}"#,
            "out_of_range",
            "milliseconds",
        ),
        (r#"{"type":"create_room","clock":{"kind":"hourglass"}}"#, "bad_message", "hourglass"),
        (r#"{"type":"create_room","rated":true}"#, "needs_account", "account"),
        (r#"{"type":"create_room","rated":true,"clock":{"kind":"none"}}"#, "unsupported", "clock"),
        (r#"{"type":"create_room","lobby":"Ä"}"#, "out_of_range", "lobby"),
        (r#"{"type":"create_room","seat":7}"#, "out_of_range", "seat"),
        (r#"{"type":"create_room","seat":3}"#, "out_of_range", "seat 3"),
    ] {
        let error = client.refusal_of(text).await;
        assert_eq!(error.code, code, "{text}: {}", error.message);
        if !error.message.contains(hint) {
            without_hint.push(format!("{text} without {hint}: {}", error.message));
        }
    }
    assert!(without_hint.is_empty(), "{}", without_hint.join("\n"));
    let long_id = json!({"type": "ping", "t": 1, "id": "x".repeat(65)}).to_string();
    assert_eq!(client.refusal_of(&long_id).await.code, "out_of_range");
    let too_long = json!({"type": "authenticate", "token": "x".repeat(9_000)}).to_string();
    assert_eq!(client.refusal_of(&too_long).await.code, "too_large");
    client.send_frame(Message::binary(vec![0, 159, 146, 150])).await;
    assert_eq!(client.next_of("error").await["code"], "bad_message");

    client.send(r#"{"type":"ping","t":7}"#).await;
    assert_eq!(client.next_of("pong").await["t"], 7, "the connection stays open");
}

#[tokio::test]
async fn error_contains_the_id_of_its_message() {
    let server = TestServer::start().await;
    let mut client = server.client().await;
    client.send(r#"{"id":"mine","type":"dance"}"#).await;
    assert_eq!(client.next_of("error").await["id"], "mine");
}

#[tokio::test]
async fn oversized_frame_closes_only_its_own_socket() {
    let server = TestServer::start().await;
    let mut other = server.client().await;
    let mut client = server.client().await;
    client.send_frame(Message::text("x".repeat(200_000))).await;
    client.closed().await;
    other.send(r#"{"type":"ping","t":1}"#).await;
    other.next_of("pong").await;
}

#[tokio::test]
async fn illegal_moves_are_refused_with_the_reason() {
    let server = TestServer::start().await;
    let (mut black, mut white, room) = two_players(&server, json!({"layout": "standard"})).await;
    let mut spectator = server.client().await;

    assert_eq!(white.play(&room, 0, "i5h5").await.unwrap_err().code, "not_your_turn");
    assert_eq!(spectator.play(&room, 0, "a1b2").await.unwrap_err().code, "not_seated");
    let stale = black.play(&room, 3, "a1b2").await.unwrap_err();
    assert_eq!(stale.code, "stale_ply");
    assert!(stale.message.contains("0 plies"), "{}", stale.message);
    assert_eq!(black.play(&room, 0, "zz").await.unwrap_err().code, "bad_move");
    for (text, reason) in
        [("i5h5", "not_yours"), ("e5e6", "empty_cell"), ("a1a2", "too_many"), ("a1d4", "too_far")]
    {
        let error = black.play(&room, 0, text).await.unwrap_err();
        assert_eq!(error.code, "illegal_move", "{text}: {}", error.message);
        assert_eq!(error.reason.as_deref(), Some(reason), "{text}");
        assert!(!error.message.is_empty(), "{text}");
    }
    black.play(&room, 0, "a1b2").await.unwrap();
    white.play(&room, 1, "i5h5").await.unwrap();
}
