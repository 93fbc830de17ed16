//! The lease of this node: when it is renewed, until when this node relies on it, and when it fences other nodes. A [`LeaseTable`] does
//! what only the database can do.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sumito_kit::metrics;
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{debug, error};

use super::StoreError;
use super::nodes::{LEASE, LeaseDeadline, NodeId, NodeRow, Sharing};

type Result<T> = std::result::Result<T, StoreError>;

/// Interval of renewals.
const RENEW_EVERY: Duration = Duration::from_millis(500);

/// Time limit for a renewal.
const RENEW_TIMEOUT: Duration = Duration::from_secs(1);

/// The table of nodes in a database, as the lease of one node needs it.
pub(super) trait LeaseTable: Send + Sync + 'static {
    /// A connection of its own: renewals must not wait for a slow write.
    type Connection: Send;

    /// Connects to the database.
    fn connect(&self) -> impl Future<Output = Result<Self::Connection>> + Send;

    /// Renews the lease of this node, and records whether it has lost its connection to the bus. Returns `false` if it is fenced.
    fn renew(
        &self,
        connection: &mut Self::Connection,
        is_bus_lost: bool,
    ) -> impl Future<Output = Result<bool>> + Send;

    /// Returns all nodes, latest start first.
    fn nodes(&self, connection: &mut Self::Connection) -> impl Future<Output = Result<Vec<NodeRow>>> + Send;

    /// Fences a node if it may be fenced. Returns whether it is fenced.
    fn try_fence(
        &self,
        connection: &mut Self::Connection,
        node: &NodeRow,
    ) -> impl Future<Output = Result<bool>> + Send;

    /// Fences this node, which stops, and closes the connection.
    fn leave(&self, connection: Self::Connection) -> impl Future<Output = Result<()>> + Send;
}

/// What this node knows of its lease. Clones share it.
#[derive(Clone, Debug)]
pub(super) struct OwnLease {
    id: NodeId,
    sharing: Sharing,
    lost: CancellationToken,
    stopping: CancellationToken,
    task: TaskTracker,
    deadline: LeaseDeadline,
    is_bus_lost: Arc<AtomicBool>,
    /// The nodes that are alive, as of the last renewal.
    nodes: watch::Sender<Arc<[NodeRow]>>,
}

impl OwnLease {
    /// Returns a lease that is not taken yet.
    pub(super) fn new(id: NodeId, sharing: Sharing) -> Self {
        Self {
            id,
            sharing,
            lost: CancellationToken::new(),
            stopping: CancellationToken::new(),
            task: TaskTracker::new(),
            deadline: LeaseDeadline::never(),
            is_bus_lost: Arc::default(),
            nodes: watch::Sender::new(Arc::default()),
        }
    }

    /// Returns the id of this node.
    pub(super) fn id(&self) -> NodeId {
        self.id
    }

    /// Returns whether other servers may use the database at the same time.
    pub(super) fn is_shared(&self) -> bool {
        self.sharing == Sharing::Shared
    }

    /// Returns whether this server may use the database at the same time as another one.
    pub(super) fn sharing(&self) -> Sharing {
        self.sharing
    }

    /// Returns the moment until which this server can rely on the lease.
    pub(super) fn deadline(&self) -> &LeaseDeadline {
        &self.deadline
    }

    /// Returns whether this server has lost its connection to the message bus, to be set by its user.
    pub(super) fn is_bus_lost(&self) -> &Arc<AtomicBool> {
        &self.is_bus_lost
    }

    /// Returns the nodes that are alive; `None` if this server does not share the database.
    pub(super) fn nodes(&self) -> Option<watch::Receiver<Arc<[NodeRow]>>> {
        self.is_shared().then(|| self.nodes.subscribe())
    }

    /// Returns a token that is cancelled when another server has fenced this one.
    pub(super) fn lost(&self) -> &CancellationToken {
        &self.lost
    }

    /// Records that this node has joined with a request that was sent at this moment, and renews the lease from now on.
    pub(super) fn begin(&self, sent: Instant, nodes: Vec<NodeRow>, table: impl LeaseTable) {
        self.renewed(sent);
        self.publish(nodes);
        self.task.spawn(self.clone().run(table));
    }

