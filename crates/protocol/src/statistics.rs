//! Statistics of a player's finished games.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::parts::{Color, Mode, User};
use crate::ratings::Speed;

/// `GET /players/{name}/counts`: the results of a player's finished games. Aborted games are excluded; private games are included only for
/// the player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PlayerCounts {
    /// By mode; modes without finished games are left out.
    pub modes: Vec<ModeCounts>,
}

/// The results of a player's finished games of one mode.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ModeCounts {
    /// The game's mode.
    pub mode: Mode,
    /// Number of finished games.
    pub games: u64,
    /// Of these, won: alone or with the team.
    pub won: u64,
    /// Of these, without a winner.
    pub drawn: u64,
    /// Of these, lost.
    pub lost: u64,
}

/// `GET /players/{name}/statistics`: statistics of a player's finished games. Aborted games are excluded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PlayerStatistics {
    /// By mode, layout and colour; private games are included only for the player.
    pub played: Vec<PlayedStatistics>,
    /// The most frequent opponents in public games, at most 20.
    pub opponents: Vec<OpponentStatistics>,
    /// Series of equal results in public games, by mode.
    pub streaks: Vec<StreakStatistics>,
}

/// Results of games with one layout and one colour.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PlayedStatistics {
    /// The game's mode.
    pub mode: Mode,
    /// The start layout's name.
    pub layout: String,
    /// The player's colour.
    pub color: Color,
    /// The results of these games.
    #[serde(flatten)]
    pub tally: Tally,
    /// Marbles ejected by the player's team.
    pub ejected: u64,
    /// Number of moves of all players.
    pub plies: u64,
}

/// Numbers of games by result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Tally {
    /// Number of finished games.
    pub games: u64,
    /// Of these, won: alone or with the team.
    pub won: u64,
    /// Of these, without a winner.
    pub drawn: u64,
    /// Of these, lost.
    pub lost: u64,
}

/// Results of games against one opponent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct OpponentStatistics {
    /// The opponent concerned.
    pub user: User,
    /// The results from the player's view.
    #[serde(flatten)]
    pub tally: Tally,
}

/// Series of equal results in games of one mode.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct StreakStatistics {
    /// The game's mode.
    pub mode: Mode,
    /// The result of the last game.
    pub result: GameScore,
    /// Length of the current series.
    pub length: u64,
    /// The longest series of wins.
    pub longest_won: u64,
    /// The longest series of losses.
    pub longest_lost: u64,
}

/// The result of a game for a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum GameScore {
    /// The player won, alone or with the team.
    Won,
    /// The game had no winner.
    Drawn,
    /// Another player or team won.
    Lost,
}

/// `GET /players/{name}/activity`: a player's finished games by day, and the best wins. Aborted games are excluded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PlayerActivity {
    /// The days of the last year with finished games, in order; private games are included only for the player.
    pub days: Vec<ActiveDay>,
    /// The rated public wins against the opponents with the highest ratings, the best first: at most 10, one for each opponent.
    pub best_wins: Vec<BestWin>,
}

/// A player's finished games of a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ActiveDay {
    /// The day (UTC): `2026-12-31`.
    pub day: String,
    /// The results of its games.
    #[serde(flatten)]
    pub tally: Tally,
}

/// A win against a rated opponent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct BestWin {
    /// The game's id.
    pub game: Uuid,
    /// The game's mode.
    pub mode: Mode,
    /// Live, by correspondence, or with bots.
    pub speed: Speed,
    /// End of the game, in microseconds since the Unix epoch.
    pub at: i64,
    /// The opponent; of several, the one with the highest rating.
    pub opponent: User,
    /// The opponent's rating before the game.
    pub rating: i32,
}
