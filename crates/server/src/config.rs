//! The settings: defaults, then a file, then the environment, then the command line.

use std::collections::HashSet;
use std::fmt::{self, Display};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use figment::Figment;
use figment::providers::{Env, Format, Serialized, Toml};
use figment::value::UncasedStr;
use serde::{Deserialize, Deserializer, de};
use sumito_game::TimeControl;
use sumito_rules::{Layout, Mode};
use sumito_tournament::Form;
use sumito_web_assets::ClientFiles;
use zeroize::Zeroizing;

/// `config/default.toml`: every key with its default and what it means.
pub const DEFAULTS: &str = include_str!("../../../config/default.toml");

/// The start of every environment variable that sets something.
const ENV_PREFIX: &str = "SUMITO_";

/// Commands in one transaction. If a game of four ends with each, SQLite takes 20 values a command, of 32,766 in a statement.
const MAX_BATCH_COMMANDS: usize = 1_024;

/// What hyper needs as a buffer at least.
const MIN_HEAD_BYTES: usize = 8_192;

/// Variables with the prefix that are not settings: where to find the settings, and what builds, tests and Compose use.
const ENV_NOT_SETTINGS: [&str; 11] = [
    "CONFIG",
    "BIN",
    "WEB_DIST",
    "TEST_POSTGRES_URL",
    "CRASH_KILLS",
    "CRASH_SEED",
    "SIM_SEED",
    "SIM_SEEDS",
    "PUBLISH",
    "POSTGRES_PASSWORD_FILE",
    "DOMAIN",
];

/// All settings. `config/default.toml` says what each of them means.
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
    pub database: Database,
    pub journal: Journal,
    pub rooms: Rooms,
    pub computers: Computers,
    pub lobby: Lobby,
    pub lobbies: Vec<LobbyOffer>,
    pub pairing: Pairing,
    pub challenges: Challenges,
    pub chat: Chat,
    pub retention: Retention,
    pub policy: Policy,
    pub ratings: Ratings,
    pub accounts: Accounts,
    pub mail: Mail,
    pub http: Http,
    pub sockets: Sockets,
    pub limits: Limits,
    pub tournaments: Vec<TournamentSeries>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "see `Config`")]
pub struct Log {
    pub filter: String,
    pub format: LogFormat,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "see `Config`")]
pub struct Metrics {
    pub listen: String,
}

impl Metrics {
    /// Where metrics are served; `None`: nowhere.
    ///
    /// # Errors
    /// When it is no address with a port.
    pub fn address(&self) -> Result<Option<SocketAddr>, ConfigError> {
        if self.listen.is_empty() {
            return Ok(None);
        }
        let wrong =
            ConfigError::Range { key: "metrics.listen", what: "must be an IP address and a port, or empty" };
        self.listen.parse().map(Some).map_err(|_| wrong)
    }
}

/// How log lines look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// For people.
    Text,
    /// For programs.
    Json,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "see `Config`")]
pub struct Database {
    pub password: Hidden,
    pub connections: u32,
    pub acquire_timeout_ms: u64,
    pub statement_timeout_ms: u64,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "see `Config`")]
pub struct Journal {
    pub batch_commands: usize,
    pub queue_commands: usize,
    pub write_timeout_ms: u64,
    pub heartbeat_ms: u64,
    pub discard: bool,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "see `Config`")]
pub struct Rooms {
    pub queue_commands: usize,
    pub idle_ms: u64,
    pub missed_events: usize,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "see `Config`")]
pub struct Computers {
    pub threads: usize,
    pub queue: usize,
    pub table_mib: usize,
    pub pause_ms: u64,
    pub analyses: usize,
    pub analyses_per_user: usize,
    pub analysis_nodes: u64,
    pub evaluation_ms: u64,
}

