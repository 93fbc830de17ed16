//! Follows between players.

use sumito_game::{Timestamp, UserId};

use super::{Store, StoreError, UserRow, each_database};

/// A user whom a player follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FollowRow {
    /// The followed user.
    pub user: UserRow,
    /// Whether they block the follower.
    pub blocks: bool,
}

impl Store {
    /// Returns the users whom a player follows, by name.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database does not answer in time.
    pub async fn followed_by(&self, user: UserId, limit: u32) -> Result<Vec<FollowRow>, StoreError> {
        each_database!(self, queries => queries.followed_by(user, limit).await)
    }

    /// Makes `user` follow `other`. Returns whether they do now: not if they follow `limit` others already.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the storage is unavailable.
    pub async fn follow(
        &self,
        user: UserId,
        other: UserId,
        now: Timestamp,
        limit: u32,
    ) -> Result<bool, StoreError> {
        each_database!(self, queries => queries.follow(user, other, now, limit).await)
    }

    /// Ends that `user` follows `other`.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the storage is unavailable.
    pub async fn unfollow(&self, user: UserId, other: UserId) -> Result<(), StoreError> {
        each_database!(self, queries => queries.unfollow(user, other).await)
    }

    /// Returns whether `user` follows `other`.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database does not answer.
    pub async fn follows(&self, user: UserId, other: UserId) -> Result<bool, StoreError> {
        each_database!(self, queries => queries.follows(user, other).await)
    }
}
