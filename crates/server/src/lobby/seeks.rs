//! Seeks, as the lists of lobbies have to know them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use sumito_game::{Player, TimeControl, Timestamp};
use sumito_rules::{Layout, Mode};
use tokio::sync::Notify;
use uuid::Uuid;

/// Somebody who waits to be paired, as a lobby's list shows them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeekListing {
    /// Which seek.
    pub id: Uuid,
    /// In which lobby.
    pub lobby: String,
    /// Who waits.
    pub player: Player,
    /// How many play, and in which order.
    pub mode: Mode,
    /// Where the marbles stand at the start.
    pub layout: Layout,
    /// How thinking time is limited.
    pub time: TimeControl,
    /// Whether the result counts for ratings.
    pub rated: bool,
    /// How strong whoever waits is in such games.
    pub rating: i32,
    /// How strong others have to be, where that matters.
    pub min_rating: Option<i32>,
    /// How strong others may be, where that matters.
    pub max_rating: Option<i32>,
    /// The level of the computers that take the seats which stay free for long.
    pub computers: Option<u8>,
    /// Since when.
    pub since: Timestamp,
}

/// What has changed since somebody looked last: the seek as it is to be listed now, or `None` for one that is there no more. Holds each
/// seek once; one that came and went meanwhile is listed nowhere.
pub(super) type SeekChanges = HashMap<Uuid, Option<SeekListing>>;

/// Gathers what the lists have to know of seeks, until whoever keeps the lists takes it. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Seeks(Arc<Gathered>);

#[derive(Debug, Default)]
struct Gathered {
    changes: Mutex<SeekChanges>,
    is_changed: Notify,
}

impl Seeks {
    /// A seek is to be listed like this, or no more.
    pub fn set(&self, seek: Uuid, listing: Option<SeekListing>) {
        self.0.changes.lock().unwrap_or_else(PoisonError::into_inner).insert(seek, listing);
        self.0.is_changed.notify_one();
    }

    /// Waits until something has changed.
    pub(super) async fn changed(&self) {
        self.0.is_changed.notified().await;
    }

    /// Takes all that has changed.
    pub(super) fn take(&self) -> SeekChanges {
        std::mem::take(&mut *self.0.changes.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