impl Computers {
    /// The threads that think: as many as were asked for, or half of the processors.
    pub fn thread_count(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, |processors| (processors.get() / 2).max(1)),
            threads => threads,
        }
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "see `Config`")]
pub struct Lobby {
    pub rooms: usize,
    pub update_ms: u64,
    pub boards_ms: u64,
    pub waiting_days: u32,
    pub waiting_rooms: u32,
}

impl Lobby {
    /// How long after it was made a room by correspondence that waits for players is listed though none of them is there.
    pub fn waiting_span(&self) -> Duration {
        DAY * self.waiting_days
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "see `Config`")]
pub struct LobbyOffer {
    pub name: String,
    #[serde(default, deserialize_with = "names")]
    pub modes: Vec<Mode>,
    #[serde(default, deserialize_with = "names")]
    pub layouts: Vec<Layout>,
    #[serde(default)]
    pub clocks: Vec<TimeControl>,
    #[serde(default)]
    pub rated: RatedOffer,
    pub capacity: usize,
}

/// Whether the results of a lobby's games count for ratings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RatedOffer {
    /// As the players wish.
    #[default]
    Both,
    /// Always.
    Rated,
    /// Never.
    Unrated,
}

/// A list of names.
fn names<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    let names = Vec::<String>::deserialize(deserializer)?;
    let read = |name: &String| name.parse().map_err(|error| de::Error::custom(format!("{name:?}: {error}")));
    names.iter().map(read).collect()
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "see `Config`")]
pub struct Pairing {
    pub window: i32,
    pub window_per_second: i32,
    pub computers_after_ms: u64,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "see `Config`")]
pub struct Challenges {
    pub live_minutes: u32,
    pub correspondence_days: u32,
}

impl Challenges {
    /// How long a challenge waits for its answer: to a live game, and to one by correspondence.
    pub fn spans(&self) -> (Duration, Duration) {
        (MINUTE * self.live_minutes, DAY * self.correspondence_days)
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "see `Config`")]
pub struct Chat {
    pub line_chars: usize,
    pub burst_lines: u32,
    pub lines_per_minute: u32,
    pub repeat_ms: u64,
    pub links_after_hours: u32,
    pub history_lines: u32,
    pub keep_days: u32,
    pub sweep_minutes: u32,
    pub queue_lines: usize,
}

impl Chat {
    /// How long nobody says the same again.
    pub fn repeat_span(&self) -> Duration {
        millis(self.repeat_ms)
    }

    /// How long after they came guests send no links.
    pub fn links_span(&self) -> Duration {
        Duration::from_hours(1) * self.links_after_hours
    }

    /// How long a line is kept.
    pub fn kept_span(&self) -> Duration {
        DAY * self.keep_days
    }

    /// The time between two sweeps.
    pub fn sweep_span(&self) -> Duration {
        MINUTE * self.sweep_minutes
    }
}

/// For how long what is kept, and in which form.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "see `Config`")]
pub struct Retention {
    pub archive_games_after_days: u32,
    pub sweep_minutes: u32,
}

impl Retention {
    /// How long after its end a game is archived; `None`: never.
    pub fn archive_span(&self) -> Option<Duration> {
        (self.archive_games_after_days > 0).then(|| DAY * self.archive_games_after_days)
    }

    /// The time between two sweeps.
    pub fn sweep_span(&self) -> Duration {
        MINUTE * self.sweep_minutes
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "see `Config`")]
pub struct Policy {
    pub quiet_plies: u32,
    pub repetitions: u32,
    pub first_move_percent: u32,
    pub first_move_forfeits: bool,
    pub absence_percent: u32,
    pub stale_days: u32,
    pub takebacks: bool,
}

/// The unit of settings in days.
const DAY: Duration = Duration::from_hours(24);

