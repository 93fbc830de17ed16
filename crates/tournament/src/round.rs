//! Rounds and byes.

use serde::{Deserialize, Serialize};
use sumito_game::Timestamp;

use crate::{GameNumber, ParticipantId};

/// A round; in an arena, a wave of pairings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    /// The round's number, from 1.
    pub number: u32,
    /// Time of the pairing.
    pub began_at: Timestamp,
    /// Time of the verdict on the last game; `None` while a game is in progress. Waves of an arena have no separate end.
    pub ended_at: Option<Timestamp>,
    /// Its games, in the order of their numbers.
    pub games: Vec<GameNumber>,
    /// Participants who do not play.
    pub byes: Vec<Bye>,
}

/// A bye of an active participant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bye {
    /// The participant with the bye.
    pub participant: ParticipantId,
    /// The kind of the bye, which determines its points.
    pub kind: ByeKind,
}

/// The reason for a bye.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ByeKind {
    /// The number of participants was odd: counts as a win in a Swiss system, lets advance in a bracket, and is worth nothing in a round robin,
    /// where each participant has one.
    Full,
    /// The participant asked for it, or a director granted it: counts half a point.
    Half,
    /// The participant was absent, or sits out the round for no points: counts nothing.
    Absent,
    /// No participant was left whom this one may meet: counts like [`Full`](Self::Full). Only [forbidden pairs](crate::Command::ForbidPair)
    /// cause it.
    NoOpponent,
}

impl ByeKind {
    /// Returns whether the participant was available to play, and the pairing found no opponent.
    pub fn is_allocated(self) -> bool {
        matches!(self, Self::Full | Self::NoOpponent)
    }
}

/// A pairing of the next round that waits for a director, who can change it before the round starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// The number of the record that made it.
    pub seq: u64,
    /// The round, the next one.
    pub round: u32,
    /// The participants of each game, the first starts.
    pub tables: Vec<Vec<ParticipantId>>,
    /// Participants who do not play.
    pub byes: Vec<Bye>,
}
