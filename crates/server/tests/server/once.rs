//! Idempotency: a repeated command takes effect once.

use serde_json::{Value, json};

use crate::database::{BOTH, Kind};
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

/// Sends a request with a key; returns the status, whether the answer was given before, its `Location`, and the body.
async fn post_with_key(
    server: &TestServer,
    path: &str,
    token: &str,
    key: &str,
    body: Value,
) -> (u16, bool, Option<String>, Value) {
    let request = server.http().post(server.url(path)).bearer_auth(token).header("Idempotency-Key", key);
    let answer = request.json(&body).send().await.unwrap();
    let header = |name| answer.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
    let (location, replayed) = (header("location"), header("idempotency-replayed"));
    (answer.status().as_u16(), replayed.is_some(), location, answer.json().await.unwrap_or_default())
}

const ROOMS: &str = "/api/v1/rooms";

#[tokio::test]
async fn request_with_a_key_takes_effect_once() {
    for kind in BOTH {
        let mut server = TestServer::start_on(kind).await;
        let (guest, other) = (server.guest().await, server.guest().await);
        let first = post_with_key(&server, ROOMS, &guest.token, "\"one\"", json!({})).await;
        let (status, is_repeated, location, body) = &first;
        assert_eq!((*status, *is_repeated), (201, false));
        let room = body["room"].as_str().unwrap();
        assert_eq!(location.as_deref(), Some(&*format!("{ROOMS}/{room}")));
        let again = || post_with_key(&server, ROOMS, &guest.token, "one", json!({}));
        assert_eq!(again().await, (201, true, location.clone(), body.clone()));
        server.restart().await;
        let again = post_with_key(&server, ROOMS, &guest.token, "one", json!({})).await;
        assert_eq!(again, (201, true, location.clone(), body.clone()));
        let (_, own) = server.get_as("/api/v1/me/rooms", &guest.token).await;
        assert_eq!(own["rooms"].as_array().unwrap().len(), 1);
        // Another body, another path, another caller, another key.
        let another = json!({"mode": "three"});
        let (status, _, _, problem) = post_with_key(&server, ROOMS, &guest.token, "one", another).await;
        assert_eq!((status, &problem["code"]), (422, &json!("key_reused")));
        let (status, ..) =
            post_with_key(&server, "/api/v1/puzzles/runs", &guest.token, "one", json!({})).await;
        assert_eq!(status, 422);
        for (token, key) in [(&other.token, "one"), (&guest.token, "two")] {
            let (status, is_repeated, _, body) = post_with_key(&server, ROOMS, token, key, json!({})).await;
            assert_eq!((status, is_repeated), (201, false));
            assert_ne!(body["room"], room);
        }
        let (status, _, _, problem) = post_with_key(&server, ROOMS, &guest.token, "a b", json!({})).await;
        assert_eq!((status, &problem["code"]), (400, &json!("out_of_range")));
    }
}

#[tokio::test]
async fn refused_request_is_decided_again() {
    let server = TestServer::start().await;
    let guest = server.guest().await;
    let bad = json!({"lobby": "No such name"});
    for _ in 0..2 {
        let (status, is_repeated, ..) = post_with_key(&server, ROOMS, &guest.token, "key", bad.clone()).await;
        assert_eq!((status, is_repeated), (400, false));
    }
    let (status, is_repeated, ..) = post_with_key(&server, ROOMS, &guest.token, "key", json!({})).await;
    assert_eq!((status, is_repeated), (201, false), "the key is free");
}

#[tokio::test]
async fn secret_of_a_new_token_is_given_again_and_not_stored() {
    let server = TestServer::start_on(Kind::Sqlite).await;
    let ada = server.account("Ada").await;
    let body = json!({"label": "bot", "scopes": ["play"], "days": 30});
    let create = || post_with_key(&server, "/api/v1/tokens", &ada.token, "token", body.clone());
    let (status, _, _, first) = create().await;
    assert_eq!(status, 201, "{first}");
    let (_, is_repeated, _, again) = create().await;
    assert!(is_repeated);
    assert_eq!(again["token"], first["token"]);
    let (_, tokens) = server.get_as("/api/v1/tokens", &ada.token).await;
    assert_eq!(tokens["tokens"].as_array().unwrap().len(), 1);
    let secret = first["token"].as_str().unwrap().to_owned();
    let database = server.stop().await;
    let stored = std::fs::read(database.url().trim_start_matches("sqlite://")).unwrap();
    assert!(stored.windows(7).any(|part| part == b"/tokens"), "the answer is stored");
    assert!(!stored.windows(secret.len()).any(|part| part == secret.as_bytes()));
}

#[tokio::test]
async fn concurrent_requests_with_a_key_take_effect_once() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let guest = server.guest().await;
        let asking = (0..8).map(|_| post_with_key(&server, ROOMS, &guest.token, "same", json!({})));
        let answers = futures_util::future::join_all(asking).await;
        for (status, _, _, body) in &answers {
            let is_pending = *status == 409 && body["code"] == "key_pending";
            assert!(*status == 201 || is_pending, "{answers:?}");
        }
        let (_, own) = server.get_as("/api/v1/me/rooms", &guest.token).await;
        assert_eq!(own["rooms"].as_array().unwrap().len(), 1);
    }
}

#[tokio::test]
async fn long_answer_is_found_at_its_location() {
    let server = TestServer::start().await;
    let ada = server.account("Ada").await;
    let words = "A comment on the first move. ".repeat(30);
    let text = format!("[Layout \"standard\"]\n\n1. a1b2 {{{words}}}\n\n").repeat(30);
    let body = json!({"name": "Long", "from": {"text": text}});
    let create = || post_with_key(&server, "/api/v1/studies", &ada.token, "study", body.clone());
    let (status, is_repeated, location, first) = create().await;
    assert_eq!((status, is_repeated), (201, false), "{first}");
    assert!(first.to_string().len() > 16 * 1024, "{}", first.to_string().len());
    // The client follows the redirection.
    let (status, _, _, again) = create().await;
    assert_eq!((status, &again["id"]), (200, &first["id"]), "{location:?}");
    let (_, own) = server.get_as("/api/v1/me/studies", &ada.token).await;
    assert_eq!(own["studies"].as_array().unwrap().len(), 1);
}
