//! Handling of storage failures in a room, and of its clocks after a server outage.

use std::sync::Arc;

use sumito_game::{Presence, Status, Timestamp};
use tracing::{error, info, warn};

use super::super::records::RoomRecords;
use super::super::spectator_delay::DelayedView;
use super::super::stored_moves;
use super::super::write::WriteError;
use super::{Carried, ClockCause, EncodedUpdate, Notice, Room, RoomFailed, RoomUpdate, players};
use crate::event_log::StorageState;
use sumito_kit::recovery::Cause;
use sumito_store::{Outage, StoreError, StoredRoom, Tenure, UnloadRecord};

impl Room {
    /// Records that the stored state is uncertain because a write at time `at` failed.
    pub(super) fn mark_uncertain(&mut self, failure: WriteError, at: Timestamp) {
        // The table was rebuilt from its records, so data outside the records must be applied again.
        self.reapply_outages();
        let cause = match failure {
            WriteError::Unavailable => Cause::Unavailable,
            WriteError::OutOfStep => Cause::Conflict,
        };
        self.recovery.write_failed(cause, at);
    }

    pub(super) fn is_storage_down(&self) -> bool {
        self.paused_since().is_some()
    }

    /// Returns the start of the current outage; `None` while the storage works.
    pub(super) fn paused_since(&self) -> Option<Timestamp> {
        match self.context.event_log.outages().state() {
            StorageState::Up => None,
            StorageState::Down { since } => Some(since),
        }
    }

    /// Returns the time since which the running clock is stopped; `None` if it runs.
    pub(super) fn stands_still_since(&self) -> Option<Timestamp> {
        // Vacations are excluded until the earliest moment of the next event.
        let vacation = || self.mover_on_vacation().map(|_| self.table.earliest_next());
        self.paused_since().or(self.cut_off_since).or_else(vacation)
    }

    /// Pauses the clocks at the start of a storage outage.
    pub(super) fn on_storage_down(&mut self) {
        self.cached_views.forget();
        if self.table.status() == Status::Playing {
            warn!(room = %self.row.id, "room paused: storage down");
            self.notify(Notice::StorageUnavailable);
        }
    }

    /// Resumes after a storage outage. No player is charged for its duration.
    pub(super) async fn on_storage_up(&mut self) -> Result<(), RoomFailed> {
        if self.recovery.is_needed() { self.read_again().await } else { self.resume() }
    }

    fn resume(&mut self) -> Result<(), RoomFailed> {
        self.apply_outages();
        self.update_spectators()?;
        if self.table.status() == Status::Playing {
            info!(room = %self.row.id, "room resumed");
        }
        self.send_clocks(ClockCause::Continued);
        self.show_to_players();
        Ok(())
    }

    /// Applies outages that ended since the last call to the clocks; returns whether there were any.
    pub(super) fn apply_outages(&mut self) -> bool {
        let outages = self.context.event_log.outages();
        let count = outages.count();
        if count == self.outages_known {
            return false;
        }
        self.outages_known = count;
        self.exclude_outages();
        true
    }

    /// Excludes from the clocks all periods since the last record in which the room could not continue. Those that are excluded already have
    /// no further effect.
    pub(super) fn exclude_outages(&mut self) {
        let mut spans = self.context.event_log.outages().concerning(self.table.at(), self.owned_since);
        // A span that ends during an outage must not hide the part of the outage before it.
        spans.extend(self.paused_since().map(|began| Outage { began, ended: self.context.time.now() }));
        spans.extend(&self.uncertain_spans);
        spans.extend(self.vacation_spans());
        for span in Outage::joined(spans) {
            let began = self.carried.map_or(span.began, |carried| span.began.max(carried.until));
            if began < span.ended {
                self.table.exclude(began, span.ended);
            }
        }
    }

    /// Applies the server's share of the running turn since the last record to a table that was rebuilt from its records.
    pub(super) fn reapply_outages(&mut self) {
        self.table.announced_at(self.announced_at);
        if let Some(carried) = self.carried {
            let (from, known) = (self.table.earliest_next(), self.table.server_time());
            self.table.exclude(from, from + carried.server.saturating_sub(known));
        }
        self.outages_known = self.context.event_log.outages().count();
        self.exclude_outages();
    }

    /// Detects that the whole process was frozen: a laptop that slept, a process that was stopped. No player is charged for that time
    /// either.
    pub(super) fn detect_stall(&mut self) {
        self.context.event_log.outages().detect_stall(self.context.time.now());
        if self.apply_outages() {
            self.send_clocks(ClockCause::Continued);
            self.show_to_players();
        }
    }

