//! SQLite: a file on this machine.

mod checkpoints;
#[path = "../queries.rs"]
mod queries;

use std::path::Path;
use std::str::FromStr;
use std::sync::LazyLock;
use std::time::Duration;

use sqlx::Connection;
use sqlx::migrate::Migrator;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous,
};

use sumito_protocol::RoomId;

use super::{ConnectError, StoredEvent};
use checkpoints::Checkpoints;
pub(super) use queries::Queries;

/// What the queries run on.
type Db = sqlx::Sqlite;

/// Events in one statement.
const MAX_EVENTS_AT_ONCE: usize = 1_024;

/// The statements that add up to 1, 2, 4, … events: so few that SQLite keeps each of them prepared. One that fails undoes all of its
/// transaction (`OR ROLLBACK`): to undo only itself, SQLite would keep a copy of every page that it changes.
static INSERTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let sizes = (0..=MAX_EVENTS_AT_ONCE.ilog2()).map(|power| 1_usize << power);
    let insert = |rows| {
        let rows = vec!["(?, ?, ?, ?, ?, ?, ?)"; rows].join(", ");
        format!(
            "INSERT OR ROLLBACK INTO room_events (previous, id, room_id, seq, at, payload, hash)
             SELECT * FROM (VALUES {rows}) WHERE column1 IS NOT NULL"
        )
    };
    sizes.map(insert).collect()
});

/// Adds at most [`MAX_EVENTS_AT_ONCE`] events with one statement. What is not bound is null.
async fn insert_events(
    connection: &mut SqliteConnection,
    events: &[(RoomId, &StoredEvent)],
) -> sqlx::Result<()> {
    let power = events.len().next_power_of_two().ilog2();
    let mut insert = sqlx::query(INSERTS[power as usize].as_str());
    for (room, event) in events {
        insert = insert
            .bind(event.previous.0)
            .bind(event.id.0)
            .bind(room.as_str())
            .bind(event.seq as i64)
            .bind(event.at.0)
            .bind(event.payload.as_str())
            .bind(event.hash.0.as_slice());
    }
    insert.execute(connection).await?;
    Ok(())
}

/// From events in `story` to the ones `late` that come after them.
const JOIN_NEXT_EVENT: &str = "JOIN room_events AS late ON late.previous = story.id";

/// Whether the next transaction on `connection` will be one of its own. After a write that failed (a full disk, an I/O error)
/// SQLite has rolled the transaction back by itself. sqlx then goes on counting it as open and takes the next one for a part of
/// it, which can end without ever being committed.
async fn can_be_used_again(connection: &mut SqliteConnection) -> sqlx::Result<bool> {
    if connection.is_in_transaction() {
        // A rollback may still be under way.
        connection.ping().await?;
    }
    Ok(!connection.is_in_transaction())
}

/// Rows that may wait between SQLite's thread and whoever asked for them.
const ROWS_HANDED_OVER: usize = 4_096;

/// Memory for pages of the file, of each connection: 16 MiB (negative numbers are KiB).
const CACHE_SIZE: &str = "-16384";

static MIGRATIONS: Migrator = sqlx::migrate!("../../migrations/sqlite");

pub(super) async fn open(
    url: &str,
    connections: u32,
    acquire_timeout: Duration,
) -> Result<Queries, ConnectError> {
    let options = SqliteConnectOptions::from_str(url)
        .map_err(ConnectError::Open)?
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        // A power cut must lose nothing that a client was told.
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        // A start reads many events: handing over a few at a time takes longer than reading them.
        .row_buffer_size(ROWS_HANDED_OVER)
        // Events of many rooms are added in many places of the index: they should stay in memory.
        .pragma("cache_size", CACHE_SIZE)
        .pragma("wal_autocheckpoint", checkpoints::TOO_LONG_LOG)
        // How long to wait for another process that writes the same file.
        .busy_timeout(acquire_timeout);
    if let Some(folder) = options.get_filename().parent().filter(|folder| *folder != Path::new("")) {
        std::fs::create_dir_all(folder)
            .map_err(|source| ConnectError::Folder { path: folder.display().to_string(), source })?;
    }
    let checkpoints = Checkpoints::default();
    // SQLite has one writer at a time: waiting for one connection is fair, waiting for a lock is not.
    let writer = SqlitePoolOptions::new()
        .max_connections(1)
        .acquire_timeout(acquire_timeout)
        // A file does not hang up.
        .test_before_acquire(false)
        .after_release({
            let checkpoints = checkpoints.clone();
            move |connection, _| {
                checkpoints.count();
                Box::pin(can_be_used_again(connection))
            }
        })
        .connect_with(options.clone())
        .await
        .map_err(ConnectError::Open)?;
    MIGRATIONS.run(&writer).await.map_err(ConnectError::Migrate)?;
    let beside = SqlitePoolOptions::new().max_connections(1).connect_lazy_with(options.clone());
    tokio::spawn(checkpoints.run(writer.clone(), beside.clone()));
    let reader = SqlitePoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(acquire_timeout)
        .connect_lazy_with(options.read_only(true));
    Ok(Queries::new(writer, reader, Some(beside)))
}
