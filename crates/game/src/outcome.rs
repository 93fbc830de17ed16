//! Outcomes of games.

use serde::{Deserialize, Serialize};

use crate::{Reason, SeatSet};

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
