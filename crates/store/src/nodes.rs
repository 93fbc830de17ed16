//! Nodes: the servers that use a database.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sumito_game::Timestamp;
pub use sumito_kit::node::NodeId;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

use super::{Backend, Store, StoreError, store_api};

/// Time without a renewal after which a node may be fenced, on the monotonic clock of each node that polls.
pub const LEASE: Duration = Duration::from_secs(3);

/// Time before the end of its lease from which a node no longer relies on it: the clocks of two nodes may differ in speed, and the node's
/// last messages have to arrive.
const MARGIN: Duration = Duration::from_millis(500);

/// Time without a renewal after which a node may have died: it has missed one.
pub(super) const SILENT_AFTER: Duration = Duration::from_secs(1);

/// The same as [`LEASE`] on SQLite, for information only: the lock of the file keeps other servers away.
pub(super) const FILE_LEASE: Duration = Duration::from_mins(1);

/// Time for which the row of a fenced node is kept.
pub(super) const FENCED_KEPT: Duration = Duration::from_hours(24);

/// The moment until which this node can rely on its lease, on its own monotonic clock. Cheap to clone.
#[derive(Debug, Clone)]
pub struct LeaseDeadline(Arc<Deadline>);

#[derive(Debug)]
struct Deadline {
    since: Instant,
    /// Microseconds after `since`; [`u64::MAX`] if the lease cannot expire.
    until: AtomicU64,
    /// Number of times that the lease has been renewed after this moment.
    renewed_late: AtomicU64,
    renewed: Notify,
}

impl LeaseDeadline {
    /// Returns the deadline of a lease that cannot expire: no other server can claim the database.
    pub fn never() -> Self {
        Self(Arc::new(Deadline {
            since: Instant::now(),
            until: AtomicU64::new(u64::MAX),
            renewed_late: AtomicU64::new(0),
            renewed: Notify::new(),
        }))
    }

    /// Returns the moment at which the lease ended for this node; `None` if it can rely on its lease.
    pub fn passed_at(&self) -> Option<Instant> {
        self.until().filter(|until| Instant::now() >= *until)
    }

    /// Returns the time of the last renewal, if the lease has ended.
    pub fn last_renewed_at(&self) -> Option<Instant> {
        self.passed_at().and_then(|until| until.checked_sub(LEASE.saturating_sub(MARGIN)))
    }

    /// Returns how many times the lease has ended, although it may have been renewed afterwards.
    pub fn lapses(&self) -> u64 {
        let renewed_late = self.0.renewed_late.load(Ordering::Acquire);
        renewed_late + u64::from(self.passed_at().is_some())
    }

    /// Waits until the lease has ended more than `known` times.
    pub async fn until_lapsed(&self, known: u64) {
        while self.lapses() <= known {
            match self.until() {
                Some(until) => sleep_until(until).await,
                // It was never renewed: no other server can exist.
                None => std::future::pending().await,
            }
        }
    }

    /// Waits until this node can rely on its lease.
    pub async fn until_valid(&self) {
        loop {
            let mut renewed = pin!(self.0.renewed.notified());
            // From here on no renewal is missed.
            renewed.as_mut().enable();
            if self.passed_at().is_none() {
                return;
            }
            renewed.await;
        }
    }

    /// Records a renewal that was sent at this moment, and has succeeded.
    pub(super) fn renewed(&self, sent: Instant) {
        if self.passed_at().is_some() {
            self.0.renewed_late.fetch_add(1, Ordering::AcqRel);
        }
        let until = sent.saturating_duration_since(self.0.since) + LEASE.saturating_sub(MARGIN);
        self.0.until.store(u64::try_from(until.as_micros()).unwrap_or(u64::MAX), Ordering::Release);
        self.0.renewed.notify_waiters();
    }

    fn until(&self) -> Option<Instant> {
        let until = self.0.until.load(Ordering::Acquire);
        (until != u64::MAX).then(|| self.0.since + Duration::from_micros(until))
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

/// A node. The times are on the database's clock unless stated otherwise.
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
    /// Time at which its lease expires, for information: nodes compare it with nothing but its earlier value. On SQLite it is a minute
    /// after its last heartbeat.
    pub lease_until: Timestamp,
    /// Time at which it stopped, or at which another node fenced it; `None` while it runs.
    pub fenced_at: Option<Timestamp>,
    /// Time at which it started to stop, on its own clock, if it shares the database: it claims nothing from then on.
    pub stopping_at: Option<Timestamp>,
    /// Time from which it takes no new games and sockets, because an administrator wants to stop it.
    pub draining_at: Option<Timestamp>,
    /// Time on the node's clock at its last renewal; `None` if it does not share the database.
    pub alive_at: Option<Timestamp>,
    /// Last sign of life of its connection to the message bus, on its own clock; `None` while it has one.
    pub bus_lost_at: Option<Timestamp>,
    /// Whether it shares the database.
    pub sharing: Sharing,
    /// By how many microseconds the clock of this node is ahead of the other's, at most; `None` if that was not measured.
    pub ahead_by: Option<i64>,
    /// Time of the query.
    pub now: Timestamp,
}

impl NodeRow {
    /// Returns whether its lease has expired, for information: the clock of the database may have been set since.
    pub fn has_expired(&self) -> bool {
        self.lease_until < self.now
    }

    /// Returns the time between its last renewal and the query on the database's clock, which may have been set in between.
    pub(super) fn since_renewal(&self) -> Duration {
        self.now.since(self.lease_until - LEASE)
    }

    /// Returns how long before its last renewal its connection to the message bus gave the last sign of life; `None` while it has one.
    pub fn bus_lost_for(&self) -> Option<Duration> {
        let lost_at = self.bus_lost_at?;
        // Nodes of earlier releases have no own time.
        Some(self.alive_at.map_or(Duration::ZERO, |alive_at| alive_at.since(lost_at)))
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
    /// Returns the deadline of this node's lease. Once it has passed, other nodes may own the rooms in this node's memory. It never passes
    /// for a server that does not share its database.
    pub fn lease_deadline(&self) -> LeaseDeadline {
        match &self.0 {
            Backend::Postgres(queries) => queries.lease_deadline(),
            Backend::Sqlite(_) => LeaseDeadline::never(),
            #[cfg(feature = "simulated")]
            Backend::Simulated(queries) => queries.lease_deadline(),
        }
    }
}
