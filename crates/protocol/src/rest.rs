//! The bodies of the HTTP interface under `/api/v1`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::parts::{Clock, Color, GameResult, Mode, MoveTiming, OwnRoom, RoomSummary, User};
use crate::{ErrorCode, RoomId};

/// `POST /guests`: a guest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct GuestCreated {
    /// The secret that proves who one is: `Authorization: Bearer TOKEN`. Also set as a cookie. `null` where the browser's cookie
    /// proves it already.
    pub token: Option<String>,
    /// The guest.
    pub user: User,
}

/// `GET /me`: who one is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct Me {
    /// The user of the token; `null` for nobody.
    pub user: Option<User>,
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

/// `GET /positions/formations`: everything in a position for which the rulebooks have a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct Formations {
    /// The connected groups, colour by colour. Each marble belongs to exactly one.
    pub groups: Vec<Group>,
    /// Nine marbles of one colour in three adjacent parallel rows of three.
    pub blocks: Vec<Block>,
    /// The cells of marbles without a neighbour of their colour, surrounded by opposing ones.
    pub dets: Vec<String>,
    /// Equal forces in line, each once.
    pub pacs: Vec<Contact>,
    /// Superior force in line.
    pub sumitos: Vec<Contact>,
    /// The cells of marbles that an opponent could push off the board if it were that opponent's turn.
    pub in_danger: Vec<String>,
}

/// A connected group of marbles of one colour.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct Group {
    /// Whose.
    pub color: Color,
    /// What it is called.
    pub kind: GroupKind,
    /// Where.
    pub cells: Vec<String>,
}

/// What a group is called: by its size, and with three marbles by its shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GroupKind {
    /// One marble.
    Single,
    /// Two.
    Pair,
    /// Three in a row.
    Lance,
    /// Three in a bend.
    Arc,
    /// Three in a triangle.
    Shield,
    /// Four or more, of any shape.
    Multiple,
}

/// Nine marbles of one colour in three adjacent parallel rows of three.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct Block {
    /// Whose.
    pub color: Color,
    /// Where.
    pub cells: Vec<String>,
}

/// Two sides that touch in line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct Contact {
    /// The side that faces in `direction`: the index into `captured`. In a sumito it is the stronger one.
    pub team: u8,
    /// From that side to the other: `E`, `NE`, `NW`, `W`, `SW` or `SE`.
    pub direction: String,
    /// How many marbles of the side count: one, two or three.
    pub own: u8,
    /// How many opposing marbles count.
    pub opposing: u8,
    /// The marbles that count, of both sides.
    pub cells: Vec<String>,
    /// Whether a free cell or the edge lies behind the opposing marbles, so that they could be pushed.
    pub open: bool,
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
