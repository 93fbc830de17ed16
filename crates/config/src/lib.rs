//! Settings from the defaults, a file, the environment and the command line, in rising precedence.
//!
//! Each table of `config/default.toml` is a type: tables about play in `games`, about storage in `storage`, about accounts and contact in
//! `accounts`, about the site in `site`, about the network in `network`.

mod accounts;
mod check;
mod cluster;
mod games;
mod hidden;
pub mod input_error;
mod load;
mod network;
mod origin;
mod serde_text;
mod site;
mod storage;
mod values;
mod variables;
mod warnings;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use serde::Deserialize;

pub use self::accounts::{Accounts, Mail, Push, Webhooks};
pub use self::cluster::Cluster;
pub use self::games::{
    Challenges, Chat, Computers, Correspondence, Lobby, LobbyConfig, Pairing, Policy, Puzzles, Ratings,
    Rooms, TournamentSeries,
};
pub use self::hidden::Redacted;
pub use self::load::{ConfigError, Overrides};
pub use self::network::{Http, Limits, Log, LogFormat, Metrics, Sockets, Traces, TrustedNetwork};
pub use self::origin::{Origin, OriginError};
pub use self::site::{Site, SiteText};
pub use self::storage::{Database, EventLog, Retention};
pub use self::values::ValueError;

/// Content of `config/default.toml`: every key with its default and a description.
pub const DEFAULTS: &str = include_str!("../../../config/default.toml");

/// All settings. `config/default.toml` describes each of them.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "config/default.toml documents every key, and a test compares the two")]
pub struct Config {
    pub listen: SocketAddr,
    pub database_url: String,
    pub public_url: String,
    pub allowed_origins: Vec<String>,
    pub trust_forwarded_for: bool,
    pub shutdown_grace_ms: u64,
    pub log: Log,
    pub metrics: Metrics,
    pub traces: Traces,
    pub database: Database,
    pub cluster: Cluster,
    pub event_log: EventLog,
    pub rooms: Rooms,
    pub computers: Computers,
    pub lobby: Lobby,
    pub lobbies: Vec<LobbyConfig>,
    pub pairing: Pairing,
    pub challenges: Challenges,
    pub correspondence: Correspondence,
    pub puzzles: Puzzles,
    pub chat: Chat,
    pub retention: Retention,
    pub policy: Policy,
    pub ratings: Ratings,
    pub site: Site,
    pub accounts: Accounts,
    pub mail: Mail,
    pub push: Push,
    pub webhooks: Webhooks,
    pub http: Http,
    pub sockets: Sockets,
    pub limits: Limits,
    pub tournaments: Vec<TournamentSeries>,
    /// Source of the settings.
    #[serde(skip)]
    source: Source,
}

/// Sources of the settings besides the environment.
#[derive(Debug, Clone, Default)]
struct Source {
    file: Option<PathBuf>,
    overrides: Overrides,
    /// Settings of the file that a variable overrides.
    overridden: Vec<Overridden>,
}

/// A setting of the file that a variable overrides.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Overridden {
    key: String,
    variable: String,
}

/// Unit of settings in days.
const DAY: Duration = Duration::from_hours(24);

/// Converts days to a duration; 0 means no limit.
fn days(count: u32) -> Option<Duration> {
    (count > 0).then(|| DAY * count)
}

const MINUTE: Duration = Duration::from_mins(1);

impl Config {
    /// Returns whether the session cookie may travel over TLS only.
    pub fn secure_cookie(&self) -> bool {
        self.public_url.starts_with("https://")
    }
}

/// Milliseconds as a duration.
pub fn millis(count: u64) -> Duration {
    Duration::from_millis(count)
}
