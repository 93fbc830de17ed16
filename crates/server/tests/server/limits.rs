//! Limits on everything that can grow.

use std::io::Cursor;

use image::{GrayImage, ImageFormat, Luma};
use serde_json::{Value, json};

use crate::database::Kind;
use crate::test_server::TestServer;

#[tokio::test]
async fn messages_per_second_are_limited() {
    let server = TestServer::start_with(Kind::Sqlite, |config| {
        config.limits.messages_per_second = 5;
        config.limits.message_burst = 3;
    })
    .await;
    let mut client = server.client().await;
    for _ in 0..10 {
        client.send(r#"{"type":"ping","t":1}"#).await;
    }
    let error = client.next_of("error").await;
    assert_eq!((&error["code"], &error["retry_after_s"]), (&"rate_limited".into(), &1.into()), "{error}");
    // The limit refills with time.
    loop {
        client.send(r#"{"type":"ping","t":2}"#).await;
        let answer = client.next_where(|message| message["t"] == 2 || message["type"] == "error").await;
        if answer["type"] == "pong" {
            break;
        }
    }
}

#[tokio::test]
async fn subscriptions_per_socket_are_limited() {
    let server =
        TestServer::start_with(Kind::Sqlite, |config| config.limits.subscriptions_per_socket = 2).await;
    let mut client = server.client().await;
    let (room, _) = client.create_room(json!({})).await;
    client.request(json!({"type": "subscribe", "lobby": "main"})).await.unwrap();
    let refused = client.request(json!({"type": "subscribe", "lobby": "other"})).await.unwrap_err();
    assert_eq!(refused.code, "too_many");
    client.request(json!({"type": "watch", "room": room})).await.unwrap();
    client.request(json!({"type": "unsubscribe", "lobby": "main"})).await.unwrap();
    client.request(json!({"type": "subscribe", "lobby": "other"})).await.unwrap();
}

#[tokio::test]
async fn rooms_per_user_are_limited() {
    let server = TestServer::start_with(Kind::Sqlite, |config| config.limits.open_rooms_per_user = 2).await;
    let mut client = server.client().await;
    let (first, _) = client.create_room(json!({})).await;
    client.create_room(json!({})).await;
    let refused = client.request(json!({"type": "create_room"})).await.unwrap_err();
    assert_eq!(refused.code, "too_many");
    client.request(json!({"type": "leave", "room": first})).await.unwrap();
    client.create_room(json!({})).await;
}

#[tokio::test]
async fn open_sockets_are_limited() {
    let server = TestServer::start_with(Kind::Sqlite, |config| config.limits.sockets = 1).await;
    let guest = server.guest().await;
    let first = server.client_of(&guest).await;
    let bearer = [("authorization", format!("Bearer {}", guest.token))];
    assert!(crate::client::Client::connect_with(&server.url("/ws"), &bearer).await.is_err());
    drop(first);
    // The place is free again as soon as the server notices.
    while crate::client::Client::connect_with(&server.url("/ws"), &bearer).await.is_err() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn slow_reader_is_closed_without_delaying_others() {
    let server = TestServer::start_with(Kind::Sqlite, |config| config.limits.outbox_messages = 8).await;
    let mut slow = server.client().await;
    let mut other = server.client().await;
    let (room, _) = other.create_room(json!({})).await;
    // It requests more than it ever reads: its outbox overflows.
    for _ in 0..2_000 {
        let message = json!({"type": "watch", "room": room}).to_string();
        if slow.try_send(&message).await.is_err() {
            break;
        }
    }
    assert_eq!(slow.closed().await.map_or(1008, u16::from), 1008);
    other.send(r#"{"type":"ping","t":1}"#).await;
    other.next_of("pong").await;
}

#[tokio::test]
async fn abandoned_games_without_a_clock_take_no_place() {
    let change = |config: &mut sumito_config::Config| {
        config.limits.active_rooms = 3;
        config.rooms.idle_ms = 1;
    };
    let mut server = TestServer::start_with(Kind::Sqlite, change).await;
    for _ in 0..2 {
        for _ in 0..6 {
            let mut maker = server.client().await;
            // The places of abandoned rooms are free as soon as the rooms notice.
            let create = json!({"type": "create_room", "clock": {"kind": "none"}});
            let room = loop {
                match maker.request(create.clone()).await {
                    Ok(made) => break made["room"].as_str().unwrap().to_owned(),
                    Err(refused) => assert_eq!(refused.code, "busy"),
                }
            };
            let join = json!({"type": "join", "room": room});
            let mut other = server.client().await;
            while let Err(refused) = other.request(join.clone()).await {
                assert_eq!(refused.code, "busy");
            }
        }
        // After a restart they take no places either.
        server.restart().await;
    }
}

#[tokio::test]
async fn address_stores_a_bounded_number_of_bytes_a_day() {
    let server = TestServer::start_with(Kind::Sqlite, |config| {
        config.limits.exempt_loopback = false;
        config.limits.stored_bytes_per_day = 3_000;
    })
    .await;
    let ada = server.account("Ada").await;
    let mut client = server.client_of(&ada).await;
    let (room, _) = client.create_room(json!({})).await;
    let clock = json!({"kind": "fischer", "initial_ms": 300_000, "increment_ms": 0});
    let settings = json!({"name": "Open", "form": {"form": "swiss", "rounds": 3}, "clock": clock, "start": {"kind": "by_director"}});
    let (status, created) =
        server.post("/api/v1/tournaments", Some(&ada.token), json!({"settings": settings})).await;
    assert_eq!(status, 201, "{created}");
    let tournament = created["state"]["id"].as_str().unwrap();
    let write = async |length: usize| {
        let request = server.http().put(server.url("/api/v1/me/profile")).bearer_auth(&ada.token);
        let answer = request.json(&json!({"words": "x".repeat(length)})).send().await.unwrap();
        (answer.status().as_u16(), answer.json::<Value>().await.unwrap_or_default()["code"].clone())
    };
    // The last bytes, too.
    for length in [500, 50, 5, 0] {
        while write(length).await.0 != 429 {}
        assert_eq!(write(length).await.1, "rate_limited");
    }
    server.log_in("Ada").await;
    let text = "x".repeat(250);
    let channel = json!({"kind": "room", "room": room, "audience": "players"});
    let refused =
        client.request(json!({"type": "chat", "channel": channel, "text": text})).await.unwrap_err();
    assert_eq!(refused.code, "rate_limited", "lines over a socket count, too");
    for (path, command) in [
        (
            format!("/api/v1/rooms/{room}/commands"),
            json!({"type": "chat", "audience": "players", "text": text}),
        ),
        (format!("/api/v1/tournaments/{tournament}/commands"), json!({"type": "announce", "text": text})),
    ] {
        let (status, refused) = server.post(&path, Some(&ada.token), command).await;
        assert_eq!((status, &refused["code"]), (429, &json!("rate_limited")), "{path}: {refused}");
    }
    let mut picture = Cursor::new(Vec::new());
    let noise = GrayImage::from_fn(128, 128, |_, _| Luma([fastrand::u8(..)]));
    noise.write_to(&mut picture, ImageFormat::Png).unwrap();
    let request = server.http().put(server.url("/api/v1/me/avatar")).bearer_auth(&ada.token);
    let answer = request.body(picture.into_inner()).send().await.unwrap();
    assert_eq!(answer.status().as_u16(), 429, "{}", answer.text().await.unwrap());
    // Games go on.
    let path = format!("/api/v1/rooms/{room}/commands");
    let (status, left) = server.post(&path, Some(&ada.token), json!({"type": "leave"})).await;
    assert_eq!(status, 200, "{left}");
}

#[tokio::test]
async fn reports_are_limited_by_address() {
    let server = TestServer::start_with(Kind::Sqlite, |config| {
        config.limits.exempt_loopback = false;
        config.limits.reports_per_address_and_day = 3;
    })
    .await;
    server.account("Eve").await;
    for number in 0..4 {
        let guest = server.guest().await;
        let body = json!({"player": "Eve", "words": "was rude"});
        let (status, _) = server.post("/api/v1/reports", Some(&guest.token), body).await;
        assert_eq!(status, if number < 3 { 204 } else { 429 });
    }
}
