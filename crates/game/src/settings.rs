//! Settings of a table.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use sumito_rules::{Layout, Mode};

use crate::spans::{as_millis, as_optional_millis};
use crate::{Start, StartPosition, TournamentId};

/// Settings of a table, fixed before the first game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// The game's mode: number and order of the players.
    #[serde(with = "crate::as_text")]
    pub mode: Mode,
    /// The start layout.
    #[serde(with = "crate::as_text")]
    pub layout: Layout,
    /// The position from which the games start instead of the layout. Such games are unrated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_position: Option<StartPosition>,
    /// True if a coach helps the only person at the table. Such games are unrated, and count in no statistics.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub coach: bool,
    /// The time control.
    pub time: TimeControl,
    /// True if the result counts for ratings.
    pub rated: bool,
    /// True if all players must declare readiness before a game starts.
    pub ready: bool,
    /// Delay for spectators while a game is in progress.
    #[serde(
        rename = "spectator_delay_ms",
        with = "as_millis",
        default,
        skip_serializing_if = "Duration::is_zero"
    )]
    pub spectator_delay: Duration,
    /// The tournament of the table's only game. Such a game counts: it cannot be aborted, has no takebacks, and no rematch follows at this
    /// table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<TournamentId>,
    /// Rules for the points that the rulebooks leave open.
    pub policy: Policy,
}

/// A limit of thinking time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TimeControl {
    /// No limit: players cannot lose on time.
    None,
    /// A fixed time for the whole game.
    SuddenDeath {
        /// Each player's time for all moves.
        #[serde(rename = "initial_ms", with = "as_millis")]
        initial: Duration,
    },
    /// A fixed initial time, with an increment after each move.
    Fischer {
        /// Each player's time at the start.
        #[serde(rename = "initial_ms", with = "as_millis")]
        initial: Duration,
        /// Time added after each move.
        #[serde(rename = "increment_ms", with = "as_millis")]
        increment: Duration,
    },
    /// A fixed time; after each move the time used is given back, up to the delay.
    Bronstein {
        /// Each player's time at the start.
        #[serde(rename = "initial_ms", with = "as_millis")]
        initial: Duration,
        /// Maximum time given back after a move.
        #[serde(rename = "delay_ms", with = "as_millis")]
        delay: Duration,
    },
    /// A fixed time that starts to run only after the first seconds of each turn.
    Delay {
        /// Each player's time at the start.
        #[serde(rename = "initial_ms", with = "as_millis")]
        initial: Duration,
        /// Free time of each turn.
        #[serde(rename = "delay_ms", with = "as_millis")]
        delay: Duration,
    },
    /// A separate time for each move, from seconds to days.
    PerMove {
        /// Maximum time of a move.
        #[serde(rename = "move_ms", with = "as_millis")]
        limit: Duration,
    },
    /// One clock for the whole game: when it expires, the ejections decide.
    PerGame {
        /// Maximum duration of the game.
        #[serde(rename = "limit_ms", with = "as_millis")]
        limit: Duration,
    },
}

impl TimeControl {
    /// Number of moves of one player in a game, for estimates.
    const ESTIMATED_MOVES: u32 = 40;

    /// Estimated duration of a player's time in a game of forty moves each; `None` without a limit.
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

    /// Free time of each turn before the clock starts to run.
    pub(crate) fn delay(self) -> Duration {
        match self {
            Self::Delay { delay, .. } => delay,
            _ => Duration::ZERO,
        }
    }

    /// Returns whether a player can give away half of their own time for the whole game.
    pub fn can_go_berserk(self) -> bool {
        self.has_own_times()
    }

    /// Returns whether each player has their own time for the whole game.
    pub fn has_own_times(self) -> bool {
        !matches!(self, Self::None | Self::PerMove { .. } | Self::PerGame { .. })
    }

    /// Returns whether a single clock runs for the whole game, regardless of the player to move.
    pub(crate) fn is_shared(self) -> bool {
        matches!(self, Self::PerGame { .. })
    }

    /// Returns whether vacations can stop the clocks: only the clocks of a correspondence game, which start anew with each move.
    pub fn allows_vacations(self) -> bool {
        matches!(self, Self::PerMove { .. }) && !self.is_live()
    }

    /// Returns whether the players are expected to stay at the board. Without a limit, or with more than ten minutes for a move, they play
    /// by correspondence.
    pub fn is_live(self) -> bool {
        match self {
            Self::None => false,
            Self::PerMove { limit } => limit <= LIVE_MOVE_MAX,
            _ => true,
        }
    }
}

/// The longest time for a move in a game that is played in one sitting.
const LIVE_MOVE_MAX: Duration = Duration::from_mins(10);

/// Permitted absence in a game without a clock, which may be played over several days.
const UNTIMED_ABSENCE: Duration = Duration::from_hours(7 * 24);

/// Time without a move after which a game without a clock is closed: by then the players have forgotten it.
const UNTIMED_STALE: Duration = Duration::from_hours(30 * 24);

