//! What the surroundings cause.

use super::{Table, finished};
use crate::{Event, Game, Reason, Signal, Timestamp, UserId};

impl Table {
    /// What a signal of the surroundings causes at `now`: often nothing.
    pub fn observe(&self, signal: Signal, now: Timestamp) -> Vec<Event> {
        match signal {
            Signal::Tick => self.tick(now),
            Signal::Flag => self.playing().map(flag).unwrap_or_default(),
            Signal::Connected(user) => self.presence(user, true, false),
            Signal::Disconnected { user, on_purpose } => self.presence(user, false, on_purpose),
            Signal::Pausing => self.playing().map(|_| Event::Paused).into_iter().collect(),
            Signal::Resuming => {
                let anything = self.playing().is_some() || self.chairs.iter().any(|chair| chair.connected);
                anything.then_some(Event::Resumed).into_iter().collect()
            }
            Signal::Continuing => self.playing().map(|_| Event::Continued).into_iter().collect(),
        }
    }

    fn tick(&self, now: Timestamp) -> Vec<Event> {
        let Some(game) = self.playing() else { return Vec::new() };
        let policy = &self.settings.policy;
        if game.clock().falls_at().is_some_and(|deadline| deadline <= now) {
            flag(game)
        } else if game.first_move_by(policy).is_some_and(|deadline| deadline <= now) {
            if policy.first_move_forfeits {
                flag(game)
            } else {
                vec![finished(game.without_winner(Reason::Aborted))]
            }
        } else {
            Vec::new()
        }
    }

    fn presence(&self, user: UserId, connected: bool, on_purpose: bool) -> Vec<Event> {
        self.seat_of(user)
            .filter(|seat| self.chairs[seat.index()].connected != connected)
            .map(|seat| Event::Presence { seat, connected, on_purpose })
            .into_iter()
            .collect()
    }
}

/// The time of whoever is to move is over.
fn flag(game: &Game) -> Vec<Event> {
    if game.clock().is_shared() {
        return vec![finished(game.counted_out())];
    }
    Table::lose(game, game.turn().into_iter().collect(), Reason::Time)
}
