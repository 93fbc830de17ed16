//! Standings of a tournament.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
pub use sumito_vocabulary::TieBreak;
use ts_rs::TS;
use uuid::Uuid;

use super::TournamentParticipant;

/// A participant's standing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentStanding {
    /// The place, from 1; fully tied participants share it.
    pub place: u32,
    /// The number of the participant.
    pub participant: u32,
    /// The participant's points.
    pub points: f64,
    /// Points that penalties took: `points` are already reduced by them. Left out if there are none.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[ts(optional, as = "Option<f64>")]
    pub penalty: f64,
    /// The tie-break values: one number for each of `tie_breaks`.
    pub tie_breaks: Vec<f64>,
    /// Number of games won.
    pub won: u32,
    /// Number of games drawn.
    pub drawn: u32,
    /// Number of games lost.
    pub lost: u32,
    /// Current number of wins in a row.
    pub streak: u32,
    /// The number of the group, from 1. Left out in formats without groups, and before the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub group: Option<u32>,
    /// The place in the group, from 1; fully tied participants share it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub group_place: Option<u32>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
fn is_zero(points: &f64) -> bool {
    *points == 0.0
}

/// A team of a team arena: a club with its standing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentTeam {
    /// The place, from 1; fully tied teams share it.
    pub place: u32,
    /// The club's id. `GET /tournaments/{id}/clubs` has its name.
    pub club: Uuid,
    /// The sum of the points of the scorers.
    pub points: f64,
    /// The numbers of the players whose points count, from the best.
    pub scorers: Vec<u32>,
    /// Number of players who have entered for the club.
    pub players: u32,
}

/// `GET /tournaments/{id}/standings`: the standings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentStandings {
    /// The tie-breaks, in the order of their application.
    pub tie_breaks: Vec<TieBreak>,
    /// The standings, from first to last.
    pub standings: Vec<TournamentStanding>,
    /// The clubs that take part in a team arena, from first to last.
    #[serde(default)]
    pub teams: Vec<TournamentTeam>,
    /// The participants, by number.
    pub participants: Vec<TournamentParticipant>,
}
