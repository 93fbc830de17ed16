//! Whole games over real sockets.

use serde_json::{Value, json};

use crate::client::Client;
use crate::database::{BOTH, Kind};
use crate::test_server::TestServer;

/// A recorded game of 48 plies that White wins 6 to 0.
pub(crate) fn recorded_game() -> (String, Vec<String>) {
    let line = include_str!("../../../rules/tests/data/games.jsonl")
        .lines()
        .find(|line| line.contains("migs-38701"))
        .unwrap();
    let game: Value = serde_json::from_str(line).unwrap();
    let moves = game["moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap().to_owned()).collect();
    (game["start"].as_str().unwrap().to_owned(), moves)
}

/// Two people at a table: Black made the room, White joined by its id.
pub(crate) async fn two_players(server: &TestServer, settings: Value) -> (Client, Client, String) {
    let mut black = server.client().await;
    let mut white = server.client().await;
    let (room, _) = black.create_room(settings).await;
    let joined = white.join(&room).await.unwrap();
    assert_eq!(joined["seat"], 1);
    white.watch(&room).await;
    black.event("started").await;
    (black, white, room)
}

#[tokio::test]
async fn whole_game_is_played_and_listed() {
    for kind in BOTH {
        play_recorded_game(kind).await;
    }
}

async fn play_recorded_game(kind: Kind) {
    let server = TestServer::start_on(kind).await;
    let (layout, moves) = recorded_game();
    let settings =
        json!({"layout": layout, "clock": {"kind": "fischer", "initial_ms": 60_000, "increment_ms": 2_000}});
    let (black, white, room) = two_players(&server, settings).await;
    let mut players = [black, white];
    let mut seqs = Vec::new();
    for (ply, text) in moves.iter().enumerate() {
        let mover = ply % 2;
        let done = players[mover].play(&room, ply, text).await.unwrap();
        let own = players[mover].event("moved").await;
        let others = players[1 - mover].event("moved").await;
        assert_eq!(own, others, "both players see the same");
        assert_eq!(own["seq"], done["seq"]);
        assert_eq!((&own["move"], &own["seat"]), (&json!(text), &json!(mover)));
        assert_eq!(own["legal"].as_array().unwrap().is_empty(), ply + 1 == moves.len());
        seqs.push(own["seq"].as_u64().unwrap());
    }
    let finished = players[0].event("finished").await;
    assert_eq!(finished["result"], json!({"winners": [1], "reason": "ejections", "score": [0, 6]}));
    assert_eq!(finished["seq"].as_u64(), seqs.last().map(|seq| seq + 1));

    let id = finished["game"].as_str().unwrap();
    let (status, game) = server.get(&format!("/api/v1/games/{id}")).await;
    assert_eq!(status, 200);
    assert_eq!(game["moves"], json!(moves));
    assert_eq!(game["plies"], moves.len());
    assert_eq!(game["result"], finished["result"]);
    assert_eq!(game["players"][1]["id"], players[1].user_id());
    let (_, page) = server.get("/api/v1/games").await;
    assert_eq!(page["games"][0]["id"], id);
    let late = players[1].play(&room, moves.len(), "a1b2").await.unwrap_err();
    assert_eq!(late.code, "not_playing");
}

#[tokio::test]
async fn a_game_can_end_by_resignation_agreement_and_abortion() {
    let server = TestServer::start().await;

    let (mut black, mut white, room) = two_players(&server, json!({})).await;
    black.request(json!({"type": "resign", "room": room})).await.unwrap();
    assert_eq!(white.event("finished").await["result"]["winners"], json!([1]));

    let (mut black, mut white, room) = two_players(&server, json!({"clock": {"kind": "none"}})).await;
    black.request(json!({"type": "offer", "room": room, "what": "draw"})).await.unwrap();
    assert_eq!(white.event("offered").await["seat"], 0);
    white.request(json!({"type": "decline", "room": room, "what": "draw"})).await.unwrap();
    assert_eq!(black.event("declined").await["seat"], 1);
    white.request(json!({"type": "offer", "room": room, "what": "draw"})).await.unwrap();
    black.request(json!({"type": "accept", "room": room, "what": "draw"})).await.unwrap();
    assert_eq!(white.event("finished").await["result"]["reason"], "agreement");

    let (mut black, mut white, room) = two_players(&server, json!({})).await;
    white.request(json!({"type": "abort", "room": room})).await.unwrap();
    let aborted = black.event("finished").await;
    assert_eq!(aborted["result"]["reason"], "aborted");

    // Aborted games are in no list, but still available.
    let (_, page) = server.get("/api/v1/games").await;
    assert_eq!(page["games"].as_array().unwrap().len(), 2);
    let (_, page) = server.get("/api/v1/games?result=aborted").await;
    assert_eq!(page["games"][0]["id"], aborted["game"]);
}

#[tokio::test]
async fn flag_falls_without_connected_players() {
    let server = TestServer::start().await;
    let clock = json!({"clock": {"kind": "sudden_death", "initial_ms": 1_000}});
    let (black, white, room) = two_players(&server, clock).await;
    drop((black, white));
    let mut spectator = Client::connect(&server.url("/ws"), None).await;
    let snapshot = spectator.watch(&room).await;
    let result = if snapshot["result"].is_null() {
        spectator.event("finished").await["result"].clone()
    } else {
        snapshot["result"].clone()
    };
    assert_eq!(result, json!({"winners": [1], "reason": "time", "score": [0, 0]}));
}

#[tokio::test]
async fn spectator_sees_everything_and_cannot_act() {
    let server = TestServer::start().await;
    let (mut black, _white, room) = two_players(&server, json!({})).await;
    let mut spectator = Client::connect(&server.url("/ws"), None).await;
    assert_eq!(spectator.hello["user"], Value::Null);
    let snapshot = spectator.watch(&room).await;
    assert_eq!((&snapshot["status"], &snapshot["turn"]), (&json!("playing"), &json!(0)));
    assert_eq!(snapshot["legal"].as_array().unwrap().len(), 52, "the Belgian daisy has 52 first moves");
    black.play(&room, 0, "a1b2").await.unwrap();
    assert_eq!(spectator.event("moved").await["move"], "a1b2");
    assert_eq!(spectator.play(&room, 1, "a1b2").await.unwrap_err().code, "unauthenticated");
}
