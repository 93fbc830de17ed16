//! Invitations to a tournament.

use sumito_game::{Player, UserId};

/// An invitation to a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// The player; `None` for an invitation of an older version, which asks no player and lifts no limit.
    pub player: Option<Player>,
    /// The director who invited the player last.
    pub by: Option<UserId>,
    /// The status of the invitation.
    pub status: InvitationStatus,
    /// Number of times the player was invited.
    pub times: u32,
    /// True if the player can enter after the end of late entries, and beyond the capacity.
    pub exempt: bool,
}

/// The status of an invitation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvitationStatus {
    /// The player has not answered.
    Open,
    /// The player entered.
    Accepted,
    /// The player declined, but can still accept.
    Declined,
    /// A director withdrew it.
    TakenBack,
}

impl Invitation {
    /// Returns whether the player may enter a tournament that requires an invitation.
    pub fn admits(&self) -> bool {
        self.status != InvitationStatus::TakenBack
    }

    /// Returns whether the player can enter after the end of late entries, and beyond the capacity.
    pub fn is_exempt(&self) -> bool {
        self.exempt && self.lifts_limits()
    }

    /// Returns whether the entry limits are lifted for the player.
    pub fn lifts_limits(&self) -> bool {
        self.admits() && self.player.is_some()
    }
}
