//! Settings of rooms, matchmaking and games.

use std::time::Duration;

use serde::Deserialize;
use sumito_game::TimeControl;
use sumito_rules::{Layout, Mode};
use sumito_tournament::Format;
use sumito_vocabulary::RatedOffer;

use super::serde_text::{from_text, names, some_from_text};
use super::{DAY, MINUTE, millis};

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
    /// Returns the number of engine threads: the configured number, or half of the processors.
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
    /// Time after its creation for which a waiting correspondence room is listed while its players are offline.
    pub fn waiting_span(&self) -> Duration {
        DAY * self.waiting_days
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "see `Config`")]
pub struct LobbyConfig {
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
    /// Expiry of unanswered challenges: of live games, and of correspondence games.
    pub fn spans(&self) -> (Duration, Duration) {
        (MINUTE * self.live_minutes, DAY * self.correspondence_days)
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "see `Config`")]
pub struct Correspondence {
    pub vacation_days_per_year: u32,
    pub notes_per_user: u32,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "see `Config`")]
pub struct Puzzles {
    pub collection: bool,
    pub mining: bool,
    pub move_ms: u64,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "see `Config`")]
pub struct Chat {
    pub line_chars: usize,
    pub line_bytes: usize,
    pub burst_lines: u32,
    pub lines_per_minute: u32,
    pub repeat_ms: u64,
    pub links_after_hours: u32,
    pub history_lines: u32,
    pub history_bytes: usize,
    pub queue_lines: usize,
}

impl Chat {
    /// Time during which an author may not repeat a message.
    pub fn repeat_span(&self) -> Duration {
        millis(self.repeat_ms)
    }

    /// Age that a guest needs before sending links.
    pub fn links_span(&self) -> Duration {
        Duration::from_hours(1) * self.links_after_hours
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
    pub rated_seconds: u32,
}

impl Policy {
    /// Returns the policy for games with this time control.
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
            vacations: false,
            rated_least: Duration::from_secs(self.rated_seconds.into()),
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
    pub signals_minutes: u32,
}

impl Ratings {
    /// Time between two searches for signals of unfair play.
    pub fn signals_span(&self) -> Duration {
        MINUTE * self.signals_minutes
    }

    /// Time for which a breach counts against a player.
    pub fn breach_span(&self) -> Duration {
        DAY * self.breach_days
    }

    /// Returns the time for which a player with this many breaches is barred from rated games after the last of them: zero, or longer
    /// with each breach.
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

/// Factor by which each cooldown grows: the same as on lichess.
const COOLDOWN_GROWS_BY: u64 = 3;

/// A recurring tournament that the server announces automatically. `config/default.toml` has an example.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentSeries {
    /// Unique key of the series.
    pub key: String,
    /// Name of each tournament.
    pub name: String,
    /// Description for players.
    #[serde(default)]
    pub description: String,
    /// Minutes between the starts of two tournaments.
    pub every_minutes: u32,
    /// Offset of the starts in minutes, from multiples of `every_minutes` since midnight UTC of 1 January 1970.
    #[serde(default)]
    pub offset_minutes: u32,
    /// Minutes before the start at which a tournament is announced.
    pub announced_minutes: u32,
    /// Format: `{ form = "arena", duration_s = 3000, … }`.
    pub form: Format,
    /// Mode of the games: the number of players.
    #[serde(default = "two_players", deserialize_with = "from_text")]
    pub mode: Mode,
    /// Name of the start layout; if missing, the default of the mode.
    #[serde(default, deserialize_with = "some_from_text")]
    pub layout: Option<Layout>,
    /// Time control of the games.
    pub clock: TimeControl,
    /// Whether the games are rated, which excludes guests.
    #[serde(default)]
    pub rated: bool,
    /// Whether computers and bots can enter.
    #[serde(default)]
    pub programs: bool,
    /// Minimum participants at the start.
    pub minimum: u32,
    /// Maximum number of participants.
    pub capacity: u32,
    /// Seconds between two rounds.
    #[serde(default, alias = "break_s")]
    pub break_seconds: u32,
    /// Maximum duration of a round, in seconds.
    #[serde(default, alias = "deadline_s")]
    pub deadline_seconds: Option<u32>,
    /// Consecutive no-shows after which a participant is out; 0 = never.
    #[serde(default)]
    pub no_shows_max: u8,
}

fn two_players() -> Mode {
    Mode::Two
}
