//! The players' clocks, as a value.

use std::time::Duration;

use crate::{Seat, TimeControl, Timestamp};

/// The time that each seat has left, and whose runs since when.
///
/// Nothing here looks at the time by itself: every moment comes in as an argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    /// By seat, as of the moment when the running clock was started.
    remaining: [Duration; Seat::MAX],
    running: Option<Running>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Running {
    seat: Seat,
    /// Since when; `None` while the clock is held.
    since: Option<Timestamp>,
}

impl Clock {
    /// Full clocks, none of them running.
    pub fn new(control: TimeControl) -> Self {
        let initial = match control {
            TimeControl::Unlimited => Duration::MAX,
            TimeControl::SuddenDeath { initial } | TimeControl::Fischer { initial, .. } => initial,
        };
        Self { control, remaining: [initial; Seat::MAX], running: None }
    }

    /// Whether there is a limit at all.
    pub fn is_limited(&self) -> bool {
        self.control != TimeControl::Unlimited
    }

    /// The seat whose clock runs. A held clock does not.
    pub fn running(&self) -> Option<Seat> {
        self.running.filter(|running| running.since.is_some()).map(|running| running.seat)
    }

    /// What `seat` has left at `now`; `None` without a limit.
    pub fn remaining(&self, seat: Seat, now: Timestamp) -> Option<Duration> {
        self.is_limited().then(|| self.remaining[seat.index()].saturating_sub(self.elapsed(seat, now)))
    }

    /// When the running clock falls, unless it is stopped before.
    pub fn falls_at(&self) -> Option<Timestamp> {
        let Running { seat, since } = self.running?;
        self.is_limited().then(|| since.map(|since| since + self.remaining[seat.index()]))?
    }

    /// Starts the clock of `seat`.
    pub(crate) fn start(&mut self, seat: Seat, now: Timestamp) {
        self.running = Some(Running { seat, since: Some(now) });
    }

    /// Stops the running clock and charges what has passed on it.
    pub(crate) fn stop(&mut self, now: Timestamp) {
        if let Some(Running { seat, .. }) = self.running {
            let elapsed = self.elapsed(seat, now);
            let remaining = &mut self.remaining[seat.index()];
            *remaining = remaining.saturating_sub(elapsed);
            self.running = None;
        }
    }

    /// Stops the running clock as its owner's move does: charged, and with what the move adds.
    pub(crate) fn press(&mut self, now: Timestamp) {
        let mover = self.running.map(|running| running.seat);
        self.stop(now);
        if let (Some(seat), TimeControl::Fischer { increment, .. }) = (mover, self.control) {
            self.remaining[seat.index()] += increment;
        }
    }

    /// Holds the running clock where it is, charged up to `now`, until [`resume`](Self::resume).
    pub(crate) fn hold(&mut self, now: Timestamp) {
        if let Some(Running { seat, .. }) = self.running {
            self.stop(now);
            self.running = Some(Running { seat, since: None });
        }
    }

    /// Lets the running clock go on from what its owner had when it was held or, if it never was, when it was
    /// started: the time between is charged to nobody.
    pub(crate) fn resume(&mut self, now: Timestamp) {
        if let Some(running) = &mut self.running {
            running.since = Some(now);
        }
    }

    fn elapsed(&self, seat: Seat, now: Timestamp) -> Duration {
        match self.running {
            Some(Running { seat: running, since: Some(since) }) if running == seat => now.since(since),
            _ => Duration::ZERO,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Timestamp = Timestamp(1_763_680_000_000_000);
    const SECOND: Duration = Duration::from_secs(1);

    fn seat(number: usize) -> Seat {
        Seat::new(number).unwrap()
    }

    #[test]
    fn sudden_death_charges_only_the_seat_to_move() {
        let mut clock = Clock::new(TimeControl::SuddenDeath { initial: 10 * SECOND });
        clock.start(seat(0), START);
        assert_eq!(clock.remaining(seat(0), START + 4 * SECOND), Some(6 * SECOND));
        assert_eq!(clock.remaining(seat(1), START + 4 * SECOND), Some(10 * SECOND));
        assert_eq!(clock.falls_at(), Some(START + 10 * SECOND));

        clock.press(START + 4 * SECOND);
        clock.start(seat(1), START + 4 * SECOND);
        assert_eq!(clock.remaining(seat(0), START + 9 * SECOND), Some(6 * SECOND));
        assert_eq!(clock.remaining(seat(1), START + 9 * SECOND), Some(5 * SECOND));
        assert_eq!(clock.falls_at(), Some(START + 14 * SECOND));
    }

    #[test]
    fn fischer_adds_its_increment_after_each_move() {
        let mut clock = Clock::new(TimeControl::Fischer { initial: 10 * SECOND, increment: 3 * SECOND });
        clock.start(seat(0), START);
        clock.press(START + SECOND);
        assert_eq!(clock.remaining(seat(0), START + SECOND), Some(12 * SECOND));
    }

    #[test]
    fn a_clock_shows_no_less_than_nothing() {
        let mut clock = Clock::new(TimeControl::SuddenDeath { initial: SECOND });
        clock.start(seat(0), START);
        assert_eq!(clock.remaining(seat(0), START + 5 * SECOND), Some(Duration::ZERO));
    }

    #[test]
    fn a_moment_before_the_start_costs_nothing() {
        let mut clock = Clock::new(TimeControl::SuddenDeath { initial: SECOND });
        clock.start(seat(0), START);
        assert_eq!(clock.remaining(seat(0), START - SECOND), Some(SECOND));
    }

    #[test]
    fn held_time_is_charged_to_nobody() {
        let mut clock = Clock::new(TimeControl::SuddenDeath { initial: 10 * SECOND });
        clock.start(seat(0), START);
        clock.hold(START + 2 * SECOND);
        assert_eq!((clock.running(), clock.falls_at()), (None, None));
        assert_eq!(clock.remaining(seat(0), START + 60 * SECOND), Some(8 * SECOND));
        clock.resume(START + 60 * SECOND);
        assert_eq!(clock.running(), Some(seat(0)));
        assert_eq!(clock.falls_at(), Some(START + 68 * SECOND));
    }

    #[test]
    fn an_outage_that_nobody_announced_is_charged_to_nobody_either() {
        let mut clock = Clock::new(TimeControl::SuddenDeath { initial: 10 * SECOND });
        clock.start(seat(0), START);
        clock.resume(START + 60 * SECOND);
        assert_eq!(clock.falls_at(), Some(START + 70 * SECOND));
    }

    #[test]
    fn without_a_limit_nothing_ever_falls() {
        let mut clock = Clock::new(TimeControl::Unlimited);
        clock.start(seat(0), START);
        assert_eq!((clock.remaining(seat(0), START + SECOND), clock.falls_at()), (None, None));
        clock.press(START + SECOND);
        assert_eq!(clock.running(), None);
    }
}
