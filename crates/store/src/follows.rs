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
    /// Whether they follow the follower, too: the two are friends.
    pub is_friend: bool,
}

/// A user who follows a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FollowerRow {
    /// The following user.
    pub user: UserRow,
    /// Time since when they follow the player.
    pub since: Timestamp,
    /// Whether the player follows them, too.
    pub is_friend: bool,
}

/// A user in the view of another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Acquaintance {
    /// The viewed user.
    pub user: UserRow,
    /// Whether they block the viewer.
    pub blocks: bool,
    /// Whether the viewer follows them.
    pub is_followed: bool,
    /// Whether both follow each other.
    pub is_friend: bool,
}

/// Number of follows around a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FollowCounts {
    /// Users whom the player follows.
    pub following: u32,
    /// Users who follow the player, counted up to a limit.
    pub followers: u32,
    /// Users for whom both are true.
    pub friends: u32,
}

store_api! { each_database:
    /// Returns the users whom a player follows, by name.
    pub async fn followed_by(&self, user: UserId, limit: u32) -> Result<Vec<FollowRow>, StoreError>;

    /// Returns the existing users among these, in any order, in the view of `viewer`.
    pub async fn acquaintances(
        &self,
        viewer: Option<UserId>,
        users: &[UserId],
    ) -> Result<Vec<Acquaintance>, StoreError>;

    /// Returns the number of users who follow a player since then, at most `limit`.
    pub async fn count_followers_since(&self, user: UserId, since: Timestamp, limit: u32) -> Result<u32, StoreError>;

    /// Returns the number of follows around a player, with at most `limit` followers.
    pub async fn follow_counts(&self, user: UserId, limit: u32) -> Result<FollowCounts, StoreError>;

    /// Returns the users who follow a player, the latest first, after a cursor: the time and the user of the last listed follower.
    pub async fn followers_of(
        &self,
        user: UserId,
        after: Option<(Timestamp, UserId)>,
        limit: u32,
    ) -> Result<Vec<FollowerRow>, StoreError>;

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
