//! What is agreed before a game begins.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use sumito_rules::{Layout, Mode};

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
    /// How the points are read on which the rulebooks are silent.
    pub policy: Policy,
}

/// How thinking time is limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TimeControl {
    /// Not at all.
    Unlimited,
    /// A fixed time for the whole game.
    SuddenDeath {
        /// Each player's time.
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
}

/// How the points are read on which the rulebooks are silent. The numbers are a table's own, stored with it: a
/// later change of the defaults does not change what an old game was played by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Policy {
    /// The game is drawn after this many plies without an ejection; 0 = never.
    pub quiet_plies: u32,
    /// The game is drawn when the same position, with the same player to move, has stood this often since the last
    /// ejection; 0 = never.
    pub repetitions: u32,
}

impl Default for Policy {
    /// 250 plies (the longest quiet streak of 2,589 recorded games that went on is 206), three times.
    fn default() -> Self {
        Self { quiet_plies: 250, repetitions: 3 }
    }
}

/// Settings that nobody can play by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// The layout is for another number of players.
    #[error("the layout {layout} is for {} players, the mode {mode} for {}", layout.seats(), mode.seats())]
    Layout {
        /// What was asked for.
        layout: Layout,
        /// What was asked for.
        mode: Mode,
    },
    /// A time is zero or longer than anybody waits.
    #[error("{what} must be between {} and {} milliseconds", min.as_millis(), max.as_millis())]
    Time {
        /// Which time.
        what: &'static str,
        /// The least.
        min: Duration,
        /// The most.
        max: Duration,
    },
}

impl Settings {
    /// The least initial time: long enough for one move.
    pub const INITIAL_MIN: Duration = Duration::from_secs(1);
    /// The most initial time.
    pub const INITIAL_MAX: Duration = Duration::from_hours(24);
    /// The largest increment.
    pub const INCREMENT_MAX: Duration = Duration::from_mins(10);

    /// Checks what the types alone do not guarantee.
    ///
    /// # Errors
    /// [`SettingsError`] when the layout does not fit the mode or a time is out of range.
    pub fn validate(&self) -> Result<(), SettingsError> {
        if !self.layout.fits(self.mode) {
            return Err(SettingsError::Layout { layout: self.layout, mode: self.mode });
        }
        let between = |what, value: Duration, min, max| {
            if (min..=max).contains(&value) { Ok(()) } else { Err(SettingsError::Time { what, min, max }) }
        };
        match self.time {
            TimeControl::Unlimited => Ok(()),
            TimeControl::SuddenDeath { initial } => {
                between("the initial time", initial, Self::INITIAL_MIN, Self::INITIAL_MAX)
            }
            TimeControl::Fischer { initial, increment } => {
                between("the initial time", initial, Self::INITIAL_MIN, Self::INITIAL_MAX)?;
                between("the increment", increment, Duration::ZERO, Self::INCREMENT_MAX)
            }
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

/// Spans of time as whole milliseconds.
mod as_millis {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(span: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(u64::try_from(span.as_millis()).unwrap_or(u64::MAX))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        u64::deserialize(deserializer).map(Duration::from_millis)
    }
}
