//! What is agreed before a game begins.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use sumito_rules::{Layout, Mode};

use crate::TournamentId;
use crate::spans::{as_millis, as_optional_millis};

/// What is played, and how.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// How many play, and in which order.
    #[serde(with = "as_text")]
    pub mode: Mode,
    /// Where the marbles stand at the start.
    #[serde(with = "as_text")]
    pub layout: Layout,
    /// How thinking time is limited.
    pub time: TimeControl,
    /// Whether the result counts for ratings.
    pub rated: bool,
    /// Whether everybody says that they are ready before a game begins.
    pub ready: bool,
    /// How far behind those who only watch are, while a game is under way.
    #[serde(
        rename = "spectator_delay_ms",
        with = "as_millis",
        default,
        skip_serializing_if = "Duration::is_zero"
    )]
    pub spectator_delay: Duration,
    /// The tournament to which the table's one game belongs. Such a game counts: nobody aborts it or takes moves back, and no other
    /// follows it at this table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<TournamentId>,
    /// How the points are read on which the rulebooks are silent.
    pub policy: Policy,
}

/// How thinking time is limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TimeControl {
    /// Not at all: nobody loses on time.
    None,
    /// A fixed time for the whole game.
    SuddenDeath {
        /// Each player's time for all moves.
        #[serde(rename = "initial_ms", with = "as_millis")]
        initial: Duration,
    },
    /// A fixed time to begin with, and some more after each move.
    Fischer {
        /// Each player's time at the start.
        #[serde(rename = "initial_ms", with = "as_millis")]
        initial: Duration,
        /// What a move adds.
        #[serde(rename = "increment_ms", with = "as_millis")]
        increment: Duration,
    },
    /// A fixed time; after each move, what it took comes back, up to the delay.
    Bronstein {
        /// Each player's time at the start.
        #[serde(rename = "initial_ms", with = "as_millis")]
        initial: Duration,
        /// What comes back at most.
        #[serde(rename = "delay_ms", with = "as_millis")]
        delay: Duration,
    },
    /// A fixed time that begins to run only some seconds into each turn.
    Delay {
        /// Each player's time at the start.
        #[serde(rename = "initial_ms", with = "as_millis")]
        initial: Duration,
        /// What is free in each turn.
        #[serde(rename = "delay_ms", with = "as_millis")]
        delay: Duration,
    },
    /// A time for each single move, from seconds to days.
    PerMove {
        /// How long a move may take.
        #[serde(rename = "move_ms", with = "as_millis")]
        limit: Duration,
    },
    /// One clock for the whole game: when it runs out, the ejections decide.
    PerGame {
        /// How long the game may take.
        #[serde(rename = "limit_ms", with = "as_millis")]
        limit: Duration,
    },
}

impl TimeControl {
    /// Moves of one player in a game, for estimates.
    const ESTIMATED_MOVES: u32 = 40;

    /// How long a player's time lasts, estimated for a game of forty moves each; `None` without a limit.
    pub fn estimate(self) -> Option<Duration> {
        match self {
            Self::None => None,
            Self::SuddenDeath { initial } => Some(initial),
            Self::Fischer { initial, increment: more }
            | Self::Bronstein { initial, delay: more }
            | Self::Delay { initial, delay: more } => Some(initial + more * Self::ESTIMATED_MOVES),
            Self::PerMove { limit } => Some(limit * Self::ESTIMATED_MOVES),
            Self::PerGame { limit } => Some(limit / 2),
        }
    }

    /// What each turn has for free before the clock begins to run.
    pub(crate) fn free(self) -> Duration {
        match self {
            Self::Delay { delay, .. } => delay,
            _ => Duration::ZERO,
        }
    }

    /// Whether a player can give away half of their own time for the whole game.
    pub fn can_go_berserk(self) -> bool {
        !matches!(self, Self::None | Self::PerMove { .. } | Self::PerGame { .. })
    }

    /// Whether one clock runs for the whole game, whoever is to move.
    pub(crate) fn is_shared(self) -> bool {
        matches!(self, Self::PerGame { .. })
    }

    /// Whether the players are expected to sit at the board all the time. With no limit, or more than ten minutes for a move, they play
    /// by correspondence.
    pub fn is_live(self) -> bool {
        match self {
            Self::None => false,
            Self::PerMove { limit } => limit <= LIVE_MOVE_MAX,
            _ => true,
        }
    }
}

/// The longest time for a move with which a game is still played in one sitting.
const LIVE_MOVE_MAX: Duration = Duration::from_mins(10);

/// How long somebody may be away from a game without a clock: it may be played over several days.
const UNTIMED_ABSENCE: Duration = Duration::from_hours(7 * 24);

/// How long a game without a clock waits for a move: by then the players have forgotten it.
const UNTIMED_STALE: Duration = Duration::from_hours(30 * 24);

