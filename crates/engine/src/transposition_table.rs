//! The transposition table.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use sumito_rules::Move;

use crate::score::{LEAST_LIKELY_WIN, Value};

/// The relation of a stored value to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
    /// The true value is exactly this.
    Exact,
}

/// The stored result of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) best: Option<Move>,
    pub(crate) value: Value,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

/// Entries by the key of their position. All threads read and write it concurrently, without locks.
///
/// A slot is two words: the data, and the key xor the data. Two threads that write one slot concurrently may combine data and key of
/// different entries; such a pair does not match any key that is looked up (Hyatt and Mann, "A lockless transposition table implementation
/// for parallel search chess engines", 2002).
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    /// The number of the current search, to recognise entries of earlier ones.
    age: u8,
}

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// The slots that a position can use: one line of a processor's cache.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

const MOVE_BITS: u32 = 11;
const NO_MOVE: u64 = (1 << MOVE_BITS) - 1;
const _: () = assert!(Move::NUMBERS as u64 <= NO_MOVE);
const AGES: u8 = 64;

impl Table {
    /// Creates an empty table of this many MiB, at least one.
    pub(crate) fn new(mib: usize) -> Self {
        let mut buckets = Vec::new();
        buckets.resize_with((mib.max(1) << 20) / size_of::<Bucket>(), Bucket::default);
        Self { buckets, age: 0 }
    }

    /// Clears all entries.
    pub(crate) fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
        self.age = 0;
    }

    /// Starts a new search: entries of earlier searches are replaced first.
    pub(crate) fn next_search(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot; 4] {
        let bucket = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[bucket as usize].0
    }

    /// Prefetches the data for [`get`](Self::get), so that memory latency overlaps with other work.
    #[inline]
    pub(crate) fn fetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        safe_arch::prefetch_t0(self.bucket(key));
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// Returns the entry of the position with this key, seen from `ply` plies after the root.
    #[inline]
    pub(crate) fn get(&self, key: u64, ply: usize) -> Option<Entry> {
        for slot in self.bucket(key) {
            let data = slot.data.load(Relaxed);
            if data != 0 && slot.check.load(Relaxed) ^ data == key {
                return Some(unpack(data, ply));
            }
        }
        None
    }

    /// Stores a result, in place of an older entry of the position, or else of the least valuable one.
    #[inline]
    pub(crate) fn put(&self, key: u64, ply: usize, entry: &Entry) {
        let mut chosen = None;
        let mut least = i32::MAX;
        for slot in self.bucket(key) {
            let data = slot.data.load(Relaxed);
            if data == 0 || slot.check.load(Relaxed) ^ data == key {
                chosen = Some(slot);
                break;
            }
            let worth = depth_of(data) - 8 * i32::from((self.age + AGES - age_of(data)) % AGES);
            if worth < least {
                least = worth;
                chosen = Some(slot);
            }
        }
        if let Some(slot) = chosen {
            let old = slot.data.load(Relaxed);
            let is_same = old != 0 && slot.check.load(Relaxed) ^ old == key;
            let mut kept = *entry;
            if is_same && kept.best.is_none() {
                kept.best = unpack(old, ply).best;
            }
            let data = pack(&kept, ply, self.age);
            slot.data.store(data, Relaxed);
            slot.check.store(key ^ data, Relaxed);
        }
    }

    /// Number of slots per thousand with an entry of the current search.
    pub(crate) fn thousandths_full(&self) -> u16 {
        let used = |slot: &&Slot| {
            let data = slot.data.load(Relaxed);
            data != 0 && age_of(data) == self.age
        };
        self.buckets.iter().flat_map(|bucket| &bucket.0).take(1000).filter(used).count() as u16
    }
}

// From the lowest bit: move 11, value 16, depth 8, bound 2, age 6; the highest is always set, so that no entry is zero.
const VALUE_SHIFT: u32 = MOVE_BITS;
const DEPTH_SHIFT: u32 = VALUE_SHIFT + 16;
const BOUND_SHIFT: u32 = DEPTH_SHIFT + 8;
const AGE_SHIFT: u32 = BOUND_SHIFT + 2;
const TAKEN: u64 = 1 << 63;

fn pack(entry: &Entry, ply: usize, age: u8) -> u64 {
    let best = entry.best.map_or(NO_MOVE, |m| m.number() as u64);
    let value = u64::from(from_here(entry.value, ply) as i16 as u16);
    let depth = u64::from(entry.depth.clamp(0, 255) as u8);
    TAKEN
        | best
        | value << VALUE_SHIFT
        | depth << DEPTH_SHIFT
        | (entry.bound as u64) << BOUND_SHIFT
        | u64::from(age) << AGE_SHIFT
}

fn unpack(data: u64, ply: usize) -> Entry {
    let bound = match data >> BOUND_SHIFT & 3 {
        0 => Bound::Lower,
        1 => Bound::Upper,
        _ => Bound::Exact,
    };
    Entry {
        best: Move::from_number((data & NO_MOVE) as usize),
        value: from_root(Value::from((data >> VALUE_SHIFT) as u16 as i16), ply),
        depth: depth_of(data),
        bound,
    }
}

fn depth_of(data: u64) -> i32 {
    i32::from((data >> DEPTH_SHIFT) as u8)
}

fn age_of(data: u64) -> u8 {
    (data >> AGE_SHIFT) as u8 % AGES
}

/// A win is stored with its distance from the position, not from the root, because the position may occur at another ply.
fn from_here(value: Value, ply: usize) -> Value {
    if value >= LEAST_LIKELY_WIN {
        value + ply as Value
    } else if value <= -LEAST_LIKELY_WIN {
        value - ply as Value
    } else {
        value
    }
}

fn from_root(value: Value, ply: usize) -> Value {
    if value >= LEAST_LIKELY_WIN {
        value - ply as Value
    } else if value <= -LEAST_LIKELY_WIN {
        value + ply as Value
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::WIN;

    #[test]
    fn stored_entry_is_found() {
        let table = Table::new(1);
        for (key, m) in (1u64..).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15)).zip(Move::all()) {
            let entry = Entry { best: Some(m), value: -1234, depth: 7, bound: Bound::Exact };
            table.put(key, 3, &entry);
            assert_eq!(table.get(key, 3), Some(entry));
        }
        assert_eq!(table.get(5, 0), None);
    }

    #[test]
    fn a_win_is_as_far_as_it_is_from_the_root() {
        let table = Table::new(1);
        let entry = Entry { best: None, value: WIN - 9, depth: 4, bound: Bound::Lower };
        table.put(77, 5, &entry);
        assert_eq!(table.get(77, 1).map(|entry| entry.value), Some(WIN - 5));
    }

    #[test]
    fn a_new_search_displaces_old_entries() {
        let mut table = Table::new(1);
        let entry = Entry { best: None, value: 0, depth: 9, bound: Bound::Upper };
        // Small keys share the first bucket.
        (1..=4).for_each(|key| table.put(key, 0, &entry));
        for _ in 0..3 {
            table.next_search();
        }
        table.put(5, 0, &Entry { depth: 1, ..entry });
        assert!(table.get(5, 0).is_some());
    }
}
