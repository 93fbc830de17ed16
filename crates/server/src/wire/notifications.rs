//! What concerns a user, as it goes out.

use sumito_protocol::{RoomId, ServerMessage, notifications};

use super::challenges::challenge;
use crate::notifications::{Notification, Occasion, SeekEnd};

/// A notification as a message.
pub(crate) fn notification(notification: &Notification) -> ServerMessage {
    let notification = match notification {
        &Notification::GameStarted { room, occasion } => {
            let room = RoomId(room.to_string());
            let (seek, challenge) = match occasion {
                Occasion::Seek(seek) => (Some(seek), None),
                Occasion::Challenge(challenge) => (None, Some(challenge)),
            };
            notifications::Notification::GameStarted { room, seek, challenge }
        }
        Notification::Challenge(row) => notifications::Notification::Challenge { challenge: challenge(row) },
        &Notification::SeekEnded { seek, why } => {
            let reason = match why {
                SeekEnd::Cancelled => notifications::SeekEnd::Cancelled,
                SeekEnd::Failed => notifications::SeekEnd::Failed,
            };
            notifications::Notification::SeekEnded { seek, reason }
        }
    };
    ServerMessage::Notification { notification }
}
