//! The puzzles of a game.

use sumito_rules::Position;

use crate::Puzzle;

/// Minimum distance in plies between two puzzles of a game, so that they are not nearly the same.
const PLIES_BETWEEN: u32 = 6;

/// Searches the positions of a game for puzzles, one after the other.
#[derive(Clone, Copy, Default, Debug)]
pub struct Finder {
    /// The ply of the last puzzle.
    last: Option<u32>,
}

impl Finder {
    /// Returns the puzzle of the next position, unless the last one was near.
    pub fn look_at(&mut self, position: &Position) -> Option<Puzzle> {
        let is_near = self.last.is_some_and(|last| position.ply() < last + PLIES_BETWEEN);
        if is_near || position.winner().is_some() {
            return None;
        }
        let puzzle = Puzzle::find(position)?;
        self.last = Some(position.ply());
        Some(puzzle)
    }
}
