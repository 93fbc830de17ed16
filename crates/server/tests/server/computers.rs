//! Computer players in seats of a room.

use serde_json::{Value, json};

use crate::client::Client;
use crate::database::{BOTH, Database, Kind};
use crate::process::{Process, output_of};
use crate::test_server::TestServer;

/// Starts a server with computers that move without delay.
async fn server(kind: Kind) -> TestServer {
    TestServer::start_with(kind, |config| config.computers.pause_ms = 0).await
}

/// Plays the first legal move on each turn of `seat` until this many plies have been played; returns the state of the room.
async fn play_until(client: &mut Client, room: &str, seat: u64, plies: u64) -> Value {
    loop {
        let state = client.watch(room).await;
        if state["ply"].as_u64().unwrap() >= plies || state["status"] != "playing" {
            return state;
        }
        if state["turn"] == seat {
            let text = state["legal"][0].as_str().unwrap().to_owned();
            client.play(room, state["ply"].as_u64().unwrap() as usize, &text).await.unwrap();
        }
        let own = |event: &Value| event["kind"] == "moved" && event["turn"] == seat;
        client.next_where(|message| message["type"] == "event" && own(message)).await;
    }
}

#[tokio::test]
async fn game_against_a_computer_starts_at_once() {
    for kind in BOTH {
        let server = server(kind).await;
        let mut client = server.client().await;
        let (room, state) = client.create_room(json!({"computers": [{"level": 2}]})).await;
        assert_eq!((&state["status"], &state["turn"]), (&json!("playing"), &json!(0)));
        let computer = &state["seats"][1]["player"];
        assert_eq!((&computer["computer"], &computer["guest"]), (&json!(2), &json!(false)));
        assert_eq!(state["seats"][1]["connected"], true);
        assert!(state["seats"][0]["player"].get("computer").is_none());
        let state = play_until(&mut client, &room, 0, 12).await;
        assert_eq!(state["turn"], 0, "the computer has answered every move");
        client.request(json!({"type": "resign", "room": room})).await.unwrap();
        let game = client.event("finished").await["game"].as_str().unwrap().to_owned();
        let (_, game) = server.get(&format!("/api/v1/games/{game}")).await;
        assert_eq!(game["players"][1]["computer"], 2);
    }
}

#[tokio::test]
async fn computer_in_the_first_seat_moves_first() {
    let server = server(Kind::Memory).await;
    let mut client = server.client().await;
    let (room, state) = client.create_room(json!({"computers": [{"level": 1, "seat": 0}]})).await;
    assert_eq!(state["seats"][1]["player"]["id"], client.user_id());
    assert_eq!(play_until(&mut client, &room, 1, 5).await["turn"], 1);
}

#[tokio::test]
async fn tables_of_three_and_four_are_filled_up() {
    let server = server(Kind::Memory).await;
    for (mode, others) in [("three", 2), ("four", 3), ("four-consecutive", 3)] {
        let mut client = server.client().await;
        let (room, _) = client.create_room(json!({"mode": mode})).await;
        for _ in 0..others {
            client.request(json!({"type": "add_computer", "room": room, "level": 1})).await.unwrap();
        }
        let state = play_until(&mut client, &room, 0, 9).await;
        assert_eq!(state["status"], "playing", "{mode}");
    }
}

#[tokio::test]
async fn computers_can_be_added_and_removed_before_a_game() {
    let server = server(Kind::Memory).await;
    let mut client = server.client().await;
    let mut other = server.client().await;
    let (room, _) = client.create_room(json!({"mode": "three", "ready": true})).await;
    let add = |seat: u8| json!({"type": "add_computer", "room": room, "level": 1, "seat": seat});
    let refused = other.request(add(1)).await.unwrap_err();
    assert_eq!(refused.code, "not_seated");
    client.request(add(1)).await.unwrap();
    assert_eq!(client.request(add(1)).await.unwrap_err().code, "seat_taken");
    client.request(json!({"type": "remove_computer", "room": room, "seat": 1})).await.unwrap();
    let refused =
        client.request(json!({"type": "remove_computer", "room": room, "seat": 0})).await.unwrap_err();
    assert_eq!(refused.code, "no_computer");
    client.ask_as("again", add(1)).await.unwrap();
    client.ask_as("again", add(1)).await.unwrap();
    client.request(json!({"type": "ready", "room": room, "ready": true})).await.unwrap();
    assert_eq!(client.watch(&room).await["status"], "waiting");
    client.request(add(2)).await.unwrap();
    assert_eq!(client.watch(&room).await["status"], "playing");
    assert_eq!(client.request(add(2)).await.unwrap_err().code, "already_started");
}

#[tokio::test]
async fn with_the_last_person_the_computers_leave() {
    let server = server(Kind::Memory).await;
    let mut client = server.client().await;
    let (room, _) = client.create_room(json!({"mode": "three", "computers": [{"level": 5}]})).await;
    client.request(json!({"type": "leave", "room": room})).await.unwrap();
    let state = client.watch(&room).await;
    assert_eq!(state["status"], "closed");
    assert!(state["seats"].as_array().unwrap().iter().all(|seat| seat["player"].is_null()));
}

