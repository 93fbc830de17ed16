//! Outages: times when the store was unavailable or the process was frozen. No player's clock is charged for them.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use sumito_game::Timestamp;
use tokio::sync::Notify;

use sumito_kit::time_source::TimeSource;
use sumito_store::{LeaseDeadline, Outage};

/// Maximum number of stored outages. Above it, the two outages with the shortest time between them are joined.
pub(super) const REMEMBERED: u32 = 4_096;

/// Time without a watchdog heartbeat that counts as a freeze of the process.
const FREEZE: Duration = Duration::from_secs(1);

/// State of the storage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StorageState {
    /// The store accepts writes.
    Up,
    /// The store is unavailable, or the lease of this node may have ended: nothing that was handed in since then is stored, and no clock is
    /// charged for the time.
    Down {
        /// Time at which the first failed entry was handed in, or at which the lease was renewed last.
        since: Timestamp,
    },
}

/// Marks storage that is up.
const UP: i64 = i64::MIN;

/// Waits for changes of [`Outages`].
#[derive(Debug)]
pub struct StorageWatch {
    outages: Outages,
    /// Number of changes seen.
    seen: u64,
}

impl StorageWatch {
    /// Waits for a change that was not seen yet, and returns the current state of the storage.
    pub async fn changed(&mut self) -> StorageState {
        let outages = self.outages.clone();
        loop {
            let mut changed = pin!(outages.0.changed.notified());
            // From here on no change is missed.
            changed.as_mut().enable();
            let changes = outages.0.changes.load(Ordering::Acquire);
            if changes != self.seen {
                self.seen = changes;
                return outages.state();
            }
            changed.await;
        }
    }
}

/// All outages, in memory. Cheap to clone; all clones share their state.
#[derive(Debug, Clone)]
pub struct Outages(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    /// Start of the current outage, or [`UP`].
    down_since: AtomicI64,
    /// Number of changes.
    changes: AtomicU64,
    /// Wakes waiting tasks in the order in which they started to wait.
    changed: Notify,
    lists: Mutex<Lists>,
    /// Number of outages added.
    count: AtomicU64,
    /// End of the last outage.
    last_ended: AtomicI64,
    /// Last heartbeat of the watchdog.
    last_tick: AtomicI64,
    lease: LeaseDeadline,
    time: TimeSource,
    /// Time at which this node started.
    started_at: Timestamp,
    /// Signals that [`Lists::unstored`] is not empty.
    unstored: Notify,
}

#[derive(Debug, Default)]
struct Lists {
    /// All outages, sorted and disjoint.
    known: Vec<Outage>,
    /// Outages that are not in the store yet.
    unstored: Vec<Outage>,
}

impl Outages {
    /// Creates the list with the stored outages, in the order of their ends.
    pub(super) fn new(stored: Vec<Outage>, lease: LeaseDeadline, time: TimeSource) -> Self {
        Self::starting_at(time.now(), stored, lease, time)
    }

    fn starting_at(now: Timestamp, stored: Vec<Outage>, lease: LeaseDeadline, time: TimeSource) -> Self {
        let outages = Self(Arc::new(Shared {
            down_since: AtomicI64::new(UP),
            changes: AtomicU64::new(0),
            changed: Notify::new(),
            lists: Mutex::default(),
            count: AtomicU64::new(0),
            last_ended: AtomicI64::new(i64::MIN),
            last_tick: AtomicI64::new(now.0),
            lease,
            time,
            started_at: now,
            unstored: Notify::new(),
        }));
        for outage in stored {
            outages.add(&mut outages.lists(), outage);
        }
        outages
    }

    /// Creates a list that stays empty, for servers that do not store.
    pub(super) fn none(time: TimeSource) -> Self {
        Self::starting_at(Timestamp(i64::MAX), Vec::new(), LeaseDeadline::never(), time)
    }

    /// Returns the current state of the storage.
    pub fn state(&self) -> StorageState {
        self.detect_end_of_lease();
        match self.0.down_since.load(Ordering::Acquire) {
            UP => StorageState::Up,
            since => StorageState::Down { since: Timestamp(since) },
        }
    }

    /// Returns whether the lease of this node may have ended: other nodes may have changed the rooms that it has in memory.
    pub fn is_lease_over(&self) -> bool {
        self.0.lease.passed_at().is_some()
    }

    /// Checks whether the lease of this node may have ended, and starts an outage if so: from the last sign of life of the database, until
    /// the next write that succeeds.
    fn detect_end_of_lease(&self) {
        let Some(renewed_at) = self.0.lease.last_renewed_at() else { return };
        let since = self.0.time.at(renewed_at).0;
        let began = self.0.down_since.compare_exchange(UP, since, Ordering::AcqRel, Ordering::Acquire);
        if began.is_ok() {
            tracing::warn!("lease not renewed in time; pausing games until the database answers");
            // Wakes the writer.
            self.0.unstored.notify_one();
            self.notify();
        }
    }

