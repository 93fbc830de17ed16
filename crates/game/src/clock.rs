//! The players' clocks, as a value.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::lag::LagBank;
use crate::spans::as_micros;
use crate::{Seat, SeatSet, TimeControl, Timestamp};

/// The time left to each seat, and the clock that is running.
///
/// The clock never reads the time itself: every moment is an argument. Time that the server spends during a turn (storing the previous
/// move, an outage) is reported with `exclude` and charged to no player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    /// By seat, as of the start of the running turn. With one clock for the whole game, only the first seat's entry counts.
    remaining: [Duration; Seat::MAX],
    banks: [LagBank; Seat::MAX],
    /// Seats that play with half of the time and get no time for a move.
    berserk: SeatSet,
    /// Time that each seat was given since its last move, by seat; contained in `remaining`.
    given: [Duration; Seat::MAX],
    running: Option<Running>,
}

/// The measured turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Running {
    seat: Seat,
    /// Start of the turn.
    since: Timestamp,
    /// Time of the turn that the server itself has used.
    server: Duration,
    /// End of the server time counted so far: nothing before this moment is counted again.
    server_until: Timestamp,
}

/// Accounts for the time that passed before one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveTiming {
    /// The seat that moved.
    pub seat: Seat,
    /// From the start of the turn until the move reached the server.
    #[serde(rename = "elapsed_us", with = "as_micros")]
    pub elapsed: Duration,
    /// Not charged because the server used it: to store the previous move, or during an outage.
    #[serde(rename = "server_us", with = "as_micros")]
    pub server: Duration,
    /// Not charged because of network latency.
    #[serde(rename = "forgiven_us", with = "as_micros")]
    pub forgiven: Duration,
    /// Not charged because the first seconds of a turn are free, with [`Delay`](TimeControl::Delay).
    #[serde(rename = "free_us", with = "as_micros")]
    pub free: Duration,
    /// Added to the clock after the move, with [`Fischer`](TimeControl::Fischer) and [`Bronstein`](TimeControl::Bronstein); with any control,
    /// the time that a director of a tournament has added since the seat's previous move.
    #[serde(rename = "added_us", with = "as_micros")]
    pub added: Duration,
}

impl MoveTiming {
    /// Returns the time charged to the player: elapsed time without server time, network time and free time.
    pub fn charged(&self) -> Duration {
        self.elapsed.saturating_sub(self.server + self.forgiven + self.free)
    }
}

impl Clock {
    /// Full clocks, none of them running.
    pub fn new(control: TimeControl) -> Self {
        let initial = match control {
            TimeControl::None => Duration::MAX,
            TimeControl::SuddenDeath { initial }
            | TimeControl::Fischer { initial, .. }
            | TimeControl::Bronstein { initial, .. }
            | TimeControl::Delay { initial, .. } => initial,
            TimeControl::PerMove { limit } | TimeControl::PerGame { limit } => limit,
        };
        let banks = [LagBank::new(control); Seat::MAX];
        Self {
            control,
            remaining: [initial; Seat::MAX],
            banks,
            berserk: SeatSet::EMPTY,
            given: [Duration::ZERO; Seat::MAX],
            running: None,
        }
    }

    /// Returns whether thinking time is limited. Turns are timed even without a limit.
    pub fn is_limited(&self) -> bool {
        self.control != TimeControl::None
    }

    /// Returns whether a single clock runs for the whole game, regardless of the player to move.
    pub fn is_shared(&self) -> bool {
        self.control.is_shared()
    }

    /// The seat with the running clock; `None` before and after a game.
    pub fn running(&self) -> Option<Seat> {
        self.running.map(|running| running.seat)
    }

    /// Effective start of the running turn: its start, shifted by the time that the server has used.
    pub fn turn_began_at(&self) -> Option<Timestamp> {
        self.running.map(|running| running.since + running.server)
    }

    /// Returns the time that `seat` has left at `now`; `None` without a limit.
    pub fn remaining(&self, seat: Seat, now: Timestamp) -> Option<Duration> {
        if !self.is_limited() {
            return None;
        }
        let charged = match self.running {
            Some(running) if running.seat == seat || self.is_shared() => {
                self.charge(running.seat, running.counted(now))
            }
            _ => Duration::ZERO,
        };
        Some(self.remaining[self.time_index(seat)].saturating_sub(charged))
    }

    /// Time at which the running clock expires unless it is stopped before; `None` without a limit or when no clock runs.
    pub fn falls_at(&self) -> Option<Timestamp> {
        let running = self.running.filter(|_| self.is_limited())?;
        let grace = self.banks[running.seat.index()].flag_grace();
        Some(
            running.since
                + running.server
                + self.remaining[self.time_index(running.seat)]
                + self.delay_of(running.seat)
                + grace,
        )
    }

