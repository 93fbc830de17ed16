//! Subscribers of rooms, lobby lists and tournaments that collect their changes as a spectator sees them.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sumito_game::{Clocks, Event, RoomId, Timestamp, TournamentId};
use tokio::sync::Notify;

use super::TableSnapshot;
use crate::play::lobby::{EncodedLobbyUpdate, LobbySubscriber};
use crate::tournaments::{EncodedTournamentUpdate, TournamentSubscriber, TournamentView};
use sumito_rooms::{EncodedUpdate, LobbyRoom, RoomUpdate, StateAfterEvent, Subscriber};

/// Coalescing buffer of changes: keeps only the latest state of each room until the task drains it. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub(super) struct BoardChanges(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    told: Mutex<BoardChangeBatch>,
    is_changed: Notify,
}

/// Changes since the task last drained the buffer.
#[derive(Debug, Default)]
pub(super) struct BoardChangeBatch {
    pub(super) rooms: HashMap<RoomId, TableSnapshot>,
    /// Rooms whose clocks have changed since the state in the buffer, or since they were last drained.
    pub(super) clocks: HashMap<RoomId, (Timestamp, Clocks)>,
    /// Rooms whose updates have ended.
    pub(super) lost: HashSet<RoomId>,
    pub(super) lobbies: Vec<EncodedLobbyUpdate>,
    /// Current state of tournaments.
    pub(super) tournaments: HashMap<TournamentId, Arc<TournamentView>>,
    /// Tournaments whose updates have ended.
    pub(super) tournaments_lost: HashSet<TournamentId>,
}

impl BoardChanges {
    /// Waits until there is a change.
    pub(super) async fn changed(&self) {
        self.0.is_changed.notified().await;
    }

    pub(super) fn drain(&self) -> BoardChangeBatch {
        std::mem::take(&mut *self.batch())
    }

    fn batch(&self) -> MutexGuard<'_, BoardChangeBatch> {
        self.0.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that the updates of a room have ended, or never began.
    pub(super) fn lose(&self, room: RoomId) {
        self.record(|told| {
            told.lost.insert(room);
        });
    }

    fn record(&self, note: impl FnOnce(&mut BoardChangeBatch)) {
        note(&mut self.batch());
        self.0.is_changed.notify_one();
    }
}

/// Follows one room.
#[derive(Debug)]
pub(super) struct RoomObserver {
    pub(super) room: RoomId,
    pub(super) news: BoardChanges,
}

impl Subscriber for RoomObserver {
    fn send(&self, update: &EncodedUpdate) {
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
                return self.news.record(|told| drop(told.clocks.insert(self.room, reading)));
            }
            _ => return,
        };
        self.news.record(|told| {
            told.clocks.remove(&self.room);
            seen.keep(told.rooms.get(&self.room));
            told.rooms.insert(self.room, seen);
        });
    }

    fn free_places(&self) -> usize {
        usize::MAX
    }

    fn disconnect(&self) {
        self.news.lose(self.room);
    }
}

/// Follows one tournament.
#[derive(Debug)]
pub(super) struct TournamentObserver {
    pub(super) id: TournamentId,
    pub(super) news: BoardChanges,
}

impl TournamentSubscriber for TournamentObserver {
    fn send(&self, update: &EncodedTournamentUpdate) -> bool {
        let view = &update.value().view;
        self.news.record(|told| drop(told.tournaments.insert(self.id, Arc::clone(view))));
        true
    }

    fn disconnect(&self) {
        self.news.record(|told| {
            told.tournaments_lost.insert(self.id);
        });
    }
}

/// Follows the list of a lobby.
#[derive(Debug)]
pub(super) struct LobbyObserver(pub(super) BoardChanges);

impl LobbySubscriber for LobbyObserver {
    fn send(&self, update: &EncodedLobbyUpdate) -> bool {
        self.0.record(|told| told.lobbies.push(update.clone()));
        true
    }
}
