//! The lease of this node: when it is renewed, until when this node relies on it, and when it fences other nodes. A [`LeaseTable`] does the
//! part that only the database can do.
//!
//! No clocks of two hosts are compared. Each renewal changes the row of its node. The other nodes poll the rows, and measure on their own
//! monotonic clocks how long a row has not changed ([`Sightings`]).

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use parking_lot::Mutex;
use sumito_game::Timestamp;
use sumito_kit::metrics;
use sumito_kit::time_source::TimeSource;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{debug, error};

use super::StoreError;
use super::nodes::{LEASE, LeaseDeadline, NodeId, NodeRow, SILENT_AFTER, Sharing};

type Result<T> = std::result::Result<T, StoreError>;

/// Interval of renewals.
const RENEW_EVERY: Duration = Duration::from_millis(500);

/// Time limit for a renewal.
const RENEW_TIMEOUT: Duration = Duration::from_secs(1);

/// Time limit for fencing the nodes that are silent. It waits for the transactions of these nodes.
const FENCE_TIMEOUT: Duration = Duration::from_secs(5);

/// Longest time between two reads of the other nodes' rows. After a longer one, this node may have been suspended, and the others with it.
const LOOK_WITHIN: Duration = Duration::from_millis(1_500);

/// A node's report with a renewal. The times are on its own clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SignOfLife {
    /// Time of the renewal.
    pub(super) at: Timestamp,
    /// Last sign of life of its connection to the message bus, if it has lost that.
    pub(super) bus_lost_at: Option<Timestamp>,
}

/// The table of nodes in a database, as the lease of one node needs it.
pub(super) trait LeaseTable: Clone + Send + Sync + 'static {
    /// A separate connection: renewals must not wait for a slow write.
    type Connection: Send;

    /// Connects to the database.
    fn connect(&self) -> impl Future<Output = Result<Self::Connection>> + Send;

    /// Renews the lease of this node. Returns `false` if it is fenced.
    fn renew(
        &self,
        connection: &mut Self::Connection,
        alive: SignOfLife,
    ) -> impl Future<Output = Result<bool>> + Send;

    /// Returns all nodes, latest start first.
    fn nodes(&self, connection: &mut Self::Connection) -> impl Future<Output = Result<Vec<NodeRow>>> + Send;

    /// Fences a node that has been silent for this time if it may be fenced, and has not renewed its lease since. Returns whether it is
    /// fenced.
    fn try_fence(
        &self,
        connection: &mut Self::Connection,
        node: &NodeRow,
        silent_for: Duration,
    ) -> impl Future<Output = Result<bool>> + Send;

    /// Fences this node, which stops, and closes the connection.
    fn leave(&self, connection: Self::Connection) -> impl Future<Output = Result<()>> + Send;
}

/// The state of this node's lease. Clones share it.
#[derive(Clone, Debug)]
pub(super) struct OwnLease {
    id: NodeId,
    sharing: Sharing,
    lost: CancellationToken,
    stopping: CancellationToken,
    task: TaskTracker,
    deadline: LeaseDeadline,
    /// The time of this node, from when it has joined.
    time: Arc<OnceLock<TimeSource>>,
    /// Last sign of life of the connection to the message bus, if that is lost.
    bus_lost_at: Arc<Mutex<Option<Instant>>>,
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
            time: Arc::default(),
            bus_lost_at: Arc::default(),
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

    /// Returns the time of this node: the common time of all nodes, if it shares the database.
    pub(super) fn time(&self) -> TimeSource {
        *self.time.get_or_init(TimeSource::from_system)
    }

    /// Sets the last sign of life of the connection to the message bus, or `None` while there is a connection.
    pub(super) fn set_bus_lost(&self, since: Option<Instant>) {
        *self.bus_lost_at.lock() = since;
    }

    /// Returns the nodes that are alive; `None` if this server does not share the database.
    pub(super) fn nodes(&self) -> Option<watch::Receiver<Arc<[NodeRow]>>> {
        self.is_shared().then(|| self.nodes.subscribe())
    }

    /// Returns a token that is cancelled when another server has fenced this one.
    pub(super) fn lost(&self) -> &CancellationToken {
        &self.lost
    }

