//! Time management.

use std::time::Duration;

/// The clock from the view of the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeLeft {
    /// Time until the clock expires.
    pub remaining: Duration,
    /// The increment, or the free time of each move.
    pub increment: Duration,
    /// Plies played by all players so far.
    pub plies: u32,
    /// Number of players.
    pub seats: u8,
}

/// Typical length of a game of two in plies; games with more players take about as many for each player.
const PLIES_OF_TWO: u32 = 90;

/// Minimum number of own moves that may follow, regardless of the length of the game so far.
const LEAST_MOVES_TO_GO: u32 = 14;

/// Reserve for everything but thinking: transmission of the move, and a process that waits for a processor.
const OVERHEAD: Duration = Duration::from_millis(30);

/// Returns the time for a move: an even share of the time left for the moves that may follow, and most of the increment, but never more
/// than a third of the time left.
///
/// ```
/// use std::time::Duration;
/// use sumito_engine::{TimeLeft, time_for_move};
///
/// let left = TimeLeft { remaining: Duration::from_secs(600), increment: Duration::ZERO, plies: 0, seats: 2 };
/// assert_eq!(time_for_move(&left).as_secs(), 13);
/// ```
pub fn time_for_move(left: &TimeLeft) -> Duration {
    let own_plies = left.plies / u32::from(left.seats.max(1));
    let moves_to_go = (PLIES_OF_TWO / 2).saturating_sub(own_plies).max(LEAST_MOVES_TO_GO);
    let usable = left.remaining.saturating_sub(OVERHEAD);
    let even = usable / moves_to_go + left.increment * 4 / 5;
    even.min(usable / 3).max(Duration::from_millis(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(remaining_ms: u64, increment_ms: u64, plies: u32) -> Duration {
        time_for_move(&TimeLeft {
            remaining: Duration::from_millis(remaining_ms),
            increment: Duration::from_millis(increment_ms),
            plies,
            seats: 2,
        })
    }

    #[test]
    fn a_clock_never_runs_out() {
        let mut remaining = 10_000;
        for plies in (0..2_000).step_by(2) {
            let thought = time(remaining, 0, plies).as_millis() as u64;
            assert!(thought < remaining || remaining <= 1, "{thought} ms of {remaining} at ply {plies}");
            remaining = remaining.saturating_sub(thought).max(1);
        }
    }

    #[test]
    fn an_increment_is_used_and_a_long_game_hurries() {
        assert!(time(60_000, 1_000, 0) > time(60_000, 0, 0));
        assert!(time(60_000, 0, 60) > time(60_000, 0, 0), "fewer moves are left for the same time");
    }

    #[test]
    fn player_without_time_moves_immediately() {
        assert_eq!(time(0, 0, 10), Duration::from_millis(1));
        assert!(time(100, 5_000, 10) < Duration::from_millis(30));
    }
}
