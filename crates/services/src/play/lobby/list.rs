//! The list of one lobby.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use sumito_game::{RoomId, Status, Timestamp};
use uuid::Uuid;

use super::seeks::SeekListing;
use super::{EncodedLobbyUpdate, LobbyUpdate};
use sumito_kit::topic::{Subscriber, SubscriberId, Topic};
use sumito_rooms::LobbyRoom;

/// Divisor for the waiting rooms of one player in a list.
const PART_OF_PLAYER: usize = 8;

/// State of one lobby.
#[derive(Debug, Default)]
pub(super) struct Lobby {
    /// Rooms, the newest first.
    rooms: BTreeMap<Reverse<(Timestamp, RoomId)>, LobbyRoom>,
    places: HashMap<RoomId, Reverse<(Timestamp, RoomId)>>,
    /// Seeks, the oldest first: ids grow with time.
    seeks: BTreeMap<Uuid, SeekListing>,
    subscribers: Topic<LobbyUpdate>,
    /// The encoded list; `None` if something has changed since.
    list: Option<EncodedLobbyUpdate>,
}

impl Lobby {
    pub(super) fn put(&mut self, listing: LobbyRoom) {
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

    pub(super) fn put_seek(&mut self, seek: SeekListing) {
        self.seeks.insert(seek.id, seek);
        self.list = None;
    }

    pub(super) fn remove_seek(&mut self, seek: Uuid) {
        self.seeks.remove(&seek);
        self.list = None;
    }

    /// Returns the whole list: the newest rooms, where a part at most of those that wait has the same first player, and the oldest seeks.
    pub(super) fn list(&mut self, name: &str, max: usize) -> EncodedLobbyUpdate {
        let make = || {
            let mut waiting = HashMap::new();
            let has_share = |listing: &&LobbyRoom| {
                let first = listing.seats.iter().find_map(|seat| Some(seat.player.as_ref()?.id));
                let Some(first) = first.filter(|_| listing.status == Status::Waiting) else { return true };
                let count = waiting.entry(first).or_insert(0_usize);
                *count += 1;
                *count <= (max / PART_OF_PLAYER).max(1)
            };
            let rooms = self.rooms.values().filter(has_share).take(max).cloned().collect();
            let seeks = self.seeks.values().take(max).cloned().collect();
            LobbyUpdate { full: true, rooms, seeks, ..LobbyUpdate::none(name) }.into()
        };
        self.list.get_or_insert_with(make).clone()
    }

    pub(super) fn send(&mut self, update: &EncodedLobbyUpdate) {
        self.subscribers.publish(update);
    }

    /// Adds a subscriber, which first receives the whole list.
    pub(super) fn subscribe(
        &mut self,
        id: SubscriberId,
        subscriber: Box<dyn Subscriber<LobbyUpdate>>,
        list: &EncodedLobbyUpdate,
    ) {
        self.subscribers.subscribe(id, (), subscriber, list);
    }

    pub(super) fn unsubscribe(&mut self, id: SubscriberId) {
        self.subscribers.unsubscribe(id);
    }

    /// Returns whether the list has any entry.
    pub(super) fn lists_something(&self) -> bool {
        !self.rooms.is_empty() || !self.seeks.is_empty()
    }

    pub(super) fn is_empty(&self) -> bool {
        !self.lists_something() && self.subscribers.is_empty()
    }
}

/// Returns the list of an empty lobby.
pub(super) fn empty(lobby: &str) -> EncodedLobbyUpdate {
    LobbyUpdate { full: true, ..LobbyUpdate::none(lobby) }.into()
}
