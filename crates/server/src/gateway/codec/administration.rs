//! Administration: announcements and counts.

use bytes::Bytes;
use sumito_game::Timestamp;
use sumito_protocol::{ErrorCode, ServerMessage, admin as body};

use super::ApiError;
use crate::accounts::admin::{AdministrationError, Announcement};
use sumito_kit::text::Text;

/// Encodes the current announcement as a message.
pub(crate) fn announcement(announcement: Option<&Announcement>) -> Bytes {
    super::text(&ServerMessage::Announcement { announcement: announcement.map(shown_announcement) })
}

pub(crate) fn shown_announcement(announcement: &Announcement) -> body::Announcement {
    body::Announcement {
        text: announcement.text.to_string(),
        until: announcement.until.map(|moment| moment.0),
    }
}

/// # Errors
/// `out_of_range` for a text that is rejected.
pub(crate) fn announcement_from_wire(announcement: &body::Announcement) -> Result<Announcement, ApiError> {
    let text = Text::announcement(&announcement.text);
    let text = text.map_err(|error| ApiError::new(ErrorCode::OutOfRange, error.to_string()))?;
    Ok(Announcement { text, until: announcement.until.map(Timestamp) })
}

/// Converts counts by name.
pub(crate) fn counts<T: Into<String>>(counts: impl IntoIterator<Item = (T, u64)>) -> Vec<body::Count> {
    counts.into_iter().map(|(of, count)| body::Count { of: of.into(), count }).collect()
}

impl From<AdministrationError> for ApiError {
    fn from(error: AdministrationError) -> Self {
        match error {
            AdministrationError::Announcement(error) => Self::new(ErrorCode::OutOfRange, error.to_string()),
            AdministrationError::Store(error) => error.into(),
        }
    }
}
