//! Puzzles: the collection, attempts and ratings, votes, runs, and the search in finished games.

use std::collections::HashSet;
use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use sumito_config::Config;
use sumito_puzzles::{Puzzle, PuzzleTheme, SymmetryKey, collection};
use sumito_rules::Mode;
use sumito_store::{LeftOut, PuzzleSearch, Store};
use tokio::time::sleep;

use crate::database::{BOTH, Kind};
use crate::store::{count, execute, settings};
use crate::test_server::{Guest, TestServer};

/// Starts a server with the collection, and waits until it is stored.
async fn server_with_puzzles(kind: Kind) -> TestServer {
    server_with_pace(kind, 0).await
}

/// A server on which a person needs this time for a move in a run.
async fn server_with_pace(kind: Kind, move_ms: u64) -> TestServer {
    let server = TestServer::start_with(kind, |config: &mut Config| {
        (config.puzzles.collection, config.puzzles.move_ms) = (true, move_ms);
    })
    .await;
    let last = collection().last().unwrap();
    let path = format!("/api/v1/puzzles/{}", SymmetryKey::of(last.start()));
    wait_until(async || server.get(&path).await.0 == StatusCode::OK).await;
    server
}

async fn wait_until(condition: impl AsyncFn() -> bool) {
    while !condition().await {
        sleep(Duration::from_millis(20)).await;
    }
}

/// Returns the solver's moves of a puzzle.
fn solution(puzzle: &Value) -> Vec<&str> {
    puzzle["solution"].as_array().unwrap().iter().step_by(2).map(|m| m.as_str().unwrap()).collect()
}

/// Returns a legal move that does not solve the puzzle.
fn wrong_move(puzzle: &Value) -> String {
    let line = format!(
        "{} | {} | {}",
        puzzle["mode"].as_str().unwrap(),
        puzzle["position"].as_str().unwrap(),
        puzzle["solution"]
            .as_array()
            .unwrap()
            .iter()
            .map(|m| m.as_str().unwrap())
            .collect::<Vec<_>>()
            .join(" ")
    );
    let puzzle: Puzzle = line.parse().unwrap();
    let first = puzzle.line()[0];
    // Only the first move of a puzzle is right.
    puzzle.start().legal_moves().into_iter().find(|&m| m != first).unwrap().to_string()
}

async fn attempt(server: &TestServer, by: &Guest, puzzle: &Value, moves: Value) -> (u16, Value) {
    let path = format!("/api/v1/puzzles/{}/attempts", puzzle["id"].as_str().unwrap());
    server.post(&path, Some(&by.token), json!({"moves": moves})).await
}

async fn next(server: &TestServer, by: &Guest, query: &str) -> Value {
    let (status, puzzle) = server.get_as(&format!("/api/v1/puzzles/next{query}"), &by.token).await;
    assert_eq!(status, 200, "{puzzle}");
    puzzle
}

#[tokio::test]
async fn first_attempt_is_rated_and_later_ones_are_only_judged() {
    for kind in BOTH {
        let server = server_with_puzzles(kind).await;
        let anne = server.account("anne").await;
        let puzzle = next(&server, &anne, "").await;
        let (status, verdict) = attempt(&server, &anne, &puzzle, json!(solution(&puzzle))).await;
        assert_eq!((status, &verdict["solved"]), (200, &json!(true)), "{verdict}");
        let [before, after] = ["before", "after"].map(|name| verdict["rating"][name].as_i64().unwrap());
        assert!(before == 1_500 && after > before, "{verdict}");
        let (_, seen) = server.get(&format!("/api/v1/puzzles/{}", puzzle["id"].as_str().unwrap())).await;
        assert_eq!((&seen["attempts"], &seen["solved"]), (&json!(1), &json!(1)));
        assert!(seen["rating"].as_i64() < puzzle["rating"].as_i64(), "{seen}");

        let guest = server.guest().await;
        let (_, by_guest) = attempt(&server, &guest, &puzzle, json!([])).await;
        assert!(by_guest["rating"]["after"].as_i64() < Some(1_500), "{by_guest}");
        let (_, unmoved) = server.get(&format!("/api/v1/puzzles/{}", puzzle["id"].as_str().unwrap())).await;
        assert_eq!(
            (&unmoved["attempts"], &unmoved["rating"]),
            (&json!(2), &seen["rating"]),
            "guests move no puzzle"
        );

        let (_, again) = attempt(&server, &anne, &puzzle, json!([wrong_move(&puzzle)])).await;
        assert_eq!((&again["solved"], &again["rating"]), (&json!(false), &Value::Null));
        assert_eq!(again["first"], verdict["first"]);
        let (_, solver) = server.get_as("/api/v1/me/puzzles", &anne.token).await;
        assert_eq!(
            (&solver["attempts"], &solver["solved"], &solver["rating"]),
            (&json!(1), &json!(1), &json!(after))
        );

        let other = next(&server, &anne, "").await;
        assert_ne!(other["id"], puzzle["id"]);
        let (_, failed) = attempt(&server, &anne, &other, json!([wrong_move(&other)])).await;
        assert_eq!(failed["solved"], json!(false));
        assert!(failed["rating"]["after"].as_i64() < failed["rating"]["before"].as_i64(), "{failed}");
    }
}

