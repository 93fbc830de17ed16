//! Map with bounded memory.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::mem;

/// Map that drops the least recently used keys. It keeps two generations: a key that is used moves to the younger map, and when that is
/// full it becomes the older map. The values of the previous older map are dropped. No operation scans the map.
#[derive(Debug)]
pub struct RecencyCache<K, V> {
    young: HashMap<K, V>,
    old: HashMap<K, V>,
    generation: usize,
}

/// Minimum number of keys that a map keeps by default.
const GENERATION: usize = 16_384;

impl<K: Eq + Hash, V> Default for RecencyCache<K, V> {
    fn default() -> Self {
        Self::new(GENERATION)
    }
}

impl<K: Eq + Hash, V> RecencyCache<K, V> {
    /// Keeps at least the last `generation` keys, and at most twice as many.
    pub fn new(generation: usize) -> Self {
        Self { young: HashMap::new(), old: HashMap::new(), generation }
    }

    /// Returns the key's value if it is still in the table. Reading does not extend its lifetime.
    pub fn get(&self, key: &K) -> Option<&V> {
        self.young.get(key).or_else(|| self.old.get(key))
    }

    /// Returns the key's value, or inserts a fresh value if the key is gone.
    pub fn value(&mut self, key: K, fresh: impl FnOnce() -> V) -> &mut V {
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

impl<K: Eq + Hash, V: Clone> RecencyCache<K, V> {
    /// Sets the key's value.
    pub fn set(&mut self, key: K, value: V) {
        let place = self.value(key, || value.clone());
        *place = value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_keeps_recent_keys_in_bounded_memory() {
        let mut table = RecencyCache::new(10);
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
