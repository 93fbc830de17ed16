//! Lease of this server on its database.
//!
//! A server has a row in `nodes`. A task renews its lease; each transaction that appends events holds the row `FOR KEY SHARE` and checks
//! its key. Another server claims the database by fencing the row: it changes the key, which waits for transactions that hold the row. From
//! then on the fenced server can append nothing, whatever it still has in memory or on its way.
//!
//! A server is fenced when its row has not changed for the time of a lease, as another server measures it on its own monotonic clock, or
//! when none of its connections is left: the process has ended. The clock of the database may be set at any time: it decides only whether a
//! server without connections is fenced a little earlier.
//!
//! Servers that share a database fence each other while they run, and servers that do not wait until the others have ended.

use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, PgConnection, Row, query};
use sumito_game::Timestamp;
use sumito_kit::time_source::TimeSource;
use tokio::time::{Instant, sleep};
use tracing::{info, warn};

use super::NOW;
use super::queries::nodes::{all, join, leave, renew};
use crate::lease::{LeaseTable, OwnLease, Sightings, SignOfLife, Silent, fenced};
use crate::nodes::{LEASE, NodeId, NodeKey, NodeRow, SILENT_AFTER, Sharing};
use crate::{ConnectError, StoreError};

type Result<T> = std::result::Result<T, StoreError>;

/// Interval between tries to start while another server runs.
const TRY_AGAIN_AFTER: Duration = Duration::from_millis(50);

/// Key of the advisory lock that a server holds while it starts, in a database that other programs may use, too: "sumi", and the first
/// lock of its kind. Versions before 0.2 hold it as long as they run.
const STARTING: (i32, i32) = (0x7375_6d69, 1);

/// The lease of this server. Clones share it.
#[derive(Clone, Debug)]
pub(super) struct Lease {
    pub(super) own: OwnLease,
    options: PgConnectOptions,
}

/// The table of nodes, for renewals.
#[derive(Clone)]
struct Nodes {
    lease: OwnLease,
    options: PgConnectOptions,
}

impl LeaseTable for Nodes {
    type Connection = PgConnection;

    async fn connect(&self) -> Result<PgConnection> {
        Ok(self.options.connect().await?)
    }

    async fn renew(&self, connection: &mut PgConnection, alive: SignOfLife) -> Result<bool> {
        let alive = self.lease.is_shared().then_some(alive);
        renew(connection, self.lease.id(), LEASE, alive).await
    }

    async fn nodes(&self, connection: &mut PgConnection) -> Result<Vec<NodeRow>> {
        all(connection).await
    }

    async fn try_fence(
        &self,
        connection: &mut PgConnection,
        node: &NodeRow,
        silent_for: Duration,
    ) -> Result<bool> {
        try_fence(connection, node, silent_for).await
    }

    async fn leave(&self, mut connection: PgConnection) -> Result<()> {
        let alive_at = self.lease.is_shared().then(|| self.lease.time().now());
        leave(&mut connection, self.lease.id(), alive_at).await?;
        Ok(connection.close().await?)
    }
}

/// Returns the prefix of the names of a node's connections in PostgreSQL.
fn application_name(id: NodeId) -> String {
    format!("sumito {}", id.0)
}

impl Lease {
    /// Returns a lease that is not taken yet.
    pub(super) fn new(options: PgConnectOptions, sharing: Sharing) -> Self {
        let id = NodeId::random();
        let options = options.application_name(&application_name(id));
        Self { own: OwnLease::new(id, sharing), options }
    }

    /// Returns the options for the connection that writes events.
    pub(super) fn writer_options(&self) -> PgConnectOptions {
        self.options.clone().application_name(&format!("{} writer", application_name(self.own.id())))
    }

    /// Returns the options for the other connections of this server.
    pub(super) fn options(&self) -> &PgConnectOptions {
        &self.options
    }

