//! SQLite, as a file on this machine or in memory.

mod checkpoints;
mod lock;
#[path = "../queries/mod.rs"]
mod queries;
mod writer;

use std::path::Path;
use std::str::FromStr;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteRow, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Row};
use sumito_game::RoomId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tracing::warn;

use self::checkpoints::Checkpoints;
use self::lock::FileLock;
use self::queries::{Limits, Pool, Pools};
use super::copy::ColumnType;
use super::nodes::{FILE_LEASE, NodeId, NodeKey};
use super::{ConnectError, Mandate, StoreError, StoredEvent, files, migrations};
use sumito_config::{self as config, millis};

pub(super) use queries::Queries;
pub(super) use queries::copy::{
    begin_snapshot, begin_writing, commit, empty, is_unused, read, tables, write,
};
pub(super) use writer::Writer;

/// The database type of the queries.
type Db = sqlx::Sqlite;

/// Time of the database, in microseconds.
const NOW: &str = "CAST(unixepoch('subsec') * 1000000 AS INTEGER)";

/// Statement that starts a write transaction. A transaction that starts as a read could not write after another transaction has written.
const BEGIN: &str = "BEGIN IMMEDIATE";

/// Suffix of a `SELECT` in a write transaction: empty, since no other transaction writes at the same time.
const LOCKED: &str = "";

/// Statement that holds a name until the end of the transaction: none, since no other transaction writes at the same time.
const HOLD_NAME: Option<&str> = None;

/// Prefix of a query that returns its plan.
const EXPLAIN: &str = "EXPLAIN QUERY PLAN ";

/// Statement that starts a read transaction, which reads the state at its first query until its end.
const SNAPSHOT: &str = "BEGIN DEFERRED";

/// Query for every column of every table that is copied, in order. Data of the nodes of one database is not copied: their claims and
/// attempts, and the administration settings until the last node stops.
const COLUMNS: &str = r"SELECT tables.name AS of_table, columns.name AS name, columns.type AS kind
     FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns
     WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite\_%' ESCAPE '\' AND tables.name NOT IN ('_sqlx_migrations', 'nodes', 'claims', 'past_claims', 'attempts', 'administration', 'compatibility')
     ORDER BY tables.name, columns.cid";

/// Query for the foreign keys between tables.
const REFERENCES: &str = "SELECT tables.name AS of_table, keys.\"table\" AS other
     FROM sqlite_schema AS tables JOIN pragma_foreign_key_list(tables.name) AS keys WHERE tables.type = 'table'";

/// Maximum number of values in a statement.
const MAX_VALUES: usize = 32_766;

/// Returns the type of a column with this declaration.
fn kind(declared: &str) -> Option<ColumnType> {
    match declared {
        "INTEGER" => Some(ColumnType::Integer),
        "REAL" => Some(ColumnType::Real),
        "TEXT" => Some(ColumnType::Text),
        "BLOB" => Some(ColumnType::Bytes),
        _ => None,
    }
}

/// Returns the text in a row of a query plan.
fn explained(row: &SqliteRow) -> sqlx::Result<String> {
    row.try_get("detail")
}

/// Maximum number of events in a statement.
const MAX_EVENTS_AT_ONCE: usize = 1_024;

/// The statements that insert up to 1, 2, 4, … events: so few that SQLite keeps each of them prepared. A failing statement rolls back its
/// whole transaction (`OR ROLLBACK`): to undo only itself, SQLite would keep a copy of every page that it changes.
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

/// Returns `true`: the lock of the file keeps other servers away, so that no node is ever fenced while it runs.
async fn hold(_: &mut SqliteConnection, _: NodeKey) -> sqlx::Result<bool> {
    Ok(true)
}

/// Returns `true`: no other node can decide.
async fn hold_mandate(_: &mut SqliteConnection, _: &Mandate) -> sqlx::Result<bool> {
    Ok(true)
}

/// Inserts at most [`MAX_EVENTS_AT_ONCE`] events with one statement. Unbound values are null.
async fn insert_events(
    connection: &mut SqliteConnection,
    _: NodeKey,
    events: &[(RoomId, &StoredEvent)],
) -> sqlx::Result<bool> {
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
    Ok(true)
}

/// Ends a transaction in which a statement failed. After `OR ROLLBACK` or a disk error it has already ended, but sqlx still counts it as
/// open, and is given a new transaction to end.
async fn roll_back(mut transaction: sqlx::Transaction<'_, Db>) -> sqlx::Result<()> {
    // Fails if the transaction is still open.
    let _ = sqlx::query("BEGIN").execute(&mut *transaction).await;
    transaction.rollback().await
}

