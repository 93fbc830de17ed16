//! The changes of a union whose keys have one owner at a time, for the task of a list.

use std::collections::HashMap;
use std::hash::Hash;
use std::mem;
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use sumito_kit::node::NodeId;
use tokio::sync::Notify;

use super::{Change, Key, Union, Value};
use crate::Node;

/// The changes of a list that the nodes share, drained by one task on each node. Cheap to clone.
///
/// Each entry belongs to the node that has set it last. A node that receives another node's entry for the same key drops its own.
pub struct UnionChanges<K, V>(Arc<Shared<K, V>>);

struct Shared<K, V> {
    union: Union<K, V>,
    state: Mutex<State<K, V>>,
    is_changed: Notify,
}

struct State<K, V> {
    /// Entries of the other nodes, the latest last.
    elsewhere: HashMap<K, Vec<(NodeId, V)>>,
    /// Changes since the last drain: the latest entry of each key, or `None` if no node has one.
    changed: HashMap<K, Option<V>>,
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
        let state = Mutex::new(State { elsewhere: HashMap::new(), changed: HashMap::new() });
        Self(Arc::new(Shared { union, state, is_changed: Notify::new() }))
    }

    /// Sets the entry of this node, or removes it.
    pub fn set(&self, key: K, value: Option<V>) {
        let mut state = self.state();
        self.0.union.set(&key, value.as_ref());
        let value = value.or_else(|| state.elsewhere(&key));
        self.record(&mut state, key, value);
    }

    /// Removes an entry of this node that is no longer in the list here.
    pub fn forget(&self, key: &K) {
        self.0.union.set(key, None);
    }

    /// Waits for a change.
    pub async fn changed(&self) {
        self.0.is_changed.notified().await;
    }

    /// Drains all changes: each key once, with its latest entry.
    pub fn drain(&self) -> HashMap<K, Option<V>> {
        mem::take(&mut self.state().changed)
    }

    /// Exchanges the entries with the other nodes. Runs until it is dropped; returns at once if no other node can exist.
    pub async fn run(&self) {
        self.0.union.run(|change| self.changed_elsewhere(change)).await;
    }

    fn changed_elsewhere(&self, Change { node, key, now, .. }: Change<K, V>) {
        let mut state = self.state();
        let entries = state.elsewhere.entry(key.clone()).or_default();
        entries.retain(|(of, _)| *of != node);
        if let Some(value) = now {
            entries.push((node, value.clone()));
            self.forget(&key);
            self.record(&mut state, key, Some(value));
            return;
        }
        let is_empty = entries.is_empty();
        if is_empty {
            state.elsewhere.remove(&key);
        }
        if !self.0.union.contains(&key) {
            let value = state.elsewhere(&key);
            self.record(&mut state, key, value);
        }
    }

    fn record(&self, state: &mut State<K, V>, key: K, value: Option<V>) {
        state.changed.insert(key, value);
        self.0.is_changed.notify_one();
    }

    fn state(&self) -> MutexGuard<'_, State<K, V>> {
        self.0.state.lock()
    }
}

impl<K: Key + Hash, V: Value> State<K, V> {
    /// Returns the latest entry of another node.
    fn elsewhere(&self, key: &K) -> Option<V> {
        self.elsewhere.get(key)?.last().map(|(_, value)| value.clone())
    }
}

impl<K, V> Clone for UnionChanges<K, V> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<K, V> std::fmt::Debug for UnionChanges<K, V> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("UnionChanges").field(&self.0.union).finish()
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[tokio::test]
    async fn an_entry_belongs_to_the_node_that_has_set_it_last() {
        let list = UnionChanges::of(super::super::tests::alone_on_a_hub());
        let [ada, ben] = [NodeId::random(), NodeId::random()];
        let elsewhere = |node, now: Option<&str>| {
            list.changed_elsewhere(Change { node, key: 1, before: None, now: now.map(str::to_owned) });
        };
        let change = |value: Option<&str>| HashMap::from([(1, value.map(str::to_owned))]);
        list.set(1, Some("mine".to_owned()));
        list.changed().await;
        assert_eq!(list.drain(), change(Some("mine")));
        elsewhere(ada, Some("ada's"));
        elsewhere(ben, Some("ben's"));
        assert!(!list.0.union.contains(&1), "this node gives it up");
        assert_eq!(list.drain(), change(Some("ben's")));
        // The news of its earlier owners comes late.
        elsewhere(ada, None);
        list.set(1, None);
        assert_eq!(list.drain(), change(Some("ben's")));
        list.set(1, Some("mine".to_owned()));
        elsewhere(ben, None);
        assert_eq!(list.drain(), change(Some("mine")));
        list.set(1, None);
        assert_eq!(list.drain(), change(None));
        assert!(list.state().elsewhere.is_empty());
        assert!(list.changed().now_or_never().is_some());
    }
}
