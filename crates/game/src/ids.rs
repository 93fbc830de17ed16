//! Ids of users, games and tournaments, and the player on a seat.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::Computer;

/// The id of a user who can sit at tables. It does not change with the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UserId(pub Uuid);

/// The id of one game. Each rematch at a table is a new game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GameId(pub Uuid);

/// The id of a tournament to which games belong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TournamentId(pub Uuid);

/// A player on a seat, as of the moment of sitting down: a later change of the name does not reach the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// Matches commands and presence to the seat; the name need not be unique.
    pub id: UserId,
    /// The name for display.
    pub name: String,
    /// True if the player has no account.
    pub guest: bool,
    /// True if the player is a bot account.
    #[serde(default, skip_serializing_if = "is_false")]
    pub bot: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl Player {
    /// Returns the computer player with this id; `None` for a person.
    pub fn computer(&self) -> Option<Computer> {
        Computer::of(self.id)
    }
}
