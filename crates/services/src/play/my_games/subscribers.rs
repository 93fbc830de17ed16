//! Room list of one user.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use sumito_game::{RoomId, Timestamp, UserId};
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::{EncodedMyGamesUpdate, MAX_MY_GAMES, MyGamesUpdate, Reply};
use sumito_kit::topic::{Subscriber, SubscriberId, Topic};
use sumito_rooms::{MyGame, RoomError};

/// Room list of one user.
pub(super) struct UserRoomList {
    user: UserId,
    rooms: HashMap<RoomId, MyGame>,
    /// Rooms that have changed since the last update, and rooms that were removed.
    changed: BTreeSet<RoomId>,
    gone: BTreeSet<RoomId>,
    /// Requests that wait until the list is read; `None` once it is.
    waiting: Option<Vec<Waiting>>,
    /// Number of reads in progress.
    reads: u32,
    subscribers: Topic<MyGamesUpdate>,
    /// The encoded list; `None` if something has changed since.
    list: Option<EncodedMyGamesUpdate>,
    used_at: Instant,
}

/// A request that waits until the list is read.
enum Waiting {
    Subscribe(SubscriberId, Box<dyn Subscriber<MyGamesUpdate>>, Reply),
    List(oneshot::Sender<Result<EncodedMyGamesUpdate, RoomError>>),
}

impl UserRoomList {
    /// Creates a list that is being read.
    pub(super) fn new(user: UserId) -> Self {
        Self {
            user,
            rooms: HashMap::new(),
            changed: BTreeSet::new(),
            gone: BTreeSet::new(),
            waiting: Some(Vec::new()),
            reads: 1,
            subscribers: Topic::default(),
            list: None,
            used_at: Instant::now(),
        }
    }

    /// Forgets the rooms: they are reread.
    pub(super) fn close(&mut self) {
        self.reads += 1;
        self.waiting.get_or_insert_default();
        self.rooms.clear();
        self.list = None;
    }

    /// Counts the result of a read; returns whether no later one follows.
    pub(super) fn is_last_read(&mut self) -> bool {
        self.reads -= 1;
        self.reads == 0
    }

    /// Applies the result of the read, and sends the list to its subscribers. Rooms that have changed during the read are up to date
    /// already.
    pub(super) fn open(&mut self, rooms: Vec<MyGame>) {
        for room in rooms {
            let id = room.room.id;
            if !self.gone.contains(&id) && self.rooms.get(&id).is_none_or(|known| known.seq < room.seq) {
                self.rooms.insert(id, room);
            }
        }
        self.changed.clear();
        self.gone.clear();
        if self.has_subscribers() {
            let list = self.whole();
            self.subscribers.publish(&list);
        }
        for waiting in self.waiting.take().unwrap_or_default() {
            match waiting {
                Waiting::Subscribe(id, subscriber, reply) => self.subscribe(id, subscriber, reply),
                Waiting::List(reply) => self.list(reply),
            }
        }
    }

    /// Rejects all waiting requests, since the list cannot be read.
    pub(super) fn refuse(self, error: &RoomError) {
        for waiting in self.waiting.unwrap_or_default() {
            match waiting {
                Waiting::Subscribe(_, _, reply) => reply(Err(error.clone())),
                // The caller may no longer wait.
                Waiting::List(reply) => drop(reply.send(Err(error.clone()))),
            }
        }
    }

    pub(super) fn subscribe(
        &mut self,
        id: SubscriberId,
        subscriber: Box<dyn Subscriber<MyGamesUpdate>>,
        reply: Reply,
    ) {
        if let Some(waiting) = &mut self.waiting {
            return waiting.push(Waiting::Subscribe(id, subscriber, reply));
        }
        reply(Ok(()));
        let list = self.whole();
        self.subscribers.subscribe(id, (), subscriber, &list);
    }

