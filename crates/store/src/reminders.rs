//! Reminders of turns that players choose for their rooms.

use sumito_game::{RoomId, UserId};

use super::{StoreError, store_api};

/// Reminders of turns in a room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReminderRow {
    /// Whether a turn is pushed to the user's browsers.
    pub push: bool,
    /// Language of emails about turns; `None`: no emails.
    pub mail: Option<String>,
}

store_api! { each_database:
    /// Returns the reminders of a user for a room; `None` if the user has no seat in it.
    pub async fn reminders(&self, user: UserId, room: RoomId) -> Result<Option<ReminderRow>, StoreError>;

    /// Stores the reminders of a user for a room. Returns `false` if the user has no seat in it.
    pub async fn set_reminders(&self, user: UserId, room: RoomId, reminders: &ReminderRow) -> Result<bool, StoreError>;
}
