//! Range checks of settings.

use std::collections::HashSet;

use sumito_game::TimeControl;

use super::{Config, ConfigError, Origin, OriginError, TrustedNetwork};

/// Maximum commands per transaction. If a four-player game ends with each, SQLite binds 20 values per command, of at most 32,766 per
/// statement.
const MAX_BATCH_COMMANDS: usize = 1_024;

/// Minimum buffer size of hyper.
const MIN_HEAD_BYTES: usize = 8_192;

/// Minimum size of an outbox: twice the longest list that does not depend on a setting, a tournament of 1,024 players.
const MIN_OUTBOX_BYTES: usize = 4 << 20;
/// Maximum encoded size of a room in a lobby's list, with a seek.
const LISTED_BYTES: usize = 2_048;

impl Config {
    /// Writes the addresses of sites as browsers write them.
    pub(super) fn normalise(&mut self) -> Result<(), ConfigError> {
        let in_one_spelling = |key, text: &mut String| {
            let origin = Origin::parse(text).map_err(|error| {
                let what = match error {
                    OriginError::Address => "must be an address with its scheme, such as `https://abalone.example`",
                    OriginError::Parts => {
                        "must be the address of a site, such as `https://abalone.example`, without a path: a site has \
                         a host name of its own, and no folder of another site"
                    }
                };
                ConfigError::Range { key, what }
            })?;
            origin.as_str().clone_into(text);
            Ok(())
        };
        if !self.public_url.is_empty() {
            in_one_spelling("public_url", &mut self.public_url)?;
        }
        self.allowed_origins.iter_mut().try_for_each(|origin| in_one_spelling("allowed_origins", origin))
    }

    pub(super) fn check(&self) -> Result<(), ConfigError> {
        self.check_not_zero()?;
        self.metrics.address()?;
        self.traces.check()?;
        self.cluster.check(&self.database_url)?;
        self.site.check()?;
        self.limits.trusted_networks.iter().try_for_each(TrustedNetwork::check)?;
        if self.event_log.batch_commands > MAX_BATCH_COMMANDS {
            let what = "must be at most 1024: databases limit the values per statement";
            return Err(ConfigError::Range { key: "event_log.batch_commands", what });
        }
        if self.http.head_bytes < MIN_HEAD_BYTES {
            return Err(ConfigError::Range { key: "http.head_bytes", what: "must be at least 8192" });
        }
        if self.limits.outbox_bytes < MIN_OUTBOX_BYTES
            || self.limits.outbox_bytes / LISTED_BYTES < self.lobby.rooms
        {
            let what = "must be at least 4194304, and at least 2048 for each of `lobby.rooms`: whole lists \
                must fit";
            return Err(ConfigError::Range { key: "limits.outbox_bytes", what });
        }
        if self.limits.lines_per_conversation < self.chat.history_lines {
            let what = "must be at least `chat.history_lines`, or pages show lines that are deleted";
            return Err(ConfigError::Range { key: "limits.lines_per_conversation", what });
        }
        self.check_tournaments()?;
        self.check_lobbies()?;
        self.check_addresses()?;
        if self.sockets.silence_ms <= self.sockets.ping_ms {
            let what =
                "must be longer than `sockets.ping_ms`, or every socket is closed before its first pong";
            return Err(ConfigError::Range { key: "sockets.silence_ms", what });
        }
        Ok(())
    }

