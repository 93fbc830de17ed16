//! Conditional moves: replies that a player of a correspondence game has prepared.

use serde_json::{Value, json};

use crate::client::{Client, Refused};
use crate::database::{BOTH, Database};
use crate::node_servers::Nodes;
use crate::process::Process;
use crate::store::count;
use crate::test_server::TestServer;

const STORED: &str = "SELECT count(*) FROM rooms WHERE conditional_moves IS NOT NULL";

/// Starts a correspondence game that both players watch; the first of the two is to move.
async fn game(black: &mut Client, white: &mut Client) -> String {
    let clock = json!({"kind": "per_move", "move_ms": 86_400_000});
    let (room, _) = black.create_room(json!({"clock": clock, "layout": "standard"})).await;
    white.join(&room).await.unwrap();
    white.watch(&room).await;
    assert_eq!(lines(white).await, json!([]));
    room
}

async fn set(client: &mut Client, room: &str, ply: u32, lines: Value) -> Result<Value, Refused> {
    let set = json!({"type": "set_conditional_moves", "room": room, "ply": ply, "lines": lines});
    client.request(set).await
}

/// Returns the next conditional moves that the client receives.
async fn lines(client: &mut Client) -> Value {
    client.next_of("conditional_moves").await["lines"].clone()
}

/// Plays a move; returns the events of the next `count` moves.
async fn play(client: &mut Client, room: &str, ply: usize, text: &str, count: usize) -> Vec<Value> {
    client.play(room, ply, text).await.unwrap();
    let mut moved = Vec::new();
    for _ in 0..count {
        moved.push(client.event("moved").await);
    }
    moved
}