    /// Waits until no other server starts, migrates the tables by `migrate`, waits until no other server runs, and takes the lease. Fails
    /// after `patience`.
    pub(super) async fn take(
        &self,
        connection: &mut PgConnection,
        patience: Duration,
        migrate: impl AsyncFnOnce(&mut PgConnection) -> std::result::Result<(), ConnectError>,
    ) -> std::result::Result<NodeKey, ConnectError> {
        let give_up_at = Instant::now() + patience;
        let mut waiting = Waiting { give_up_at, patience, is_said: false };
        while !try_start(connection).await.map_err(ConnectError::Open)? {
            waiting.pause("another server starts, or a server of an earlier version runs".to_owned()).await?;
        }
        migrate(&mut *connection).await?;
        let alive = self.look_around(connection, &mut waiting).await?;
        if self.own.is_shared() {
            let time = match alive {
                Some(time) => time,
                None => begin_time(connection).await.map_err(ConnectError::Open)?,
            };
            self.own.set_time(time);
            record_downtime(connection, time.now()).await.map_err(ConnectError::Open)?;
        } else {
            query("DELETE FROM claims").execute(&mut *connection).await.map_err(ConnectError::Open)?;
        }
        let sent = Instant::now();
        let alive_at = self.own.is_shared().then(|| self.own.time().now());
        let key = join(connection, self.own.id(), LEASE, alive_at).await.map_err(open_error)?;
        let nodes = all(connection).await.map_err(open_error)?;
        query("SELECT pg_advisory_unlock($1, $2)")
            .bind(STARTING.0)
            .bind(STARTING.1)
            .execute(connection)
            .await
            .map_err(ConnectError::Open)?;
        self.own.begin(sent, nodes, Nodes { lease: self.own.clone(), options: self.options.clone() });
        Ok(key)
    }

    /// Fences all servers that have ended or are silent, waits until no server runs that this one cannot share the database with, and until
    /// one that it shares the database with renews its lease. Returns the time of that one; `None` if no server is left.
    ///
    /// Each node takes the time of an earlier one, so the errors add up: the time since the renewal is measured, not estimated.
    async fn look_around(
        &self,
        connection: &mut PgConnection,
        waiting: &mut Waiting,
    ) -> std::result::Result<Option<TimeSource>, ConnectError> {
        let mut sightings = Sightings::default();
        let mut first: Option<Vec<NodeRow>> = None;
        let mut asked_before = Instant::now();
        loop {
            let asked = Instant::now();
            let nodes = all(connection).await.map_err(open_error)?;
            let answered = Instant::now();
            let mut others = Vec::new();
            for Silent { node, silent_for } in sightings.update(asked, &nodes) {
                if !try_fence(connection, &node, silent_for).await.map_err(open_error)? {
                    others.push(node);
                }
            }
            if others.is_empty() {
                return Ok(None);
            }
            let is_apart = |node: &&NodeRow| [node.sharing, self.own.sharing()].contains(&Sharing::Alone);
            if let Some(other) = others.iter().find(is_apart) {
                waiting.pause(format!("{} of version {}", other.name, other.version)).await?;
                continue;
            }
            let before = first.get_or_insert_with(|| nodes.clone());
            let has_renewed = |node: &&NodeRow| {
                before.iter().any(|row| row.id == node.id && row.lease_until != node.lease_until)
            };
            if let Some(alive) = others.iter().find(has_renewed) {
                // It has renewed its lease since the read before, whatever the clock of the database shows.
                let since = alive.since_renewal().min(answered - asked_before);
                let read_at = alive.alive_at.unwrap_or(alive.now) + since;
                let passed = (answered - asked) / 2 + answered.elapsed();
                return Ok(Some(TimeSource::starting_at(read_at + passed)));
            }
            asked_before = asked;
            sleep(TRY_AGAIN_AFTER).await;
        }
    }

    /// Makes `connection` the only one of this server that can append events, and returns its key. `earlier` are the PostgreSQL processes
    /// of earlier connections, which are ended.
    pub(super) async fn next_key(&self, connection: &mut PgConnection, earlier: &[i32]) -> Result<NodeKey> {
        if self.own.lost().is_cancelled() {
            return Err(fenced());
        }
        let sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                   WHERE pid = ANY($1) AND starts_with(application_name, $2)";
        query(sql).bind(earlier).bind(application_name(self.own.id())).execute(&mut *connection).await?;
        // Waits for a transaction of an earlier connection.
        let sql = "UPDATE nodes SET epoch = epoch + 1 WHERE id = $1 AND fenced_at IS NULL RETURNING epoch";
        let Some(row) = query(sql).bind(self.own.id().0).fetch_optional(connection).await? else {
            return Err(self.own.is_fenced());
        };
        Ok(NodeKey { id: self.own.id(), epoch: row.try_get("epoch")? })
    }
}

/// Patience of a server that starts.
struct Waiting {
    give_up_at: Instant,
    patience: Duration,
    is_said: bool,
}

