//! Rights of roles, departures, and owners.

use sumito_vocabulary::ClubRole;

use crate::entry::check_owned;
use crate::{ClubLimits, ClubRefusal};

/// Returns a club that must exist.
///
/// # Errors
/// [`NoSuchClub`](ClubRefusal::NoSuchClub).
pub fn existing<T>(club: Option<T>) -> Result<T, ClubRefusal> {
    club.ok_or(ClubRefusal::NoSuchClub)
}

/// A club, and the role of the user who changes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClubState {
    /// Whether the club exists.
    pub exists: bool,
    /// Role of the user; `None` if they are not a member.
    pub own: Option<ClubRole>,
}

impl ClubState {
    /// Returns the user's role, which must have at least the rights of `min`.
    ///
    /// # Errors
    /// In this order: [`NoSuchClub`](ClubRefusal::NoSuchClub), [`Role`](ClubRefusal::Role).
    pub fn require(self, min: ClubRole) -> Result<ClubRole, ClubRefusal> {
        self.check_exists()?;
        self.own.filter(|role| *role >= min).ok_or(ClubRefusal::Role)
    }

    /// Decides whether the user leaves. Returns whether their membership ends; otherwise only their request does.
    ///
    /// # Errors
    /// In this order: [`NoSuchClub`](ClubRefusal::NoSuchClub), [`Owner`](ClubRefusal::Owner).
    pub fn leave(self) -> Result<bool, ClubRefusal> {
        self.check_exists()?;
        if self.own == Some(ClubRole::Owner) {
            return Err(ClubRefusal::Owner);
        }
        Ok(self.own.is_some())
    }

    fn check_exists(self) -> Result<(), ClubRefusal> {
        if self.exists { Ok(()) } else { Err(ClubRefusal::NoSuchClub) }
    }
}

/// Facts for a removal of a member or of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RemoveMember {
    /// The club, and the role of the user who removes the player.
    pub club: ClubState,
    /// Whether the player has an account.
    pub is_account: bool,
    /// Role of the player, if they are a member.
    pub role: Option<ClubRole>,
    /// Number of other banned players; `None` if the player is not banned.
    pub bans: Option<u32>,
}

impl RemoveMember {
    /// Decides whether the player is removed, and banned if `bans` has a value. Returns whether a membership ends.
    ///
    /// # Errors
    /// In this order: [`NoSuchClub`](ClubRefusal::NoSuchClub), [`Role`](ClubRefusal::Role); for a ban also
    /// [`NotMember`](ClubRefusal::NotMember), [`TooManyBans`](ClubRefusal::TooManyBans).
    pub fn decide(self, limits: &ClubLimits) -> Result<bool, ClubRefusal> {
        let own = self.club.require(ClubRole::Admin)?;
        if self.role.is_some_and(|role| role >= own) {
            return Err(ClubRefusal::Role);
        }
        if let Some(bans) = self.bans {
            if !self.is_account {
                return Err(ClubRefusal::NotMember);
            }
            if bans >= limits.bans {
                return Err(ClubRefusal::TooManyBans(limits.bans));
            }
        }
        Ok(self.role.is_some())
    }
}

/// Facts for a change of a member's role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SetRole {
    /// The club, and the role of the user who changes it.
    pub club: ClubState,
    /// Whether the users are the same.
    pub is_self: bool,
    /// Present role of the member; `None` if the player is not a member.
    pub present: Option<ClubRole>,
    /// The new role.
    pub role: ClubRole,
}

impl SetRole {
    /// Decides whether the role changes. Returns whether the links end that the member has made.
    ///
    /// # Errors
    /// In this order: [`NoSuchClub`](ClubRefusal::NoSuchClub), [`Role`](ClubRefusal::Role) of a user who is not a member,
    /// [`NotMember`](ClubRefusal::NotMember), [`Role`](ClubRefusal::Role).
    pub fn decide(self) -> Result<bool, ClubRefusal> {
        let own = self.club.require(ClubRole::Member)?;
        let present = self.present.ok_or(ClubRefusal::NotMember)?;
        let steps_down = self.is_self && self.role <= own;
        let concerns_owner = present == ClubRole::Owner || self.role == ClubRole::Owner;
        if concerns_owner || !(own == ClubRole::Owner || steps_down) {
            return Err(ClubRefusal::Role);
        }
        Ok(self.role < ClubRole::Admin)
    }
}

/// Facts for an offer of a club.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OfferClub {
    /// The club, and the role of the user who offers it.
    pub club: ClubState,
    /// Role of the player who gets the offer, if they are a member.
    pub role: Option<ClubRole>,
}

impl OfferClub {
    /// Decides whether the club is offered.
    ///
    /// # Errors
    /// In this order: [`NoSuchClub`](ClubRefusal::NoSuchClub), [`Role`](ClubRefusal::Role), [`NotMember`](ClubRefusal::NotMember).
    pub fn decide(self) -> Result<(), ClubRefusal> {
        self.club.require(ClubRole::Owner)?;
        match self.role {
            None | Some(ClubRole::Owner) => Err(ClubRefusal::NotMember),
            Some(ClubRole::Admin | ClubRole::Member) => Ok(()),
        }
    }
}

/// Facts for an answer to an offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnswerOffer {
    /// Whether the user who answers has an account.
    pub is_account: bool,
    /// The club, and the role of the user who answers.
    pub club: ClubState,
    /// Whether the club is offered to this user.
    pub is_offered: bool,
    /// Number of clubs that the user owns; `None` if they decline.
    pub owned: Option<u32>,
}

impl AnswerOffer {
    /// Decides whether the offer ends, and with it whether the user becomes the owner. The former owner becomes an admin.
    ///
    /// # Errors
    /// In this order: [`NoAccount`](ClubRefusal::NoAccount), [`NoSuchClub`](ClubRefusal::NoSuchClub), [`NoOffer`](ClubRefusal::NoOffer),
    /// [`TooManyOwned`](ClubRefusal::TooManyOwned).
    pub fn decide(self, limits: &ClubLimits) -> Result<(), ClubRefusal> {
        if !self.is_account {
            return Err(ClubRefusal::NoAccount);
        }
        self.club.check_exists()?;
        if self.club.own.is_none() || !self.is_offered {
            return Err(ClubRefusal::NoOffer);
        }
        self.owned.map_or(Ok(()), |owned| check_owned(owned, limits))
    }
}

/// Facts for the end of a membership with its account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeleteAccount<U> {
    /// Role of the user; `None` if they are not a member any more.
    pub role: Option<ClubRole>,
    /// The admin who joined first, else the member who joined first, without the user.
    pub next: Option<U>,
}

/// The effect of a deleted account on a club.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Succession<U> {
    /// The owner stays the same.
    Unchanged,
    /// This member becomes the owner, without a limit of owned clubs.
    PassesTo(U),
    /// The club is deleted, since it has no members.
    Deleted,
}

impl<U> DeleteAccount<U> {
    /// Decides who owns the club.
    pub fn decide(self) -> Succession<U> {
        match (self.role, self.next) {
            (None | Some(ClubRole::Admin | ClubRole::Member), _) => Succession::Unchanged,
            (Some(ClubRole::Owner), Some(next)) => Succession::PassesTo(next),
            (Some(ClubRole::Owner), None) => Succession::Deleted,
        }
    }
}
