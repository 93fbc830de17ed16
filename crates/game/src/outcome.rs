//! How a game ended.

use serde::{Deserialize, Serialize};

use crate::SeatSet;

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The seats that won; empty for a draw or an aborted game.
    pub winners: SeatSet,
    /// The rule or agreement by which it ended.
    pub reason: Reason,
    /// Marbles that each team has pushed out, in the order of the teams.
    pub score: Vec<u8>,
}

/// Why a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// Six marbles were pushed out (rule 9).
    Ejections,
    /// A player's time ran out (rule 10).
    Time,
    /// A player resigned.
    Resignation,
    /// The players agreed to a draw.
    Agreement,
    /// The same position stood too often since the last ejection.
    Repetition,
    /// Too many plies without an ejection, or too many altogether.
    Quiet,
    /// The player to move has no legal move.
    Stuck,
    /// Broken off before everybody had moved: it counts for nothing.
    Aborted,
    /// A player had been away for too long, and the others claimed the game; or nobody moved for so long that it was closed
    /// without a winner.
    Abandoned,
}

impl Reason {
    /// Every reason.
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

    /// The word for it, as it is stored.
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
