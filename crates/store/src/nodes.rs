//! Nodes: the servers that use a database.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sumito_game::Timestamp;
pub use sumito_kit::node::NodeId;
use tokio::time::Instant;

use super::{Backend, Store, StoreError, store_api};

/// Time after its last renewal at which a node may be fenced, on the clock of the database.
pub const LEASE: Duration = Duration::from_secs(3);

/// Time before the end of its lease from which a node no longer relies on it: the clocks of the node and of the database may differ in speed,
/// and what the node sends at the last moment has to arrive.
const MARGIN: Duration = Duration::from_millis(500);

/// Time after its last renewal at which a node may have died: it has missed a renewal.
const SILENT_AFTER: Duration = Duration::from_secs(1);

/// The same as [`LEASE`] on SQLite, for information only: the lock of the file keeps other servers away.
pub(super) const FILE_LEASE: Duration = Duration::from_mins(1);

/// Time for which the row of a fenced node is kept.
pub(super) const FENCED_KEPT: Duration = Duration::from_hours(24);

/// The moment until which this node can rely on its lease, on its own monotonic clock. Cheap to clone.
#[derive(Debug, Clone)]
pub struct LeaseDeadline {
    since: Instant,
    /// Microseconds after `since`; [`u64::MAX`] if the lease cannot expire.
    until: Arc<AtomicU64>,
}

impl LeaseDeadline {
    /// Returns the deadline of a lease that cannot expire: no other server can take over the database.
    pub fn never() -> Self {
        Self { since: Instant::now(), until: Arc::new(AtomicU64::new(u64::MAX)) }
    }

    /// Returns the moment at which the lease ended for this node; `None` if it can rely on its lease.
    pub fn passed_at(&self) -> Option<Instant> {
        let until = self.until.load(Ordering::Acquire);
        if until == u64::MAX {
            return None;
        }
        let until = self.since + Duration::from_micros(until);
        (Instant::now() >= until).then_some(until)
    }

    /// Records a renewal that was sent at this moment, and has succeeded.
    pub(super) fn renewed(&self, sent: Instant) {
        let until = sent.saturating_duration_since(self.since) + LEASE.saturating_sub(MARGIN);
        self.until.store(u64::try_from(until.as_micros()).unwrap_or(u64::MAX), Ordering::Release);
    }
}

/// The key of a node's row for one connection that writes events. Events are appended only while the row has this key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NodeKey {
    pub(super) id: NodeId,
    pub(super) epoch: i64,
}

/// Whether a server shares its database with other servers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sharing {
    /// The server waits until other servers have stopped, and keeps them away.
    Alone,
    /// The server shares the database with all servers that do so, too.
    Shared,
}

/// A node. The times are those of the database's clock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeRow {
    /// Id of the node.
    pub id: NodeId,
    /// Name of the host.
    pub name: String,
    /// Version of the program.
    pub version: String,
    /// Time of its start.
    pub started_at: Timestamp,
    /// Time at which its lease expires, if it is not renewed. On SQLite it is a minute after its last heartbeat.
    pub lease_until: Timestamp,
    /// Time at which it stopped, or at which another node took over; `None` while it runs.
    pub fenced_at: Option<Timestamp>,
    /// Time at which it began to stop, if it shares the database: it takes over nothing from then on.
    pub stopping_at: Option<Timestamp>,
    /// Time from which it takes no new games and sockets, because an administrator wants to stop it.
    pub draining_at: Option<Timestamp>,
    /// Time at which it lost its connection to the message bus; `None` while it has one.
    pub bus_lost_at: Option<Timestamp>,
    /// Whether it shares the database.
    pub sharing: Sharing,
    /// Time of the query.
    pub now: Timestamp,
}

impl NodeRow {
    /// Returns whether its lease has expired: another node may fence it.
    pub fn has_expired(&self) -> bool {
        self.lease_until < self.now
    }

    /// Returns whether it runs but has missed a renewal: it may have died.
    pub(super) fn is_silent(&self) -> bool {
        self.fenced_at.is_none() && self.lease_until < self.now + LEASE.saturating_sub(SILENT_AFTER)
    }
}

/// Returns the name of this host.
pub(super) fn host_name() -> String {
    let name = nix::unistd::gethostname().ok().and_then(|name| name.into_string().ok());
    name.filter(|name| !name.is_empty()).unwrap_or_else(|| "unknown".to_owned())
}

store_api! { each_database:
    /// Returns all nodes that run or were fenced in the last day, latest start first.
    pub async fn nodes(&self) -> Result<Vec<NodeRow>, StoreError>;
}

impl Store {
    /// Returns the deadline of this node's lease. Once it has passed, other nodes may own what this node has in memory. It never passes for
    /// a server that does not share its database.
    pub fn lease_deadline(&self) -> LeaseDeadline {
        match &self.0 {
            Backend::Postgres(queries) => queries.lease_deadline(),
            Backend::Sqlite(_) => LeaseDeadline::never(),
            #[cfg(feature = "simulated")]
            Backend::Simulated(queries) => queries.lease_deadline(),
        }
    }
}
