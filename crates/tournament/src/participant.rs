//! Participants of a tournament.

use serde::{Deserialize, Serialize};
use sumito_game::{Player, UserId};

use crate::{ByeKind, ClubId, Membership, ParticipantId, Penalty};

/// A player of the tournament, alone or in a team.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// The player, as games show them.
    pub player: Player,
    /// The rating at the time of entry.
    pub rating: u16,
    /// True if that rating was provisional.
    #[serde(default)]
    pub provisional: bool,
}

/// A participant: a player, or a team of two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Participant {
    /// The participant's number.
    pub id: ParticipantId,
    /// The name for display: the player's, or the team's.
    pub name: String,
    /// The players, in the order of their seats.
    pub members: Vec<Member>,
    /// The membership of the participant.
    pub standing: Membership,
    /// The seed, from 0; `None` before the start.
    pub seed: Option<u32>,
    /// The first round of the participant: 1, or a later one after a late entry.
    pub since_round: u32,
    /// Number of consecutive missed games.
    pub no_shows: u8,
    /// The club for which the participant plays, in a team arena.
    pub club: Option<ClubId>,
    /// True if a director excluded the participant: the points do not count for the team.
    pub disqualified: bool,
    /// The rounds that the participant sits out, by request or granted.
    pub planned_byes: Vec<PlannedBye>,
    /// Penalties and warnings, including lifted ones.
    pub penalties: Vec<Penalty>,
}

/// A round of a Swiss system that a participant sits out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlannedBye {
    /// The number of the round.
    pub round: u32,
    /// [`Half`](ByeKind::Half) or [`Absent`](ByeKind::Absent).
    pub kind: ByeKind,
    /// True if a director granted it: it does not count for the number of half-point byes.
    pub granted: bool,
}

impl Participant {
    /// The rating; for a team, the mean.
    pub fn rating(&self) -> u16 {
        let sum: u32 = self.members.iter().map(|member| u32::from(member.rating)).sum();
        (sum / (self.members.len() as u32).max(1)) as u16
    }

    /// The bye that the participant has asked for or was granted in this round.
    pub fn planned_bye(&self, round: u32) -> Option<ByeKind> {
        self.planned_byes.iter().find(|bye| bye.round == round).map(|bye| bye.kind)
    }

    /// The points that penalties take, in units of points.
    pub fn penalty(&self) -> u32 {
        self.penalties.iter().filter(|one| !one.lifted).map(|one| one.units).sum()
    }

    /// Returns whether the participant is active.
    pub fn is_in(&self) -> bool {
        self.standing == Membership::In
    }

    /// Returns whether `user` is the participant or a member of the team.
    pub fn has(&self, user: UserId) -> bool {
        self.members.iter().any(|member| member.player.id == user)
    }
}
