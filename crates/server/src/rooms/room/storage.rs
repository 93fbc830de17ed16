//! What becomes of a room when something cannot be stored, and of its clocks when the server was away.

use std::time::Duration;

use sumito_game::{Presence, Status, Timestamp};
use tokio::time::Instant;
use tracing::{error, info, warn};

use super::super::delay::Delay;
use super::super::history::History;
use super::super::step::{Failure, Leaving};
use super::{ClockCause, Lost, Notice, Room, SharedUpdate, Update, players};
use crate::journal::Storage;
use crate::store::{Outage, StoreError};

/// A room is read again at most this often.
const READ_AGAIN_AFTER: Duration = Duration::from_secs(1);

/// It is not known what is stored of a room: something could not be written, or the answer got lost. Until the room has been read
/// again, it refuses commands and lets no clock fall.
#[derive(Debug, Clone, Copy)]
pub(super) struct Doubt {
    /// Since when: nobody is charged for the time until the room has been read.
    since: Timestamp,
    /// When to read it.
    pub(super) read_at: Instant,
}

impl Room {
    /// Notes that it is not known what is stored, since something of the moment `at` was to be.
    pub(super) fn doubt_what_is_stored(&mut self, failure: Failure, at: Timestamp) {
        // The table was made anew from its records: what is not among them has to be told to it again.
        self.excuse_again();
        // As soon as storage is back the room is read anyway. Where only this room cannot be written, reading it does not help for ever.
        let earliest = match failure {
            Failure::Unavailable => Some(Instant::now()),
            Failure::OutOfStep => self.last_read,
        };
        let read_at = earliest.map_or_else(Instant::now, |earliest| earliest + READ_AGAIN_AFTER);
        let since = self.doubt.map_or(at, |doubt| doubt.since);
        self.doubt = Some(Doubt { since, read_at });
    }

    pub(super) fn is_storage_down(&self) -> bool {
        self.still_since().is_some()
    }

    /// Since when nothing can be stored; `None` while it can.
    pub(super) fn still_since(&self) -> Option<Timestamp> {
        match self.context.journal.outages().state() {
            Storage::Up => None,
            Storage::Down { since } => Some(since),
        }
    }

    /// Nothing can be stored any more: the clocks stand still.
    pub(super) fn storage_is_down(&mut self) {
        self.shown.forget();
        if self.table.status() == Status::Playing {
            warn!(room = %self.row.id, "nothing can be stored: the clocks stand still");
            self.notify(Notice::StorageUnavailable);
        }
    }

    /// Something can be stored again. The time between is charged to nobody.
    pub(super) async fn storage_is_back(&mut self) -> Result<(), Lost> {
        if self.doubt.is_some() { self.read_again().await } else { self.go_on() }
    }

    fn go_on(&mut self) -> Result<(), Lost> {
        self.take_in_outages();
        self.tell_spectators()?;
        if self.table.status() == Status::Playing {
            info!(room = %self.row.id, "the game goes on");
        }
        self.tell_clocks(ClockCause::Continued);
        self.show_to_players();
        Ok(())
    }

    /// Lets the clocks know of outages that have ended since they were told last; returns whether there were any.
    pub(super) fn take_in_outages(&mut self) -> bool {
        let outages = self.context.journal.outages();
        let count = outages.count();
        if count == self.outages_known {
            return false;
        }
        self.outages_known = count;
        // Those that the clocks know already change nothing.
        for outage in outages.since(self.table.at()) {
            self.table.forgive(outage.began, outage.ended);
        }
        true
    }

    /// Tells a table that was made anew from its records what the server itself has taken of the running turn since the last of them.
    fn excuse_again(&mut self) {
        self.table.told(self.told_at);
        let outages = self.context.journal.outages();
        self.outages_known = outages.count();
        let mut excuses = outages.since(self.table.at());
        excuses.extend(&self.doubted);
        excuses.sort_by_key(|outage| outage.ended);
        for outage in excuses {
            self.table.forgive(outage.began, outage.ended);
        }
    }

