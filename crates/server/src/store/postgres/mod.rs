//! PostgreSQL: a database server.

mod lock;
#[path = "../queries/mod.rs"]
#[expect(clippy::duplicate_mod, reason = "one text of each query serves both databases")]
mod queries;
mod writer;

use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgRow};
use sqlx::{ConnectOptions, PgConnection, Row};
use sumito_game::RoomId;
use tokio::sync::OwnedSemaphorePermit;
use tokio_util::sync::CancellationToken;

use self::queries::{Limits, Pool, Pools};
use super::copy::Kind;
use super::{ConnectError, StoredEvent};
use crate::config::{self, millis};

pub(super) use queries::Queries;
pub(super) use queries::copy::{
    begin_snapshot, begin_writing, commit, empty, is_unused, read, tables, write,
};
pub(super) use writer::Writer;

/// The database that the queries run on.
type Db = sqlx::Postgres;

/// How a transaction begins that will write.
const BEGIN: &str = "BEGIN";

/// Behind a `SELECT` in a transaction that writes: no other transaction changes these rows until this one ends.
const LOCKED: &str = " FOR NO KEY UPDATE";

/// Before a query, to be told how it would be answered.
const EXPLAIN: &str = "EXPLAIN ";

/// How a transaction begins that reads: it sees the moment of its first query to its end.
const SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY";

/// Every column of every table, in order.
const COLUMNS: &str = "SELECT table_name::text AS of_table, column_name::text AS name, udt_name::text AS kind
     FROM information_schema.columns WHERE table_schema = current_schema() AND table_name <> '_sqlx_migrations'
     ORDER BY table_name, ordinal_position";

/// Which tables refer to which.
const REFERENCES: &str = "SELECT tables.relname::text AS of_table, others.relname::text AS other
     FROM pg_constraint AS keys JOIN pg_class AS tables ON tables.oid = conrelid JOIN pg_class AS others ON others.oid = confrelid
     WHERE contype = 'f' AND connamespace = current_schema()::regnamespace";

/// Values that one statement is given at most.
const MAX_VALUES: usize = 65_535;

/// What a column of this type holds.
fn kind(declared: &str) -> Option<Kind> {
    match declared {
        "bool" => Some(Kind::Bool),
        "int8" => Some(Kind::Integer),
        "int4" => Some(Kind::Short),
        "float8" => Some(Kind::Real),
        "text" => Some(Kind::Text),
        "bytea" => Some(Kind::Bytes),
        "uuid" => Some(Kind::Uuid),
        _ => None,
    }
}

/// What one row of such an answer says.
fn explained(row: &PgRow) -> sqlx::Result<String> {
    row.try_get(0)
}

/// Events in one statement: each column is one array, which has no limit that a transaction would come near.
const MAX_EVENTS_AT_ONCE: usize = 65_536;

/// Adds events with one statement.
async fn insert_events(connection: &mut PgConnection, events: &[(RoomId, &StoredEvent)]) -> sqlx::Result<()> {
    let rooms: Vec<_> = events.iter().map(|(room, _)| room.as_str()).collect();
    let seqs: Vec<_> = events.iter().map(|(_, event)| event.seq as i64).collect();
    let moments: Vec<_> = events.iter().map(|(_, event)| event.at.0).collect();
    let payloads: Vec<_> = events.iter().map(|(_, event)| event.payload.as_str()).collect();
    let hashes: Vec<_> = events.iter().map(|(_, event)| event.hash.0.as_slice()).collect();
    sqlx::query(
        "INSERT INTO room_events (room_id, seq, at, payload, hash)
         SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::bytea[])",
    )
    .bind(rooms)
    .bind(seqs)
    .bind(moments)
    .bind(payloads)
    .bind(hashes)
    .execute(connection)
    .await?;
    Ok(())
}

/// Ends a transaction in which a statement failed.
async fn roll_back(transaction: sqlx::Transaction<'_, Db>) -> sqlx::Result<()> {
    transaction.rollback().await
}

static MIGRATIONS: Migrator = sqlx::migrate!("../../migrations/postgres");

/// Makes a connection ready for some work: the database knows already how long that may take.
async fn get_ready(_: &mut PgConnection, _: Option<Duration>) -> sqlx::Result<()> {
    Ok(())
}

/// Whether the next transaction on `connection` will be one of its own: a rollback that is still to be done comes before it.
async fn can_be_used_again(_: &mut PgConnection) -> sqlx::Result<bool> {
    Ok(true)
}

/// Lists of games go through an index, in its order, until they have enough. PostgreSQL would rather sort what it takes for a
/// few games, and has no way to know how many fit a filter. Not worth compiling either (`jit`).
const THROUGH_AN_INDEX: [(&str, &str); 7] = [
    ("enable_sort", "off"),
    ("enable_incremental_sort", "off"),
    ("enable_seqscan", "off"),
    ("enable_bitmapscan", "off"),
    ("enable_hashjoin", "off"),
    ("enable_mergejoin", "off"),
    ("jit", "off"),
];

/// What only PostgreSQL needs. All clones are the same.
#[derive(Clone, Debug)]
struct Local {
    lost: CancellationToken,
    writer: Arc<Mutex<Option<Writer>>>,
}

