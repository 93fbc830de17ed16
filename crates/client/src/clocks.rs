//! Clocks between two messages.

use sumito_protocol::parts::Clocks;

const MICROS_PER_MILLI: i64 = 1000;

/// Returns the time that a seat has left at `now`, in milliseconds, from clocks with reference time `at`; `None` without a limit, and
/// before a game. Both times are server times in microseconds since the Unix epoch.
pub fn remaining_ms(clocks: &Clocks, at: i64, seat: u8, now: i64) -> Option<u64> {
    let left = *clocks.remaining_ms.as_ref()?.get(usize::from(seat))?;
    let runs = clocks.running.is_some_and(|running| clocks.shared || running == seat);
    if !runs {
        return Some(left);
    }
    let free_until = clocks.turn_began_at.unwrap_or(at) + clocks.free_ms as i64 * MICROS_PER_MILLI;
    let counted = (now.max(free_until) - at.max(free_until)).max(0) / MICROS_PER_MILLI;
    Some(left.saturating_sub(counted as u64))
}

/// Returns the clocks at `now`, all stopped.
pub(crate) fn frozen(clocks: &Clocks, at: i64, now: i64) -> Clocks {
    let seats = clocks.remaining_ms.as_ref().map(|left| 0..left.len() as u8);
    let remaining = seats.map(|seats| seats.filter_map(|seat| remaining_ms(clocks, at, seat, now)).collect());
    Clocks {
        remaining_ms: remaining,
        running: None,
        turn_began_at: None,
        first_move_by: None,
        ..clocks.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: i64 = 1_000_000;

    fn clocks(running: Option<u8>, free_ms: u64, shared: bool) -> Clocks {
        let (turn_began_at, first_move_by) = (running.map(|_| 10 * SECOND), None);
        Clocks {
            remaining_ms: Some(vec![60_000, 50_000]),
            running,
            turn_began_at,
            free_ms,
            shared,
            first_move_by,
        }
    }

    #[test]
    fn only_the_clock_that_runs_falls_and_never_below_nothing() {
        let two = clocks(Some(0), 0, false);
        assert_eq!(remaining_ms(&two, 10 * SECOND, 0, 12 * SECOND), Some(58_000));
        assert_eq!(remaining_ms(&two, 10 * SECOND, 1, 12 * SECOND), Some(50_000));
        assert_eq!(remaining_ms(&two, 10 * SECOND, 0, 1000 * SECOND), Some(0));
        assert_eq!(remaining_ms(&two, 10 * SECOND, 0, 9 * SECOND), Some(60_000), "time does not come back");
        let shared = clocks(Some(0), 0, true);
        assert_eq!(remaining_ms(&shared, 10 * SECOND, 1, 12 * SECOND), Some(48_000));
        assert_eq!(frozen(&two, 10 * SECOND, 13 * SECOND).remaining_ms, Some(vec![57_000, 50_000]));
    }

    /// The example of docs/protocol.md: a delay of 5 seconds and 60 seconds left, received 3 seconds into the turn.
    #[test]
    fn a_delay_is_free() {
        let delayed = clocks(Some(0), 5_000, false);
        assert_eq!(remaining_ms(&delayed, 13 * SECOND, 0, 15 * SECOND), Some(60_000));
        assert_eq!(remaining_ms(&delayed, 13 * SECOND, 0, 17 * SECOND), Some(58_000));
    }
}
