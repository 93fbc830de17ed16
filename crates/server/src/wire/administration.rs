//! What administrators see and say.

use bytes::Bytes;
use sumito_game::Timestamp;
use sumito_protocol::{ErrorCode, ServerMessage, admin as body};

use super::Refusal;
use crate::administration::{AdministrationError, Announcement};

/// What everybody is told, as a message.
pub(crate) fn announcement(announcement: Option<&Announcement>) -> Bytes {
    super::text(&ServerMessage::Announcement { announcement: announcement.map(shown_announcement) })
}

pub(crate) fn shown_announcement(announcement: &Announcement) -> body::Announcement {
    body::Announcement { text: announcement.text.clone(), until: announcement.until.map(|moment| moment.0) }
}

pub(crate) fn domain_announcement(wish: body::Announcement) -> Announcement {
    Announcement { text: wish.text, until: wish.until.map(Timestamp) }
}

/// How many there are of what.
pub(crate) fn counts<T: Into<String>>(counts: impl IntoIterator<Item = (T, u64)>) -> Vec<body::Count> {
    counts.into_iter().map(|(of, count)| body::Count { of: of.into(), count }).collect()
}

impl From<AdministrationError> for Refusal {
    fn from(error: AdministrationError) -> Self {
        match error {
            AdministrationError::Announcement(error) => Self::new(ErrorCode::OutOfRange, error.to_string()),
            AdministrationError::Store(error) => error.into(),
        }
    }
}
