//! What concerns a user, as it goes out.

use sumito_protocol::{RoomId, ServerMessage, notifications};

use crate::notifications::{Notification, Occasion, SeekEnd};

/// A notification as a message.
pub(crate) fn notification(notification: &Notification) -> ServerMessage {
    let notification = match *notification {
        Notification::GameStarted { room, occasion } => {
            let room = RoomId(room.to_string());
            match occasion {
                Occasion::Seek(seek) => notifications::Notification::GameStarted { room, seek: Some(seek) },
            }
        }
        Notification::SeekEnded { seek, why } => {
            let reason = match why {
                SeekEnd::Cancelled => notifications::SeekEnd::Cancelled,
                SeekEnd::Failed => notifications::SeekEnd::Failed,
            };
            notifications::Notification::SeekEnded { seek, reason }
        }
    };
    ServerMessage::Notification { notification }
}
