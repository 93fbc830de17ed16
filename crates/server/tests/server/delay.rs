//! The spectator delay: spectators receive the game late, but completely and in order.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use crate::client::Client;
use crate::database::Kind;
use crate::play::two_players;
use crate::test_server::TestServer;

/// Longer than any test takes.
const LONG_S: u64 = 600;

async fn anonymous(server: &TestServer) -> Client {
    Client::connect(&server.url("/ws"), None).await
}

/// Returns the events after number `since`, up to one of this kind.
async fn events_until(client: &mut Client, since: u64, kind: &str) -> Vec<Value> {
    let mut events = Vec::new();
    loop {
        let event = client.next_of("event").await;
        if event["seq"].as_u64().unwrap() <= since {
            continue;
        }
        let is_last = event["kind"] == kind;
        events.push(event);
        if is_last {
            return events;
        }
    }
}

#[tokio::test]
async fn spectators_see_the_game_late_and_finally_completely() {
    let server = TestServer::start().await;
    let settings = json!({"layout": "standard", "spectator_delay_s": LONG_S});
    let (mut black, mut white, room) = two_players(&server, settings).await;
    let path = format!("/api/v1/rooms/{room}");
    let mut spectators = [anonymous(&server).await, server.client().await];
    let mut seen = 0;
    for spectator in &mut spectators {
        let received = spectator.request(json!({"type": "watch", "room": room})).await.unwrap();
        let snapshot = spectator.next_of("snapshot").await;
        assert_eq!((&snapshot["status"], &snapshot["game"]), (&json!("waiting"), &Value::Null));
        assert_eq!((&snapshot["spectator_delay_s"], &snapshot["seq"]), (&json!(LONG_S), &received["seq"]));
        seen = received["seq"].as_u64().unwrap();
    }
    black.play(&room, 0, "a1b2").await.unwrap();
    white.play(&room, 1, "i5h5").await.unwrap();
    let (_, late) = server.get(&path).await;
    assert_eq!((&late["seq"], &late["moves"]), (&json!(seen), &json!([])));
    let with_token = server.http().get(server.url(&path)).bearer_auth(black.token()).send().await.unwrap();
    assert_eq!(with_token.json::<Value>().await.unwrap()["moves"], json!(["a1b2", "i5h5"]));
    let mut back = server.client().await;
    for (since, missed) in [(seen - 1, 1), (seen, 0)] {
        let received = back.request(json!({"type": "watch", "room": room, "since": since})).await.unwrap();
        assert_eq!(received["seq"].as_u64(), Some(since + missed), "no more than the delayed events");
    }
    assert_eq!(back.next_of("event").await["seq"], json!(seen));

    white.request(json!({"type": "resign", "room": room})).await.unwrap();
    let received = events_until(&mut back, seen, "finished").await;
    let seqs: Vec<_> = received.iter().map(|event| event["seq"].as_u64().unwrap()).collect();
    assert_eq!(seqs, (seen + 1..=seen + seqs.len() as u64).collect::<Vec<_>>(), "there is no gap");
    let mut afterwards = server.client().await;
    afterwards.request(json!({"type": "watch", "room": room, "since": seen})).await.unwrap();
    for spectator in spectators.iter_mut().chain([&mut afterwards]) {
        assert_eq!(events_until(spectator, seen, "finished").await, received);
    }
    assert_eq!(server.get(&path).await.1["moves"], json!(["a1b2", "i5h5"]));
}

