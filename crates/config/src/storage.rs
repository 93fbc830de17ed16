//! Settings of storage and retention.

use std::time::Duration;

use serde::Deserialize;

use super::{DAY, MINUTE, Redacted, days};

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "see `Config`")]
pub struct Database {
    pub password: Redacted,
    pub connections: u32,
    pub acquire_timeout_ms: u64,
    pub statement_timeout_ms: u64,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "see `Config`")]
pub struct EventLog {
    pub batch_commands: usize,
    pub queue_commands: usize,
    pub write_timeout_ms: u64,
    pub heartbeat_ms: u64,
    pub discard: bool,
}

/// Retention of each kind of data.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "see `Config`")]
pub struct Retention {
    pub archive_games_after_days: u32,
    pub waiting_room_days: u32,
    pub waiting_tournament_days: u32,
    pub session_days: u32,
    pub guest_days: u32,
    pub chat_days: u32,
    pub closed_report_days: u32,
    pub sweep_minutes: u32,
}

impl Retention {
    /// Time after its end at which a game is archived; `None`: never.
    pub fn archive_span(&self) -> Option<Duration> {
        days(self.archive_games_after_days)
    }

    /// Time after which an inactive waiting room is closed; `None`: never.
    pub fn waiting_room_span(&self) -> Option<Duration> {
        days(self.waiting_room_days)
    }

    /// Time after which an inactive tournament without a start time is cancelled; `None`: never.
    pub fn waiting_tournament_span(&self) -> Option<Duration> {
        days(self.waiting_tournament_days)
    }

    /// Expiry of an unused session.
    pub fn session_span(&self) -> Duration {
        DAY * self.session_days
    }

    /// Expiry of the sessions of guests without other data; `None`: as for all users.
    pub fn guest_span(&self) -> Option<Duration> {
        days(self.guest_days)
    }

    /// Retention of chat messages.
    pub fn chat_span(&self) -> Duration {
        DAY * self.chat_days
    }

    /// Retention of reports after a moderator has closed them; `None`: for ever.
    pub fn closed_report_span(&self) -> Option<Duration> {
        days(self.closed_report_days)
    }

    /// Interval of the retention sweep.
    pub fn sweep_span(&self) -> Duration {
        MINUTE * self.sweep_minutes
    }
}
