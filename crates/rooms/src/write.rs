//! Applies events to the table and prepares the write.
//!
//! The events are applied to the table itself. A copy would be simpler to discard, but copying a long game costs more than the move does;
//! if the write fails, the table is rebuilt from the previous records.

use std::sync::Arc;

use sumito_game::{Cause, ConditionalMoves, Event, Record, ReplayError, Status, Table, Timestamp};
use tracing::{debug, error};

use super::finished_game::finished_game;
use super::records::RoomRecords;
use super::stored_moves::to_text;
use super::{EncodedUpdate, RoomEvent, RoomUpdate, my_game};
use crate::event_log::EventLog;
use sumito_kit::telemetry::TraceSpan;
use sumito_store::{EventHash, RoomChange, RoomRow, StoreError, UnloadRecord};

/// The result of events, ready to be stored. Only records that can be read back are stored, and only stored records are sent to
/// subscribers.
pub(super) struct RoomWrite {
    pub(super) records: Vec<Record>,
    /// Updates to broadcast.
    pub(super) updates: Vec<EncodedUpdate>,
    /// The hash of the last record.
    pub(super) hash: EventHash,
    /// Whether a game ended.
    pub(super) ended: bool,
    /// The conditional moves that are left.
    pub(super) conditional_moves: ConditionalMoves,
}

/// Failure to store a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WriteError {
    /// The storage is unavailable. The write may have succeeded, with its confirmation lost.
    Unavailable,
    /// The state in memory differs from the stored state: the room must be reread.
    OutOfStep,
}

/// The parts of a room that a step works on.
pub(super) struct RoomWriter<'a> {
    pub(super) event_log: &'a EventLog,
    pub(super) row: &'a Arc<RoomRow>,
    pub(super) history: &'a RoomRecords,
    pub(super) table: &'a mut Table,
    /// Stored time from which the room must be in memory.
    pub(super) wake_at: &'a mut Option<Timestamp>,
    pub(super) conditional_moves: &'a ConditionalMoves,
    /// Trace of the request.
    pub(super) traced: &'a TraceSpan,
}

impl RoomWriter<'_> {
    /// Applies `events` to the table and stores them. If the write fails, the table is rebuilt from the previous records. The cause is
    /// stored with the first event.
    pub(super) async fn store(
        mut self,
        events: Vec<Event>,
        at: Timestamp,
        cause: Option<Cause>,
    ) -> Result<RoomWrite, WriteError> {
        let stored = self.try_store(events, at, cause).await;
        if stored.is_err() {
            *self.table = self.history.table().map_err(|corrupt| {
                error!(room = %self.row.id, error = %corrupt, "room events in memory inconsistent after failed write (bug)");
                WriteError::OutOfStep
            })?;
        }
        stored
    }

    async fn try_store(
        &mut self,
        events: Vec<Event>,
        at: Timestamp,
        mut cause: Option<Cause>,
    ) -> Result<RoomWrite, WriteError> {
        let status_before = self.table.status();
        // While a game is under way, no player takes or leaves a seat.
        let own_before = (status_before != Status::Playing).then(|| my_game(self.table));
        let mut records = Vec::with_capacity(events.len());
        let mut updates = Vec::with_capacity(events.len());
        let mut conditional_moves = self.conditional_moves.clone();
        for event in events {
            let (seq, server) = (self.table.seq() + 1, self.table.server_time());
            let record = Record { seq, at, server, cause: cause.take(), event };
            let event = self.apply(&record).map_err(|corrupt| {
                error!(room = %self.row.id, error = %corrupt, "decided room events rejected by replay (bug)");
                WriteError::OutOfStep
            })?;
            updates.push(RoomUpdate::Event(event).into());
            conditional_moves.apply(&record.event);
            records.push(record);
        }
        let stored = self.history.to_stored(&records);
        let hash = stored.last().map_or(self.history.hash(), |event| event.hash);
        let status = self.table.status();
        let ended = status == Status::Finished && status_before != Status::Finished;
        let wake_at = self.new_wake_at(at);
        let is_same_game = status_before == Status::Playing && status == Status::Playing;
        let own = (!is_same_game).then(|| my_game(self.table));
        let had_seat = own_before.iter().flat_map(|own| &own.users).copied();
        let own_no_more = had_seat.filter(|user| self.table.seat_of(*user).is_none()).collect();
        let change = RoomChange {
            events: stored,
            status: (status != status_before).then_some(status),
            game_seq: current_game(&records),
            wake_at,
            conditional_moves: (conditional_moves != *self.conditional_moves)
                .then(|| to_text(&conditional_moves, self.table)),
            own: own.filter(|own| own_before.as_ref() != Some(own)),
            own_no_more,
            finished: ended.then(|| finished_game(self.row, self.table, hash).map(Box::new)).flatten(),
            ..RoomChange::of(self.row.id)
        };
        self.event_log.append_within(change, self.traced).await.map_err(|error| failure(self.row, &error))?;
        if let Some(wake_at) = wake_at {
            *self.wake_at = wake_at;
        }
        Ok(RoomWrite { records, updates, hash, ended, conditional_moves })
    }

    fn apply(&mut self, record: &Record) -> Result<RoomEvent, ReplayError> {
        let before = *self.table.position();
        self.table.apply(record)?;
        Ok(RoomEvent::new(self.row, record, &before, self.table))
    }

    /// Returns the time from which the room must be in memory, if the stored value is wrong now. A room in which moves follow each other
    /// stays in memory: it stores that once, not with each move.
    #[expect(
        clippy::option_option,
        reason = "the outer one: whether it changes; the inner one: whether there is such a moment"
    )]
    fn new_wake_at(&self, at: Timestamp) -> Option<Option<Timestamp>> {
        match (self.table.next_deadline(), *self.wake_at) {
            (None, None) => None,
            (None, Some(_)) => Some(None),
            (Some(deadline), Some(wake_at)) if wake_at <= deadline => None,
            (Some(_), _) => Some(Some(at)),
        }
    }
}

/// Returns the number of the record that starts a game, if any.
pub(super) fn current_game(records: &[Record]) -> Option<u64> {
    let starts = |record: &&Record| matches!(record.event, Event::Started { .. });
    records.iter().rfind(starts).map(|record| record.seq)
}

pub(super) fn failure(row: &RoomRow, error: &Arc<StoreError>) -> WriteError {
    match **error {
        StoreError::Unavailable(_) => WriteError::Unavailable,
        StoreError::Conflict(_) => {
            debug!(room = %row.id, "room write conflict");
            WriteError::OutOfStep
        }
        StoreError::Corrupt(_) | StoreError::Query(_) | StoreError::Superseded => {
            error!(room = %row.id, %error, "room write failed");
            WriteError::OutOfStep
        }
    }
}

/// Returns the change that stores the state for the next load of a room, with the time from which the room must be in memory.
pub(super) fn unload(record: &UnloadRecord, row: &RoomRow, wake_at: Option<Timestamp>) -> RoomChange {
    RoomChange { wake_at: Some(wake_at), away: Some(record.to_text()), ..RoomChange::of(row.id) }
}