    fn check_not_zero(&self) -> Result<(), ConfigError> {
        let not_zero = [
            ("database.connections", u64::from(self.database.connections)),
            ("event_log.batch_commands", self.event_log.batch_commands as u64),
            ("event_log.queue_commands", self.event_log.queue_commands as u64),
            ("rooms.queue_commands", self.rooms.queue_commands as u64),
            ("database.acquire_timeout_ms", self.database.acquire_timeout_ms),
            ("database.statement_timeout_ms", self.database.statement_timeout_ms),
            ("event_log.write_timeout_ms", self.event_log.write_timeout_ms),
            ("event_log.heartbeat_ms", self.event_log.heartbeat_ms),
            ("http.head_timeout_ms", self.http.head_timeout_ms),
            ("http.body_timeout_ms", self.http.body_timeout_ms),
            ("http.idle_timeout_ms", self.http.idle_timeout_ms),
            ("http.jobs_at_once", self.http.jobs_at_once as u64),
            ("chat.line_chars", self.chat.line_chars as u64),
            ("chat.line_bytes", self.chat.line_bytes as u64),
            ("chat.history_lines", self.chat.history_lines.into()),
            ("chat.history_bytes", self.chat.history_bytes as u64),
            ("chat.queue_lines", self.chat.queue_lines as u64),
            ("retention.sweep_minutes", self.retention.sweep_minutes.into()),
            ("retention.session_days", self.retention.session_days.into()),
            ("retention.chat_days", self.retention.chat_days.into()),
            ("accounts.sessions_per_user", self.accounts.sessions_per_user.into()),
            ("accounts.token_days", self.accounts.token_days.into()),
            ("accounts.app_token_days", self.accounts.app_token_days.into()),
            ("accounts.first_login_days", self.accounts.first_login_days.into()),
            ("accounts.reset_hours", self.accounts.reset_hours.into()),
            ("accounts.passwords_at_once", self.accounts.passwords_at_once as u64),
            ("mail.code_minutes", self.mail.code_minutes.into()),
            ("mail.timeout_ms", self.mail.timeout_ms),
            ("mail.waiting", self.mail.waiting as u64),
            ("push.timeout_ms", self.push.timeout_ms),
            ("push.waiting", self.push.waiting as u64),
            ("push.waiting_per_user", self.push.waiting_per_user as u64),
            ("push.waiting_per_host", self.push.waiting_per_host as u64),
            ("push.lookups_at_once", self.push.lookups_at_once as u64),
            ("push.browsers_per_user", self.push.browsers_per_user.into()),
            ("webhooks.waiting_per_webhook", self.webhooks.waiting_per_webhook.into()),
            ("webhooks.timeout_ms", self.webhooks.timeout_ms),
            ("webhooks.at_once", self.webhooks.at_once as u64),
            ("webhooks.lookups_at_once", self.webhooks.lookups_at_once as u64),
            ("sockets.write_timeout_ms", self.sockets.write_timeout_ms),
            ("sockets.ping_ms", self.sockets.ping_ms),
            ("sockets.silence_ms", self.sockets.silence_ms),
            ("limits.message_bytes", self.limits.message_bytes as u64),
            ("limits.outbox_messages", self.limits.outbox_messages as u64),
            ("limits.lines_per_conversation", self.limits.lines_per_conversation.into()),
            ("limits.active_rooms", self.limits.active_rooms as u64),
            ("limits.active_tournaments", self.limits.active_tournaments as u64),
            ("limits.tournament_passwords_at_once", self.limits.tournament_passwords_at_once as u64),
            ("limits.ended_tournaments", self.limits.ended_tournaments as u64),
            ("limits.active_studies", self.limits.active_studies as u64),
            ("limits.tournament_places", self.limits.tournament_places.into()),
        ];
        if let Some((key, _)) = not_zero.into_iter().find(|(_, value)| *value == 0) {
            return Err(ConfigError::Range { key, what: "must be above 0" });
        }
        Ok(())
    }

    fn check_addresses(&self) -> Result<(), ConfigError> {
        if self.mail.is_on() && self.public_url.is_empty() {
            let what = "is required when `mail.smtp_url` is set: emails contain links";
            return Err(ConfigError::Range { key: "public_url", what });
        }
        let contact = &self.push.contact;
        if self.push.is_on() && !contact.starts_with("mailto:") && !contact.starts_with("https://") {
            let what = "must be `mailto:` and an email address, or an `https://` address, when \
                `push.private_key` is set";
            return Err(ConfigError::Range { key: "push.contact", what });
        }
        Ok(())
    }

    fn check_tournaments(&self) -> Result<(), ConfigError> {
        let keys: HashSet<_> = self.tournaments.iter().map(|series| &series.key).collect();
        let what = if keys.len() < self.tournaments.len() {
            "must each have a unique `key`"
        } else if self.tournaments.iter().any(|series| series.every_minutes == 0) {
            "must have `every_minutes` above 0"
        } else if self.tournaments.iter().any(|series| series.clock == TimeControl::None) {
            "must have a `clock`"
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
            "has a lobby with `capacity` 0"
        } else if self.pairing.window < 0 || self.pairing.window_per_second < 1 {
            let what = "must be at least 0, and `window_per_second` at least 1";
            return Err(ConfigError::Range { key: "pairing.window", what });
        } else {
            return Ok(());
        };
        Err(ConfigError::Range { key: "lobbies", what })
    }
}
