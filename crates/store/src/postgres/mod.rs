//! PostgreSQL, as a database server.

mod claims;
mod lease;
#[path = "../queries/mod.rs"]
#[expect(clippy::duplicate_mod, reason = "one text of each query serves both databases")]
mod queries;
mod writer;

use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use sqlx::postgres::{PgConnectOptions, PgRow};
use sqlx::{ConnectOptions, Connection as _, PgConnection, Row};
use sumito_game::RoomId;
use tokio::sync::OwnedSemaphorePermit;
use tokio_util::sync::CancellationToken;

use self::lease::Lease;
use self::queries::{Limits, Pool, Pools};
use super::copy::ColumnType;
use super::nodes::{LeaseDeadline, NodeKey, NodeRow, Sharing};
use super::{ClaimKey, ConnectError, Mandate, StoreError, StoredEvent, migrations};
use sumito_config::{self as config, millis};

pub(super) use claims::Membership;
pub(super) use queries::Queries;
pub(super) use queries::copy::{
    begin_snapshot, begin_writing, commit, empty, is_unused, read, tables, write,
};
pub(super) use writer::Writer;

/// The database type of the queries.
type Db = sqlx::Postgres;

/// Time of the database, in microseconds. It passes within a transaction.
const NOW: &str = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint";

/// Statement that starts a write transaction.
const BEGIN: &str = "BEGIN";

/// Suffix of a `SELECT` in a write transaction: no other transaction changes these rows until this transaction ends.
const LOCKED: &str = " FOR NO KEY UPDATE";

/// Statement that holds a name until the end of the transaction. Other transactions that want the same name wait.
const HOLD_NAME: Option<&str> = Some("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))");

/// Prefix of a query that returns its plan.
const EXPLAIN: &str = "EXPLAIN ";

/// Statement that starts a read transaction, which reads the state at its first query until its end.
const SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY";

/// Query for every column of every table that is copied, in order. Data of the nodes of one database is not copied: their claims and
/// attempts, and the administration settings until the last node stops.
const COLUMNS: &str = "SELECT table_name::text AS of_table, column_name::text AS name, udt_name::text AS kind
     FROM information_schema.columns WHERE table_schema = current_schema() AND table_name NOT IN ('_sqlx_migrations', 'nodes', 'claims', 'past_claims', 'attempts', 'administration', 'compatibility')
     ORDER BY table_name, ordinal_position";

/// Query for the foreign keys between tables.
const REFERENCES: &str = "SELECT tables.relname::text AS of_table, others.relname::text AS other
     FROM pg_constraint AS keys JOIN pg_class AS tables ON tables.oid = conrelid JOIN pg_class AS others ON others.oid = confrelid
     WHERE contype = 'f' AND connamespace = current_schema()::regnamespace";

/// Maximum number of values in a statement.
const MAX_VALUES: usize = 65_535;

/// Returns the type of a column with this declaration.
fn kind(declared: &str) -> Option<ColumnType> {
    match declared {
        "bool" => Some(ColumnType::Bool),
        "int8" => Some(ColumnType::Integer),
        "int4" => Some(ColumnType::Short),
        "float8" => Some(ColumnType::Real),
        "text" => Some(ColumnType::Text),
        "bytea" => Some(ColumnType::Bytes),
        "uuid" => Some(ColumnType::Uuid),
        _ => None,
    }
}

/// Returns the text in a row of a query plan.
fn explained(row: &PgRow) -> sqlx::Result<String> {
    row.try_get(0)
}

/// Events in one statement: each column is one array, whose limit no transaction comes near.
const MAX_EVENTS_AT_ONCE: usize = 65_536;

/// Holds the row of a node until the transaction ends, so that the node is not fenced before. Returns `false` if it is fenced already.
async fn hold(connection: &mut PgConnection, node: NodeKey) -> sqlx::Result<bool> {
    let sql = "SELECT 1 FROM nodes WHERE id = $1 AND epoch = $2 FOR KEY SHARE";
    Ok(sqlx::query(sql).bind(node.id.0).bind(node.epoch).fetch_optional(connection).await?.is_some())
}

