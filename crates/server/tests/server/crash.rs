//! `kill -9` in mid-game: nothing that a client was told is lost.

use serde_json::{Value, json};

use crate::database::{BOTH, Database, Kind};
use crate::play::recorded_game;
use crate::process::Process;

#[tokio::test]
async fn a_killed_server_goes_on_with_its_games() {
    for kind in BOTH {
        kill_in_mid_game(kind).await;
    }
}

async fn kill_in_mid_game(kind: Kind) {
    let database = Database::new(kind).await;
    let process = Process::start(database.url()).await;
    let tokens = [process.guest_token().await, process.guest_token().await];
    let (layout, moves) = recorded_game();
    let mut black = process.client(&tokens[0]).await;
    let mut white = process.client(&tokens[1]).await;
    let clock = json!({"kind": "fischer", "initial_ms": 300_000, "increment_ms": 5_000});
    let (room, _) = black.create_room(json!({"layout": layout, "clock": clock})).await;
    white.join(&room).await.unwrap();
    white.watch(&room).await;
    let mut last = Value::Null;
    for (ply, text) in moves.iter().take(21).enumerate() {
        let mover = if ply % 2 == 0 { &mut black } else { &mut white };
        mover.play(&room, ply, text).await.unwrap();
        last = mover.next_where(|message| message["kind"] == "moved" && message["ply"] == ply + 1).await;
    }
    process.kill().await;

    let process = Process::start(database.url()).await;
    let mut black = process.client(&tokens[0]).await;
    let mut white = process.client(&tokens[1]).await;
    let snapshot = black.watch(&room).await;
    assert_eq!(snapshot["position"], last["position"]);
    assert_eq!(snapshot["moves"], json!(moves[..21]));
    assert_eq!((&snapshot["status"], &snapshot["turn"]), (&json!("playing"), &json!(1)));
    let clock_of = |message: &Value, seat: usize| message["clocks"]["remaining_ms"][seat].as_u64().unwrap();
    assert_eq!(clock_of(&snapshot, 0), clock_of(&last, 0), "the clock that stood still");
    let restarted = {
        let since = last["seq"].as_u64().unwrap();
        white.ask(json!({"type": "watch", "room": room, "since": since})).await.unwrap();
        white.event("clock").await
    };
    assert_eq!(restarted["cause"], "restarted");
    assert_eq!(restarted["clocks"], last["clocks"], "both clocks are as they were acknowledged");

    for (ply, text) in moves.iter().enumerate().skip(21) {
        let mover = if ply % 2 == 0 { &mut black } else { &mut white };
        mover.play(&room, ply, text).await.unwrap();
    }
    let finished = white.event("finished").await;
    assert_eq!(finished["result"]["winners"], json!([1]));
    let game = process.url(&format!("/api/v1/games/{}", finished["game"].as_str().unwrap()));
    let game: Value = reqwest::get(game).await.unwrap().json().await.unwrap();
    assert_eq!(game["moves"], json!(moves));
    process.kill().await;
}
