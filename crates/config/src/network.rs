//! Settings of HTTP, sockets, limits, logs and metrics.

use std::net::SocketAddr;
use std::path::PathBuf;

use ipnet::IpNet;
use serde::{Deserialize, Deserializer, de};
use sumito_game::Timestamp;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::ConfigError;

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
    /// Returns the address of the metrics endpoint; `None`: disabled.
    ///
    /// # Errors
    /// If the setting is not an address with a port.
    pub fn address(&self) -> Result<Option<SocketAddr>, ConfigError> {
        if self.listen.is_empty() {
            return Ok(None);
        }
        let wrong =
            ConfigError::Range { key: "metrics.listen", what: "must be an IP address and a port, or empty" };
        self.listen.parse().map(Some).map_err(|_| wrong)
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "see `Config`")]
pub struct Traces {
    pub endpoint: String,
    pub sampled: f64,
    pub service: String,
    pub trust_traceparent: bool,
}

impl Traces {
    /// Returns whether tracing is enabled.
    pub fn is_on(&self) -> bool {
        !self.endpoint.is_empty()
    }

    /// Checks the settings of tracing.
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        let is_address = ["http://", "https://"].iter().any(|scheme| self.endpoint.starts_with(scheme));
        if self.is_on() && !is_address {
            let what = "must be an `http://` or `https://` address, or empty";
            return Err(ConfigError::Range { key: "traces.endpoint", what });
        }
        if !(0.0..=1.0).contains(&self.sampled) {
            return Err(ConfigError::Range { key: "traces.sampled", what: "must be from 0.0 to 1.0" });
        }
        Ok(())
    }
}

/// Format of log lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// Text for human readers.
    Text,
    /// JSON for programs.
    Json,
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
    pub jobs_at_once: usize,
    pub jobs_waiting: usize,
    pub client_dir: PathBuf,
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

/// A network with higher limits per address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrustedNetwork {
    /// Addresses of the network.
    #[serde(deserialize_with = "network")]
    pub network: IpNet,
    /// Number by which limits per address are multiplied.
    pub factor: u32,
    /// End of the higher limits; `None`: they do not end.
    #[serde(default, deserialize_with = "moment")]
    pub until: Option<Timestamp>,
}

impl TrustedNetwork {
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        // All addresses of an IPv6 /64 count as one.
        let is_too_small = matches!(self.network, IpNet::V6(network) if network.prefix_len() > 64);
        let what = if is_too_small {
            "must not contain an IPv6 network that is smaller than a /64"
        } else if !(2..=1_000).contains(&self.factor) {
            "must have factors from 2 to 1000"
        } else {
            return Ok(());
        };
        Err(ConfigError::Range { key: "limits.trusted_networks", what })
    }
}

fn network<'de, D: Deserializer<'de>>(deserializer: D) -> Result<IpNet, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.parse().map_err(|_| de::Error::custom(format!("{text:?} is not a network such as 192.0.2.0/24")))
}

/// Deserialises a time of RFC 3339.
fn moment<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Timestamp>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let moment = OffsetDateTime::parse(&text, &Rfc3339).map_err(|_| {
        de::Error::custom(format!("{text:?} is not a time such as 2026-11-27T23:00:00+01:00"))
    })?;
    let micros = moment.unix_timestamp_nanos() / 1_000;
    i64::try_from(micros).map(|micros| Some(Timestamp(micros))).map_err(de::Error::custom)
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
    pub outbox_bytes: usize,
    pub sockets: usize,
    pub sockets_per_address: usize,
    pub handshakes_per_minute: u32,
    pub streams_per_user: usize,
    pub guests_per_minute: u32,
    pub accounts_per_minute: u32,
    pub logins_per_minute: u32,
    pub logins_per_account_per_minute: u32,
    pub logins_from_unknown_per_minute: u32,
    pub mails_per_hour: u32,
    pub mails_per_account_per_hour: u32,
    pub rooms_per_minute: u32,
    pub chat_lines_per_minute: u32,
    pub lookups_per_minute: u32,
    pub computer_rooms_per_minute: u32,
    pub tournaments_per_minute: u32,
    pub tournament_commands_per_minute: u32,
    pub tournament_commands_per_user_per_minute: u32,
    pub tournament_passwords_per_minute: u32,
    pub passwords_per_tournament_per_minute: u32,
    pub tournament_passwords_at_once: usize,
    pub tournament_passwords_waiting: usize,
    pub pictures_per_minute: u32,
    pub avatars_per_hour: u32,
    /// Game exports that one address may start per minute. 0 = no limit.
    pub exports_per_minute: u32,
    pub personal_exports_per_hour: u32,
    pub webhook_tests_per_minute: u32,
    pub device_codes_per_minute: u32,
    pub analyses_per_minute: u32,
    pub challenges_per_minute: u32,
    pub challenges_to_one_per_hour: u32,
    pub evaluations_per_minute: u32,
    pub puzzle_attempts_per_minute: u32,
    pub study_edits_per_minute: u32,
    pub study_bytes_per_user: u64,
    pub stored_bytes_per_day: u32,
    pub exempt_loopback: bool,
    pub trusted_networks: Vec<TrustedNetwork>,
    pub subscriptions_per_socket: usize,
    pub bot_subscriptions_per_socket: usize,
    pub open_rooms_per_user: u64,
    pub blocks_per_user: u32,
    pub follows_per_user: u32,
    pub conversations_per_user: u32,
    pub lines_per_conversation: u32,
    pub clubs_owned_per_user: u32,
    pub clubs_per_user: u32,
    pub members_per_club: u32,
    pub requests_per_club: u32,
    pub club_requests_per_user: u32,
    pub links_per_club: u32,
    pub bans_per_club: u32,
    pub registration_links: u32,
    pub announcements_per_club: u32,
    pub announcements_per_club_and_day: u32,
    pub challenges_per_user: u32,
    pub reports_per_day: u32,
    pub reports_per_address_and_day: u32,
    pub reports_per_player: u32,
    pub computer_rooms_per_user: u64,
    pub active_rooms: usize,
    pub open_tournaments_per_user: u64,
    pub open_tournaments_per_club: u64,
    pub invitations_per_user: u64,
    pub active_tournaments: usize,
    pub ended_tournaments: usize,
    pub active_studies: usize,
    pub tournament_places: u32,
}
