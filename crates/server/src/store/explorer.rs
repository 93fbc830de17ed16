//! What was played in each position of the first moves, and how it went.

use sha2::{Digest, Sha256};
use sumito_rules::{Color, Layout, Move, Position, Symmetry};

use super::{Store, StoreError, each};

/// How many plies of a game the explorer knows. After so many hardly two games are alike, and each would take a row for each ply.
pub const EXPLORED_PLIES: usize = 16;

/// A position of games from one layout, as one number: mode, marbles and turn, and not how it came about nor how much was pushed out.
/// Positions that are each other's images when the board is turned or mirrored are one.
///
/// The numbers are stored; what they are made of changes only with a migration that lets the explorer begin again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExploredPosition(pub(super) i64);

/// A position as somebody sees it, and how it lies in the explorer.
#[derive(Debug, Clone)]
pub struct Folded {
    /// Under which number it is known.
    pub position: ExploredPosition,
    /// What leads there. Several where the position is its own image.
    symmetries: Vec<Symmetry>,
}

impl Folded {
    /// Finds a position in the explorer.
    ///
    /// Of its twelve images it is the one whose cells, row by row, come first. The number is the first 64 bits of the SHA-256 of mode,
    /// layout, these cells and the turn. That two of ten million have the same is a matter of one in three hundred thousand.
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
        Self { position: ExploredPosition(number), symmetries }
    }

    /// A move as the explorer has it: of all that are the same, the first in the order of moves.
    #[must_use]
    pub fn fold(&self, mv: Move) -> Move {
        self.symmetries.iter().map(|symmetry| symmetry.of_move(mv)).min().unwrap_or(mv)
    }

    /// A move of the explorer as it is to be played here; where the position is its own image, one of several that are the same.
    #[must_use]
    pub fn unfold(&self, mv: Move) -> Move {
        self.symmetries.iter().map(|symmetry| symmetry.inverse().of_move(mv)).min().unwrap_or(mv)
    }
}

/// What lies on the cells of a position that is turned and mirrored, row by row.
fn image(symmetry: Symmetry, position: &Position) -> [u8; 61] {
    let mut cells = [b'.'; 61];
    for color in Color::ALL {
        for cell in position.marbles(color).sorted() {
            cells[symmetry.of_cell(cell).index()] = color.letter() as u8;
        }
    }
    cells
}

/// How well the players of a game were rated when it began: the mean of their ratings in its pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Band {
    /// Not all of them had a rating.
    Unrated,
    /// Below 1400.
    Under1400,
    /// From 1400 to below 1600: where everybody begins.
    From1400,
    /// From 1600 to below 1800.
    From1600,
    /// From 1800 to below 2000.
    From1800,
    /// From 2000 on.
    From2000,
}

impl Band {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Unrated, Self::Under1400, Self::From1400, Self::From1600, Self::From1800, Self::From2000];

    /// The band of a game whose players have these ratings, by seat.
    pub fn of(ratings: &[Option<f64>]) -> Self {
        let known: Option<Vec<f64>> = ratings.iter().copied().collect();
        let Some(known) = known.filter(|known| !known.is_empty()) else { return Self::Unrated };
        match known.iter().sum::<f64>() / known.len() as f64 {
            ..1400.0 => Self::Under1400,
            ..1600.0 => Self::From1400,
            ..1800.0 => Self::From1600,
            ..2000.0 => Self::From1800,
            _ => Self::From2000,
        }
    }

    /// The word for it, in the database and outside.
    pub fn word(self) -> &'static str {
        match self {
            Self::Unrated => "unrated",
            Self::Under1400 => "under_1400",
            Self::From1400 => "from_1400",
            Self::From1600 => "from_1600",
            Self::From1800 => "from_1800",
            Self::From2000 => "from_2000",
        }
    }

    pub(super) fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|band| band.word() == word)
    }
}

/// How often a move was played somewhere, and how it went for whoever played it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExploredMove {
    /// The move, as [`Folded::fold`] has it.
    pub mv: Move,
    /// How well the players were rated.
    pub band: Band,
    /// How often, and how it went.
    pub counts: ExploredCounts,
}

/// How many games went how for one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ExploredCounts {
    /// All of them.
    pub games: u64,
    /// Won, alone or with the team.
    pub won: u64,
    /// Ended without a winner.
    pub drawn: u64,
    /// Won by others.
    pub lost: u64,
}

impl Store {
    /// What was played in a position, the most frequent move first.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer in time.
    pub async fn explored(&self, position: ExploredPosition) -> Result<Vec<ExploredMove>, StoreError> {
        each!(self, queries => queries.explored(position).await)
    }

    /// How the database looks for [`explored`](Self::explored), in its own words.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer in time.
    pub async fn explain_explored(&self, position: ExploredPosition) -> Result<String, StoreError> {
        each!(self, queries => queries.explain_explored(position).await)
    }
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

    fn number(moves: &[&str]) -> ExploredPosition {
        Folded::of(Layout::Standard, &after(moves)).position
    }

    #[test]
    fn a_position_has_one_number_however_it_came_about_and_lies() {
        assert_eq!(number(&[]).0, 5_268_615_923_170_334_487, "what is stored is found again");
        assert_eq!(number(&["a1b2", "i5h5", "a2b3"]), number(&["a2b3", "i5h5", "a1b2"]));
        assert_eq!(number(&["a1b2", "i5h5"]), number(&["a5b5", "i9h8"]), "mirrored");
        assert_ne!(number(&["a1b2", "i5h5"]), number(&["a1b2", "i6h6"]));
        assert_ne!(number(&["a1b2", "i5h5"]), number(&["a1b2", "i9h8"]));
        let start = after(&[]);
        assert_ne!(number(&[]), Folded::of(Layout::Star, &start).position);
        assert_ne!(number(&[]), Folded::of(Layout::Standard, &start.pass_turn()).position, "the turn");
    }

    #[test]
    fn moves_are_folded_and_come_back_as_they_can_be_played() {
        let moves = ["a1b2", "i5h5", "a2b3", "i6h6"];
        for ply in 0..moves.len() {
            let position = after(&moves[..ply]);
            let folded = Folded::of(Layout::Standard, &position);
            for mv in &position.legal_moves() {
                let back = folded.unfold(folded.fold(mv));
                assert!(position.check(back).is_ok(), "{ply}: {mv} came back as {back}");
                assert_eq!(folded.fold(back), folded.fold(mv));
                let after = |mv| Folded::of(Layout::Standard, &position.play(mv).unwrap().position).position;
                assert_eq!(after(back), after(mv));
            }
        }
        let start = Folded::of(Layout::Standard, &after(&[]));
        let [left, right] = ["a1b2", "a5b5"].map(|text| text.parse().unwrap());
        assert_eq!((start.fold(left), start.unfold(start.fold(right))), (start.fold(right), left));
    }

    #[test]
    fn a_band_is_that_of_the_mean_where_everybody_has_a_rating() {
        for (ratings, band) in [
            (vec![Some(1500.0), Some(1500.0)], Band::From1400),
            (vec![Some(1300.0), Some(1499.9)], Band::Under1400),
            (vec![Some(1799.9), Some(1800.1), Some(1800.0)], Band::From1800),
            (vec![Some(2400.0), Some(1600.0)], Band::From2000),
            (vec![Some(2400.0), None], Band::Unrated),
        ] {
            assert_eq!(Band::of(&ratings), band, "{ratings:?}");
            assert_eq!(Band::of_word(band.word()), Some(band));
        }
    }
}
