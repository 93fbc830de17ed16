//! Seats and game status of a room, for the chat.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use sumito_game::{Game, RoomId, Status, Table, Timestamp, UserId};
use tokio::sync::oneshot;

use super::handle::Message;
use super::room::Room;
use super::{RoomError, Rooms};
use sumito_kit::change_set::ChangeSet;

/// The players of a room, and whether a game is under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoomOccupancy {
    /// Number of the last event that is included.
    pub seq: u64,
    /// All users who have a seat.
    pub players: Vec<UserId>,
    /// Start time of the running game; `None` if there is none.
    pub playing_since: Option<Timestamp>,
    /// Delay of the spectators' view.
    pub delay: Duration,
}

impl RoomOccupancy {
    /// Returns the state of the room with this table.
    pub(super) fn of(table: &Table) -> Self {
        let game = table.game().filter(|_| table.status() == Status::Playing);
        Self {
            seq: table.seq(),
            players: super::room::players(table).collect(),
            playing_since: game.map(Game::started_at),
            delay: table.settings().spectator_delay,
        }
    }

    /// Returns whether `user` has a seat.
    pub fn has_seat(&self, user: Option<UserId>) -> bool {
        user.is_some_and(|user| self.players.contains(&user))
    }
}

/// Changes of the followed rooms, drained by one task. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct RoomOccupancyChanges(ChangeSet<HashMap<RoomId, RoomOccupancy>, HashSet<RoomId>>);

impl RoomOccupancyChanges {
    /// Starts collecting changes of `room`.
    pub fn track(&self, room: RoomId) {
        self.0.track(|rooms, _| {
            rooms.insert(room);
        });
    }

    /// Stops collecting changes of `room`.
    pub fn untrack(&self, room: RoomId) {
        self.0.track(|rooms, changes| {
            rooms.remove(&room);
            changes.remove(&room);
        });
    }

    /// Records the state of `room` if that room is followed.
    pub(super) fn set(&self, room: RoomId, occupancy: impl FnOnce() -> RoomOccupancy) {
        self.0.record(|changes, tracked| {
            let is_tracked = tracked.contains(&room);
            if is_tracked {
                changes.insert(room, occupancy());
            }
            is_tracked
        });
    }

    /// Waits for a change.
    pub async fn changed(&self) {
        self.0.changed().await;
    }

    /// Drains the changes: each room once, in its latest state.
    pub fn drain(&self) -> HashMap<RoomId, RoomOccupancy> {
        self.0.drain()
    }
}

impl Rooms {
    /// Returns the state of a room without loading the room into memory.
    ///
    /// # Errors
    /// [`RoomError::NoSuchRoom`] if the room does not exist; fails if it cannot be read.
    pub async fn occupancy(&self, id: RoomId) -> Result<RoomOccupancy, RoomError> {
        if let Some(inbox) = self.active_inbox(id) {
            let (reply, occupancy) = oneshot::channel();
            // A room that leaves memory at this moment does not answer, but all its events are then stored.
            if inbox.try_send(Message::RoomOccupancy { reply }).is_ok()
                && let Ok(occupancy) = occupancy.await
            {
                return Ok(occupancy);
            }
        }
        let stored = self.store().load_room(id).await?.ok_or(RoomError::NoSuchRoom)?;
        let room = Room::load(&stored, &[], self.context()).map_err(|_| RoomError::Corrupt)?;
        Ok(room.occupancy())
    }
}
