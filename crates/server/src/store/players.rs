//! What is kept of players besides their games: their own words, whom they block, what they report.

use sumito_game::{GameId, Timestamp, TournamentId, UserId};
use uuid::Uuid;

use super::{Store, StoreError, UserRow, each, each_database};
use crate::text::Text;

/// What a player has told the moderators of another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportRow {
    /// Its id.
    pub id: Uuid,
    /// Who reports.
    pub reporter: UserId,
    /// Whom.
    pub reported: UserId,
    /// The game that it is about, if it is about one.
    pub game: Option<GameId>,
    /// The line of a chat that it is about, if it is about one, and what that said.
    pub line: Option<Uuid>,
    /// The tournament whose words it is about.
    pub tournament: Option<TournamentId>,
    /// See `line`.
    pub said: Option<Text>,
    /// What happened, in the reporter's words.
    pub words: Text,
    /// When it was told.
    pub created_at: Timestamp,
}

impl Store {
    /// A user; `None` where there is nobody with this id.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn user(&self, id: UserId) -> Result<Option<UserRow>, StoreError> {
        each_database!(self, queries => queries.user(id).await)
    }

    /// Accounts whose names begin like this, as names are compared, in their order.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer in time.
    pub async fn accounts_by_prefix(&self, prefix: &str, limit: u32) -> Result<Vec<UserRow>, StoreError> {
        each_database!(self, queries => queries.accounts_by_prefix(prefix, limit).await)
    }

    /// How the database looks for [`accounts_by_prefix`](Self::accounts_by_prefix), in its own words.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer in time.
    pub async fn explain_accounts_by_prefix(&self, prefix: &str, limit: u32) -> Result<String, StoreError> {
        each_database!(self, queries => queries.explain_accounts_by_prefix(prefix, limit).await)
    }

    /// What a player says of themselves; nothing where they have said nothing.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer in time.
    pub async fn own_words(&self, user: UserId) -> Result<Option<String>, StoreError> {
        each_database!(self, queries => queries.own_words(user).await)
    }

    /// Changes what a player says of themselves.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when nothing can be stored.
    pub async fn set_own_words(&self, user: UserId, words: &Text, now: Timestamp) -> Result<(), StoreError> {
        each_database!(self, queries => queries.set_own_words(user, words, now).await)
    }

    /// Whom a player blocks, those that were blocked last first.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer in time.
    pub async fn blocked_by(&self, user: UserId, limit: u32) -> Result<Vec<UserRow>, StoreError> {
        each_database!(self, queries => queries.blocked_by(user, limit).await)
    }

    /// Whether `user` blocks `other`.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn blocks(&self, user: UserId, other: UserId) -> Result<bool, StoreError> {
        each_database!(self, queries => queries.blocks(user, other).await)
    }

    /// Whom `user` blocks, and who blocks them.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn blocks_around(&self, user: UserId) -> Result<Vec<UserId>, StoreError> {
        each_database!(self, queries => queries.blocks_around(user).await)
    }

    /// Who of these blocks whom of them.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn blocks_among(&self, users: &[UserId]) -> Result<Vec<(UserId, UserId)>, StoreError> {
        each!(self, queries => queries.blocks_among(users).await)
    }

    /// Lets `user` block `other`. Returns whether they do now: not if they block `limit` others already.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when nothing can be stored.
    pub async fn block(
        &self,
        user: UserId,
        other: UserId,
        now: Timestamp,
        limit: u32,
    ) -> Result<bool, StoreError> {
        each_database!(self, queries => queries.block(user, other, now, limit).await)
    }

    /// Lets `user` block `other` no more.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when nothing can be stored.
    pub async fn unblock(&self, user: UserId, other: UserId) -> Result<(), StoreError> {
        each_database!(self, queries => queries.unblock(user, other).await)
    }

    /// Stores a report. Returns whether it did: not if the reporter has made `limit` reports since then.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when nothing can be stored.
    pub async fn add_report(
        &self,
        report: &ReportRow,
        since: Timestamp,
        limit: u32,
    ) -> Result<bool, StoreError> {
        each_database!(self, queries => queries.add_report(report, since, limit).await)
    }

    /// What `reporter` has reported, the newest first.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer in time.
    pub async fn reports_of(&self, reporter: UserId, limit: u32) -> Result<Vec<ReportRow>, StoreError> {
        each_database!(self, queries => queries.reports_of(reporter, limit).await)
    }
}
