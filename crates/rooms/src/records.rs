//! In-memory records of a room: the records of its current game, and the last few before it.

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;
use std::sync::Arc;

use foldhash::fast::{FixedState, RandomState};
use sumito_game::{Cause, Command, Event, Record, ReplayError, RoomId, Table, UserId};

use super::RoomEvent;
use sumito_kit::names::{self, Called};
use sumito_store::{EARLIER_EVENTS, EventHash, RoomRow, StoredEvent, StoredRoom};

/// The first record of a room, and all records since its current game started; before the first game, all records. The table follows from
/// these. Of the earlier records, the last [`EARLIER_EVENTS`] are kept to recognise commands that come late or twice.
#[derive(Debug)]
pub struct RoomRecords {
    records: Vec<Record>,
    /// The most recent records between the first record and the current game.
    earlier: Vec<Record>,
    hash: EventHash,
    /// Keys of the causes of all these records: most commands are new and need no search.
    causes: HashSet<u64, RandomState>,
}

impl RoomRecords {
    /// Returns a history without records.
    pub(super) fn empty(room: RoomId) -> Self {
        Self {
            records: Vec::new(),
            earlier: Vec::new(),
            hash: EventHash::beginning_of(room),
            causes: HashSet::default(),
        }
    }

    /// Reads a room's stored records, except those long past.
    ///
    /// # Errors
    /// [`ReplayError`] for the first record that cannot be parsed or does not follow from the record before.
    pub fn load(stored: &StoredRoom) -> Result<Self, ReplayError> {
        match Self::read_sound(stored) {
            (history, None) => Ok(history),
            (_, Some(corrupt)) => Err(corrupt),
        }
    }

