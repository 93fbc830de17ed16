//! Bodies of the HTTP interface for administrators.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

/// `GET /admin/server`: the state of the service, and the numbers of the node that answers.
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
    /// True if no node accepts new games.
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

/// `GET /admin/nodes`: the nodes that run, the earliest start first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct NodeList {
    /// The nodes; a server that runs alone is a single node.
    pub nodes: Vec<ClusterNode>,
}

/// A node: a server process of this service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ClusterNode {
    /// The id: a new one for each start.
    pub id: Uuid,
    /// The name of its host.
    pub name: String,
    /// The version of the software.
    pub version: String,
    /// Start of the process, in microseconds since the Unix epoch.
    pub started_at: i64,
    /// True for the node that answers this request.
    pub this: bool,
    /// State of the node.
    pub state: NodeState,
    /// Milliseconds since the last renewal of its lease. After 3,000, other nodes replace it.
    pub lease_age_ms: u64,
    /// Number of open sockets, and of rooms in memory; `null` if the node does not answer.
    pub load: Option<NodeLoad>,
    /// Number of rooms that it owns, in a cluster.
    pub rooms_owned: u64,
    /// Number of tournaments that it owns, in a cluster.
    pub tournaments_owned: u64,
    /// Names of the duties that it has, in a cluster: tasks that one node does for all.
    pub duties: Vec<String>,
}

/// State of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum NodeState {
    /// It takes new games and sockets.
    Running,
    /// An administrator drains it: it takes no new games and sockets, and its sockets and then its games move to other
    /// nodes.
    Draining,
    /// It is about to stop.
    Stopping,
    /// Its lease has expired: other nodes replace it.
    Expired,
}

/// What a node does at the moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct NodeLoad {
    /// Number of open sockets.
    pub sockets: u64,
    /// Number of its rooms in memory.
    pub rooms: u64,
    /// Number of rooms of other nodes that its clients follow.
    pub rooms_followed: u64,
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
    /// End of the announcement, in microseconds since the Unix epoch; `null`: it stays until it is withdrawn or the last node stops.
    #[serde(default)]
    pub until: Option<i64>,
}

/// `POST /admin/reload`: the settings that were reloaded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ReloadResult {
    /// The settings, or groups of settings, that now have the values of the file and the environment.
    pub settings: Vec<String>,
}
