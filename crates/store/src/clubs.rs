//! Clubs of players: members, requests to join, links, bans and announcements.

use std::collections::HashSet;

use sumito_clubs::{ClubLimits, ClubRefusal, Joined};
use sumito_game::{Timestamp, UserId};
use uuid::Uuid;

use super::{ClubJoining, ClubRole, RatingRow, StoreError, TokenHash, UserRow, store_api};
use sumito_kit::text::Text;

/// The texts of a club, and how players join it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClubSettings {
    /// The displayed name.
    pub name: String,
    /// The normalised name for comparison.
    pub name_key: String,
    /// The description, which may be empty.
    pub description: Text,
    /// How players join.
    pub joining: ClubJoining,
}

/// A change of texts and settings: fields without a value stay the same.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ClubChange {
    /// The displayed name, and its normalised form for comparison.
    pub name: Option<(String, String)>,
    /// The new description.
    pub description: Option<Text>,
    /// How players join.
    pub joining: Option<ClubJoining>,
}

/// A club row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClubRow {
    /// Id of the club.
    pub id: Uuid,
    /// Its texts and settings.
    pub settings: ClubSettings,
    /// Number of members, including the owner.
    pub members: u32,
    /// The owner of the club.
    pub owner: UserRow,
    /// Time of its creation.
    pub created_at: Timestamp,
}

/// A page of a list of clubs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClubFilter {
    /// By number of members, largest first; after the club with this number and id.
    BySize(Option<(u32, Uuid)>),
    /// By name: names whose keys start with this prefix; after the club with this key.
    ByName(String, Option<String>),
}

/// A member of a club.
#[derive(Debug, Clone, PartialEq)]
pub struct ClubMemberRow {
    /// The player concerned.
    pub user: UserRow,
    /// The player's role.
    pub role: ClubRole,
    /// Time at which they joined.
    pub joined_at: Timestamp,
    /// Their rating in live games of two players, if they have one.
    pub rating: Option<RatingRow>,
}

/// Place of a member in the list of members.
pub type ClubMemberCursor = (ClubRole, Timestamp, UserId);

/// Relation of a user to a club.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is another relation")]
pub struct ClubStanding {
    /// Their role, if they are a member.
    pub role: Option<ClubRole>,
    /// Whether their request to join waits for an answer.
    pub requested: bool,
    /// Whether they may not join.
    pub banned: bool,
    /// Whether the owner offers them the club.
    pub offered: bool,
    /// Number of requests that wait for an answer, for admins.
    pub requests: u32,
    /// Whether they are a member who is notified of announcements.
    pub notified: bool,
}

/// A request to join a club.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClubRequestRow {
    /// The player who wants to join.
    pub user: UserRow,
    /// Their message, which may be empty.
    pub words: Text,
    /// Time of the request.
    pub created_at: Timestamp,
}

/// A link with which players join a club.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClubLinkRow {
    /// Id of the link; it is no secret.
    pub id: Uuid,
    /// Name of the admin who made it.
    pub made_by: String,
    /// Time at which it ends.
    pub expires_at: Timestamp,
    /// Number of players who can still use it.
    pub uses_left: u32,
}

/// A new link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewClubLink {
    /// Id of the link.
    pub id: Uuid,
    /// Hash of its code.
    pub code: TokenHash,
    /// Time of its creation.
    pub created_at: Timestamp,
    /// Time at which it ends.
    pub expires_at: Timestamp,
    /// Number of players who can use it.
    pub uses: u32,
}

/// An announcement of a club to its members.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClubAnnouncementRow {
    /// Id of the announcement; ids grow with time.
    pub id: Uuid,
    /// The admin who wrote it.
    pub author: UserRow,
    /// The title of one line.
    pub title: Text,
    /// The text, which may have several lines.
    pub text: Text,
    /// Time of the announcement.
    pub created_at: Timestamp,
}

/// A new announcement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewClubAnnouncement {
    /// Id of the announcement.
    pub id: Uuid,
    /// The title of one line.
    pub title: Text,
    /// The text, which may have several lines.
    pub text: Text,
    /// Time of the announcement.
    pub created_at: Timestamp,
    /// Id of the author's command.
    pub command: Option<String>,
}

