//! Where those stand who take part.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::TournamentParticipant;

/// What tells those apart who have the same points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TieBreak {
    /// How far somebody got in a knockout.
    Reached,
    /// The points of all opponents.
    Buchholz,
    /// The points of all opponents but the weakest.
    BuchholzCut1,
    /// The points of all opponents but the weakest and the strongest.
    BuchholzMedian,
    /// The points of those one has beaten, and half of the points of those one has drawn with.
    SonnebornBerger,
    /// The points in games among those who are equal.
    DirectEncounter,
    /// Marbles pushed out less marbles lost.
    Marbles,
    /// The sum of the points after each round.
    Progressive,
    /// The rating with which the results would have been expected.
    Performance,
    /// Games won.
    Wins,
}

/// Where somebody stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct TournamentStanding {
    /// The place, from 1; those who are equal in everything share it.
    pub place: u32,
    /// The number of the participant.
    pub participant: u32,
    /// Points.
    pub points: f64,
    /// What tells those apart who have the same points: one number for each of `tie_breaks`.
    pub tie_breaks: Vec<f64>,
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
    /// Wins in a row until now.
    pub streak: u32,
}

/// `GET /tournaments/{id}/standings`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct TournamentStandings {
    /// What tells those apart who have the same points, in the order in which it does.
    pub tie_breaks: Vec<TieBreak>,
    /// From the first to the last.
    pub standings: Vec<TournamentStanding>,
    /// Those who take part, by number.
    pub participants: Vec<TournamentParticipant>,
}
