//! SQLite: a file on this machine.

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
pub(super) use queries::Queries;

/// What the queries run on.
type Db = sqlx::Sqlite;

/// Whether [`insert_events`] is one statement, and needs no transaction around it.
const INSERTS_AT_ONCE: bool = false;

/// Events in one statement. A transaction is cut into pieces of powers of two, so that there are few different
/// statements and SQLite keeps each of them prepared.
const MAX_ROWS_PER_INSERT: usize = 128;

/// The statements that add 1, 2, 4, … events. One that fails may leave some of them (`OR FAIL`): the transaction is rolled back
/// anyway, and SQLite need not keep a copy of every page for the case.
static INSERTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let sizes = (0..=MAX_ROWS_PER_INSERT.ilog2()).map(|power| 1_usize << power);
    let insert = |rows| {
        let rows = vec!["(?, ?, ?, ?, ?)"; rows].join(", ");
        format!("INSERT OR FAIL INTO room_events (room_id, seq, at, payload, hash) VALUES {rows}")
    };
    sizes.map(insert).collect()
});

/// Adds events.
async fn insert_events(
    connection: &mut SqliteConnection,
    events: &[(RoomId, &StoredEvent)],
) -> sqlx::Result<()> {
    let mut rest = events;
    while !rest.is_empty() {
        let power = rest.len().min(MAX_ROWS_PER_INSERT).ilog2();
        let (rows, later) = rest.split_at(1 << power);
        let mut insert = sqlx::query(INSERTS[power as usize].as_str());
        for (room, event) in rows {
            insert = insert
                .bind(room.as_str())
                .bind(event.seq as i64)
                .bind(event.at.0)
                .bind(event.payload.as_str())
                .bind(event.hash.0.as_slice());
        }
        insert.execute(&mut *connection).await?;
        rest = later;
    }
    Ok(())
}

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
        // How long to wait for another process that writes the same file.
        .busy_timeout(acquire_timeout);
    if let Some(folder) = options.get_filename().parent().filter(|folder| *folder != Path::new("")) {
        std::fs::create_dir_all(folder)
            .map_err(|source| ConnectError::Folder { path: folder.display().to_string(), source })?;
    }
    // SQLite has one writer at a time: waiting for one connection is fair, waiting for a lock is not.
    let writer = SqlitePoolOptions::new()
        .max_connections(1)
        .acquire_timeout(acquire_timeout)
        // A file does not hang up.
        .test_before_acquire(false)
        .after_release(|connection, _| Box::pin(can_be_used_again(connection)))
        .connect_with(options.clone())
        .await
        .map_err(ConnectError::Open)?;
    MIGRATIONS.run(&writer).await.map_err(ConnectError::Migrate)?;
    let reader = SqlitePoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(acquire_timeout)
        .connect_lazy_with(options.read_only(true));
    Ok(Queries::new(writer, reader))
}
