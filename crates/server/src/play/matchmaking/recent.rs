//! Recent values by key, in bounded memory.

use std::collections::HashMap;
use std::hash::Hash;

/// Keys in each of the two generations.
const GENERATION: usize = 16_384;

/// Recently set values by key. Two maps alternate as generations, so no operation scans all entries.
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
    /// Returns the latest value of a key.
    pub(super) fn get(&self, key: &K) -> Option<&V> {
        self.young.get(key).or_else(|| self.old.get(key))
    }

    /// Sets a value, which is kept until too many others are set after it.
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
    fn recent_values_are_kept_in_bounded_memory() {
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
