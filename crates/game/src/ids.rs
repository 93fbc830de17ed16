//! Ids of people and games, and a person as a seat shows them.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::Computer;

/// The id of somebody who can sit at tables. It stays the same when the name changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UserId(pub Uuid);

/// The id of one game. A table has a new one for each rematch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GameId(pub Uuid);

/// The id of a tournament to which games belong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TournamentId(pub Uuid);

/// A person on a seat, as they were when they sat down: a later change of the name does not reach the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// By which commands and presence are matched to the seat; the name need not be unique.
    pub id: UserId,
    /// The name to show beside the board.
    pub name: String,
    /// Whether they play without an account.
    pub guest: bool,
    /// Whether a program of theirs plays.
    #[serde(default, skip_serializing_if = "is_false")]
    pub bot: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl Player {
    /// Which computer it is; `None` for a person.
    pub fn computer(&self) -> Option<Computer> {
        Computer::of(self.id)
    }
}
