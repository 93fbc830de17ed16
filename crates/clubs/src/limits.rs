//! Maximum numbers around clubs.

/// Maximum numbers around clubs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClubLimits {
    /// Clubs that a user owns.
    pub owned: u32,
    /// Clubs of which a user is a member.
    pub memberships: u32,
    /// Members of a club.
    pub members: u32,
    /// Unanswered requests to a club.
    pub requests: u32,
    /// Unanswered requests of a user.
    pub requests_per_user: u32,
    /// Links of a club.
    pub links: u32,
    /// Banned players of a club.
    pub bans: u32,
    /// Announcements that a club keeps.
    pub announcements: u32,
    /// Announcements of a club per day.
    pub announcements_per_day: u32,
}