impl Policy {
    /// The policy for games with this time control.
    pub fn for_games(&self, time: TimeControl) -> sumito_game::Policy {
        let usual = sumito_game::Policy::usual(time);
        let scaled = |span: Option<Duration>, percent: u32| {
            span.filter(|_| percent > 0).map(|span| span * percent / 100)
        };
        sumito_game::Policy {
            quiet_plies: self.quiet_plies,
            repetitions: self.repetitions,
            first_move: scaled(usual.first_move, self.first_move_percent),
            first_move_forfeits: self.first_move_forfeits,
            absence: scaled(usual.absence, self.absence_percent),
            stale: usual.stale.filter(|_| self.stale_days > 0).map(|_| DAY * self.stale_days),
            takebacks: self.takebacks,
            berserk: false,
        }
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "see `Config`")]
pub struct Ratings {
    pub breaches: u32,
    pub breach_days: u32,
    pub cooldown_minutes: u32,
    pub cooldown_max_minutes: u32,
}

impl Ratings {
    /// How long a breach is held against a player.
    pub fn breach_span(&self) -> Duration {
        DAY * self.breach_days
    }

    /// How long somebody who has so many breaches plays no rated game after the last of them: not at all, or longer with each.
    pub fn cooldown(&self, breaches: u32) -> Duration {
        if self.breaches == 0 || breaches < self.breaches {
            return Duration::ZERO;
        }
        let minutes = u64::from(self.cooldown_minutes)
            .saturating_mul(COOLDOWN_GROWS_BY.saturating_pow(breaches - self.breaches))
            .min(self.cooldown_max_minutes.into());
        Duration::from_mins(minutes)
    }
}

/// How many times as long a cooldown is as the one before: what lichess does.
const COOLDOWN_GROWS_BY: u64 = 3;

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "see `Config`")]
pub struct Accounts {
    pub session_days: u32,
    pub sessions_per_user: u32,
    pub note_use_minutes: u32,
    pub sweep_minutes: u32,
    pub tokens_per_user: u32,
    pub token_days: u32,
    pub reset_hours: u32,
    pub passwords_at_once: usize,
    pub passwords_waiting: usize,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "see `Config`")]
pub struct Mail {
    pub smtp_url: Hidden,
    pub user: String,
    pub password: Hidden,
    pub from: String,
    pub code_minutes: u32,
    pub timeout_ms: u64,
    pub retry_after_s: Vec<u64>,
    pub waiting: usize,
}

impl Mail {
    /// Whether the server sends mail.
    pub fn is_on(&self) -> bool {
        !self.smtp_url.reveal().is_empty()
    }

    /// How long a code is good that comes by mail.
    pub fn code_span(&self) -> Duration {
        MINUTE * self.code_minutes
    }
}

/// A setting that must not get into a log.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub struct Hidden(Zeroizing<String>);

impl Hidden {
    /// The text itself.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl From<String> for Hidden {
    fn from(text: String) -> Self {
        Self(Zeroizing::new(text))
    }
}

impl fmt::Debug for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hidden(…)")
    }
}

const MINUTE: Duration = Duration::from_mins(1);

impl Accounts {
    /// How long a session lasts without being used.
    pub fn session_span(&self) -> Duration {
        DAY * self.session_days
    }

    /// How long after a use was noted the next one is.
    pub fn note_use_span(&self) -> Duration {
        MINUTE * self.note_use_minutes
    }

    /// The time between two sweeps.
    pub fn sweep_span(&self) -> Duration {
        MINUTE * self.sweep_minutes
    }

    /// How long a code from an operator is good.
    pub fn reset_span(&self) -> Duration {
        Duration::from_hours(1) * self.reset_hours
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "see `Config`")]
pub struct Http {
    pub head_timeout_ms: u64,
    pub body_timeout_ms: u64,
    pub idle_timeout_ms: u64,
    pub head_bytes: usize,
    pub connections: usize,
    pub connections_per_address: usize,
    pub requests_per_second: u32,
    pub request_burst: u32,
    pub files_kept_back: u64,
    pub pictures_at_once: usize,
    pub pictures_waiting: usize,
    pub client_dir: PathBuf,
}

