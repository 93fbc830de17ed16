//! Reconnecting: a client that misses, repeats or reorders messages reaches the same state as a client that receives all of them in order.

use serde_json::{Value, json};

use crate::client::Client;
use crate::database::Kind;
use crate::play::{recorded_game, two_players};
use crate::test_server::TestServer;

async fn events_since(client: &mut Client, room: &str, since: u64) -> Vec<Value> {
    let done =
        client.request(json!({"type": "watch", "room": room, "since": since, "legal": true})).await.unwrap();
    let last = done["seq"].as_u64().unwrap();
    let mut events = Vec::new();
    for _ in since..last {
        events.push(client.next_of("event").await);
    }
    events
}

#[tokio::test]
async fn missed_events_are_sent_unchanged() {
    let server = TestServer::start().await;
    let (layout, moves) = recorded_game();
    let (mut black, mut white, room) = two_players(&server, json!({"layout": layout})).await;
    let mut spectator = server.client().await;
    let start = spectator.watch(&room).await["seq"].as_u64().unwrap();
    let mut seen = Vec::new();
    for (ply, text) in moves.iter().take(20).enumerate() {
        let mover = if ply % 2 == 0 { &mut black } else { &mut white };
        mover.play(&room, ply, text).await.unwrap();
        seen.push(spectator.event("moved").await);
    }
    // Players get all missed events; spectators get only the last few, and otherwise a snapshot of the room.
    let mut back = server.client_with_token(black.token()).await;
    assert_eq!(events_since(&mut back, &room, start).await, seen);
    let mut late = server.client().await;
    assert_eq!(events_since(&mut late, &room, start + 10).await, seen[10..]);
    late.request(json!({"type": "watch", "room": room, "since": start})).await.unwrap();
    assert_eq!(late.next_of("snapshot").await["ply"], 20);
    let from_the_beginning = events_since(&mut back, &room, 0).await;
    let seqs: Vec<_> = from_the_beginning.iter().map(|event| event["seq"].as_u64().unwrap()).collect();
    assert_eq!(seqs, (1..=seqs.len() as u64).collect::<Vec<_>>(), "there is no gap");
    assert_eq!(from_the_beginning[0]["kind"], "created");
    assert_eq!(events_since(&mut back, &room, *seqs.last().unwrap()).await, Vec::<Value>::new());
}

#[tokio::test]
async fn too_many_missing_events_are_a_snapshot() {
    let server = TestServer::start_with(Kind::Sqlite, |config| config.rooms.missed_events = 3).await;
    let (mut black, mut white, room) = two_players(&server, json!({"layout": "standard"})).await;
    black.play(&room, 0, "a1b2").await.unwrap();
    white.play(&room, 1, "i5h5").await.unwrap();
    let mut late = server.client().await;
    for since in [0, 1, 1_000_000] {
        late.request(json!({"type": "watch", "room": room, "since": since})).await.unwrap();
        let snapshot = late.next_of("snapshot").await;
        assert_eq!(snapshot["moves"], json!(["a1b2", "i5h5"]));
    }
}

#[tokio::test]
async fn a_planned_restart_keeps_games_clocks_and_seats() {
    let mut server = TestServer::start().await;
    let guests = [server.guest().await, server.guest().await];
    let mut black = server.client_of(&guests[0]).await;
    let mut white = server.client_of(&guests[1]).await;
    let clock = json!({"clock": {"kind": "sudden_death", "initial_ms": 600_000}});
    let (room, _) = black.create_room(clock).await;
    white.join(&room).await.unwrap();
    white.watch(&room).await;
    black.play(&room, 0, "a1b2").await.unwrap();
    let moved = black.event("moved").await;
    server.restart().await;
    let stopped = black.next_where(|message| message["cause"] == "stopping").await;
    assert_eq!((&stopped["type"], &stopped["clocks"]["running"]), (&json!("clock"), &Value::Null));
    assert_eq!(u16::from(black.closed().await.unwrap()), 1012, "service restart");

    let mut black = server.client_of(&guests[0]).await;
    let since = moved["seq"].as_u64().unwrap();
    assert_eq!(
        events_since(&mut black, &room, since).await,
        Vec::<Value>::new(),
        "nothing has happened in the game"
    );
    let presence = black.next_of("presence").await;
    assert!(presence["seats"][1]["claimable_at"].as_i64() > stopped["at"].as_i64(), "{presence}");
    let clocks = black.next_of("clock").await;
    assert_eq!((&clocks["cause"], &clocks["clocks"]["running"]), (&json!("resumed"), &json!(1)));
    assert!(
        clocks["clocks"]["turn_began_at"].as_i64() > moved["at"].as_i64(),
        "no clock is charged for the restart"
    );
    let mut white = server.client_of(&guests[1]).await;
    let snapshot = white.watch(&room).await;
    assert_eq!((&snapshot["clocks"]["running"], &snapshot["moves"]), (&json!(1), &json!(["a1b2"])));
    let stopped_at = stopped["clocks"]["remaining_ms"][1].as_u64().unwrap();
    let shown = snapshot["clocks"]["remaining_ms"][1].as_u64().unwrap();
    assert!(shown <= stopped_at, "clocks gain no time");
    white.play(&room, 1, "a4b4").await.unwrap();
    assert_eq!(black.event("moved").await["ply"], 2);
}

#[tokio::test]
async fn unused_room_is_unloaded_and_reloaded() {
    let server = TestServer::start_with(Kind::Sqlite, |config| config.rooms.idle_ms = 1).await;
    let mut black = server.client().await;
    let (room, _) = black.create_room(json!({"visibility": "private"})).await;
    black.request(json!({"type": "unwatch", "room": room})).await.unwrap();
    // The room is always available, however often it was unloaded in between.
    for _ in 0..50 {
        let (status, snapshot) = server.get(&format!("/api/v1/rooms/{room}")).await;
        assert_eq!((status.as_u16(), &snapshot["status"]), (200, &json!("waiting")));
        tokio::task::yield_now().await;
    }
    let mut white = server.client().await;
    white.join(&room).await.unwrap();
    assert_eq!(white.watch(&room).await["status"], "playing");
}
