//! Administration: announcements and counts.

use bytes::Bytes;
use sumito_game::Timestamp;
use sumito_protocol::{ErrorCode, ServerMessage, admin as body};

use super::ApiError;
use sumito_kit::text::Text;
use sumito_services::accounts::admin::{AdministrationError, Announcement, NodeNumbers, NodeState};

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

/// Encodes a node.
pub(crate) fn node(state: NodeState) -> body::ClusterNode {
    let NodeState { row, is_this, silent_for, numbers, claimed } = state;
    let load = numbers.map(|NodeNumbers { sockets, rooms, followed }| body::NodeLoad {
        sockets,
        rooms,
        rooms_followed: followed,
    });
    let state = if row.has_expired() {
        body::NodeState::Expired
    } else if row.stopping_at.is_some() {
        body::NodeState::Stopping
    } else if row.draining_at.is_some() {
        body::NodeState::Draining
    } else {
        body::NodeState::Running
    };
    body::ClusterNode {
        id: row.id.0,
        name: row.name,
        version: row.version,
        started_at: row.started_at.0,
        this: is_this,
        state,
        lease_age_ms: u64::try_from(silent_for.as_millis()).unwrap_or(u64::MAX),
        load,
        rooms_owned: claimed.rooms,
        tournaments_owned: claimed.tournaments,
        duties: claimed.duties,
    }
}

/// Converts counts by name.
pub(crate) fn counts<T: Into<String>>(counts: impl IntoIterator<Item = (T, u64)>) -> Vec<body::Count> {
    counts.into_iter().map(|(of, count)| body::Count { of: of.into(), count }).collect()
}

impl From<AdministrationError> for ApiError {
    fn from(error: AdministrationError) -> Self {
        match error {
            AdministrationError::Announcement(error) => Self::new(ErrorCode::OutOfRange, error.to_string()),
            AdministrationError::NoSuchNode => Self::new(ErrorCode::NotFound, error.to_string()),
            AdministrationError::LastNode => Self::new(ErrorCode::NotNow, error.to_string()),
            AdministrationError::Store(error) => error.into(),
        }
    }
}