/// Holds the claim of a mandate, and the row of its node, until the transaction ends. Returns `false` if the node no longer has the claim in
/// this term, or is fenced.
async fn hold_mandate(connection: &mut PgConnection, mandate: &Mandate) -> sqlx::Result<bool> {
    let sql = "SELECT 1 FROM claims JOIN nodes ON nodes.id = claims.node
               WHERE key = $1 AND node = $2 AND term = $3 AND left_at IS NULL AND fenced_at IS NULL
               FOR SHARE OF claims FOR KEY SHARE OF nodes";
    let key = ClaimKey::Duty(mandate.duty.as_str().into()).to_string();
    let held = sqlx::query(sql).bind(key).bind(mandate.node).bind(mandate.term);
    Ok(held.fetch_optional(connection).await?.is_some())
}

/// Inserts events with one statement. Returns `false`, and inserts nothing, if the node is fenced.
async fn insert_events(
    connection: &mut PgConnection,
    node: NodeKey,
    events: &[(RoomId, &StoredEvent)],
) -> sqlx::Result<bool> {
    let rooms: Vec<_> = events.iter().map(|(room, _)| room.as_str()).collect();
    let seqs: Vec<_> = events.iter().map(|(_, event)| event.seq as i64).collect();
    let moments: Vec<_> = events.iter().map(|(_, event)| event.at.0).collect();
    let payloads: Vec<_> = events.iter().map(|(_, event)| event.payload.as_str()).collect();
    let hashes: Vec<_> = events.iter().map(|(_, event)| event.hash.0.as_slice()).collect();
    let inserted = sqlx::query(
        "WITH node AS (SELECT 1 FROM nodes WHERE id = $6 AND epoch = $7 FOR KEY SHARE)
         INSERT INTO room_events (room_id, seq, at, payload, hash)
         SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::bytea[])
         WHERE EXISTS (SELECT 1 FROM node)",
    )
    .bind(rooms)
    .bind(seqs)
    .bind(moments)
    .bind(payloads)
    .bind(hashes)
    .bind(node.id.0)
    .bind(node.epoch)
    .execute(connection)
    .await?;
    Ok(inserted.rows_affected() > 0 || events.is_empty())
}

/// Ends a transaction in which a statement failed.
async fn roll_back(transaction: sqlx::Transaction<'_, Db>) -> sqlx::Result<()> {
    transaction.rollback().await
}

/// Prepares a connection for some work: no-op, because the database already has the time limit.
async fn prepare(_: &mut PgConnection, _: Option<Duration>) -> sqlx::Result<()> {
    Ok(())
}

/// Returns whether `connection` can start a new transaction. The rollback of a transaction that was dropped is sent at once: until then,
/// its locks would block the other nodes.
async fn is_reusable(connection: &mut PgConnection) -> sqlx::Result<bool> {
    if connection.should_flush() {
        connection.ping().await?;
    }
    Ok(true)
}

/// Lists of games must use an index, in its order, until they have enough rows. PostgreSQL would rather sort all candidates, and cannot
/// estimate how many games match a filter. Compilation (`jit`) does not pay off either.
const THROUGH_AN_INDEX: [(&str, &str); 7] = [
    ("enable_sort", "off"),
    ("enable_incremental_sort", "off"),
    ("enable_seqscan", "off"),
    ("enable_bitmapscan", "off"),
    ("enable_hashjoin", "off"),
    ("enable_mergejoin", "off"),
    ("jit", "off"),
];

/// State that only PostgreSQL needs. All clones share it.
#[derive(Clone, Debug)]
struct Local {
    /// `None` if the database was not opened for a server.
    lease: Option<Lease>,
    /// Connections for claims.
    claims: Option<Pool>,
    writer: Arc<Mutex<Option<Writer>>>,
}

impl Local {
    /// Returns no permit: any task may write at any time, because transactions wait for each other only if they change the same rows.
    #[expect(clippy::unused_async, reason = "SQLite has to wait")]
    async fn turn(&self) -> Option<OwnedSemaphorePermit> {
        None
    }

    /// Returns whether other servers may use the database at the same time.
    fn is_shared(&self) -> bool {
        self.lease.as_ref().is_some_and(|lease| lease.own.is_shared())
    }

    #[expect(clippy::unused_self, reason = "SQLite counts")]
    fn has_written(&self) {}

    async fn close(&self) {
        let writer = self.writer.lock().take();
        if let Some(writer) = writer {
            writer.close().await;
        }
        if let Some(lease) = &self.lease {
            lease.own.end().await;
        }
    }
}