#[tokio::test]
async fn attempts_at_the_same_moment_count_once() {
    for kind in BOTH {
        let server = server_with_puzzles(kind).await;
        let anne = server.account("anne").await;
        let puzzle = next(&server, &anne, "").await;
        let moves = json!(solution(&puzzle));
        let (one, other, third) = tokio::join!(
            attempt(&server, &anne, &puzzle, moves.clone()),
            attempt(&server, &anne, &puzzle, moves.clone()),
            attempt(&server, &anne, &puzzle, json!([])),
        );
        let rated =
            [&one.1, &other.1, &third.1].iter().filter(|verdict| !verdict["rating"].is_null()).count();
        assert_eq!(rated, 1, "{one:?} {other:?} {third:?}");
        assert_eq!(one.1["first"], other.1["first"]);
        assert_eq!(count(server.database(), "SELECT attempts FROM puzzles WHERE attempts > 0").await, 1);
    }
}

#[tokio::test]
async fn next_puzzle_has_the_wanted_mode_theme_and_difficulty() {
    let server = server_with_puzzles(Kind::Memory).await;
    let guest = server.guest().await;
    let mut ratings = Vec::new();
    for difficulty in ["easier", "equal", "harder"] {
        let puzzle = next(&server, &guest, &format!("?theme=side_step&difficulty={difficulty}")).await;
        assert!(puzzle["themes"].as_array().unwrap().contains(&json!("side_step")), "{puzzle}");
        ratings.push(puzzle["rating"].as_i64().unwrap());
    }
    assert!(ratings.is_sorted(), "{ratings:?}");
    for mode in ["three", "four", "four-consecutive"] {
        assert_eq!(next(&server, &guest, &format!("?mode={mode}")).await["mode"], json!(mode));
    }
    let (status, anonymous) = server.get("/api/v1/puzzles/next").await;
    assert_eq!((status, &anonymous["mode"]), (StatusCode::OK, &json!("two")));
    let (status, problem) = server.get("/api/v1/puzzles/next?theme=nonsense").await;
    assert_eq!(status, StatusCode::BAD_REQUEST, "{problem}");
}

#[tokio::test]
async fn user_who_has_attempted_all_puzzles_of_a_theme_gets_no_further_one() {
    let server = server_with_puzzles(Kind::Memory).await;
    let guest = server.guest().await;
    let mut attempted = 0;
    loop {
        let (status, puzzle) =
            server.get_as("/api/v1/puzzles/next?mode=four&theme=defence", &guest.token).await;
        if status == 404 {
            assert_eq!(puzzle["code"], json!("no_such_puzzle"));
            break;
        }
        attempt(&server, &guest, &puzzle, json!([])).await;
        attempted += 1;
    }
    let has_theme = |puzzle: &Puzzle| {
        puzzle.start().mode() == Mode::Four && sumito_puzzles::themes(puzzle).contains(&PuzzleTheme::Defence)
    };
    assert!(attempted > 0);
    assert_eq!(attempted, collection().filter(has_theme).count());
}

