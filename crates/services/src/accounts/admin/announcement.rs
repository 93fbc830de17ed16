//! The announcement to all clients.

use sumito_game::Timestamp;

use sumito_kit::text::Text;
use sumito_store::StoredAnnouncement;

/// A text of an administrator, shown to all clients.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Announcement {
    /// Text of the announcement.
    pub text: Text,
    /// End of the announcement; `None`: until it is removed or the last node stops.
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

impl From<&Announcement> for StoredAnnouncement {
    fn from(Announcement { text, until }: &Announcement) -> Self {
        Self { text: text.to_string(), until: *until }
    }
}

impl From<StoredAnnouncement> for Announcement {
    fn from(StoredAnnouncement { text, until }: StoredAnnouncement) -> Self {
        Self { text: Text::stored(text), until }
    }
}
