//! Games: the finished ones with their moves and analyses, and the running ones of an export.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::RoomId;
use crate::parts::{Analysis, Clock, GameResult, Mode, MoveTiming, User};
use crate::ratings::RatingChange;

/// A finished game as shown in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct GameSummary {
    /// Its unique id.
    pub id: Uuid,
    /// The game's mode.
    pub mode: Mode,
    /// The name of the start layout.
    pub layout: String,
    /// The line of the position from which the game starts instead of the layout. Left out for a game from the layout.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub start_position: Option<String>,
    /// True if a coach helped the player. Left out if false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub coach: bool,
    /// True if it counted for ratings.
    pub rated: bool,
    /// The tournament of the game. Left out if there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub tournament: Option<Uuid>,
    /// The time control.
    pub clock: Clock,
    /// The players, by seat.
    pub players: Vec<User>,
    /// Start time, in microseconds since the Unix epoch.
    pub started_at: i64,
    /// End time, in microseconds since the Unix epoch.
    pub finished_at: i64,
    /// The result of the game.
    pub result: GameResult,
    /// Number of moves played.
    pub plies: u32,
    /// The final position line.
    pub final_position: String,
}

/// `GET /games`: a page of finished games.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct GamePage {
    /// The games, newest first.
    pub games: Vec<GameSummary>,
    /// The `cursor` of the next page; `null` on the last.
    pub next: Option<String>,
}

/// `GET /games/by-ids`: the finished games with these ids.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct GameList {
    /// The games, in the order of the ids, without games that the caller may not read.
    pub games: Vec<GameSummary>,
}

/// The reason why a rated game changes no ratings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Unrated {
    /// The game was aborted.
    Aborted,
    /// A player has made fewer than three moves.
    TooShort,
}

/// `GET /games/{id}`: a finished game with its moves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct GameDetail {
    /// The game's summary, as in lists.
    #[serde(flatten)]
    pub summary: GameSummary,
    /// The moves in Aba-Pro notation, in order.
    pub moves: Vec<String>,
    /// Effect of each move on its player's clock.
    pub ledger: Vec<MoveTiming>,
    /// Rating changes by seat; left out if the game was unrated, aborted or too short, or ended only a moment ago.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ratings: Vec<RatingChange>,
    /// The reason why a rated game changes no ratings; left out if it changes them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub unrated: Option<Unrated>,
    /// True if the operator imported the game. Left out otherwise.
    #[serde(default, skip_serializing_if = "is_false")]
    pub imported: bool,
    /// With `positions=true`: the position lines after 0, 1, 2, … moves. A skipped seat is skipped when the next move is made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub positions: Option<Vec<String>>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// A running game in `GET /me/export`: the caller's own moves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RunningGame {
    /// The room in which it is played.
    pub room: RoomId,
    /// The game's id, under which the history has it after its end.
    pub game: Uuid,
    /// The caller's seat.
    pub seat: u8,
    /// The caller's moves.
    pub moves: Vec<RunningMove>,
}

/// A move of a running game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RunningMove {
    /// Plies played before this move.
    pub ply: u32,
    /// The move in Aba-Pro notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// Time of the move, in microseconds since the Unix epoch.
    pub at: i64,
}

/// A line of `GET /games/export` and of the input of `sumito import`: a finished game with all data that another server needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ExportedGame {
    /// The game's summary, as in lists.
    #[serde(flatten)]
    pub summary: GameSummary,
    /// The moves in Aba-Pro notation, in order.
    pub moves: Vec<String>,
    /// Effect of each move on its player's clock.
    pub ledger: Vec<MoveTiming>,
}

/// `GET /games/{id}/analysis`: the search results so far for a finished game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum KnownAnalysis {
    /// No analysis was requested.
    None,
    /// The requested analysis, as far as it has progressed.
    Asked(Analysis),
}
