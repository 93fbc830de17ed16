//! Actors of tournament events.

use serde::{Deserialize, Serialize};
use sumito_game::UserId;

/// The actor of a command or event, as stored in the audit log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "user", rename_all = "snake_case")]
pub enum Actor {
    /// A user with an account or a guest: a participant, or a director if the tournament lists them as such.
    User(UserId),
    /// A moderator or administrator of the server, with all rights of a director.
    Steward(UserId),
    /// Time, or the server.
    System,
}

impl Actor {
    /// The acting user; `None` for the system.
    pub fn user(self) -> Option<UserId> {
        match self {
            Self::User(user) | Self::Steward(user) => Some(user),
            Self::System => None,
        }
    }
}
