//! Following a room, and taking snapshots of it.

use std::time::Duration;

use sumito_game::{Status, Table, Timestamp, UserId};
use tokio::time::Instant;
use tracing::error;

use super::super::handle::Watch;
use super::super::view::{RoomView, frozen};
use super::{ClockCause, EncodedUpdate, Notice, Room, RoomFailed, RoomUpdate, has_seat};
use crate::{CommandOutcome, EncodedView};
use sumito_kit::metrics;
use sumito_kit::topic::{Subscriber, SubscriberId};

/// Lifetime of a cached snapshot if there was no event since. It bounds the encoding work for any number of clients.
const SHOWN_FOR: Duration = Duration::from_millis(250);

/// The cached snapshots of the room: for the players, and for all others.
#[derive(Debug, Default)]
pub(super) struct CachedViews([Option<(Instant, EncodedView)>; 2]);

impl CachedViews {
    /// Drops the snapshots after a change.
    pub(super) fn forget(&mut self) {
        self.0 = Default::default();
    }

    fn get_or(&mut self, has_seat: bool, make: impl FnOnce() -> EncodedView) -> EncodedView {
        let place = &mut self.0[usize::from(has_seat)];
        match place {
            Some((shown_at, view)) if shown_at.elapsed() < SHOWN_FOR => view.clone(),
            _ => place.insert((Instant::now(), make())).1.clone(),
        }
    }
}

impl Room {
    pub(super) fn watch(&mut self, watch: Watch) -> Result<(), RoomFailed> {
        let Watch { id, user, subscriber, since, reply } = watch;
        let seq = self.seen_by(user).seq();
        reply.done(CommandOutcome { room: self.row.id, seat: None, seq: Some(seq) });
        let missed = self.missed(user, since, seq, subscriber.free_places())?;
        if since.is_some() {
            metrics::resumed(if missed.is_some() { "events" } else { "room" });
        }
        match missed {
            Some(missed) => {
                for update in &missed {
                    subscriber.send(update);
                }
                self.send_state(&*subscriber, user);
            }
            None => drop(subscriber.send(&RoomUpdate::View(self.view(user)).into())),
        }
        self.send_conditional_moves_to(&*subscriber, user);
        if self.table.status() == Status::Playing && self.is_storage_down() {
            let (room, notice) = (self.row.id, Notice::StorageUnavailable);
            subscriber.send(&RoomUpdate::Notice { room, notice }.into());
        }
        if self.cut_off_since.is_some() {
            let (room, notice) = (self.row.id, Notice::PlayerUnreachable);
            subscriber.send(&RoomUpdate::Notice { room, notice }.into());
        }
        let watching = self.watching();
        self.subscribers.add(id, user, subscriber);
        self.show_crowd(watching);
        if let Some(user) = user.filter(|user| self.subscribers.count_of(*user) > 1) {
            self.send_control(user);
        }
        self.check_connectivity();
        Ok(())
    }

    pub(super) fn unwatch(&mut self, id: SubscriberId) {
        let watching = self.watching();
        let left = self.subscribers.remove(id);
        self.show_crowd(watching);
        if let Some(user) = left {
            self.send_control(user);
        }
        self.check_connectivity();
    }

    /// Updates the number of subscribers in the lists, if it has changed.
    fn show_crowd(&self, before: u32) {
        if self.watching() != before && self.table.status() == Status::Playing {
            self.show_in_lists();
        }
    }

    /// Returns the events that `user` has missed since number `since`; `None` if the whole room must be sent.
    fn missed(
        &self,
        user: Option<UserId>,
        since: Option<u64>,
        seq: u64,
        free_places: usize,
    ) -> Result<Option<Vec<EncodedUpdate>>, RoomFailed> {
        let Some(missed) = since.and_then(|since| seq.checked_sub(since)) else { return Ok(None) };
        let since = seq - missed;
        // Events that do not fit are replaced by the whole room too, so that the subscriber can come back at all.
        if missed as usize > self.context.config.missed_events.min(free_places / 2) {
            return Ok(None);
        }
        let number = |update: &EncodedUpdate| match update.value() {
            RoomUpdate::Event(event) => event.seq,
            _ => 0,
        };
        if missed == 0 || self.recent.front().is_some_and(|first| number(first) <= since + 1) {
            let wanted = since + 1..=seq;
            let recent = self.recent.iter().filter(|update| wanted.contains(&number(update)));
            return Ok(Some(recent.cloned().collect()));
        }
        // Replaying the game is too expensive to do for spectators.
        if !has_seat(&self.table, user) {
            return Ok(None);
        }
        let events = self.history.events_since(&self.row, since).map_err(|corrupt| {
            error!(room = %self.row.id, error = %corrupt, "room events in memory inconsistent for resuming player (bug)");
            RoomFailed
        })?;
        Ok(events.map(|events| events.into_iter().map(|event| RoomUpdate::Event(event).into()).collect()))
    }

