//! The players' clocks, as a value.

use std::time::Duration;

use serde::Serialize;

use crate::lag::LagBank;
use crate::{Seat, TimeControl, Timestamp};

/// The time that each seat has left, and whose runs since when.
///
/// Nothing here looks at the time by itself: every moment comes in as an argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    /// By seat, as of the moment when the running clock was started. With one clock for the game, the first
    /// seat's.
    remaining: [Duration; Seat::MAX],
    banks: [LagBank; Seat::MAX],
    running: Option<Running>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Running {
    seat: Seat,
    /// Since when; `None` while the clock is held.
    since: Option<Timestamp>,
    /// What has passed on it before it was held, in this turn.
    before: Duration,
}

/// What one move did to its player's clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Lapse {
    /// Whose clock.
    pub seat: Seat,
    /// What passed from the start of the turn until the move reached the server.
    pub elapsed: Duration,
    /// Of that, what was not charged because the network took it.
    pub forgiven: Duration,
    /// Of that, what was not charged because the first seconds of a turn are free.
    pub free: Duration,
    /// What was put on the clock after the move.
    pub added: Duration,
}

impl Clock {
    /// Full clocks, none of them running.
    pub fn new(control: TimeControl) -> Self {
        let initial = match control {
            TimeControl::Unlimited => Duration::MAX,
            TimeControl::SuddenDeath { initial }
            | TimeControl::Fischer { initial, .. }
            | TimeControl::Bronstein { initial, .. }
            | TimeControl::Delay { initial, .. } => initial,
            TimeControl::PerMove { limit } | TimeControl::PerGame { limit } => limit,
        };
        let banks = [LagBank::new(control); Seat::MAX];
        Self { control, remaining: [initial; Seat::MAX], banks, running: None }
    }

    /// Whether there is a limit at all.
    pub fn is_limited(&self) -> bool {
        self.control != TimeControl::Unlimited
    }

    /// Whether one clock runs for the whole game, whoever is to move.
    pub fn is_shared(&self) -> bool {
        matches!(self.control, TimeControl::PerGame { .. })
    }

    /// The seat whose clock runs. A held clock does not.
    pub fn running(&self) -> Option<Seat> {
        self.running.filter(|running| running.since.is_some()).map(|running| running.seat)
    }

    /// When the present turn began to count, unless the clock is held.
    pub fn running_since(&self) -> Option<Timestamp> {
        self.running.and_then(|running| running.since.map(|since| since - running.before))
    }

    /// What `seat` has left at `now`; `None` without a limit.
    pub fn remaining(&self, seat: Seat, now: Timestamp) -> Option<Duration> {
        if !self.is_limited() {
            return None;
        }
        let charged = match self.running {
            Some(running) if running.seat == seat || self.is_shared() => self.charge(running.elapsed(now)),
            _ => Duration::ZERO,
        };
        Some(self.remaining[self.pot(seat)].saturating_sub(charged))
    }

    /// When the running clock falls, unless it is stopped before.
    pub fn falls_at(&self) -> Option<Timestamp> {
        let running = self.running.filter(|_| self.is_limited())?;
        let lasts = self.remaining[self.pot(running.seat)]
            + self.free_at_first()
            + self.banks[running.seat.index()].flag_grace();
        running.since.map(|since| since + lasts.saturating_sub(running.before))
    }

    /// Whether a move of the running seat that arrives at `now` and was on its way for `lag` comes too late.
    pub(crate) fn is_too_late(&self, now: Timestamp, lag: Duration) -> bool {
        let Some(running) = self.running.filter(|_| self.is_limited()) else { return false };
        let elapsed = running.elapsed(now);
        let forgiven = self.banks[running.seat.index()].forgiven(elapsed, lag);
        self.charge(elapsed.saturating_sub(forgiven)) >= self.remaining[self.pot(running.seat)]
    }

    /// Starts the clock of `seat`.
    pub(crate) fn start(&mut self, seat: Seat, now: Timestamp) {
        if let TimeControl::PerMove { limit } = self.control {
            self.remaining[seat.index()] = limit;
        }
        self.running = Some(Running { seat, since: Some(now), before: Duration::ZERO });
    }

    /// Stops the running clock and charges what has passed on it.
    pub(crate) fn stop(&mut self, now: Timestamp) {
        if let Some(running) = self.running.take()
            && self.is_limited()
        {
            let charged = self.charge(running.elapsed(now));
            let remaining = &mut self.remaining[self.pot(running.seat)];
            *remaining = remaining.saturating_sub(charged);
        }
    }