impl Waiting {
    /// Waits briefly for `whom` to exit; fails if it does not.
    async fn pause(&mut self, whom: String) -> std::result::Result<(), ConnectError> {
        if Instant::now() >= self.give_up_at {
            return Err(ConnectError::InUse(whom));
        }
        if !self.is_said {
            warn!(timeout = ?self.patience, server = whom, "database in use by another Sumito server; waiting for it to stop");
            self.is_said = true;
        }
        sleep(TRY_AGAIN_AFTER).await;
        Ok(())
    }
}

/// Tries to be the only server that starts.
async fn try_start(connection: &mut PgConnection) -> sqlx::Result<bool> {
    query("SELECT pg_try_advisory_lock($1, $2) AS taken")
        .bind(STARTING.0)
        .bind(STARTING.1)
        .fetch_one(connection)
        .await?
        .try_get("taken")
}

/// Returns how long the database has been running.
async fn uptime(connection: &mut PgConnection) -> sqlx::Result<Duration> {
    let sql =
        format!("SELECT {NOW} - (extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint AS up");
    let row = query(AssertSqlSafe(sql)).fetch_one(connection).await?;
    Ok(Duration::from_micros(u64::try_from(row.try_get::<i64, _>("up")?).unwrap_or_default()))
}

/// Returns the time of the first node: the time of the database, which never goes back behind the last sign of life of an earlier server.
async fn begin_time(connection: &mut PgConnection) -> sqlx::Result<TimeSource> {
    let asked = Instant::now();
    let lost_at = lost_at();
    let sql = format!(
        "SELECT greatest({NOW}, (SELECT max(at) FROM server_alive), (SELECT max({lost_at}) FROM nodes)) AS now"
    );
    let now = Timestamp(query(AssertSqlSafe(sql)).fetch_one(connection).await?.try_get("now")?);
    Ok(TimeSource::starting_at(now + asked.elapsed() / 2))
}

/// Records the time from the last sign of life of a node until `now` as an outage of all rooms, if no node is alive.
async fn record_downtime(connection: &mut PgConnection, now: Timestamp) -> sqlx::Result<()> {
    let lost_at = lost_at();
    let sql = format!(
        "INSERT INTO outages (began_at, ended_at)
         SELECT greatest(at, (SELECT max({lost_at}) FROM nodes)), $1 FROM server_alive
         WHERE at < $1 AND NOT EXISTS (SELECT 1 FROM nodes WHERE fenced_at IS NULL)
         ON CONFLICT DO NOTHING"
    );
    query(AssertSqlSafe(sql)).bind(now.0).execute(&mut *connection).await?;
    Ok(())
}

/// Returns the expression for the last sign of life of a fenced node, on its own clock: the moment from which it stopped, or its last
/// renewal. Nodes of earlier releases use the clock of the database.
pub(super) fn lost_at() -> String {
    let lease = LEASE.as_micros();
    format!("coalesce(stopping_at, alive_at, least(fenced_at, lease_until - {lease}))")
}

/// Fences a node that has been silent for this time if it may be fenced. Returns whether it is fenced.
async fn try_fence(connection: &mut PgConnection, node: &NodeRow, silent_for: Duration) -> Result<bool> {
    let is_expired = silent_for >= LEASE;
    if is_expired {
        // A transaction of a suspended process would block the fence.
        let sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                   WHERE starts_with(application_name, $1) AND datname = current_database()";
        query(sql).bind(application_name(node.id)).execute(&mut *connection).await?;
    } else {
        // When a database has just started, its nodes have yet to connect to it again.
        let is_shared = node.sharing == Sharing::Shared;
        if is_shared && (silent_for < SILENT_AFTER || uptime(connection).await? < LEASE) {
            return Ok(false);
        }
        let sql = "SELECT 1 FROM pg_stat_activity WHERE starts_with(application_name, $1) AND datname = current_database()";
        let is_connected =
            query(sql).bind(application_name(node.id)).fetch_optional(&mut *connection).await?;
        if is_connected.is_some() {
            return Ok(false);
        }
    }
    // It may have renewed its lease since.
    let sql = format!(
        "UPDATE nodes SET epoch = epoch + 1, fenced_at = {NOW}
         WHERE id = $1 AND fenced_at IS NULL AND lease_until = $2"
    );
    let fenced = query(AssertSqlSafe(sql)).bind(node.id.0).bind(node.lease_until.0).execute(connection);
    let is_fenced = fenced.await?.rows_affected() > 0;
    if is_fenced {
        info!(node = %node.id.0, name = node.name, is_expired, "node fenced");
    }
    Ok(is_fenced)
}

fn open_error(error: StoreError) -> ConnectError {
    ConnectError::Lease(error)
}