    /// Subscribes to changes of [`state`](Self::state) and to freezes of the process, that is, to each new outage. The outage is in the
    /// list before the change is signalled.
    pub fn watch(&self) -> StorageWatch {
        StorageWatch { outages: self.clone(), seen: self.0.changes.load(Ordering::Acquire) }
    }

    /// Waits while the store is unavailable.
    pub async fn until_up(&self) {
        let mut storage = self.watch();
        let mut state = self.state();
        while let StorageState::Down { .. } = state {
            state = storage.changed().await;
        }
    }

    /// Returns the outages that ended after `at`, sorted and disjoint.
    pub fn since(&self, at: Timestamp) -> Vec<Outage> {
        if self.0.last_ended.load(Ordering::Acquire) <= at.0 {
            return Vec::new();
        }
        let lists = self.lists();
        let first = lists.known.partition_point(|outage| outage.ended <= at);
        lists.known[first..].to_vec()
    }

    /// Returns the outages that ended after `at`, sorted and disjoint, for a room or a tournament that this node owns since `owned_since`:
    /// the outages of all nodes before this node started, and this node's outages while it owns it.
    pub fn concerning(&self, at: Timestamp, owned_since: Timestamp) -> Vec<Outage> {
        let (started_at, mut outages) = (self.0.started_at, self.since(at));
        if owned_since > started_at {
            let parts = |outage: Outage| {
                let of_all = Outage { ended: outage.ended.min(started_at), ..outage };
                let own = Outage { began: outage.began.max(owned_since), ..outage };
                [of_all, own]
            };
            outages = outages.into_iter().flat_map(parts).collect();
            outages.retain(|outage| outage.began < outage.ended);
        }
        outages
    }

    /// Returns a number that changes whenever the result of [`since`](Self::since) may change.
    pub fn count(&self) -> u64 {
        self.0.count.load(Ordering::Acquire)
    }

    /// Checks whether the process was frozen until `now`, and records an outage if so. Call it before charging a clock for time that has
    /// just passed.
    pub fn detect_stall(&self, now: Timestamp) {
        if !self.is_freeze(now) {
            return;
        }
        {
            let mut lists = self.lists();
            // Another task may have recorded it first.
            if !self.is_freeze(now) {
                return;
            }
            let outage = Outage { began: Timestamp(self.0.last_tick.load(Ordering::Relaxed)), ended: now };
            self.add(&mut lists, outage);
            lists.unstored.push(outage);
            // Tasks that read this value also read the new list.
            self.0.last_tick.store(now.0, Ordering::Release);
        }
        tracing::warn!("process stall detected; clocks adjusted");
        self.0.unstored.notify_one();
        self.notify();
    }

    fn is_freeze(&self, now: Timestamp) -> bool {
        now.since(Timestamp(self.0.last_tick.load(Ordering::Acquire))) > FREEZE
    }

    /// Records a heartbeat of the watchdog.
    pub(super) fn tick(&self, now: Timestamp) {
        self.detect_stall(now);
        self.detect_end_of_lease();
        self.0.last_tick.fetch_max(now.0, Ordering::Release);
    }

    /// Records the start of an outage, unless an earlier one continues.
    pub(super) fn begin(&self, since: Timestamp) {
        let earlier = |down: i64| Some(if down == UP { since.0 } else { down.min(since.0) });
        // `earlier` always returns a value.
        let _ = self.0.down_since.fetch_update(Ordering::AcqRel, Ordering::Acquire, earlier);
        self.notify();
    }

    /// Records that the store is available as of `now`. The store has the outage up to `stored_until`.
    pub(super) fn end(&self, began: Timestamp, stored_until: Timestamp, now: Timestamp) {
        {
            let mut lists = self.lists();
            self.add(&mut lists, Outage { began, ended: now });
            // The short rest is stored with the next write.
            if stored_until < now {
                lists.unstored.push(Outage { began: stored_until, ended: now });
                self.0.unstored.notify_one();
            }
        }
        self.0.down_since.store(UP, Ordering::Release);
        self.notify();
    }

    /// Returns the outages that are not in the store yet.
    pub(super) fn unstored(&self) -> Vec<Outage> {
        self.lists().unstored.clone()
    }

    /// Waits until there are such outages, or the lease may have ended.
    pub(super) async fn some_unstored(&self) {
        self.0.unstored.notified().await;
    }

    /// Marks the first of the unstored outages as stored.
    pub(super) fn were_stored(&self, outages: &[Outage]) {
        self.lists().unstored.retain(|outage| !outages.contains(outage));
    }

    /// Signals a change to all watchers.
    fn notify(&self) {
        self.0.changes.fetch_add(1, Ordering::Release);
        self.0.changed.notify_waiters();
    }

