//! Settings of what is stored, and for how long.

use std::time::Duration;

use serde::Deserialize;

use super::{DAY, Hidden, MINUTE, days};

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

/// For how long what is kept, and in which form.
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
    /// How long after its end a game is archived; `None`: never.
    pub fn archive_span(&self) -> Option<Duration> {
        days(self.archive_games_after_days)
    }

    /// How long a room waits for players though nothing happens in it; `None`: for ever.
    pub fn waiting_room_span(&self) -> Option<Duration> {
        days(self.waiting_room_days)
    }

    /// How long a tournament without a time of its own waits for its start though nothing happens in it; `None`: for ever.
    pub fn waiting_tournament_span(&self) -> Option<Duration> {
        days(self.waiting_tournament_days)
    }

    /// How long a session lasts without being used.
    pub fn session_span(&self) -> Duration {
        DAY * self.session_days
    }

    /// The same for guests who have nothing else; `None`: as long as everybody's.
    pub fn guest_span(&self) -> Option<Duration> {
        days(self.guest_days)
    }

    /// How long a line of a chat is kept.
    pub fn chat_span(&self) -> Duration {
        DAY * self.chat_days
    }

    /// How long a report is kept after a moderator is done with it; `None`: for ever.
    pub fn closed_report_span(&self) -> Option<Duration> {
        days(self.closed_report_days)
    }

    /// The time between two sweeps.
    pub fn sweep_span(&self) -> Duration {
        MINUTE * self.sweep_minutes
    }
}
