//! Lease of this server on its database.
//!
//! A server has a row in `nodes`. A task renews its lease; each transaction that appends events holds the row `FOR KEY SHARE` and checks
//! its key. Another server takes over by fencing the row: it changes the key, which waits for transactions that hold the row. From then on
//! the fenced server can append nothing, whatever it still has in memory or on its way.
//!
//! A server is fenced when its lease has expired, or when none of its connections is left: the process has ended.
//!
//! Servers that share a database fence each other while they run, and servers that do not wait until the others have ended.

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, PgConnection, Row, query};
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{debug, error, info, warn};

use super::NOW;
use super::queries::nodes::{all, join, leave, renew};
use crate::nodes::{LEASE, NodeId, NodeKey, NodeRow, Sharing};
use crate::{ConnectError, StoreError};

type Result<T> = std::result::Result<T, StoreError>;

/// Interval of renewals.
const RENEW_EVERY: Duration = Duration::from_millis(500);

/// Time limit for a renewal.
const RENEW_TIMEOUT: Duration = Duration::from_secs(1);

/// Interval between tries to start while another server runs.
const TRY_AGAIN_AFTER: Duration = Duration::from_millis(50);

/// Key of the advisory lock that a server holds while it starts, in a database that other programs may use, too: "sumi", and the first
/// lock of its kind. Versions before 0.2 hold it as long as they run.
const STARTING: (i32, i32) = (0x7375_6d69, 1);

/// The lease of this server. Clones share it.
#[derive(Clone, Debug)]
pub(super) struct Lease {
    id: NodeId,
    sharing: Sharing,
    options: PgConnectOptions,
    lost: CancellationToken,
    stopping: CancellationToken,
    task: TaskTracker,
    /// The nodes that are alive, as of the last renewal.
    nodes: watch::Sender<Arc<[NodeRow]>>,
}

/// Returns the start of the names under which PostgreSQL knows the connections of a node.
fn application_name(id: NodeId) -> String {
    format!("sumito {}", id.0)
}

impl Lease {
    /// Returns a lease that is not taken yet.
    pub(super) fn new(options: PgConnectOptions, sharing: Sharing) -> Self {
        let id = NodeId::random();
        let options = options.application_name(&application_name(id));
        let (lost, stopping) = (CancellationToken::new(), CancellationToken::new());
        let nodes = watch::Sender::new(Arc::default());
        Self { id, sharing, options, lost, stopping, task: TaskTracker::new(), nodes }
    }

    /// Returns the id of this node.
    pub(super) fn id(&self) -> NodeId {
        self.id
    }

    /// Returns the nodes that are alive; `None` if this server does not share the database.
    pub(super) fn nodes(&self) -> Option<watch::Receiver<Arc<[NodeRow]>>> {
        (self.sharing == Sharing::Shared).then(|| self.nodes.subscribe())
    }

    /// Returns the options for the connection that writes events.
    pub(super) fn writer_options(&self) -> PgConnectOptions {
        self.options.clone().application_name(&format!("{} writer", application_name(self.id)))
    }

    /// Returns the options for the other connections of this server.
    pub(super) fn options(&self) -> &PgConnectOptions {
        &self.options
    }

    /// Returns a token that is cancelled when another server has fenced this one.
    pub(super) fn lost(&self) -> &CancellationToken {
        &self.lost
    }