    /// Rereads the stored room and sends subscribers the events that they missed.
    pub(super) async fn read_again(&mut self) -> Result<(), RoomFailed> {
        self.recovery.begin_read();
        let room = self.row.id;
        let lost = |corrupt: sumito_game::ReplayError| {
            error!(%room, error = %corrupt, "stored room corrupt");
            RoomFailed
        };
        let Some(stored) = self.load_again().await? else { return Ok(()) };
        let (known, turn_announced_at) = (self.table.seq(), self.announced_at);
        let history = RoomRecords::load(&stored).map_err(lost)?;
        let table = history.table().map_err(lost)?;
        let missed = history.events_since(&self.row, known).map_err(lost)?;
        (self.history, self.table, self.wake_at) = (history, table, stored.wake_at);
        self.set_vacations(stored.vacations.clone());
        self.conditional_moves = stored_moves::read(stored.conditional_moves.as_deref(), &self.table);
        if self.table.seq() == known {
            self.announced_at = turn_announced_at;
        } else {
            self.announced_at = self.context.time.now();
            self.carried = None;
        }
        if let Some(since) = self.recovery.finish() {
            self.uncertain_spans.push(Outage { began: since, ended: self.context.time.now() });
        }
        self.reapply_outages();
        self.cached_views.forget();
        self.record_players();
        self.show_in_lists();
        self.show_to_players();
        if let Some(missed) = missed {
            self.publish(missed.into_iter().map(|event| RoomUpdate::Event(event).into()).collect())?;
        } else {
            // There are more missed events than can be sent one by one, and none of them is from this server.
            self.recent.clear();
            self.delay =
                DelayedView::new(&self.table, &self.history, self.context.time.now()).map_err(lost)?;
            self.send_views();
        }
        self.send_clocks(ClockCause::Continued);
        self.send_conditional_moves();
        Ok(())
    }

    /// Loads the stored room; `None` if the storage is unavailable, so that the read is repeated later.
    async fn load_again(&mut self) -> Result<Option<Arc<StoredRoom>>, RoomFailed> {
        match self.context.read(self.row.id).await {
            Ok(Some(stored)) => Ok(Some(stored)),
            Err(StoreError::Unavailable(_)) => {
                self.recovery.read_failed();
                Ok(None)
            }
            Ok(None) => {
                error!(room = %self.row.id, "room missing in database");
                Err(RoomFailed)
            }
            Err(error) => {
                error!(room = %self.row.id, %error, "room load failed");
                Err(RoomFailed)
            }
        }
    }

    /// Sends the whole room to all subscribers, in the view of its players or of its spectators.
    fn send_views(&mut self) {
        let player = players(&self.table).next();
        let for_players: EncodedUpdate = RoomUpdate::View(self.view(player)).into();
        let for_others: EncodedUpdate = RoomUpdate::View(self.view(None)).into();
        self.subscribers.send_to(&for_players, |user| super::has_seat(&self.table, user));
        self.subscribers.send_to(&for_others, |user| !super::has_seat(&self.table, user));
        self.send_presence();
    }

    /// Resumes from the state stored when the room left memory: the absence times of its players and the server's share of the running
    /// turn. If the server was down since, all players get the full time to come back.
    pub(super) fn resume_from(&mut self, away: Option<&str>, tenure: &Tenure) {
        let left: Option<UnloadRecord> = away.and_then(UnloadRecord::read);
        // There may have been events since.
        let left = left.filter(|left| left.at >= self.table.at());
        let outages = self.context.event_log.outages();
        let from = left.as_ref().map_or(self.table.at(), |left| left.at);
        let ended = outages.concerning(from, self.owned_since).last().map(|outage| outage.ended);
        let gap = tenure.gaps.last().filter(|gap| gap.ended > from);
        let ended = ended.max(gap.map(|gap| gap.ended));
        // It was paused before its claim was released.
        if let Some(left) = left.as_ref().filter(|left| left.is_paused)
            && let Some(gap) = tenure.gaps.iter().find(|gap| gap.began >= left.at)
        {
            self.uncertain_spans.push(Outage { began: left.at, ended: gap.ended });
        }
        self.carried = left.as_ref().map(|left| Carried { until: left.at, server: left.server });
        self.presence = match (left, ended) {
            (Some(left), None) => left.presence,
            (_, ended) => Presence::all_away_since(players(&self.table), ended.unwrap_or(self.table.at())),
        };
    }
}