    /// Sends a subscriber who receives missed events the state that events do not contain: the presence and the current clocks.
    fn send_state(&self, subscriber: &dyn Subscriber<RoomUpdate>, user: Option<UserId>) {
        let seats = super::presence_of(self.seen_by(user), &self.presence, &self.on_vacation());
        subscriber.send(&RoomUpdate::Presence { room: self.row.id, seats }.into());
        let seats = self.ratings.of(self.seen_by(user));
        if seats.iter().any(Option::is_some) {
            subscriber.send(&RoomUpdate::Ratings { room: self.row.id, seats }.into());
        }
        if self.table.status() == Status::Playing {
            subscriber.send(&self.clocks_for(user, ClockCause::Resumed));
        }
    }

    /// Sends the current clocks to all subscribers.
    pub(super) fn send_clocks(&mut self, cause: ClockCause) {
        self.cached_views.forget();
        if self.table.status() != Status::Playing {
            return;
        }
        let update = self.clocks_for(super::players(&self.table).next(), cause);
        if self.delay.is_some() {
            self.subscribers.send_to(&update, |user| has_seat(&self.table, user));
            self.send_spectators_clocks(cause);
        } else {
            self.subscribers.send(&update);
        }
    }

    /// Sends the clocks of their delayed view to subscribers who have no seat.
    pub(super) fn send_spectators_clocks(&self, cause: ClockCause) {
        let update = self.clocks_for(None, cause);
        self.subscribers.send_to(&update, |user| !has_seat(&self.table, user));
    }

    fn clocks_for(&self, user: Option<UserId>, cause: ClockCause) -> EncodedUpdate {
        let (table, at) = self.shown_to(user);
        let clocks = table.clocks(at);
        let is_still = cause == ClockCause::Stopping || self.stands_still_since().is_some();
        let clocks = if is_still { frozen(clocks) } else { clocks };
        RoomUpdate::Clock { room: self.row.id, at, clocks, cause }.into()
    }

    /// Returns the whole room in the current view of `user`.
    pub(super) fn view(&mut self, user: Option<UserId>) -> EncodedView {
        let mut cached_views = std::mem::take(&mut self.cached_views);
        let view = cached_views.get_or(has_seat(&self.table, user), || {
            let (table, at) = self.shown_to(user);
            let view =
                RoomView::new(&self.row, table, &self.presence, &self.on_vacation(), &self.ratings, at);
            let view = if self.stands_still_since().is_some() { view.with_clocks_held() } else { view };
            view.into()
        });
        self.cached_views = cached_views;
        view
    }

    /// Returns the table in the view of `user`, and the time of that view. During a storage outage the clocks show the time at its start.
    fn shown_to(&self, user: Option<UserId>) -> (&Table, Timestamp) {
        let now = self.stands_still_since().unwrap_or_else(|| self.context.time.now());
        match &self.delay {
            Some(delay) if !has_seat(&self.table, user) => (delay.table(), delay.moment(&self.table, now)),
            _ => (&self.table, now.max(self.table.at())),
        }
    }

    /// Returns the table in the view of `user`.
    pub(super) fn seen_by(&self, user: Option<UserId>) -> &Table {
        self.shown_to(user).0
    }

    /// Sends a player's subscribers which of them the player plays through.
    pub(super) fn send_control(&self, user: UserId) {
        if self.table.seat_of(user).is_some() {
            let room = self.row.id;
            self.subscribers.send_to_user(user, |yours| RoomUpdate::Control { room, yours }.into());
        }
    }
}