impl Local {
    /// Everybody may write at any time: transactions wait for each other only where they change the same rows.
    #[expect(clippy::unused_async, reason = "SQLite has to wait")]
    async fn turn(&self) -> Option<OwnedSemaphorePermit> {
        None
    }

    #[expect(clippy::unused_self, reason = "SQLite counts")]
    fn has_written(&self) {}

    async fn close(&self) {
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(writer) = writer {
            writer.close().await;
        }
    }
}

impl Queries {
    pub(super) fn writer(&self) -> Option<Writer> {
        self.local().writer.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    pub(super) fn lost(&self) -> CancellationToken {
        self.local().lost.clone()
    }
}

/// Opens a database for a server.
pub(super) async fn connect(url: &str, config: &config::Database) -> Result<Queries, ConnectError> {
    // A power cut must lose nothing that a client was told.
    let options = options(url, config)?.options([("synchronous_commit", "on")]);
    let lost = CancellationToken::new();
    // The connection that holds the lock is the one that writes: who has the lock knows that nobody else can still write.
    let mut writer = Writer::new(options.clone(), lost.clone());
    let first = writer.connect_first(millis(config.acquire_timeout_ms)).await?;
    queries::migrate(first, &MIGRATIONS).await?;
    let writer = Arc::new(Mutex::new(Some(writer)));

    let timeout = config.statement_timeout_ms.to_string();
    let limits =
        Limits { acquire: millis(config.acquire_timeout_ms), work: millis(config.statement_timeout_ms) };
    let pools = pools(&options.options([("statement_timeout", timeout)]), config, Some(limits));
    Ok(Queries::new(pools, Local { lost, writer }))
}

/// Opens a database to read it.
pub(super) async fn open_existing(url: &str, config: &config::Database) -> Result<Queries, ConnectError> {
    let options = options(url, config)?.options([("default_transaction_read_only", "on")]);
    let mut first = options.connect().await.map_err(ConnectError::Open)?;
    queries::check_version(&mut first, &MIGRATIONS).await?;
    let mut pools = pools(&options, config, None);
    pools.rooms = pools.rooms.with(first);
    Ok(Queries::new(pools, Local { lost: CancellationToken::new(), writer: Arc::default() }))
}

/// Opens a database to write to it beside a server.
pub(super) async fn open_beside(url: &str, config: &config::Database) -> Result<Queries, ConnectError> {
    let options = options(url, config)?.options([("synchronous_commit", "on")]);
    let mut first = options.connect().await.map_err(ConnectError::Open)?;
    queries::check_version(&mut first, &MIGRATIONS).await?;
    let mut pools = pools(&options, config, None);
    pools.rooms = pools.rooms.with(first);
    Ok(Queries::new(pools, Local { lost: CancellationToken::new(), writer: Arc::default() }))
}

/// A connection of its own to read: no statement is broken off.
pub(super) async fn connect_to_read(
    url: &str,
    config: &config::Database,
) -> Result<PgConnection, ConnectError> {
    let mut connection = connect_plainly(url, config).await?;
    queries::check_version(&mut connection, &MIGRATIONS).await?;
    Ok(connection)
}

/// A connection of its own, to read or to write.
pub(super) async fn connect_plainly(
    url: &str,
    config: &config::Database,
) -> Result<PgConnection, ConnectError> {
    options(url, config)?.connect().await.map_err(ConnectError::Open)
}

fn options(url: &str, config: &config::Database) -> Result<PgConnectOptions, ConnectError> {
    let options = PgConnectOptions::from_str(url).map_err(ConnectError::Open)?.application_name("sumito");
    let password = config.password.reveal();
    Ok(if password.is_empty() || has_password(url) { options } else { options.password(password) })
}

/// Whether `postgres://USER:PASSWORD@HOST/DATABASE` has a password.
fn has_password(url: &str) -> bool {
    let authority =
        url.split_once("://").map_or("", |(_, rest)| rest.split(['/', '?']).next().unwrap_or_default());
    authority.rsplit_once('@').is_some_and(|(user, _)| user.contains(':'))
}

/// Rooms and the history share the connections that the configuration has for reading.
fn pools(options: &PgConnectOptions, config: &config::Database, limits: Option<Limits>) -> Pools {
    let pool = |options: &PgConnectOptions, size: u32| Pool::new(options.clone(), size.max(1), limits);
    Pools {
        rooms: pool(options, config.connections.div_ceil(2)),
        history: pool(&options.clone().options(THROUGH_AN_INDEX), config.connections / 2),
        users: pool(options, 1),
        feed: pool(options, 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Config, Overrides};

    #[test]
    fn the_password_of_the_settings_is_taken_where_the_url_has_none() {
        let mut settings = Config::load(None, &Overrides::default()).unwrap().database;
        settings.password = "secret".to_owned().into();
        for (url, password) in [
            ("postgres://sumito@host/sumito", "secret"),
            ("postgres://host/sumito?user=a:b@c", "secret"),
            ("postgres://sumito:word@host:5432/sumito", "word"),
        ] {
            let options = options(url, &settings).unwrap();
            assert_eq!(options.to_url_lossy().password(), Some(password), "{url}");
        }
    }
}
