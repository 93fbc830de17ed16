//! History heuristic: moves that were good elsewhere in the search.

use sumito_rules::{Color, Move};

use crate::score::MAX_PLY;

/// Maximum absolute score of a move.
pub(crate) const HISTORY_LIMIT: i32 = 8192;

/// Moves that refuted others: at the same ply, and anywhere.
pub(crate) struct History {
    killers: [[Option<Move>; 2]; MAX_PLY + 2],
    /// By colour and number of the move.
    scores: Vec<[i16; Move::NUMBERS]>,
}

impl History {
    pub(crate) fn new() -> Self {
        Self { killers: [[None; 2]; MAX_PLY + 2], scores: vec![[0; Move::NUMBERS]; Color::ALL.len()] }
    }

    /// Reduces the scores of an earlier search, which are still somewhat useful. Its killers are at other plies now.
    pub(crate) fn fade(&mut self) {
        self.killers.fill([None; 2]);
        self.scores.iter_mut().flatten().for_each(|score| *score /= 4);
    }

    #[inline]
    pub(crate) fn killers(&self, ply: usize) -> [Option<Move>; 2] {
        self.killers[ply]
    }

    #[inline]
    pub(crate) fn score(&self, color: Color, m: Move) -> i32 {
        i32::from(self.scores[color.index()][m.number()])
    }

    /// Records that a quiet move caused a cutoff, and that those tried before it did not.
    pub(crate) fn refuted(
        &mut self,
        color: Color,
        ply: usize,
        depth: i32,
        good: Move,
        tried: impl Iterator<Item = Move>,
    ) {
        let [first, second] = &mut self.killers[ply];
        if *first != Some(good) {
            *second = *first;
            *first = Some(good);
        }
        let bonus = (16 * depth * depth).min(HISTORY_LIMIT / 4);
        self.add(color, good, bonus);
        tried.filter(|&m| m != good).for_each(|m| self.add(color, m, -bonus));
    }

    /// Adds less, the nearer a score is to its limit.
    fn add(&mut self, color: Color, m: Move, bonus: i32) {
        let score = &mut self.scores[color.index()][m.number()];
        let old = i32::from(*score);
        *score = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
    }
}
