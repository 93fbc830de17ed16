//! The bodies of the HTTP interface under `/api/v1`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::parts::{Clock, GameResult, Mode, MoveTiming, OwnRoom, RoomSummary, User};
use crate::{ErrorCode, RoomId};

/// `POST /guests`: a new guest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct GuestCreated {
    /// The secret that proves who one is: `Authorization: Bearer TOKEN`. Also set as a cookie.
    pub token: String,
    /// The guest.
    pub user: User,
}

/// `POST /rooms`: a new room.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct RoomCreated {
    /// Its id.
    #[ts(type = "string")]
    pub room: RoomId,
    /// The maker's seat.
    pub seat: u8,
}

/// `GET /rooms`: the public rooms that wait for players or are being played in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct RoomList {
    /// The newest first.
    pub rooms: Vec<RoomSummary>,
}

/// `GET /me/rooms`: the rooms in which one has a seat: those that wait for players, those that are played in, and for some time those
/// in which a game has ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct OwnRoomList {
    /// First what waits for oneself, then by when a turn ends, the last changed first; at most 200.
    pub rooms: Vec<OwnRoom>,
}

/// A finished game as a list shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct GameSummary {
    /// Its id.
    pub id: Uuid,
    /// How many played.
    pub mode: Mode,
    /// The name of the start layout.
    pub layout: String,
    /// Whether it counted for ratings.
    pub rated: bool,
    /// How thinking time was limited.
    pub clock: Clock,
    /// The players, by seat.
    pub players: Vec<User>,
    /// In microseconds since the Unix epoch.
    #[ts(type = "number")]
    pub started_at: i64,
    /// In microseconds since the Unix epoch.
    #[ts(type = "number")]
    pub finished_at: i64,
    /// How it ended.
    pub result: GameResult,
    /// How many moves were played.
    pub plies: u32,
}

/// `GET /games`: a page of finished games.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct GamePage {
    /// The newest first.
    pub games: Vec<GameSummary>,
    /// The `cursor` of the next page; `null` on the last.
    pub next: Option<String>,
}

/// `GET /games/{id}`: a finished game with its moves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct GameDetail {
    /// What a list shows of it.
    #[serde(flatten)]
    pub summary: GameSummary,
    /// The moves in Aba-Pro notation, in order.
    pub moves: Vec<String>,
    /// What each of the moves did to its player's clock.
    pub ledger: Vec<MoveTiming>,
    /// The position line at the end.
    pub final_position: String,
}

/// `GET /players/{id}/counts`: how a player's finished games went. Aborted games do not count, private ones for the player
/// alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct PlayerCounts {
    /// By mode; a mode in which the player has finished no game is left out.
    pub modes: Vec<ModeCounts>,
}

/// How a player's finished games of one mode went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct ModeCounts {
    /// How many play.
    pub mode: Mode,
    /// Finished games.
    #[ts(type = "number")]
    pub games: u64,
    /// Of these, won: alone or with the team.
    #[ts(type = "number")]
    pub won: u64,
    /// Of these, without a winner.
    #[ts(type = "number")]
    pub drawn: u64,
    /// Of these, lost.
    #[ts(type = "number")]
    pub lost: u64,
}

/// `GET /layouts`: one start layout.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct LayoutInfo {
    /// Its name, as `create_room` takes it.
    pub name: String,
    /// For how many players.
    pub players: u8,
    /// The rows of the position line, from I to A.
    pub rows: String,
}

/// An error of the HTTP interface, as RFC 9457 has it (`application/problem+json`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct Problem {
    /// Always `about:blank`: the code says more than a link would.
    #[serde(rename = "type")]
    pub kind: String,
    /// The HTTP status in words.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// For people: what is wrong and what to do.
    pub detail: String,
    /// For programs: the same words as on the socket.
    pub code: ErrorCode,
}
