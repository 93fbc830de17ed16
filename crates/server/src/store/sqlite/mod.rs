//! SQLite: a file on this machine, or memory.

mod checkpoints;
mod lock;
#[path = "../queries/mod.rs"]
mod queries;
mod writer;

use std::path::Path;
use std::str::FromStr;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteRow, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, Row};
use sumito_game::RoomId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use self::checkpoints::Checkpoints;
use self::lock::FileLock;
use self::queries::{Limits, Pool, Pools};
use super::copy::Kind;
use super::{ConnectError, StoreError, StoredEvent, files};
use crate::config::{self, millis};

pub(super) use queries::Queries;
pub(super) use queries::copy::{
    begin_snapshot, begin_writing, commit, empty, is_unused, read, tables, write,
};
pub(super) use writer::Writer;

/// The database that the queries run on.
type Db = sqlx::Sqlite;

/// How a transaction begins that will write. One that only reads at first could not go on to write once another has written.
const BEGIN: &str = "BEGIN IMMEDIATE";

/// Behind a `SELECT` in a transaction that writes: nothing is needed, since nothing else writes meanwhile.
const LOCKED: &str = "";

/// Before a query, to be told how it would be answered.
const EXPLAIN: &str = "EXPLAIN QUERY PLAN ";

/// How a transaction begins that reads: it sees the moment of its first query to its end.
const SNAPSHOT: &str = "BEGIN DEFERRED";

/// Every column of every table, in order.
const COLUMNS: &str = r"SELECT tables.name AS of_table, columns.name AS name, columns.type AS kind
     FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns
     WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite\_%' ESCAPE '\' AND tables.name <> '_sqlx_migrations'
     ORDER BY tables.name, columns.cid";

/// Which tables refer to which.
const REFERENCES: &str = "SELECT tables.name AS of_table, keys.\"table\" AS other
     FROM sqlite_schema AS tables JOIN pragma_foreign_key_list(tables.name) AS keys WHERE tables.type = 'table'";

/// Values that one statement is given at most.
const MAX_VALUES: usize = 32_766;

/// What a column of this type holds.
fn kind(declared: &str) -> Option<Kind> {
    match declared {
        "INTEGER" => Some(Kind::Integer),
        "REAL" => Some(Kind::Real),
        "TEXT" => Some(Kind::Text),
        "BLOB" => Some(Kind::Bytes),
        _ => None,
    }
}

/// What one row of such an answer says.
fn explained(row: &SqliteRow) -> sqlx::Result<String> {
    row.try_get("detail")
}

/// Events in one statement.
const MAX_EVENTS_AT_ONCE: usize = 1_024;

/// The statements that add up to 1, 2, 4, … events: so few that SQLite keeps each of them prepared. One that fails undoes all
/// of its transaction (`OR ROLLBACK`): to undo only itself, SQLite would keep a copy of every page that it changes.
static INSERTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let sizes = (0..=MAX_EVENTS_AT_ONCE.ilog2()).map(|power| 1_usize << power);
    let insert = |rows| {
        let rows = vec!["(?, ?, ?, ?, ?)"; rows].join(", ");
        format!(
            "INSERT OR ROLLBACK INTO room_events (room_id, seq, at, payload, hash)
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
            .bind(room.as_str())
            .bind(event.seq as i64)
            .bind(event.at.0)
            .bind(event.payload.as_str())
            .bind(event.hash.0.as_slice());
    }
    insert.execute(connection).await?;
    Ok(())
}

/// Ends a transaction in which a statement failed. One with `OR ROLLBACK`, or that met an error of the disk, has ended it
/// already; sqlx goes on counting it as open, and is given one to end.
async fn roll_back(mut transaction: sqlx::Transaction<'_, Db>) -> sqlx::Result<()> {
    // Refused where the transaction is still open.
    let _ = sqlx::query("BEGIN").execute(&mut *transaction).await;
    transaction.rollback().await
}

/// Whether the next transaction on `connection` will be one of its own: not if one is still counted as open.
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

/// Steps of SQLite's machine after which a query looks whether it has taken too long: some tenths of a millisecond.
const STEPS_BETWEEN_LOOKS: i32 = 10_000;

static MIGRATIONS: Migrator = sqlx::migrate!("../../migrations/sqlite");

/// What only SQLite needs. All clones are the same.
#[derive(Clone, Debug)]
struct Local {
    /// Who has it may write. SQLite has one writer at a time: waiting for a turn is fair, waiting for a lock is not.
    turn: Arc<Semaphore>,
    checkpoints: Checkpoints,
    lock: Arc<Mutex<Option<FileLock>>>,
    writer: Arc<Mutex<Option<Writer>>>,
}

