//! What time causes at a table, and what the server's own time is left out of.

use std::time::Duration;

use super::{Table, finished};
use crate::{Clock, Clocks, Event, Game, Presence, Reason, Seat, Timestamp};

/// Whoever leaves on purpose waits this many times less until the others can claim the game, but not less than
/// [`LEFT_ABSENCE_MIN`].
const LEFT_ABSENCE_DIVISOR: u32 = 4;
const LEFT_ABSENCE_MIN: Duration = Duration::from_secs(10);

impl Table {
    /// What has happened by `now` because of the time: a clock has fallen, a first move has not come, or nobody has moved for
    /// too long. Often nothing.
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

    /// What happens when the running clock has fallen, whatever may still be on its way: after
    /// [`Reject::TimeOver`](crate::Reject::TimeOver).
    pub fn flag(&self) -> Vec<Event> {
        self.playing().map(out_of_time).unwrap_or_default()
    }

    /// When [`tick`](Self::tick) causes something, if nothing else happens before; `None` when time alone never will.
    pub fn next_deadline(&self) -> Option<Timestamp> {
        let game = self.playing()?;
        let policy = &self.settings.policy;
        [game.clock().falls_at(), game.first_move_by(policy), game.stale_at(policy)]
            .into_iter()
            .flatten()
            .min()
    }

    /// When the others can claim the game from `seat`, because its player is away; `None` when they cannot.
    pub fn claimable_at(&self, seat: Seat, presence: &Presence) -> Option<Timestamp> {
        let absence = self.settings.policy.absence?;
        let game = self.playing().filter(|game| game.playing().contains(seat))?;
        let away = presence.absence(self.player(seat)?.id)?;
        let grace = if away.on_purpose {
            (absence / LEFT_ABSENCE_DIVISOR).max(LEFT_ABSENCE_MIN).min(absence)
        } else {
            absence
        };
        Some(away.since.max(game.started_at()) + grace)
    }

    /// The clocks at the moment `at`. Before the first game none has a limit and none runs.
    pub fn clocks(&self, at: Timestamp) -> Clocks {
        let clock = self.game.as_ref().map(Game::clock);
        let policy = &self.settings.policy;
        Clocks {
            remaining: clock.and_then(|clock| self.seats().map(|seat| clock.remaining(seat, at)).collect()),
            running: clock.and_then(Clock::running),
            turn_began_at: clock.and_then(Clock::turn_began_at),
            free: clock.map_or(self.settings.time.free(), Clock::free),
            shared: self.settings.time.is_shared(),
            first_move_by: self.playing().and_then(|game| game.first_move_by(policy)),
        }
    }

    /// Leaves out of the running turn what lies in it of a span in which the server could not go on: an outage of the
    /// storage, or a time in which the process stood still. What is left out already does not count again. Returns how
    /// much was left out; zero when no clock runs.
    ///
    /// Spans come in the order of their ends. Nothing is recorded by this: the next [`Record`](crate::Record) tells it.
    pub fn forgive(&mut self, from: Timestamp, until: Timestamp) -> Duration {
        self.game.as_mut().map_or(Duration::ZERO, |game| game.clock_mut().forgive(from, until))
    }

    /// The last record could be told to everybody only at the moment `at`. If the running turn began with it, the time
    /// until then is left out: nobody thinks about what they do not know. Returns how much was left out.
    pub fn told(&mut self, at: Timestamp) -> Duration {
        let began = self.game.as_ref().and_then(|game| game.clock().running_since());
        if began == Some(self.at) { self.forgive(self.at, at) } else { Duration::ZERO }
    }

    /// What the server itself has taken of the running turn: for the next [`Record`](crate::Record). Zero when no clock runs.
    pub fn server_time(&self) -> Duration {
        self.game.as_ref().map_or(Duration::ZERO, |game| game.clock().server_time())
    }

    /// The earliest moment at which something can happen next: not before the last record, and not within time that is left
    /// out of the running turn. A command that reached the server before is taken as if it came at this moment.
    pub fn earliest_next(&self) -> Timestamp {
        let counted = self.game.as_ref().and_then(|game| game.clock().server_time_until());
        counted.map_or(self.at, |counted| counted.max(self.at))
    }
}

/// The time of whoever is to move is over.
fn out_of_time(game: &Game) -> Vec<Event> {
    if game.clock().is_shared() {
        return vec![finished(game.counted_out())];
    }
    Table::lose(game, game.turn().into_iter().collect(), Reason::Time)
}
