//! The changes of a union whose keys have one owner at a time, for the task of a list.

use std::collections::HashMap;
use std::hash::Hash;

use sumito_kit::change_set::ChangeSet;

use super::{Change, Key, Union, Value};
use crate::Node;

/// The changes of a list that the nodes share, drained by one task on each node. Cheap to clone.
///
/// Each entry belongs to the node that has set it last. A node that receives another node's entry for the same key drops its own.
#[derive(Debug, Clone)]
pub struct UnionChanges<K, V> {
    union: Union<K, V>,
    /// The latest entry of each changed key, or `None` if no node has one.
    changes: ChangeSet<HashMap<K, Option<V>>>,
}

impl<K: Key + Hash, V: Value> UnionChanges<K, V> {
    /// Returns the changes of the union of this name.
    ///
    /// # Panics
    /// If the name has other characters than `a` to `z` and `_`, or is empty.
    pub fn new(name: &'static str, node: &Node) -> Self {
        Self::of(Union::new(name, node))
    }

    pub(super) fn of(union: Union<K, V>) -> Self {
        Self { union, changes: ChangeSet::default() }
    }

    /// Sets the entry of this node, or removes it.
    pub fn set(&self, key: K, value: Option<V>) {
        self.changes.record(|changes, ()| {
            self.union.set(&key, value.as_ref());
            let value = value.or_else(|| self.elsewhere(&key));
            changes.insert(key, value);
            true
        });
    }

    /// Removes an entry of this node that is no longer in the list here.
    pub fn forget(&self, key: &K) {
        self.union.set(key, None);
    }

    /// Waits for a change.
    pub async fn changed(&self) {
        self.changes.changed().await;
    }

    /// Drains all changes: each key once, with its latest entry.
    pub fn drain(&self) -> HashMap<K, Option<V>> {
        self.changes.drain()
    }

    /// Exchanges the entries with the other nodes. Runs until it is dropped; returns at once if no other node can exist.
    pub async fn run(&self) {
        self.union.run(|Change { key, now, .. }| self.changed_elsewhere(key, now)).await;
    }

    fn changed_elsewhere(&self, key: K, now: Option<V>) {
        self.changes.record(|changes, ()| {
            if now.is_some() {
                self.forget(&key);
            } else if self.union.contains(&key) {
                return false;
            }
            let value = now.or_else(|| self.elsewhere(&key));
            changes.insert(key, value);
            true
        });
    }

    /// Returns an entry of another node. If several nodes have one, all but the last owner are about to drop theirs.
    fn elsewhere(&self, key: &K) -> Option<V> {
        self.union.elsewhere(key).pop()
    }
}
