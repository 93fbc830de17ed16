//! Room changes for the lists of players' own rooms.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sumito_game::{RoomId, UserId};
use tokio::sync::Notify;

use super::MyRoom;

/// Coalescing change buffer of the rooms whose players follow their own rooms, drained by one task. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct MyRoomChanges(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    state: Mutex<State>,
    is_changed: Notify,
}

#[derive(Debug, Default)]
struct State {
    followed: HashSet<UserId>,
    changes: MyRoomChangeBatch,
}

/// Changes since the last drain.
#[derive(Debug, Default)]
pub struct MyRoomChangeBatch {
    /// Each changed room once, in its latest state, however often it changed.
    pub rooms: HashMap<RoomId, MyRoom>,
    /// Users who left a seat, with the room. If they have a seat again, the room is in `rooms` too.
    pub left: Vec<(RoomId, UserId)>,
}

impl MyRoomChanges {
    /// Collects changes of the rooms of these users from the start.
    pub(super) fn of(users: impl Iterator<Item = UserId>) -> Self {
        let standings = Self::default();
        standings.state().followed.extend(users);
        standings
    }

    /// Starts collecting changes of the rooms of `user`.
    pub fn track(&self, user: UserId) {
        self.state().followed.insert(user);
    }

    /// Stops collecting changes of the rooms of `user`.
    pub fn untrack(&self, user: UserId) {
        self.state().followed.remove(&user);
    }

    /// Records the summary of a room of these users, if one of them follows their rooms.
    pub(super) fn set(&self, mut users: impl Iterator<Item = UserId>, standing: impl FnOnce() -> MyRoom) {
        let mut state = self.state();
        if users.any(|user| state.followed.contains(&user)) {
            let standing = standing();
            state.changes.rooms.insert(standing.room.id, standing);
            self.0.is_changed.notify_one();
        }
    }

    /// Records that `user` no longer has a seat in `room`.
    pub(super) fn left(&self, room: RoomId, user: UserId) {
        let mut state = self.state();
        if state.followed.contains(&user) {
            state.changes.left.push((room, user));
            self.0.is_changed.notify_one();
        }
    }

    /// Waits for a change.
    pub async fn changed(&self) {
        self.0.is_changed.notified().await;
    }

    /// Drains all changes.
    pub fn drain(&self) -> MyRoomChangeBatch {
        std::mem::take(&mut self.state().changes)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
