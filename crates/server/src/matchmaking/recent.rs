//! What is remembered of players, in bounded memory.

use std::collections::HashMap;
use std::hash::Hash;

/// Keys of which each of two generations remembers the values.
const GENERATION: usize = 16_384;

/// Values by key, of which those that were set last are remembered: two maps take turns, and nothing is ever searched through.
#[derive(Debug)]
pub(super) struct Recent<K, V> {
    young: HashMap<K, V>,
    old: HashMap<K, V>,
}

impl<K, V> Default for Recent<K, V> {
    fn default() -> Self {
        Self { young: HashMap::new(), old: HashMap::new() }
    }
}

impl<K: Eq + Hash, V> Recent<K, V> {
    /// What was set last.
    pub(super) fn get(&self, key: &K) -> Option<&V> {
        self.young.get(key).or_else(|| self.old.get(key))
    }

    /// Sets a value, for as long as not too many others are set after it.
    pub(super) fn set(&mut self, key: K, value: V) {
        if self.young.len() >= GENERATION {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_values_are_remembered_and_memory_is_bounded() {
        let mut recent = Recent::default();
        for key in 0..GENERATION * 3 {
            recent.set(key, key);
            recent.set(0, key);
            assert!(recent.young.len() + recent.old.len() <= GENERATION * 2);
        }
        assert_eq!(recent.get(&0), Some(&(GENERATION * 3 - 1)), "set all the time");
        assert_eq!(recent.get(&1), None, "forgotten");
    }
}
