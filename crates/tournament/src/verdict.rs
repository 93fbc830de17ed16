//! Verdicts on games.

use serde::{Deserialize, Serialize};

/// The verdict on a game. Sides are numbered as in the [`Game`](crate::Game): the seats of two and three players, the teams of four.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Verdict {
    /// The game was played.
    Played {
        /// The sides that won; none in a draw.
        winners: Vec<u8>,
        /// Marbles that each side ejected.
        marbles: Vec<u8>,
        /// Moves of all players together.
        plies: u32,
    },
    /// The game was forfeited: a player did not come, or left.
    Forfeit {
        /// The sides that get the point; empty if all lose.
        winners: Vec<u8>,
    },
    /// The game does not count. In a match another one is played; in other formats the round is one without a game for its sides, without
    /// points.
    Void,
}

/// The reason for a verdict that was not decided at the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum RulingReason {
    /// A director decided.
    Director {
        /// The director's reason; empty if a moderator removed it.
        reason: String,
        /// True if the director plays in the game and no other director was available.
        #[serde(default, skip_serializing_if = "is_false")]
        own: bool,
    },
    /// A player of the game withdrew or was excluded.
    Withdrawal,
    /// The round exceeded its time limit.
    Deadline,
    /// The arena ended before the game.
    End,
    /// Only computers would play the game.
    Computers,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl Verdict {
    /// The sides that won.
    pub fn winners(&self) -> &[u8] {
        match self {
            Self::Played { winners, .. } | Self::Forfeit { winners } => winners,
            Self::Void => &[],
        }
    }

    /// Returns whether `side` won.
    pub fn won(&self, side: usize) -> bool {
        self.winners().iter().any(|&winner| usize::from(winner) == side)
    }

    /// Returns whether the game was played without a winner.
    pub fn is_draw(&self) -> bool {
        matches!(self, Self::Played { winners, .. } if winners.is_empty())
    }

    /// Returns whether the game was played: only then its sides count as having met.
    pub fn is_played(&self) -> bool {
        matches!(self, Self::Played { .. })
    }

    /// Marbles that `side` ejected minus marbles that it lost. With two sides, a side lost the marbles that the other ejected; with three,
    /// half of the others' ejected marbles, rounded down.
    pub fn marbles(&self, side: usize) -> i32 {
        let Self::Played { marbles, .. } = self else { return 0 };
        let own = marbles.get(side).copied().map_or(0, i32::from);
        let all: i32 = marbles.iter().copied().map(i32::from).sum();
        let others = (marbles.len() as i32 - 1).max(1);
        own - (all - own) / others
    }
}
