//! Reasons to refuse a change.

use std::time::Duration;

/// The reason why a change of a club is not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ClubRefusal {
    /// The club does not exist.
    #[error("club not found; an owner or a moderator may have deleted it")]
    NoSuchClub,
    /// The user's role is too low.
    #[error("your role in this club does not allow this")]
    Role,
    /// The user has no account, or it was deleted.
    #[error("clubs need an account; create one with POST /api/v1/accounts")]
    NoAccount,
    /// The player is not a member.
    #[error("this player is not a member of the club")]
    NotMember,
    /// The announcement does not exist.
    #[error("no announcement of this club has this id; it may have been deleted")]
    NoSuchAnnouncement,
    /// There is no request from this player.
    #[error("there is no open request from this player; another admin may have answered it")]
    NoRequest,
    /// The owner offers the club to another user, or to no user.
    #[error("the owner does not offer you this club")]
    NoOffer,
    /// The player may not join.
    #[error("the admins of this club do not let you join")]
    Banned,
    /// Players need a link.
    #[error("this club is for invited players: use an invitation link")]
    NeedsLink,
    /// The code of the link is wrong, revoked, used up or expired.
    #[error("this invitation link is not valid any more; ask the club for another")]
    BadLink,
    /// The owner cannot leave.
    #[error("the owner cannot leave: offer the club to another member, or delete it")]
    Owner,
    /// The club is full.
    #[error("the club has the maximum number of members ({0})")]
    Full(u32),
    /// The club has too many unanswered requests.
    #[error("the club has too many unanswered requests; try again later")]
    TooManyRequests,
    /// The user owns too many clubs.
    #[error("a player can own at most {0} clubs")]
    TooManyOwned(u32),
    /// The player is a member of too many clubs.
    #[error("a player can be in at most {0} clubs")]
    TooManyMemberships(u32),
    /// The user has too many unanswered requests.
    #[error("you have {0} unanswered requests; withdraw one first")]
    TooManyOwnRequests(u32),
    /// The club has too many links.
    #[error("the club has {0} invitation links; revoke one first")]
    TooManyLinks(u32),
    /// The club bans too many players.
    #[error("the club bans {0} players; lift a ban first")]
    TooManyBans(u32),
    /// The club has made too many announcements.
    #[error("a club can make {max} announcements a day; try again later")]
    TooManyAnnouncements {
        /// Announcements per day.
        max: u32,
        /// Time until the next announcement is allowed.
        wait: Duration,
    },
}
