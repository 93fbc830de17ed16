//! Vacations of the players: in a room that allows them, the clock of a player on vacation is stopped.
//!
//! The store alone decides when a vacation starts and ends. The room reads the vacations of its players when it is loaded, before it
//! decides on a command or on an expired clock, before it leaves memory, and when a wake-up announces changed ones. Vacation time of the
//! running turn is the server's share of it, as with an outage, so that the next record contains it.

use std::time::Duration;

use sumito_game::{Game, Status, Timestamp, UserId};
use sumito_kit::retry::Retry;
use sumito_store::{Outage, VacationRow};
use tracing::error;

use super::{ClockCause, Room, players};

/// Poll interval for early returns, in case a wake-up is lost.
pub(super) const POLL_EVERY: Duration = Duration::from_mins(10);

/// The players' vacations, cached.
#[derive(Debug)]
pub(super) struct Vacations {
    /// Vacations that end after the last event, in the order of their ends.
    pub(super) known: Vec<VacationRow>,
    /// Players on vacation, and until when, in the last update to subscribers.
    shown: Vec<(UserId, Timestamp)>,
    /// When they were read.
    read_at: Option<Timestamp>,
    /// Time before which they are not reread, after a failure.
    not_before: Option<Timestamp>,
    retry: Retry,
}

impl Default for Vacations {
    fn default() -> Self {
        Self {
            known: Vec::new(),
            shown: Vec::new(),
            read_at: None,
            not_before: None,
            retry: Retry::quiet("read of players' vacations"),
        }
    }
}

impl Room {
    /// Returns whether vacations stop clocks here now.
    pub(super) fn heeds_vacations(&self) -> bool {
        self.table.settings().policy.vacations && self.table.status() == Status::Playing
    }

    /// Sets the vacations that were read together with the room.
    pub(super) fn set_vacations(&mut self, known: Vec<VacationRow>) {
        self.vacations.known = known;
        self.vacations.shown = self.on_vacation();
        self.vacations.read_at = Some(self.context.time.now());
    }

    /// Reads the vacations of the players, and excludes them from the running turn until now. Returns whether they are known now.
    pub(super) async fn read_vacations(&mut self) -> bool {
        if !self.heeds_vacations() {
            return true;
        }
        let users: Vec<_> = players(&self.table).collect();
        let read = self.context.store.vacations_of(&users, self.table.at()).await;
        let now = self.context.time.now();
        let known = match read {
            Ok(known) => known,
            Err(error) => {
                self.vacations.not_before = Some(now + self.vacations.retry.failed(error));
                return false;
            }
        };
        self.vacations.retry.succeeded();
        (self.vacations.read_at, self.vacations.not_before) = (Some(now), None);
        if known != self.vacations.known {
            self.vacations.known = known;
            // Spans that were excluded from the turn before are counted again, and the new vacations are excluded instead.
            match self.history.table() {
                Ok(table) => self.table = table,
                Err(corrupt) => {
                    error!(room = %self.row.id, error = %corrupt, "room events in memory inconsistent (bug)");
                }
            }
            self.reapply_outages();
        } else if self.mover_on_vacation().is_some() || !self.vacations.known.is_empty() {
            self.exclude_outages();
        }
        let shown = self.on_vacation();
        if shown != self.vacations.shown {
            self.vacations.shown = shown;
            self.cached_views.forget();
            self.send_presence();
            self.send_clocks(ClockCause::Continued);
            self.show_to_players();
        }
        true
    }

    /// Returns the vacations of the player to move as spans that the running turn does not count.
    pub(super) fn vacation_spans(&self) -> impl Iterator<Item = Outage> {
        let (mover, now) = (self.mover(), self.context.time.now());
        let spans = self.vacations.known.iter().filter(move |row| Some(row.user) == mover);
        // The clock of the node on which it started may be ahead.
        let spans = spans.filter(move |row| row.began_at < row.ends_at.min(now));
        spans.map(move |row| Outage { began: row.began_at, ended: row.ends_at.min(now) })
    }

    /// Returns the end of the vacation of the player to move; `None` if the player is on none.
    pub(super) fn mover_on_vacation(&self) -> Option<Timestamp> {
        let mover = self.mover().filter(|_| self.heeds_vacations())?;
        self.on_vacation().into_iter().find(|(user, _)| *user == mover).map(|(_, until)| until)
    }

    /// Returns the players on vacation, and until when.
    pub(super) fn on_vacation(&self) -> Vec<(UserId, Timestamp)> {
        if self.vacations.known.is_empty() || !self.heeds_vacations() {
            return Vec::new();
        }
        let now = self.context.time.now();
        let on = self.vacations.known.iter().filter(|row| row.is_on(now));
        on.map(|row| (row.user, row.ends_at)).collect()
    }

    /// Returns the time of the next poll for the vacation of the player to move; `None` if the player is on none.
    pub(super) fn next_vacation_poll(&self) -> Option<Timestamp> {
        let until = self.mover_on_vacation()?;
        let read_at = self.vacations.read_at.unwrap_or(Timestamp::MIN);
        Some(until.min(read_at + POLL_EVERY))
    }

    /// Returns the time before which the vacations cannot be read.
    pub(super) fn vacations_not_before(&self) -> Timestamp {
        self.vacations.not_before.unwrap_or(Timestamp::MIN)
    }

    fn mover(&self) -> Option<UserId> {
        let turn = self.table.game().and_then(Game::turn)?;
        Some(self.table.player(turn)?.id)
    }
}
