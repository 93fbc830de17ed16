//! Leaderboards, and the distribution of ratings.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::parts::User;
use crate::ratings::PlayerRating;

/// A player in a leaderboard.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Leader {
    /// The rank, from 1.
    pub rank: u32,
    /// The player concerned.
    pub user: User,
    /// The player's rating.
    pub rating: PlayerRating,
}

/// `GET /leaderboards/{mode}`: a page of the players with non-provisional ratings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Leaderboard {
    /// The players, highest rating first.
    pub players: Vec<Leader>,
    /// The `cursor` of the next page; `null` on the last.
    pub next: Option<String>,
}

/// `GET /leaderboards/{mode}/distribution`: how many players have which rating, without provisional ratings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RatingDistribution {
    /// Number of all players.
    pub players: u64,
    /// Width of each step, in rating points.
    pub width: u32,
    /// The steps from the lowest with a player to the highest, without gaps.
    pub steps: Vec<RatingStep>,
}

/// Players whose ratings are in the same step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RatingStep {
    /// The lowest rating of the step.
    pub from: u32,
    /// Number of players.
    pub players: u64,
}
