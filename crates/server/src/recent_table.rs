//! Values by key, in bounded memory.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::mem;

/// Values by key, of which those that were used least lately are forgotten. Two maps take turns: what is asked for is in the
/// younger one, and when that is full it becomes the older one, whose values go unless they are asked for again. Nothing is ever
/// searched through.
#[derive(Debug)]
pub(crate) struct RecentTable<K, V> {
    young: HashMap<K, V>,
    old: HashMap<K, V>,
    generation: usize,
}

impl<K: Eq + Hash, V> RecentTable<K, V> {
    /// Remembers the last `generation` keys, and at most twice as many.
    pub(crate) fn new(generation: usize) -> Self {
        Self { young: HashMap::new(), old: HashMap::new(), generation }
    }

    /// The key's value, if there still is one. Being read does not keep it for longer.
    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        self.young.get(key).or_else(|| self.old.get(key))
    }

    /// The key's value; a fresh one if there is none any more.
    pub(crate) fn value(&mut self, key: K, fresh: impl FnOnce() -> V) -> &mut V {
        let returning = self.old.remove(&key);
        if self.young.len() >= self.generation && !self.young.contains_key(&key) {
            self.old = mem::take(&mut self.young);
        }
        match self.young.entry(key) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(free) => free.insert(returning.unwrap_or_else(fresh)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_asked_for_lately_are_remembered_and_memory_is_bounded() {
        let mut table = RecentTable::new(10);
        *table.value(0, || 0) = 7;
        for number in 1..1_000 {
            table.value(number, || 0);
            assert!(table.young.len() + table.old.len() <= 20);
            if number % 5 == 0 {
                assert_eq!(*table.value(0, || 0), 7, "asked for all the time");
            }
        }
        assert_eq!((table.get(&999), table.get(&1)), (Some(&0), None));
        assert_eq!(*table.value(999, || 1), 0);
        assert_eq!(*table.value(1, || 1), 1, "forgotten");
    }
}
