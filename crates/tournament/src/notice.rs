//! Penalties and announcements of directors.

use sumito_game::{Timestamp, UserId};

/// A penalty or a warning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Penalty {
    /// The number of the penalty, from 1.
    pub number: u32,
    /// Points that the participant loses, in units of points; 0 in a warning.
    pub units: u32,
    /// The director's reason; empty if a moderator removed it.
    pub reason: String,
    /// True if a director lifted it: it counts no more.
    pub lifted: bool,
}

/// A message of a director to all participants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Announcement {
    /// The number of its record.
    pub seq: u64,
    /// Time of the announcement.
    pub at: Timestamp,
    /// The director who sent it.
    pub by: Option<UserId>,
    /// The message; empty if a moderator removed it.
    pub text: String,
}