impl Queries {
    pub(super) fn writer(&self) -> Option<Writer> {
        self.local().writer.lock().take()
    }

    pub(super) fn fenced(&self) -> CancellationToken {
        self.local().lease.as_ref().map(|lease| lease.own.lost().clone()).unwrap_or_default()
    }

    pub(super) fn lease_deadline(&self) -> LeaseDeadline {
        self.local().lease.as_ref().map_or_else(LeaseDeadline::never, |lease| lease.own.deadline().clone())
    }
}

/// Opens a database for a server.
pub(super) async fn connect(
    url: &str,
    config: &config::Database,
    sharing: Sharing,
) -> Result<Queries, ConnectError> {
    // A power cut must lose nothing that was acknowledged to a client.
    let lease = Lease::new(options(url, config)?.options([("synchronous_commit", "on")]), sharing);
    let options = lease.options().clone();
    let writer = Writer::start(lease.clone(), millis(config.acquire_timeout_ms)).await?;
    let writer = Arc::new(Mutex::new(Some(writer)));

    let timeout = config.statement_timeout_ms.to_string();
    let limits =
        Limits { acquire: millis(config.acquire_timeout_ms), work: millis(config.statement_timeout_ms) };
    let pools = pools(&options.options([("statement_timeout", timeout)]), config, Some(limits));
    let claims = Some(pools.rooms.clone());
    Ok(Queries::new(pools, Local { lease: Some(lease), claims, writer }))
}

/// Opens a database for reading.
pub(super) async fn open_existing(url: &str, config: &config::Database) -> Result<Queries, ConnectError> {
    let options = options(url, config)?.options([("default_transaction_read_only", "on")]);
    let mut first = options.connect().await.map_err(ConnectError::Open)?;
    queries::check_version(&mut first, &migrations::POSTGRES).await?;
    let mut pools = pools(&options, config, None);
    pools.rooms = pools.rooms.with(first);
    Ok(Queries::new(pools, Local { lease: None, claims: None, writer: Arc::default() }))
}

/// Opens a database for writing next to a running server.
pub(super) async fn open_beside(url: &str, config: &config::Database) -> Result<Queries, ConnectError> {
    let options = options(url, config)?.options([("synchronous_commit", "on")]);
    let mut first = options.connect().await.map_err(ConnectError::Open)?;
    queries::check_version(&mut first, &migrations::POSTGRES).await?;
    let mut pools = pools(&options, config, None);
    pools.rooms = pools.rooms.with(first);
    Ok(Queries::new(pools, Local { lease: None, claims: None, writer: Arc::default() }))
}

/// Returns a separate connection for reading, without a statement timeout.
pub(super) async fn connect_to_read(
    url: &str,
    config: &config::Database,
) -> Result<PgConnection, ConnectError> {
    let mut connection = connect_plainly(url, config).await?;
    queries::check_version(&mut connection, &migrations::POSTGRES).await?;
    Ok(connection)
}

/// Returns a server that uses the database: one that is not fenced and whose lease has not expired.
pub(super) async fn running_node(connection: &mut PgConnection) -> Result<Option<NodeRow>, StoreError> {
    let nodes = queries::nodes::all(connection).await?;
    Ok(nodes.into_iter().find(|node| node.fenced_at.is_none() && !node.has_expired()))
}

/// Returns a separate connection for reading or writing.
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

/// Returns whether `postgres://USER:PASSWORD@HOST/DATABASE` has a password.
fn has_password(url: &str) -> bool {
    let authority =
        url.split_once("://").map_or("", |(_, rest)| rest.split(['/', '?']).next().unwrap_or_default());
    authority.rsplit_once('@').is_some_and(|(user, _)| user.contains(':'))
}

/// Returns the pools. Rooms and the history share the configured number of connections for reading.
fn pools(options: &PgConnectOptions, config: &config::Database, limits: Option<Limits>) -> Pools {
    let pool = |options: &PgConnectOptions, size: u32| Pool::new(options.clone(), size.max(1), limits);
    Pools {
        rooms: pool(options, config.connections.div_ceil(2)),
        history: pool(&options.clone().options(THROUGH_AN_INDEX), config.connections / 2),
        users: pool(options, 1),
        projections: pool(options, 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sumito_config::{Config, Overrides};

    #[test]
    fn configured_password_is_used_if_the_url_has_none() {
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
