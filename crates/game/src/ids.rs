//! Who and what, by id.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Somebody who can sit at tables. Never changes, whatever the name does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UserId(pub Uuid);

/// One game, from its start to its outcome. A table has one after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GameId(pub Uuid);

/// Somebody as they were when they sat down.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// Who.
    pub id: UserId,
    /// The name to show.
    pub name: String,
    /// Without an account.
    pub guest: bool,
}
