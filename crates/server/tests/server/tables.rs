//! Games of three and four players, all clocks, and agreements between players, over real sockets.

use serde_json::{Value, json};

use crate::client::Client;
use crate::database::Kind;
use crate::play::two_players;
use crate::test_server::TestServer;

/// A full table of this mode with all players watching; the clients are in the order of their seats.
async fn full_table(server: &TestServer, mode: &str, settings: Value) -> (Vec<Client>, String) {
    let seats = if mode == "three" { 3 } else { 4 };
    let mut settings = settings;
    settings["mode"] = json!(mode);
    let mut maker = server.client().await;
    let (room, _) = maker.create_room(settings).await;
    let mut players = vec![maker];
    for seat in 1..seats {
        let mut player = server.client().await;
        player.watch(&room).await;
        assert_eq!(player.join(&room).await.unwrap()["seat"], seat);
        players.push(player);
    }
    (players, room)
}

/// Plays the first legal move of each turn, `plies` times; returns the seats in the order of their turns.
async fn play_on(players: &mut [Client], room: &str, plies: usize) -> Vec<u64> {
    let mut state = players[0].watch(room).await;
    let mut turns = Vec::new();
    for _ in 0..plies {
        let seat = state["turn"].as_u64().unwrap();
        let (ply, text) = (state["ply"].as_u64().unwrap(), state["legal"][0].as_str().unwrap().to_owned());
        players[seat as usize].play(room, ply as usize, &text).await.unwrap();
        state = players[0].watch(room).await;
        turns.push(seat);
    }
    turns
}

#[tokio::test]
async fn turns_go_round_among_three_and_four() {
    let server = TestServer::start().await;
    for (mode, order) in [
        ("three", vec![0, 1, 2, 0]),
        ("four", vec![0, 1, 2, 3, 0]),
        ("four-consecutive", vec![0, 2, 1, 3, 0]),
    ] {
        let (mut players, room) = full_table(&server, mode, json!({})).await;
        assert_eq!(play_on(&mut players, &room, order.len()).await, order, "{mode}");
    }
}

#[tokio::test]
async fn resignation_among_three_lets_the_others_continue() {
    let server = TestServer::start().await;
    let (mut players, room) = full_table(&server, "three", json!({})).await;
    players[0].request(json!({"type": "resign", "room": room})).await.unwrap();
    let out = players[1].event("eliminated").await;
    assert_eq!((&out["seat"], &out["reason"], &out["turn"]), (&json!(0), &json!("resignation"), &json!(1)));
    assert_eq!(play_on(&mut players, &room, 3).await, [1, 2, 1]);
    assert_eq!(players[0].watch(&room).await["seats"][0]["out"], json!(true));
    players[2].request(json!({"type": "resign", "room": room})).await.unwrap();
    let finished = players[0].event("finished").await;
    assert_eq!(finished["result"]["winners"], json!([1]));
    let (_, game) = server.get(&format!("/api/v1/games/{}", finished["game"].as_str().unwrap())).await;
    assert_eq!((&game["mode"], game["players"].as_array().unwrap().len()), (&json!("three"), 3));
}

#[tokio::test]
async fn a_team_resigns_together() {
    let server = TestServer::start().await;
    let (mut players, room) = full_table(&server, "four", json!({})).await;
    players[1].request(json!({"type": "resign", "room": room})).await.unwrap();
    let proposed = players[3].event("offered").await;
    assert_eq!((&proposed["seat"], &proposed["what"]), (&json!(1), &json!("resignation")));
    let snapshot = players[3].watch(&room).await;
    assert_eq!(snapshot["offers"], json!([{"what": "resignation", "by": 1, "agreed": [1]}]));
    let accept = json!({"type": "accept", "room": room, "what": "resignation"});
    players[3].request(accept).await.unwrap();
    assert_eq!(players[0].event("finished").await["result"]["winners"], json!([0, 2]));
}

#[tokio::test]
async fn a_rematch_turns_the_seats_and_is_another_game() {
    let server = TestServer::start().await;
    let (mut black, mut white, room) = two_players(&server, json!({})).await;
    black.request(json!({"type": "resign", "room": room})).await.unwrap();
    let first = white.event("finished").await["game"].clone();
    black.request(json!({"type": "offer", "room": room, "what": "rematch"})).await.unwrap();
    white.request(json!({"type": "accept", "room": room, "what": "rematch"})).await.unwrap();
    let started = black.next_where(|message| message["kind"] == "started" && message["game"] != first).await;
    assert_eq!(started["players"][0]["id"], white.user_id());
    white.play(&room, 0, "a1b2").await.unwrap();
    black.request(json!({"type": "resign", "room": room})).await.unwrap();
    let second = white.next_where(|message| message["kind"] == "finished").await["game"].clone();
    assert_ne!(first, second);
    let (_, page) = server.get("/api/v1/games").await;
    assert_eq!([&page["games"][0]["id"], &page["games"][1]["id"]], [&second, &first]);
}

