//! Receipts of finished games and tournaments, and the log of their hashes.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use sqlx::Connection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sumito_gateway::receipts::mirror::{Mirror, MirrorError};

use crate::database::{BOTH, Database, Kind};
use crate::node_servers::Nodes;
use crate::play::{recorded_game, two_players};
use crate::process::output_of;
use crate::test_server::TestServer;
use crate::tournaments::{Place, layout, open_games, play_out, settings, subscribe, wait_for};

/// Plays a whole recorded game; returns its id.
async fn played(server: &TestServer, mut settings: Value) -> String {
    let (start, moves) = recorded_game();
    settings["layout"] = json!(start);
    let (mut black, mut white, room) = two_players(server, settings).await;
    for (ply, text) in moves.iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut black } else { &mut white };
        mover.play(&room, ply, text).await.unwrap();
    }
    black.event("finished").await["game"].as_str().unwrap().to_owned()
}

async fn text(url: &str) -> (u16, String) {
    let answer = reqwest::get(url).await.unwrap();
    (answer.status().as_u16(), answer.text().await.unwrap())
}

/// Waits for a receipt. `of` is `games/ID` or `tournaments/ID`.
async fn receipt(url: &str, of: &str) -> String {
    loop {
        match text(&format!("{url}/api/v1/{of}/receipt")).await {
            (200, receipt) => return receipt,
            (status, problem) => assert!(status == 404 && problem.contains("not_found"), "{problem}"),
        }
    }
}

/// Writes the receipt and the keys of a server to files; returns the arguments that check it.
async fn check(url: &str, note: &[u8], folder: &Path) -> (bool, String) {
    let (file, keys) = (folder.join("receipt.txt"), folder.join("keys.json"));
    fs::write(&file, note).unwrap();
    fs::write(&keys, text(&format!("{url}/.well-known/sumito-receipt-keys")).await.1).unwrap();
    let args = ["receipts", "verify", file.to_str().unwrap(), "--keys", keys.to_str().unwrap()];
    let (well, stdout, stderr) = output_of(&args, &[]).await;
    (well, stdout + &stderr)
}

async fn mirror(server: &TestServer, file: &Path) -> Result<(u64, u64), MirrorError> {
    let report = Mirror::update(&server.url("").parse().unwrap(), file).await?;
    Ok((report.size, report.added))
}

#[tokio::test]
async fn each_game_gets_a_receipt_that_is_checked_without_the_server() {
    for kind in BOTH {
        let folder = tempfile::tempdir().unwrap();
        let server = TestServer::start_on(kind).await;
        let id = played(&server, json!({})).await;
        let note = receipt(&server.url(""), &format!("games/{id}")).await;
        let (title, rest) = note.split_once('\n').unwrap();
        assert_eq!(title, "sumito game receipt 1");
        let facts: Value = serde_json::from_str(rest.lines().next().unwrap()).unwrap();
        let (_, game) = server.get(&format!("/api/v1/games/{id}")).await;
        for field in
            ["id", "mode", "layout", "clock", "result", "moves", "ledger", "final_position", "finished_at"]
        {
            assert_eq!(facts[field], game[field], "{field}");
        }
        assert_eq!(facts["players"][1], game["players"][1]["id"]);
        assert!(!note.contains(game["players"][1]["name"].as_str().unwrap()), "names can be deleted");
        let (well, said) = check(&server.url(""), note.as_bytes(), folder.path()).await;
        assert!(well && said.contains(&id) && said.ends_with("valid\n"), "{said}");
        let file = folder.path().join("receipt.txt");
        let file = file.to_str().unwrap();
        let (well, _, said) = output_of(&["receipts", "verify", file], &[]).await;
        assert!(!well && said.contains("--server URL") && said.contains("--keys FILE"), "{said}");
        let (well, said, _) =
            output_of(&["receipts", "verify", file, "--server", &server.url("")], &[]).await;
        assert!(well && said.ends_with("valid\n"), "{said}");
        let changed = note.replacen("\"winners\":[1]", "\"winners\":[0]", 1);
        assert_ne!(changed, note);
        let (well, said) = check(&server.url(""), changed.as_bytes(), folder.path()).await;
        assert!(!well && said.contains("was changed"), "{said}");
    }
}