/// Returns whether `connection` can start a new transaction: not if sqlx still counts one as open.
async fn is_reusable(connection: &mut SqliteConnection) -> sqlx::Result<bool> {
    if connection.is_in_transaction() {
        // A rollback may still be in progress.
        connection.ping().await?;
    }
    Ok(!connection.is_in_transaction())
}

/// Maximum number of rows between SQLite's thread and the caller.
const ROWS_HANDED_OVER: usize = 4_096;

/// Page cache of each connection: 16 MiB (negative numbers are KiB).
const CACHE_SIZE: &str = "-16384";

/// Virtual machine steps between two checks of a query's time limit: some tenths of a millisecond.
const STEPS_BETWEEN_LOOKS: i32 = 10_000;

/// State that only SQLite needs. All clones share it.
#[derive(Clone, Debug)]
struct Local {
    /// Write permit. SQLite has one writer at a time: waiting for this permit is fair, waiting for SQLite's lock is not.
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

    #[expect(clippy::unused_self, reason = "PostgreSQL has to look")]
    fn is_shared(&self) -> bool {
        false
    }

    async fn turn(&self) -> Option<OwnedSemaphorePermit> {
        // The semaphore is never closed.
        Arc::clone(&self.turn).acquire_owned().await.ok()
    }

    fn has_written(&self) {
        self.checkpoints.count();
    }

    async fn close(&self) {
        let writer = self.writer.lock().take();
        if let Some(writer) = writer {
            writer.close().await;
        }
        self.checkpoints.close().await;
        self.lock.lock().take();
    }
}

impl Queries {
    pub(super) fn writer(&self) -> Option<Writer> {
        self.local().writer.lock().take()
    }
}

/// Opens a file for a server.
pub(super) async fn connect(url: &str, config: &config::Database) -> Result<Queries, ConnectError> {
    let options = options(url)?
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        // A power cut must lose nothing that was acknowledged to a client.
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .pragma("wal_autocheckpoint", checkpoints::TOO_LONG_LOG)
        .busy_timeout(millis(config.acquire_timeout_ms));
    let file = options.get_filename();
    if let Some(folder) = file.parent().filter(|folder| *folder != Path::new("")) {
        std::fs::create_dir_all(folder)
            .map_err(|source| ConnectError::Folder { path: folder.display().to_string(), source })?;
    }
    let lock = lock::acquire(file, millis(config.acquire_timeout_ms)).await?;
    let file = file.to_owned();
    files::make_private(&file).map_err(|source| ConnectError::Open(source.into()))?;
    let mut first = options.connect().await.map_err(ConnectError::Open)?;
    queries::migrate(&mut first, &migrations::SQLITE).await?;
    let node = join(&mut first).await?;

    let local = Local::new(Some(lock));
    local.checkpoints.start(options.clone(), Arc::clone(&local.turn));
    let writer =
        Writer::of_file(first, node, options.clone(), Arc::clone(&local.turn), local.checkpoints.clone());
    *local.writer.lock() = Some(writer);

    let limits = Some(Limits {
        acquire: millis(config.acquire_timeout_ms),
        work: millis(config.statement_timeout_ms),
    });
    let [rooms, history] = readers(&options, config, limits);
    // Only one of them can write at a time anyway.
    let others = Pool::new(options, 1, limits);
    Ok(Queries::new(Pools { rooms, history, users: others.clone(), projections: others }, local))
}

/// Adds this server as the only node: others have ended, since this one has the lock of the file. A full disk does not keep the server
/// from starting: it is not listed then.
async fn join(connection: &mut SqliteConnection) -> Result<NodeKey, ConnectError> {
    let id = NodeId::random();
    let joining = async {
        let sql = format!("UPDATE nodes SET epoch = epoch + 1, fenced_at = {NOW} WHERE fenced_at IS NULL");
        sqlx::query(AssertSqlSafe(sql)).execute(&mut *connection).await?;
        queries::nodes::join(connection, id, FILE_LEASE, None).await
    };
    match joining.await {
        Err(StoreError::Unavailable(error)) => {
            warn!(%error, "node not listed: database not writable");
            Ok(NodeKey { id, epoch: 0 })
        }
        joined => joined.map_err(ConnectError::Lease),
    }
}

/// Opens a file for reading.
pub(super) async fn open_existing(url: &str, config: &config::Database) -> Result<Queries, ConnectError> {
    let options = options(url)?.read_only(true).create_if_missing(false);
    let file = options.get_filename();
    if !file.is_file() {
        return Err(ConnectError::Missing(file.display().to_string()));
    }
    let mut first = options.connect().await.map_err(ConnectError::Open)?;
    queries::check_version(&mut first, &migrations::SQLITE).await?;
    let [rooms, history] = readers(&options, config, None);
    let pools =
        Pools { users: history.clone(), projections: history.clone(), rooms: rooms.with(first), history };
    Ok(Queries::new(pools, Local::new(None)))
}

