//! When nothing could be stored, and when the process stood still: time that is charged to nobody.

use std::pin::pin;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sumito_game::Timestamp;
use tokio::sync::Notify;

use crate::store::Outage;

/// Outages that are remembered. Of more, those with the shortest time between them become one.
pub(super) const REMEMBERED: u32 = 4_096;

/// A watchdog that has not been heard of for so long says that the process stood still.
const FREEZE: Duration = Duration::from_secs(1);

/// Whether something can be stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Storage {
    /// It can.
    Up,
    /// It cannot: nothing that was handed in since then is stored, and nobody is charged for the time.
    Down {
        /// When the first that could not be stored was handed in.
        since: Timestamp,
    },
}

/// Stands for storage that is up.
const UP: i64 = i64::MIN;

/// Waits for news of [`Outages`].
#[derive(Debug)]
pub struct StorageWatch {
    outages: Outages,
    /// How many changes were seen.
    seen: u64,
}

impl StorageWatch {
    /// Waits until there is something that was not seen yet, and returns whether something can be stored now.
    pub async fn changed(&mut self) -> Storage {
        let outages = self.outages.clone();
        loop {
            let mut changed = pin!(outages.0.changed.notified());
            // From here on nothing is missed.
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

/// All outages, in memory. Cheap to clone; all clones are the same.
#[derive(Debug, Clone)]
pub struct Outages(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    /// Since when nothing can be stored, or [`UP`].
    down_since: AtomicI64,
    /// How often there was something to tell.
    changes: AtomicU64,
    /// Wakes those who wait for that, in the order in which they began to wait.
    changed: Notify,
    lists: Mutex<Lists>,
    /// How often an outage was added.
    count: AtomicU64,
    /// When the last outage ended.
    last_ended: AtomicI64,
    /// When the watchdog was last there.
    last_tick: AtomicI64,
    /// That there is something in [`Lists::unstored`].
    unstored: Notify,
}

#[derive(Debug, Default)]
struct Lists {
    /// In order, apart from each other.
    known: Vec<Outage>,
    /// Those that the store does not know yet.
    unstored: Vec<Outage>,
}

impl Outages {
    /// With those that were stored, in the order in which they ended. The watchdog begins at `now`.
    pub(super) fn new(stored: Vec<Outage>, now: Timestamp) -> Self {
        let outages = Self(Arc::new(Shared {
            down_since: AtomicI64::new(UP),
            changes: AtomicU64::new(0),
            changed: Notify::new(),
            lists: Mutex::default(),
            count: AtomicU64::new(0),
            last_ended: AtomicI64::new(i64::MIN),
            last_tick: AtomicI64::new(now.0),
            unstored: Notify::new(),
        }));
        for outage in stored {
            outages.add(&mut outages.lists(), outage);
        }
        outages
    }

    /// Without any, ever: nothing is stored.
    pub(super) fn none() -> Self {
        Self::new(Vec::new(), Timestamp(i64::MAX))
    }

    /// Whether something can be stored now.
    pub fn state(&self) -> Storage {
        match self.0.down_since.load(Ordering::Acquire) {
            UP => Storage::Up,
            since => Storage::Down { since: Timestamp(since) },
        }
    }

    /// Tells of each change of [`state`](Self::state), and when the process stood still: whenever there is an outage that has
    /// not been told of before. The list has it by then.
    pub fn watch(&self) -> StorageWatch {
        StorageWatch { outages: self.clone(), seen: self.0.changes.load(Ordering::Acquire) }
    }

    /// The outages that ended after `at`, in order and apart from each other.
    pub fn since(&self, at: Timestamp) -> Vec<Outage> {
        if self.0.last_ended.load(Ordering::Acquire) <= at.0 {
            return Vec::new();
        }
        let lists = self.lists();
        let first = lists.known.partition_point(|outage| outage.ended <= at);
        lists.known[first..].to_vec()
    }

    /// A number that is another one whenever [`since`](Self::since) may say something new.
    pub fn count(&self) -> u64 {
        self.0.count.load(Ordering::Acquire)
    }

    /// Notices if the whole process has stood still until `now`: then that was an outage. To be asked before anybody is
    /// charged for time that has just passed.
    pub fn notice_freeze(&self, now: Timestamp) {
        if !self.is_freeze(now) {
            return;
        }
        {
            let mut lists = self.lists();
            // Somebody else may have noticed first.
            if !self.is_freeze(now) {
                return;
            }
            let outage = Outage { began: Timestamp(self.0.last_tick.load(Ordering::Relaxed)), ended: now };
            self.add(&mut lists, outage);
            lists.unstored.push(outage);
            // Whoever sees this sees the list.
            self.0.last_tick.store(now.0, Ordering::Release);
        }
        tracing::warn!("the process stood still; nobody is charged for that");
        self.0.unstored.notify_one();
        self.tell();
    }

    fn is_freeze(&self, now: Timestamp) -> bool {
        now.since(Timestamp(self.0.last_tick.load(Ordering::Acquire))) > FREEZE
    }

    /// The watchdog is there.
    pub(super) fn tick(&self, now: Timestamp) {
        self.notice_freeze(now);
        self.0.last_tick.fetch_max(now.0, Ordering::Release);
    }

    /// Nothing can be stored, since then.
    pub(super) fn begin(&self, since: Timestamp) {
        self.0.down_since.store(since.0, Ordering::Release);
        self.tell();
    }

    /// Something can be stored again, as of `now`. The store knows of the outage up to `stored_until`.
    pub(super) fn end(&self, began: Timestamp, stored_until: Timestamp, now: Timestamp) {
        {
            let mut lists = self.lists();
            self.add(&mut lists, Outage { began, ended: now });
            // The little that came after is stored with the next thing.
            if stored_until < now {
                lists.unstored.push(Outage { began: stored_until, ended: now });
                self.0.unstored.notify_one();
            }
        }
        self.0.down_since.store(UP, Ordering::Release);
        self.tell();
    }

    /// Those that the store does not know.
    pub(super) fn unstored(&self) -> Vec<Outage> {
        self.lists().unstored.clone()
    }

    /// Waits until there are some.
    pub(super) async fn some_unstored(&self) {
        self.0.unstored.notified().await;
    }

    /// The store knows these now, the first of those that it did not know.
    pub(super) fn were_stored(&self, outages: &[Outage]) {
        self.lists().unstored.retain(|outage| !outages.contains(outage));
    }

    /// Tells all who watch that there is something new.
    fn tell(&self) {
        self.0.changes.fetch_add(1, Ordering::Release);
        self.0.changed.notify_waiters();
    }

    fn lists(&self) -> MutexGuard<'_, Lists> {
        self.0.lists.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, lists: &mut Lists, mut outage: Outage) {
        let known = &mut lists.known;
        while let Some(last) = known.pop_if(|last| outage.began <= last.ended) {
            outage = Outage { began: last.began.min(outage.began), ended: last.ended.max(outage.ended) };
        }
        known.push(outage);
        if known.len() > REMEMBERED as usize {
            join_nearest(known);
        }
        self.0.last_ended.fetch_max(outage.ended.0, Ordering::Release);
        self.0.count.fetch_add(1, Ordering::Release);
    }
}

/// Makes one of those two outages that have the shortest time between them: that time is charged to nobody either.
fn join_nearest(outages: &mut Vec<Outage>) {
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

    fn outage(began: i64, ended: i64) -> Outage {
        Outage { began: Timestamp(began), ended: Timestamp(ended) }
    }

    #[test]
    fn those_that_ended_later_are_told_in_order_and_apart() {
        let outages = Outages::new(vec![outage(10, 20), outage(15, 30), outage(50, 60)], Timestamp(100));
        assert_eq!(outages.since(Timestamp(0)), [outage(10, 30), outage(50, 60)]);
        assert_eq!(outages.since(Timestamp(30)), [outage(50, 60)]);
        assert_eq!(outages.since(Timestamp(60)), []);
        let count = outages.count();
        outages.begin(Timestamp(70));
        assert_eq!(outages.state(), Storage::Down { since: Timestamp(70) });
        outages.end(Timestamp(70), Timestamp(80), Timestamp(81));
        assert_eq!((outages.state(), outages.count()), (Storage::Up, count + 1));
        assert_eq!(outages.since(Timestamp(60)), [outage(70, 81)]);
        assert_eq!(outages.unstored(), [outage(80, 81)]);
        outages.were_stored(&[outage(80, 81)]);
        assert_eq!(outages.unstored(), []);
    }

    #[test]
    fn a_freeze_is_noticed_once_by_whoever_asks_first() {
        let second = 1_000_000;
        let outages = Outages::new(Vec::new(), Timestamp(0));
        let mut watch = outages.watch();
        outages.tick(Timestamp(second));
        outages.notice_freeze(Timestamp(2 * second));
        assert_eq!(outages.count(), 0, "so long a tick may be late");
        outages.notice_freeze(Timestamp(9 * second));
        outages.notice_freeze(Timestamp(9 * second + 1));
        outages.tick(Timestamp(9 * second + 2));
        assert_eq!(outages.since(Timestamp(0)), [outage(second, 9 * second)]);
        assert_eq!(outages.unstored(), [outage(second, 9 * second)]);
        assert_eq!(watch.changed().now_or_never(), Some(Storage::Up));
        assert_eq!(watch.changed().now_or_never(), None);
    }

    #[test]
    fn they_take_so_much_memory_and_no_more() {
        let outages = Outages::new(Vec::new(), Timestamp(0));
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
