//! The part of a union that this node contributes.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use serde_json::value::RawValue;

use super::batch::Batch;
use super::{Changes, Key, Page, Value};

/// The part of this node.
#[derive(Debug)]
pub(super) struct Part<K, V> {
    entries: BTreeMap<K, V>,
    /// Keys that have changed since they were last sent.
    changed: BTreeSet<K>,
    /// Number of the last message.
    number: u64,
}

impl<K, V> Default for Part<K, V> {
    fn default() -> Self {
        Self { entries: BTreeMap::new(), changed: BTreeSet::new(), number: 0 }
    }
}

impl<K: Key, V: Value> Part<K, V> {
    /// Sets or removes the value of a key; returns whether that is a change.
    pub(super) fn set(&mut self, key: &K, value: Option<&V>) -> bool {
        if self.entries.get(key) == value {
            return false;
        }
        match value {
            Some(value) => drop(self.entries.insert(key.clone(), value.clone())),
            None => drop(self.entries.remove(key)),
        }
        self.changed.insert(key.clone());
        true
    }

    pub(super) fn contains(&self, key: &K) -> bool {
        self.entries.contains_key(key)
    }

    /// Returns the next message with changes: as many as fit. `None` if all are sent.
    pub(super) fn next_changes(&mut self) -> Option<Changes<Box<RawValue>>> {
        let mut changes = Batch::default();
        while !changes.is_full()
            && let Some(key) = self.changed.pop_first()
        {
            changes.push(&key, &(&key, self.entries.get(&key)));
        }
        let changes = changes.into_entries();
        if changes.is_empty() {
            return None;
        }
        self.number += 1;
        Some(Changes { number: self.number, changes })
    }

    /// Returns the entries after a key: as many as fit.
    pub(super) fn page(&self, after: Option<&K>) -> Page<Box<RawValue>> {
        let mut rest =
            self.entries.range((after.map_or(Bound::Unbounded, Bound::Excluded), Bound::Unbounded));
        let mut entries = Batch::default();
        while !entries.is_full()
            && let Some((key, value)) = rest.next()
        {
            entries.push(key, &(key, value));
        }
        Page { number: self.number, entries: entries.into_entries(), more: rest.next().is_some() }
    }
}