    fn lists(&self) -> MutexGuard<'_, Lists> {
        self.0.lists.lock()
    }

    fn add(&self, lists: &mut Lists, mut outage: Outage) {
        let known = &mut lists.known;
        while let Some(last) = known.pop_if(|last| outage.began <= last.ended) {
            outage = Outage { began: last.began.min(outage.began), ended: last.ended.max(outage.ended) };
        }
        known.push(outage);
        if known.len() > REMEMBERED as usize {
            merge_closest(known);
        }
        self.0.last_ended.fetch_max(outage.ended.0, Ordering::Release);
        self.0.count.fetch_add(1, Ordering::Release);
    }
}

/// Joins the two outages with the shortest time between them; that time is not charged either.
fn merge_closest(outages: &mut Vec<Outage>) {
    let apart = |place: usize| outages[place + 1].began.since(outages[place].ended);
    if let Some(place) = (0..outages.len().saturating_sub(1)).min_by_key(|&place| apart(place)) {
        outages[place].ended = outages[place + 1].ended;
        outages.remove(place + 1);
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    fn outages_at(now: i64, stored: Vec<Outage>) -> Outages {
        let time = TimeSource::starting_at(Timestamp(now));
        Outages::starting_at(Timestamp(now), stored, LeaseDeadline::never(), time)
    }

    fn outage(began: i64, ended: i64) -> Outage {
        Outage { began: Timestamp(began), ended: Timestamp(ended) }
    }

    #[test]
    fn since_returns_later_outages_sorted_and_disjoint() {
        let outages = outages_at(100, vec![outage(10, 20), outage(15, 30), outage(50, 60)]);
        assert_eq!(outages.since(Timestamp(0)), [outage(10, 30), outage(50, 60)]);
        assert_eq!(outages.since(Timestamp(30)), [outage(50, 60)]);
        assert_eq!(outages.since(Timestamp(60)), []);
        let count = outages.count();
        outages.begin(Timestamp(70));
        assert_eq!(outages.state(), StorageState::Down { since: Timestamp(70) });
        outages.end(Timestamp(70), Timestamp(80), Timestamp(81));
        assert_eq!((outages.state(), outages.count()), (StorageState::Up, count + 1));
        assert_eq!(outages.since(Timestamp(60)), [outage(70, 81)]);
        assert_eq!(outages.unstored(), [outage(80, 81)]);
        outages.were_stored(&[outage(80, 81)]);
        assert_eq!(outages.unstored(), []);
    }

    #[test]
    fn outages_of_a_node_concern_what_it_owned() {
        let outages = outages_at(100, vec![outage(10, 20)]);
        // The time until this node was open follows the time without any node.
        for (began, ended) in [(90, 110), (150, 160)] {
            outages.begin(Timestamp(began));
            outages.end(Timestamp(began), Timestamp(ended), Timestamp(ended));
        }
        let concerning = |at, owned_since| outages.concerning(Timestamp(at), Timestamp(owned_since));
        let all = [outage(10, 20), outage(90, 110), outage(150, 160)];
        assert_eq!(outages.concerning(Timestamp(0), Timestamp::MIN), all, "the only server");
        assert_eq!(concerning(0, 105), [outage(10, 20), outage(90, 100), outage(105, 110), outage(150, 160)]);
        assert_eq!(concerning(0, 155), [outage(10, 20), outage(90, 100), outage(155, 160)]);
        assert_eq!(concerning(120, 170), []);
    }

    #[test]
    fn freeze_is_recorded_once_by_first_check() {
        let second = 1_000_000;
        let outages = outages_at(0, Vec::new());
        let mut watch = outages.watch();
        outages.tick(Timestamp(second));
        outages.detect_stall(Timestamp(2 * second));
        assert_eq!(outages.count(), 0, "so long a tick may be late");
        outages.detect_stall(Timestamp(9 * second));
        outages.detect_stall(Timestamp(9 * second + 1));
        outages.tick(Timestamp(9 * second + 2));
        assert_eq!(outages.since(Timestamp(0)), [outage(second, 9 * second)]);
        assert_eq!(outages.unstored(), [outage(second, 9 * second)]);
        assert_eq!(watch.changed().now_or_never(), Some(StorageState::Up));
        assert_eq!(watch.changed().now_or_never(), None);
    }

    #[test]
    fn outages_take_bounded_memory() {
        let outages = outages_at(0, Vec::new());
        for number in 0..=i64::from(REMEMBERED) {
            let began = number * 100 + if number == 7 { -90 } else { 0 };
            outages.add(&mut outages.lists(), outage(began, began + 9));
        }
        let known = outages.since(Timestamp(0));
        assert_eq!(known.len(), REMEMBERED as usize);
        assert_eq!(known[6], outage(600, 619), "the nearest were joined");
        assert!(known.windows(2).all(|pair| pair[0].ended < pair[1].began));
    }
}
