//! Effects of time at a table, and the exclusion of server time.

use std::time::Duration;

use super::{Table, finished};
use crate::{Clock, Clocks, Event, Game, Presence, Reason, Seat, Timestamp};

/// A player who leaves on purpose gives the others a claim after this fraction of the usual absence, but not before [`LEFT_ABSENCE_MIN`].
const LEFT_ABSENCE_DIVISOR: u32 = 4;
const LEFT_ABSENCE_MIN: Duration = Duration::from_secs(20);

impl Table {
    /// Returns the events that time has caused by `now`: an expired clock, a missed first move, or too long a time without moves. Often
    /// empty.
    pub fn tick(&self, now: Timestamp) -> Vec<Event> {
        let Some(game) = self.playing() else { return Vec::new() };
        let policy = &self.settings.policy;
        let is_past = |deadline: Option<Timestamp>| deadline.is_some_and(|deadline| deadline <= now);
        if is_past(game.clock().falls_at()) {
            out_of_time(game)
        } else if is_past(game.first_move_by(policy)) {
            if policy.first_move_forfeits {
                out_of_time(game)
            } else {
                vec![finished(game.without_winner(Reason::Aborted))]
            }
        } else if is_past(game.stale_at(policy)) {
            vec![finished(game.without_winner(Reason::Abandoned))]
        } else {
            Vec::new()
        }
    }

    /// Returns the events of an expired clock, regardless of moves in transit: after [`CommandError::TimeOver`](crate::CommandError::TimeOver).
    pub fn flag(&self) -> Vec<Event> {
        self.playing().map(out_of_time).unwrap_or_default()
    }

    /// Time at which [`tick`](Self::tick) returns events if nothing else happens before; `None` if time alone never causes any.
    pub fn next_deadline(&self) -> Option<Timestamp> {
        let game = self.playing()?;
        let policy = &self.settings.policy;
        [game.clock().falls_at(), game.first_move_by(policy), game.stale_at(policy)]
            .into_iter()
            .flatten()
            .min()
    }

    /// Time at which the others can claim the game because the player of `seat` is away; `None` if they cannot. Absence counts only while
    /// the player is to move.
    pub fn claimable_at(&self, seat: Seat, presence: &Presence) -> Option<Timestamp> {
        let absence = self.settings.policy.absence?;
        let game = self.playing().filter(|game| game.turn() == Some(seat))?;
        let away = presence.absence(self.player(seat)?.id)?;
        let grace = if away.on_purpose {
            (absence / LEFT_ABSENCE_DIVISOR).max(LEFT_ABSENCE_MIN).min(absence)
        } else {
            absence
        };
        Some(away.since.max(game.clock().running_since()?) + grace)
    }

    /// Returns the clocks at the moment `at`. Before the first game none has a limit and none runs.
    pub fn clocks(&self, at: Timestamp) -> Clocks {
        let clock = self.game.as_ref().map(Game::clock);
        let policy = &self.settings.policy;
        Clocks {
            remaining: clock.and_then(|clock| self.seats().map(|seat| clock.remaining(seat, at)).collect()),
            running: clock.and_then(Clock::running),
            turn_began_at: clock.and_then(Clock::turn_began_at),
            free: clock.map_or(self.settings.time.delay(), Clock::delay),
            shared: self.settings.time.is_shared(),
            first_move_by: self.playing().and_then(|game| game.first_move_by(policy)),
        }
    }

    /// Excludes from the running turn its overlap with a span in which the server could not continue: an outage of the storage, or a
    /// suspended process. Time that is excluded already does not count again. Returns the excluded duration; zero when no clock runs.
    ///
    /// Callers pass spans in the order of their ends. This records nothing: the next [`Record`](crate::Record) contains it.
    pub fn exclude(&mut self, from: Timestamp, until: Timestamp) -> Duration {
        self.game.as_mut().map_or(Duration::ZERO, |game| game.clock_mut().exclude(from, until))
    }

    /// Reports that the last record was announced only at the moment `at`. If the running turn started with that record, the time until
    /// `at` is excluded, because the player was not informed of the turn. Returns the excluded duration.
    pub fn announced_at(&mut self, at: Timestamp) -> Duration {
        let began = self.game.as_ref().and_then(|game| game.clock().running_since());
        if began == Some(self.at) { self.exclude(self.at, at) } else { Duration::ZERO }
    }

    /// Server time of the running turn, for the next [`Record`](crate::Record). Zero when no clock runs.
    pub fn server_time(&self) -> Duration {
        self.game.as_ref().map_or(Duration::ZERO, |game| game.clock().server_time())
    }

    /// Earliest time of the next event: not before the last record, and not within excluded time of the running turn. A command that
    /// reached the server earlier is treated as if it arrived at this moment.
    pub fn earliest_next(&self) -> Timestamp {
        let counted = self.game.as_ref().and_then(|game| game.clock().server_time_until());
        counted.map_or(self.at, |counted| counted.max(self.at))
    }
}

/// Returns the events when the player to move is out of time.
fn out_of_time(game: &Game) -> Vec<Event> {
    if game.clock().is_shared() {
        return vec![finished(game.outcome_on_time())];
    }
    Table::lose(game, game.turn().into_iter().collect(), Reason::Time)
}
