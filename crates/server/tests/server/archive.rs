//! The archive: events of old games are packed, and every view of those games stays the same.

use serde_json::{Value, json};
use sqlx::{Connection, PgConnection, Row, SqliteConnection};
use sumito_game::{RoomId, Timestamp};
use sumito_services::history::retention::archive_all;
use sumito_store::{ArchiveStats, Projection, Store, StoredRoom};
use tokio_util::sync::CancellationToken;

use crate::client::Client;
use crate::database::{BOTH, Database, Kind};
use crate::play::{recorded_game, two_players};
use crate::process::output_of;
use crate::store::settings;
use crate::test_server::TestServer;

/// A moment after everything that a test does.
const LATER: Timestamp = Timestamp(i64::MAX);

/// Starts a server on which a whole game has been played; returns the players and the room.
async fn played(kind: Kind) -> (TestServer, Client, Client, String) {
    let server = TestServer::start_with(kind, |config| config.retention.archive_games_after_days = 0).await;
    let (layout, moves) = recorded_game();
    let (mut black, mut white, room) = two_players(&server, json!({"layout": layout})).await;
    for (ply, text) in moves.iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut black } else { &mut white };
        mover.play(&room, ply, text).await.unwrap();
    }
    (server, black, white, room)
}

/// Archives all games that ended before `before`; some of them in one batch.
async fn archive(database: &Database, before: Timestamp) -> ArchiveStats {
    let store = Store::connect(database.url(), &settings()).await.unwrap();
    let archived = archive_all(&store, before, &CancellationToken::new()).await.unwrap();
    store.close().await;
    archived
}

/// Returns the number of event rows and of packs.
async fn rows(database: &Database) -> (i64, i64) {
    let sql = "SELECT (SELECT count(*) FROM room_events) AS events, (SELECT count(*) FROM archived_events) AS packs";
    if database.url().starts_with("sqlite") {
        let mut connection = SqliteConnection::connect(database.url()).await.unwrap();
        let row = sqlx::query(sql).fetch_one(&mut connection).await.unwrap();
        (row.get("events"), row.get("packs"))
    } else {
        let mut connection = PgConnection::connect(database.url()).await.unwrap();
        let row = sqlx::query(sql).fetch_one(&mut connection).await.unwrap();
        (row.get("events"), row.get("packs"))
    }
}

/// Reads a stored room twice: the part needed to play on, and the whole.
async fn stored(database: &Database, room: &str) -> [StoredRoom; 2] {
    let room: RoomId = room.parse().unwrap();
    let store = Store::open_existing(database.url(), &settings()).await.unwrap();
    let rooms =
        [store.load_room(room).await.unwrap().unwrap(), store.whole_room(room).await.unwrap().unwrap()];
    store.close().await;
    rooms
}

async fn verify(database: &Database) -> (bool, String) {
    let (well, stdout, stderr) = output_of(&["verify", "--database-url", database.url()], &[]).await;
    (well, format!("{stdout}{stderr}"))
}

/// Collects everything that the public API shows of finished games.
async fn history(server: &TestServer) -> (Value, String, Value) {
    let (_, games) = server.get("/api/v1/games").await;
    let id = games["games"][0]["id"].as_str().unwrap_or_else(|| panic!("{games}"));
    let (_, game) = server.get(&format!("/api/v1/games/{id}?positions=true")).await;
    let export = server.http().get(server.url("/api/v1/games/export")).send().await.unwrap();
    (games.clone(), export.text().await.unwrap(), game)
}

