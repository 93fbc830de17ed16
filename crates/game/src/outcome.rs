//! Outcomes of games.

use serde::{Deserialize, Serialize};

use crate::SeatSet;

/// The outcome of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The seats that won; empty for a draw or an aborted game.
    pub winners: SeatSet,
    /// The rule or agreement that ended the game.
    pub reason: Reason,
    /// Marbles that each team has ejected, in the order of the teams.
    pub score: Vec<u8>,
}

/// The reason for the end of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// Six marbles were ejected (rule 9).
    Ejections,
    /// A player's time ran out (rule 10).
    Time,
    /// A player resigned.
    Resignation,
    /// The players agreed to a draw.
    Agreement,
    /// The same position occurred too often since the last ejection.
    Repetition,
    /// Too many plies without an ejection, or too many plies in total.
    Quiet,
    /// The player to move has no legal move.
    Stuck,
    /// Aborted before all players had moved: the game does not count.
    Aborted,
    /// A player was away for too long and the others claimed the game, or the game was closed without a winner for lack of moves.
    Abandoned,
}

impl Reason {
    /// Every reason, in declaration order.
    pub const ALL: [Self; 9] = [
        Self::Ejections,
        Self::Time,
        Self::Resignation,
        Self::Agreement,
        Self::Repetition,
        Self::Quiet,
        Self::Stuck,
        Self::Aborted,
        Self::Abandoned,
    ];

    /// The stored word of the reason.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ejections => "ejections",
            Self::Time => "time",
            Self::Resignation => "resignation",
            Self::Agreement => "agreement",
            Self::Repetition => "repetition",
            Self::Quiet => "quiet",
            Self::Stuck => "stuck",
            Self::Aborted => "aborted",
            Self::Abandoned => "abandoned",
        }
    }
}
