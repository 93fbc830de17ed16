//! The positions from the last ejection on, by which repetitions are found.

use crate::Root;

/// How many slots count keys. More than a search is deep and a game goes on without an ejection.
const SLOTS: usize = 4096;

/// Keys of the positions on the way to the one that is looked at.
pub(crate) struct Path {
    keys: Vec<u64>,
    /// How many of the keys were played in the game; the others are the search's.
    played: usize,
    /// How many keys end in these bits. Nearly always none does, and nothing has to be compared.
    counts: Box<[u8; SLOTS]>,
    /// How often a position must have stood in the game for the next time to be a draw; 0: never.
    repetitions: u32,
}

impl Path {
    pub(crate) fn new(root: &Root) -> Self {
        let mut path = Self {
            keys: Vec::new(),
            played: 0,
            counts: Box::new([0; SLOTS]),
            repetitions: root.draw_rules().repetitions,
        };
        root.earlier().iter().for_each(|&key| path.push(key));
        path.played = path.keys.len();
        path
    }

    #[inline]
    pub(crate) fn push(&mut self, key: u64) {
        self.keys.push(key);
        let count = &mut self.counts[slot(key)];
        *count = count.saturating_add(1);
    }

    #[inline]
    pub(crate) fn pop(&mut self) {
        if let Some(key) = self.keys.pop() {
            let count = &mut self.counts[slot(key)];
            *count = count.saturating_sub(1);
        }
    }

    /// Whether a position is as good as drawn: it stood before within the search, for then it can be brought about once
    /// more, or so often in the game that this time is the last.
    #[inline]
    pub(crate) fn is_repetition(&self, key: u64, quiet_plies: u32) -> bool {
        if self.repetitions == 0 || self.counts[slot(key)] == 0 {
            return false;
        }
        let since_ejection = self.keys.len().saturating_sub(quiet_plies as usize);
        let mut stood = 1;
        for (at, _) in
            self.keys.iter().enumerate().skip(since_ejection).filter(|&(_, &earlier)| earlier == key)
        {
            if at >= self.played {
                return true;
            }
            stood += 1;
        }
        stood >= self.repetitions
    }
}

#[inline]
fn slot(key: u64) -> usize {
    key as usize % SLOTS
}
