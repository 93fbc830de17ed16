//! Rounds, and those who do not play in one.

use serde::{Deserialize, Serialize};
use sumito_game::Timestamp;

use crate::{GameNumber, ParticipantId};

/// A round; in an arena, a wave of pairings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    /// Its number, from 1.
    pub number: u32,
    /// When it was paired.
    pub began_at: Timestamp,
    /// When its last game was decided; `None` while one is under way. Waves of an arena have no end of their own.
    pub ended_at: Option<Timestamp>,
    /// Its games, in the order of their numbers.
    pub games: Vec<GameNumber>,
    /// Those who do not play.
    pub byes: Vec<Bye>,
}

/// Somebody who is in and does not play in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bye {
    /// Who.
    pub participant: ParticipantId,
    /// Why, and what it counts for.
    pub kind: ByeKind,
}

/// Why somebody does not play in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ByeKind {
    /// Their number was odd: a win in the Swiss system and in a knockout, nothing in a round robin, where everybody has one.
    Full,
    /// They asked for it: half a point.
    Half,
    /// They were not there: nothing.
    Absent,
}