#[tokio::test]
async fn puzzle_of_the_day_is_the_same_for_all() {
    for kind in BOTH {
        let server = server_with_puzzles(kind).await;
        let daily = async || server.get("/api/v1/puzzles/daily").await.1;
        let (one, other) = tokio::join!(daily(), daily());
        assert_eq!(one["puzzle"]["id"], other["puzzle"]["id"]);
        assert_eq!(one["day"].as_str().unwrap().len(), "2026-12-31".len(), "{one}");
        assert_eq!(
            count(server.database(), "SELECT count(*) FROM puzzles WHERE daily_on IS NOT NULL").await,
            1
        );
    }
}

#[tokio::test]
async fn votes_of_solvers_count_once_each() {
    for kind in BOTH {
        let server = server_with_puzzles(kind).await;
        let [anne, ben] = [server.account("anne").await, server.account("ben").await];
        let puzzle = next(&server, &anne, "").await;
        let path = format!("/api/v1/puzzles/{}", puzzle["id"].as_str().unwrap());
        let vote = async |user: &Guest, vote: &str| {
            server
                .request(Method::PUT, &format!("{path}/vote"), Some(&user.token), Some(json!({"vote": vote})))
                .await
                .0
        };
        assert_eq!(vote(&anne, "up").await, 404, "a vote needs an attempt");
        for user in [&anne, &ben] {
            attempt(&server, user, &puzzle, json!([])).await;
            assert_eq!((vote(user, "up").await, vote(user, "up").await), (204, 204));
        }
        assert_eq!(vote(&ben, "down").await, 204);
        let (_, seen) = server.get(&path).await;
        assert_eq!((&seen["up_votes"], &seen["down_votes"]), (&json!(1), &json!(1)));
        let first = format!("/api/v1/me/puzzles/attempts/{}", puzzle["id"].as_str().unwrap());
        assert_eq!(server.get_as(&first, &ben.token).await.1["vote"], json!("down"));
    }
}

#[tokio::test]
async fn attempts_are_exported_latest_first() {
    for kind in BOTH {
        let server = server_with_puzzles(kind).await;
        let guest = server.guest().await;
        let mut ids = Vec::new();
        for _ in 0..3 {
            let puzzle = next(&server, &guest, "").await;
            attempt(&server, &guest, &puzzle, json!([])).await;
            ids.insert(0, puzzle["id"].clone());
        }
        let address = server.url("/api/v1/me/puzzles/attempts");
        let text =
            server.http().get(address).bearer_auth(&guest.token).send().await.unwrap().text().await.unwrap();
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.iter().map(|line| line["puzzle"].clone()).collect::<Vec<_>>(), ids);
    }
}

#[tokio::test]
async fn streak_ends_with_the_first_mistake_and_enters_the_leaderboard() {
    for kind in BOTH {
        let server = server_with_puzzles(kind).await;
        let anne = server.account("anne").await;
        let (status, mut run) =
            server.post("/api/v1/puzzles/runs", Some(&anne.token), json!({"kind": "streak"})).await;
        assert_eq!(status, 201, "{run}");
        let path = format!("/api/v1/puzzles/runs/{}", run["id"].as_str().unwrap());
        let attempts = format!("{path}/attempts");
        let mut had = HashSet::new();
        for score in 1..=40 {
            assert!(had.insert(run["puzzle"]["id"].to_string()), "no puzzle comes twice");
            let body = json!({"puzzle": run["puzzle"]["id"], "moves": solution(&run["puzzle"])});
            let (status, after) = server.post(&attempts, Some(&anne.token), body.clone()).await;
            assert_eq!((status, &after["score"]), (200, &json!(score)), "{after}");
            let (status, again) = server.post(&attempts, Some(&anne.token), body).await;
            assert_eq!((status, &again["code"]), (409, &json!("outdated")), "no attempt counts twice");
            run = after;
        }
        let other = server.account("ben").await;
        assert_eq!(server.get_as(&path, &other.token).await.0, 404);
        let body = json!({"puzzle": run["puzzle"]["id"], "moves": [wrong_move(&run["puzzle"])]});
        let (_, over) = server.post(&attempts, Some(&anne.token), body).await;
        assert_eq!(
            (&over["score"], &over["mistakes"], &over["puzzle"]),
            (&json!(40), &json!(1), &Value::Null)
        );
        assert_eq!(server.get_as(&path, &anne.token).await.1["puzzle"], Value::Null);
        for period in ["today", "ever"] {
            let (_, board) =
                server.get(&format!("/api/v1/puzzles/leaderboards/streak?period={period}")).await;
            assert_eq!(
                (&board["users"][0]["score"], &board["users"][0]["user"]["name"]),
                (&json!(40), &json!("anne"))
            );
        }
        let (_, solver) = server.get_as("/api/v1/me/puzzles", &anne.token).await;
        assert_eq!((&solver["best_streak"], &solver["best_storm"]), (&json!(40), &json!(0)));
        assert_eq!(count(server.database(), "SELECT count(*) FROM puzzle_run_puzzles").await, 0);
    }
}

