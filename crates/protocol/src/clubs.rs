//! Clubs of players: bodies of the HTTP interface.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
pub use sumito_vocabulary::{ClubJoining, ClubRole};
use ts_rs::TS;
use uuid::Uuid;

use crate::parts::User;
use crate::ratings::PlayerRating;

/// `POST /clubs`: a new club.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct CreateClub {
    /// The name: 3 to 30 characters. No two clubs have names that look alike.
    pub name: String,
    /// The description: plain text of at most 1,000 characters without links.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    pub description: String,
    /// How players join; `open` when left out.
    #[serde(default)]
    #[ts(optional, as = "Option<ClubJoining>")]
    pub joining: ClubJoining,
}

/// `PATCH /clubs/{id}`: changes of a club. Fields that are left out do not change.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ClubEdit {
    /// The new name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub name: Option<String>,
    /// The new description; an empty one removes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub description: Option<String>,
    /// How players join from now on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub joining: Option<ClubJoining>,
}

/// A club in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ClubSummary {
    /// The club's id.
    pub id: Uuid,
    /// The club's name.
    pub name: String,
    /// The description, which may be empty.
    pub description: String,
    /// How players join.
    pub joining: ClubJoining,
    /// Number of members, including the owner.
    pub members: u32,
    /// The owner of the club.
    pub owner: User,
    /// Time of its creation, in microseconds since the Unix epoch.
    pub created_at: i64,
}

/// `GET /clubs`: a page of clubs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ClubPage {
    /// The clubs: by name with a prefix, otherwise those with the most members first.
    pub clubs: Vec<ClubSummary>,
    /// The `cursor` of the next page; `null` on the last.
    pub next: Option<String>,
}

/// A club of a player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PlayerClub {
    /// The club concerned.
    pub club: ClubSummary,
    /// The player's role.
    pub role: ClubRole,
}

/// `GET /me/clubs`, `GET /players/{name}/clubs`: the clubs of a player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PlayerClubList {
    /// The clubs by name.
    pub clubs: Vec<PlayerClub>,
}

/// A club of a tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentClub {
    /// The club concerned.
    pub club: ClubSummary,
    /// The caller's role; `null` if the caller is not a member.
    pub role: Option<ClubRole>,
}

/// `GET /tournaments/{id}/clubs`: the clubs of a tournament that still exist.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentClubList {
    /// The clubs by name.
    pub clubs: Vec<TournamentClub>,
}

/// The caller's relation to a club.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[expect(clippy::struct_excessive_bools, reason = "each is another relation")]
pub struct ClubStanding {
    /// The caller's role; `null` if the caller is not a member.
    pub role: Option<ClubRole>,
    /// True if the caller's request to join waits for an answer.
    pub requested: bool,
    /// True if the admins do not let the caller join.
    pub banned: bool,
    /// True if the owner offers the club to the caller.
    pub offered: bool,
    /// For admins, the number of requests that wait for an answer.
    pub requests: u32,
    /// True if the caller is a member who is notified of announcements.
    pub notified: bool,
}

/// `GET /clubs/{id}`: a club.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ClubDetail {
    /// The club concerned.
    pub club: ClubSummary,
    /// The caller's relation to it; `null` if anonymous.
    pub own: Option<ClubStanding>,
}

/// A member of a club.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ClubMember {
    /// The player concerned.
    pub user: User,
    /// The player's role.
    pub role: ClubRole,
    /// Time at which they joined, in microseconds since the Unix epoch.
    pub joined_at: i64,
    /// The rating in live games of two players, if any.
    pub rating: Option<PlayerRating>,
}

/// `GET /clubs/{id}/members`: a page of members.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ClubMemberPage {
    /// The owner, then admins, then the others; each group by the time of joining.
    pub members: Vec<ClubMember>,
    /// The `cursor` of the next page; `null` on the last.
    pub next: Option<String>,
}

/// `POST /clubs/{id}/join`: the caller joins a club, or asks to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct JoinClub {
    /// The code of an invitation link: it admits the caller whatever `joining` is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub code: Option<String>,
    /// For clubs with requests, a message to the admins: plain text of at most 300 characters without links.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    pub words: String,
}

/// `POST /clubs/{id}/join`: the result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ClubJoined {
    /// True if the caller is a member; false if a request waits for an admin.
    pub member: bool,
}

/// `PATCH /clubs/{id}/members/{user}`: a member's new role.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ClubRoleChange {
    /// `admin` or `member`.
    pub role: ClubRole,
}