impl Http {
    /// Where the web client's files are taken from.
    pub fn client_files(&self) -> ClientFiles {
        if self.client_dir.as_os_str().is_empty() {
            ClientFiles::Embedded
        } else {
            ClientFiles::Folder(self.client_dir.clone())
        }
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "see `Config`")]
pub struct Sockets {
    pub grace_ms: u64,
    pub ping_ms: u64,
    pub silence_ms: u64,
    pub write_timeout_ms: u64,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "see `Config`")]
pub struct Limits {
    pub message_bytes: usize,
    pub messages_per_second: u32,
    pub bot_messages_per_second: u32,
    pub message_burst: u32,
    pub outbox_messages: usize,
    pub sockets: usize,
    pub sockets_per_address: usize,
    pub handshakes_per_minute: u32,
    pub guests_per_minute: u32,
    pub accounts_per_minute: u32,
    pub logins_per_minute: u32,
    pub logins_per_account_per_minute: u32,
    pub mails_per_hour: u32,
    pub mails_per_account_per_hour: u32,
    pub rooms_per_minute: u32,
    pub chat_lines_per_minute: u32,
    pub computer_rooms_per_minute: u32,
    pub tournaments_per_minute: u32,
    pub pictures_per_minute: u32,
    /// Exports of games that one address may begin in a minute. 0 = no limit.
    pub exports_per_minute: u32,
    pub analyses_per_minute: u32,
    pub challenges_per_minute: u32,
    pub evaluations_per_minute: u32,
    pub exempt_loopback: bool,
    pub subscriptions_per_socket: usize,
    pub bot_subscriptions_per_socket: usize,
    pub open_rooms_per_user: u64,
    pub blocks_per_user: u32,
    pub follows_per_user: u32,
    pub challenges_per_user: u32,
    pub reports_per_day: u32,
    pub computer_rooms_per_user: u64,
    pub active_rooms: usize,
    pub open_tournaments_per_user: u64,
    pub active_tournaments: usize,
    pub tournament_places: u32,
}

/// A tournament that the server announces by itself, again and again. `config/default.toml` has an example.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentSeries {
    /// What the row is known by: no two have the same.
    pub key: String,
    /// What each of them is called.
    pub name: String,
    /// What else people should know.
    #[serde(default)]
    pub description: String,
    /// How many minutes after the one before each begins.
    pub every_minutes: u32,
    /// How many minutes after a full multiple of that, counted from midnight UTC of 1 January 1970.
    #[serde(default)]
    pub offset_minutes: u32,
    /// How many minutes before it begins it is announced.
    pub announced_minutes: u32,
    /// How it is played: `{ form = "arena", duration_seconds = 3000, … }`.
    pub form: Form,
    /// How many play a game.
    #[serde(default = "two_players", deserialize_with = "from_text")]
    pub mode: Mode,
    /// The name of the start layout; the mode's usual one when left out.
    #[serde(default, deserialize_with = "some_from_text")]
    pub layout: Option<Layout>,
    /// How thinking time is limited.
    pub clock: TimeControl,
    /// Whether its games count for ratings: then for those with accounts only.
    #[serde(default)]
    pub rated: bool,
    /// Whether computers and bots can enter.
    #[serde(default)]
    pub programs: bool,
    /// The least with whom it begins.
    pub minimum: u32,
    /// The most who can enter.
    pub capacity: u32,
    /// Seconds between two rounds.
    #[serde(default)]
    pub break_seconds: u32,
    /// Seconds that a round lasts at most.
    #[serde(default)]
    pub deadline_seconds: Option<u32>,
    /// After so many games in a row that somebody did not come to they are out; 0 = never.
    #[serde(default)]
    pub no_shows_max: u8,
}

fn two_players() -> Mode {
    Mode::Two
}

fn from_text<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: std::str::FromStr<Err: std::fmt::Display>,
    D: serde::Deserializer<'de>,
{
    String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
}

