//! The clocks as they are shown.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::spans::{as_micros, as_optional_micros};
use crate::{Seat, Timestamp};

/// The clocks of a table at one moment, and what one needs to draw them as they run on.
///
/// What the running seat has left at a later `moment` is
/// `remaining - (max(moment, free_until) - max(at, free_until))`, where `at` is the moment for which these were made and
/// `free_until` is `turn_began_at + free`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clocks {
    /// What each seat has left; `None` without a limit, and before the first game.
    #[serde(rename = "remaining_us", with = "as_optional_micros")]
    pub remaining: Option<Vec<Duration>>,
    /// The seat whose time runs; `None` while no game is under way.
    pub running: Option<Seat>,
    /// When the time of the running turn began to count: its beginning, moved by what the server itself has taken of it.
    pub turn_began_at: Option<Timestamp>,
    /// What each turn has for free before the clock begins to run; zero except with [`Delay`](crate::TimeControl::Delay).
    #[serde(rename = "free_us", with = "as_micros")]
    pub free: Duration,
    /// Whether all seats share one clock, so that all of `remaining` falls whoever is to move.
    pub shared: bool,
    /// When the running seat must have made its first move; `None` when it has made one, or the table sets no limit.
    pub first_move_by: Option<Timestamp>,
}
