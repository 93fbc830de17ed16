//! `sumito verify`: checks that the stored data matches the games that were played.

use serde_json::json;
use sqlx::Connection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sumito_store::Store;

use crate::database::{BOTH, Database, Kind};
use crate::play::{recorded_game, two_players};
use crate::process::output_of;
use crate::store::settings;
use crate::test_server::TestServer;

/// A database with a finished game, a running one and an empty room; returns the id of the first room.
async fn played(kind: Kind) -> (Database, String) {
    let server = TestServer::start_on(kind).await;
    let (layout, moves) = recorded_game();
    let (mut black, mut white, room) = two_players(&server, json!({"layout": layout})).await;
    for (ply, text) in moves.iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut black } else { &mut white };
        mover.play(&room, ply, text).await.unwrap();
    }
    let (mut running, _opponent, other) = two_players(&server, json!({})).await;
    running.play(&other, 0, "a1b2").await.unwrap();
    server.client().await.create_room(json!({})).await;
    (server.stop().await, room)
}

async fn verify(database: &Database) -> (bool, String) {
    let (well, stdout, stderr) = output_of(&["verify", "--database-url", database.url()], &[]).await;
    (well, format!("{stdout}{stderr}"))
}

#[tokio::test]
async fn verify_accepts_played_games() {
    for kind in BOTH {
        let (database, _) = Box::pin(played(kind)).await;
        let (well, text) = verify(&database).await;
        assert!(well, "{text}");
        assert!(
            text.starts_with("verified 3 rooms with ") && text.contains(" and 1 finished games"),
            "{text}"
        );
    }
}

#[tokio::test]
async fn verify_finds_every_change() {
    for (change, found) in [
        (
            "UPDATE room_events SET payload = replace(payload, 'g8g7', 'g8f7') WHERE payload LIKE '%g8g7%'",
            "hash",
        ),
        ("UPDATE room_events SET at = at + 1 WHERE seq = 9", "event 9"),
        ("UPDATE room_events SET hash = zeroblob(32) WHERE seq = 20", "event 20"),
        (
            "DELETE FROM room_events WHERE seq = 2 AND room_id IN (SELECT room_id FROM games)",
            "event 2 is missing",
        ),
        ("DELETE FROM room_events WHERE seq = 20", "event 20 is missing"),
        ("UPDATE room_events SET room_id = 'k3x9q2m7p4ab' WHERE seq = 20", "event 20 is missing"),
        ("DELETE FROM room_events WHERE seq > 30", "truncated"),
        ("DELETE FROM room_events WHERE seq IN (SELECT last_seq FROM games)", "truncated"),
        ("UPDATE games SET last_hash = zeroblob(32)", "missing or different"),
        ("UPDATE games SET winners = '[0]'", "missing or different"),
        ("UPDATE game_moves SET moves = replace(moves, 'g8g7', 'g8f7')", "missing or different"),
        ("UPDATE game_moves SET ledger = replace(ledger, '[0,', '[1,')", "missing or different"),
        ("DELETE FROM game_moves", "missing or different"),
        (
            "UPDATE game_players SET user_id = (SELECT user_id FROM game_players WHERE seat = 1)",
            "missing or different",
        ),
        ("UPDATE rooms SET status = 'playing' WHERE status = 'finished'", "status or current game"),
        ("DELETE FROM own_rooms WHERE room_id IN (SELECT room_id FROM games)", "membership rows"),
        (
            "UPDATE own_rooms SET own_until = 1 WHERE room_id IN (SELECT room_id FROM games)",
            "membership rows",
        ),
        ("UPDATE rooms SET game_seq = game_seq + 1 WHERE status = 'finished'", "status or current game"),
    ] {
        let (database, room) = Box::pin(played(Kind::Sqlite)).await;
        let options: SqliteConnectOptions = database.url().parse().unwrap();
        let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
        let changed = sqlx::query(change).execute(&mut connection).await.unwrap();
        assert!(changed.rows_affected() > 0, "{change}");
        connection.close().await.unwrap();
        let (well, text) = verify(&database).await;
        assert!(!well, "{change}: {text}");
        assert!(text.contains(found) && text.contains(&room), "{change}: {text}");
    }
}

#[tokio::test]
async fn verify_creates_no_database() {
    let database = Database::new(Kind::Sqlite).await;
    let (well, text) = verify(&database).await;
    assert!(!well && text.contains("no database at"), "{text}");
    assert!(!std::fs::exists(database.url().strip_prefix("sqlite://").unwrap()).unwrap());
}

#[tokio::test]
async fn verify_runs_beside_a_server() {
    for kind in BOTH {
        // A busy machine is no outage.
        let server = TestServer::start_with(kind, |config| config.event_log.write_timeout_ms = 60_000).await;
        let (mut black, mut white, room) = two_players(&server, json!({})).await;
        let play = async {
            loop {
                black.request(json!({"type": "abort", "room": room})).await.unwrap();
                white.request(json!({"type": "offer", "room": room, "what": "rematch"})).await.unwrap();
                black.request(json!({"type": "accept", "room": room, "what": "rematch"})).await.unwrap();
            }
        };
        let store = Store::open_existing(server.database().url(), &settings()).await.unwrap();
        let verify = async {
            let mut games = 0;
            while games < 60 {
                games = sumito_services::history::verify::verify(&store).await.unwrap().games;
            }
        };
        tokio::select! {
            () = play => {}
            () = verify => {}
        }
        store.close().await;
    }
}
