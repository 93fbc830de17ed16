//! The positions since the last ejection, for detecting repetitions.

use crate::Root;

/// Number of slots that count keys. More than the depth of a search plus the plies of a game without an ejection.
const SLOTS: usize = 4096;

/// Keys of the positions on the path to the current one.
pub(crate) struct RepetitionStack {
    keys: Vec<u64>,
    /// Number of keys from the game itself; the others are from the search.
    played: usize,
    /// Number of keys with these bits at the end. It is nearly always zero, so no keys need comparing.
    counts: Box<[u8; SLOTS]>,
    /// Number of occurrences at which the game is drawn; 0: never.
    repetitions: u32,
}

impl RepetitionStack {
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

    /// Returns whether a position counts as drawn: it occurred before within the search, because then it can be repeated again, or this is
    /// the last permitted occurrence in the game.
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