    /// Finds out whether the whole process stood still: a laptop that slept, a process that was stopped. That is charged to nobody
    /// either.
    pub(super) fn notice_freeze(&mut self) {
        self.context.journal.outages().notice_freeze(self.context.time.now());
        if self.take_in_outages() {
            self.tell_clocks(ClockCause::Continued);
            self.show_to_players();
        }
    }

    /// Reads the room again, to know what is stored, and tells the subscribers what they have missed.
    pub(super) async fn read_again(&mut self) -> Result<(), Lost> {
        self.last_read = Some(Instant::now());
        let room = self.row.id;
        let lost = |corrupt: sumito_game::Corrupt| {
            error!(%room, %corrupt, "the stored room is damaged");
            Lost
        };
        let stored = match self.context.store.load_room(self.row.id).await {
            Ok(Some(stored)) => stored,
            Err(StoreError::Unavailable(_)) => {
                if let Some(doubt) = &mut self.doubt {
                    doubt.read_at = Instant::now() + READ_AGAIN_AFTER;
                }
                return Ok(());
            }
            Ok(None) => {
                error!(room = %self.row.id, "the stored room is gone");
                return Err(Lost);
            }
            Err(error) => {
                error!(room = %self.row.id, %error, "the stored room cannot be read");
                return Err(Lost);
            }
        };
        let (known, turn_told_at) = (self.table.seq(), self.told_at);
        let history = History::load(&stored).map_err(lost)?;
        let table = history.table().map_err(lost)?;
        let missed = history.events_since(&self.row, known).map_err(lost)?;
        (self.history, self.table, self.wake_at) = (history, table, stored.wake_at);
        if self.table.seq() == known {
            self.told_at = turn_told_at;
        } else {
            self.told_at = self.context.time.now();
        }
        if let Some(doubt) = self.doubt.take() {
            self.doubted.push(Outage { began: doubt.since, ended: self.context.time.now() });
        }
        self.excuse_again();
        self.shown.forget();
        self.note_players();
        self.show_in_lists();
        self.show_to_players();
        if let Some(missed) = missed {
            self.publish(missed.into_iter().map(|event| Update::Event(event).into()).collect())?;
        } else {
            // More has happened than can be told one by one, and none of it by this server.
            self.recent.clear();
            self.delay = Delay::new(&self.table, &self.history, self.context.time.now()).map_err(lost)?;
            let player = players(&self.table).next();
            let for_players: SharedUpdate = Update::View(self.view(player)).into();
            let for_others: SharedUpdate = Update::View(self.view(None)).into();
            self.subscribers.tell_those(&for_players, |user| super::has_seat(&self.table, user));
            self.subscribers.tell_those(&for_others, |user| !super::has_seat(&self.table, user));
            self.tell_presence();
        }
        self.tell_clocks(ClockCause::Continued);
        Ok(())
    }

    /// Goes on from where the room was when it left memory: nobody is here, and since when is stored, as is what the server itself had
    /// taken of the running turn. Where something has happened in the room since, or the server was away, everybody has the whole time
    /// again to come back.
    pub(super) fn go_on_from(&mut self, away: Option<&str>) {
        let outages = self.context.journal.outages();
        let left: Option<Leaving> = away.and_then(|text| serde_json::from_str(text).ok());
        let still_true = |left: &Leaving| left.at >= self.table.at() && outages.since(left.at).is_empty();
        if let Some(left) = left.filter(still_true) {
            self.presence = left.presence;
            let (from, known) = (self.table.earliest_next(), self.table.server_time());
            self.table.forgive(from, from + left.server.saturating_sub(known));
        } else {
            let ended = outages.since(self.table.at()).last().map(|outage| outage.ended);
            let since = ended.unwrap_or(self.table.at());
            self.presence = Presence::all_away_since(players(&self.table), since);
        }
    }
}
