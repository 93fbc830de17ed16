//! What a game counts for.

use serde::{Deserialize, Serialize};

/// What a game counts for. Sides are numbered as they stand in the [`Game`](crate::Game): the seats of two and three players, the teams of
/// four.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Verdict {
    /// It was played.
    Played {
        /// The sides that won; none in a draw.
        winners: Vec<u8>,
        /// Marbles that each side pushed out.
        marbles: Vec<u8>,
        /// Moves of all players together.
        plies: u32,
    },
    /// It was not: somebody did not come, or had to go.
    Forfeit {
        /// The sides that get the point; none where all lose.
        winners: Vec<u8>,
    },
    /// It counts for nothing.
    Void,
}

/// Why somebody or something decided on a game who did not play it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Ruling {
    /// A director did.
    Director {
        /// Why; empty where a moderator took the words out.
        reason: String,
        /// Whether the director plays the game: there was no other one to decide.
        #[serde(default, skip_serializing_if = "is_false")]
        own: bool,
    },
    /// Somebody who played withdrew or was excluded.
    Withdrawal,
    /// The round lasted too long.
    Deadline,
    /// The arena ended before the game.
    End,
    /// Only computers would play it.
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

    /// Whether `side` won.
    pub fn won(&self, side: usize) -> bool {
        self.winners().iter().any(|&winner| usize::from(winner) == side)
    }

    /// Whether it was played, with nobody winning.
    pub fn is_draw(&self) -> bool {
        matches!(self, Self::Played { winners, .. } if winners.is_empty())
    }

    /// Whether it was played: then those who met have met.
    pub fn is_played(&self) -> bool {
        matches!(self, Self::Played { .. })
    }

    /// Marbles that `side` pushed out less those that it lost, where the loss is shared by the opponents in a game of three: with two
    /// sides what the other pushed out, with three half of what the others did, rounded down.
    pub fn marbles(&self, side: usize) -> i32 {
        let Self::Played { marbles, .. } = self else { return 0 };
        let own = marbles.get(side).copied().map_or(0, i32::from);
        let all: i32 = marbles.iter().copied().map(i32::from).sum();
        let others = (marbles.len() as i32 - 1).max(1);
        own - (all - own) / others
    }
}
