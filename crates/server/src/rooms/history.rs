//! A room's records as they are kept in memory: those of its current game, and the last few before it.

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;
use std::sync::Arc;

use foldhash::fast::{FixedState, RandomState};
use sumito_game::{Cause, Command, Corrupt, Event, Record, RoomId, Table, UserId};

use super::{RoomEvent, payload};
use crate::names::{self, Called};
use crate::store::{EARLIER_EVENTS, EventHash, RoomRow, StoredEvent, StoredRoom};

/// The first record of a room, and all since its current game has started; before the first game, all of them. The table follows from
/// these. Of what was before, the last [`EARLIER_EVENTS`] are kept, so that a command that comes late or twice is known again.
#[derive(Debug)]
pub(crate) struct History {
    records: Vec<Record>,
    /// Records between the first one and the current game, the last ones.
    earlier: Vec<Record>,
    hash: EventHash,
    /// Of the causes of all these records: most commands are new, and need not be looked for.
    causes: HashSet<u64, RandomState>,
}

impl History {
    /// Nothing has happened yet.
    pub(super) fn empty(room: RoomId) -> Self {
        Self {
            records: Vec::new(),
            earlier: Vec::new(),
            hash: EventHash::beginning_of(room),
            causes: HashSet::default(),
        }
    }

    /// Reads a room's records as they were stored, without those of long ago.
    ///
    /// # Errors
    /// [`Corrupt`] for the first one that cannot be read or does not follow from the one before.
    pub(crate) fn load(stored: &StoredRoom) -> Result<Self, Corrupt> {
        match Self::read_sound(stored) {
            (history, None) => Ok(history),
            (_, Some(corrupt)) => Err(corrupt),
        }
    }

    fn read_sound(stored: &StoredRoom) -> (Self, Option<Corrupt>) {
        let room = stored.row.id;
        let mut history = Self::empty(room);
        let (records, mut corrupt) = read_records(room, &stored.events);
        let is_gap = |pair: &[Record]| pair[1].seq != pair[0].seq + 1;
        let gap = records.windows(2).position(is_gap).map(|place| place + 1);
        let starts = |record: &Record| matches!(record.event, Event::Started { .. });
        if let Some(gap) = gap
            && !records[gap..].iter().any(starts)
        {
            let what = "the start of the current game is missing".to_owned();
            corrupt = corrupt.or(Some(Corrupt { seq: records[gap].seq, what }));
        }
        for (mut record, event) in records.into_iter().zip(&stored.events) {
            call(&mut record.event, &stored.names);
            history.push(record, event.hash);
        }
        (history, corrupt)
    }

    /// The first record and those of the current game, in order: the table follows from them.
    pub(crate) fn records(&self) -> &[Record] {
        &self.records
    }

    /// The hash of the last record.
    pub(crate) fn hash(&self) -> EventHash {
        self.hash
    }

    /// All records before the current game, in order; `None` where they are not at hand any more.
    pub(super) fn before_game(&self) -> Option<impl Iterator<Item = &Record>> {
        let next = self.earlier.first().or(self.records.get(1));
        let is_whole = next.is_none_or(|record| record.seq == 2);
        is_whole.then(|| self.records.iter().take(1).chain(&self.earlier))
    }

    /// The records after number `seq`, in order; `None` where some of them are not at hand any more.
    pub(super) fn after(&self, seq: u64) -> Option<Vec<&Record>> {
        let later = self.earlier.iter().chain(self.records.iter().skip(1));
        let after: Vec<_> = later.filter(|record| record.seq > seq).collect();
        after.first().is_none_or(|first| first.seq == seq + 1).then_some(after)
    }

    /// The first record after number `seq`.
    pub(super) fn next_after(&self, seq: u64) -> Option<&Record> {
        let in_game = self.records.partition_point(|record| record.seq <= seq);
        let later = self.earlier.iter().find(|record| record.seq > seq);
        later.or(self.records.get(in_game))
    }

    /// The table that follows from the records.
    ///
    /// # Errors
    /// [`Corrupt`] for the first record that does not follow from the ones before it.
    pub(crate) fn table(&self) -> Result<Table, Corrupt> {
        Table::replay(&self.records)
    }

    /// The first events of all, as far as they are at hand without a gap.
    pub(super) fn first_events(&self) -> impl Iterator<Item = &Event> {
        let in_order = self.records.iter().take(1).chain(&self.earlier).chain(self.records.iter().skip(1));
        (1..).zip(in_order).take_while(|(seq, record)| record.seq == *seq).map(|(_, record)| &record.event)
    }

    /// Records that come next, as they are to be stored.
    pub(super) fn to_stored(&self, records: &[Record]) -> Vec<StoredEvent> {
        let mut hash = self.hash;
        records
            .iter()
            .map(|record| {
                let payload = payload::write(record);
                hash = hash.then(record.seq, record.at, &payload);
                StoredEvent { seq: record.seq, at: record.at, payload, hash }
            })
            .collect()
    }