/// Opens a file for writing next to a running server: both wait for each other's transactions.
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
    queries::check_version(&mut first, &migrations::SQLITE).await?;
    let pool = Pool::new(options, 1, None).with(first);
    let pools = Pools { rooms: pool.clone(), history: pool.clone(), users: pool.clone(), projections: pool };
    Ok(Queries::new(pools, Local::new(None)))
}

/// Returns a separate connection for reading an existing file, without a time limit for statements.
pub(super) async fn connect_to_read(url: &str) -> Result<SqliteConnection, ConnectError> {
    let options = options(url)?.read_only(true).create_if_missing(false);
    let file = options.get_filename();
    if !file.is_file() {
        return Err(ConnectError::Missing(file.display().to_string()));
    }
    let mut connection = options.connect().await.map_err(ConnectError::Open)?;
    queries::check_version(&mut connection, &migrations::SQLITE).await?;
    Ok(connection)
}

/// Rejects a file that a server uses, and locks out servers while the returned value exists.
pub(super) fn refuse_in_use(url: &str) -> Result<impl Sized + use<>, ConnectError> {
    lock::take_if_free(options(url)?.get_filename())
}

/// Returns a separate connection for writing to an existing file.
pub(super) async fn connect_plainly(url: &str) -> Result<SqliteConnection, ConnectError> {
    let options = options(url)?.synchronous(SqliteSynchronous::Full).foreign_keys(true);
    options.connect().await.map_err(ConnectError::Open)
}

/// Switches a file to a mode without a log file, until a server opens it.
pub(super) async fn checkpoint_and_close_wal(file: &Path) -> Result<(), ConnectError> {
    let options = SqliteConnectOptions::new().filename(file).journal_mode(SqliteJournalMode::Delete);
    let connection = options.connect().await.map_err(ConnectError::Open)?;
    connection.close().await.map_err(ConnectError::Open)
}

/// Writes a snapshot of the database to a new file.
pub(super) async fn vacuum_into(connection: &mut SqliteConnection, file: &Path) -> Result<(), StoreError> {
    let file = file.to_string_lossy();
    sqlx::query("VACUUM INTO $1").bind(file.as_ref()).execute(connection).await?;
    Ok(())
}

/// Returns a new store in memory, with a single connection, which holds the data.
pub(super) async fn in_memory() -> Result<Queries, ConnectError> {
    let options = SqliteConnectOptions::new().in_memory(true).foreign_keys(true);
    let mut connection = options.connect().await.map_err(ConnectError::Open)?;
    queries::migrate(&mut connection, &migrations::SQLITE).await?;
    let node = join(&mut connection).await?;
    let pool = Pool::new(options, 1, None).with(connection);
    let local = Local::new(None);
    *local.writer.lock() = Some(Writer::in_memory(pool.clone(), node));
    let pools = Pools { rooms: pool.clone(), history: pool.clone(), users: pool.clone(), projections: pool };
    Ok(Queries::new(pools, local))
}

fn options(url: &str) -> Result<SqliteConnectOptions, ConnectError> {
    Ok(SqliteConnectOptions::from_str(url)
        .map_err(ConnectError::Open)?
        // With many events, small hand-overs take longer than the reads.
        .row_buffer_size(ROWS_HANDED_OVER)
        // Events of many rooms are inserted all over the index, which should stay in memory.
        .pragma("cache_size", CACHE_SIZE))
}

/// Returns the pools for rooms and for the history, which share the configured number of connections for reading.
fn readers(options: &SqliteConnectOptions, config: &config::Database, limits: Option<Limits>) -> [Pool; 2] {
    let options = options.clone().read_only(true);
    [config.connections.div_ceil(2), (config.connections / 2).max(1)]
        .map(|size| Pool::new(options.clone(), size, limits))
}

/// Prepares a connection for some work: a query is interrupted after this time limit.
async fn prepare(connection: &mut SqliteConnection, limit: Option<Duration>) -> sqlx::Result<()> {
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
    use sumito_config::{Config, Overrides};

    /// Polls a future until it is notified, and drops it.
    async fn drop_when(reached: &tokio::sync::Notify, work: impl Future<Output = Result<(), StoreError>>) {
        tokio::select! {
            _ = work => unreachable!("it never ends"),
            () = reached.notified() => {}
        }
    }

    #[tokio::test]
    async fn dropped_write_keeps_the_turn_until_rollback() {
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
            // No task waits for a lock here: the holder of the turn is the only writer.
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