fn some_from_text<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: std::str::FromStr<Err: std::fmt::Display>,
    D: serde::Deserializer<'de>,
{
    from_text(deserializer).map(Some)
}

/// A setting is wrong; the text names the key and where it was set.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file is not there.
    #[error("there is no configuration file {0}")]
    NoFile(String),
    /// A value is missing, mistyped or unknown.
    #[error("{0}")]
    Value(Box<figment::Error>),
    /// The file that holds a setting cannot be read.
    #[error("`{key}` shall be read from {path}, which cannot be read")]
    File {
        /// Which setting.
        key: String,
        /// Where it should be.
        path: String,
        /// Why not.
        source: std::io::Error,
    },
    /// A value is not usable.
    #[error("`{key}` {what}")]
    Range {
        /// Which setting.
        key: &'static str,
        /// What is wrong with it.
        what: &'static str,
    },
}

/// What the command line sets; it wins over everything else.
#[derive(Debug, Clone, Default)]
pub struct Overrides {
    /// `--listen`.
    pub listen: Option<SocketAddr>,
    /// `--database-url`.
    pub database_url: Option<String>,
}

impl Config {
    /// Reads the settings from everywhere they can be.
    ///
    /// # Errors
    /// [`ConfigError`] names the key that is wrong.
    pub fn load(file: Option<&Path>, overrides: &Overrides) -> Result<Self, ConfigError> {
        let mut figment = Figment::from(Toml::string(DEFAULTS));
        if let Some(path) = file {
            if !path.is_file() {
                return Err(ConfigError::NoFile(path.display().to_string()));
            }
            figment = figment.merge(Toml::file_exact(path));
        }
        let from_env = Env::prefixed(ENV_PREFIX).ignore(&ENV_NOT_SETTINGS);
        figment = figment.merge(from_env.clone().filter(|key| file_of(key).is_none()).split("__"));
        for (key, path) in from_env.iter() {
            if let Some(key) = file_of(&key) {
                let text = std::fs::read_to_string(&path).map_err(|source| ConfigError::File {
                    key: key.clone(),
                    path: path.clone(),
                    source,
                })?;
                figment = figment.merge(Serialized::default(&key, text.trim_end_matches(['\r', '\n'])));
            }
        }
        if let Some(listen) = overrides.listen {
            figment = figment.merge(Serialized::default("listen", listen));
        }
        if let Some(url) = &overrides.database_url {
            figment = figment.merge(Serialized::default("database_url", url));
        }
        let config: Self = figment.extract().map_err(|error| ConfigError::Value(Box::new(error)))?;
        config.check()?;
        Ok(config)
    }

