//! What everybody is told.

use std::sync::{Mutex, PoisonError};

use sumito_game::Timestamp;

use crate::text::Text;

/// What everybody is told, in the words of an administrator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Announcement {
    /// The words.
    pub text: Text,
    /// Until when; `None`: until it is taken back, or the server stops.
    pub until: Option<Timestamp>,
}

/// Why something cannot be announced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AnnouncementError {
    /// Nobody would be told.
    #[error("`until` is over already; it is a moment in microseconds since the Unix epoch")]
    Until,
}

impl Announcement {
    pub(super) fn check(&self, now: Timestamp) -> Result<(), AnnouncementError> {
        if self.until.is_some_and(|until| until <= now) { Err(AnnouncementError::Until) } else { Ok(()) }
    }
}

/// The one thing that everybody is told. It is kept in memory: what is said of a restart means nothing after it.
#[derive(Debug, Default)]
pub(super) struct Announcements(Mutex<Option<Announcement>>);

impl Announcements {
    pub(super) fn set(&self, what: Option<Announcement>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = what;
    }

    pub(super) fn current(&self, now: Timestamp) -> Option<Announcement> {
        let current = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        current.filter(|announcement| announcement.until.is_none_or(|until| until > now))
    }
}
