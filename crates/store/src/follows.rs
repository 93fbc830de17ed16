//! Follows between players.

use sumito_game::{Timestamp, UserId};

use super::{StoreError, UserRow, store_api};

/// A user whom a player follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FollowRow {
    /// The followed user.
    pub user: UserRow,
    /// Whether they block the follower.
    pub blocks: bool,
}

store_api! { each_database:
    /// Returns the users whom a player follows, by name.
    pub async fn followed_by(&self, user: UserId, limit: u32) -> Result<Vec<FollowRow>, StoreError>;

    /// Returns the number of users who follow a player since then, at most `limit`.
    pub async fn count_followers_since(&self, user: UserId, since: Timestamp, limit: u32) -> Result<u32, StoreError>;

    /// Makes `user` follow `other`. Returns whether they do now: not if they follow `limit` others already.
    pub async fn follow(
        &self,
        user: UserId,
        other: UserId,
        now: Timestamp,
        limit: u32,
    ) -> Result<bool, StoreError>;

    /// Ends that `user` follows `other`.
    pub async fn unfollow(&self, user: UserId, other: UserId) -> Result<(), StoreError>;

    /// Returns whether `user` follows `other`.
    pub async fn follows(&self, user: UserId, other: UserId) -> Result<bool, StoreError>;
}