/// The outcome of storing an announcement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddedAnnouncement {
    /// The announcement is stored.
    Stored,
    /// The author's command has caused the announcement with this id before.
    Repeated(Uuid),
}

/// A player's attempt to join a club.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClubEntry {
    /// Hash of the code of a link.
    pub code: Option<TokenHash>,
    /// Message for the admins.
    pub words: Text,
    /// Time of the attempt.
    pub at: Timestamp,
}

/// The outcome of a change of a club. `sumito_clubs` decides inside the transaction that writes.
pub type ClubOutcome<T> = Result<Result<T, ClubRefusal>, StoreError>;

store_api! { each_database:
    /// Stores a new club with its owner.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if another club has that name.
    pub async fn add_club(
        &self,
        club: Uuid,
        settings: &ClubSettings,
        owner: UserId,
        now: Timestamp,
        limits: &ClubLimits,
    ) -> ClubOutcome<()>;

    /// Returns a club; `None` if no club has this id.
    pub async fn club(&self, club: Uuid) -> Result<Option<ClubRow>, StoreError>;

    /// Returns a page of clubs.
    pub async fn clubs(&self, filter: &ClubFilter, limit: u32) -> Result<Vec<ClubRow>, StoreError>;

    /// Returns the database's query plan for [`clubs`](Self::clubs), as text.
    pub async fn explain_clubs(&self, filter: &ClubFilter, limit: u32) -> Result<String, StoreError>;

    /// Returns the clubs of a user with the user's role, by name.
    pub async fn clubs_of(&self, user: UserId, limit: u32) -> Result<Vec<(ClubRow, ClubRole)>, StoreError>;

    /// Returns the existing clubs among these, by name, each with the role of a user in it.
    pub async fn clubs_with_roles(
        &self,
        clubs: &[Uuid],
        user: Option<UserId>,
    ) -> Result<Vec<(ClubRow, Option<ClubRole>)>, StoreError>;

    /// Returns the members of a club: the owner, the admins, the others, each by the time at which they joined.
    pub async fn club_members(
        &self,
        club: Uuid,
        after: Option<ClubMemberCursor>,
        limit: u32,
    ) -> Result<Vec<ClubMemberRow>, StoreError>;

    /// Returns the relation of a user to a club.
    pub async fn club_standing(&self, club: Uuid, user: UserId) -> Result<ClubStanding, StoreError>;

    /// Returns the role of a user in a club; `None` if the user is not a member or the club does not exist.
    pub async fn club_role(&self, club: Uuid, user: UserId) -> Result<Option<ClubRole>, StoreError>;

    /// Returns the members of a club among these users.
    pub async fn club_members_among(&self, club: Uuid, users: &[UserId]) -> Result<HashSet<UserId>, StoreError>;

    /// Changes texts and settings of a club, as an admin.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if another club has that name.
    pub async fn change_club(&self, club: Uuid, by: UserId, change: &ClubChange) -> ClubOutcome<()>;

    /// Deletes a club, as its owner.
    pub async fn delete_club(&self, club: Uuid, by: UserId) -> ClubOutcome<()>;

    /// Makes a user a member, or stores their request. A repetition by a member has no effect.
    pub async fn join_club(
        &self,
        club: Uuid,
        user: UserId,
        entry: &ClubEntry,
        limits: &ClubLimits,
    ) -> ClubOutcome<Joined>;

    /// Ends a membership, or withdraws a request. A repetition has no effect.
    pub async fn leave_club(&self, club: Uuid, user: UserId) -> ClubOutcome<()>;

    /// Returns the requests to join, oldest first, for an admin; without requests of players whom the admin blocks.
    pub async fn club_requests(&self, club: Uuid, by: UserId, limit: u32) -> ClubOutcome<Vec<ClubRequestRow>>;

    /// Accepts or declines a request, as an admin.
    pub async fn answer_club_request(
        &self,
        club: Uuid,
        by: UserId,
        user: UserId,
        accept: bool,
        now: Timestamp,
        limits: &ClubLimits,
    ) -> ClubOutcome<()>;

    /// Removes a member or a request of a player with a lower role, as an admin, and bans the player if `ban` has the time.
    pub async fn remove_club_member(
        &self,
        club: Uuid,
        by: UserId,
        user: UserId,
        ban: Option<Timestamp>,
        limits: &ClubLimits,
    ) -> ClubOutcome<()>;

    /// Returns the banned players, the last first, for an admin.
    pub async fn club_bans(&self, club: Uuid, by: UserId, limit: u32) -> ClubOutcome<Vec<UserRow>>;

    /// Lifts a ban, as an admin.
    pub async fn lift_club_ban(&self, club: Uuid, by: UserId, user: UserId) -> ClubOutcome<()>;

    /// Makes a member an admin, or an admin a member, as the owner. An admin may also become a member on their own.
    pub async fn set_club_role(&self, club: Uuid, by: UserId, user: UserId, role: ClubRole) -> ClubOutcome<()>;

    /// Offers the club to a member, as the owner; `None` withdraws the offer.
    pub async fn offer_club(&self, club: Uuid, by: UserId, to: Option<UserId>) -> ClubOutcome<()>;

    /// Returns the member to whom the club is offered, for its owner.
    pub async fn offered_club(&self, club: Uuid, by: UserId) -> ClubOutcome<Option<UserRow>>;

    /// Answers an offer. The former owner becomes an admin.
    pub async fn answer_club_offer(
        &self,
        club: Uuid,
        user: UserId,
        accept: bool,
        limits: &ClubLimits,
    ) -> ClubOutcome<()>;

    /// Stores a link, as an admin. Its maker's links end with their role.
    pub async fn add_club_link(
        &self,
        club: Uuid,
        by: UserId,
        link: &NewClubLink,
        limits: &ClubLimits,
    ) -> ClubOutcome<()>;

    /// Returns the valid links, for an admin.
    pub async fn club_links(&self, club: Uuid, by: UserId, now: Timestamp) -> ClubOutcome<Vec<ClubLinkRow>>;

    /// Revokes a link, as an admin.
    pub async fn remove_club_link(&self, club: Uuid, by: UserId, link: Uuid) -> ClubOutcome<()>;

    /// Stores an announcement, as an admin, and deletes the oldest ones above the maximum.
    pub async fn add_club_announcement(
        &self,
        club: Uuid,
        by: UserId,
        announcement: &NewClubAnnouncement,
        limits: &ClubLimits,
    ) -> ClubOutcome<AddedAnnouncement>;

    /// Returns the announcements of a club, the last first.
    pub async fn club_announcements(&self, club: Uuid, limit: u32) -> Result<Vec<ClubAnnouncementRow>, StoreError>;

    /// Returns an announcement of a club.
    pub async fn club_announcement(
        &self,
        club: Uuid,
        announcement: Uuid,
    ) -> Result<Option<ClubAnnouncementRow>, StoreError>;

    /// Deletes an announcement, as an admin. A repetition has no effect.
    pub async fn remove_club_announcement(&self, club: Uuid, by: UserId, announcement: Uuid) -> ClubOutcome<()>;

    /// Sets whether a member is notified of announcements.
    pub async fn set_club_notified(&self, club: Uuid, user: UserId, notified: bool) -> ClubOutcome<()>;

    /// Returns the members whom an announcement by `author` reaches: members who are notified and do not block the author, without the
    /// author.
    pub async fn club_audience(&self, club: Uuid, author: UserId, limit: u32) -> Result<Vec<UserId>, StoreError>;

    /// Replaces texts of a club and deletes `announcement`, as a moderator. Writes that to the log with the texts before and `reason`.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if another club has that name.
    pub async fn reword_club(
        &self,
        club: Uuid,
        change: &ClubChange,
        announcement: Option<Uuid>,
        by: UserId,
        reason: &Text,
        now: Timestamp,
    ) -> ClubOutcome<()>;

    /// Deletes a club, as a moderator, and writes that to the log with its texts and `reason`.
    pub async fn close_club(&self, club: Uuid, by: UserId, reason: &Text, now: Timestamp) -> ClubOutcome<()>;
}
