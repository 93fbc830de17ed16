//! Ratings: pools, histories and changes by games.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::parts::Mode;

/// The speed of a game, or bots at the board: games with bots have ratings of their own, whatever their speed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Speed {
    /// The players stay at the board.
    #[default]
    Live,
    /// The players have more than ten minutes for a move.
    Correspondence,
    /// At least one player is a bot.
    Bots,
}

/// A player's rating in one pool: a mode, and live, by correspondence or with bots.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PlayerRating {
    /// The game's mode.
    pub mode: Mode,
    /// Live, by correspondence, or with bots.
    pub speed: Speed,
    /// The rating; the initial value is 1500.
    pub rating: i32,
    /// The current rating deviation: it grows with the time without a game, up to 350.
    pub deviation: i32,
    /// True if the rating is too uncertain to be meaningful. Leaderboards exclude such ratings.
    pub provisional: bool,
    /// Number of rated games.
    pub games: u32,
    /// End of the last rated game, in microseconds since the Unix epoch.
    pub last_at: i64,
}

/// A player's rating change by a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RatingChange {
    /// The rating before the game.
    pub before: i32,
    /// The rating after it.
    pub after: i32,
}

/// A player's place among the players of a pool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Standing {
    /// The game's mode.
    pub mode: Mode,
    /// Live, by correspondence, or with bots.
    pub speed: Speed,
    /// Percentage of the other players of the pool who have a lower rating, 0 to 100.
    pub better_than: u8,
    /// Number of players of the pool.
    pub players: u64,
}

/// `GET /players/{name}/ratings`: the history of a rating.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RatingHistory {
    /// A point for each rated game, newest first. Private games are listed only for the player: for others, their changes appear in the
    /// next public game.
    pub points: Vec<RatingPoint>,
    /// The `cursor` of the next page; `null` on the last.
    pub next: Option<String>,
}

/// A rating after one of the player's games.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RatingPoint {
    /// The game's id.
    pub game: Uuid,
    /// End of the game, in microseconds since the Unix epoch.
    pub at: i64,
    /// The rating after it.
    pub rating: i32,
    /// The rating deviation after it.
    pub deviation: i32,
}

/// `GET /players/{name}/ratings/days`: a player's ratings at the end of days with rated games, of all pools.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RatingDays {
    /// The pools with rated games.
    pub pools: Vec<PoolDays>,
}

/// A player's rating in one pool at the end of days.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PoolDays {
    /// The game's mode.
    pub mode: Mode,
    /// Live, by correspondence, or with bots.
    pub speed: Speed,
    /// The days with games in order, or some of them if there are more than 600.
    pub days: Vec<RatingDay>,
}

/// A rating after the last game of a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RatingDay {
    /// End of the game, in microseconds since the Unix epoch.
    pub at: i64,
    /// The rating after it.
    pub rating: i32,
}
