//! Rounds and byes.

use serde::{Deserialize, Serialize};
use sumito_game::Timestamp;

use crate::{ByeKind, GameNumber, ParticipantId};

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

impl Bye {
    /// Returns whether the participant was available to play, and the pairing found no opponent.
    pub fn is_allocated(self) -> bool {
        matches!(self.kind, ByeKind::Full | ByeKind::NoOpponent)
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
