//! What the lists of players' own rooms have to know.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sumito_game::{RoomId, UserId};
use tokio::sync::Notify;

use super::Standing;

/// Gathers how rooms stand in which somebody sits who follows their own rooms, until whoever keeps the lists takes it. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Standings(Arc<Gathered>);

#[derive(Debug, Default)]
struct Gathered {
    state: Mutex<State>,
    is_changed: Notify,
}

#[derive(Debug, Default)]
struct State {
    followed: HashSet<UserId>,
    changes: StandingChanges,
}

/// What has changed since somebody looked last.
#[derive(Debug, Default)]
pub struct StandingChanges {
    /// Each room that has changed once, as it stands now, however often it has changed.
    pub rooms: HashMap<RoomId, Standing>,
    /// Who has given up a seat where. They may have one again: then the room stands among the others.
    pub left: Vec<(RoomId, UserId)>,
}

impl Standings {
    /// Of the rooms of these users from the start.
    pub(super) fn of(users: impl Iterator<Item = UserId>) -> Self {
        let standings = Self::default();
        standings.state().followed.extend(users);
        standings
    }

    /// From now on the rooms of `user` are gathered, too.
    pub fn follow(&self, user: UserId) {
        self.state().followed.insert(user);
    }

    /// The rooms of `user` are not gathered any more.
    pub fn unfollow(&self, user: UserId) {
        self.state().followed.remove(&user);
    }

    /// A room of these users stands as `standing` says, if one of them follows their rooms.
    pub(super) fn set(&self, mut users: impl Iterator<Item = UserId>, standing: impl FnOnce() -> Standing) {
        let mut state = self.state();
        if users.any(|user| state.followed.contains(&user)) {
            let standing = standing();
            state.changes.rooms.insert(standing.room.id, standing);
            self.0.is_changed.notify_one();
        }
    }

    /// `user` has no seat in `room` any more.
    pub(super) fn left(&self, room: RoomId, user: UserId) {
        let mut state = self.state();
        if state.followed.contains(&user) {
            state.changes.left.push((room, user));
            self.0.is_changed.notify_one();
        }
    }

    /// Waits until something has changed.
    pub async fn changed(&self) {
        self.0.is_changed.notified().await;
    }

    /// Takes all that has changed.
    pub fn take(&self) -> StandingChanges {
        std::mem::take(&mut self.state().changes)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
