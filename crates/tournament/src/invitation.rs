//! Invitations.

use sumito_game::{Player, UserId};

/// An invitation to a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// The player; `None` for an invitation of an older version, which asks nobody and lifts no limit.
    pub player: Option<Player>,
    /// Who invited the player last.
    pub by: Option<UserId>,
    /// What has become of it.
    pub status: InvitationStatus,
    /// How often the player was invited.
    pub times: u32,
}

/// What has become of an invitation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvitationStatus {
    /// The player has not answered.
    Open,
    /// The player entered.
    Accepted,
    /// The player declined. They can still change their mind.
    Declined,
    /// A director took it back.
    TakenBack,
}

impl Invitation {
    /// Whether the player may enter where an invitation is needed.
    pub fn admits(&self) -> bool {
        self.status != InvitationStatus::TakenBack
    }

    /// Whether the limits of entry are lifted for the player.
    pub fn lifts_limits(&self) -> bool {
        self.admits() && self.player.is_some()
    }
}
