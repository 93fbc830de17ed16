//! A whole tournament as a file.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use super::{
    TieBreak, TournamentGame, TournamentParticipant, TournamentRound, TournamentSettings, TournamentStanding,
    TournamentStatus, TournamentTeam,
};

/// `GET /tournaments/{id}/export?format=json`: the whole tournament. `POST /tournaments` takes its settings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentExport {
    /// Its unique id.
    pub id: Uuid,
    /// The tournament's status.
    pub status: TournamentStatus,
    /// The settings, as `POST /tournaments` takes them.
    pub settings: TournamentSettings,
    /// Actual start time, in microseconds since the Unix epoch.
    pub started_at: Option<i64>,
    /// End time, in microseconds since the Unix epoch.
    pub ended_at: Option<i64>,
    /// The participants with their penalties, by number.
    pub participants: Vec<TournamentParticipant>,
    /// The tie-breaks, in the order of their application.
    pub tie_breaks: Vec<TieBreak>,
    /// The standings, from first to last.
    pub standings: Vec<TournamentStanding>,
    /// The teams of a team arena, from first to last. Left out in other tournaments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<TournamentTeam>>")]
    pub teams: Vec<TournamentTeam>,
    /// The rounds, by number.
    pub rounds: Vec<TournamentRound>,
    /// The games of all rounds, by number.
    pub games: Vec<TournamentGame>,
}
