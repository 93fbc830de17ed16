//! Room changes for the lobby lists.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sumito_cluster::UnionChanges;
use sumito_game::{RoomId, Settings, Status, Table, Timestamp};

use super::ratings::Ratings;
use super::view::{RoomView, SeatView, seats};
use sumito_store::{RoomRow, Visibility};

/// A room as a list shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LobbyRoom {
    /// The room's row: all data except the table.
    pub room: Arc<RoomRow>,
    /// Settings of the games.
    pub settings: Settings,
    /// Phase of the room.
    pub status: Status,
    /// The seats, indexed by seat.
    pub seats: Vec<SeatView>,
    /// Time until which the room is listed while all its players are offline; `None` if a player is online or a game is under way.
    pub until: Option<Timestamp>,
    /// Number of subscribers, rounded down to a power of two, so that lists do not change with every subscriber.
    pub watching: u32,
}

impl LobbyRoom {
    /// Returns the list entry of a public room that others can watch or join, because one of its players is online or because it is a
    /// correspondence room. `None` for all other rooms.
    pub(super) fn of(
        room: &Arc<RoomRow>,
        table: &Table,
        presence: &sumito_game::Presence,
        ratings: &Ratings,
        listed: Duration,
        watching: u32,
    ) -> Option<Self> {
        if room.visibility != Visibility::Public {
            return None;
        }
        let seats = seats(table, presence, &[], ratings);
        let until = match table.status() {
            Status::Waiting if seats.iter().any(|seat| seat.presence.connected) => None,
            Status::Waiting if !table.settings().time.is_live() => Some(room.created_at + listed),
            Status::Playing => None,
            Status::Waiting | Status::Finished | Status::Closed => return None,
        };
        let (room, settings, status) = (Arc::clone(room), table.settings().clone(), table.status());
        Some(Self { room, settings, status, seats, until, watching })
    }

    /// Returns the list entry of a room in this view. The view does not include the number of other subscribers.
    pub fn seen(view: &RoomView) -> Self {
        let RoomView { room, settings, seats, status, .. } = view;
        Self {
            room: Arc::clone(room),
            settings: settings.clone(),
            status: *status,
            seats: seats.clone(),
            until: None,
            watching: 0,
        }
    }

    /// Returns the creation time: lists show the newest rooms first.
    pub fn created_at(&self) -> Timestamp {
        self.room.created_at
    }
}

/// Changes of the lists since the last drain: the list entry of each changed room of any node, or `None` if the room is no longer listed.
/// Holds each room once, however often it changed.
pub type LobbyRoomChangeBatch = HashMap<RoomId, Option<LobbyRoom>>;

/// Changes of the room lists, drained by the lobby task.
pub type LobbyRoomChanges = UnionChanges<RoomId, LobbyRoom>;
