//! New clubs, and the ways into a club.

use sumito_vocabulary::{ClubJoining, ClubRole};

use crate::{ClubLimits, ClubRefusal, ClubState};

/// Facts for a new club.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CreateClub {
    /// Whether the future owner has an account.
    pub is_account: bool,
    /// Clubs of which they are a member.
    pub memberships: u32,
    /// Clubs that they own.
    pub owned: u32,
}

impl CreateClub {
    /// Decides whether the club is created.
    ///
    /// # Errors
    /// In this order: [`NoAccount`](ClubRefusal::NoAccount), [`TooManyMemberships`](ClubRefusal::TooManyMemberships),
    /// [`TooManyOwned`](ClubRefusal::TooManyOwned).
    pub fn decide(self, limits: &ClubLimits) -> Result<(), ClubRefusal> {
        if !self.is_account {
            return Err(ClubRefusal::NoAccount);
        }
        check_memberships(self.memberships, limits)?;
        check_owned(self.owned, limits)
    }
}

/// Facts for an attempt to join.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JoinClub {
    /// Whether the player has an account.
    pub is_account: bool,
    /// How players join; `None` if the club does not exist.
    pub joining: Option<ClubJoining>,
    /// Role of the player, if they are a member.
    pub role: Option<ClubRole>,
    /// Whether the club bans the player.
    pub is_banned: bool,
    /// Whether the player has the code of an invitation link.
    pub has_code: bool,
}

/// How a player enters a club.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entrance {
    /// The player is a member already.
    Member,
    /// At once, by a link or because the club is open: an [`Admission`] decides.
    Immediate,
    /// By a request to the admins: [`RequestCounts`] decide.
    Request,
}

impl JoinClub {
    /// Decides how the player enters.
    ///
    /// # Errors
    /// In this order: [`NoAccount`](ClubRefusal::NoAccount), [`NoSuchClub`](ClubRefusal::NoSuchClub), [`Banned`](ClubRefusal::Banned),
    /// [`NeedsLink`](ClubRefusal::NeedsLink).
    pub fn decide(self) -> Result<Entrance, ClubRefusal> {
        if !self.is_account {
            return Err(ClubRefusal::NoAccount);
        }
        let joining = self.joining.ok_or(ClubRefusal::NoSuchClub)?;
        if self.role.is_some() {
            return Ok(Entrance::Member);
        }
        if self.is_banned {
            return Err(ClubRefusal::Banned);
        }
        if self.has_code {
            return Ok(Entrance::Immediate);
        }
        match joining {
            ClubJoining::Open => Ok(Entrance::Immediate),
            ClubJoining::Request => Ok(Entrance::Request),
            ClubJoining::Invitation => Err(ClubRefusal::NeedsLink),
        }
    }
}

/// The result of an attempt to join.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Joined {
    /// The player is a member.
    Member,
    /// A request waits for an admin.
    Requested,
}

/// Facts for a new member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Admission {
    /// Whether the player's link is valid; `None` if they use no link.
    pub link_is_valid: Option<bool>,
    /// Members of the club.
    pub members: u32,
    /// Clubs of which the player is a member.
    pub memberships: u32,
}

impl Admission {
    /// Decides whether the player becomes a member.
    ///
    /// # Errors
    /// In this order: [`BadLink`](ClubRefusal::BadLink), [`Full`](ClubRefusal::Full),
    /// [`TooManyMemberships`](ClubRefusal::TooManyMemberships).
    pub fn decide(self, limits: &ClubLimits) -> Result<(), ClubRefusal> {
        if self.link_is_valid == Some(false) {
            return Err(ClubRefusal::BadLink);
        }
        if self.members >= limits.members {
            return Err(ClubRefusal::Full(limits.members));
        }
        check_memberships(self.memberships, limits)
    }
}

/// Numbers of unanswered requests beside a request of a player to a club.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestCounts {
    /// Requests of the player to other clubs.
    pub own: u32,
    /// Requests of other players to the club.
    pub of_club: u32,
}

impl RequestCounts {
    /// Decides whether the request is stored.
    ///
    /// # Errors
    /// In this order: [`TooManyOwnRequests`](ClubRefusal::TooManyOwnRequests), [`TooManyRequests`](ClubRefusal::TooManyRequests).
    pub fn decide(self, limits: &ClubLimits) -> Result<(), ClubRefusal> {
        if self.own >= limits.requests_per_user {
            Err(ClubRefusal::TooManyOwnRequests(limits.requests_per_user))
        } else if self.of_club >= limits.requests {
            Err(ClubRefusal::TooManyRequests)
        } else {
            Ok(())
        }
    }
}

/// Facts for an admin's answer to a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnswerRequest {
    /// The club, and the role of the user who answers.
    pub club: ClubState,
    /// Whether the player has an account.
    pub is_account: bool,
    /// Whether the player has an unanswered request.
    pub has_request: bool,
    /// Facts for the new member; `None` if the request is declined.
    pub admission: Option<Admission>,
}

impl AnswerRequest {
    /// Decides whether the request ends, and with it whether the player becomes a member.
    ///
    /// # Errors
    /// In this order: [`NoSuchClub`](ClubRefusal::NoSuchClub), [`Role`](ClubRefusal::Role), [`NoRequest`](ClubRefusal::NoRequest), and
    /// the refusals of an [`Admission`].
    pub fn decide(self, limits: &ClubLimits) -> Result<(), ClubRefusal> {
        self.club.require(ClubRole::Admin)?;
        if !self.has_request || !self.is_account {
            return Err(ClubRefusal::NoRequest);
        }
        self.admission.map_or(Ok(()), |admission| admission.decide(limits))
    }
}

fn check_memberships(memberships: u32, limits: &ClubLimits) -> Result<(), ClubRefusal> {
    if memberships < limits.memberships {
        Ok(())
    } else {
        Err(ClubRefusal::TooManyMemberships(limits.memberships))
    }
}

/// Checks the number of clubs that a future owner owns.
pub(crate) fn check_owned(owned: u32, limits: &ClubLimits) -> Result<(), ClubRefusal> {
    if owned < limits.owned { Ok(()) } else { Err(ClubRefusal::TooManyOwned(limits.owned)) }
}
