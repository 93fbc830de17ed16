//! Room changes for the lists of players' games.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};
use sumito_cluster::{Followed, Node, Received};
use sumito_game::{RoomId, UserId};

use super::MyGame;
use sumito_kit::change_set::ChangeSet;

/// Changes of the rooms of players who follow their games, drained by one task. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct MyGameChanges {
    changes: ChangeSet<MyGameChangeBatch, HashSet<UserId>>,
    /// Users with rooms that other nodes follow.
    elsewhere: Followed<UserId, (RoomId, Option<UserId>), MyGameChange>,
}

/// Changes since the last drain.
#[derive(Debug, Default)]
pub struct MyGameChangeBatch {
    /// Each changed room once, in its latest state, however often it changed.
    pub rooms: HashMap<RoomId, MyGame>,
    /// Users who left a seat, with the room. If they have a seat again, the room is in `rooms` too.
    pub left: Vec<(RoomId, UserId)>,
    /// Whether changes of other nodes may be missing.
    pub has_gap: bool,
}

/// A change, in the form for other nodes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum MyGameChange {
    Room(Box<MyGame>),
    Left(RoomId, UserId),
}

impl MyGameChanges {
    /// Collects changes of the rooms of all nodes, for users who follow theirs.
    pub(super) fn new(node: &Node) -> Self {
        Self { changes: ChangeSet::default(), elsewhere: Followed::new("my_games", node) }
    }

    /// Collects changes of the rooms of this node in which one of these users sits.
    pub(super) fn of(users: impl Iterator<Item = UserId>) -> Self {
        Self { changes: ChangeSet::tracking(users.collect()), elsewhere: Followed::default() }
    }

    /// Starts collecting changes of the rooms of `user`.
    pub fn track(&self, user: UserId) {
        self.changes.track(|users, _| {
            users.insert(user);
        });
        self.elsewhere.follow(&user);
    }

    /// Stops collecting changes of the rooms of `user`.
    pub fn untrack(&self, user: UserId) {
        self.elsewhere.unfollow(&user);
        self.changes.track(|users, _| {
            users.remove(&user);
        });
    }

    /// Records the summary of a room of this node with these users, if one of them follows their rooms.
    pub(super) fn set(&self, room: RoomId, users: &[UserId], summary: impl Fn() -> MyGame) {
        self.changes.record(|changes, tracked| {
            let is_tracked = users.iter().any(|user| tracked.contains(user));
            if is_tracked {
                changes.rooms.insert(room, summary());
            }
            is_tracked
        });
        self.elsewhere.send(users.iter().copied(), &(room, None), || MyGameChange::Room(Box::new(summary())));
    }

    /// Records that `user` no longer has a seat in a room of this node.
    pub(super) fn left(&self, room: RoomId, user: UserId) {
        self.changes.record(|changes, tracked| changes.leave(room, user, tracked));
        self.elsewhere.send([user], &(room, Some(user)), || MyGameChange::Left(room, user));
    }

    /// Waits for a change.
    pub async fn changed(&self) {
        self.changes.changed().await;
    }

    /// Drains all changes.
    pub fn drain(&self) -> MyGameChangeBatch {
        self.changes.drain()
    }

    /// Exchanges changes with the other nodes. Calls `followed` for each user when another node starts to follow the user's rooms. Runs until it is
    /// dropped; returns at once if no other node can exist.
    pub(super) async fn run(&self, followed: impl FnMut(UserId)) {
        self.elsewhere.run(followed, |received| self.receive(received)).await;
    }

    fn receive(&self, received: Received<Vec<MyGameChange>>) {
        self.changes.record(|changes, tracked| match received {
            Received::Lagged => {
                changes.has_gap = true;
                true
            }
            Received::Message { body, .. } => {
                let mut is_new = false;
                for change in body {
                    is_new |= changes.add(change, tracked);
                }
                is_new
            }
        });
    }
}

impl MyGameChangeBatch {
    /// Adds a change of another node; returns whether it is new to this one.
    fn add(&mut self, change: MyGameChange, tracked: &HashSet<UserId>) -> bool {
        let room = match change {
            MyGameChange::Left(room, user) => return self.leave(room, user, tracked),
            MyGameChange::Room(room) => *room,
        };
        if !room.users().any(|user| tracked.contains(&user)) {
            return false;
        }
        match self.rooms.entry(room.room.id) {
            // It changed on a later owner, whose message came first.
            Entry::Occupied(known) if known.get().seq > room.seq => false,
            Entry::Occupied(mut known) => {
                known.insert(room);
                true
            }
            Entry::Vacant(place) => {
                place.insert(room);
                true
            }
        }
    }

    fn leave(&mut self, room: RoomId, user: UserId, tracked: &HashSet<UserId>) -> bool {
        let is_tracked = tracked.contains(&user);
        if is_tracked {
            self.left.push((room, user));
        }
        is_tracked
    }
}