    fn check(&self) -> Result<(), ConfigError> {
        let not_zero = [
            ("database.connections", u64::from(self.database.connections)),
            ("journal.batch_commands", self.journal.batch_commands as u64),
            ("journal.queue_commands", self.journal.queue_commands as u64),
            ("rooms.queue_commands", self.rooms.queue_commands as u64),
            ("database.acquire_timeout_ms", self.database.acquire_timeout_ms),
            ("database.statement_timeout_ms", self.database.statement_timeout_ms),
            ("journal.write_timeout_ms", self.journal.write_timeout_ms),
            ("journal.heartbeat_ms", self.journal.heartbeat_ms),
            ("http.head_timeout_ms", self.http.head_timeout_ms),
            ("http.body_timeout_ms", self.http.body_timeout_ms),
            ("http.idle_timeout_ms", self.http.idle_timeout_ms),
            ("http.pictures_at_once", self.http.pictures_at_once as u64),
            ("chat.line_chars", self.chat.line_chars as u64),
            ("chat.history_lines", self.chat.history_lines.into()),
            ("chat.keep_days", self.chat.keep_days.into()),
            ("chat.sweep_minutes", self.chat.sweep_minutes.into()),
            ("chat.queue_lines", self.chat.queue_lines as u64),
            ("retention.sweep_minutes", self.retention.sweep_minutes.into()),
            ("accounts.session_days", self.accounts.session_days.into()),
            ("accounts.sessions_per_user", self.accounts.sessions_per_user.into()),
            ("accounts.sweep_minutes", self.accounts.sweep_minutes.into()),
            ("accounts.token_days", self.accounts.token_days.into()),
            ("accounts.reset_hours", self.accounts.reset_hours.into()),
            ("accounts.passwords_at_once", self.accounts.passwords_at_once as u64),
            ("mail.code_minutes", self.mail.code_minutes.into()),
            ("mail.timeout_ms", self.mail.timeout_ms),
            ("mail.waiting", self.mail.waiting as u64),
            ("sockets.write_timeout_ms", self.sockets.write_timeout_ms),
            ("sockets.ping_ms", self.sockets.ping_ms),
            ("sockets.silence_ms", self.sockets.silence_ms),
            ("limits.message_bytes", self.limits.message_bytes as u64),
            ("limits.outbox_messages", self.limits.outbox_messages as u64),
            ("limits.active_rooms", self.limits.active_rooms as u64),
            ("limits.active_tournaments", self.limits.active_tournaments as u64),
        ];
        if let Some((key, _)) = not_zero.into_iter().find(|(_, value)| *value == 0) {
            return Err(ConfigError::Range { key, what: "must not be 0" });
        }
        self.metrics.address()?;
        if self.journal.batch_commands > MAX_BATCH_COMMANDS {
            let what = "must not be above 1024: the databases take only so many values in one statement";
            return Err(ConfigError::Range { key: "journal.batch_commands", what });
        }
        if self.http.head_bytes < MIN_HEAD_BYTES {
            return Err(ConfigError::Range { key: "http.head_bytes", what: "must not be below 8192" });
        }
        self.check_tournaments()?;
        self.check_lobbies()?;
        if self.mail.is_on() && self.public_url.is_empty() {
            let what = "must be set where `mail.smtp_url` is: mails have links in them";
            return Err(ConfigError::Range { key: "public_url", what });
        }
        if self.sockets.silence_ms <= self.sockets.ping_ms {
            let what =
                "must be longer than `sockets.ping_ms`, or every socket is closed before its first pong";
            return Err(ConfigError::Range { key: "sockets.silence_ms", what });
        }
        Ok(())
    }

    fn check_tournaments(&self) -> Result<(), ConfigError> {
        let keys: std::collections::HashSet<_> = self.tournaments.iter().map(|series| &series.key).collect();
        let what = if keys.len() < self.tournaments.len() {
            "must have a `key` each that no other has"
        } else if self.tournaments.iter().any(|series| series.every_minutes == 0) {
            "must have `every_minutes` above 0"
        } else if self.tournaments.iter().any(|series| series.clock == TimeControl::None) {
            "must have a `clock`: a tournament is played with one"
        } else {
            return Ok(());
        };
        Err(ConfigError::Range { key: "tournaments", what })
    }

    fn check_lobbies(&self) -> Result<(), ConfigError> {
        let mut names = HashSet::new();
        let what = if self.lobbies.iter().any(|lobby| !names.insert(&lobby.name)) {
            "has two lobbies of the same name"
        } else if self.lobbies.iter().any(|lobby| lobby.capacity == 0) {
            "has a lobby whose `capacity` is 0: nobody could wait there"
        } else if self.pairing.window < 0 || self.pairing.window_per_second < 1 {
            let what = "must be such that windows widen: at least 0 at first, and 1 per second";
            return Err(ConfigError::Range { key: "pairing.window", what });
        } else {
            return Ok(());
        };
        Err(ConfigError::Range { key: "lobbies", what })
    }

    /// Whether the session cookie may travel over TLS only.
    pub fn secure_cookie(&self) -> bool {
        self.public_url.starts_with("https://")
    }
}

