//! The boards of one lobby or tournament.

use std::collections::{BTreeSet, HashMap};

use sumito_game::{RoomId, Timestamp};

use super::ranking::{in_their_places, pick, pick_of_each_mode, top_tables};
use super::{BoardSource, BoardsUpdate, EncodedBoardsUpdate, LiveBoard, MAX_BOARDS, TableSnapshot};
use crate::play::lobby::LobbyUpdate;
use crate::tournaments::TournamentView;
use sumito_kit::topic::{Subscriber, SubscriberId, Topic};
use sumito_rooms::LobbyRoom;

/// The boards of one lobby or tournament, and their followers.
#[derive(Debug)]
pub(super) struct BoardSet {
    of: BoardSource,
    /// Rooms of the lobbies.
    listings: HashMap<RoomId, LobbyRoom>,
    /// Rooms of the tournament with a running game, ordered by the players' ranks.
    tables: Vec<RoomId>,
    shown: Vec<RoomId>,
    /// Boards that have changed since the last update, and boards that were removed.
    changed: BTreeSet<RoomId>,
    gone: BTreeSet<RoomId>,
    followers: Topic<BoardsUpdate>,
    /// All boards, encoded; `None` if a board has changed since.
    whole: Option<EncodedBoardsUpdate>,
}

impl BoardSet {
    pub(super) fn of(of: BoardSource) -> Self {
        Self {
            of,
            listings: HashMap::new(),
            tables: Vec::new(),
            shown: Vec::new(),
            changed: BTreeSet::new(),
            gone: BTreeSet::new(),
            followers: Topic::default(),
            whole: None,
        }
    }

    pub(super) fn shown(&self) -> impl Iterator<Item = RoomId> {
        self.shown.iter().copied()
    }

    pub(super) fn shows(&self, room: RoomId) -> bool {
        self.shown.contains(&room)
    }

    pub(super) fn is_unused(&self) -> bool {
        self.followers.is_empty()
    }

    /// Adds a follower: it receives all boards now, and changes from now on.
    pub(super) fn subscribe(
        &mut self,
        seen: &HashMap<RoomId, TableSnapshot>,
        id: SubscriberId,
        subscriber: Box<dyn Subscriber<BoardsUpdate>>,
    ) {
        let whole = self.whole.take().unwrap_or_else(|| {
            let boards = self.shown.iter().filter_map(|room| self.board(*room, seen)).collect();
            BoardsUpdate { of: self.of.clone(), full: true, boards, gone: Vec::new() }.into()
        });
        self.followers.subscribe(id, (), subscriber, &whole);
        self.whole = Some(whole);
    }

    pub(super) fn unsubscribe(&mut self, id: SubscriberId) {
        self.followers.unsubscribe(id);
    }

    /// Ends the updates: followers have to subscribe again.
    pub(super) fn disconnect(mut self) {
        self.followers.disconnect();
    }

    /// Applies an update of a lobby's list.
    pub(super) fn apply_lobby(&mut self, update: &LobbyUpdate) {
        if update.full {
            self.listings.retain(|_, listing| listing.room.lobby != update.lobby);
        }
        for listing in &update.rooms {
            self.change(listing.room.id);
            self.listings.insert(listing.room.id, listing.clone());
        }
        for room in &update.gone {
            self.listings.remove(room);
        }
    }

    /// Applies the current state of the tournament.
    pub(super) fn apply_tournament(&mut self, view: &TournamentView) {
        self.tables = top_tables(view);
    }

    /// Marks a room as changed.
    pub(super) fn change(&mut self, room: RoomId) {
        if self.shows(room) {
            self.changed.insert(room);
        }
    }

    /// Removes a room at the end of its updates. A lobby's room is shown again once the list has a new entry for it.
    pub(super) fn lose(&mut self, room: RoomId) {
        self.listings.remove(&room);
    }

    /// Selects the rooms to show.
    pub(super) fn choose(&mut self, now: Timestamp) {
        let picked = match self.of {
            BoardSource::Lobby(_) => pick(&self.shown, self.listings.values(), now, MAX_BOARDS),
            BoardSource::Modes => pick_of_each_mode(&self.shown, &self.listings, now),
            BoardSource::Tournament(_) => {
                let max = self.tables.len().min(MAX_BOARDS);
                in_their_places(&self.shown, &self.tables[..max])
            }
        };
        self.changed.extend(picked.iter().filter(|room| !self.shown.contains(room)));
        self.gone.extend(self.shown.iter().filter(|room| !picked.contains(room)));
        self.shown = picked;
    }

    /// Sends the changes since the last update to the followers.
    pub(super) fn send_changes(&mut self, seen: &HashMap<RoomId, TableSnapshot>) {
        let changed = std::mem::take(&mut self.changed);
        let boards: Vec<_> = changed.into_iter().filter_map(|room| self.board(room, seen)).collect();
        let gone: Vec<_> = std::mem::take(&mut self.gone).into_iter().collect();
        if boards.is_empty() && gone.is_empty() {
            return;
        }
        self.whole = None;
        let update = BoardsUpdate { of: self.of.clone(), full: false, boards, gone }.into();
        self.followers.publish(&update);
    }

    fn board(&self, room: RoomId, seen: &HashMap<RoomId, TableSnapshot>) -> Option<LiveBoard> {
        let seen = seen.get(&room).filter(|_| self.shows(room))?;
        let listing = self.listings.get(&room).or(seen.listing.as_deref())?;
        Some(LiveBoard { listing: listing.clone(), seen: seen.clone() })
    }
}
