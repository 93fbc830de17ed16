//! Seats and game status of a room, for the chat.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sumito_cluster::{Followed, Node, Received};
use sumito_game::{Game, RoomId, Status, Table, Timestamp, UserId};
use tokio::sync::oneshot;
use tracing::debug;

use super::handle::Message;
use super::room::Room;
use super::{RoomError, Rooms};
use sumito_kit::change_set::ChangeSet;
use sumito_kit::retry::Retry;
use sumito_store::Tenure;

/// The players of a room, and whether a game is under way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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

/// Changes of the followed rooms of all nodes, drained by one task. Cheap to clone.
#[derive(Debug, Clone)]
pub struct RoomOccupancyChanges {
    changes: ChangeSet<HashMap<RoomId, RoomOccupancy>, HashSet<RoomId>>,
    /// The rooms that other nodes follow.
    elsewhere: Followed<RoomId, RoomId, (RoomId, RoomOccupancy)>,
}

impl RoomOccupancyChanges {
    pub(super) fn new(node: &Node) -> Self {
        Self { changes: ChangeSet::default(), elsewhere: Followed::new("occupancies", node) }
    }

    /// Starts collecting changes of `room`.
    pub fn track(&self, room: RoomId) {
        self.changes.track(|rooms, _| {
            rooms.insert(room);
        });
        self.elsewhere.follow(&room);
    }

    /// Stops collecting changes of `room`.
    pub fn untrack(&self, room: RoomId) {
        self.elsewhere.unfollow(&room);
        self.changes.track(|rooms, changes| {
            rooms.remove(&room);
            changes.remove(&room);
        });
    }

    /// Records the state of a room of this node if that room is followed.
    pub(super) fn set(&self, room: RoomId, occupancy: impl Fn() -> RoomOccupancy) {
        self.changes.record(|changes, tracked| {
            let is_tracked = tracked.contains(&room);
            if is_tracked {
                changes.insert(room, occupancy());
            }
            is_tracked
        });
        self.elsewhere.send([room], &room, || (room, occupancy()));
    }

    /// Records the state of a room of another node, unless a later one is known.
    fn receive(&self, room: RoomId, occupancy: RoomOccupancy) {
        self.changes.record(|changes, tracked| {
            let is_new =
                tracked.contains(&room) && changes.get(&room).is_none_or(|known| known.seq < occupancy.seq);
            if is_new {
                changes.insert(room, occupancy);
            }
            is_new
        });
    }

    /// Exchanges changes with the other nodes. Calls `followed` for each room that another node starts to follow, and `lagged` when changes
    /// may be missing. Runs until it is dropped; returns at once if no other node can exist.
    pub(super) async fn run(&self, followed: impl FnMut(RoomId), mut lagged: impl FnMut(Vec<RoomId>)) {
        let received = |received: Received<Vec<(RoomId, RoomOccupancy)>>| match received {
            Received::Message { body, .. } => {
                for (room, occupancy) in body {
                    self.receive(room, occupancy);
                }
            }
            Received::Lagged => {
                let mut rooms = Vec::new();
                self.changes.track(|tracked, _| rooms.extend(tracked.iter().copied()));
                lagged(rooms);
            }
        };
        self.elsewhere.run(followed, received).await;
    }

    /// Waits for a change.
    pub async fn changed(&self) {
        self.changes.changed().await;
    }

    /// Drains the changes: each room once, in its latest state.
    pub fn drain(&self) -> HashMap<RoomId, RoomOccupancy> {
        self.changes.drain()
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
        let room = Room::load(&stored, Tenure::always(), self.context()).map_err(|_| RoomError::Corrupt)?;
        Ok(room.occupancy())
    }

    /// Rereads the states of these rooms: changes may be missing.
    pub(super) async fn read_occupancies(&self, rooms: Vec<RoomId>) {
        for id in rooms {
            let mut retry = Retry::quiet("read of a room's players");
            let occupancy = loop {
                match self.occupancy(id).await {
                    Err(error @ RoomError::Unavailable) => retry.pause(error).await,
                    occupancy => break occupancy,
                }
            };
            match occupancy {
                Ok(occupancy) => self.occupancies().receive(id, occupancy),
                Err(error) => debug!(room = %id, %error, "room players read failed"),
            }
        }
    }
}