fn moves(events: &[Value]) -> Vec<&str> {
    events.iter().map(|event| event["move"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn reply_is_played_with_the_move_that_it_answers() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let (mut black, mut white) = (server.client().await, server.client().await);
        let room = game(&mut black, &mut white).await;
        let whole =
            json!([["a1b2", "i9h8", "b2c3", "i5h5"], ["a1b2", "i9h8", "a2b3", "i8h7"], ["a2b3", "i8h7"]]);
        set(&mut white, &room, 0, whole.clone()).await.unwrap();
        assert_eq!(lines(&mut white).await, whole);
        assert_eq!(count(server.database(), STORED).await, 1);

        let moved = play(&mut black, &room, 0, "a1b2", 2).await;
        assert_eq!(moves(&moved), ["a1b2", "i9h8"]);
        assert_eq!(
            (&moved[0]["at"], &moved[1]["time"]["elapsed_ms"]),
            (&moved[1]["at"], &json!(0)),
            "the reply takes no time"
        );
        assert_eq!(lines(&mut white).await, json!([["b2c3", "i5h5"], ["a2b3", "i8h7"]]));

        // It does not fit: the player moves.
        let moved = play(&mut black, &room, 2, "a5b5", 1).await;
        assert_eq!(moves(&moved), ["a5b5"]);
        assert_eq!(lines(&mut white).await, json!([]));
        assert_eq!(count(server.database(), STORED).await, 0);
        white.play(&room, 3, "i5h5").await.unwrap();

        // Neither the opponent nor a spectator has received any, and the log has none of them.
        let mut spectator = server.client().await;
        spectator.watch(&room).await;
        set(&mut white, &room, 4, json!([["a3b4", "i7h7"]])).await.unwrap();
        white.request(json!({"type": "offer", "room": room, "what": "takeback"})).await.unwrap();
        for client in [&mut black, &mut spectator] {
            client.next_where(|message| message["kind"] == "offered").await;
            let seen =
                |message: &Value| message["type"] == "conditional_moves" && message["lines"] != json!([]);
            assert!(!client.waiting().any(seen));
        }
        black.request(json!({"type": "accept", "room": room, "what": "takeback"})).await.unwrap();
        white.event("taken_back").await;
        assert_eq!(lines(&mut white).await, json!([["a3b4", "i7h7"]]));
        assert_eq!(lines(&mut white).await, json!([]), "the position is another one");
    }
}

#[tokio::test]
async fn player_can_change_and_remove_them_until_the_game_ends() {
    let server = TestServer::start().await;
    let (mut black, mut white) = (server.client().await, server.client().await);
    let room = game(&mut black, &mut white).await;
    let code = |refused: Result<Value, Refused>| refused.unwrap_err().code;
    let one = json!([["a1b2", "i9h8"]]);
    assert_eq!(code(set(&mut black, &room, 0, one.clone()).await), "not_now");
    assert_eq!(code(set(&mut white, &room, 1, one.clone()).await), "stale_ply");
    assert_eq!(code(set(&mut white, &room, 0, json!([["a1b2"]])).await), "bad_line");
    assert_eq!(code(set(&mut white, &room, 0, json!([["a1b2", "a2b3"]])).await), "illegal_move");
    assert_eq!(
        code(set(&mut white, &room, 0, json!([["a1b2", "i9h8"], ["a1b2", "i8h7"]])).await),
        "bad_line"
    );
    assert_eq!(code(set(&mut white, &room, 0, json!(vec![["a1b2", "i9h8"]; 21])).await), "too_many");
    let mut spectator = server.client().await;
    assert_eq!(code(set(&mut spectator, &room, 0, one.clone()).await), "not_seated");

    set(&mut white, &room, 0, one.clone()).await.unwrap();
    assert_eq!(lines(&mut white).await, one);
    set(&mut white, &room, 0, json!([])).await.unwrap();
    assert_eq!(lines(&mut white).await, json!([]));
    set(&mut white, &room, 0, one).await.unwrap();
    lines(&mut white).await;
    black.request(json!({"type": "resign", "room": room})).await.unwrap();
    assert_eq!(lines(&mut white).await, json!([]));
    assert_eq!(count(server.database(), STORED).await, 0);

    let (live, _) = black.create_room(json!({})).await;
    white.join(&live).await.unwrap();
    assert_eq!(code(set(&mut white, &live, 0, json!([["a1b2", "i9h8"]])).await), "unsupported");
}

#[tokio::test]
async fn acknowledged_lines_survive_a_crash() {
    for kind in BOTH {
        let database = Database::new(kind).await;
        let process = Process::start(database.url()).await;
        let tokens = [process.guest_token().await, process.guest_token().await];
        let (mut black, mut white) = (process.client(&tokens[0]).await, process.client(&tokens[1]).await);
        let room = game(&mut black, &mut white).await;
        let whole = json!([["a1b2", "i9h8", "b2c3", "i5h5"]]);
        set(&mut white, &room, 0, whole.clone()).await.unwrap();
        process.kill().await;

        let process = Process::start(database.url()).await;
        let (mut black, mut white) = (process.client(&tokens[0]).await, process.client(&tokens[1]).await);
        white.watch(&room).await;
        assert_eq!(lines(&mut white).await, whole);
        black.watch(&room).await;
        let moved = play(&mut black, &room, 0, "a1b2", 2).await;
        assert_eq!(moves(&moved), ["a1b2", "i9h8"]);
        process.kill().await;

        let process = Process::start(database.url()).await;
        let (mut black, mut white) = (process.client(&tokens[0]).await, process.client(&tokens[1]).await);
        assert_eq!(black.watch(&room).await["moves"], json!(["a1b2", "i9h8"]), "it is played once");
        white.watch(&room).await;
        assert_eq!(lines(&mut white).await, json!([["b2c3", "i5h5"]]));
        process.kill().await;
    }
}

#[tokio::test]
async fn lines_move_with_the_room_to_another_node() {
    let mut nodes = Nodes::start(2).await;
    let (mut black, mut white) = (nodes[0].client().await, nodes[1].client().await);
    let room = game(&mut black, &mut white).await;
    let whole = json!([["a1b2", "i9h8", "b2c3", "i5h5"]]);
    set(&mut white, &room, 0, whole.clone()).await.unwrap();
    assert_eq!(lines(&mut white).await, whole);
    let token = black.token().to_owned();
    nodes.stop(0).await;
    let mut black = nodes[1].client_with_token(&token).await;
    black.watch(&room).await;
    let moved = play(&mut black, &room, 0, "a1b2", 2).await;
    assert_eq!(moves(&moved), ["a1b2", "i9h8"]);
    white.next_where(|message| message["lines"] == json!([["b2c3", "i5h5"]])).await;
}