#[tokio::test]
async fn an_archived_game_is_the_same_in_every_way() {
    for kind in BOTH {
        let (mut server, mut black, _white, room) = Box::pin(played(kind)).await;
        let before = history(&server).await;
        let snapshot = black.watch(&room).await;
        server
            .restart_after(async |database| {
                let as_stored = stored(database, &room).await;
                let (events, _) = rows(database).await;
                let archived = archive(database, LATER).await;
                assert_eq!((archived.games, archived.left, archived.more), (1, 0, false));
                assert_eq!(archived.events as i64, events, "all events of the room");
                assert!(archived.bytes_after * 6 < archived.bytes_before, "{archived:?}");
                assert_eq!(rows(database).await, (0, 1));
                assert_eq!(stored(database, &room).await, as_stored);
                let (well, text) = verify(database).await;
                assert!(well && text.contains(&format!("1 rooms with {events} events and 1 ")), "{text}");
                assert_eq!(
                    archive(database, LATER).await,
                    ArchiveStats::default(),
                    "no event is packed twice"
                );
            })
            .await;
        assert_eq!(history(&server).await, before);
        let mut black = server.client_with_token(black.token()).await;
        let again = black.watch(&room).await;
        for what in ["seq", "status", "position", "moves", "ledger", "result"] {
            assert_eq!(again[what], snapshot[what], "{again}");
        }
        assert!(snapshot["moves"].as_array().is_some_and(|moves| moves.len() > 20), "{snapshot}");
    }
}

#[tokio::test]
async fn a_room_plays_on_after_its_first_game_is_archived() {
    for kind in BOTH {
        let (mut server, black, white, room) = Box::pin(played(kind)).await;
        for round in 1..=2 {
            server.restart_after(async |database| assert_eq!(archive(database, LATER).await.games, 1)).await;
            let mut black = server.client_with_token(black.token()).await;
            let mut white = server.client_with_token(white.token()).await;
            black.watch(&room).await;
            white.watch(&room).await;
            // New command ids: the store also remembers the commands of archived games.
            let id = |what: &str| format!("{what}-{round}");
            black.ask_as(&id("o"), json!({"type": "offer", "room": room, "what": "rematch"})).await.unwrap();
            white.ask_as(&id("a"), json!({"type": "accept", "room": room, "what": "rematch"})).await.unwrap();
            black.ask_as(&id("x"), json!({"type": "abort", "room": room})).await.unwrap();
            let (well, text) = verify(server.database()).await;
            assert!(well && text.contains(&format!("and {} finished games", round + 1)), "{text}");
        }
        let database = server.stop().await;
        assert_eq!(archive(&database, LATER).await.left, 0);
        assert_eq!(rows(&database).await, (0, 3), "one row per game");
        let (well, text) = verify(&database).await;
        assert!(well && text.contains("1 rooms with ") && text.contains("and 3 finished games"), "{text}");
    }
}

#[tokio::test]
async fn two_nodes_that_archive_at_the_same_time_pack_each_game_once() {
    let (server, _black, _white, room) = Box::pin(played(Kind::Postgres)).await;
    let database = server.stop().await;
    let before = stored(&database, &room).await;
    let join = async || Store::join(database.url(), &settings()).await.unwrap();
    let stores = [join().await, join().await];
    let stopping = CancellationToken::new();
    let (one, other) =
        tokio::join!(archive_all(&stores[0], LATER, &stopping), archive_all(&stores[1], LATER, &stopping));
    assert_eq!(one.unwrap().games + other.unwrap().games, 1);
    for store in stores {
        store.close().await;
    }
    assert_eq!(rows(&database).await, (0, 1));
    assert_eq!(stored(&database, &room).await, before);
    let (well, output) = verify(&database).await;
    assert!(well, "{output}");
}

#[tokio::test]
async fn only_games_long_finished_are_archived() {
    for kind in BOTH {
        let (server, ..) = Box::pin(played(kind)).await;
        let (mut first, second, running) = two_players(&server, json!({})).await;
        first.play(&running, 0, "a1b2").await.unwrap();
        drop((first, second));
        let database = server.stop().await;
        assert_eq!(archive(&database, Timestamp(1)).await, ArchiveStats::default());
        assert_eq!(rows(&database).await.1, 0);
        let as_stored = stored(&database, &running).await;
        assert_eq!(archive(&database, LATER).await.games, 1);
        let (events, packs) = rows(&database).await;
        assert_eq!(
            (events as usize, packs),
            (as_stored[1].events.len(), 1),
            "the running game stays unpacked"
        );
        assert_eq!(stored(&database, &running).await, as_stored);
    }
}

