//! What those have to know who speak beside a room: who plays there, and whether a game is under way.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sumito_game::{Game, RoomId, Status, Table, Timestamp, UserId};
use tokio::sync::{Notify, oneshot};

use super::handle::Message;
use super::room::Room;
use super::{RoomError, Rooms};

/// Who plays in a room, and whether a game is under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Floor {
    /// The last event that is contained.
    pub seq: u64,
    /// Everybody who has a seat.
    pub players: Vec<UserId>,
    /// Since when a game is under way; `None` while none is.
    pub playing_since: Option<Timestamp>,
    /// By how much spectators see a game late.
    pub delay: Duration,
}

impl Floor {
    /// Of the room with this table.
    pub(super) fn of(table: &Table) -> Self {
        let game = table.game().filter(|_| table.status() == Status::Playing);
        Self {
            seq: table.seq(),
            players: super::room::players(table).collect(),
            playing_since: game.map(Game::started_at),
            delay: table.settings().spectator_delay,
        }
    }

    /// Whether `user` has a seat.
    pub fn has_seat(&self, user: Option<UserId>) -> bool {
        user.is_some_and(|user| self.players.contains(&user))
    }
}

/// Gathers what changes on the floors that somebody follows, until they take it. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Floors(Arc<Gathered>);

#[derive(Debug, Default)]
struct Gathered {
    state: Mutex<State>,
    is_changed: Notify,
}

#[derive(Debug, Default)]
struct State {
    followed: HashSet<RoomId>,
    changes: HashMap<RoomId, Floor>,
}

impl Floors {
    /// From now on the floor of `room` is gathered, too.
    pub fn follow(&self, room: RoomId) {
        self.state().followed.insert(room);
    }

    /// The floor of `room` is not gathered any more.
    pub fn unfollow(&self, room: RoomId) {
        let mut state = self.state();
        state.followed.remove(&room);
        state.changes.remove(&room);
    }

    /// The floor of `room` is like this, if somebody follows it.
    pub(super) fn set(&self, room: RoomId, floor: impl FnOnce() -> Floor) {
        let mut state = self.state();
        if state.followed.contains(&room) {
            state.changes.insert(room, floor());
            self.0.is_changed.notify_one();
        }
    }

    /// Waits until something has changed.
    pub async fn changed(&self) {
        self.0.is_changed.notified().await;
    }

    /// Takes all that has changed: each floor once, as it is now.
    pub fn take(&self) -> HashMap<RoomId, Floor> {
        std::mem::take(&mut self.state().changes)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Rooms {
    /// The floor of a room, which is not brought into memory for that.
    ///
    /// # Errors
    /// When there is no such room, or it cannot be read.
    pub async fn floor(&self, id: RoomId) -> Result<Floor, RoomError> {
        if let Some(inbox) = self.active_inbox(id) {
            let (reply, floor) = oneshot::channel();
            // Not answered by a room that leaves memory at this moment: then everything that has happened in it is stored.
            if inbox.send(Message::Floor { reply }).is_ok()
                && let Ok(floor) = floor.await
            {
                return Ok(floor);
            }
        }
        let stored = self.store().load_room(id).await?.ok_or(RoomError::NoSuchRoom)?;
        let room = Room::load(&stored, self.context()).map_err(|_| RoomError::Damaged)?;
        Ok(room.floor())
    }
}
