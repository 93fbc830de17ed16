//! Delayed view of a room for its spectators.

use std::sync::Arc;
use std::time::Duration;

use sumito_game::{Event, Record, ReplayError, Status, Table, Timestamp};

use super::records::RoomRecords;
use super::{EncodedUpdate, RoomEvent, RoomUpdate};
use sumito_store::RoomRow;

/// The spectators' view of a room with a delay. During a game its events reach spectators late. All other events reach them at once, and
/// the end of the game releases the events held back.
pub(super) struct DelayedView {
    by: Duration,
    /// The table after the records that were sent to spectators.
    table: Table,
}

impl DelayedView {
    /// Returns the spectators' view at `now` of a loaded room; `None` if spectators have the same view as players. If the records
    /// before the current game are no longer in memory, spectators at least receive the start of the game.
    ///
    /// # Errors
    /// [`ReplayError`] if the records are inconsistent.
    pub(super) fn new(
        present: &Table,
        history: &RoomRecords,
        now: Timestamp,
    ) -> Result<Option<Self>, ReplayError> {
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
        delay.apply_server_time(present, history);
        Ok(Some(delay))
    }

    /// Returns the spectators' table.
    pub(super) fn table(&self) -> &Table {
        &self.table
    }

    /// Returns the moment of the game in the spectators' view at `now`.
    pub(super) fn moment(&self, present: &Table, now: Timestamp) -> Timestamp {
        if present.status() == Status::Playing { (now - self.by).max(self.table.at()) } else { now }
    }

    /// Returns the time at which spectators receive the events held back, if no other event happens before.
    pub(super) fn next_release(&self, history: &RoomRecords) -> Option<Timestamp> {
        history.next_after(self.table.seq()).map(|record| record.at + self.by)
    }

    /// Applies the records that spectators may see at `now` and returns their updates. Returns `None` if earlier records are no longer in
    /// memory: spectators then need the whole room.
    ///
    /// # Errors
    /// [`ReplayError`] if the records are inconsistent.
    pub(super) fn catch_up(
        &mut self,
        row: &Arc<RoomRow>,
        present: &Table,
        history: &RoomRecords,
        now: Timestamp,
    ) -> Result<Option<Vec<EncodedUpdate>>, ReplayError> {
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
            updates.push(RoomUpdate::Event(RoomEvent::new(row, record, &before, &self.table)).into());
        }
        self.apply_server_time(present, history);
        Ok(Some(updates))
    }

    /// Carries over the server's share of the running turn, which is known to the present table or stored with the next record.
    fn apply_server_time(&mut self, present: &Table, history: &RoomRecords) {
        match history.next_after(self.table.seq()) {
            None => self.table = present.clone(),
            Some(next) => {
                self.table.announced_at(self.table.at() + next.server);
            }
        }
    }
}

/// Returns the records after `table`'s that spectators may read at `now`; `None` if some of them are no longer in memory.
fn open<'a>(
    table: &Table,
    by: Duration,
    present: &Table,
    history: &'a RoomRecords,
    now: Timestamp,
) -> Option<Vec<&'a Record>> {
    let mut held_back = history.after(table.seq())?;
    if present.status() == Status::Playing {
        // Events before the running game are not secret.
        let starts = |record: &&Record| matches!(record.event, Event::Started { .. });
        let before = held_back.iter().rposition(starts).unwrap_or(0);
        let due = held_back[before..].iter().take_while(|record| record.at + by <= now).count();
        held_back.truncate(before + due);
    }
    Some(held_back)
}