#[tokio::test]
async fn computer_is_refused_in_settings_it_cannot_play() {
    let server = server(Kind::Memory).await;
    let guest = server.guest().await;
    let mut client = server.client_of(&guest).await;
    for (computers, code) in [
        (json!([{"level": 0}]), "out_of_range"),
        (json!([{"level": 13}]), "out_of_range"),
        (json!([{"level": 1, "seat": 4}]), "out_of_range"),
        (json!([{"level": 1, "seat": 2}]), "out_of_range"),
        (json!([{"level": 1}, {"level": 1}]), "room_full"),
        (json!([{"level": "strong"}]), "bad_message"),
        (json!([{}]), "bad_message"),
        (json!(vec![json!({"level": 1}); 500]), "room_full"),
    ] {
        let refused =
            client.request(json!({"type": "create_room", "computers": computers})).await.unwrap_err();
        assert_eq!(refused.code, code, "{computers}");
    }
    let both = json!({"type": "create_room", "seat": 1, "computers": [{"level": 1, "seat": 1}]});
    assert_eq!(client.request(both).await.unwrap_err().code, "seat_taken");
    let rooms = server.url("/api/v1/rooms");
    let answer =
        server.http().post(rooms).bearer_auth(&guest.token).json(&json!({"computers": [{"level": 13}]}));
    assert_eq!(answer.send().await.unwrap().status(), 400);
}

#[tokio::test]
async fn computer_games_per_user_are_limited() {
    for kind in BOTH {
        let server = TestServer::start_with(kind, |config| config.limits.computer_rooms_per_user = 1).await;
        let mut client = server.client().await;
        let (first, _) = client.create_room(json!({"computers": [{"level": 1}]})).await;
        let (waiting, _) = client.create_room(json!({})).await;
        let another = json!({"type": "create_room", "computers": [{"level": 1}]});
        let added = json!({"type": "add_computer", "room": waiting, "level": 1});
        assert_eq!(client.request(another).await.unwrap_err().code, "too_many");
        assert_eq!(client.request(added.clone()).await.unwrap_err().code, "too_many");
        client.request(json!({"type": "resign", "room": first})).await.unwrap();
        client.request(added).await.unwrap();
    }
}

#[tokio::test]
async fn computer_accepts_takebacks_and_rematches_but_no_early_draw() {
    let server = server(Kind::Memory).await;
    let mut client = server.client().await;
    let (room, _) = client.create_room(json!({"computers": [{"level": 1}]})).await;
    play_until(&mut client, &room, 0, 2).await;
    let offer = |what: &str| json!({"type": "offer", "room": room, "what": what});
    client.request(offer("draw")).await.unwrap();
    assert_eq!(client.event("declined").await["what"], "draw");
    client.request(offer("takeback")).await.unwrap();
    assert_eq!(client.event("taken_back").await["ply"], 0);
    client.request(json!({"type": "resign", "room": room})).await.unwrap();
    client.request(offer("rematch")).await.unwrap();
    client.event("started").await;
    assert_eq!(play_until(&mut client, &room, 1, 3).await["turn"], 1, "the seats have turned");
}

#[tokio::test]
async fn a_computer_goes_on_after_a_restart() {
    for kind in [Kind::Sqlite, Kind::Postgres] {
        // The search would take an hour.
        let mut server = TestServer::start_with(kind, |config| config.computers.pause_ms = 3_600_000).await;
        let guest = server.guest().await;
        let mut client = server.client_of(&guest).await;
        let settings = json!({"clock": {"kind": "none"}, "computers": [{"level": 1, "seat": 0}]});
        let (room, _) = client.create_room(settings).await;
        server.config_mut().computers.pause_ms = 0;
        server.restart().await;
        let mut client = server.client_of(&guest).await;
        assert_eq!(play_until(&mut client, &room, 1, 3).await["turn"], 1);
    }
}

/// Number of kills of the server while a computer plays, on each database.
const KILLS: usize = 8;

#[tokio::test]
async fn a_computer_plays_on_however_often_the_server_is_killed() {
    for kind in [Kind::Sqlite, Kind::Postgres] {
        let database = Database::new(kind).await;
        let settings = [("SUMITO_COMPUTERS__PAUSE_MS", "0")];
        let mut process = Process::start_with(database.url(), &settings).await;
        let token = process.guest_token().await;
        let mut client = process.client(&token).await;
        let (room, mut state) = client.create_room(json!({"computers": [{"level": 2}]})).await;
        for kill in 0..KILLS {
            assert_eq!(state["turn"], 0, "{kind:?}");
            let ply = state["ply"].as_u64().unwrap() as usize;
            let mut moves_sent = state["moves"].as_array().unwrap().clone();
            moves_sent.push(state["legal"][0].clone());
            client.play(&room, ply, state["legal"][0].as_str().unwrap()).await.unwrap();
            // Alternates between a kill while the computer thinks, and one while its move is being stored.
            if kill % 2 == 1 {
                let answer =
                    client.next_where(|message| message["kind"] == "moved" && message["turn"] == 0).await;
                moves_sent.push(answer["move"].clone());
            }
            process.kill().await;
            process = Process::start_with(database.url(), &settings).await;
            client = process.client(&token).await;
            state = client.watch(&room).await;
            let moves = state["moves"].as_array().unwrap();
            assert_eq!(moves[..moves_sent.len()], moves_sent[..], "{kind:?}: no acknowledged event is lost");
            if state["turn"] != 0 {
                client.next_where(|message| message["kind"] == "moved" && message["turn"] == 0).await;
                state = client.watch(&room).await;
            }
        }
        process.kill().await;
        let (in_order, _, error) = output_of(&["verify", "--database-url", database.url()], &[]).await;
        assert!(in_order, "{kind:?}: {error}");
    }
}