#[tokio::test]
async fn a_private_game_shows_its_receipt_to_its_players_only() {
    let server = TestServer::start().await;
    let (mut black, mut white, room) = two_players(&server, json!({"visibility": "private"})).await;
    for (ply, (mover, text)) in [(&mut black, "a1b2"), (&mut white, "i5h5")].into_iter().enumerate() {
        mover.play(&room, ply, text).await.unwrap();
    }
    white.request(json!({"type": "resign", "room": room})).await.unwrap();
    let id = black.event("finished").await["game"].as_str().unwrap().to_owned();
    let path = format!("/api/v1/games/{id}/receipt");
    let own = loop {
        let request = server.http().get(server.url(&path)).bearer_auth(black.token());
        let answer = request.send().await.unwrap();
        if answer.status() == 200 {
            break answer;
        }
    };
    assert!(own.headers()["cache-control"].to_str().unwrap().starts_with("private"));
    let (status, problem) = server.get(&path).await;
    assert_eq!((status.as_u16(), &problem["code"]), (404, &json!("no_such_game")));
    let (status, problem) = server.get(&format!("/api/v1/tournaments/{id}/receipt")).await;
    assert_eq!((status.as_u16(), &problem["code"]), (404, &json!("not_found")));
}

#[tokio::test]
async fn a_tournament_gets_a_receipt_with_its_standings_and_games() {
    for kind in BOTH {
        let folder = tempfile::tempdir().unwrap();
        let server = TestServer::start_on(kind).await;
        let place = Place::of(&server);
        let (_, director) = place.account("Ada").await;
        let form = json!({"form": "round_robin", "cycles": 1});
        let id = place.announce(&director, layout(settings(form.clone()))).await;
        let cancelled = place.announce(&director, layout(settings(form))).await;
        place.command(&cancelled, &director, json!({"type": "cancel", "reason": "rain"})).await;
        let mut players = place.entered(&id, 2).await;
        let mut watcher = server.client().await;
        subscribe(&mut watcher, &id).await;
        place.command(&id, &director, json!({"type": "start"})).await;
        wait_for(&mut watcher, |message| message["state"]["round"] == 1).await;
        let shown = place.tournament(&id).await;
        let game = open_games(&shown).remove(0);
        play_out(&mut players, &shown, &game, 1).await;
        wait_for(&mut watcher, |message| message["state"]["status"] == "finished").await;
        let note = receipt(&server.url(""), &format!("tournaments/{id}")).await;
        let facts: Value = serde_json::from_str(note.lines().nth(1).unwrap()).unwrap();
        let standings = place.get(&format!("/tournaments/{id}/standings")).await;
        assert_eq!(facts["standings"], standings["standings"]);
        assert_eq!(facts["games"][0]["game"], game["game"]);
        let (well, said) = check(&server.url(""), note.as_bytes(), folder.path()).await;
        assert!(well && said.contains(&id) && said.contains("place 1"), "{said}");
        // The game of the tournament names it.
        let of_game = receipt(&server.url(""), &format!("games/{}", game["game"].as_str().unwrap())).await;
        assert!(of_game.contains(&format!("\"tournament\":\"{id}\"")), "{of_game}");
        let (status, problem) = server.get(&format!("/api/v1/tournaments/{cancelled}/receipt")).await;
        assert_eq!((status.as_u16(), &problem["code"]), (404, &json!("not_found")));
    }
}