    /// Seats that have given away half of their time.
    pub fn berserk(&self) -> SeatSet {
        self.berserk
    }

    /// Free time of the running turn, before the clock starts to run; if no clock runs, the usual free time of a turn.
    pub(crate) fn delay(&self) -> Duration {
        self.running().map_or(self.control.delay(), |seat| self.delay_of(seat))
    }

    /// Halves the time of `seat`, which gets no increment from now on.
    pub(crate) fn go_berserk(&mut self, seat: Seat) {
        self.berserk.insert(seat);
        self.remaining[seat.index()] /= 2;
    }

    /// Gives `seat` more time, from now on. It counts as added by the seat's next move.
    pub(crate) fn give(&mut self, seat: Seat, time: Duration) {
        self.remaining[seat.index()] += time;
        self.given[seat.index()] += time;
    }

    /// Actual start of the running turn, not shifted by server time.
    pub(crate) fn running_since(&self) -> Option<Timestamp> {
        self.running.map(|running| running.since)
    }

    /// Server time in the running turn; zero when no clock runs.
    pub(crate) fn server_time(&self) -> Duration {
        self.running.map_or(Duration::ZERO, |running| running.server)
    }

    /// End of the server time counted in the running turn.
    pub(crate) fn server_time_until(&self) -> Option<Timestamp> {
        self.running.map(|running| running.server_until)
    }

    /// Excludes from the running turn the part of a span that the server used and that is not excluded yet. Returns the excluded duration.
    ///
    /// Callers pass spans in the order of their ends: anything before the end of an earlier span counts as already excluded.
    pub(crate) fn exclude(&mut self, from: Timestamp, until: Timestamp) -> Duration {
        let Some(running) = &mut self.running else { return Duration::ZERO };
        let forgiven = until.since(from.max(running.server_until));
        running.server += forgiven;
        running.server_until = running.server_until.max(until);
        forgiven
    }

    /// Sets the server time of the running turn at `at` to the value in a record. It is capped at the elapsed time of the turn: when
    /// several records are made together, the later ones may still carry the value of the previous turn.
    pub(crate) fn set_server_time(&mut self, server: Duration, at: Timestamp) {
        if let Some(running) = &mut self.running {
            running.server = server.min(at.since(running.since));
            running.server_until = at;
        }
    }

    /// Returns whether a move of the running seat that arrives at `now`, after `lag` on the network, is too late.
    pub(crate) fn is_too_late(&self, now: Timestamp, lag: Duration) -> bool {
        let Some(running) = self.running.filter(|_| self.is_limited()) else { return false };
        let counted = running.counted(now);
        let forgiven = self.banks[running.seat.index()].compensation(counted, lag);
        self.charge(running.seat, counted.saturating_sub(forgiven))
            >= self.remaining[self.time_index(running.seat)]
    }

    /// Starts the clock of `seat`.
    pub(crate) fn start(&mut self, seat: Seat, now: Timestamp) {
        if let TimeControl::PerMove { limit } = self.control {
            self.remaining[seat.index()] = limit;
        }
        self.running = Some(Running { seat, since: now, server: Duration::ZERO, server_until: now });
    }

    /// Stops the running clock and charges the time that has passed on it.
    pub(crate) fn stop(&mut self, now: Timestamp) {
        if let Some(running) = self.running.take()
            && self.is_limited()
        {
            let charged = self.charge(running.seat, running.counted(now));
            let remaining = &mut self.remaining[self.time_index(running.seat)];
            *remaining = remaining.saturating_sub(charged);
        }
    }

    /// Stops the running clock after its owner's move: excludes server and network time, charges the rest, and adds the increment.
    pub(crate) fn press(&mut self, now: Timestamp, lag: Duration) -> Option<MoveTiming> {
        let running = self.running.take()?;
        let (seat, elapsed, counted) = (running.seat, now.since(running.since), running.counted(now));
        let mut timing = MoveTiming {
            seat,
            elapsed,
            server: elapsed.saturating_sub(counted),
            forgiven: Duration::ZERO,
            free: Duration::ZERO,
            added: Duration::ZERO,
        };
        if self.is_limited() {
            let bank = &mut self.banks[seat.index()];
            timing.forgiven = bank.compensation(counted, lag);
            bank.settle(timing.forgiven, lag);
            let counted = counted.saturating_sub(timing.forgiven);
            let charged = self.charge(seat, counted);
            timing.free = counted.saturating_sub(charged);
            let remaining = &mut self.remaining[self.time_index(seat)];
            *remaining = remaining.saturating_sub(charged);
            timing.added = match self.control {
                _ if self.berserk.contains(seat) => Duration::ZERO,
                TimeControl::Fischer { increment, .. } => increment,
                TimeControl::Bronstein { delay, .. } => delay.min(charged),
                _ => Duration::ZERO,
            };
            *remaining += timing.added;
            timing.added += std::mem::take(&mut self.given[seat.index()]);
        }
        Some(timing)
    }

