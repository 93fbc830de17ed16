//! The caller's overview, and the server's activity.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::challenges::PlayerPresence;
use crate::games::GameSummary;
use crate::ratings::{PlayerRating, RatingChange};
use crate::tournament::TournamentSummary;

/// `GET /activity`: how many players and games there are now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Activity {
    /// Number of online users, guests and bots included, computers excluded.
    pub players: u32,
    /// Number of public games in progress.
    pub games: u32,
}

/// `GET /me/overview`: the caller's ratings, followed players who are online, and the events since the caller's last visit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Overview {
    /// The caller's ratings by mode and speed, for pools with rated games.
    pub ratings: Vec<RecentRating>,
    /// Followed players who are online, by name; at most 10.
    pub online: Vec<PlayerPresence>,
    /// The caller's games that have ended since `since`, newest first; at most 10.
    pub games: Vec<RecentGame>,
    /// The caller's tournaments that have ended since `since`, the latest first; at most 5.
    pub tournaments: Vec<RecentTournament>,
    /// Number of users who follow the caller since `since`; at most 100.
    pub followers: u32,
}

/// A rating with its change today.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RecentRating {
    /// The current rating.
    pub rating: PlayerRating,
    /// The change by the games since `today`; left out if there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub change: Option<i32>,
}

/// A finished game of the caller.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RecentGame {
    /// The finished game.
    pub game: GameSummary,
    /// The change of the caller's rating; left out if the game has changed none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rating: Option<RatingChange>,
}

/// A finished tournament of the caller.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RecentTournament {
    /// The finished tournament.
    pub tournament: TournamentSummary,
    /// The caller's place; left out if the caller was removed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub place: Option<u32>,
}
