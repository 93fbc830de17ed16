//! A room's records: as they are stored, and as they are kept in memory.

use std::collections::HashSet;
use std::hash::BuildHasher;

use foldhash::fast::{FixedState, RandomState};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use sumito_game::{Cause, Command, Corrupt, Event, MoveText, Record, Seat, Table, Timestamp, UserId};
use sumito_protocol::RoomId;
use sumito_protocol::server;
use uuid::Uuid;

use crate::json::Json;
use crate::store::{EventHash, EventId, RoomRow, StoredEvent};
use crate::wire;

/// More than the record of a move takes.
const MOVE_BYTES: usize = 192;

/// Everything that has happened in a room, in order, from the first record on.
#[derive(Debug)]
pub(crate) struct History {
    records: Vec<Record>,
    end: End,
    /// Of the records' causes: most commands are new, and need not be looked for.
    causes: HashSet<u64, RandomState>,
}

/// What the next event has to fit to: the last one, as it is stored.
#[derive(Debug, Clone, Copy)]
pub(super) struct End {
    id: EventId,
    hash: EventHash,
}

impl End {
    /// Before the first event. Records of one room cannot be put into another.
    fn beginning_of(room: RoomId) -> Self {
        Self { id: EventId::beginning_of(room), hash: EventHash(Sha256::digest(room.as_str()).into()) }
    }
}

impl From<&StoredEvent> for End {
    fn from(event: &StoredEvent) -> Self {
        Self { id: event.id, hash: event.hash }
    }
}

/// What of a record is stored as JSON; its number and moment have columns of their own.
#[derive(Serialize, Deserialize)]
struct Payload<E, C> {
    #[serde(flatten)]
    event: E,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<C>,
}

impl History {
    /// Nothing has happened yet.
    pub(super) fn empty(room: RoomId) -> Self {
        Self { records: Vec::new(), end: End::beginning_of(room), causes: HashSet::default() }
    }

    /// Reads records as they were stored.
    ///
    /// # Errors
    /// [`Corrupt`] for the first one that cannot be read or whose hash does not go over the one before.
    pub(crate) fn read(room: RoomId, stored: &[StoredEvent]) -> Result<Self, Corrupt> {
        match Self::read_sound(room, stored) {
            (history, None) => Ok(history),
            (_, Some(corrupt)) => Err(corrupt),
        }
    }

    /// Reads records as they were stored, up to the first one that is not sound, and says what is wrong with that.
    pub(crate) fn read_sound(room: RoomId, stored: &[StoredEvent]) -> (Self, Option<Corrupt>) {
        let mut history = Self::empty(room);
        for event in stored {
            match read_one(&history.end, event) {
                Ok(record) => history.extend(vec![record], event.into()),
                Err(what) => return (history, Some(Corrupt { seq: event.seq, what })),
            }
        }
        (history, None)
    }

    /// What the next event has to fit to.
    pub(super) fn end(&self) -> End {
        self.end
    }

    /// The records, in order.
    pub(crate) fn records(&self) -> &[Record] {
        &self.records
    }

    /// The table that follows from the records.
    ///
    /// # Errors
    /// [`Corrupt`] for the first record that does not follow from the ones before it.
    pub(crate) fn table(&self) -> Result<Table, Corrupt> {
        Table::replay(&self.records)
    }

    /// Records that come next, as they are to be stored.
    pub(super) fn to_stored(&self, records: &[Record]) -> Vec<StoredEvent> {
        let mut end = self.end;
        records
            .iter()
            .map(|record| {
                let (payload, previous, id) = (payload(record), end.id, EventId::fresh());
                let hash = chain(&end.hash, record.seq, record.at, &payload);
                end = End { id, hash };
                StoredEvent { id, previous, seq: record.seq, at: record.at, payload, hash }
            })
            .collect()
    }

    /// Takes in records that are stored now; the last one is at `end`.
    pub(super) fn extend(&mut self, records: Vec<Record>, end: End) {
        self.causes.extend(records.iter().filter_map(|record| record.cause.as_ref()).map(key));
        self.records.extend(records);
        self.end = end;
    }

    /// The number of the event that an earlier sending of the same command caused.
    pub(super) fn caused_by(&self, user: UserId, command_id: &str, command: &Command) -> Option<u64> {
        if !self.causes.contains(&key_of(user, command_id)) {
            return None;
        }
        let same = |cause: &Cause| cause.user == user && *cause.command == *command_id;
        // Also one whose effect was undone since, by a takeback or a new game: a message that comes late or twice must not
        // act on what it was not meant for.
        let caused =
            |record: &&Record| record.cause.as_ref().is_some_and(same) && record.event.is_effect_of(command);
        self.records.iter().rev().find(caused).map(|record| record.seq)
    }

