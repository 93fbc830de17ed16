//! The boards of one lobby.

use std::collections::{BTreeSet, HashMap};

use sumito_game::{RoomId, Timestamp};

use super::pick::pick;
use super::{Board, BoardsSubscriber, BoardsUpdate, MOST_BOARDS, Seen, SharedBoards};
use crate::lobby::LobbyUpdate;
use crate::rooms::{Listing, SubscriberId};

/// The boards of one lobby, and who looks at them.
#[derive(Debug, Default)]
pub(super) struct Wall {
    listings: HashMap<RoomId, Listing>,
    shown: Vec<RoomId>,
    /// Boards that have changed since the followers were told last, and boards that have gone.
    changed: BTreeSet<RoomId>,
    gone: BTreeSet<RoomId>,
    followers: Vec<(SubscriberId, Box<dyn BoardsSubscriber>)>,
    /// All boards, if that was written down since one of them changed.
    whole: Option<SharedBoards>,
}

impl Wall {
    pub(super) fn shows(&self, room: RoomId) -> bool {
        self.shown.contains(&room)
    }

    pub(super) fn is_unseen(&self) -> bool {
        self.followers.is_empty()
    }

    /// Shows somebody all boards, and from now on what changes.
    pub(super) fn follow(
        &mut self,
        lobby: &str,
        seen: &HashMap<RoomId, Seen>,
        id: SubscriberId,
        subscriber: Box<dyn BoardsSubscriber>,
    ) {
        self.unfollow(id);
        let whole = self.whole.take().unwrap_or_else(|| {
            let boards = self.shown.iter().filter_map(|room| self.board(*room, seen)).collect();
            BoardsUpdate { lobby: lobby.to_owned(), full: true, boards, gone: Vec::new() }.into()
        });
        if subscriber.tell(&whole) {
            self.followers.push((id, subscriber));
        }
        self.whole = Some(whole);
    }

    pub(super) fn unfollow(&mut self, id: SubscriberId) {
        self.followers.retain(|(known, _)| *known != id);
    }

    /// Takes in what the list of the lobby has told.
    pub(super) fn take_in(&mut self, update: &LobbyUpdate) {
        if update.full {
            self.listings.clear();
        }
        for listing in &update.rooms {
            self.change(listing.room.id);
            self.listings.insert(listing.room.id, listing.clone());
        }
        for room in &update.gone {
            self.listings.remove(room);
        }
    }

    /// A room looks different now.
    pub(super) fn change(&mut self, room: RoomId) {
        if self.shows(room) {
            self.changed.insert(room);
        }
    }

    /// A room tells nothing any more. It is shown again when the list has something new of it.
    pub(super) fn lose(&mut self, room: RoomId) {
        self.listings.remove(&room);
    }

    /// Chooses anew what to show; returns the rooms that have not been shown until now.
    pub(super) fn choose(&mut self, now: Timestamp) -> Vec<RoomId> {
        let picked = pick(&self.shown, self.listings.values(), now, MOST_BOARDS);
        let fresh = picked.iter().filter(|room| !self.shows(**room)).copied().collect();
        self.gone.extend(self.shown.iter().filter(|room| !picked.contains(room)));
        self.shown = picked;
        fresh
    }

    /// Tells the followers what has changed since they were told last.
    pub(super) fn tell(&mut self, lobby: &str, seen: &HashMap<RoomId, Seen>) {
        let changed = std::mem::take(&mut self.changed);
        let boards: Vec<_> = changed.into_iter().filter_map(|room| self.board(room, seen)).collect();
        let gone: Vec<_> = std::mem::take(&mut self.gone).into_iter().collect();
        if boards.is_empty() && gone.is_empty() {
            return;
        }
        self.whole = None;
        let update = BoardsUpdate { lobby: lobby.to_owned(), full: false, boards, gone }.into();
        self.followers.retain(|(_, subscriber)| subscriber.tell(&update));
    }

    fn board(&self, room: RoomId, seen: &HashMap<RoomId, Seen>) -> Option<Board> {
        let listing = self.listings.get(&room).filter(|_| self.shows(room))?;
        Some(Board { listing: listing.clone(), seen: seen.get(&room)?.clone() })
    }
}