    /// Sets the time of this node, which is about to join.
    pub(super) fn set_time(&self, time: TimeSource) {
        // It joins once.
        let _ = self.time.set(time);
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
        let (mut connection, mut sightings) = (None, Sightings::default());
        let mut ticks = interval(RENEW_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        // On a separate connection: it may take long, and renewals do not wait for it.
        let mut fencing = JoinSet::new();
        while self.stopping.run_until_cancelled(next_tick(&mut ticks, &mut fencing)).await.is_some() {
            let renewal = self.renew_once(&table, &mut connection, &mut sightings);
            match timeout(RENEW_TIMEOUT, renewal).await {
                Ok(Ok(Some(silent))) => {
                    metrics::lease_renewed();
                    if !silent.is_empty() && fencing.is_empty() {
                        fencing.spawn(timeout(FENCE_TIMEOUT, fence(table.clone(), silent)));
                    }
                }
                Ok(Ok(None)) => {
                    error!("node fenced by another server; shutting down");
                    self.lost.cancel();
                    return;
                }
                Ok(Err(error)) => {
                    debug!(%error, "lease renewal failed, will retry");
                    (connection, sightings) = (None, Sightings::interrupted());
                }
                Err(_) => {
                    debug!("lease renewal timed out, will retry");
                    (connection, sightings) = (None, Sightings::interrupted());
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

    /// Renews the lease. Returns the nodes that may have died; `None` if this server is fenced.
    async fn renew_once<T: LeaseTable>(
        &self,
        table: &T,
        connection: &mut Option<T::Connection>,
        sightings: &mut Sightings,
    ) -> Result<Option<Vec<Silent>>> {
        if connection.is_none() {
            *connection = Some(table.connect().await?);
        }
        let connection = connection.as_mut().ok_or_else(StoreError::too_slow)?;
        let sent = Instant::now();
        if !table.renew(connection, self.sign_of_life()).await? {
            return Ok(None);
        }
        self.renewed(sent);
        if !self.is_shared() {
            return Ok(Some(Vec::new()));
        }
        let asked = Instant::now();
        let mut nodes = table.nodes(connection).await?;
        let mut silent = sightings.update(asked, &nodes);
        sightings.compare_clocks(self.time().now(), &mut nodes);
        silent.retain(|silent| silent.node.id != self.id && silent.silent_for >= SILENT_AFTER);
        self.publish(nodes);
        Ok(Some(silent))
    }

    fn sign_of_life(&self) -> SignOfLife {
        let time = self.time();
        SignOfLife { at: time.now(), bus_lost_at: self.bus_lost_at.lock().map(|at| time.at(at)) }
    }

    /// Records a renewal that was sent at this moment. Only a server that shares the database can lose the rooms in its memory.
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

/// Waits for the time of the next renewal. It comes at once after nodes were fenced: their claims are free.
async fn next_tick<F: 'static>(ticks: &mut Interval, fencing: &mut JoinSet<F>) {
    tokio::select! {
        biased;
        _ = ticks.tick() => {}
        Some(_) = fencing.join_next() => ticks.reset(),
    }
}

/// Fences the silent nodes that may be fenced.
async fn fence<T: LeaseTable>(table: T, silent: Vec<Silent>) {
    let fencing = async {
        let mut connection = table.connect().await?;
        for Silent { node, silent_for } in &silent {
            table.try_fence(&mut connection, node, *silent_for).await?;
        }
        Ok::<_, StoreError>(())
    };
    if let Err(error) = fencing.await {
        debug!(%error, "silent nodes not fenced");
    }
}

/// Returns the error for writes of a fenced server.
pub(super) fn fenced() -> StoreError {
    StoreError::Unavailable("another server has taken over this database".into())
}

/// A node that is not fenced, and the time for which its row has not changed.
#[derive(Debug, Clone)]
pub(super) struct Silent {
    pub(super) node: NodeRow,
    pub(super) silent_for: Duration,
}

/// When this server has read renewals of the other nodes' leases, on its own monotonic clock. A time without reads tells nothing: the
/// database may have been away, and all nodes get the time of a lease to renew theirs.
#[derive(Debug, Default)]
pub(super) struct Sightings {
    seen: HashMap<NodeId, Sighting>,
    last_look: Option<Instant>,
    sight: Sight,
}

/// Whether this server could read the other nodes' rows.
#[derive(Debug, Clone, Copy, Default)]
enum Sight {
    #[default]
    Steady,
    /// The reads failed.
    Interrupted,
    /// The reads have succeeded since this time.
    Back(Instant),
}

#[derive(Debug)]
struct Sighting {
    /// The value is not compared with a clock: each renewal changes it.
    lease_until: Timestamp,
    at: Instant,
    /// The difference of the clocks, see [`NodeRow::ahead_by`].
    ahead_by: Option<i64>,
}

/// Microseconds by which the measured difference of two clocks may grow with each renewal: they may differ in speed.
const DRIFT: i64 = 100;

impl Sightings {
    fn interrupted() -> Self {
        Self { sight: Sight::Interrupted, ..Self::default() }
    }

    /// Records a read of the nodes that started at `asked`, and has just ended. Returns the nodes that are not fenced, each with the time
    /// for which it has been silent at least.
    pub(super) fn update(&mut self, asked: Instant, nodes: &[NodeRow]) -> Vec<Silent> {
        let now = Instant::now();
        if self.last_look.is_some_and(|last| now.duration_since(last) > LOOK_WITHIN) {
            *self = Self::interrupted();
        }
        self.last_look = Some(now);
        if matches!(self.sight, Sight::Interrupted) {
            self.sight = Sight::Back(now);
        }
        let is_steady = match self.sight {
            Sight::Back(since) => asked.saturating_duration_since(since) >= LEASE,
            Sight::Steady | Sight::Interrupted => true,
        };
        let mut seen = HashMap::with_capacity(nodes.len());
        let mut silent = Vec::new();
        for node in nodes.iter().filter(|node| node.fenced_at.is_none()) {
            let before = self.seen.remove(&node.id);
            let ahead_by = before.as_ref().and_then(|seen| seen.ahead_by);
            let before = before.filter(|seen| seen.lease_until == node.lease_until);
            let sighting = before.unwrap_or(Sighting { lease_until: node.lease_until, at: now, ahead_by });
            let silent_for = asked.saturating_duration_since(sighting.at);
            let silent_for = if is_steady { silent_for } else { Duration::ZERO };
            silent.push(Silent { node: node.clone(), silent_for });
            seen.insert(node.id, sighting);
        }
        self.seen = seen;
        silent
    }

    /// Measures how far the clock of this node, which shows `now`, is ahead of the clocks of the nodes just read. A renewal is read up to
    /// half a second late, so the least difference counts.
    fn compare_clocks(&mut self, now: Timestamp, nodes: &mut [NodeRow]) {
        for node in nodes {
            let (Some(seen), Some(alive_at)) = (self.seen.get_mut(&node.id), node.alive_at) else { continue };
            let measured = now.0 - alive_at.0;
            let ahead_by = seen.ahead_by.map_or(measured, |before| measured.min(before + DRIFT));
            (seen.ahead_by, node.ahead_by) = (Some(ahead_by), Some(ahead_by));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use tokio::time::{advance, sleep};
    use uuid::Uuid;

    use super::*;

    /// Returns the row of a node with a lease that ends at this time of the database's clock.
    fn row(lease_until: i64, alive_at: i64) -> NodeRow {
        NodeRow {
            id: NodeId(Uuid::from_u128(1)),
            name: "here".to_owned(),
            version: "1".to_owned(),
            started_at: Timestamp(0),
            lease_until: Timestamp(lease_until),
            fenced_at: None,
            stopping_at: None,
            draining_at: None,
            alive_at: Some(Timestamp(alive_at)),
            bus_lost_at: None,
            sharing: Sharing::Shared,
            ahead_by: None,
            now: Timestamp(0),
        }
    }

    /// A table with another node, which is silent. To fence it takes longer than a server waits.
    #[derive(Clone, Default)]
    struct SlowFence {
        renewals: watch::Sender<u32>,
        fences: watch::Sender<u32>,
    }

    impl LeaseTable for SlowFence {
        type Connection = ();

        async fn connect(&self) -> Result<()> {
            Ok(())
        }

        async fn renew(&self, (): &mut (), _: SignOfLife) -> Result<bool> {
            self.renewals.send_modify(|count| *count += 1);
            Ok(true)
        }

        async fn nodes(&self, (): &mut ()) -> Result<Vec<NodeRow>> {
            Ok(vec![row(7, 0)])
        }

        async fn try_fence(&self, (): &mut (), _: &NodeRow, _: Duration) -> Result<bool> {
            self.fences.send_modify(|count| *count += 1);
            pending().await
        }

        async fn leave(&self, (): ()) -> Result<()> {
            Ok(())
        }
    }

    #[tokio::test(start_paused = true)]
    async fn lease_is_renewed_while_a_fence_waits() {
        let table = SlowFence::default();
        let lease = OwnLease::new(NodeId(Uuid::from_u128(2)), Sharing::Shared);
        lease.begin(Instant::now(), Vec::new(), table.clone());
        let mut fences = table.fences.subscribe();
        fences.wait_for(|count| *count == 1).await.unwrap();
        let (began, before) = (Instant::now(), *table.renewals.borrow());
        while began.elapsed() + RENEW_EVERY < FENCE_TIMEOUT {
            sleep(RENEW_EVERY).await;
            assert!(lease.deadline().passed_at().is_none(), "after {:?}", began.elapsed());
        }
        assert_eq!(*fences.borrow_and_update(), 1, "it still waits");
        let renewals = *table.renewals.borrow() - before;
        assert!(renewals > 6, "{renewals} renewals within {:?}", began.elapsed());
        // It is tried again after its time limit.
        fences.wait_for(|count| *count == 2).await.unwrap();
        lease.end().await;
    }

    fn silent_for(sightings: &mut Sightings, lease_until: i64) -> Duration {
        sightings.update(Instant::now(), &[row(lease_until, 0)]).remove(0).silent_for
    }

    #[tokio::test(start_paused = true)]
    async fn silence_is_measured_from_the_last_change_whatever_the_clock_of_the_database_shows() {
        let mut sightings = Sightings::default();
        for lease_until in [7, 99_000_000, -99_000_000] {
            assert_eq!(silent_for(&mut sightings, lease_until), Duration::ZERO);
            advance(RENEW_EVERY).await;
            assert_eq!(silent_for(&mut sightings, lease_until), RENEW_EVERY);
            advance(RENEW_EVERY).await;
        }
        for looks in 2..8 {
            assert_eq!(silent_for(&mut sightings, -99_000_000), RENEW_EVERY * looks);
            advance(RENEW_EVERY).await;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn time_without_a_look_counts_for_no_node() {
        let mut sightings = Sightings::default();
        assert_eq!(silent_for(&mut sightings, 7), Duration::ZERO);
        // The process, or the whole host, was suspended.
        advance(LEASE * 9).await;
        let steady = Instant::now();
        while steady.elapsed() < LEASE {
            assert_eq!(silent_for(&mut sightings, 7), Duration::ZERO);
            advance(RENEW_EVERY).await;
        }
        assert_eq!(silent_for(&mut sightings, 7), LEASE);
        // The database was away.
        let mut sightings = Sightings::interrupted();
        assert_eq!(silent_for(&mut sightings, 7), Duration::ZERO);
        advance(SILENT_AFTER).await;
        assert_eq!(silent_for(&mut sightings, 7), Duration::ZERO);
    }

    #[tokio::test(start_paused = true)]
    async fn clocks_differ_by_the_least_difference_that_was_seen() {
        let mut sightings = Sightings::default();
        let mut ahead_by = |now: i64, alive_at: i64| {
            let mut rows = [row(alive_at, alive_at)];
            sightings.update(Instant::now(), &rows);
            sightings.compare_clocks(Timestamp(now), &mut rows);
            rows[0].ahead_by
        };
        assert_eq!(ahead_by(1_400_000, 1_000_000), Some(400_000), "seen late");
        assert_eq!(ahead_by(1_520_000, 1_500_000), Some(20_000));
        assert_eq!(ahead_by(2_300_000, 2_000_000), Some(20_000 + DRIFT));
    }
}
