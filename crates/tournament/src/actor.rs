//! Who acts.

use serde::{Deserialize, Serialize};
use sumito_game::UserId;

/// Who acts, as the audit log keeps it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "user", rename_all = "snake_case")]
pub enum Actor {
    /// Somebody with an account or a guest: a participant, or a director where the tournament knows them as one.
    User(UserId),
    /// Somebody who runs the server: they may do whatever a director may.
    Steward(UserId),
    /// Time, or the server.
    System,
}

impl Actor {
    /// Who it is; `None` for the system.
    pub fn user(self) -> Option<UserId> {
        match self {
            Self::User(user) | Self::Steward(user) => Some(user),
            Self::System => None,
        }
    }
}
