//! Analysis of a position that belongs to no game.

use reqwest::StatusCode;
use serde_json::{Value, json};
use sumito_rules::{Layout, Mode, Position};

use crate::client::Client;
use crate::database::Kind;
use crate::test_server::{Guest, TestServer};

const ADDRESS: &str = "/api/v1/positions/formations";

async fn request(server: &TestServer, mode: &str, position: &str, known: Option<&str>) -> reqwest::Response {
    let mut request = server.http().get(server.url(ADDRESS)).query(&[("mode", mode), ("position", position)]);
    if let Some(known) = known {
        request = request.header("if-none-match", known);
    }
    request.send().await.unwrap()
}

#[tokio::test]
async fn named_features_are_listed_with_their_cells() {
    let server = TestServer::start_with(Kind::Memory, |_| {}).await;
    // A lance of Black faces a pair of White at the edge, an arc and a shield stand apart, and a single marble of White is encircled.
    let line = "bb3/bwb3/1bb4/8/4bbbww/8/1b5/bb1www/5 w 0,0 3 17";
    let answer = request(&server, "two", line, None).await;
    assert_eq!(answer.status(), StatusCode::OK);
    assert_eq!(answer.headers()["content-type"], "application/json");
    let description: Value = answer.json().await.unwrap();
    assert_eq!((&description["mode"], &description["position"]), (&json!("two"), &json!(line)));
    assert_eq!(
        description["colors"],
        json!([
            {
                "color": "black", "team": 0, "singles": [], "pairs": [], "lances": [["e5", "e6", "e7"]], "arcs": [],
                "shields": [["b1", "b2", "c2"]], "multiples": [["g4", "g5", "h4", "h6", "i5", "i6"]], "blocks": [],
                "dets": [], "in_danger": [],
            },
            {
                "color": "white", "team": 1, "singles": ["h5"], "pairs": [["e8", "e9"]], "lances": [["b4", "b5", "b6"]],
                "arcs": [], "shields": [], "multiples": [], "blocks": [], "dets": ["h5"], "in_danger": ["e9"],
            },
        ])
    );
    let sumito = json!({"team": 0, "direction": "east", "own": ["e5", "e6", "e7"], "opposing": ["e8", "e9"], "open": true});
    assert!(description["sumitos"].as_array().unwrap().contains(&sumito), "{description}");
}

#[tokio::test]
async fn line_is_listed_in_its_facing_direction() {
    let server = TestServer::start_with(Kind::Memory, |_| {}).await;
    let answer = request(&server, "two", "5/6/7/8/wbb6/8/7/6/5 b 0,0 0 0", None).await;
    let description: Value = answer.json().await.unwrap();
    let sumito =
        json!({"team": 0, "direction": "west", "own": ["e3", "e2"], "opposing": ["e1"], "open": true});
    assert_eq!((&description["pacs"], &description["sumitos"]), (&json!([]), &json!([sumito])));
    assert_eq!(description["colors"][1]["in_danger"], json!(["e1"]));
    // Partners stand together, and two opponents count as one force.
    let answer = request(&server, "four", "5/6/7/8/brwy5/8/7/6/5 b 0,0 0 0", None).await;
    let description: Value = answer.json().await.unwrap();
    let pac =
        json!({"team": 0, "direction": "east", "own": ["e1", "e2"], "opposing": ["e3", "e4"], "open": true});
    assert_eq!((&description["pacs"], &description["sumitos"]), (&json!([pac]), &json!([])));
    let singles: Vec<_> =
        description["colors"].as_array().unwrap().iter().map(|color| &color["singles"]).collect();
    assert_eq!(singles, [&json!(["e1"]), &json!(["e3"]), &json!(["e2"]), &json!(["e4"])]);
}

#[tokio::test]
async fn position_analysis_may_be_cached() {
    let server = TestServer::start_with(Kind::Memory, |_| {}).await;
    let line = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0,0 0 0";
    let first = request(&server, "two", line, None).await;
    assert_eq!(first.headers()["cache-control"], "public, max-age=86400, immutable");
    let etag = first.headers()["etag"].to_str().unwrap().to_owned();
    let again = request(&server, "two", line, Some(&etag)).await;
    assert_eq!(
        (again.status(), again.headers()["etag"].to_str().unwrap()),
        (StatusCode::NOT_MODIFIED, &*etag)
    );
    assert_eq!(again.headers()["cache-control"], first.headers()["cache-control"]);
    assert!(again.bytes().await.unwrap().is_empty());
    let other = request(&server, "two", &line.replace("0 0", "0 2"), Some(&etag)).await;
    assert_eq!(other.status(), StatusCode::OK, "another position");
    assert_ne!(other.headers()["etag"].to_str().unwrap(), etag);
}