#[tokio::test]
async fn spectators_receive_an_event_after_the_delay() {
    let server = TestServer::start().await;
    let settings = json!({"layout": "standard", "spectator_delay_s": 1});
    let (mut black, mut white, room) = two_players(&server, settings).await;
    let mut spectator = anonymous(&server).await;
    spectator.watch(&room).await;
    black.play(&room, 0, "a1b2").await.unwrap();
    white.play(&room, 1, "i5h5").await.unwrap();
    for ply in 1..=2 {
        let moved = spectator.event("moved").await;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
        let age = now.checked_sub(Duration::from_micros(moved["at"].as_u64().unwrap())).unwrap();
        assert_eq!(moved["ply"], ply);
        assert!(age >= Duration::from_secs(1), "{age:?} old: {moved}");
    }
    let snapshot = anonymous(&server).await.watch(&room).await;
    assert_eq!(snapshot["moves"], json!(["a1b2", "i5h5"]));
    let full = snapshot["clocks"]["remaining_ms"][0].as_u64().unwrap();
    let (_, players) = (black.watch(&room).await, white.watch(&room).await);
    assert!(players["clocks"]["remaining_ms"][0].as_u64().unwrap() < full, "the clocks are delayed, too");
}

#[tokio::test]
async fn many_delayed_events_come_as_a_snapshot() {
    let server = TestServer::start_with(Kind::Sqlite, |config| config.rooms.missed_events = 3).await;
    let settings = json!({"layout": "standard", "spectator_delay_s": LONG_S});
    let (mut black, mut white, room) = two_players(&server, settings).await;
    let mut spectator = anonymous(&server).await;
    assert_eq!(spectator.watch(&room).await["status"], "waiting");
    black.play(&room, 0, "a1b2").await.unwrap();
    white.play(&room, 1, "i5h5").await.unwrap();
    white.request(json!({"type": "resign", "room": room})).await.unwrap();
    let snapshot = spectator.next_of("snapshot").await;
    assert_eq!((&snapshot["status"], &snapshot["moves"]), (&json!("finished"), &json!(["a1b2", "i5h5"])));
    black.request(json!({"type": "offer", "room": room, "what": "rematch"})).await.unwrap();
    let next = spectator.event("offered").await;
    assert_eq!(next["seq"].as_u64(), snapshot["seq"].as_u64().map(|seq| seq + 1), "events follow it");
}

#[tokio::test]
async fn spectator_who_sits_down_sees_events_without_delay() {
    let server = TestServer::start().await;
    let (mut black, mut white) = (server.client().await, server.client().await);
    let (room, _) = black.create_room(json!({"spectator_delay_s": LONG_S})).await;
    white.watch(&room).await;
    white.join(&room).await.unwrap();
    assert_eq!(white.event("started").await, black.event("started").await);
    black.play(&room, 0, "a1b2").await.unwrap();
    assert_eq!(white.event("moved").await["move"], "a1b2");
}

#[tokio::test]
async fn restart_sends_spectators_no_delayed_events() {
    let mut server = TestServer::start().await;
    let settings = json!({"layout": "standard", "spectator_delay_s": LONG_S});
    let (mut black, _white, room) = two_players(&server, settings).await;
    black.play(&room, 0, "a1b2").await.unwrap();
    let token = black.token().to_owned();
    server.restart().await;
    let mut spectator = anonymous(&server).await;
    let snapshot = spectator.watch(&room).await;
    assert_eq!((&snapshot["status"], &snapshot["moves"]), (&json!("waiting"), &json!([])));
    let mut black = server.client_with_token(&token).await;
    assert_eq!(black.watch(&room).await["moves"], json!(["a1b2"]));
    black.request(json!({"type": "abort", "room": room})).await.unwrap();
    let received = events_until(&mut spectator, 0, "finished").await;
    let seqs: Vec<_> = received.iter().map(|event| event["seq"].as_u64().unwrap()).collect();
    let first = snapshot["seq"].as_u64().unwrap() + 1;
    assert_eq!(seqs, (first..first + seqs.len() as u64).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_delay_has_a_limit() {
    let server = TestServer::start().await;
    let mut client = server.client().await;
    let settings = |seconds: u64| json!({"type": "create_room", "spectator_delay_s": seconds});
    assert_eq!(client.request(settings(LONG_S + 1)).await.unwrap_err().code, "out_of_range");
    client.request(settings(LONG_S)).await.unwrap();
}
