//! Bodies of the HTTP interface for administrators.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// `GET /admin/server`: the state of the server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ServerState {
    /// The version of the software.
    pub version: String,
    /// Start of this process, in microseconds since the Unix epoch.
    pub started_at: i64,
    /// The server's time, in microseconds since the Unix epoch.
    pub now: i64,
    /// True if the storage works; otherwise all games are paused.
    pub storage: bool,
    /// True if the server accepts no new games.
    pub draining: bool,
    /// The current announcement to all users.
    pub announcement: Option<Announcement>,
    /// Number of open sockets.
    pub sockets: u64,
    /// Number of open seeks.
    pub seeks: u64,
    /// Rooms in memory, by status.
    pub rooms: Vec<Count>,
    /// Tournaments in memory, by status.
    pub tournaments: Vec<Count>,
    /// Queue lengths: commands waiting for the event log, chat lines waiting for storage.
    pub queues: Vec<Count>,
    /// Finished games that are not processed yet, by consumer; empty while the database is unavailable.
    pub consumers: Vec<Count>,
    /// Rejected requests of the last hour, by error code, the most frequent first. Does not cover the time before `started_at`.
    pub refusals: Vec<Count>,
}

/// A count with its label.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Count {
    /// The counted thing: a status, a queue, an error code.
    pub of: String,
    /// The number of items.
    pub count: u64,
}

/// An administrator's announcement to all users.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Announcement {
    /// The text: 1 to 300 characters.
    pub text: String,
    /// End of the announcement, in microseconds since the Unix epoch; `null`: it stays until it is withdrawn or the server stops.
    #[serde(default)]
    pub until: Option<i64>,
}

/// `POST /admin/reload`: the settings that were reloaded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ReloadResult {
    /// The settings, or groups of settings, that now have the values of the file and the environment.
    pub settings: Vec<String>,
}
