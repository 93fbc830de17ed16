//! One lobby's list.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use sumito_game::{RoomId, Timestamp};

use super::{LobbySubscriber, LobbyUpdate, SharedLobbyUpdate};
use crate::rooms::{Listing, SubscriberId};

/// One lobby.
#[derive(Debug, Default)]
pub(super) struct Lobby {
    /// The newest first.
    rooms: BTreeMap<Reverse<(Timestamp, RoomId)>, Listing>,
    places: std::collections::HashMap<RoomId, Reverse<(Timestamp, RoomId)>>,
    subscribers: Vec<(SubscriberId, Box<dyn LobbySubscriber>)>,
    /// The list, if it was made since something changed.
    list: Option<SharedLobbyUpdate>,
}

impl Lobby {
    pub(super) fn put(&mut self, listing: Listing) {
        let place = Reverse((listing.created_at(), listing.room.id));
        self.places.insert(listing.room.id, place);
        self.rooms.insert(place, listing);
        self.list = None;
    }

    pub(super) fn remove(&mut self, room: RoomId) {
        if let Some(place) = self.places.remove(&room) {
            self.rooms.remove(&place);
            self.list = None;
        }
    }

    /// The whole list, with its newest rooms.
    pub(super) fn list(&mut self, name: &str, rooms_listed: usize) -> SharedLobbyUpdate {
        let make = || {
            let rooms = self.rooms.values().take(rooms_listed).cloned().collect();
            LobbyUpdate { lobby: name.to_owned(), full: true, rooms, gone: Vec::new() }.into()
        };
        self.list.get_or_insert_with(make).clone()
    }

    pub(super) fn tell(&mut self, update: &SharedLobbyUpdate) {
        self.subscribers.retain(|(_, subscriber)| subscriber.tell(update));
    }

    pub(super) fn subscribe(&mut self, id: SubscriberId, subscriber: Box<dyn LobbySubscriber>) {
        self.unsubscribe(id);
        self.subscribers.push((id, subscriber));
    }

    pub(super) fn unsubscribe(&mut self, id: SubscriberId) {
        self.subscribers.retain(|(subscriber, _)| *subscriber != id);
    }

    pub(super) fn has_rooms(&self) -> bool {
        !self.rooms.is_empty()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rooms.is_empty() && self.subscribers.is_empty()
    }
}

/// The list of a lobby in which there is no room.
pub(super) fn empty(lobby: &str) -> SharedLobbyUpdate {
    LobbyUpdate { lobby: lobby.to_owned(), full: true, rooms: Vec::new(), gone: Vec::new() }.into()
}