/// The setting that a variable names whose value is the path of a file with the setting in it: `database.password` for
/// `SUMITO_DATABASE__PASSWORD_FILE`, which comes here as `database__password_file`.
fn file_of(variable: &UncasedStr) -> Option<String> {
    let key = variable.as_str().to_ascii_lowercase();
    key.strip_suffix("_file").map(|key| key.replace("__", "."))
}

/// Milliseconds as a duration.
pub(crate) fn millis(count: u64) -> Duration {
    Duration::from_millis(count)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn load(file: Option<&str>) -> Result<Config, ConfigError> {
        let mut temp = tempfile::NamedTempFile::new().unwrap();
        temp.write_all(file.unwrap_or_default().as_bytes()).unwrap();
        Config::load(Some(temp.path()), &Overrides::default())
    }

    #[test]
    fn the_defaults_name_every_key_and_no_other() {
        let config = load(None).unwrap();
        assert_eq!(config.listen, "127.0.0.1:8080".parse().unwrap());
        assert_eq!(config.database_url, "sqlite://data/sumito.db");
    }

    #[test]
    fn a_file_wins_over_the_defaults_and_flags_over_both() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "listen = \"127.0.0.1:1\"\n[limits]\nmessage_bytes = 99\n").unwrap();
        let flags = Overrides { listen: Some("127.0.0.1:2".parse().unwrap()), database_url: None };
        let config = Config::load(Some(file.path()), &flags).unwrap();
        assert_eq!(config.listen, "127.0.0.1:2".parse().unwrap());
        assert_eq!(config.limits.message_bytes, 99);
        assert_eq!(config.limits.message_burst, 60);
    }

    #[test]
    fn an_error_names_the_key() {
        for (file, key) in [
            ("listen = \"nowhere\"", "listen"),
            ("[limits]\nmessage_bytes = \"many\"", "message_bytes"),
            ("[limits]\nmesage_bytes = 1", "mesage_bytes"),
            ("[limits]\noutbox_messages = 0", "limits.outbox_messages"),
            ("[http]\nhead_bytes = 8191", "http.head_bytes"),
            ("[http]\nidle_timeout_ms = 0", "http.idle_timeout_ms"),
            ("[metrics]\nlisten = \"localhost\"", "metrics.listen"),
            ("[accounts]\nsession_days = 0", "accounts.session_days"),
            ("[http]\npictures_at_once = 0", "http.pictures_at_once"),
            ("[mail]\nsmtp_url = \"smtp://localhost\"", "public_url"),
            ("[sockets]\nping_ms = 60000", "sockets.silence_ms"),
            ("[[lobbies]]\nname = \"a\"\ncapacity = 0", "lobbies"),
            ("[[lobbies]]\nname = \"a\"\ncapacity = 9\nmodes = [\"five\"]", "modes"),
            ("[pairing]\nwindow_per_second = 0", "pairing.window"),
            ("[journal]\nbatch_commands = 1025", "journal.batch_commands"),
        ] {
            let error = load(Some(file)).unwrap_err().to_string();
            assert!(error.contains(key), "{file:?} gave {error:?}");
        }
    }

    #[test]
    fn a_variable_may_name_the_file_that_holds_a_setting() {
        for (variable, key) in [
            ("DATABASE__PASSWORD_FILE", Some("database.password")),
            ("LISTEN_FILE", Some("listen")),
            ("LISTEN", None),
            ("FILE", None),
        ] {
            assert_eq!(file_of(UncasedStr::new(variable)).as_deref(), key, "{variable}");
        }
    }

    #[test]
    fn a_missing_file_is_an_error() {
        let error = Config::load(Some(Path::new("/nowhere/sumito.toml")), &Overrides::default()).unwrap_err();
        assert_eq!(error.to_string(), "there is no configuration file /nowhere/sumito.toml");
    }
}
