//! The clocks for display.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::spans::{as_micros, as_optional_micros};
use crate::{Seat, Timestamp};

/// The clocks of a table at one moment, with the data that a client needs to draw them while they run.
///
/// At a later `moment` the running seat has `remaining - (max(moment, free_until) - max(at, free_until))` left, where `at` is the moment
/// for which this value was made and `free_until` is `turn_began_at + free`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clocks {
    /// Time left to each seat; `None` without a limit, and before the first game.
    #[serde(rename = "remaining_us", with = "as_optional_micros")]
    pub remaining: Option<Vec<Duration>>,
    /// The seat with the running clock; `None` while no game is in progress.
    pub running: Option<Seat>,
    /// Effective start of the running turn: its start, shifted by the time that the server has used.
    pub turn_began_at: Option<Timestamp>,
    /// Free time of each turn before the clock starts to run; zero except with [`Delay`](crate::TimeControl::Delay).
    #[serde(rename = "free_us", with = "as_micros")]
    pub free: Duration,
    /// True if all seats share one clock, so that all of `remaining` decreases regardless of the player to move.
    pub shared: bool,
    /// Deadline of the running seat's first move; `None` after its first move, or without such a limit.
    pub first_move_by: Option<Timestamp>,
}
