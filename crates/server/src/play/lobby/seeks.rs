//! Seeks, as the lists of lobbies show them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use sumito_game::{Player, TimeControl, Timestamp};
use sumito_rules::{Layout, Mode};
use tokio::sync::Notify;
use uuid::Uuid;

/// An open seek, as a lobby's list shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeekListing {
    /// Id of the seek.
    pub id: Uuid,
    /// Lobby of the seek.
    pub lobby: String,
    /// The seeking player.
    pub player: Player,
    /// Mode of the game.
    pub mode: Mode,
    /// Start layout of the game.
    pub layout: Layout,
    /// Time control of the game.
    pub time: TimeControl,
    /// Whether the result counts for ratings.
    pub rated: bool,
    /// Rating of the seeking player in such games.
    pub rating: i32,
    /// Minimum rating of the others, if limited.
    pub min_rating: Option<i32>,
    /// Maximum rating of the others, if limited.
    pub max_rating: Option<i32>,
    /// Level of the computers that fill seats which stay free for long.
    pub computers: Option<u8>,
    /// Time at which the seek began.
    pub since: Timestamp,
}

/// Changes since the last look: the current entry of each seek, or `None` if it has ended. A seek that began and ended meanwhile is in no
/// list.
pub(super) type SeekChanges = HashMap<Uuid, Option<SeekListing>>;

/// Coalescing buffer of seek changes, until the task drains it. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Seeks(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    changes: Mutex<SeekChanges>,
    is_changed: Notify,
}

impl Seeks {
    /// Sets the list entry of a seek; `None` removes it.
    pub fn set(&self, seek: Uuid, listing: Option<SeekListing>) {
        self.0.changes.lock().unwrap_or_else(PoisonError::into_inner).insert(seek, listing);
        self.0.is_changed.notify_one();
    }

    /// Waits until there is a change.
    pub(super) async fn changed(&self) {
        self.0.is_changed.notified().await;
    }

    /// Takes all changes.
    pub(super) fn drain(&self) -> SeekChanges {
        std::mem::take(&mut *self.0.changes.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