    /// Returns the clocks after replaying `moves`, each with the network time that was measured for it. No clock runs in the result; a turn
    /// that runs here is ignored.
    pub(crate) fn after<'a>(&self, moves: impl IntoIterator<Item = (&'a MoveTiming, &'a Duration)>) -> Self {
        let mut clock = Self { running: None, ..self.clone() };
        for (timing, &lag) in moves {
            let (began, ended) = (Timestamp(0), Timestamp(0) + timing.elapsed);
            clock.start(timing.seat, began);
            clock.set_server_time(timing.server, ended);
            clock.press(ended, lag);
        }
        clock
    }

    /// Charges `seat` for the counted time of one turn.
    fn charge(&self, seat: Seat, counted: Duration) -> Duration {
        counted.saturating_sub(self.delay_of(seat))
    }

    /// Free time of each turn of `seat`.
    fn delay_of(&self, seat: Seat) -> Duration {
        if self.berserk.contains(seat) { Duration::ZERO } else { self.control.delay() }
    }

    /// Index of a seat's time in `remaining`.
    fn time_index(&self, seat: Seat) -> usize {
        if self.is_shared() { 0 } else { seat.index() }
    }
}

impl Running {
    /// Elapsed time of the turn at `now`, without server time.
    fn counted(&self, now: Timestamp) -> Duration {
        now.since(self.since).saturating_sub(self.server)
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
    fn moved(control: TimeControl, at: u64) -> (Clock, MoveTiming) {
        let mut clock = running(control);
        let timing = clock.press(after(at), NO_LAG).unwrap();
        clock.start(seat(1), after(at));
        (clock, timing)
    }

    fn left(clock: &Clock, at: u64) -> [Duration; 2] {
        [0, 1].map(|number| clock.remaining(seat(number), after(at)).unwrap())
    }

    #[test]
    fn sudden_death_charges_only_the_seat_to_move() {
        let clock = running(TimeControl::SuddenDeath { initial: s(10) });
        assert_eq!((left(&clock, 4), clock.falls_at()), ([s(6), s(10)], Some(after(10))));
        let (clock, timing) = moved(TimeControl::SuddenDeath { initial: s(10) }, 4);
        assert_eq!((left(&clock, 9), clock.falls_at()), ([s(6), s(5)], Some(after(14))));
        assert_eq!((timing.elapsed, timing.added), (s(4), s(0)));
    }

    #[test]
    fn fischer_adds_its_increment_after_each_move() {
        let (clock, timing) = moved(TimeControl::Fischer { initial: s(10), increment: s(3) }, 1);
        assert_eq!((left(&clock, 1), timing.added), ([s(12), s(10)], s(3)));
    }

    #[test]
    fn bronstein_returns_the_used_time_up_to_the_delay() {
        let control = TimeControl::Bronstein { initial: s(10), delay: s(3) };
        let (clock, timing) = moved(control, 2);
        assert_eq!((left(&clock, 2), timing.added), ([s(10), s(10)], s(2)));
        let (clock, timing) = moved(control, 5);
        assert_eq!((left(&clock, 5), timing.added), ([s(8), s(10)], s(3)));
    }

    #[test]
    fn a_delay_passes_before_the_clock_begins_to_run() {
        let control = TimeControl::Delay { initial: s(10), delay: s(3) };
        let clock = running(control);
        assert_eq!((left(&clock, 2), clock.falls_at()), ([s(10), s(10)], Some(after(13))));
        let (clock, timing) = moved(control, 5);
        assert_eq!((left(&clock, 5), timing.free, timing.added), ([s(8), s(10)], s(3), s(0)));
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
    fn shared_game_clock_runs_for_all_players() {
        let (clock, _) = moved(TimeControl::PerGame { limit: s(100) }, 30);
        assert_eq!((left(&clock, 40), clock.falls_at()), ([s(60), s(60)], Some(after(100))));
    }

    #[test]
    fn berserk_halves_the_time_and_removes_increments() {
        for (control, added) in [
            (TimeControl::Fischer { initial: s(10), increment: s(3) }, s(3)),
            (TimeControl::Bronstein { initial: s(10), delay: s(3) }, s(1)),
            (TimeControl::Delay { initial: s(10), delay: s(3) }, s(0)),
        ] {
            let mut clock = running(control);
            clock.go_berserk(seat(0));
            assert_eq!((left(&clock, 1), clock.falls_at()), ([s(4), s(10)], Some(after(5))), "{control:?}");
            clock.press(after(1), NO_LAG);
            clock.start(seat(1), after(1));
            let timing = clock.press(after(2), NO_LAG).unwrap();
            assert_eq!((left(&clock, 2)[0], timing.added), (s(4), added), "{control:?}");
        }
    }

    #[test]
    fn network_time_is_forgiven_and_recorded() {
        let mut clock = running(TimeControl::SuddenDeath { initial: s(600) });
        let lag = Duration::from_millis(400);
        let timing = clock.press(after(2), lag).unwrap();
        assert_eq!((timing.elapsed, timing.forgiven), (s(2), lag));
        assert_eq!(clock.remaining(seat(0), after(2)), Some(Duration::from_millis(598_400)));
    }

    #[test]
    fn flag_waits_for_a_move_in_transit() {
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
    fn server_time_is_not_charged() {
        let mut clock = running(TimeControl::SuddenDeath { initial: s(10) });
        assert_eq!(clock.exclude(after(2), after(60)), s(58));
        assert_eq!((clock.turn_began_at(), clock.falls_at()), (Some(after(58)), Some(after(68))));
        assert_eq!(left(&clock, 60), [s(8), s(10)]);
        assert!(!clock.is_too_late(after(67), NO_LAG));
        assert!(clock.is_too_late(after(68), NO_LAG));
        let timing = clock.press(after(61), NO_LAG).unwrap();
        assert_eq!((timing.elapsed, timing.server), (s(61), s(58)), "the turn has gone on where it was");
        assert_eq!(left(&clock, 61), [s(7), s(10)]);
    }

    #[test]
    fn only_time_of_the_running_turn_is_excluded_and_only_once() {
        let mut clock = running(TimeControl::SuddenDeath { initial: s(100) });
        assert_eq!(clock.exclude(START - s(50), after(3)), s(3), "the turn began only then");
        assert_eq!(clock.exclude(START - s(50), after(3)), s(0), "excluded a second time");
        assert_eq!(clock.exclude(after(2), after(5)), s(2), "the part that is new");
        assert_eq!(clock.exclude(after(7), after(7)), s(0));
        assert_eq!(clock.exclude(after(9), after(8)), s(0), "no span at all");
        assert_eq!(clock.server_time(), s(5));
        clock.press(after(20), NO_LAG);
        assert_eq!(clock.exclude(after(20), after(30)), s(0), "no turn is running");
    }

    #[test]
    fn network_time_excludes_server_time() {
        let mut clock = running(TimeControl::SuddenDeath { initial: s(600) });
        clock.exclude(START, after(4));
        let timing = clock.press(after(4) + Duration::from_millis(100), s(1)).unwrap();
        assert_eq!((timing.server, timing.forgiven), (s(4), Duration::from_millis(100)));
        assert_eq!(timing.charged(), s(0));
        assert_eq!(left(&clock, 5), [s(600), s(600)]);
    }

    #[test]
    fn a_delay_begins_when_the_server_is_done() {
        let mut clock = running(TimeControl::Delay { initial: s(10), delay: s(3) });
        clock.exclude(START, after(20));
        assert_eq!((left(&clock, 22), clock.falls_at()), ([s(10), s(10)], Some(after(33))));
        let timing = clock.press(after(25), NO_LAG).unwrap();
        assert_eq!((timing.server, timing.free, timing.charged()), (s(20), s(3), s(2)));
        assert_eq!(left(&clock, 25), [s(8), s(10)]);
    }

    #[test]
    fn without_a_limit_the_servers_time_is_written_down_too() {
        let mut clock = running(TimeControl::None);
        clock.exclude(START, after(2));
        let timing = clock.press(after(5), NO_LAG).unwrap();
        assert_eq!((timing.elapsed, timing.server), (s(5), s(2)));
    }

    #[test]
    fn without_a_limit_nothing_ever_falls() {
        let mut clock = running(TimeControl::None);
        assert_eq!((clock.remaining(seat(0), after(1)), clock.falls_at()), (None, None));
        assert_eq!(clock.press(after(1), s(1)).unwrap().elapsed, s(1));
        assert_eq!(clock.running(), None);
    }

    #[test]
    fn given_time_counts_at_once_and_as_added_by_the_next_move() {
        let mut clock = running(TimeControl::Fischer { initial: s(60), increment: s(2) });
        clock.give(seat(0), s(30));
        clock.give(seat(1), s(5));
        assert_eq!(clock.remaining(seat(0), after(10)), Some(s(80)));
        assert_eq!(clock.remaining(seat(1), after(10)), Some(s(65)));
        assert!(!clock.is_too_late(after(75), NO_LAG), "it would have been without the given time");
        let timing = clock.press(after(75), NO_LAG).unwrap();
        assert_eq!((timing.added, clock.remaining(seat(0), after(75))), (s(32), Some(s(17))));
        clock.start(seat(0), after(75));
        assert_eq!(clock.press(after(76), NO_LAG).unwrap().added, s(2), "once");
    }
}
