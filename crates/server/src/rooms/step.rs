//! What follows from records, worked out before they are stored.
//!
//! It is worked out on the table itself. A copy would be simpler to throw away, but a copy of a long game costs more than
//! the move does; where something cannot be stored, the table is made anew from the records that were.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use sumito_game::{Cause, Corrupt, Event, Phase, Record, Table, Timestamp};
use tracing::{debug, error};

use super::history::{End, History};
use super::projection::finished_game;
use crate::journal::Journal;
use crate::store::{RoomChange, RoomRow, StoreError};
use crate::wire;

/// What follows from records. Nothing is stored that could not be read again, and nobody is told anything that is
/// not stored.
pub(super) struct Step {
    pub(super) records: Vec<Record>,
    /// What everybody is to be told.
    pub(super) frames: Vec<Utf8Bytes>,
    /// Where the last record is.
    pub(super) end: End,
    /// Whether a game ended.
    pub(super) ended: bool,
}

/// Why a step was not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Failure {
    /// Nothing can be stored at the moment; or something was, and the answer got lost.
    Unavailable,
    /// What is in memory is not what is stored: the room must be read again.
    OutOfStep,
}

impl Step {
    /// Works out on `table` what follows from `records`, and stores them. Afterwards the table is as they leave it or,
    /// where they were not stored, as it was.
    pub(super) async fn store(
        journal: &Journal,
        row: &RoomRow,
        history: &History,
        table: &mut Table,
        records: Vec<Record>,
    ) -> Result<Self, Failure> {
        let stored = Self::try_store(journal, row, history, table, records).await;
        if stored.is_err() {
            *table = history.table().map_err(|corrupt| {
                error!(room = %row.id, %corrupt, "the records in memory do not fit together");
                Failure::OutOfStep
            })?;
        }
        stored
    }

    async fn try_store(
        journal: &Journal,
        row: &RoomRow,
        history: &History,
        table: &mut Table,
        records: Vec<Record>,
    ) -> Result<Self, Failure> {
        let phase_before = table.phase();
        let frames = work_out(row, table, &records).map_err(|corrupt| {
            error!(room = %row.id, %corrupt, "a decision that the table cannot take in");
            Failure::OutOfStep
        })?;
        let events = history.to_stored(&records);
        let end = events.last().map_or(history.end(), End::from);
        let phase = table.phase();
        let ended = phase == Phase::Finished && phase_before != Phase::Finished;
        let change = RoomChange {
            room: row.id,
            new: None,
            events,
            phase: (phase != phase_before).then_some(phase),
            finished: ended.then(|| finished_game(row, table).map(Box::new)).flatten(),
        };
        journal.append(change).await.map_err(|error| failure(row, &error))?;
        Ok(Self { records, frames, end, ended })
    }
}

fn failure(row: &RoomRow, error: &Arc<StoreError>) -> Failure {
    match **error {
        StoreError::Unavailable(_) => Failure::Unavailable,
        StoreError::Conflict(_) => {
            debug!(room = %row.id, "somebody else has written this room's next event");
            Failure::OutOfStep
        }
        StoreError::Corrupt(_) | StoreError::Query(_) => {
            error!(room = %row.id, %error, "the room's events cannot be stored");
            Failure::OutOfStep
        }
    }
}

fn work_out(row: &RoomRow, table: &mut Table, records: &[Record]) -> Result<Vec<Utf8Bytes>, Corrupt> {
    let mut frames = Vec::with_capacity(records.len());
    for record in records {
        let before = *table.position();
        table.apply(record)?;
        frames.push(wire::event_text(row, record, &before, table));
    }
    Ok(frames)
}

/// Events as the records that follow number `seq`. The cause goes with the first.
pub(super) fn number(events: Vec<Event>, seq: u64, at: Timestamp, cause: Option<Cause>) -> Vec<Record> {
    let causes = std::iter::once(cause).chain(std::iter::repeat(None));
    (seq + 1..)
        .zip(events)
        .zip(causes)
        .map(|((seq, event), cause)| Record { seq, at, cause, event })
        .collect()
}