#[tokio::test]
async fn invalid_position_is_refused_with_the_reason() {
    let server = TestServer::start_with(Kind::Memory, |_| {}).await;
    let rows = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb";
    for (mode, line, code, word) in [
        ("two", String::new(), "bad_position", "missing: the rows"),
        ("two", rows.to_owned(), "bad_position", "colour to move"),
        ("two", format!("{rows} b 0,0 0 0 0"), "bad_position", "too many parts"),
        ("two", "5/6/7 b 0,0 0 0".to_owned(), "bad_position", "3 rows"),
        ("two", format!("{} b 0,0 0 0", rows.replace('9', "8")), "bad_position", "row e"),
        ("two", format!("{} b 0,0 0 0", rows.replace('9', "4x4")), "bad_position", "'x'"),
        ("two", format!("{rows} g 0,0 0 0"), "bad_position", "letters b, w, r, y"),
        ("two", format!("{rows} b 0 0 0"), "bad_position", "2 teams"),
        ("two", format!("{rows} b 7,0 0 0"), "bad_position", "7 marbles"),
        ("two", format!("{rows} b 0,0 -1 0"), "bad_position", "quiet plies"),
        ("two", format!("{rows} r 0,0 0 0"), "bad_position", "red"),
        ("three", format!("{rows} b 0,0 0 0"), "bad_position", "3 teams"),
        ("five", format!("{rows} b 0,0 0 0"), "bad_message", "mode"),
    ] {
        let answer = request(&server, mode, &line, None).await;
        assert_eq!(answer.headers()["content-type"], "application/problem+json");
        assert_eq!(answer.headers()["cache-control"], "no-store", "{line}");
        let problem: Value = answer.json().await.unwrap();
        assert_eq!(
            (&problem["status"], &problem["code"]),
            (&json!(400), &json!(code)),
            "{mode} {line}: {problem}"
        );
        assert!(problem["detail"].as_str().unwrap().contains(word), "{mode} {line}: {problem}");
    }
    for query in ["", "?mode=two", "?position=x", "?mode=two&position=x&turn=b"] {
        let (status, problem) = server.get(&format!("{ADDRESS}{query}")).await;
        assert_eq!((status.as_u16(), &problem["code"]), (400, &json!("bad_message")), "{query}");
    }
}

/// Asks for the evaluation of a position; returns the status and the code of an error.
pub(crate) async fn evaluate(server: &TestServer, by: &Guest, position: &Position) -> (u16, Value) {
    let query = [("mode", "two".to_owned()), ("position", position.to_string())];
    let request = server.http().get(server.url("/api/v1/positions/evaluation")).query(&query);
    let answer = request.bearer_auth(&by.token).send().await.unwrap();
    let (status, body) = (answer.status().as_u16(), answer.json::<Value>().await.unwrap());
    (status, body["code"].clone())
}

/// Plays the same moves in each game; returns the positions after each of them.
pub(crate) async fn play_on(
    players: &mut [Client; 2],
    room: &str,
    position: &Position,
    plies: u32,
) -> Vec<Position> {
    let mut positions = vec![*position];
    for _ in 0..plies {
        let position = *positions.last().unwrap();
        let (moves, ply) = (position.legal_moves(), position.ply());
        let mv = moves.into_iter().cycle().nth(ply as usize * 7 + 3).unwrap();
        players[ply as usize % 2].play(room, ply as usize, &mv.to_string()).await.unwrap();
        positions.push(position.play(mv).unwrap().position);
    }
    positions
}

#[tokio::test]
async fn engine_does_not_answer_for_a_running_rated_game() {
    let server = TestServer::start_with(Kind::Memory, |config| {
        config.computers.evaluation_ms = 1;
        config.computers.analysis_nodes = 1_000;
    })
    .await;
    let (anna, berta, carla) =
        (server.account("Anna").await, server.account("Berta").await, server.account("Carla").await);
    let mut players = [server.client_of(&anna).await, server.client_of(&berta).await];
    let clock = json!({"kind": "fischer", "initial_ms": 600_000, "increment_ms": 5_000});
    // A casual game with the same moves, which ends.
    let casual = json!({"layout": "standard", "clock": clock});
    let (copy, _) = players[0].create_room(casual).await;
    players[1].join(&copy).await.unwrap();
    let start = Position::start(Mode::Two, Layout::Standard).unwrap();
    play_on(&mut players, &copy, &start, 20).await;
    players[1].request(json!({"type": "resign", "room": copy})).await.unwrap();
    let finished = players[0].event("finished").await["game"].as_str().unwrap().to_owned();

    let rated = json!({"layout": "standard", "clock": clock, "rated": true});
    let (room, _) = players[0].create_room(rated).await;
    players[1].join(&room).await.unwrap();
    let positions = play_on(&mut players, &room, &start, 15).await;
    assert_eq!(evaluate(&server, &anna, &positions[15]).await.0, 200, "an opening");
    let positions = play_on(&mut players, &room, &positions[15], 4).await;
    let (before, now) = (positions[3], positions[4]);
    for by in [&anna, &berta, &carla] {
        assert_eq!(evaluate(&server, by, &now).await, (409, json!("position_in_play")));
    }
    let after = now.play(now.legal_moves().into_iter().next().unwrap()).unwrap().position;
    assert_eq!(evaluate(&server, &carla, &after).await, (409, json!("position_in_play")));
    assert_eq!(evaluate(&server, &carla, &positions[0]).await.0, 200, "the game has moved on");
    assert_ne!(before, now);
    // The copy has the position at ply 19.
    let analysis = format!("/api/v1/games/{finished}/analysis");
    let (status, refusal) = server.post(&analysis, Some(&carla.token), json!({})).await;
    assert_eq!((status, &refusal["code"]), (409, &json!("position_in_play")));

    players[1].request(json!({"type": "resign", "room": room})).await.unwrap();
    players[0].event("finished").await;
    assert_eq!(evaluate(&server, &carla, &now).await.0, 200, "the game is over");
    assert_eq!(server.post(&analysis, Some(&carla.token), json!({})).await.0, 202);
}
