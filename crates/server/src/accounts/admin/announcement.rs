//! The announcement to all clients.

use parking_lot::Mutex;
use sumito_game::Timestamp;

use sumito_kit::text::Text;

/// A text of an administrator, shown to all clients.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Announcement {
    /// Text of the announcement.
    pub text: Text,
    /// End of the announcement; `None`: until it is removed or the server stops.
    pub until: Option<Timestamp>,
}

/// Errors of creating an announcement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AnnouncementError {
    /// The end lies in the past, so no client would show it.
    #[error("`until` is in the past; give microseconds since the Unix epoch")]
    Until,
}

impl Announcement {
    pub(super) fn check(&self, now: Timestamp) -> Result<(), AnnouncementError> {
        if self.until.is_some_and(|until| until <= now) { Err(AnnouncementError::Until) } else { Ok(()) }
    }
}

/// The current announcement. It is kept in memory only: an announcement of a restart means nothing after the restart.
#[derive(Debug, Default)]
pub(super) struct Announcements(Mutex<Option<Announcement>>);

impl Announcements {
    pub(super) fn set(&self, what: Option<Announcement>) {
        *self.0.lock() = what;
    }

    pub(super) fn current(&self, now: Timestamp) -> Option<Announcement> {
        let current = self.0.lock().clone();
        current.filter(|announcement| announcement.until.is_none_or(|until| until > now))
    }
}