/// A request to join a club.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ClubRequest {
    /// The player who wants to join.
    pub user: User,
    /// Their message, which may be empty.
    pub words: String,
    /// Time of the request, in microseconds since the Unix epoch.
    pub at: i64,
}

/// `GET /clubs/{id}/requests`: the requests that wait for an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ClubRequestList {
    /// The requests, oldest first; without requests of players whom the caller blocks.
    pub requests: Vec<ClubRequest>,
}

/// An answer to a request or an offer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ClubAnswer {
    /// True to accept, false to decline.
    pub accept: bool,
}

/// `GET /clubs/{id}/bans`: the players who may not join.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ClubBanList {
    /// The players, most recently banned first.
    pub players: Vec<User>,
}

/// `PUT /clubs/{id}/offer`: the member to whom the owner offers the club.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ClubOffer {
    /// The member's id.
    pub user: Uuid,
}

/// `GET /clubs/{id}/offer`: the open offer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct OfferedClub {
    /// The member to whom the owner offers the club; `null` without an offer.
    pub to: Option<User>,
}

/// `POST /clubs/{id}/links`: a new invitation link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct CreateClubLink {
    /// Number of players who can use it: 1 to 1,000; 10 when left out.
    #[serde(default = "ten")]
    #[ts(optional, as = "Option<u32>")]
    #[schemars(range(min = 1, max = 1000))]
    pub uses: u32,
    /// Number of days for which it is valid: 1 to 90; 7 when left out.
    #[serde(default = "seven")]
    #[ts(optional, as = "Option<u32>")]
    #[schemars(range(min = 1, max = 90))]
    pub days: u32,
}

fn ten() -> u32 {
    10
}

fn seven() -> u32 {
    7
}

/// An invitation link. Its code is shown once, when it is created.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ClubLink {
    /// The link's id.
    pub id: Uuid,
    /// The name of the admin who made it.
    pub made_by: String,
    /// Expiry time, in microseconds since the Unix epoch.
    pub expires_at: i64,
    /// Number of players who can still use it.
    pub uses_left: u32,
}

/// `POST /clubs/{id}/links`: the created link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ClubLinkCreated {
    /// The code for `POST /clubs/{id}/join`. The page's address with the code is `/clubs/ID?code=CODE`.
    pub code: String,
    /// The created link.
    pub link: ClubLink,
}

/// `GET /clubs/{id}/links`: the valid links.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ClubLinkList {
    /// The links, newest first.
    pub links: Vec<ClubLink>,
}

/// `POST /clubs/{id}/announcements`: a new announcement to all members.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewClubAnnouncement {
    /// An id that the client chooses, of at most 64 bytes: a request that the author sends again with the same id announces nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub id: Option<String>,
    /// The title: plain text of one line, 1 to 100 characters without links.
    pub title: String,
    /// The text: plain text of 1 to 1,000 characters without links.
    pub text: String,
}

/// An announcement of a club.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ClubAnnouncement {
    /// The announcement's id.
    pub id: Uuid,
    /// The title of one line.
    pub title: String,
    /// The text, which may have several lines.
    pub text: String,
    /// The admin who wrote it.
    pub author: User,
    /// Time of the announcement, in microseconds since the Unix epoch.
    pub at: i64,
}

/// `POST /clubs/{id}/announcements`: the result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ClubAnnounced {
    /// The announcement's id.
    pub announcement: Uuid,
}

/// `GET /clubs/{id}/announcements`: the last announcements of a club.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ClubAnnouncementList {
    /// The announcements, newest first.
    pub announcements: Vec<ClubAnnouncement>,
}

/// `PUT /clubs/{id}/notifications`: the news of which the caller is notified.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ClubNotifications {
    /// True if announcements of the club notify the caller.
    pub announcements: bool,
}

/// `PUT /moderation/clubs/{id}/words`: replacements for unacceptable texts of a club. Fields that are left out do not change.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ClubRewording {
    /// The new name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub name: Option<String>,
    /// The new description; an empty one removes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub description: Option<String>,
    /// An announcement to delete.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub announcement: Option<Uuid>,
    /// The reason: 1 to 300 characters.
    pub reason: String,
}

/// `POST /moderation/clubs/{id}/close`: the reason for deleting a club.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ClubClosing {
    /// The reason: 1 to 300 characters.
    pub reason: String,
}