    fn read_sound(stored: &StoredRoom) -> (Self, Option<ReplayError>) {
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
            corrupt = corrupt.or(Some(ReplayError { seq: records[gap].seq, what }));
        }
        for (mut record, event) in records.into_iter().zip(&stored.events) {
            call(&mut record.event, &stored.names);
            history.push(record, event.hash);
        }
        (history, corrupt)
    }

    /// Returns the first record and the records of the current game, in order: the table follows from them.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// Returns the hash of the last record.
    pub fn hash(&self) -> EventHash {
        self.hash
    }

    /// Returns all records before the current game, in order; `None` if some are no longer in memory.
    pub(super) fn before_game(&self) -> Option<impl Iterator<Item = &Record>> {
        let next = self.earlier.first().or(self.records.get(1));
        let is_whole = next.is_none_or(|record| record.seq == 2);
        is_whole.then(|| self.records.iter().take(1).chain(&self.earlier))
    }

    /// Returns the records after number `seq`, in order; `None` if some are no longer in memory.
    pub(super) fn after(&self, seq: u64) -> Option<Vec<&Record>> {
        let later = self.earlier.iter().chain(self.records.iter().skip(1));
        let after: Vec<_> = later.filter(|record| record.seq > seq).collect();
        after.first().is_none_or(|first| first.seq == seq + 1).then_some(after)
    }

    /// Returns the first record after number `seq`.
    pub(super) fn next_after(&self, seq: u64) -> Option<&Record> {
        let in_game = self.records.partition_point(|record| record.seq <= seq);
        let later = self.earlier.iter().find(|record| record.seq > seq);
        later.or(self.records.get(in_game))
    }

    /// Replays the records and returns the table.
    ///
    /// # Errors
    /// [`ReplayError`] for the first record that does not follow from the records before it.
    pub fn table(&self) -> Result<Table, ReplayError> {
        Table::replay(&self.records)
    }

    /// Returns the room's first events, up to the first gap in memory.
    pub(super) fn first_events(&self) -> impl Iterator<Item = &Event> {
        let in_order = self.records.iter().take(1).chain(&self.earlier).chain(self.records.iter().skip(1));
        (1..).zip(in_order).take_while(|(seq, record)| record.seq == *seq).map(|(_, record)| &record.event)
    }

    /// Converts new records to their stored form.
    pub(super) fn to_stored(&self, records: &[Record]) -> Vec<StoredEvent> {
        let mut hash = self.hash;
        records
            .iter()
            .map(|record| {
                let stored = StoredEvent::new(record, hash);
                hash = stored.hash;
                stored
            })
            .collect()
    }

    /// Appends records that are now stored; `hash` is the hash of the last record.
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

    /// Drops old records when a game starts. The last few stay, to recognise repeated commands.
    fn forget_before_game(&mut self) {
        self.earlier.extend(self.records.drain(1..));
        let too_many = self.earlier.len().saturating_sub(EARLIER_EVENTS as usize);
        if too_many > 0 {
            self.earlier.drain(..too_many);
            let all = self.earlier.iter().chain(&self.records);
            self.causes = all.filter_map(|record| record.cause.as_ref()).map(key).collect();
        }
    }

    /// Returns the number of the event that an earlier sending of the same command caused.
    pub(super) fn caused_by(&self, user: UserId, command_id: &str, command: &Command) -> Option<u64> {
        if !self.causes.contains(&key_of(user, command_id)) {
            return None;
        }
        let same = |cause: &Cause| cause.user == user && *cause.command == *command_id;
        // This includes a cause with an effect that was undone since by a takeback or a new game: a late or repeated message must not act on a
        // state for which it was not meant.
        let caused =
            |record: &&Record| record.cause.as_ref().is_some_and(same) && record.event.is_effect_of(command);
        self.records.iter().rev().chain(self.earlier.iter().rev()).find(caused).map(|record| record.seq)
    }

    /// Returns the events after number `since` in the form for subscribers, rebuilt by replaying the records. `None` if the earlier records
    /// are no longer in memory.
    ///
    /// # Errors
    /// [`ReplayError`] if the records are inconsistent.
    pub fn events_since(
        &self,
        room: &Arc<RoomRow>,
        since: u64,
    ) -> Result<Option<Vec<RoomEvent>>, ReplayError> {
        let Some((first, game)) = self.records.split_first() else { return Ok(Some(Vec::new())) };
        let later: Vec<_> = self.earlier.iter().chain(game).collect();
        // Points at which a replay can start: the start of a game, or of the room.
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

/// Reads stored records up to the first faulty record, and returns that fault. Old records may be missing after the very first record; the
/// chain of hashes then resumes after the gap.
pub fn read_records(room: RoomId, stored: &[StoredEvent]) -> (Vec<Record>, Option<ReplayError>) {
    let mut records = Vec::with_capacity(stored.len());
    let (mut hash, mut last_seq) = (EventHash::beginning_of(room), 0);
    for event in stored {
        let is_after_gap = last_seq == 1 && event.seq > 2;
        let record = if event.seq == last_seq + 1 {
            read_one(hash, event)
        } else if is_after_gap {
            event.record()
        } else {
            Err(format!("event {} is missing", last_seq + 1))
        };
        match record {
            Ok(record) => records.push(record),
            Err(what) => return (records, Some(ReplayError { seq: event.seq, what })),
        }
        (hash, last_seq) = (event.hash, event.seq);
    }
    (records, None)
}

/// Applies current user names to an event. The stored event remains unchanged, because the chain of hashes covers it.
pub(super) fn call(event: &mut Event, names: &HashMap<UserId, Called>) {
    match event {
        Event::Seated { player, .. } => names::call(player, names),
        Event::Started { players, .. } => players.iter_mut().for_each(|player| names::call(player, names)),
        _ => {}
    }
}

/// Returns a hash key for a cause. Two causes may have the same key.
fn key(cause: &Cause) -> u64 {
    key_of(cause.user, &cause.command)
}

fn key_of(user: UserId, command_id: &str) -> u64 {
    FixedState::default().hash_one((user, command_id))
}

/// Reads the record that follows the record with the hash `before`, or returns the fault.
fn read_one(before: EventHash, stored: &StoredEvent) -> Result<Record, String> {
    if !stored.follows(before) {
        return Err("hash mismatch: this event or an earlier one was modified".to_owned());
    }
    stored.record()
}
