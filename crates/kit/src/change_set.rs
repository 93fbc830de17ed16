//! Coalescing buffers of changes, drained by one task.

use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasher, Hash};
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use tokio::sync::Notify;

/// A coalescing buffer of changes: producers on any task record changes, and one task drains them a few times a second. `B` holds the
/// changes since the last drain, each key once. `F` says which changes are tracked. Cheap to clone.
pub struct ChangeSet<B, F = ()>(Arc<Inner<B, F>>);

struct Inner<B, F> {
    state: Mutex<(B, F)>,
    is_changed: Notify,
}

impl<B: Default, F: Default> Default for ChangeSet<B, F> {
    fn default() -> Self {
        Self::tracking(F::default())
    }
}

impl<B, F> Clone for ChangeSet<B, F> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<B, F> fmt::Debug for ChangeSet<B, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChangeSet").finish_non_exhaustive()
    }
}

impl<B: Default, F> ChangeSet<B, F> {
    /// Returns an empty buffer that tracks these changes.
    pub fn tracking(filter: F) -> Self {
        Self(Arc::new(Inner { state: Mutex::new((B::default(), filter)), is_changed: Notify::new() }))
    }

    /// Records a change: `record` changes the buffer and returns whether it did.
    pub fn record(&self, record: impl FnOnce(&mut B, &F) -> bool) {
        let mut state = self.state();
        let (buffer, filter) = &mut *state;
        if record(buffer, filter) {
            drop(state);
            self.0.is_changed.notify_one();
        }
    }

    /// Changes the tracked state. `track` may also remove changes that are no longer tracked.
    pub fn track(&self, track: impl FnOnce(&mut F, &mut B)) {
        let mut state = self.state();
        let (buffer, filter) = &mut *state;
        track(filter, buffer);
    }

    /// Waits until there has been a change since the last call.
    pub async fn changed(&self) {
        self.0.is_changed.notified().await;
    }

    /// Drains all changes.
    pub fn drain(&self) -> B {
        std::mem::take(&mut self.state().0)
    }

    fn state(&self) -> MutexGuard<'_, (B, F)> {
        self.0.state.lock()
    }
}

impl<K: Eq + Hash, V, S: BuildHasher + Default, F> ChangeSet<HashMap<K, V, S>, F> {
    /// Records the latest value of a key.
    pub fn set(&self, key: K, value: V) {
        self.record(|buffer, _| {
            buffer.insert(key, value);
            true
        });
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use futures_util::FutureExt;

    use super::*;

    type Latest = ChangeSet<BTreeMap<u8, u8>, BTreeSet<u8>>;

    fn set(changes: &Latest, key: u8, value: u8) {
        changes.record(|buffer, tracked| tracked.contains(&key) && buffer.insert(key, value) != Some(value));
    }

    #[tokio::test]
    async fn each_key_is_drained_once_with_its_latest_value() {
        let changes = Latest::tracking([1, 2].into());
        for (key, value) in [(1, 10), (2, 20), (1, 11), (3, 30)] {
            set(&changes, key, value);
        }
        changes.changed().await;
        assert_eq!(changes.drain(), BTreeMap::from([(1, 11), (2, 20)]));
        assert_eq!(changes.drain(), BTreeMap::new());
    }

    #[tokio::test]
    async fn untracked_changes_wake_no_task() {
        let changes = Latest::default();
        set(&changes, 1, 10);
        assert!(changes.changed().now_or_never().is_none());
        changes.track(|tracked, _| {
            tracked.insert(1);
        });
        set(&changes, 1, 10);
        assert!(changes.changed().now_or_never().is_some());
        changes.track(|tracked, buffer| {
            tracked.remove(&1);
            buffer.remove(&1);
        });
        assert!(changes.drain().is_empty());
    }
}