    /// Takes in records that are stored now; `hash` is the last one's.
    pub(super) fn extend(&mut self, records: Vec<Record>, hash: EventHash) {
        for record in records {
            self.push(record, hash);
        }
    }

    fn push(&mut self, record: Record, hash: EventHash) {
        self.hash = hash;
        if matches!(record.event, Event::Started { .. }) && self.records.len() > 1 {
            self.forget_before_game();
        }
        self.causes.extend(record.cause.as_ref().map(key));
        self.records.push(record);
    }

    /// A game starts: what was before it is needed only to know commands again.
    fn forget_before_game(&mut self) {
        self.earlier.extend(self.records.drain(1..));
        let too_many = self.earlier.len().saturating_sub(EARLIER_EVENTS as usize);
        if too_many > 0 {
            self.earlier.drain(..too_many);
            let all = self.earlier.iter().chain(&self.records);
            self.causes = all.filter_map(|record| record.cause.as_ref()).map(key).collect();
        }
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
        self.records.iter().rev().chain(self.earlier.iter().rev()).find(caused).map(|record| record.seq)
    }

    /// The events after number `since`, as they are told; made anew by playing through the records. `None` where what was before them is
    /// not at hand any more.
    ///
    /// # Errors
    /// [`Corrupt`] when the records do not fit together.
    pub(crate) fn events_since(
        &self,
        room: &Arc<RoomRow>,
        since: u64,
    ) -> Result<Option<Vec<RoomEvent>>, Corrupt> {
        let Some((first, game)) = self.records.split_first() else { return Ok(Some(Vec::new())) };
        let later: Vec<_> = self.earlier.iter().chain(game).collect();
        // From where the table can be followed: the start of a game, or of the room.
        let can_begin = |record: &&Record| {
            record.seq == 2 || (record.seq <= since + 1 && matches!(record.event, Event::Started { .. }))
        };
        let begin = later.iter().rposition(can_begin);
        let Some(begin) = begin.or(later.is_empty().then_some(0)) else { return Ok(None) };
        let mut table = Table::open(first)?;
        let mut events = Vec::new();
        if since == 0 {
            events.push(RoomEvent::new(room, first, table.position(), &table));
        }
        for (place, record) in later[begin..].iter().enumerate() {
            let before = *table.position();
            if place == 0 && record.seq > 2 {
                table = Table::replay([first, *record])?;
            } else {
                table.apply(record)?;
            }
            if record.seq > since {
                events.push(RoomEvent::new(room, record, &before, &table));
            }
        }
        Ok(Some(events))
    }
}

/// Reads records as they were stored, up to the first one that is not sound, and says what is wrong with that. After the first record of
/// all, records of long ago may be left out; the chain of hashes is then taken up from what follows.
pub(crate) fn read_records(room: RoomId, stored: &[StoredEvent]) -> (Vec<Record>, Option<Corrupt>) {
    let mut records = Vec::with_capacity(stored.len());
    let (mut hash, mut last_seq) = (EventHash::beginning_of(room), 0);
    for event in stored {
        let is_after_gap = last_seq == 1 && event.seq > 2;
        let record = if event.seq == last_seq + 1 {
            read_one(&hash, event)
        } else if is_after_gap {
            payload::read(event.seq, event.at, &event.payload).map_err(|error| error.to_string())
        } else {
            Err(format!("event {} is missing", last_seq + 1))
        };
        match record {
            Ok(record) => records.push(record),
            Err(what) => return (records, Some(Corrupt { seq: event.seq, what })),
        }
        (hash, last_seq) = (event.hash, event.seq);
    }
    (records, None)
}

/// Whom an event names is called as they are now. What is stored stays as it is: the chain of hashes goes over it.
pub(super) fn call(event: &mut Event, names: &HashMap<UserId, Called>) {
    match event {
        Event::Seated { player, .. } => names::call(player, names),
        Event::Started { players, .. } => players.iter_mut().for_each(|player| names::call(player, names)),
        _ => {}
    }
}

/// Stands for a cause. Two causes may have the same key.
fn key(cause: &Cause) -> u64 {
    key_of(cause.user, &cause.command)
}

fn key_of(user: UserId, command_id: &str) -> u64 {
    FixedState::default().hash_one((user, command_id))
}

/// Reads the record that comes after the one with the hash `before`, or says what is wrong with it.
fn read_one(before: &EventHash, stored: &StoredEvent) -> Result<Record, String> {
    if before.then(stored.seq, stored.at, &stored.payload) != stored.hash {
        return Err("its hash does not fit: it, or one before it, was changed".to_owned());
    }
    payload::read(stored.seq, stored.at, &stored.payload).map_err(|error| error.to_string())
}
