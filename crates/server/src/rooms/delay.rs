//! What spectators of a room with a delay see: the room as it was some time ago.

use std::sync::Arc;
use std::time::Duration;

use sumito_game::{Corrupt, Event, Record, Status, Table, Timestamp};

use super::history::History;
use super::{RoomEvent, SharedUpdate, Update};
use crate::store::RoomRow;

/// The room as spectators see it. While a game is under way, its events reach them late; everything else reaches them at
/// once, and so does what was held back when the game is over.
pub(super) struct Delay {
    by: Duration,
    /// The table as the records leave it that spectators have been told of.
    table: Table,
}

impl Delay {
    /// What spectators may see at `now` of a room that was read; `None` where they see what everybody does. Where what
    /// was before the current game is not at hand any more, they see at least that it has started.
    ///
    /// # Errors
    /// [`Corrupt`] when the records do not fit together.
    pub(super) fn new(present: &Table, history: &History, now: Timestamp) -> Result<Option<Self>, Corrupt> {
        let by = present.settings().spectator_delay;
        if by.is_zero() {
            return Ok(None);
        }
        let table = match history.before_game() {
            Some(records) => Table::replay(records)?,
            None => Table::replay(history.records().iter().take(2))?,
        };
        let mut delay = Self { by, table };
        for record in open(&delay.table, by, present, history, now).unwrap_or_default() {
            delay.table.apply(record)?;
        }
        delay.take_in_server_time(present, history);
        Ok(Some(delay))
    }

    /// The table that spectators see.
    pub(super) fn table(&self) -> &Table {
        &self.table
    }

    /// The moment of the game that spectators see at `now`.
    pub(super) fn moment(&self, present: &Table, now: Timestamp) -> Timestamp {
        if present.status() == Status::Playing { (now - self.by).max(self.table.at()) } else { now }
    }

    /// When spectators are told of what was held back, if nothing else happens before.
    pub(super) fn due(&self, history: &History) -> Option<Timestamp> {
        history.next_after(self.table.seq()).map(|record| record.at + self.by)
    }

    /// Takes in what spectators may see at `now`; returns what they are told of it, or `None` where the events before that are not at hand
    /// any more and they have to be shown the whole room.
    ///
    /// # Errors
    /// [`Corrupt`] when the records do not fit together.
    pub(super) fn catch_up(
        &mut self,
        row: &Arc<RoomRow>,
        present: &Table,
        history: &History,
        now: Timestamp,
    ) -> Result<Option<Vec<SharedUpdate>>, Corrupt> {
        let Some(records) = open(&self.table, self.by, present, history, now) else {
            if let Some(anew) = Self::new(present, history, now)? {
                *self = anew;
            }
            return Ok(None);
        };
        let mut updates = Vec::new();
        for record in records {
            let before = *self.table.position();
            self.table.apply(record)?;
            updates.push(Update::Event(RoomEvent::new(row, record, &before, &self.table)).into());
        }
        self.take_in_server_time(present, history);
        Ok(Some(updates))
    }

    /// What the server itself took of the running turn is known to the present table, or stored with the next record.
    fn take_in_server_time(&mut self, present: &Table, history: &History) {
        match history.next_after(self.table.seq()) {
            None => self.table = present.clone(),
            Some(next) => {
                self.table.told(self.table.at() + next.server);
            }
        }
    }
}

/// The records beyond those of `table` that spectators may see at `now`; `None` where some of them are not at hand any more.
fn open<'a>(
    table: &Table,
    by: Duration,
    present: &Table,
    history: &'a History,
    now: Timestamp,
) -> Option<Vec<&'a Record>> {
    let mut held_back = history.after(table.seq())?;
    if present.status() == Status::Playing {
        // What was before the game under way is no secret.
        let starts = |record: &&Record| matches!(record.event, Event::Started { .. });
        let before = held_back.iter().rposition(starts).unwrap_or(0);
        let due = held_back[before..].iter().take_while(|record| record.at + by <= now).count();
        held_back.truncate(before + due);
    }
    Some(held_back)
}