/// Rules for the points that the rulebooks leave open. A table stores its own values: later changes of the defaults do not affect existing
/// games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each says by its name what a table permits")]
pub struct Policy {
    /// The game is drawn after this many plies without an ejection; 0 = never.
    pub quiet_plies: u32,
    /// The game is drawn when the same position, with the same player to move, has occurred this often since the last ejection; 0 = never.
    pub repetitions: u32,
    /// Limit for a player's first move; `None` = only the clock counts.
    #[serde(rename = "first_move_ms", with = "as_optional_millis")]
    pub first_move: Option<Duration>,
    /// True if a player who misses the first-move limit loses; otherwise the game is aborted.
    pub first_move_forfeits: bool,
    /// Absence after which the others can claim the game; `None` = never. A player who leaves on purpose has a quarter of it,
    /// but at least 20 seconds.
    #[serde(rename = "absence_ms", with = "as_optional_millis")]
    pub absence: Option<Duration>,
    /// Time without a move after which the game ends without a winner; `None` = never. For games without a clock, which nothing else ends
    /// when all players have left.
    #[serde(rename = "stale_ms", with = "as_optional_millis")]
    pub stale: Option<Duration>,
    /// True if moves can be taken back with the consent of all opponents.
    pub takebacks: bool,
    /// True if a player may go berserk before their first move: half of the time and no increment.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub berserk: bool,
    /// True if the clock of a player on vacation is stopped, in a game with days for a move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub vacations: bool,
    /// Minimum time of each player in a rated game, by [`TimeControl::estimate`].
    #[serde(
        rename = "rated_least_ms",
        default,
        skip_serializing_if = "Duration::is_zero",
        with = "as_millis"
    )]
    pub rated_least: Duration,
}

impl Policy {
    /// Default policy for a game with this time control.
    ///
    /// 250 quiet plies: the longest such streak in 2,589 recorded games that continued afterwards is 206. The limits for the first move and
    /// for absence follow other servers, by the speed of the game. If a move has days, only the clock counts. Without a clock, a player who
    /// stays away for a week can lose the game, and a month without a move ends it.
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
            vacations: false,
            rated_least: Duration::ZERO,
        }
    }
}

/// Settings that do not allow a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// The layout is for another number of players.
    #[error("layout {layout} needs {} players, mode {mode} has {}", layout.seats(), mode.seats())]
    Layout {
        /// The requested layout.
        layout: Layout,
        /// The requested mode.
        mode: Mode,
    },
    /// The start position is of another mode.
    #[error("the start position is of another mode than {mode}")]
    StartMode {
        /// The requested mode.
        mode: Mode,
    },
    /// The result would count for ratings, and the sides may start with unequal chances.
    #[error("games from a start position are unrated; omit `rated` or `start_position`")]
    RatedFromPosition,
    /// The result would count for ratings, and a coach helps.
    #[error("games with a coach are unrated; omit `rated` or `coach`")]
    RatedWithCoach,
    /// The result would count for ratings, and no player could lose on time: an abandoned game would not count.
    #[error("rated games require a clock; choose one, or omit `rated`")]
    RatedWithoutClock,
    /// Vacations need a time for each move of more than ten minutes: other clocks would carry the time over.
    #[error(
        "vacations require a correspondence clock with a time for each move; choose one, or omit `vacations`"
    )]
    VacationsWithoutDays,
    /// The result would count for ratings, but the clock decides more than the moves.
    #[error(
        "rated games require at least {} seconds per player (initial time and 40 increments, 40 moves, or \
         half of the time for the game); choose a slower clock, or omit `rated`",
        least.as_secs()
    )]
    RatedTooFast {
        /// Minimum time of a player.
        least: Duration,
    },
    /// A time is zero or too long.
    #[error("{what} must be between {} and {} milliseconds", min.as_millis(), max.as_millis())]
    Time {
        /// Description of the time: "the initial time".
        what: &'static str,
        /// Minimum allowed value.
        min: Duration,
        /// Maximum allowed value.
        max: Duration,
    },
    /// The spectator delay is too long.
    #[error("the delay for spectators must be between 0 and {} seconds", .0.as_secs())]
    Delay(Duration),
}

impl Settings {
    /// Minimum of any time: long enough for one move.
    pub const TIME_MIN: Duration = Duration::from_secs(1);
    /// Maximum time for a game.
    pub const GAME_MAX: Duration = Duration::from_hours(24);
    /// Maximum time for a move.
    pub const MOVE_MAX: Duration = Duration::from_hours(14 * 24);
    /// Maximum increment or delay.
    pub const INCREMENT_MAX: Duration = Duration::from_mins(10);
    /// Maximum delay for spectators.
    pub const SPECTATOR_DELAY_MAX: Duration = Duration::from_mins(10);

    /// The start of the games.
    pub fn start(&self) -> Start {
        Start::new(self.layout, self.start_position)
    }

    /// Checks the constraints that the types do not express.
    ///
    /// # Errors
    /// [`SettingsError`] if the layout or the start position does not fit the mode, a time is out of range, or a rated game has no clock, too
    /// little time, a start position or a coach.
    pub fn validate(&self) -> Result<(), SettingsError> {
        if !self.layout.fits(self.mode) {
            return Err(SettingsError::Layout { layout: self.layout, mode: self.mode });
        }
        if let Some(start) = self.start_position {
            if start.mode() != self.mode {
                return Err(SettingsError::StartMode { mode: self.mode });
            }
            if self.rated {
                return Err(SettingsError::RatedFromPosition);
            }
        }
        if self.rated && self.coach {
            return Err(SettingsError::RatedWithCoach);
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
            TimeControl::None if self.rated => return Err(SettingsError::RatedWithoutClock),
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
        }?;
        if self.policy.vacations && !self.time.allows_vacations() {
            return Err(SettingsError::VacationsWithoutDays);
        }
        let least = self.policy.rated_least;
        if self.rated && self.time.estimate().is_some_and(|estimate| estimate < least) {
            return Err(SettingsError::RatedTooFast { least });
        }
        Ok(())
    }
}
