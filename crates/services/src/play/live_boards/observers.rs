//! Subscribers of rooms, lobby lists and tournaments that collect their changes in a spectator's view.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use sumito_game::{Clocks, Event, RoomId, Timestamp, TournamentId};

use super::TableSnapshot;
use crate::play::lobby::{EncodedLobbyUpdate, LobbyUpdate};
use crate::tournaments::{EncodedTournamentUpdate, TournamentUpdate, TournamentView};
use sumito_kit::change_set::ChangeSet;
use sumito_kit::topic::Subscriber;
use sumito_rooms::{EncodedUpdate, LobbyRoom, RoomUpdate, StateAfterEvent};

/// Changes of the observed rooms, lobbies and tournaments, drained by the task.
pub(super) type BoardChanges = ChangeSet<BoardChangeBatch>;

/// Changes since the task last drained the buffer.
#[derive(Debug, Default)]
pub(super) struct BoardChangeBatch {
    pub(super) rooms: HashMap<RoomId, TableSnapshot>,
    /// Rooms with clocks that have changed since the state in the buffer, or since they were last drained.
    pub(super) clocks: HashMap<RoomId, (Timestamp, Clocks)>,
    /// Rooms without further updates.
    pub(super) lost: HashSet<RoomId>,
    pub(super) lobbies: Vec<EncodedLobbyUpdate>,
    /// Current state of tournaments.
    pub(super) tournaments: HashMap<TournamentId, Arc<TournamentView>>,
    /// Tournaments without further updates.
    pub(super) tournaments_lost: HashSet<TournamentId>,
}

/// Records that the updates of a room have ended, or never started.
pub(super) fn lose(changes: &BoardChanges, room: RoomId) {
    record(changes, |batch| {
        batch.lost.insert(room);
    });
}

fn record(changes: &BoardChanges, change: impl FnOnce(&mut BoardChangeBatch)) {
    changes.record(|batch, ()| {
        change(batch);
        true
    });
}

/// Follows one room.
#[derive(Debug)]
pub(super) struct RoomObserver {
    pub(super) room: RoomId,
    pub(super) news: BoardChanges,
}

impl Subscriber<RoomUpdate> for RoomObserver {
    fn send(&self, update: &EncodedUpdate) -> bool {
        let mut seen = match update.value() {
            RoomUpdate::View(view) => {
                let view = view.value();
                let listing = Some(Arc::new(LobbyRoom::seen(view)));
                let last = view.game.as_ref().and_then(|game| game.moves.last().copied());
                let (position, turn, clocks) = (view.position, view.turn, view.clocks.clone());
                TableSnapshot { listing, position, turn, last, clocks, at: view.at }
            }
            RoomUpdate::Event(event) => {
                let last = match &event.event {
                    Event::Moved { mv, .. } => Some(*mv),
                    _ => None,
                };
                let StateAfterEvent { position, turn, clocks, .. } = event.after.clone();
                TableSnapshot { listing: None, position, turn, last, clocks, at: event.at }
            }
            RoomUpdate::Clock { at, clocks, .. } => {
                let reading = (*at, clocks.clone());
                record(&self.news, |batch| drop(batch.clocks.insert(self.room, reading)));
                return true;
            }
            _ => return true,
        };
        record(&self.news, |batch| {
            batch.clocks.remove(&self.room);
            seen.keep(batch.rooms.get(&self.room));
            batch.rooms.insert(self.room, seen);
        });
        true
    }

    fn disconnect(&self) {
        lose(&self.news, self.room);
    }
}

/// Follows one tournament.
#[derive(Debug)]
pub(super) struct TournamentObserver {
    pub(super) id: TournamentId,
    pub(super) news: BoardChanges,
}

impl Subscriber<TournamentUpdate> for TournamentObserver {
    fn send(&self, update: &EncodedTournamentUpdate) -> bool {
        let view = &update.value().view;
        record(&self.news, |batch| drop(batch.tournaments.insert(self.id, Arc::clone(view))));
        true
    }

    fn disconnect(&self) {
        record(&self.news, |batch| {
            batch.tournaments_lost.insert(self.id);
        });
    }
}

/// Follows the list of a lobby.
#[derive(Debug)]
pub(super) struct LobbyObserver(pub(super) BoardChanges);

impl Subscriber<LobbyUpdate> for LobbyObserver {
    fn send(&self, update: &EncodedLobbyUpdate) -> bool {
        record(&self.0, |batch| batch.lobbies.push(update.clone()));
        true
    }
}
