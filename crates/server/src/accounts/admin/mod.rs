//! Server-wide administration: draining, announcements, reloading the configuration. Each action is written to the moderation log.

mod announcement;

use std::sync::Arc;

use sumito_game::Timestamp;
use uuid::Uuid;

use self::announcement::Announcements;
pub use self::announcement::{Announcement, AnnouncementError};
use crate::accounts::identity::Caller;
use sumito_kit::time_source::TimeSource;
use sumito_rooms::Rooms;
use sumito_store::{ModerationAction, ModerationActionKind, Store, StoreError};

/// Target of log entries about the server as a whole.
const TARGET: &str = "server";

/// Errors of administration requests.
#[derive(Debug, thiserror::Error)]
pub enum AdministrationError {
    /// The announcement is invalid.
    #[error(transparent)]
    Announcement(#[from] AnnouncementError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Server-wide administration. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Administration(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    store: Store,
    rooms: Rooms,
    time: TimeSource,
    started_at: Timestamp,
    announcements: Announcements,
}

impl Administration {
    pub(crate) fn new(store: Store, rooms: Rooms, time: TimeSource) -> Self {
        let (started_at, announcements) = (time.now(), Announcements::default());
        Self(Arc::new(Inner { store, rooms, time, started_at, announcements }))
    }

    /// Time at which the server began to serve requests.
    pub fn started_at(&self) -> Timestamp {
        self.0.started_at
    }

    /// Turns drain mode on or off. While it is on, the server takes no new games; running games continue. Returns whether the mode has
    /// changed.
    ///
    /// # Errors
    /// If the log entry cannot be written. Nothing has changed then.
    pub async fn drain(&self, by: &Caller, on: bool) -> Result<bool, AdministrationError> {
        if self.0.rooms.drain().is_on() == on {
            return Ok(false);
        }
        let kind = if on { ModerationActionKind::Drain } else { ModerationActionKind::Undrain };
        let playing = self.0.rooms.by_status().into_iter().find(|(status, _)| *status == "playing");
        let words = format!("playing: {}", playing.map_or(0, |(_, count)| count));
        self.log(by, kind, words).await?;
        Ok(self.0.rooms.drain().set(on))
    }

    /// Returns the current announcement.
    pub fn announcement(&self) -> Option<Announcement> {
        self.0.announcements.current(self.0.time.now())
    }

    /// Sets the announcement for clients that connect from now on; `None` removes it. The caller sends it to connected clients.
    ///
    /// # Errors
    /// [`AnnouncementError`], or the log entry cannot be written.
    pub async fn announce(&self, by: &Caller, what: Option<Announcement>) -> Result<(), AdministrationError> {
        if let Some(announcement) = &what {
            announcement.check(self.0.time.now())?;
        }
        let words =
            what.as_ref().map_or_else(|| "–".to_owned(), |announcement| announcement.text.to_string());
        self.log(by, ModerationActionKind::Announce, words).await?;
        self.0.announcements.set(what);
        Ok(())
    }

    /// Writes to the log that the configuration was reloaded.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn record_reload(&self, by: &Caller, settings: String) -> Result<(), AdministrationError> {
        Ok(self.log(by, ModerationActionKind::Reload, settings).await?)
    }

    async fn log(&self, by: &Caller, kind: ModerationActionKind, words: String) -> Result<(), StoreError> {
        let (id, at) = (Uuid::now_v7(), self.0.time.now());
        self.0
            .store
            .log_action(&ModerationAction { id, at, by: by.user.id, kind, target: TARGET.to_owned(), words })
            .await
    }
}