#[tokio::test]
async fn moves_are_taken_back_when_the_opponent_agrees() {
    let server = TestServer::start().await;
    let (mut black, mut white, room) = two_players(&server, json!({"layout": "standard"})).await;
    black.play(&room, 0, "a1b2").await.unwrap();
    black.request(json!({"type": "offer", "room": room, "what": "takeback"})).await.unwrap();
    assert_eq!(white.event("offered").await["what"], "takeback");
    white.request(json!({"type": "accept", "room": room, "what": "takeback"})).await.unwrap();
    let taken_back = black.event("taken_back").await;
    assert_eq!((&taken_back["ply"], &taken_back["turn"]), (&json!(0), &json!(0)));
    assert_eq!(taken_back["legal"].as_array().unwrap().len(), 44);
    // The same move can be played again after it was taken back, even by a client that reuses its command ids.
    let play = json!({"type": "play", "room": room, "ply": 0, "move": "a1b2"});
    black.ask_as("c1", play).await.unwrap();
    assert_eq!(white.watch(&room).await["moves"], json!(["a1b2"]));
}

#[tokio::test]
async fn every_clock_is_understood_and_shown() {
    let server = TestServer::start().await;
    for clock in [
        json!({"kind": "none"}),
        json!({"kind": "sudden_death", "initial_ms": 900_000}),
        json!({"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000}),
        json!({"kind": "bronstein", "initial_ms": 300_000, "delay_ms": 3_000}),
        json!({"kind": "delay", "initial_ms": 300_000, "delay_ms": 2_000}),
        json!({"kind": "per_move", "move_ms": 86_400_000}),
        json!({"kind": "per_game", "limit_ms": 1_800_000}),
    ] {
        let (mut black, mut white, room) = two_players(&server, json!({"clock": clock})).await;
        black.play(&room, 0, "a1b2").await.unwrap();
        let moved = white.event("moved").await;
        assert_eq!(moved["time"]["seat"], 0);
        let snapshot = white.watch(&room).await;
        assert_eq!(snapshot["clock"], clock);
        let clocks = &snapshot["clocks"];
        assert_eq!(clocks["remaining_ms"].is_null(), clock["kind"] == "none");
        let free_ms = if clock["kind"] == "delay" { &clock["delay_ms"] } else { &json!(0) };
        assert_eq!((&clocks["free_ms"], &clocks["shared"]), (free_ms, &json!(clock["kind"] == "per_game")));
        assert_eq!(clocks["turn_began_at"].is_null(), clocks["running"].is_null(), "{clocks}");
        assert_eq!((&snapshot["clocks"]["running"], &snapshot["ledger"][0]), (&json!(1), &moved["time"]));
    }
}

#[tokio::test]
async fn room_can_wait_until_all_players_are_ready() {
    let server = TestServer::start().await;
    let mut black = server.client().await;
    let mut white = server.client().await;
    let (room, _) = black.create_room(json!({"ready": true})).await;
    white.join(&room).await.unwrap();
    let ready = json!({"type": "ready", "room": room, "ready": true});
    white.request(ready.clone()).await.unwrap();
    assert_eq!(black.event("ready").await["seat"], 1);
    assert_eq!(black.watch(&room).await["status"], "waiting");
    black.request(ready).await.unwrap();
    black.event("started").await;
}

#[tokio::test]
async fn game_of_an_absent_player_can_be_claimed() {
    let server = TestServer::start_with(Kind::Sqlite, |config| config.policy.absence_percent = 1).await;
    let (mut black, white, room) = two_players(&server, json!({})).await;
    let claim = json!({"type": "claim", "room": room, "result": "win"});
    assert_eq!(black.request(claim.clone()).await.unwrap_err().code, "nobody_away");
    black.play(&room, 0, "a1b2").await.unwrap();
    drop(white);
    black.next_where(|message| message["seats"][1]["claimable_at"].is_i64()).await;
    while let Err(refused) = black.request(claim.clone()).await {
        assert_eq!(refused.code, "nobody_away");
    }
    assert_eq!(black.event("finished").await["result"]["reason"], "abandoned");
}

#[tokio::test]
async fn missing_first_move_aborts_the_game() {
    let server = TestServer::start_with(Kind::Sqlite, |config| config.policy.first_move_percent = 1).await;
    let (_black, mut white, room) = two_players(&server, json!({})).await;
    let snapshot = white.watch(&room).await;
    if snapshot["status"] == "playing" {
        assert!(snapshot["clocks"]["first_move_by"].is_i64());
    }
    assert_eq!(white.event("finished").await["result"]["reason"], "aborted");
}

#[tokio::test]
async fn one_of_several_tabs_plays_and_another_can_take_over() {
    let server = TestServer::start().await;
    let guest = server.guest().await;
    let mut first = server.client_of(&guest).await;
    let (room, _) = first.create_room(json!({})).await;
    server.client().await.join(&room).await.unwrap();
    let mut second = server.client_of(&guest).await;
    second.watch(&room).await;
    assert_eq!(second.next_of("control").await["yours"], json!(true));
    assert_eq!(first.next_of("control").await["yours"], json!(false));
    assert_eq!(first.play(&room, 0, "a1b2").await.unwrap_err().code, "not_in_control");
    first.request(json!({"type": "take_over", "room": room})).await.unwrap();
    assert_eq!(first.next_of("control").await["yours"], json!(true));
    assert_eq!(second.next_of("control").await["yours"], json!(false));
    first.play(&room, 0, "a1b2").await.unwrap();
    assert_eq!(second.event("moved").await["move"], "a1b2", "the other tab mirrors");
    drop(first);
    assert_eq!(second.next_of("control").await["yours"], json!(true), "the last tab plays");
}
