//! Those who take part.

use serde::{Deserialize, Serialize};
use sumito_game::{Player, UserId};

use crate::ParticipantId;

/// A player of the tournament, alone or as one of a team.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// Who it is, as games show them.
    pub player: Player,
    /// How strong they were when they entered.
    pub rating: u16,
    /// Whether little was known about that.
    #[serde(default)]
    pub provisional: bool,
}

/// One who takes part: a player, or a team of two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Participant {
    /// Their number.
    pub id: ParticipantId,
    /// The name to show: the player's, or the team's.
    pub name: String,
    /// The players, in the order of their seats.
    pub members: Vec<Member>,
    /// Whether they are in.
    pub standing: Standing,
    /// Their place among the seeds, from 0; `None` before the start.
    pub seed: Option<u32>,
    /// The round from which on they take part: 1, or later for those who came late.
    pub since_round: u32,
    /// How many games in a row they did not come to.
    pub no_shows: u8,
}

/// Whether somebody is in a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// In: they are paired.
    In,
    /// They went before the start: as if they had never entered.
    Gone,
    /// They went after the start, and can come back where the form allows it.
    Withdrawn,
    /// They were put out, and do not come back.
    Excluded,
}

impl Participant {
    /// How strong: the mean of a team's ratings.
    pub fn rating(&self) -> u16 {
        let sum: u32 = self.members.iter().map(|member| u32::from(member.rating)).sum();
        (sum / (self.members.len() as u32).max(1)) as u16
    }

    /// Whether they are in.
    pub fn is_in(&self) -> bool {
        self.standing == Standing::In
    }

    /// Whether `user` is one of them.
    pub fn has(&self, user: UserId) -> bool {
        self.members.iter().any(|member| member.player.id == user)
    }
}