impl Local {
    fn new(lock: Option<FileLock>) -> Self {
        Self {
            turn: Arc::new(Semaphore::new(1)),
            checkpoints: Checkpoints::default(),
            lock: Arc::new(Mutex::new(lock)),
            writer: Arc::default(),
        }
    }

    async fn turn(&self) -> Option<OwnedSemaphorePermit> {
        // It is never closed.
        Arc::clone(&self.turn).acquire_owned().await.ok()
    }

    fn has_written(&self) {
        self.checkpoints.count();
    }

    async fn close(&self) {
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(writer) = writer {
            writer.close().await;
        }
        self.checkpoints.close().await;
        self.lock.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

impl Queries {
    pub(super) fn writer(&self) -> Option<Writer> {
        self.local().writer.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Opens a file for a server.
pub(super) async fn connect(url: &str, config: &config::Database) -> Result<Queries, ConnectError> {
    let options = options(url)?
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        // A power cut must lose nothing that a client was told.
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .pragma("wal_autocheckpoint", checkpoints::TOO_LONG_LOG)
        .busy_timeout(millis(config.acquire_timeout_ms));
    let file = options.get_filename();
    if let Some(folder) = file.parent().filter(|folder| *folder != Path::new("")) {
        std::fs::create_dir_all(folder)
            .map_err(|source| ConnectError::Folder { path: folder.display().to_string(), source })?;
    }
    let lock = lock::take(file, millis(config.acquire_timeout_ms)).await?;
    let file = file.to_owned();
    files::make_private(&file).map_err(|source| ConnectError::Open(source.into()))?;
    let mut first = options.connect().await.map_err(ConnectError::Open)?;
    queries::migrate(&mut first, &MIGRATIONS).await?;

    let local = Local::new(Some(lock));
    local.checkpoints.start(options.clone(), Arc::clone(&local.turn));
    let writer = Writer::of_file(first, options.clone(), Arc::clone(&local.turn), local.checkpoints.clone());
    *local.writer.lock().unwrap_or_else(PoisonError::into_inner) = Some(writer);

    let limits = Some(Limits {
        acquire: millis(config.acquire_timeout_ms),
        work: millis(config.statement_timeout_ms),
    });
    let [rooms, history] = readers(&options, config, limits);
    // One of them can write at a time anyway.
    let others = Pool::new(options, 1, limits);
    Ok(Queries::new(Pools { rooms, history, users: others.clone(), feed: others }, local))
}

/// Opens a file to read it.
pub(super) async fn open_existing(url: &str, config: &config::Database) -> Result<Queries, ConnectError> {
    let options = options(url)?.read_only(true).create_if_missing(false);
    let file = options.get_filename();
    if !file.is_file() {
        return Err(ConnectError::Missing(file.display().to_string()));
    }
    let mut first = options.connect().await.map_err(ConnectError::Open)?;
    queries::check_version(&mut first, &MIGRATIONS).await?;
    let [rooms, history] = readers(&options, config, None);
    let pools = Pools { users: history.clone(), feed: history.clone(), rooms: rooms.with(first), history };
    Ok(Queries::new(pools, Local::new(None)))
}

/// Opens a file to write to it beside a server: both wait for each other's transactions.
pub(super) async fn open_beside(url: &str, config: &config::Database) -> Result<Queries, ConnectError> {
    let options = options(url)?
        .create_if_missing(false)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(millis(config.acquire_timeout_ms));
    let file = options.get_filename();
    if !file.is_file() {
        return Err(ConnectError::Missing(file.display().to_string()));
    }
    let mut first = options.connect().await.map_err(ConnectError::Open)?;
    queries::check_version(&mut first, &MIGRATIONS).await?;
    let pool = Pool::new(options, 1, None).with(first);
    let pools = Pools { rooms: pool.clone(), history: pool.clone(), users: pool.clone(), feed: pool };
    Ok(Queries::new(pools, Local::new(None)))
}

/// A connection of its own to a file that is there, to read it: no statement is broken off.
pub(super) async fn connect_to_read(url: &str) -> Result<SqliteConnection, ConnectError> {
    let options = options(url)?.read_only(true).create_if_missing(false);
    let file = options.get_filename();
    if !file.is_file() {
        return Err(ConnectError::Missing(file.display().to_string()));
    }
    let mut connection = options.connect().await.map_err(ConnectError::Open)?;
    queries::check_version(&mut connection, &MIGRATIONS).await?;
    Ok(connection)
}

/// Refuses a file that a server uses, and keeps servers away as long as what is returned.
pub(super) fn refuse_in_use(url: &str) -> Result<impl Sized + use<>, ConnectError> {
    lock::take_if_free(options(url)?.get_filename())
}

/// A connection of its own to a file that is there, to write to it.
pub(super) async fn connect_plainly(url: &str) -> Result<SqliteConnection, ConnectError> {
    let options = options(url)?.synchronous(SqliteSynchronous::Full).foreign_keys(true);
    options.connect().await.map_err(ConnectError::Open)
}

/// Makes a file one that needs no log beside it, until a server opens it.
pub(super) async fn put_log_away(file: &Path) -> Result<(), ConnectError> {
    let options = SqliteConnectOptions::new().filename(file).journal_mode(SqliteJournalMode::Delete);
    let connection = options.connect().await.map_err(ConnectError::Open)?;
    connection.close().await.map_err(ConnectError::Open)
}

/// Writes everything to a new file, as it is at one moment.
pub(super) async fn vacuum_into(connection: &mut SqliteConnection, file: &Path) -> Result<(), StoreError> {
    let file = file.to_string_lossy();
    sqlx::query("VACUUM INTO $1").bind(file.as_ref()).execute(connection).await?;
    Ok(())
}

/// A new store in memory, with one connection for everything: it holds the data.
pub(super) async fn in_memory() -> Result<Queries, ConnectError> {
    let options = SqliteConnectOptions::new().in_memory(true).foreign_keys(true);
    let mut connection = options.connect().await.map_err(ConnectError::Open)?;
    queries::migrate(&mut connection, &MIGRATIONS).await?;
    let pool = Pool::new(options, 1, None).with(connection);
    let local = Local::new(None);
    *local.writer.lock().unwrap_or_else(PoisonError::into_inner) = Some(Writer::in_memory(pool.clone()));
    let pools = Pools { rooms: pool.clone(), history: pool.clone(), users: pool.clone(), feed: pool };
    Ok(Queries::new(pools, local))
}

fn options(url: &str) -> Result<SqliteConnectOptions, ConnectError> {
    Ok(SqliteConnectOptions::from_str(url)
        .map_err(ConnectError::Open)?
        // Reading many events, handing over a few at a time takes longer than reading them.
        .row_buffer_size(ROWS_HANDED_OVER)
        // Events of many rooms are added in many places of the index: they should stay in memory.
        .pragma("cache_size", CACHE_SIZE))
}

/// The pools for rooms and for the history: they share the connections that the configuration has for reading.
fn readers(options: &SqliteConnectOptions, config: &config::Database, limits: Option<Limits>) -> [Pool; 2] {
    let options = options.clone().read_only(true);
    [config.connections.div_ceil(2), (config.connections / 2).max(1)]
        .map(|size| Pool::new(options.clone(), size, limits))
}

/// Makes a connection ready for some work: what is not done after so long is interrupted.
async fn get_ready(connection: &mut SqliteConnection, limit: Option<Duration>) -> sqlx::Result<()> {
    let Some(limit) = limit else { return Ok(()) };
    let deadline = Instant::now() + limit;
    let mut handle = connection.lock_handle().await?;
    handle.set_progress_handler(STEPS_BETWEEN_LOOKS, move || Instant::now() < deadline);
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use super::*;
    use crate::config::{Config, Overrides};

    /// Polls a future until the notified moment has come, and drops it.
    async fn drop_when(reached: &tokio::sync::Notify, work: impl Future<Output = Result<(), StoreError>>) {
        tokio::select! {
            _ = work => unreachable!("it never ends"),
            () = reached.notified() => {}
        }
    }

    #[tokio::test]
    async fn a_write_that_is_dropped_keeps_the_turn_until_its_transaction_has_ended() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("s.db").display());
        let config = Config::load(None, &Overrides::default()).unwrap().database;
        let queries = connect(&url, &config).await.unwrap();
        let mut other = options(&url).unwrap().busy_timeout(Duration::ZERO).connect().await.unwrap();
        let limits = Limits { acquire: Duration::from_secs(5), work: Duration::from_secs(5) };
        let pool = Pool::new(options(&url).unwrap(), 1, Some(limits));
        for number in 0..50_i64 {
            let reached = tokio::sync::Notify::new();
            let write = queries.write(&pool, async |connection| {
                let mut transaction = connection.begin_with(BEGIN).await?;
                let insert = "INSERT INTO consumers (name, position) VALUES ('dropped', $1)";
                sqlx::query(insert).bind(number).execute(&mut *transaction).await?;
                reached.notify_one();
                pending::<()>().await;
                Ok(transaction.commit().await?)
            });
            drop_when(&reached, write).await;
            let _turn = queries.local().turn().await;
            // Nothing waits for a lock here: whoever has the turn finds nobody writing.
            let transaction = other.begin_with(BEGIN).await.unwrap();
            transaction.rollback().await.unwrap();
        }
        let count: i64 = sqlx::query("SELECT count(*) AS count FROM consumers WHERE name = 'dropped'")
            .fetch_one(&mut other)
            .await
            .unwrap()
            .try_get("count")
            .unwrap();
        assert_eq!(count, 0, "what was dropped in the middle has not happened");
        queries.close().await;
    }
}
