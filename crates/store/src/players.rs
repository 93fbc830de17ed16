//! Data of players besides their games: profile text, blocks and reports.

use sumito_game::{GameId, Timestamp, TournamentId, UserId};
use uuid::Uuid;

use super::{Store, StoreError, UserRow, each, each_database};
use sumito_kit::text::Text;

/// A report of a player to the moderators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportRow {
    /// Id of the report.
    pub id: Uuid,
    /// The user who reports.
    pub reporter: UserId,
    /// The reported user.
    pub reported: UserId,
    /// The game that it is about, if any.
    pub game: Option<GameId>,
    /// The chat line that it is about, if any; `said` has its text.
    pub line: Option<Uuid>,
    /// The tournament whose texts it is about, if any.
    pub tournament: Option<TournamentId>,
    /// Text of the chat line in `line`.
    pub said: Option<Text>,
    /// Description in the reporter's words.
    pub words: Text,
    /// Time of the report.
    pub created_at: Timestamp,
}

impl Store {
    /// Returns a user; `None` if there is no user with this id.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database does not answer.
    pub async fn user(&self, id: UserId) -> Result<Option<UserRow>, StoreError> {
        each_database!(self, queries => queries.user(id).await)
    }

    /// Returns accounts whose normalised names begin with this prefix, in the order of their names.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database does not answer in time.
    pub async fn accounts_by_prefix(&self, prefix: &str, limit: u32) -> Result<Vec<UserRow>, StoreError> {
        each_database!(self, queries => queries.accounts_by_prefix(prefix, limit).await)
    }

    /// Returns the database's query plan for [`accounts_by_prefix`](Self::accounts_by_prefix), as text.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database does not answer in time.
    pub async fn explain_accounts_by_prefix(&self, prefix: &str, limit: u32) -> Result<String, StoreError> {
        each_database!(self, queries => queries.explain_accounts_by_prefix(prefix, limit).await)
    }

    /// Returns a player's profile text; `None` if it is empty.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database does not answer in time.
    pub async fn bio(&self, user: UserId) -> Result<Option<String>, StoreError> {
        each_database!(self, queries => queries.bio(user).await)
    }

    /// Changes a player's profile text.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the storage is unavailable.
    pub async fn set_bio(&self, user: UserId, words: &Text, now: Timestamp) -> Result<(), StoreError> {
        each_database!(self, queries => queries.set_bio(user, words, now).await)
    }

    /// Returns the users whom a player blocks, most recently blocked first.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database does not answer in time.
    pub async fn blocked_by(&self, user: UserId, limit: u32) -> Result<Vec<UserRow>, StoreError> {
        each_database!(self, queries => queries.blocked_by(user, limit).await)
    }

    /// Returns whether `user` blocks `other`.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database does not answer.
    pub async fn blocks(&self, user: UserId, other: UserId) -> Result<bool, StoreError> {
        each_database!(self, queries => queries.blocks(user, other).await)
    }

    /// Returns the users whom `user` blocks, and the users who block them.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database does not answer.
    pub async fn blocks_around(&self, user: UserId) -> Result<Vec<UserId>, StoreError> {
        each_database!(self, queries => queries.blocks_around(user).await)
    }

    /// Returns the blocks among these users: blocker and blocked.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database does not answer.
    pub async fn blocks_among(&self, users: &[UserId]) -> Result<Vec<(UserId, UserId)>, StoreError> {
        each!(self, queries => queries.blocks_among(users).await)
    }

    /// Makes `user` block `other`. Returns whether they do now: not if they block `limit` others already.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the storage is unavailable.
    pub async fn block(
        &self,
        user: UserId,
        other: UserId,
        now: Timestamp,
        limit: u32,
    ) -> Result<bool, StoreError> {
        each_database!(self, queries => queries.block(user, other, now, limit).await)
    }

    /// Ends that `user` blocks `other`.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the storage is unavailable.
    pub async fn unblock(&self, user: UserId, other: UserId) -> Result<(), StoreError> {
        each_database!(self, queries => queries.unblock(user, other).await)
    }

    /// Stores a report. Returns whether it did: not if the reporter has made `limit` reports since then.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the storage is unavailable.
    pub async fn add_report(
        &self,
        report: &ReportRow,
        since: Timestamp,
        limit: u32,
    ) -> Result<bool, StoreError> {
        each_database!(self, queries => queries.add_report(report, since, limit).await)
    }

    /// Returns the reports by `reporter`, newest first.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database does not answer in time.
    pub async fn reports_of(&self, reporter: UserId, limit: u32) -> Result<Vec<ReportRow>, StoreError> {
        each_database!(self, queries => queries.reports_of(reporter, limit).await)
    }
}
