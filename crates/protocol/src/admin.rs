//! What administrators see of the server, and what they do with it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// `GET /admin/server`: how the server is doing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct ServerState {
    /// The version of the software.
    pub version: String,
    /// When this process began to serve, in microseconds since the Unix epoch.
    #[ts(type = "number")]
    pub started_at: i64,
    /// The server's time, in microseconds since the Unix epoch.
    #[ts(type = "number")]
    pub now: i64,
    /// Whether things can be stored; otherwise all games pause.
    pub storage: bool,
    /// Whether it takes no new games.
    pub draining: bool,
    /// What everybody is told.
    pub announcement: Option<Announcement>,
    /// Open sockets.
    #[ts(type = "number")]
    pub sockets: u64,
    /// Players who wait to be paired.
    #[ts(type = "number")]
    pub seeks: u64,
    /// Rooms in memory, by status.
    pub rooms: Vec<Count>,
    /// Tournaments in memory, by status.
    pub tournaments: Vec<Count>,
    /// What waits: commands for the journal, lines of chats.
    pub queues: Vec<Count>,
    /// Finished games that are not taken in yet, by who takes them in; empty while the database does not answer.
    pub consumers: Vec<Count>,
    /// What was refused in the last hour, by code, the most first. Nothing is known of the time before `started_at`.
    pub refusals: Vec<Count>,
}

/// How many there are of something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct Count {
    /// Of what: a status, a queue, an error code.
    pub of: String,
    /// How many.
    #[ts(type = "number")]
    pub count: u64,
}

/// What everybody is told, in the words of an administrator.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Announcement {
    /// 1 to 300 characters.
    pub text: String,
    /// Until when, in microseconds since the Unix epoch; `null`: until it is taken back, or the server stops.
    #[serde(default)]
    #[ts(type = "number | null")]
    pub until: Option<i64>,
}

/// `POST /admin/reload`: what was read again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct Reloaded {
    /// The settings, or groups of them, that are as in the file and the environment now.
    pub settings: Vec<String>,
}
