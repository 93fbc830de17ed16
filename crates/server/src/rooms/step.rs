//! What follows from records, worked out before they are stored.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use sumito_game::{Cause, Corrupt, Event, Phase, Record, Table, Timestamp};
use sumito_protocol::ServerMessage;
use tracing::{debug, error};

use super::history::History;
use super::projection::finished_game;
use crate::journal::Journal;
use crate::store::{EventHash, RoomChange, RoomRow, StoreError};
use crate::wire;

/// What follows from records. Nothing is stored that could not be read again, and nobody is told anything that is
/// not stored.
pub(super) struct Step {
    pub(super) records: Vec<Record>,
    /// The table after them.
    pub(super) table: Table,
    /// What everybody is to be told.
    pub(super) frames: Vec<Utf8Bytes>,
    /// Of the last record.
    pub(super) hash: EventHash,
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
    /// Works out what follows from `records` and stores them. The room is as it was until the step is taken in.
    pub(super) async fn store(
        journal: &Journal,
        row: &RoomRow,
        history: &History,
        before: &Table,
        records: Vec<Record>,
    ) -> Result<Self, Failure> {
        let (table, frames) = work_out(row, before, &records).map_err(|corrupt| {
            error!(room = %row.id, %corrupt, "a decision that the table cannot take in");
            Failure::OutOfStep
        })?;
        let events = history.to_stored(&records);
        let hash = events.last().map_or_else(|| history.hash(), |event| event.hash);
        let phase = table.phase();
        let ended = phase == Phase::Finished && before.phase() != Phase::Finished;
        let change = RoomChange {
            room: row.id,
            new: None,
            events,
            phase: (phase != before.phase()).then_some(phase),
            finished: ended.then(|| finished_game(row, &table).map(Box::new)).flatten(),
        };
        journal.append(change).await.map_err(|error| failure(row, &error))?;
        Ok(Self { records, table, frames, hash })
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

fn work_out(row: &RoomRow, before: &Table, records: &[Record]) -> Result<(Table, Vec<Utf8Bytes>), Corrupt> {
    let mut table = before.clone();
    let mut frames = Vec::with_capacity(records.len());
    for record in records {
        let previous = table.clone();
        table.apply(record)?;
        frames.push(wire::text(&ServerMessage::Event(wire::event(row, record, &previous, &table))));
    }
    Ok((table, frames))
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
