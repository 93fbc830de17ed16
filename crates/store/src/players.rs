//! Data of players besides their games: profiles, blocks and reports.

use sumito_game::{GameId, Timestamp, TournamentId, UserId};
use uuid::Uuid;

use super::{ModerationAction, StoreError, UserRow, store_api};
use sumito_kit::text::Text;

/// Details shown next to a player's name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FaceRow {
    /// Code of the country, by ISO 3166.
    pub country: Option<String>,
    /// Tag of the avatar; `None` without one.
    pub avatar: Option<String>,
}

/// A player's profile.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ProfileRow {
    /// The player's own text; may be empty.
    pub words: String,
    /// Details shown next to the player's name.
    pub face: FaceRow,
}

/// A player's picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AvatarRow {
    /// A part of the SHA-256 of the picture.
    pub tag: String,
    /// The picture, in WebP.
    pub picture: Vec<u8>,
}

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
    /// The tournament with the reported texts, if any.
    pub tournament: Option<TournamentId>,
    /// The club with the reported texts, if any.
    pub club: Option<Uuid>,
    /// Text of the chat line in `line`.
    pub said: Option<Text>,
    /// Description in the reporter's words.
    pub words: Text,
    /// Time of the report.
    pub created_at: Timestamp,
}

/// Limits of reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReportLimits {
    /// Reports that the reporter makes in the time.
    pub by_reporter: u32,
    /// Open reports about the player.
    pub about_player: u32,
}

/// Outcome of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddedReport {
    /// It is stored.
    Added,
    /// The reporter has made too many.
    TooMany,
    /// The moderators have enough reports about the player.
    Enough,
}

store_api! { each:
    /// Returns the blocks among these users: blocker and blocked.
    pub async fn blocks_among(&self, users: &[UserId]) -> Result<Vec<(UserId, UserId)>, StoreError>;

    /// Returns the users whom `user` blocks, and the users who block them.
    pub async fn blocks_around(&self, user: UserId) -> Result<Vec<UserId>, StoreError>;
}

store_api! { each_database:
    /// Returns a user; `None` if there is no user with this id.
    pub async fn user(&self, id: UserId) -> Result<Option<UserRow>, StoreError>;

    /// Returns accounts by a prefix of the normalised name, in the order of their names.
    pub async fn accounts_by_prefix(
        &self,
        prefix: &str,
        after: Option<&str>,
        limit: u32,
    ) -> Result<Vec<UserRow>, StoreError>;

    /// Returns the database's query plan for [`accounts_by_prefix`](Self::accounts_by_prefix), as text.
    pub async fn explain_accounts_by_prefix(&self, prefix: &str, limit: u32) -> Result<String, StoreError>;

    /// Returns a player's profile; an empty one if the player has set none.
    pub async fn profile(&self, user: UserId) -> Result<ProfileRow, StoreError>;

    /// Returns the details shown next to these players' names, without players who show nothing.
    pub async fn faces(&self, users: &[UserId]) -> Result<Vec<(UserId, FaceRow)>, StoreError>;

    /// Changes or removes a player's country.
    pub async fn set_country(&self, user: UserId, country: Option<&str>, now: Timestamp) -> Result<(), StoreError>;

    /// Returns a player's picture.
    pub async fn avatar(&self, user: UserId) -> Result<Option<AvatarRow>, StoreError>;

    /// Changes or removes a player's picture.
    pub async fn set_avatar(
        &self,
        user: UserId,
        avatar: Option<&AvatarRow>,
        now: Timestamp,
    ) -> Result<(), StoreError>;

    /// Removes a player's picture and logs the action. Returns whether there was one.
    pub async fn remove_avatar(&self, user: UserId, action: &ModerationAction) -> Result<bool, StoreError>;

    /// Changes a player's profile text.
    pub async fn set_bio(&self, user: UserId, words: &Text, now: Timestamp) -> Result<(), StoreError>;

    /// Returns the users whom a player blocks, most recently blocked first.
    pub async fn blocked_by(&self, user: UserId, limit: u32) -> Result<Vec<UserRow>, StoreError>;

    /// Returns whom these users block: pairs of a user and a blocked user, in any order.
    pub async fn blocks_of(&self, users: &[UserId]) -> Result<Vec<(UserId, UserId)>, StoreError>;

    /// Returns whether `user` blocks `other`.
    pub async fn blocks(&self, user: UserId, other: UserId) -> Result<bool, StoreError>;

    /// Makes `user` block `other`. Returns whether they do now: not if they block `limit` others already.
    pub async fn block(&self, user: UserId, other: UserId, now: Timestamp, limit: u32) -> Result<bool, StoreError>;

    /// Ends that `user` blocks `other`.
    pub async fn unblock(&self, user: UserId, other: UserId) -> Result<(), StoreError>;

    /// Stores a report, unless the reporter has made too many since then, or too many about the player are open.
    pub async fn add_report(&self, report: &ReportRow, since: Timestamp, max: ReportLimits) -> Result<AddedReport, StoreError>;

    /// Returns the reports by `reporter`, newest first.
    pub async fn reports_of(&self, reporter: UserId, limit: u32) -> Result<Vec<ReportRow>, StoreError>;
}
