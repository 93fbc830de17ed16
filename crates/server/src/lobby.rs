//! Lobbies: which rooms one can join or watch.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use sumito_protocol::parts::{RoomStatus, RoomSummary};
use sumito_protocol::{RoomId, ServerMessage};

use crate::session::{Outbox, SessionId};
use crate::wire;

/// All lobbies. Cheap to clone.
///
/// A lobby lists the public rooms that wait for players while somebody sits there and watches, and those in
/// which a game is under way.
#[derive(Debug, Clone)]
pub struct Lobbies {
    lobbies: Arc<Mutex<HashMap<String, Lobby>>>,
    rooms_listed: usize,
}

#[derive(Debug, Default)]
struct Lobby {
    rooms: BTreeMap<RoomId, RoomSummary>,
    subscribers: Vec<(SessionId, Outbox)>,
}

impl Lobbies {
    /// Lobbies that list `rooms_listed` rooms, the newest ones.
    pub fn new(rooms_listed: usize) -> Self {
        Self { lobbies: Arc::default(), rooms_listed }
    }

    /// Takes in how a public room stands now, and tells the subscribers.
    pub fn update(&self, lobby: &str, room: RoomSummary) {
        let id = room.room;
        let worth_listing = match room.status {
            RoomStatus::Waiting => room.seats.iter().any(|seat| seat.connected),
            RoomStatus::Playing => true,
            RoomStatus::Finished | RoomStatus::Closed => false,
        };
        self.change(lobby, |entry| {
            if worth_listing {
                entry.rooms.insert(id, room.clone());
                Some((vec![room], vec![]))
            } else {
                entry.rooms.remove(&id).map(|_| (vec![], vec![id]))
            }
        });
    }

    /// Takes a room off the list.
    pub fn remove(&self, lobby: &str, room: RoomId) {
        self.change(lobby, |entry| entry.rooms.remove(&room).map(|_| (vec![], vec![room])));
    }

    /// The rooms of a lobby, the newest first.
    pub fn rooms(&self, lobby: &str) -> Vec<RoomSummary> {
        let lobbies = self.lobbies.lock().unwrap_or_else(PoisonError::into_inner);
        lobbies.get(lobby).map(|entry| self.newest(entry)).unwrap_or_default()
    }

    /// Sends the whole list now and every change from now on.
    pub fn subscribe(&self, name: &str, session: SessionId, outbox: &Outbox) {
        let mut lobbies = self.lobbies.lock().unwrap_or_else(PoisonError::into_inner);
        let lobby = lobbies.entry(name.to_owned()).or_default();
        let rooms = self.newest(lobby);
        outbox.send(wire::text(&ServerMessage::Lobby {
            lobby: name.to_owned(),
            full: true,
            rooms,
            gone: vec![],
        }));
        lobby.subscribers.retain(|(subscriber, _)| *subscriber != session);
        lobby.subscribers.push((session, outbox.clone()));
    }

    /// Sends nothing more.
    pub fn unsubscribe(&self, lobby: &str, session: SessionId) {
        self.change(lobby, |entry| {
            entry.subscribers.retain(|(subscriber, _)| *subscriber != session);
            None
        });
    }

    fn newest(&self, lobby: &Lobby) -> Vec<RoomSummary> {
        let mut rooms: Vec<_> = lobby.rooms.values().collect();
        rooms.sort_by_key(|room| std::cmp::Reverse(room.created_at));
        rooms.into_iter().take(self.rooms_listed).cloned().collect()
    }

    /// Changes a lobby, tells its subscribers what has appeared or changed and what has gone, and forgets it when
    /// nothing is left of it.
    fn change(&self, name: &str, change: impl FnOnce(&mut Lobby) -> Option<(Vec<RoomSummary>, Vec<RoomId>)>) {
        let mut lobbies = self.lobbies.lock().unwrap_or_else(PoisonError::into_inner);
        let lobby = lobbies.entry(name.to_owned()).or_default();
        if let Some((rooms, gone)) = change(lobby)
            && !lobby.subscribers.is_empty()
        {
            let text = wire::text(&ServerMessage::Lobby { lobby: name.to_owned(), full: false, rooms, gone });
            lobby.subscribers.retain(|(_, outbox)| outbox.send(text.clone()));
        }
        if lobby.rooms.is_empty() && lobby.subscribers.is_empty() {
            lobbies.remove(name);
        }
    }
}
