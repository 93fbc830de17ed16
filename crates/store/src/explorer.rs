//! Opening explorer: the moves played in each position of the first plies, with their results.

use sha2::{Digest, Sha256};
use sumito_rules::{Color, Layout, Move, Position, Symmetry};

use super::{RatingBand, StoreError, store_api};

/// Number of plies of a game in the explorer. Beyond that nearly all games differ, and each would need a row for each ply.
pub const EXPLORED_PLIES: usize = 16;

/// Key of a position in games from one layout: mode, marbles and turn, regardless of the moves before it and of the captured marbles.
/// Positions that are equal by rotation or reflection of the board share a key.
///
/// The keys are stored; a change of their definition needs a migration that rebuilds the explorer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PositionKey(pub(super) i64);

/// A position in a user's view, with its canonical form in the explorer.
#[derive(Debug, Clone)]
pub struct CanonicalPosition {
    /// Key of the position.
    pub position: PositionKey,
    /// Symmetries that map it to the canonical form. Several if the position is symmetric itself.
    symmetries: Vec<Symmetry>,
}

impl CanonicalPosition {
    /// Returns the canonical form of a position.
    ///
    /// The canonical form is the first of its twelve images in the order of their cells, row by row. The key is the first 64 bits of the
    /// SHA-256 hash of mode, layout, these cells and the turn. The probability of a collision among ten million positions is 1 in 300,000.
    pub fn of(layout: Layout, position: &Position) -> Self {
        let mut first = [u8::MAX; 61];
        let mut symmetries = Vec::new();
        for symmetry in Symmetry::ALL {
            let image = image(symmetry, position);
            if image < first {
                first = image;
                symmetries.clear();
            }
            if image == first {
                symmetries.push(symmetry);
            }
        }
        let mut hash = Sha256::new_with_prefix(format!("{} {layout} ", position.mode()));
        hash.update(first);
        hash.update(position.turn().name());
        let hash = hash.finalize();
        let number = i64::from_be_bytes(*hash.first_chunk().expect("32 bytes have eight first ones"));
        Self { position: PositionKey(number), symmetries }
    }

    /// Converts a move to its canonical form: of all equivalent moves, the first in the order of moves.
    #[must_use]
    pub fn fold(&self, mv: Move) -> Move {
        self.symmetries.iter().map(|symmetry| symmetry.of_move(mv)).min().unwrap_or(mv)
    }

    /// Converts a canonical move to a move in this position; if the position is symmetric, to one of the equivalent moves.
    #[must_use]
    pub fn unfold(&self, mv: Move) -> Move {
        self.symmetries.iter().map(|symmetry| symmetry.inverse().of_move(mv)).min().unwrap_or(mv)
    }
}

/// Returns the cells of the transformed position, row by row.
fn image(symmetry: Symmetry, position: &Position) -> [u8; 61] {
    let mut cells = [b'.'; 61];
    for color in Color::ALL {
        for cell in position.marbles(color).sorted() {
            cells[symmetry.of_cell(cell).index()] = color.letter() as u8;
        }
    }
    cells
}

/// Returns the band of a game of players with these ratings, by seat.
pub fn rating_band(ratings: &[Option<f64>]) -> RatingBand {
    let known: Option<Vec<f64>> = ratings.iter().copied().collect();
    let Some(known) = known.filter(|known| !known.is_empty()) else { return RatingBand::Unrated };
    match known.iter().sum::<f64>() / known.len() as f64 {
        ..1400.0 => RatingBand::Under1400,
        ..1600.0 => RatingBand::From1400,
        ..1800.0 => RatingBand::From1600,
        ..2000.0 => RatingBand::From1800,
        _ => RatingBand::From2000,
    }
}

/// Frequency of a move in a position, with the results for its player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExplorerMove {
    /// The canonical move of [`CanonicalPosition::fold`].
    pub mv: Move,
    /// Rating band of the games.
    pub band: RatingBand,
    /// Number of games and their results.
    pub counts: ExploredCounts,
}

/// Results of games for one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ExploredCounts {
    /// Number of all games.
    pub games: u64,
    /// Games won, alone or with the team.
    pub won: u64,
    /// Games without a winner.
    pub drawn: u64,
    /// Games won by opponents.
    pub lost: u64,
}

store_api! { each:
    /// Returns the moves played in a position, most frequent first.
    pub async fn explored(&self, position: PositionKey) -> Result<Vec<ExplorerMove>, StoreError>;

    /// Returns the database's query plan for [`explored`](Self::explored), as text.
    pub async fn explain_explored(&self, position: PositionKey) -> Result<String, StoreError>;
}

#[cfg(test)]
mod tests {
    use sumito_rules::Mode;

    use super::*;

    fn after(moves: &[&str]) -> Position {
        let start = Position::start(Mode::Two, Layout::Standard).unwrap();
        let play = |position: Position, text: &&str| {
            position.play(position.parse_move(text).unwrap()).unwrap().position
        };
        moves.iter().fold(start, play)
    }

    fn number(moves: &[&str]) -> PositionKey {
        CanonicalPosition::of(Layout::Standard, &after(moves)).position
    }

    #[test]
    fn equivalent_positions_share_a_key() {
        assert_eq!(number(&[]).0, 5_268_615_923_170_334_487, "what is stored is found again");
        assert_eq!(number(&["a1b2", "i5h5", "a2b3"]), number(&["a2b3", "i5h5", "a1b2"]));
        assert_eq!(number(&["a1b2", "i5h5"]), number(&["a5b5", "i9h8"]), "mirrored");
        assert_ne!(number(&["a1b2", "i5h5"]), number(&["a1b2", "i6h6"]));
        assert_ne!(number(&["a1b2", "i5h5"]), number(&["a1b2", "i9h8"]));
        let start = after(&[]);
        assert_ne!(number(&[]), CanonicalPosition::of(Layout::Star, &start).position);
        assert_ne!(
            number(&[]),
            CanonicalPosition::of(Layout::Standard, &start.pass_turn()).position,
            "the turn"
        );
    }

    #[test]
    fn folded_moves_unfold_to_legal_moves() {
        let moves = ["a1b2", "i5h5", "a2b3", "i6h6"];
        for ply in 0..moves.len() {
            let position = after(&moves[..ply]);
            let folded = CanonicalPosition::of(Layout::Standard, &position);
            for mv in &position.legal_moves() {
                let back = folded.unfold(folded.fold(mv));
                assert!(position.check(back).is_ok(), "{ply}: {mv} came back as {back}");
                assert_eq!(folded.fold(back), folded.fold(mv));
                let after = |mv| {
                    CanonicalPosition::of(Layout::Standard, &position.play(mv).unwrap().position).position
                };
                assert_eq!(after(back), after(mv));
            }
        }
        let start = CanonicalPosition::of(Layout::Standard, &after(&[]));
        let [left, right] = ["a1b2", "a5b5"].map(|text| text.parse().unwrap());
        assert_eq!((start.fold(left), start.unfold(start.fold(right))), (start.fold(right), left));
    }

    #[test]
    fn band_is_the_mean_if_all_are_rated() {
        for (ratings, band) in [
            (vec![Some(1500.0), Some(1500.0)], RatingBand::From1400),
            (vec![Some(1300.0), Some(1499.9)], RatingBand::Under1400),
            (vec![Some(1799.9), Some(1800.1), Some(1800.0)], RatingBand::From1800),
            (vec![Some(2400.0), Some(1600.0)], RatingBand::From2000),
            (vec![Some(2400.0), None], RatingBand::Unrated),
        ] {
            assert_eq!(rating_band(&ratings), band, "{ratings:?}");
        }
    }
}