    /// Stops the running clock as its owner's move does: what the network took of it is forgiven, the rest is charged,
    /// and what the move adds is put on.
    pub(crate) fn press(&mut self, now: Timestamp, lag: Duration) -> Option<Lapse> {
        let running = self.running.take()?;
        let elapsed = running.elapsed(now);
        let mut lapse = Lapse { seat: running.seat, elapsed, ..Lapse::nothing(running.seat) };
        if self.is_limited() {
            let bank = &mut self.banks[running.seat.index()];
            lapse.forgiven = bank.forgiven(elapsed, lag);
            bank.settle(lapse.forgiven, lag);
            let counted = elapsed.saturating_sub(lapse.forgiven);
            let charged = self.charge(counted);
            lapse.free = counted.saturating_sub(charged);
            let remaining = &mut self.remaining[self.pot(running.seat)];
            *remaining = remaining.saturating_sub(charged);
            lapse.added = match self.control {
                TimeControl::Fischer { increment, .. } => increment,
                TimeControl::Bronstein { delay, .. } => delay.min(charged),
                _ => Duration::ZERO,
            };
            *remaining += lapse.added;
        }
        Some(lapse)
    }

    /// Takes back what a move that is taken back has put on its player's clock: thinking time is not won that way.
    pub(crate) fn revoke(&mut self, lapse: &Lapse) {
        let remaining = &mut self.remaining[self.pot(lapse.seat)];
        *remaining = remaining.saturating_sub(lapse.added);
    }

    /// Holds the running clock where it is, until [`resume`](Self::resume).
    pub(crate) fn hold(&mut self, now: Timestamp) {
        if let Some(running) = &mut self.running {
            running.before = running.elapsed(now);
            running.since = None;
        }
    }

    /// Lets the running clock go on from what its owner had when it was held or, if it never was, when it was
    /// started: the time between is charged to nobody.
    pub(crate) fn resume(&mut self, now: Timestamp) {
        if let Some(running) = &mut self.running {
            running.since = Some(now);
        }
    }

    /// What is charged for `elapsed` in one turn.
    fn charge(&self, elapsed: Duration) -> Duration {
        elapsed.saturating_sub(self.free_at_first())
    }

    /// What each turn has for free before the clock begins to run.
    fn free_at_first(&self) -> Duration {
        match self.control {
            TimeControl::Delay { delay, .. } => delay,
            _ => Duration::ZERO,
        }
    }

    /// The place of a seat's time in `remaining`.
    fn pot(&self, seat: Seat) -> usize {
        if self.is_shared() { 0 } else { seat.index() }
    }
}

impl Running {
    fn elapsed(&self, now: Timestamp) -> Duration {
        self.before + self.since.map_or(Duration::ZERO, |since| now.since(since))
    }
}

