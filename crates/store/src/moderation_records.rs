//! The moderators' records of a user: the history of sanctions and reports, networks, and notes.

use sumito_game::{Timestamp, UserId};
use uuid::Uuid;

use super::{FiledReport, LogRow, Role, SanctionRow, StoreError, UserRow, store_api};
use sumito_kit::text::Text;

/// Reports of which a user is a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportsWith {
    /// Reports on this user.
    Reported(UserId),
    /// Reports by this user.
    Reporter(UserId),
}

/// A user of a network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NetworkUser {
    /// A user of the network.
    pub user: UserRow,
    /// Time of the last recorded use of the network by this user.
    pub last_used_at: Timestamp,
    /// Whether the user is banned.
    pub banned: bool,
}

/// A new note of a moderator on a user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewModerationNote {
    /// Id of the note; ids grow with time.
    pub id: Uuid,
    /// The user whom the note is about.
    pub user: UserId,
    /// The moderator who writes it.
    pub author: UserId,
    /// Text of the note.
    pub words: Text,
    /// Time of the note.
    pub created_at: Timestamp,
}

/// A note of a moderator on a user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModerationNoteRow {
    /// Id of the note; ids grow with time.
    pub id: Uuid,
    /// Name of the moderator who wrote it.
    pub author: String,
    /// Text of the note.
    pub words: Text,
    /// Time of the note.
    pub created_at: Timestamp,
}

store_api! { each_database:
    /// Returns the time of the last recorded use of a session or a login network of a user.
    pub async fn last_seen(&self, user: UserId) -> Result<Option<Timestamp>, StoreError>;

    /// Returns the sanctions on a user, also those that have ended, newest first.
    pub async fn sanctions_of(&self, user: UserId, limit: u32) -> Result<Vec<SanctionRow>, StoreError>;

    /// Returns open and closed reports, newest first.
    pub async fn reports_with(&self, user: ReportsWith, limit: u32) -> Result<Vec<FiledReport>, StoreError>;

    /// Returns the moderators' actions with these targets, newest first.
    pub async fn actions_on(&self, targets: &[String], limit: u32) -> Result<Vec<LogRow>, StoreError>;

    /// Returns the networks from which a user has started sessions, with the last use of each, most recently used first.
    pub async fn networks_of(&self, user: UserId, limit: u32) -> Result<Vec<(String, Timestamp)>, StoreError>;

    /// Returns the users with a role below `below` who have started sessions from a network, most recent first.
    pub async fn users_of_network(
        &self,
        network: &str,
        below: Role,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<NetworkUser>, StoreError>;

    /// Returns the labels of the sessions of these users, which name programs.
    pub async fn programs_of(&self, users: &[UserId]) -> Result<Vec<(UserId, String)>, StoreError>;

    /// Stores a note on a user. Returns whether it did: not if there are `limit` notes on the user.
    pub async fn add_moderation_note(&self, note: &NewModerationNote, limit: u32) -> Result<bool, StoreError>;

    /// Returns the notes on a user, oldest first.
    pub async fn moderation_notes(&self, user: UserId) -> Result<Vec<ModerationNoteRow>, StoreError>;

    /// Removes up to `limit` notes that were written before then, and up to `limit` appeals that were answered before then, or written
    /// before then and never answered.
    pub async fn forget_moderation(&self, before: Timestamp, limit: u32) -> Result<u64, StoreError>;
}
