//! Room changes for the lists of players' own rooms.

use std::collections::{HashMap, HashSet};

use sumito_game::{RoomId, UserId};

use super::MyRoom;
use sumito_kit::change_set::ChangeSet;

/// Changes of the rooms whose players follow their own rooms, drained by one task. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct MyRoomChanges(ChangeSet<MyRoomChangeBatch, HashSet<UserId>>);

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
        Self(ChangeSet::tracking(users.collect()))
    }

    /// Starts collecting changes of the rooms of `user`.
    pub fn track(&self, user: UserId) {
        self.0.track(|users, _| {
            users.insert(user);
        });
    }

    /// Stops collecting changes of the rooms of `user`.
    pub fn untrack(&self, user: UserId) {
        self.0.track(|users, _| {
            users.remove(&user);
        });
    }

    /// Records the summary of a room of these users, if one of them follows their rooms.
    pub(super) fn set(&self, mut users: impl Iterator<Item = UserId>, summary: impl FnOnce() -> MyRoom) {
        self.0.record(|changes, tracked| {
            let is_tracked = users.any(|user| tracked.contains(&user));
            if is_tracked {
                let summary = summary();
                changes.rooms.insert(summary.room.id, summary);
            }
            is_tracked
        });
    }

    /// Records that `user` no longer has a seat in `room`.
    pub(super) fn left(&self, room: RoomId, user: UserId) {
        self.0.record(|changes, tracked| {
            let is_tracked = tracked.contains(&user);
            if is_tracked {
                changes.left.push((room, user));
            }
            is_tracked
        });
    }

    /// Waits for a change.
    pub async fn changed(&self) {
        self.0.changed().await;
    }

    /// Drains all changes.
    pub fn drain(&self) -> MyRoomChangeBatch {
        self.0.drain()
    }
}
