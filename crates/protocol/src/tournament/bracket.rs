//! Brackets of tournaments.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
pub use sumito_vocabulary::BracketPart;
use ts_rs::TS;

/// A player of a match, or the match from which the player comes.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct BracketSlot {
    /// The number of the participant; `null` if it is not known, or the place is free.
    pub participant: Option<u32>,
    /// True if no player ever takes this place: the other player has a bye.
    pub free: bool,
    /// The number of the match whose winner plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub winner_of: Option<u32>,
    /// The number of the match whose loser plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub loser_of: Option<u32>,
    /// Points of the player in the match.
    pub points: f64,
}

/// A match of a bracket.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct BracketMatch {
    /// The number of the match, from 1, in the order of the rounds.
    pub number: u32,
    /// The round in which it is played.
    pub round: u32,
    /// The index of the match in its round, from 0: the `pairing` of its games.
    pub pairing: u32,
    /// The part of the bracket.
    pub part: BracketPart,
    /// The two players.
    pub slots: Vec<BracketSlot>,
    /// The number of the winner; `null` while the match is not decided, or if neither player came.
    pub winner: Option<u32>,
    /// True if both players are known and the match is decided.
    pub over: bool,
    /// The numbers of its games, in order, without aborted games that were played again.
    pub games: Vec<u32>,
}

/// `GET /tournaments/{id}/bracket`: all matches of a bracket, by number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentBracket {
    /// The matches; empty before the start, and in formats without a bracket.
    pub matches: Vec<BracketMatch>,
}
