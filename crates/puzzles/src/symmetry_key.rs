//! The same puzzle on a turned or reflected board.

use std::fmt;

use sumito_rules::{Bitboard, Position, Symmetry};

/// The common identity of a position and its images: with the board turned or reflected, and the colours exchanged so that the same players
/// follow each other. Equal for equal puzzles.
///
/// Displayed as the id of the puzzle: eleven characters of `0-9a-z`, from a 56-bit hash.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SymmetryKey {
    mode: usize,
    /// The marbles of each player, the one to move first, in the order of turns.
    marbles: [u64; 4],
    /// The ejections of each player's team, in the same order.
    captured: [u8; 4],
}

impl SymmetryKey {
    /// Returns the symmetry key of a position.
    pub fn of(position: &Position) -> Self {
        let mode = position.mode();
        let players: Vec<_> = std::iter::successors(Some(position.turn()), |&color| Some(mode.next(color)))
            .take(mode.seats())
            .collect();
        let image = |symmetry: Symmetry| {
            let mut marbles = [0; 4];
            for (place, &color) in players.iter().enumerate() {
                let cells = position.marbles(color).iter().map(|cell| symmetry.of_cell(cell));
                marbles[place] = cells.fold(Bitboard::EMPTY, Bitboard::with).bits();
            }
            marbles
        };
        let marbles = Symmetry::ALL.into_iter().map(image).min().unwrap_or_default();
        let mut captured = [0; 4];
        for (place, &color) in players.iter().enumerate() {
            captured[place] = position.captured()[mode.team_of(color).index()];
        }
        Self { mode: mode.index(), marbles, captured }
    }

    /// A hash that is the same in every process and on every machine (FNV-1a over the fields).
    pub fn digest(&self) -> u64 {
        let marbles = self.marbles.iter().flat_map(|marbles| marbles.to_le_bytes());
        let bytes = [self.mode as u8].into_iter().chain(marbles).chain(self.captured);
        bytes
            .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    }
}

impl fmt::Display for SymmetryKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.digest() >> 8;
        for _ in 0..11 {
            let digit = char::from_digit((rest % 36) as u32, 36).unwrap_or('0');
            write!(f, "{digit}")?;
            rest /= 36;
        }
        Ok(())
    }
}