    pub(super) fn unsubscribe(&mut self, id: SubscriberId) {
        self.used_at = Instant::now();
        self.subscribers.unsubscribe(id);
        let Some(waiting) = &mut self.waiting else { return };
        let theirs = |waiting: &mut Waiting| matches!(waiting, Waiting::Subscribe(waits, ..) if *waits == id);
        for left in waiting.extract_if(.., theirs) {
            if let Waiting::Subscribe(_, _, reply) = left {
                // The follow request is answered, even if no update follows.
                reply(Ok(()));
            }
        }
    }

    pub(super) fn list(&mut self, reply: oneshot::Sender<Result<EncodedMyGamesUpdate, RoomError>>) {
        self.used_at = Instant::now();
        match &mut self.waiting {
            Some(waiting) => waiting.push(Waiting::List(reply)),
            // The caller may no longer wait.
            None => drop(reply.send(Ok(self.whole()))),
        }
    }

    /// Applies the new state of a room in which the user has a seat.
    pub(super) fn put(&mut self, room: &MyGame) {
        let id = room.room.id;
        if self.rooms.get(&id).is_some_and(|known| known.seq > room.seq) {
            return;
        }
        self.gone.remove(&id);
        self.changed.insert(id);
        self.rooms.insert(id, room.clone());
        self.trim();
    }

    /// Removes a room in which the user no longer has a seat.
    pub(super) fn remove(&mut self, id: RoomId) {
        self.changed.remove(&id);
        // While the list is being read, the result may still contain the room.
        if self.rooms.remove(&id).is_some() || self.waiting.is_some() {
            self.gone.insert(id);
        }
    }

    /// Removes expired listings of ended rooms.
    pub(super) fn remove_ended(&mut self, now: Timestamp) {
        let ended = self.rooms.values().filter(|room| room.until <= now);
        for id in ended.map(|room| room.room.id).collect::<Vec<_>>() {
            self.remove(id);
        }
    }

    /// Sends the changes since the last update to the followers.
    pub(super) fn send_changes(&mut self) {
        if self.waiting.is_some() || (self.changed.is_empty() && self.gone.is_empty()) {
            return;
        }
        self.list = None;
        let changed = std::mem::take(&mut self.changed);
        let mut rooms: Vec<_> = changed.iter().filter_map(|id| self.rooms.get(id).cloned()).collect();
        sort(&mut rooms, self.user);
        let gone = std::mem::take(&mut self.gone).into_iter().collect();
        let update = MyGamesUpdate { user: self.user, full: false, rooms, gone }.into();
        self.subscribers.publish(&update);
    }

    /// Returns whether the list has subscribers, who have received it.
    pub(super) fn has_subscribers(&self) -> bool {
        !self.subscribers.is_empty()
    }

    /// Returns whether the list has followers or waiting requests, or had them recently.
    pub(super) fn is_needed(&self, kept_for: Duration) -> bool {
        self.waiting.is_some() || !self.subscribers.is_empty() || self.used_at.elapsed() < kept_for
    }

    fn whole(&mut self) -> EncodedMyGamesUpdate {
        let make = || {
            let mut rooms: Vec<_> = self.rooms.values().cloned().collect();
            sort(&mut rooms, self.user);
            MyGamesUpdate { user: self.user, full: true, rooms, gone: Vec::new() }.into()
        };
        self.list.get_or_insert_with(make).clone()
    }

    /// Removes rooms above the maximum, from the end of the list.
    fn trim(&mut self) {
        if self.rooms.len() > MAX_MY_GAMES {
            let user = self.user;
            let last = self.rooms.values().max_by_key(|room| place(room, user));
            if let Some(id) = last.map(|room| room.room.id) {
                self.remove(id);
            }
        }
    }
}

/// Sorts rooms: first those that wait for the user, then by the end of the current turn, then the most recently changed.
fn sort(rooms: &mut [MyGame], user: UserId) {
    rooms.sort_by_key(|room| place(room, user));
}

fn place(room: &MyGame, user: UserId) -> impl Ord + use<> {
    let ends_at = room.turn_ends_at.unwrap_or(Timestamp::MAX);
    (!room.waits_for(user), ends_at, Reverse(room.at), room.room.id)
}
