//! What spectators of a room with a delay see: the room as it was some time ago.

use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use sumito_game::{Event, Phase, Record, Table, Timestamp};

use super::history::History;
use crate::store::RoomRow;
use crate::wire;

/// The room as spectators see it. While a game is under way, its events reach them late; everything else reaches them at
/// once, and so does what was held back when the game is over.
pub(super) struct Delay {
    by: Duration,
    /// The table as its first records leave it: those that spectators have been told of.
    table: Table,
}

impl Delay {
    /// What spectators may see at `now` of a room that was read; `None` where they see what everybody does.
    pub(super) fn new(row: &RoomRow, present: &Table, history: &History, now: Timestamp) -> Option<Self> {
        let by = present.settings().spectator_delay;
        let first = history.records().first().filter(|_| by > Duration::ZERO)?;
        let table = Table::open(first).expect("the room's own table begins with this record");
        let mut delay = Self { by, table };
        delay.catch_up(row, present, history, now);
        Some(delay)
    }

    /// The table that spectators see.
    pub(super) fn table(&self) -> &Table {
        &self.table
    }

    /// The moment of the game that spectators see at `now`.
    pub(super) fn moment(&self, present: &Table, now: Timestamp) -> Timestamp {
        if present.phase() == Phase::Playing { (now - self.by).max(self.table.at()) } else { now }
    }

    /// When spectators are told of what was held back, if nothing else happens before.
    pub(super) fn due(&self, history: &History) -> Option<Timestamp> {
        self.held_back(history).first().map(|record| record.at + self.by)
    }

    /// Takes in what spectators may see at `now`; returns what they are told of it.
    pub(super) fn catch_up(
        &mut self,
        row: &RoomRow,
        present: &Table,
        history: &History,
        now: Timestamp,
    ) -> Vec<Utf8Bytes> {
        let held_back = self.held_back(history);
        let open = self.open_by(held_back, present, now);
        let tell = |record: &Record| {
            let before = *self.table.position();
            self.table.apply(record).expect("the room's own table has taken this record in");
            wire::event_text(row, record, &before, &self.table)
        };
        held_back[..open].iter().map(tell).collect()
    }

    /// What spectators have not been told of.
    fn held_back<'a>(&self, history: &'a History) -> &'a [Record] {
        &history.records()[self.table.seq() as usize..]
    }

    /// How many of the records that were held back spectators may see at `now`.
    fn open_by(&self, held_back: &[Record], present: &Table, now: Timestamp) -> usize {
        if present.phase() != Phase::Playing {
            return held_back.len();
        }
        // What was before the game under way is no secret.
        let starts = |record: &Record| matches!(record.event, Event::Started { .. });
        let before = held_back.iter().rposition(starts).unwrap_or(0);
        before + held_back[before..].iter().take_while(|record| record.at + self.by <= now).count()
    }
}
