//! Achievements of players.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
pub use sumito_vocabulary::AchievementKind;
use ts_rs::TS;

/// `GET /players/{name}/achievements`: a player's achievements in public games and puzzles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct AchievementList {
    /// All achievements, also those not reached yet.
    pub achievements: Vec<Achievement>,
}

/// A count with levels.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Achievement {
    /// The counted thing.
    pub kind: AchievementKind,
    /// The count so far.
    pub value: u64,
    /// The reached level; 0 below the first.
    pub level: u32,
    /// Number of levels.
    pub levels: u32,
    /// The count at which the next level starts; `null` at the last.
    pub next: Option<u64>,
}
