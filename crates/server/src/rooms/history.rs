//! A room's records: as they are stored, and as they are kept in memory.

use serde::{Deserialize, Serialize};
use sumito_game::{Cause, Command, Corrupt, Event, Record, Table, UserId};
use sumito_protocol::server;

use crate::store::{RoomRow, StoredEvent};
use crate::wire;

/// Everything that has happened in a room, in order, from the first record on.
#[derive(Debug)]
pub(super) struct History(Vec<Record>);

/// What of a record is stored as JSON; its number and moment have columns of their own.
#[derive(Serialize, Deserialize)]
struct Payload<E, C> {
    #[serde(flatten)]
    event: E,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<C>,
}

impl History {
    pub(super) fn new(records: Vec<Record>) -> Self {
        Self(records)
    }

    /// Reads records as they were stored.
    pub(super) fn read(stored: &[StoredEvent]) -> Result<Self, Corrupt> {
        let record = |stored: &StoredEvent| {
            let payload: Payload<Event, Cause> = serde_json::from_str(&stored.payload)
                .map_err(|error| Corrupt { seq: stored.seq, what: error.to_string() })?;
            Ok(Record { seq: stored.seq, at: stored.at, cause: payload.by, event: payload.event })
        };
        stored.iter().map(record).collect::<Result<_, _>>().map(Self)
    }

    /// The table that follows from the records.
    pub(super) fn table(&self) -> Result<Table, Corrupt> {
        Table::replay(&self.0)
    }

    pub(super) fn extend(&mut self, records: Vec<Record>) {
        self.0.extend(records);
    }

    /// The number of the event that an earlier sending of the same command caused.
    pub(super) fn caused_by(&self, user: UserId, command_id: &str, command: &Command) -> Option<u64> {
        let same = |cause: &Cause| cause.user == user && *cause.command == *command_id;
        let caused =
            |record: &&Record| record.cause.as_ref().is_some_and(same) && record.event.is_effect_of(command);
        self.0.iter().rev().find(caused).map(|record| record.seq)
    }

    /// The events after number `since`, as clients see them; made anew by playing through the records.
    pub(super) fn events_since(&self, room: &RoomRow, since: u64) -> Result<Vec<server::Event>, Corrupt> {
        let Some((first, later)) = self.0.split_first() else { return Ok(Vec::new()) };
        let mut table = Table::open(first)?;
        let mut events = Vec::new();
        if since == 0 {
            events.push(wire::event(room, first, &table, &table));
        }
        for record in later {
            if record.seq <= since {
                table.apply(record)?;
            } else {
                let before = table.clone();
                table.apply(record)?;
                events.push(wire::event(room, record, &before, &table));
            }
        }
        Ok(events)
    }
}

/// A record as it is stored.
pub(super) fn to_stored(record: &Record) -> StoredEvent {
    let payload = Payload { event: &record.event, by: record.cause.as_ref() };
    let payload = serde_json::to_string(&payload).expect("every event has a JSON form");
    StoredEvent { seq: record.seq, at: record.at, payload }
}
