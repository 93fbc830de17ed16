//! Invitation links and announcements.

use std::time::Duration;

use sumito_vocabulary::ClubRole;

use crate::{ClubLimits, ClubRefusal, ClubState};

/// Facts for a new invitation link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddLink {
    /// The club, and the role of the user who makes the link.
    pub club: ClubState,
    /// Number of other valid links.
    pub links: u32,
}

impl AddLink {
    /// Decides whether the link is stored.
    ///
    /// # Errors
    /// In this order: [`NoSuchClub`](ClubRefusal::NoSuchClub), [`Role`](ClubRefusal::Role), [`TooManyLinks`](ClubRefusal::TooManyLinks).
    pub fn decide(self, limits: &ClubLimits) -> Result<(), ClubRefusal> {
        self.club.require(ClubRole::Admin)?;
        if self.links < limits.links { Ok(()) } else { Err(ClubRefusal::TooManyLinks(limits.links)) }
    }
}

/// Facts for an announcement by an admin that repeats no earlier command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnnouncementQuota {
    /// Time until the next announcement is allowed; `None` if it is allowed now.
    pub wait: Option<Duration>,
}

impl AnnouncementQuota {
    /// Decides whether the announcement is stored.
    ///
    /// # Errors
    /// [`TooManyAnnouncements`](ClubRefusal::TooManyAnnouncements).
    pub fn decide(self, limits: &ClubLimits) -> Result<(), ClubRefusal> {
        let max = limits.announcements_per_day;
        self.wait.map_or(Ok(()), |wait| Err(ClubRefusal::TooManyAnnouncements { max, wait }))
    }
}

/// Returns an announcement that a moderator deletes, and that must exist.
///
/// # Errors
/// [`NoSuchAnnouncement`](ClubRefusal::NoSuchAnnouncement).
pub fn deleted_announcement<T>(announcement: Option<T>) -> Result<T, ClubRefusal> {
    announcement.ok_or(ClubRefusal::NoSuchAnnouncement)
}