    /// Waits until no other server starts, migrates the tables by `migrate`, waits until no other server runs, and takes the lease. Gives
    /// up after `patience`.
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
        while let Some(other) = self.other_server(connection).await.map_err(open_error)? {
            waiting.pause(format!("{} of version {}", other.name, other.version)).await?;
        }
        if self.sharing == Sharing::Alone {
            query("DELETE FROM claims").execute(&mut *connection).await.map_err(ConnectError::Open)?;
        }
        let key = join(connection, self.id, LEASE, self.sharing).await.map_err(open_error)?;
        self.publish(all(connection).await.map_err(open_error)?);
        query("SELECT pg_advisory_unlock($1, $2)")
            .bind(STARTING.0)
            .bind(STARTING.1)
            .execute(connection)
            .await
            .map_err(ConnectError::Open)?;
        self.task.spawn(self.clone().run());
        Ok(key)
    }

    /// Ends the lease, so that another server can start at once.
    pub(super) async fn end(&self) {
        self.stopping.cancel();
        self.task.close();
        self.task.wait().await;
    }

    /// Renews the lease until it ends.
    async fn run(self) {
        let mut connection = None;
        let mut ticks = interval(RENEW_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while self.stopping.run_until_cancelled(ticks.tick()).await.is_some() {
            match timeout(RENEW_TIMEOUT, self.renew_once(&mut connection)).await {
                Ok(Ok(true)) => {}
                Ok(Ok(false)) => {
                    error!("node fenced by another server; shutting down");
                    self.lost.cancel();
                    return;
                }
                Ok(Err(error)) => {
                    debug!(%error, "lease renewal failed, will retry");
                    connection = None;
                }
                Err(_) => {
                    debug!("lease renewal timed out, will retry");
                    connection = None;
                }
            }
        }
        // If this fails, the lease expires.
        let leaving = async {
            leave(self.connected(&mut connection).await?, self.id).await?;
            match connection {
                Some(connection) => Ok(connection.close().await?),
                None => Ok::<_, StoreError>(()),
            }
        };
        let _ = timeout(RENEW_TIMEOUT, leaving).await;
    }

    async fn connected<'a>(&self, connection: &'a mut Option<PgConnection>) -> Result<&'a mut PgConnection> {
        if connection.is_none() {
            *connection = Some(self.options.connect().await?);
        }
        connection.as_mut().ok_or_else(StoreError::too_slow)
    }

    /// Renews the lease; returns `false` if this server is fenced. A server that shares the database also fences those that have died.
    async fn renew_once(&self, connection: &mut Option<PgConnection>) -> Result<bool> {
        let connection = self.connected(connection).await?;
        if !renew(connection, self.id, LEASE).await? {
            return Ok(false);
        }
        if self.sharing == Sharing::Shared {
            let mut nodes = all(connection).await?;
            for node in &mut nodes {
                if node.is_silent() && try_fence(connection, node).await? {
                    node.fenced_at = Some(node.now);
                }
            }
            self.publish(nodes);
        }
        Ok(true)
    }

    /// Publishes the nodes that are alive.
    fn publish(&self, mut nodes: Vec<NodeRow>) {
        nodes.retain(|node| node.fenced_at.is_none());
        self.nodes.send_replace(nodes.into());
    }

    /// Fences all servers that have ended or whose leases have expired; returns a server that still runs and that this server cannot share
    /// the database with, if any.
    async fn other_server(&self, connection: &mut PgConnection) -> Result<Option<NodeRow>> {
        for node in all(connection).await? {
            let is_running = node.fenced_at.is_none() && !try_fence(connection, &node).await?;
            if is_running && (node.sharing == Sharing::Alone || self.sharing == Sharing::Alone) {
                return Ok(Some(node));
            }
        }
        Ok(None)
    }

    /// Makes `connection` the only one of this server that can append events, and returns its key. `earlier` are the PostgreSQL processes
    /// of earlier connections, which are ended.
    pub(super) async fn next_key(&self, connection: &mut PgConnection, earlier: &[i32]) -> Result<NodeKey> {
        if self.lost.is_cancelled() {
            return Err(fenced());
        }
        let sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                   WHERE pid = ANY($1) AND starts_with(application_name, $2)";
        query(sql).bind(earlier).bind(application_name(self.id)).execute(&mut *connection).await?;
        // Waits for a transaction of an earlier connection.
        let sql = "UPDATE nodes SET epoch = epoch + 1 WHERE id = $1 AND fenced_at IS NULL RETURNING epoch";
        let Some(row) = query(sql).bind(self.id.0).fetch_optional(connection).await? else {
            return Err(self.is_fenced());
        };
        Ok(NodeKey { id: self.id, epoch: row.try_get("epoch")? })
    }

    /// Records that another server has fenced this one, and returns the error for it.
    pub(super) fn is_fenced(&self) -> StoreError {
        if !self.lost.is_cancelled() {
            error!("write rejected: node fenced by another server; shutting down");
            self.lost.cancel();
        }
        fenced()
    }
}

/// Returns the error for writes of a fenced server.
pub(super) fn fenced() -> StoreError {
    StoreError::Unavailable("another server has taken over this database".into())
}

/// Patience of a server that starts.
struct Waiting {
    give_up_at: Instant,
    patience: Duration,
    is_said: bool,
}

impl Waiting {
    /// Waits a moment for `whom`, or gives up.
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

/// Fences a node if it may be fenced. Returns whether it is fenced.
async fn try_fence(connection: &mut PgConnection, node: &NodeRow) -> Result<bool> {
    if node.has_expired() {
        // A transaction of a suspended process would block the fence.
        let sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                   WHERE starts_with(application_name, $1) AND datname = current_database()";
        query(sql).bind(application_name(node.id)).execute(&mut *connection).await?;
    } else {
        let sql = "SELECT 1 FROM pg_stat_activity WHERE starts_with(application_name, $1) AND datname = current_database()";
        let is_connected =
            query(sql).bind(application_name(node.id)).fetch_optional(&mut *connection).await?;
        if is_connected.is_some() {
            return Ok(false);
        }
    }
    // It may have renewed its lease meanwhile.
    let sql = format!(
        "UPDATE nodes SET epoch = epoch + 1, fenced_at = {NOW}
         WHERE id = $1 AND fenced_at IS NULL AND lease_until = $2"
    );
    let fenced = query(AssertSqlSafe(sql)).bind(node.id.0).bind(node.lease_until.0).execute(connection);
    let is_fenced = fenced.await?.rows_affected() > 0;
    if is_fenced {
        info!(node = %node.id.0, name = node.name, has_expired = node.has_expired(), "node fenced");
    }
    Ok(is_fenced)
}

fn open_error(error: StoreError) -> ConnectError {
    ConnectError::Lease(error)
}
