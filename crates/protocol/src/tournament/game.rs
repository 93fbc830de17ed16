//! The games of a tournament, and its rounds.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::RoomId;

/// What a game counts for. Sides are numbered as they stand in `sides`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum TournamentVerdict {
    /// It was played.
    Played {
        /// The sides that won; none in a draw.
        winners: Vec<u8>,
        /// Marbles that each side pushed out.
        marbles: Vec<u8>,
        /// Moves of all players together.
        plies: u32,
    },
    /// It was not: somebody did not come, or had to go.
    Forfeit {
        /// The sides that get the point; none where all lose.
        winners: Vec<u8>,
    },
    /// It counts for nothing.
    Void {},
}

/// Why somebody or something decided on a game who did not play it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TournamentRuling {
    /// A director did.
    Director {
        /// Why; empty where a moderator took the words out.
        reason: String,
        /// Whether the director plays the game: there was no other one to decide.
        #[serde(default)]
        own: bool,
    },
    /// Somebody who played withdrew or was put out.
    Withdrawal,
    /// The round lasted too long.
    Deadline,
    /// The arena ended before the game.
    End,
    /// Only computers would play it: it counts as drawn.
    Computers,
}

/// A game of a tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct TournamentGame {
    /// Its number, from 1.
    pub number: u32,
    /// The round in which it is played.
    pub round: u32,
    /// The room in which it is played.
    #[ts(type = "string")]
    pub room: RoomId,
    /// Under this id the history has it once it has ended.
    pub game: Uuid,
    /// The numbers of those who play: the seats of two and three players, the teams of four. The first begins.
    pub sides: Vec<u32>,
    /// The sides that play with half of the time.
    pub berserk: Vec<u8>,
    /// Which match of a knockout's round it belongs to, from 0.
    pub pairing: u32,
    /// What it counts for; `null` while it is under way.
    pub verdict: Option<TournamentVerdict>,
    /// Why it counts for that, where it was not decided at the board.
    pub ruling: Option<TournamentRuling>,
}

/// Why a participant does not play in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ByeKind {
    /// The number of participants was odd: a win in a Swiss system, nothing in a round robin.
    Full,
    /// The participant asked for it: half a point.
    Half,
    /// The participant was not there: nothing.
    Absent,
}

/// A participant who does not play in a round.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct TournamentBye {
    /// The number of the participant.
    pub participant: u32,
    /// Why.
    pub kind: ByeKind,
    /// What the round counts for the participant, in points.
    pub points: f64,
}

/// A round; in an arena, a wave of pairings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct TournamentRound {
    /// Its number, from 1.
    pub number: u32,
    /// When it was paired, in microseconds since the Unix epoch.
    #[ts(type = "number")]
    pub began_at: i64,
    /// When its last game was decided, in microseconds since the Unix epoch.
    #[ts(type = "number | null")]
    pub ended_at: Option<i64>,
    /// Those who do not play.
    pub byes: Vec<TournamentBye>,
}

/// `GET /tournaments/{id}/rounds`: some of the rounds, with their games.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct TournamentRoundPage {
    /// By number.
    pub rounds: Vec<TournamentRound>,
    /// Their games, by number.
    pub games: Vec<TournamentGame>,
    /// The number of the next round that was paired; `null` where there is none.
    pub next: Option<u32>,
}

/// `GET /tournaments/{id}/games`: some of the games.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct TournamentGamePage {
    /// By number.
    pub games: Vec<TournamentGame>,
    /// `after` for the next page; `null` on the last.
    pub next: Option<u32>,
}