    /// Ends the lease, so that another server can start at once.
    pub(super) async fn end(&self) {
        self.stopping.cancel();
        self.task.close();
        self.task.wait().await;
    }

    /// Records that another server has fenced this one, and returns the error for it.
    pub(super) fn is_fenced(&self) -> StoreError {
        if !self.lost.is_cancelled() {
            error!("write rejected: node fenced by another server; shutting down");
            self.lost.cancel();
        }
        fenced()
    }

    /// Renews the lease until it ends.
    async fn run<T: LeaseTable>(self, table: T) {
        let (mut connection, mut connected) = (None, Steadiness::default());
        let mut ticks = interval(RENEW_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while self.stopping.run_until_cancelled(ticks.tick()).await.is_some() {
            let renewal = self.renew_once(&table, &mut connection, connected.may_fence());
            match timeout(RENEW_TIMEOUT, renewal).await {
                Ok(Ok(true)) => {
                    connected.succeeded();
                    metrics::lease_renewed();
                }
                Ok(Ok(false)) => {
                    error!("node fenced by another server; shutting down");
                    self.lost.cancel();
                    return;
                }
                Ok(Err(error)) => {
                    debug!(%error, "lease renewal failed, will retry");
                    (connection, connected) = (None, Steadiness::interrupted());
                }
                Err(_) => {
                    debug!("lease renewal timed out, will retry");
                    (connection, connected) = (None, Steadiness::interrupted());
                }
            }
        }
        // If this fails, the lease expires.
        let leaving = async {
            let connection = match connection {
                Some(connection) => connection,
                None => table.connect().await?,
            };
            table.leave(connection).await
        };
        let _ = timeout(RENEW_TIMEOUT, leaving).await;
    }

    /// Renews the lease; returns `false` if this server is fenced. A server that shares the database also fences those that have died, if it
    /// `may_fence`.
    async fn renew_once<T: LeaseTable>(
        &self,
        table: &T,
        connection: &mut Option<T::Connection>,
        may_fence: bool,
    ) -> Result<bool> {
        if connection.is_none() {
            *connection = Some(table.connect().await?);
        }
        let connection = connection.as_mut().ok_or_else(StoreError::too_slow)?;
        let sent = Instant::now();
        if !table.renew(connection, self.is_bus_lost.load(Ordering::Relaxed)).await? {
            return Ok(false);
        }
        self.renewed(sent);
        if self.is_shared() {
            let mut nodes = table.nodes(connection).await?;
            for node in &mut nodes {
                if may_fence && node.is_silent() && table.try_fence(connection, node).await? {
                    node.fenced_at = Some(node.now);
                }
            }
            self.publish(nodes);
        }
        Ok(true)
    }

    /// Records a renewal that was sent at this moment. Only a server that shares the database can lose what it has in memory.
    fn renewed(&self, sent: Instant) {
        if self.is_shared() {
            self.deadline.renewed(sent);
        }
    }

    /// Publishes the nodes that are alive.
    fn publish(&self, mut nodes: Vec<NodeRow>) {
        nodes.retain(|node| node.fenced_at.is_none());
        self.nodes.send_replace(nodes.into());
    }
}

/// Returns the error for writes of a fenced server.
pub(super) fn fenced() -> StoreError {
    StoreError::Unavailable("another server has taken over this database".into())
}

/// The time for which a server has been able to see the renewals of the others. When the database was not there, the leases of all servers
/// have expired, and the first server that is back must not fence the others.
#[derive(Debug, Default)]
struct Steadiness {
    /// Time of the first renewal after the last failure; `None` if none has failed.
    since: Option<Instant>,
    last: Option<Instant>,
}

impl Steadiness {
    fn interrupted() -> Self {
        Self { since: Some(Instant::now()), last: None }
    }

    fn succeeded(&mut self) {
        let now = Instant::now();
        // This process was suspended, or the first renewal took several tries.
        let was_suspended = self.last.is_some_and(|last| now.duration_since(last) > LEASE);
        if was_suspended || (self.since.is_some() && self.last.is_none()) {
            self.since = Some(now);
        }
        self.last = Some(now);
    }

    /// Returns whether all living servers have had the time to renew their leases.
    fn may_fence(&self) -> bool {
        self.since.is_none_or(|since| self.last.is_some() && since.elapsed() > LEASE)
    }
}
