//! What was played in each position of the first moves, and how it went.

use sha2::{Digest, Sha256};
use sumito_game::MoveText;
use sumito_rules::{Layout, Position};

use super::{Store, StoreError, each};

/// How many plies of a game the explorer knows. After so many hardly two games are alike, and each would take a row for each ply.
pub const EXPLORED_PLIES: usize = 16;

/// The band of games that count for no rating.
pub const UNRATED: &str = "unrated";

/// A position of games from one layout, as one number: mode, marbles and turn, and not how it came about nor how much was pushed out.
///
/// The numbers are stored; what they are made of never changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExploredPosition(pub(super) i64);

impl ExploredPosition {
    /// The number of a position: the first 64 bits of the SHA-256 of mode, layout and the first two words of its line. That two of ten
    /// million have the same is a matter of one in three hundred thousand.
    pub fn of(layout: Layout, position: &Position) -> Self {
        let line = position.to_string();
        let words = line.match_indices(' ').nth(1).map_or(line.as_str(), |(end, _)| &line[..end]);
        let hash = Sha256::digest(format!("{} {layout} {words}", position.mode()));
        Self(i64::from_be_bytes(*hash.first_chunk().expect("32 bytes have eight first ones")))
    }
}

/// How often a move was played somewhere, and how it went for whoever played it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExploredMove {
    /// The move.
    pub notation: MoveText,
    /// How well the players were rated: [`UNRATED`], or a band.
    pub band: String,
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

    #[test]
    fn a_position_has_one_number_however_it_came_about() {
        let start = Position::start(Mode::Two, Layout::Standard).unwrap();
        let after = |moves: &[&str]| {
            let play = |position: Position, text: &&str| {
                position.play(position.parse_move(text).unwrap()).unwrap().position
            };
            ExploredPosition::of(Layout::Standard, &moves.iter().fold(start, play))
        };
        assert_eq!(after(&[]).0, 4_848_835_061_812_008_986, "what is stored is found again");
        assert_eq!(after(&["a1b2", "i5h5", "a2b3"]), after(&["a2b3", "i5h5", "a1b2"]));
        assert_ne!(after(&["a1b2", "i5h5"]), after(&["a1b2", "i6h6"]));
        assert_ne!(after(&[]), ExploredPosition::of(Layout::Star, &start));
    }
}