#[tokio::test]
async fn puzzles_are_found_by_an_index_also_by_a_rare_theme() {
    for kind in BOTH {
        let server = server_with_puzzles(kind).await;
        execute(server.database(), "ANALYZE").await;
        let store = Store::open_existing(server.database().url(), &settings()).await.unwrap();
        for (theme, index) in [(0, "puzzles_by_band"), (PuzzleTheme::Shield.bit(), "puzzles_shield")] {
            let left_out = LeftOut::Nothing;
            let search = PuzzleSearch { mode: Mode::Two, theme, rating: 1_500.0, left_out, shuffle: 0 };
            let plan = store.explain_next_puzzle(&search).await.unwrap();
            assert!(plan.contains(index), "{kind:?}:\n{plan}");
        }
        store.close().await;
    }
}

#[tokio::test]
async fn mistakes_cost_time_in_a_storm_and_guests_are_not_listed() {
    let server = server_with_puzzles(Kind::Memory).await;
    let guest = server.guest().await;
    let (_, mut run) =
        server.post("/api/v1/puzzles/runs", Some(&guest.token), json!({"kind": "storm"})).await;
    let attempts = format!("/api/v1/puzzles/runs/{}/attempts", run["id"].as_str().unwrap());
    let body = json!({"puzzle": run["puzzle"]["id"], "moves": solution(&run["puzzle"])});
    run = server.post(&attempts, Some(&guest.token), body).await.1;
    assert_eq!(run["score"], json!(1));
    // Eighteen mistakes use up three minutes.
    let mut mistakes = 0;
    while !run["puzzle"].is_null() {
        let left = run["left_ms"].as_u64().unwrap();
        let body = json!({"puzzle": run["puzzle"]["id"], "moves": [wrong_move(&run["puzzle"])]});
        run = server.post(&attempts, Some(&guest.token), body).await.1;
        assert!(run["left_ms"].as_u64().unwrap() <= left.saturating_sub(10_000), "{run}");
        mistakes += 1;
    }
    assert_eq!((&run["score"], &run["mistakes"], &run["left_ms"]), (&json!(1), &json!(mistakes), &json!(0)));
    assert!(mistakes <= 18, "{mistakes}");
    let (_, board) = server.get("/api/v1/puzzles/leaderboards/storm").await;
    assert_eq!(board["users"], json!([]));
}