impl Lapse {
    fn nothing(seat: Seat) -> Self {
        let none = Duration::ZERO;
        Self { seat, elapsed: none, forgiven: none, free: none, added: none }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Timestamp = Timestamp(1_763_680_000_000_000);
    const NO_LAG: Duration = Duration::ZERO;

    const fn s(count: u64) -> Duration {
        Duration::from_secs(count)
    }

    fn after(count: u64) -> Timestamp {
        START + s(count)
    }

    fn seat(number: usize) -> Seat {
        Seat::new(number).unwrap()
    }

    /// A clock on which the first seat's time runs.
    fn running(control: TimeControl) -> Clock {
        let mut clock = Clock::new(control);
        clock.start(seat(0), START);
        clock
    }

    /// The first seat moves, then the second seat's time runs.
    fn moved(control: TimeControl, at: u64) -> (Clock, Lapse) {
        let mut clock = running(control);
        let lapse = clock.press(after(at), NO_LAG).unwrap();
        clock.start(seat(1), after(at));
        (clock, lapse)
    }

    fn left(clock: &Clock, at: u64) -> [Duration; 2] {
        [0, 1].map(|number| clock.remaining(seat(number), after(at)).unwrap())
    }

    #[test]
    fn sudden_death_charges_only_the_seat_to_move() {
        let clock = running(TimeControl::SuddenDeath { initial: s(10) });
        assert_eq!((left(&clock, 4), clock.falls_at()), ([s(6), s(10)], Some(after(10))));
        let (clock, lapse) = moved(TimeControl::SuddenDeath { initial: s(10) }, 4);
        assert_eq!((left(&clock, 9), clock.falls_at()), ([s(6), s(5)], Some(after(14))));
        assert_eq!((lapse.elapsed, lapse.added), (s(4), s(0)));
    }

    #[test]
    fn fischer_adds_its_increment_after_each_move() {
        let (clock, lapse) = moved(TimeControl::Fischer { initial: s(10), increment: s(3) }, 1);
        assert_eq!((left(&clock, 1), lapse.added), ([s(12), s(10)], s(3)));
    }

    #[test]
    fn bronstein_gives_back_what_was_used_up_to_the_delay() {
        let control = TimeControl::Bronstein { initial: s(10), delay: s(3) };
        let (clock, lapse) = moved(control, 2);
        assert_eq!((left(&clock, 2), lapse.added), ([s(10), s(10)], s(2)));
        let (clock, lapse) = moved(control, 5);
        assert_eq!((left(&clock, 5), lapse.added), ([s(8), s(10)], s(3)));
    }

    #[test]
    fn a_delay_passes_before_the_clock_begins_to_run() {
        let control = TimeControl::Delay { initial: s(10), delay: s(3) };
        let clock = running(control);
        assert_eq!((left(&clock, 2), clock.falls_at()), ([s(10), s(10)], Some(after(13))));
        let (clock, lapse) = moved(control, 5);
        assert_eq!((left(&clock, 5), lapse.free, lapse.added), ([s(8), s(10)], s(3), s(0)));
    }

    #[test]
    fn a_limit_for_each_move_is_full_again_with_each_turn() {
        let (mut clock, _) = moved(TimeControl::PerMove { limit: s(86_400) }, 80_000);
        assert_eq!(left(&clock, 80_001), [s(6_400), s(86_399)]);
        clock.press(after(80_002), NO_LAG);
        clock.start(seat(0), after(80_002));
        assert_eq!(clock.falls_at(), Some(after(166_402)));
    }

    #[test]
    fn one_clock_for_the_game_runs_for_everybody() {
        let (clock, _) = moved(TimeControl::PerGame { limit: s(100) }, 30);
        assert_eq!((left(&clock, 40), clock.falls_at()), ([s(60), s(60)], Some(after(100))));
    }

    #[test]
    fn what_the_network_took_is_forgiven_and_written_down() {
        let mut clock = running(TimeControl::SuddenDeath { initial: s(600) });
        let lag = Duration::from_millis(400);
        let lapse = clock.press(after(2), lag).unwrap();
        assert_eq!((lapse.elapsed, lapse.forgiven), (s(2), lag));
        assert_eq!(clock.remaining(seat(0), after(2)), Some(Duration::from_millis(598_400)));
    }

    #[test]
    fn a_flag_waits_for_a_move_that_may_be_on_its_way() {
        let mut clock = running(TimeControl::SuddenDeath { initial: s(10) });
        let lag = Duration::from_millis(100);
        clock.press(START, lag);
        clock.start(seat(0), START);
        assert_eq!(clock.falls_at(), Some(after(10) + lag));
        let last_moment = after(10) + Duration::from_millis(50);
        assert!(!clock.is_too_late(last_moment, lag));
        assert!(clock.is_too_late(last_moment, NO_LAG), "nothing to forgive");
    }

    #[test]
    fn a_clock_shows_no_less_than_nothing() {
        let clock = running(TimeControl::SuddenDeath { initial: s(1) });
        assert_eq!(left(&clock, 5), [s(0), s(1)]);
    }

    #[test]
    fn a_moment_before_the_start_costs_nothing() {
        let clock = running(TimeControl::SuddenDeath { initial: s(1) });
        assert_eq!(clock.remaining(seat(0), START - s(1)), Some(s(1)));
    }

    #[test]
    fn held_time_is_charged_to_nobody() {
        let mut clock = running(TimeControl::SuddenDeath { initial: s(10) });
        clock.hold(after(2));
        assert_eq!((clock.running(), clock.falls_at()), (None, None));
        assert_eq!(left(&clock, 60), [s(8), s(10)]);
        clock.resume(after(60));
        assert_eq!((clock.running(), clock.falls_at()), (Some(seat(0)), Some(after(68))));
        assert_eq!(clock.press(after(61), NO_LAG).unwrap().elapsed, s(3), "the turn goes on where it was");
    }

    #[test]
    fn an_outage_that_nobody_announced_is_charged_to_nobody_either() {
        let mut clock = running(TimeControl::SuddenDeath { initial: s(10) });
        clock.resume(after(60));
        assert_eq!(clock.falls_at(), Some(after(70)));
    }

    #[test]
    fn without_a_limit_nothing_ever_falls() {
        let mut clock = running(TimeControl::Unlimited);
        assert_eq!((clock.remaining(seat(0), after(1)), clock.falls_at()), (None, None));
        assert_eq!(clock.press(after(1), s(1)).unwrap().elapsed, s(1));
        assert_eq!(clock.running(), None);
    }
}
