//! What the lists of rooms have to know.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sumito_game::{RoomId, Settings, Status, Table, Timestamp};
use tokio::sync::Notify;

use super::ratings::Ratings;
use super::view::{RoomView, SeatView, seats};
use crate::store::{RoomRow, Visibility};

/// A room as a list shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing {
    /// What is known of the room besides its table.
    pub room: Arc<RoomRow>,
    /// What is played, and how.
    pub settings: Settings,
    /// Where the room is in its life.
    pub status: Status,
    /// By seat.
    pub seats: Vec<SeatView>,
    /// Until when it is listed though none of its players is there; `None` where one is, or a game is under way.
    pub until: Option<Timestamp>,
    /// How many follow the room, rounded down to a power of two: lists need not know of everybody who comes and goes.
    pub watching: u32,
}

impl Listing {
    /// A public room that others can watch, or join: because one of its players is there, or because they play by correspondence and
    /// need not be. `None` for all others.
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
        let seats = seats(table, presence, ratings);
        let until = match table.status() {
            Status::Waiting if seats.iter().any(|seat| seat.presence.connected) => None,
            Status::Waiting if !table.settings().time.is_live() => Some(room.created_at + listed),
            Status::Playing => None,
            Status::Waiting | Status::Finished | Status::Closed => return None,
        };
        let (room, settings, status) = (Arc::clone(room), table.settings().clone(), table.status());
        Some(Self { room, settings, status, seats, until, watching })
    }

    /// What a list would say of a room that is seen so: whoever sees it does not know who else does.
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

    /// When the room was made: lists show the newest first.
    pub fn created_at(&self) -> Timestamp {
        self.room.created_at
    }
}

/// What has changed in the lists since somebody looked last: the room as it is to be listed now, or `None` for one that is to be
/// listed no more. Holds each room once, however often it has changed.
pub type Changes = HashMap<RoomId, Option<Listing>>;

/// Gathers what the lists of rooms have to know, until whoever keeps the lists takes it. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Listings(Arc<Gathered>);

#[derive(Debug, Default)]
struct Gathered {
    changes: Mutex<Changes>,
    is_changed: Notify,
}

impl Listings {
    pub(crate) fn set(&self, room: RoomId, listing: Option<Listing>) {
        self.0.changes.lock().unwrap_or_else(PoisonError::into_inner).insert(room, listing);
        self.0.is_changed.notify_one();
    }

    /// Waits until something has changed.
    pub async fn changed(&self) {
        self.0.is_changed.notified().await;
    }

    /// Takes all that has changed.
    pub fn take(&self) -> Changes {
        std::mem::take(&mut *self.0.changes.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