#[tokio::test]
async fn invalid_attempts_get_typed_errors() {
    let server = server_with_puzzles(Kind::Sqlite).await;
    let guest = server.guest().await;
    let puzzle = next(&server, &guest, "").await;
    for (moves, status, code) in [
        (json!(["a1a9"]), 400, "bad_move"),
        (json!(["nonsense"]), 400, "bad_move"),
        (json!(["a1a2", "a1a2", "a1a2", "a1a2"]), 400, "out_of_range"),
        (json!(["\u{0}"]), 400, "out_of_range"),
        (json!("a1a2"), 400, "bad_message"),
    ] {
        let (found, problem) = attempt(&server, &guest, &puzzle, moves.clone()).await;
        assert_eq!((found, &problem["code"]), (status, &json!(code)), "{moves} {problem}");
    }
    let unknown = json!({"id": "00000000000"});
    assert_eq!(attempt(&server, &guest, &unknown, json!([])).await.1["code"], json!("no_such_puzzle"));
    let address = server.url(&format!("/api/v1/puzzles/{}/attempts", puzzle["id"].as_str().unwrap()));
    let anonymous = server.http().post(address).json(&json!({"moves": []})).send().await.unwrap();
    assert_eq!(anonymous.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(count(server.database(), "SELECT count(*) FROM puzzle_attempts").await, 0);
}

#[tokio::test]
async fn puzzles_of_finished_public_games_are_found() {
    for kind in BOTH {
        let server = TestServer::start_with(kind, |config: &mut Config| config.puzzles.mining = true).await;
        let mut black = server.client().await;
        let mut white = server.client().await;
        for visibility in ["private", "public"] {
            let settings = json!({"layout": "belgian_daisy", "visibility": visibility});
            let (room, _) = black.create_room(settings).await;
            white.join(&room).await.unwrap();
            for (ply, m) in PLAYED.split_whitespace().enumerate() {
                let player = if ply % 2 == 0 { &mut black } else { &mut white };
                player.play(&room, ply, m).await.unwrap();
            }
            black.request(json!({"type": "resign", "room": room})).await.unwrap();
            black.event("finished").await;
        }
        let consumed = "SELECT coalesce(max(position), 0) FROM consumers WHERE name = 'puzzles'";
        wait_until(async || count(server.database(), consumed).await == 2).await;
        let found = count(server.database(), "SELECT count(*) FROM puzzles WHERE game_id IS NOT NULL").await;
        let public =
            "SELECT count(*) FROM puzzles JOIN games ON games.id = game_id WHERE visibility = 'public'";
        assert!(found > 0);
        assert_eq!(found, count(server.database(), public).await);
    }
}

/// The first moves of a recorded game.
const PLAYED: &str = "a1b2 c6c5 a2b3 i5h5 c2c3 i6h6 i9h8 h6g6 h8g7 h4g4 g7g8f7 f4f5e3 f6e6 h5g5 c3d4 g4f4 f7f8e7 e4f5 e7d6 \
    b5c6 c4b4 c6d7 f9f8 a5b6b5 h9g8 e8e7 d4e5 c6b5 g8f7 g7g6 e5e6 g5f5 e6e7 e9d8 f8e8 g4f4 f7e7 g6h7g5 \
    e7d7 a4b5 d8d7 d4e5 d5c5 e3e4 b1b2c2 f6e5 c3b3 g5f5 e8d8 e4f4d3 b3c4 e6d5 b3b4 a5a4 c7b6 e3d3 g7f7 \
    h6g5 c2b2 c4b3 b2c2 g5g6 b6b5 g6f5 b3c4 d5f5e6 c4b4 b2c3b3 b4b5 e6g6d5";

#[tokio::test]
async fn run_that_is_faster_than_a_person_does_not_count() {
    for kind in BOTH {
        let server = server_with_pace(kind, 3_600_000).await;
        let anne = server.account("anne").await;
        let (_, run) =
            server.post("/api/v1/puzzles/runs", Some(&anne.token), json!({"kind": "streak"})).await;
        assert_eq!(run["counts"], true, "nothing is solved");
        let attempts = format!("/api/v1/puzzles/runs/{}/attempts", run["id"].as_str().unwrap());
        let body = json!({"puzzle": run["puzzle"]["id"], "moves": solution(&run["puzzle"])});
        let (_, run) = server.post(&attempts, Some(&anne.token), body).await;
        assert_eq!((&run["score"], &run["counts"]), (&json!(1), &json!(false)));
        let board = async || server.get("/api/v1/puzzles/leaderboards/streak").await.1["users"].clone();
        assert_eq!(board().await, json!([]));
        execute(server.database(), "UPDATE puzzle_runs SET started_at = started_at - 86400000000").await;
        let body = json!({"puzzle": run["puzzle"]["id"], "moves": [wrong_move(&run["puzzle"])]});
        let (_, run) = server.post(&attempts, Some(&anne.token), body).await;
        assert_eq!((&run["score"], &run["counts"]), (&json!(1), &json!(true)));
        assert_eq!(board().await[0]["score"], 1);
    }
}
