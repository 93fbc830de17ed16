//! One user's own rooms.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use sumito_game::{RoomId, Timestamp, UserId};
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::{MAX_OWN_ROOMS, OwnRoomsSubscriber, OwnRoomsUpdate, Reply, SharedOwnRooms};
use crate::rooms::{RoomError, Standing, SubscriberId};

/// The own rooms of one user.
pub(super) struct Desk {
    user: UserId,
    rooms: HashMap<RoomId, Standing>,
    /// Rooms that have changed since the followers were told last, and rooms that have gone.
    changed: BTreeSet<RoomId>,
    gone: BTreeSet<RoomId>,
    /// Who waits until the desk is read; `None` when it is.
    waiting: Option<Vec<Waiting>>,
    subscribers: Vec<(SubscriberId, Box<dyn OwnRoomsSubscriber>)>,
    /// The list, if it was made since something changed.
    list: Option<SharedOwnRooms>,
    used_at: Instant,
}

/// Somebody who waits until the desk is read.
enum Waiting {
    Follow(SubscriberId, Box<dyn OwnRoomsSubscriber>, Reply),
    List(oneshot::Sender<Result<SharedOwnRooms, RoomError>>),
}

impl Desk {
    /// A desk that is being read.
    pub(super) fn new(user: UserId) -> Self {
        Self {
            user,
            rooms: HashMap::new(),
            changed: BTreeSet::new(),
            gone: BTreeSet::new(),
            waiting: Some(Vec::new()),
            subscribers: Vec::new(),
            list: None,
            used_at: Instant::now(),
        }
    }

    /// Takes in what was read. What has changed meanwhile is known already.
    pub(super) fn open(&mut self, standings: Vec<Standing>) {
        for standing in standings {
            let id = standing.room.id;
            if !self.gone.contains(&id) && self.rooms.get(&id).is_none_or(|known| known.seq < standing.seq) {
                self.rooms.insert(id, standing);
            }
        }
        self.changed.clear();
        self.gone.clear();
        for waiting in self.waiting.take().unwrap_or_default() {
            match waiting {
                Waiting::Follow(id, subscriber, reply) => self.follow(id, subscriber, reply),
                Waiting::List(reply) => self.list(reply),
            }
        }
    }

    /// Tells everybody who waits that the desk cannot be read.
    pub(super) fn refuse(self, error: &RoomError) {
        for waiting in self.waiting.unwrap_or_default() {
            match waiting {
                Waiting::Follow(_, _, reply) => reply(Err(error.clone())),
                // Whoever asked may have gone.
                Waiting::List(reply) => drop(reply.send(Err(error.clone()))),
            }
        }
    }

    pub(super) fn follow(&mut self, id: SubscriberId, subscriber: Box<dyn OwnRoomsSubscriber>, reply: Reply) {
        if let Some(waiting) = &mut self.waiting {
            return waiting.push(Waiting::Follow(id, subscriber, reply));
        }
        reply(Ok(()));
        self.remove_subscriber(id);
        if subscriber.tell(&self.whole()) {
            self.subscribers.push((id, subscriber));
        }
    }

    pub(super) fn unfollow(&mut self, id: SubscriberId) {
        self.used_at = Instant::now();
        self.remove_subscriber(id);
        let Some(waiting) = &mut self.waiting else { return };
        let theirs = |waiting: &mut Waiting| matches!(waiting, Waiting::Follow(waits, ..) if *waits == id);
        for left in waiting.extract_if(.., theirs) {
            if let Waiting::Follow(_, _, reply) = left {
                // What was asked is answered, though nothing comes after it any more.
                reply(Ok(()));
            }
        }
    }

    pub(super) fn list(&mut self, reply: oneshot::Sender<Result<SharedOwnRooms, RoomError>>) {
        self.used_at = Instant::now();
        match &mut self.waiting {
            Some(waiting) => waiting.push(Waiting::List(reply)),
            // Whoever asked may have gone.
            None => drop(reply.send(Ok(self.whole()))),
        }
    }

    /// A room in which the user has a seat stands like this.
    pub(super) fn put(&mut self, standing: &Standing) {
        let id = standing.room.id;
        if self.rooms.get(&id).is_some_and(|known| known.seq > standing.seq) {
            return;
        }
        self.gone.remove(&id);
        self.changed.insert(id);
        self.rooms.insert(id, standing.clone());
        self.trim();
    }

    /// The user has no seat there any more.
    pub(super) fn remove(&mut self, id: RoomId) {
        self.changed.remove(&id);
        // While the desk is being read, it may still be found there.
        if self.rooms.remove(&id).is_some() || self.waiting.is_some() {
            self.gone.insert(id);
        }
    }

    /// Removes rooms that have been listed for long enough.
    pub(super) fn remove_ended(&mut self, now: Timestamp) {
        let ended = self.rooms.values().filter(|standing| standing.until <= now);
        for id in ended.map(|standing| standing.room.id).collect::<Vec<_>>() {
            self.remove(id);
        }
    }

    /// Tells the followers what has changed since they were told last.
    pub(super) fn tell_changes(&mut self) {
        if self.waiting.is_some() || (self.changed.is_empty() && self.gone.is_empty()) {
            return;
        }
        self.list = None;
        let changed = std::mem::take(&mut self.changed);
        let mut rooms: Vec<_> = changed.iter().filter_map(|id| self.rooms.get(id).cloned()).collect();
        sort(&mut rooms, self.user);
        let gone = std::mem::take(&mut self.gone).into_iter().collect();
        let update = OwnRoomsUpdate { user: self.user, full: false, rooms, gone }.into();
        self.subscribers.retain(|(_, subscriber)| subscriber.tell(&update));
    }

    /// Whether somebody follows it, waits for it, or may ask again soon.
    pub(super) fn is_needed(&self, kept_for: Duration) -> bool {
        self.waiting.is_some() || !self.subscribers.is_empty() || self.used_at.elapsed() < kept_for
    }

    fn whole(&mut self) -> SharedOwnRooms {
        let make = || {
            let mut rooms: Vec<_> = self.rooms.values().cloned().collect();
            sort(&mut rooms, self.user);
            OwnRoomsUpdate { user: self.user, full: true, rooms, gone: Vec::new() }.into()
        };
        self.list.get_or_insert_with(make).clone()
    }

    /// Removes what is too much, from the end of the list.
    fn trim(&mut self) {
        if self.rooms.len() > MAX_OWN_ROOMS {
            let user = self.user;
            let last = self.rooms.values().max_by_key(|standing| place(standing, user));
            if let Some(id) = last.map(|standing| standing.room.id) {
                self.remove(id);
            }
        }
    }

    fn remove_subscriber(&mut self, id: SubscriberId) {
        self.subscribers.retain(|(subscriber, _)| *subscriber != id);
    }
}

/// Puts first what waits for the user, then rooms by when a turn ends, and those that changed last before others.
fn sort(rooms: &mut [Standing], user: UserId) {
    rooms.sort_by_key(|standing| place(standing, user));
}

fn place(standing: &Standing, user: UserId) -> impl Ord + use<> {
    let ends_at = standing.turn_ends_at.unwrap_or(Timestamp::MAX);
    (!standing.waits_for(user), ends_at, Reverse(standing.at), standing.room.id)
}