#[tokio::test]
async fn archived_game_is_copied_backed_up_and_rerated() {
    for kind in BOTH {
        let (server, _black, _white, room) = Box::pin(played(kind)).await;
        let database = server.stop().await;
        archive(&database, LATER).await;
        let as_stored = stored(&database, &room).await;
        let folder = tempfile::tempdir().unwrap();
        let backup = folder.path().join("backup.db").display().to_string();
        let (well, ..) = output_of(&["backup", &backup, "--database-url", database.url()], &[]).await;
        assert!(well);
        let restored = Database::new(kind).await;
        let (well, stdout, stderr) =
            output_of(&["restore", &backup, "--database-url", restored.url()], &[]).await;
        assert!(well && stdout.contains("and 1 finished games: no errors"), "{stdout}{stderr}");
        assert_eq!(stored(&restored, &room).await, as_stored);
        for to in BOTH {
            let target = Database::new(to).await;
            let (well, stdout, stderr) =
                output_of(&["copy", "--from", database.url(), "--to", target.url()], &[]).await;
            assert!(well && stdout.contains("and 1 finished games: no errors"), "{stdout}{stderr}");
            assert_eq!(stored(&target, &room).await, as_stored);
            let store = Store::connect(target.url(), &settings()).await.unwrap();
            let last =
                as_stored[1].events.iter().rfind(|event| event.payload.contains("\"finished\"")).unwrap();
            let read = store.event(room.parse().unwrap(), last.seq).await.unwrap();
            assert_eq!(read.as_ref(), Some(&last.payload));
            assert_eq!(store.event(room.parse().unwrap(), 1_000).await.unwrap(), None);
            assert_eq!(
                sumito_services::history::projections::rebuild(&store, Projection::Ratings).await.unwrap(),
                1
            );
            store.close().await;
        }
    }
}

#[tokio::test]
async fn damage_to_the_archive_is_found() {
    for (change, found) in [
        ("UPDATE archived_events SET packed = substr(packed, 1, 40)", "no events"),
        (
            "UPDATE archived_events SET packed = CAST(substr(packed, 1, 33) || zeroblob(32) || substr(packed, 66) AS BLOB)",
            "hash",
        ),
        (
            "UPDATE archived_events SET packed = CAST(substr(packed, 1, 1) || zeroblob(32) || substr(packed, 34) AS BLOB)",
            "event 1",
        ),
        ("UPDATE archived_events SET first_seq = first_seq + 1", "event 1 is missing"),
        ("DELETE FROM archived_events", "no events"),
    ] {
        let (server, _black, _white, room) = Box::pin(played(Kind::Sqlite)).await;
        let database = server.stop().await;
        archive(&database, LATER).await;
        let mut connection = SqliteConnection::connect(database.url()).await.unwrap();
        sqlx::query(change).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        let (well, text) = verify(&database).await;
        assert!(!well && text.contains(found) && text.contains(&room), "{change}: {text}");
        // Only this room fails.
        let server = TestServer::on(database).await;
        two_players(&server, json!({})).await;
    }
}

#[tokio::test]
async fn inconsistent_game_is_not_archived() {
    let (server, ..) = Box::pin(played(Kind::Sqlite)).await;
    let database = server.stop().await;
    let mut connection = SqliteConnection::connect(database.url()).await.unwrap();
    sqlx::query("UPDATE room_events SET at = at + 1 WHERE seq = 9").execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let (events, _) = rows(&database).await;
    let archived = archive(&database, LATER).await;
    assert_eq!((archived.games, archived.left, archived.events), (1, 1, 0));
    assert_eq!(rows(&database).await, (events, 0));
    let (well, text) = verify(&database).await;
    assert!(!well && text.contains("event 9"), "{text}");
}

#[tokio::test]
async fn the_server_archives_by_itself() {
    let (mut server, ..) = Box::pin(played(Kind::Sqlite)).await;
    server.config_mut().retention.archive_games_after_days = 1;
    server
        .restart_after(async |database| {
            // Makes the game two days old.
            let mut connection = SqliteConnection::connect(database.url()).await.unwrap();
            let sql = "UPDATE games SET finished_at = finished_at - 172800000000";
            sqlx::query(sql).execute(&mut connection).await.unwrap();
            connection.close().await.unwrap();
        })
        .await;
    while rows(server.database()).await.1 == 0 {
        tokio::task::yield_now().await;
    }
    let (well, text) = verify(server.database()).await;
    // The test changed the row so that the game is archived, but not its events.
    assert!(!well && text.contains("missing or different"), "{text}");
}