#[tokio::test]
async fn a_mirror_follows_the_log_and_contains_the_receipts() {
    for kind in BOTH {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("mirror.txt");
        let mut server = TestServer::start_on(kind).await;
        assert_eq!(mirror(&server, &file).await.unwrap(), (0, 0));
        let first = played(&server, json!({})).await;
        receipt(&server.url(""), &format!("games/{first}")).await;
        assert_eq!(mirror(&server, &file).await.unwrap(), (1, 1));
        server.restart().await;
        let second = played(&server, json!({})).await;
        let note = receipt(&server.url(""), &format!("games/{second}")).await;
        // A new key continues the log: the old one endorses it.
        let rotated = ["receipts", "rotate-key", "--database-url", server.database().url()];
        let (well, key, stderr) = output_of(&rotated, &[]).await;
        assert!(well && key.starts_with("sumito+"), "{key}{stderr}");
        assert_eq!(mirror(&server, &file).await.unwrap(), (2, 1));
        let third = played(&server, json!({})).await;
        let newer = receipt(&server.url(""), &format!("games/{third}")).await;
        assert_ne!(note.lines().last().map(|line| &line[..20]), newer.lines().last().map(|line| &line[..20]));
        for (note, is_logged) in [(&note, true), (&newer, false)] {
            let receipt = folder.path().join("receipt.txt");
            fs::write(&receipt, note).unwrap();
            let (receipt, file) = (receipt.to_str().unwrap(), file.to_str().unwrap());
            let (well, said, stderr) =
                output_of(&["receipts", "verify", receipt, "--mirror", file], &[]).await;
            assert_eq!(well, is_logged, "{said}{stderr}");
            assert!(
                said.contains("logged as  2 of 2") || stderr.contains("lacks this receipt"),
                "{said}{stderr}"
            );
        }
        assert_eq!(mirror(&server, &file).await.unwrap(), (3, 1));
        assert_eq!(Mirror::read(&file).unwrap().unwrap().keys.len(), 2);
    }
}

async fn execute(database: &Database, sql: &'static str) {
    let options: SqliteConnectOptions = database.url().parse().unwrap();
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    assert!(sqlx::query(sql).execute(&mut connection).await.unwrap().rows_affected() > 0, "{sql}");
    connection.close().await.unwrap();
}

#[tokio::test]
async fn a_mirror_detects_a_rewritten_history() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mirror.txt");
    let mut server = TestServer::start_on(Kind::Sqlite).await;
    for _ in 0..3 {
        let id = played(&server, json!({})).await;
        receipt(&server.url(""), &format!("games/{id}")).await;
    }
    assert_eq!(mirror(&server, &file).await.unwrap(), (3, 3));
    let before = fs::read(&file).unwrap();
    // The operator changes the result of the second game, and lets the program write all receipts again.
    server
        .restart_after(async |database| {
            for sql in [
                "UPDATE games SET winners = '[0]' WHERE id = (SELECT game_id FROM finished_feed WHERE position = 2)",
                "DELETE FROM receipts",
                "UPDATE receipt_log SET size = 0, roots = x''",
                "UPDATE consumers SET position = 0 WHERE name = 'receipts'",
            ] {
                execute(database, sql).await;
            }
        })
        .await;
    let error = loop {
        match mirror(&server, &file).await {
            // The program has not written all of them yet.
            Err(MirrorError::Shorter { .. }) => {}
            other => break other.unwrap_err(),
        }
    };
    assert!(matches!(error, MirrorError::Rewritten { position: 2, .. }), "{error}");
    assert_eq!(fs::read(&file).unwrap(), before, "the copy stays");
    // The operator also replaces the key.
    server
        .restart_after(async |database| {
            execute(database, "UPDATE receipt_keys SET seed = zeroblob(32)").await;
        })
        .await;
    let error = mirror(&server, &file).await.unwrap_err();
    assert!(matches!(error, MirrorError::OtherKeys { number: 1, .. }), "{error}");
}

#[tokio::test]
async fn two_nodes_issue_each_receipt_once_with_one_key() {
    let nodes = Nodes::start(2).await;
    let mut expected = Vec::new();
    for node in [0, 1] {
        expected.push(played(&nodes[node], json!({})).await);
    }
    for id in &expected {
        receipt(&nodes[0].url(""), &format!("games/{id}")).await;
    }
    let (_, log) = nodes[1].get("/api/v1/receipts/log").await;
    assert_eq!((log["hashes"].as_array().unwrap().len(), &log["next"]), (2, &Value::Null));
    let keys = [
        text(&nodes[0].url("/.well-known/sumito-receipt-keys")).await,
        text(&nodes[1].url("/.well-known/sumito-receipt-keys")).await,
    ];
    assert_eq!(keys[0], keys[1]);
    let (_, page) = nodes[0].get("/api/v1/receipts/log?limit=1").await;
    assert_eq!(page["next"], 1, "{page}");
}
