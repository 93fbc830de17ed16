//! Several servers and readers on one database, and connections that do not answer.

use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, PgConnection, Row, SqliteConnection};
use sumito_config as config;
use sumito_game::Timestamp;
use sumito_store::{ConnectError, Store, StoreError};
use tokio::time::timeout;

use super::{Scene, appended, batch, created, event, execute, room, settings};
use crate::database::{BOTH, Database, Kind, silence};

/// Settings with short timeouts.
pub(super) fn hasty() -> config::Database {
    config::Database { acquire_timeout_ms: 100, ..settings() }
}

fn files(database: &Database) -> Vec<String> {
    let file = database.url().strip_prefix("sqlite://").unwrap();
    let folder = std::path::Path::new(file).parent().unwrap();
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<_> = names.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

#[tokio::test]
async fn a_second_server_says_so_and_ends() {
    for kind in BOTH {
        let mut scene = Scene::new(kind).await;
        let second = Store::connect(scene.database.url(), &hasty()).await;
        assert!(matches!(second, Err(ConnectError::InUse(_))), "{second:?}");
        scene.writer.append(&batch([created(1, None)])).await.unwrap();
        assert!(!scene.store.fenced().is_cancelled());
        let Scene { database, store, writer, .. } = scene;
        writer.close().await;
        store.close().await;
        let next = Store::connect(database.url(), &hasty()).await.unwrap();
        assert_eq!(next.whole_room(room(1)).await.unwrap().unwrap().events, [event(1)]);
        next.close().await;
    }
}

#[tokio::test]
async fn starting_server_waits_for_the_ending_one() {
    for kind in BOTH {
        let Scene { database, store, writer, .. } = Scene::new(kind).await;
        let patient = settings();
        let next = Store::connect(database.url(), &patient);
        let end = async {
            writer.close().await;
            store.close().await;
        };
        let (next, ()) = tokio::join!(next, end);
        next.unwrap().close().await;
    }
}

#[tokio::test]
async fn store_has_one_writer() {
    for kind in BOTH {
        let scene = Scene::new(kind).await;
        assert!(scene.store.writer().is_none());
        let reader = Store::open_existing(scene.database.url(), &settings()).await.unwrap();
        assert!(reader.writer().is_none());
        reader.close().await;
        scene.end().await;
    }
}

#[tokio::test]
async fn a_reader_reads_beside_the_server_and_without_it() {
    for kind in BOTH {
        let mut scene = Scene::new(kind).await;
        scene.writer.append(&batch([created(1, None)])).await.unwrap();
        let reader = Store::open_existing(scene.database.url(), &settings()).await.unwrap();
        assert!(reader.whole_room(room(1)).await.unwrap().is_some());
        scene.writer.append(&batch([appended(1, [2])])).await.unwrap();
        assert_eq!(reader.whole_room(room(1)).await.unwrap().unwrap().events.len(), 2);
        let refused = reader.add_user(&super::user(50), &super::session(50)).await;
        assert!(refused.is_err(), "{refused:?}");
        reader.close().await;
        let Scene { database, store, writer, .. } = scene;
        writer.close().await;
        store.close().await;
        let content = || std::fs::read(database.url().strip_prefix("sqlite://").unwrap()).unwrap();
        let before = (kind == Kind::Sqlite).then(content);
        let reader = Store::open_existing(database.url(), &settings()).await.unwrap();
        assert_eq!(reader.whole_room(room(1)).await.unwrap().unwrap().events.len(), 2);
        reader.close().await;
        assert!(before == (kind == Kind::Sqlite).then(content));
    }
}

#[tokio::test]
async fn a_reader_makes_no_database_and_changes_no_tables() {
    for kind in BOTH {
        let database = Database::new(kind).await;
        let nothing = Store::open_existing(database.url(), &settings()).await;
        if kind == Kind::Sqlite {
            assert!(matches!(nothing, Err(ConnectError::Missing(_))), "{nothing:?}");
            assert_eq!(files(&database), [""; 0]);
            // The database of another program.
            let options: SqliteConnectOptions = database.url().parse().unwrap();
            options.create_if_missing(true).connect().await.unwrap().close().await.unwrap();
            execute(&database, "CREATE TABLE things (thing)").await;
        }
        let nothing = Store::open_existing(database.url(), &settings()).await;
        assert!(matches!(nothing, Err(ConnectError::Version { found: None, .. })), "{nothing:?}");
        if kind == Kind::Sqlite {
            continue;
        }
        Store::connect(database.url(), &settings()).await.unwrap().close().await;
        execute(&database, "UPDATE _sqlx_migrations SET version = 99 WHERE version = 1").await;
        let other = Store::open_existing(database.url(), &settings()).await;
        assert!(other.is_ok(), "compatible tables: {other:?}");
        execute(&database, "UPDATE compatibility SET usable_from = 99").await;
        let other = Store::open_existing(database.url(), &settings()).await;
        assert!(matches!(other, Err(ConnectError::Version { found: Some(99), .. })), "{other:?}");
    }
}

/// A lock that keeps the server from writing.
enum Obstacle {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Obstacle {
    async fn new(database: &Database, kind: Kind) -> Self {
        if kind == Kind::Sqlite {
            let mut connection = SqliteConnection::connect(database.url()).await.unwrap();
            sqlx::query("BEGIN IMMEDIATE").execute(&mut connection).await.unwrap();
            Self::Sqlite(connection)
        } else {
            let mut connection = PgConnection::connect(database.url()).await.unwrap();
            sqlx::query("BEGIN").execute(&mut connection).await.unwrap();
            sqlx::query("LOCK TABLE room_events IN EXCLUSIVE MODE").execute(&mut connection).await.unwrap();
            Self::Postgres(connection)
        }
    }

    async fn end(self) {
        match self {
            Self::Sqlite(mut connection) => {
                sqlx::query("ROLLBACK").execute(&mut connection).await.unwrap();
                connection.close().await.unwrap();
            }
            Self::Postgres(mut connection) => {
                sqlx::query("ROLLBACK").execute(&mut connection).await.unwrap();
                connection.close().await.unwrap();
            }
        }
    }
}

#[tokio::test]
async fn abandoned_write_is_settled_before_the_next_one() {
    for kind in BOTH {
        for is_alone in [true, false] {
            let mut scene = Scene::new(kind).await;
            scene.writer.append(&batch([created(1, None), created(2, None)])).await.unwrap();
            let obstacle = Obstacle::new(&scene.database, kind).await;
            let changes =
                if is_alone { vec![appended(1, [2])] } else { vec![appended(1, [2]), created(3, None)] };
            let given_up = timeout(Duration::from_millis(200), scene.writer.append(&batch(changes))).await;
            assert!(given_up.is_err(), "{kind:?}: {given_up:?}");
            // A further attempt that fails, or gets only part of the way.
            let _ =
                timeout(Duration::from_millis(200), scene.writer.write_heartbeat(Timestamp(1), &[])).await;
            obstacle.end().await;
            scene.writer.write_heartbeat(Timestamp(2), &[]).await.unwrap();
            let count = scene.store.whole_room(room(1)).await.unwrap().unwrap().events.len() as u64;
            assert!((1..=2).contains(&count), "{count}");
            assert_eq!(scene.store.room(room(3)).await.unwrap().is_some(), !is_alone && count == 2);
            // The state is final: the next event follows it, and no other is stored in between.
            scene.writer.append(&batch([appended(1, [count + 1])])).await.unwrap();
            let stored = scene.store.whole_room(room(1)).await.unwrap().unwrap();
            assert_eq!(stored.events.len() as u64, count + 1);
            scene.end().await;
        }
    }
}

/// Ends the PostgreSQL process of the connection that writes events.
async fn end_writer(admin: &mut PgConnection) {
    let ended = sqlx::query(
        "SELECT count(pg_terminate_backend(pid)) AS ended FROM pg_stat_activity
         WHERE application_name LIKE 'sumito % writer' AND datname = current_database()",
    );
    assert_eq!(ended.fetch_one(admin).await.unwrap().get::<i64, _>("ended"), 1);
}

/// Lets the leases of all servers expire until another server has started.
async fn take_over(database: &Database) -> Store {
    let mut admin = PgConnection::connect(database.url()).await.unwrap();
    silence(&mut admin, None).await;
    admin.close().await.unwrap();
    let mut patient = settings();
    patient.acquire_timeout_ms = 60_000;
    Store::connect(database.url(), &patient).await.unwrap()
}

#[tokio::test]
async fn takeover_waits_for_an_open_transaction() {
    let Scene { database, store, writer, .. } = Scene::new(Kind::Postgres).await;
    let mut appending = PgConnection::connect(database.url()).await.unwrap();
    sqlx::query("BEGIN").execute(&mut appending).await.unwrap();
    sqlx::query("SELECT 1 FROM nodes FOR KEY SHARE").execute(&mut appending).await.unwrap();
    // The transaction holds the row with its key: leases are renewed, but no node is fenced.
    let mut next = Box::pin(take_over(&database));
    let mut admin = PgConnection::connect(database.url()).await.unwrap();
    let fence_waits = async {
        let waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()
             AND query LIKE '%fenced_at = %'";
        while sqlx::query_scalar::<_, i64>(waiting).fetch_one(&mut admin).await.unwrap() == 0 {}
    };
    tokio::select! {
        _ = &mut next => panic!("a node is fenced in the middle of a transaction"),
        () = fence_waits => {}
    }
    admin.close().await.unwrap();
    assert!(!store.fenced().is_cancelled());
    sqlx::query("COMMIT").execute(&mut appending).await.unwrap();
    let next = next.await;
    store.fenced().cancelled().await;
    appending.close().await.unwrap();
    writer.close().await;
    store.close().await;
    next.close().await;
}

#[tokio::test]
async fn writer_reconnects_after_losing_its_connection() {
    let mut scene = Scene::new(Kind::Postgres).await;
    scene.writer.append(&batch([created(1, None)])).await.unwrap();
    let mut admin = PgConnection::connect(scene.database.url()).await.unwrap();
    end_writer(&mut admin).await;
    let refused = scene.writer.append(&batch([appended(1, [2])])).await;
    assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
    scene.writer.append(&batch([appended(1, [2])])).await.unwrap();
    let second = Store::connect(scene.database.url(), &hasty()).await;
    assert!(matches!(second, Err(ConnectError::InUse(_))), "the lease went with the connection: {second:?}");
    admin.close().await.unwrap();
    scene.end().await;
}

#[tokio::test]
async fn server_that_lost_its_database_stops_writing_and_ends() {
    let mut scene = Scene::new(Kind::Postgres).await;
    scene.writer.append(&batch([created(1, None)])).await.unwrap();
    let second = take_over(&scene.database).await;
    for _ in 0..3 {
        let refused = scene.writer.append(&batch([appended(1, [2])])).await;
        assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
        let refused = scene.writer.write_heartbeat(Timestamp(1), &[]).await;
        assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
    }
    scene.store.fenced().cancelled().await;
    assert_eq!(second.last_heartbeat().await.unwrap(), None);
    assert_eq!(second.whole_room(room(1)).await.unwrap().unwrap().events.len(), 1);
    second.writer().unwrap().append(&batch([appended(1, [2])])).await.unwrap();
    let nodes = second.nodes().await.unwrap();
    assert_eq!(nodes.iter().map(|node| node.fenced_at.is_some()).collect::<Vec<_>>(), [false, true]);
    second.close().await;
    assert!(scene.store.nodes().await.unwrap().iter().all(|node| node.fenced_at.is_some()));
    scene.end().await;
}

#[tokio::test]
async fn next_server_waits_for_a_killed_servers_transaction() {
    // The killed server's connection has an open transaction that it will never end.
    let Scene { database, store, mut writer, .. } = Scene::new(Kind::Postgres).await;
    writer.append(&batch([created(1, None)])).await.unwrap();
    let obstacle = Obstacle::new(&database, Kind::Postgres).await;
    let given_up = timeout(Duration::from_millis(200), writer.append(&batch([appended(1, [2])]))).await;
    assert!(given_up.is_err());
    drop(writer);
    let next = take_over(&database).await;
    obstacle.end().await;
    // PostgreSQL has rolled back that transaction before the next server reads.
    let count = next.whole_room(room(1)).await.unwrap().unwrap().events.len() as u64;
    next.writer().unwrap().append(&batch([appended(1, [count + 1])])).await.unwrap();
    next.close().await;
    store.close().await;
}