/// How the points are read on which the rulebooks are silent. The numbers are a table's own, stored with it: a
/// later change of the defaults does not change what an old game was played by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Policy {
    /// The game is drawn after this many plies without an ejection; 0 = never.
    pub quiet_plies: u32,
    /// The game is drawn when the same position, with the same player to move, has stood this often since the last
    /// ejection; 0 = never.
    pub repetitions: u32,
    /// How long a player's first move may take; `None` = as long as the clock allows.
    #[serde(rename = "first_move_ms", with = "as_optional_millis")]
    pub first_move: Option<Duration>,
    /// Whether whoever does not make the first move in time loses; otherwise the game is aborted.
    pub first_move_forfeits: bool,
    /// How long a player may be away before the others can claim the game; `None` = for ever. Whoever leaves on purpose
    /// has a quarter of it.
    #[serde(rename = "absence_ms", with = "as_optional_millis")]
    pub absence: Option<Duration>,
    /// The game is ended without a winner when nobody has moved for so long; `None` = never. For games without a clock,
    /// which nothing else ends when everybody has left.
    #[serde(rename = "stale_ms", with = "as_optional_millis")]
    pub stale: Option<Duration>,
    /// Whether moves can be taken back, if all opponents agree.
    pub takebacks: bool,
    /// Whether a player may go berserk before their first move: half of their time, and nothing is added to it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub berserk: bool,
}

impl Policy {
    /// What is usual for a game with this time control.
    ///
    /// 250 quiet plies: the longest such streak of 2,589 recorded games that went on is 206. The spans for the first
    /// move and for coming back are those of other servers, by the speed of the game. Where a move has days, the clock alone
    /// counts. Without a clock, whoever stays away for a week can lose the game, and a month without a move ends it.
    pub fn usual(time: TimeControl) -> Self {
        let seconds =
            |first_move, absence| (Some(Duration::from_secs(first_move)), Some(Duration::from_secs(absence)));
        let (first_move, absence) = match time.estimate() {
            None => (None, Some(UNTIMED_ABSENCE)),
            Some(_) if !time.is_live() => (None, None),
            Some(estimate) if estimate < Duration::from_mins(3) => seconds(20, 30),
            Some(estimate) if estimate < Duration::from_mins(8) => seconds(30, 40),
            Some(estimate) if estimate < Duration::from_mins(25) => seconds(60, 80),
            Some(_) => seconds(60, 120),
        };
        Self {
            quiet_plies: 250,
            repetitions: 3,
            first_move,
            first_move_forfeits: false,
            absence,
            stale: (time == TimeControl::None).then_some(UNTIMED_STALE),
            takebacks: true,
            berserk: false,
        }
    }
}

/// Settings that nobody can play by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// The layout is for another number of players.
    #[error("the layout {layout} is for {} players, the mode {mode} for {}", layout.seats(), mode.seats())]
    Layout {
        /// The layout that was asked for.
        layout: Layout,
        /// The mode that was asked for.
        mode: Mode,
    },
    /// The result would count for ratings, and nobody can lose on time: a game that is left would count for nothing.
    #[error("a rated game has a clock; choose one, or leave `rated` out")]
    RatedWithoutClock,
    /// A time is zero or longer than anybody waits.
    #[error("{what} must be between {} and {} milliseconds", min.as_millis(), max.as_millis())]
    Time {
        /// The time in words: "the initial time".
        what: &'static str,
        /// The least that it can be.
        min: Duration,
        /// The most that it can be.
        max: Duration,
    },
    /// Spectators would see the game later than anybody waits.
    #[error("the delay for spectators must be between 0 and {} seconds", .0.as_secs())]
    Delay(Duration),
}

impl Settings {
    /// The least time for anything: long enough for one move.
    pub const TIME_MIN: Duration = Duration::from_secs(1);
    /// The most time for a game.
    pub const GAME_MAX: Duration = Duration::from_hours(24);
    /// The most time for a move.
    pub const MOVE_MAX: Duration = Duration::from_hours(14 * 24);
    /// The largest increment or delay.
    pub const INCREMENT_MAX: Duration = Duration::from_mins(10);
    /// How far behind spectators can be.
    pub const SPECTATOR_DELAY_MAX: Duration = Duration::from_mins(10);

    /// Checks what the types alone do not guarantee.
    ///
    /// # Errors
    /// [`SettingsError`] when the layout does not fit the mode, a time is out of range, or a rated game has no clock.
    pub fn validate(&self) -> Result<(), SettingsError> {
        if !self.layout.fits(self.mode) {
            return Err(SettingsError::Layout { layout: self.layout, mode: self.mode });
        }
        let between = |what, value: Duration, min, max| {
            if (min..=max).contains(&value) { Ok(()) } else { Err(SettingsError::Time { what, min, max }) }
        };
        let game = |what, value| between(what, value, Self::TIME_MIN, Self::GAME_MAX);
        let more = |what, value| between(what, value, Duration::ZERO, Self::INCREMENT_MAX);
        if self.spectator_delay > Self::SPECTATOR_DELAY_MAX {
            return Err(SettingsError::Delay(Self::SPECTATOR_DELAY_MAX));
        }
        match self.time {
            TimeControl::None if self.rated => Err(SettingsError::RatedWithoutClock),
            TimeControl::None => Ok(()),
            TimeControl::SuddenDeath { initial } => game("the initial time", initial),
            TimeControl::Fischer { initial, increment } => {
                game("the initial time", initial)?;
                more("the increment", increment)
            }
            TimeControl::Bronstein { initial, delay } | TimeControl::Delay { initial, delay } => {
                game("the initial time", initial)?;
                more("the delay", delay)
            }
            TimeControl::PerMove { limit } => {
                between("the time for a move", limit, Self::TIME_MIN, Self::MOVE_MAX)
            }
            TimeControl::PerGame { limit } => game("the time for the game", limit),
        }
    }
}

/// Values of the rules as their usual text: `four-consecutive`, `belgian_daisy`.
mod as_text {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize, Deserializer, Serializer, de};

    pub(super) fn serialize<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub(super) fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}