    /// The events after number `since`, as clients see them; made anew by playing through the records.
    ///
    /// # Errors
    /// [`Corrupt`] when the records do not fit together.
    pub(crate) fn events_since(&self, room: &RoomRow, since: u64) -> Result<Vec<server::Event>, Corrupt> {
        let Some((first, later)) = self.records.split_first() else { return Ok(Vec::new()) };
        let mut table = Table::open(first)?;
        let mut events = Vec::new();
        if since == 0 {
            events.push(wire::event(room, first, table.position(), &table));
        }
        for record in later {
            if record.seq <= since {
                table.apply(record)?;
            } else {
                let before = *table.position();
                table.apply(record)?;
                events.push(wire::event(room, record, &before, &table));
            }
        }
        Ok(events)
    }
}

/// A record as JSON.
fn payload(record: &Record) -> String {
    let by = record.cause.as_ref();
    match (&record.event, by) {
        (Event::Moved { seat, ply, mv, lag_us }, Some(by)) => {
            // Most records are moves, and serde takes several times as long.
            let mut json = Json::with_capacity(MOVE_BYTES);
            json.raw(r#"{"kind":"moved","seat":"#).number(u8::from(*seat));
            json.raw(r#","ply":"#).number(*ply);
            json.raw(r#","move":"#).value(mv.as_str());
            if *lag_us > 0 {
                json.raw(r#","lag_us":"#).number(*lag_us);
            }
            let mut user = Uuid::encode_buffer();
            json.raw(r#","by":{"user":""#).raw(by.user.0.hyphenated().encode_lower(&mut user));
            json.raw(r#"","id":"#).value(&*by.command).raw("}}").finish()
        }
        (event, by) => serde_json::to_string(&Payload { event, by }).expect("every event has a JSON form"),
    }
}

/// Stands for a cause. Two causes may have the same key.
fn key(cause: &Cause) -> u64 {
    key_of(cause.user, &cause.command)
}

fn key_of(user: UserId, command_id: &str) -> u64 {
    FixedState::default().hash_one((user, command_id))
}

/// Reads the record that comes after `before`, or says what is wrong with it.
fn read_one(before: &End, stored: &StoredEvent) -> Result<Record, String> {
    if chain(&before.hash, stored.seq, stored.at, &stored.payload) != stored.hash {
        return Err("its hash does not fit: it, or one before it, was changed".to_owned());
    }
    let (event, cause) = read_payload(&stored.payload).map_err(|error| error.to_string())?;
    Ok(Record { seq: stored.seq, at: stored.at, cause, event })
}

/// An event and what caused it. Most are moves: to read a move as one of many takes several times as long, since what stands
/// in it must be kept until it is known what it means.
fn read_payload(payload: &str) -> serde_json::Result<(Event, Option<Cause>)> {
    #[derive(Deserialize)]
    enum Kind {
        #[serde(rename = "moved")]
        Moved,
    }
    #[derive(Deserialize)]
    struct Moved {
        #[serde(rename = "kind")]
        _kind: Kind,
        seat: Seat,
        ply: u32,
        #[serde(rename = "move")]
        mv: MoveText,
        #[serde(default)]
        lag_us: u32,
        by: Option<Cause>,
    }
    if let Ok(Moved { seat, ply, mv, lag_us, by, .. }) = serde_json::from_str(payload) {
        return Ok((Event::Moved { seat, ply, mv, lag_us }, by));
    }
    let Payload { event, by } = serde_json::from_str(payload)?;
    Ok((event, by))
}

/// The hash of a record: over the one before, and all that is stored of it.
fn chain(before: &EventHash, seq: u64, at: Timestamp, payload: &str) -> EventHash {
    let hasher = Sha256::new_with_prefix(before.0).chain_update(seq.to_be_bytes());
    EventHash(hasher.chain_update(at.0.to_be_bytes()).chain_update(payload).finalize().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_of_writing_and_reading_a_move_are_one() {
        let mv = MoveText::try_from("c6c7d6").unwrap();
        let by = Cause { user: UserId(Uuid::from_u128(7)), command: "\"m\\1".into() };
        for (lag_us, cause) in [(0, None), (0, Some(by.clone())), (250_000, Some(by))] {
            let event = Event::Moved { seat: Seat::new(1).unwrap(), ply: 12, mv, lag_us };
            let record = Record { seq: 3, at: Timestamp(5), cause, event };
            let by_serde = Payload { event: &record.event, by: record.cause.as_ref() };
            let written = payload(&record);
            assert_eq!(written, serde_json::to_string(&by_serde).unwrap());
            let Payload { event, by } = serde_json::from_str(&written).unwrap();
            assert_eq!(read_payload(&written).unwrap(), (event, by));
            assert_eq!(read_payload(&written).unwrap(), (record.event, record.cause));
        }
    }
}