#[tokio::test]
async fn computer_clock_runs_while_engine_places_are_full() {
    let server = TestServer::start_with(Kind::Memory, |config| config.computers.queue = 0).await;
    let mut client = server.client().await;
    let settings = json!({"clock": {"kind": "per_move", "move_ms": 2_000}, "computers": [{"level": 1}]});
    let (room, state) = client.create_room(settings).await;
    client.play(&room, 0, state["legal"][0].as_str().unwrap()).await.unwrap();
    let notice = client.next_of("notice").await;
    assert_eq!((&notice["notice"], &notice["room"]), (&json!("computer_waits"), &json!(room)));
    assert_eq!(client.event("finished").await["result"]["reason"], "time");
}

/// Connects a guest from this address, as the reverse proxy reports it.
async fn client_from(server: &TestServer, address: &str) -> Client {
    let guest = server.guest().await;
    let headers =
        [("authorization", format!("Bearer {}", guest.token)), ("x-forwarded-for", address.to_owned())];
    Client::connect_with(&server.url("/ws"), &headers).await.unwrap()
}

/// Starts a game against a level and makes the first move; returns the room.
async fn begin(client: &mut Client, level: u8) -> String {
    let (room, state) = client.create_room(json!({"computers": [{"level": level}]})).await;
    client.play(&room, 0, state["legal"][0].as_str().unwrap()).await.unwrap();
    room
}

/// Counts the games in which the computer has answered.
async fn answered(games: &mut [(Client, String)]) -> usize {
    let mut answered = 0;
    for (client, room) in games {
        answered += usize::from(client.watch(room).await["ply"] == 2);
    }
    answered
}

#[tokio::test]
async fn strong_computers_of_one_address_do_not_delay_others() {
    const GREEDY: usize = 12;
    let server = TestServer::start_with(Kind::Memory, |config| {
        config.trust_forwarded_for = true;
        config.computers.pause_ms = 0;
        config.computers.threads = 1;
    })
    .await;
    let mut greedy = Vec::new();
    for _ in 0..GREEDY {
        let mut client = client_from(&server, "203.0.113.7").await;
        // A move of this level takes longer than to ask for the state of a game.
        let room = begin(&mut client, 11).await;
        greedy.push((client, room));
    }
    for level in [2, 12] {
        let mut other = client_from(&server, "198.51.100.1").await;
        let before = answered(&mut greedy).await;
        begin(&mut other, level).await;
        let by_computer = |message: &Value| message["kind"] == "moved" && message["turn"] == 0;
        other.next_where(by_computer).await;
        let meanwhile = answered(&mut greedy).await - before;
        assert!(meanwhile <= GREEDY / 2, "level {level} waited for {meanwhile} of the other address");
    }
}

/// One marble for each side: no game is more drawn.
const DRAWN: &str = "b4/6/7/8/9/8/7/6/4w b 5,5 0 0";

#[tokio::test]
async fn a_computer_offers_a_draw_in_a_drawn_position_after_long() {
    let server = server(Kind::Memory).await;
    let mut client = server.client().await;
    let settings = json!({"start_position": DRAWN, "clock": {"kind": "none"}, "computers": [{"level": 2}]});
    let (room, mut state) = client.create_room(settings).await;
    let mut been = std::collections::HashMap::<String, usize>::new();
    loop {
        // A walk over the board, so that no position is repeated.
        let legal = state["legal"].as_array().unwrap();
        let target = |text: &Value| text.as_str().unwrap()[2..].to_owned();
        let next = legal.iter().min_by_key(|text| been.get(&target(text)).copied().unwrap_or(0)).unwrap();
        *been.entry(target(next)).or_default() += 1;
        let ply = state["ply"].as_u64().unwrap() as usize;
        client.play(&room, ply, next.as_str().unwrap()).await.unwrap();
        client.next_where(|message| message["kind"] == "moved" && message["turn"] == 0).await;
        state = client.watch(&room).await;
        if state["offers"] != json!([]) {
            break;
        }
        assert!(ply < 90, "{state}");
    }
    assert_eq!((&state["offers"][0]["what"], &state["offers"][0]["by"]), (&json!("draw"), &json!(1)));
    assert_eq!(state["ply"], 82);
    client.request(json!({"type": "accept", "room": room, "what": "draw"})).await.unwrap();
    assert_eq!(client.event("finished").await["result"]["reason"], "agreement");
}
