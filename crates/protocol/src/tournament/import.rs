//! A tournament from a file of another program.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use super::{TournamentDetail, TournamentSettings};
use crate::ErrorCode;

/// `POST /tournaments/import`: a new tournament with the name, the format and the players of a TRF.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ImportTournament {
    /// The text of the file, FIDE's TRF16. The whole body has at most 128 KiB.
    pub trf: String,
    /// The settings for everything that the file does not have. An empty `name` is the name of the file; `form` counts only if the file
    /// has none.
    pub settings: TournamentSettings,
    /// The time of day of the file's dates, in seconds after midnight UTC. Dates in the future are then the start and the times of the
    /// rounds; when left out, they come from `settings`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = 86_399))]
    #[ts(optional)]
    pub time_of_day_s: Option<u32>,
    /// The password for entry, if `entry.admission` is `password`: 1 to 128 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub password: Option<String>,
    /// The club to which it belongs, forever: only members of the club can enter. The creator must be its owner or an admin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub club: Option<Uuid>,
}

/// A tournament from a file, and the outcome for the file's players.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ImportedTournament {
    /// The new tournament.
    pub tournament: TournamentDetail,
    /// Players whose account is invited. They take part if they accept.
    pub invited: Vec<FilePlayer>,
    /// Players whose name is not the name of an account: correct the name, or invite the player by another name.
    pub unknown: Vec<FilePlayer>,
    /// Players with an account that could not be invited.
    pub refused: Vec<RefusedPlayer>,
    /// Parts of the file that the tournament does not have.
    pub left_out: Vec<FilePart>,
}

/// A player of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FilePlayer {
    /// The number of the line, from 1.
    pub line: u32,
    /// The player's name in the file.
    pub name: String,
    /// The player's title in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub title: Option<String>,
    /// The player's rating in the file. It has no effect on the tournament.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rating: Option<u16>,
    /// The player's federation in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub federation: Option<String>,
    /// The player's FIDE id in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub fide_id: Option<String>,
}

/// A player of a file who could not be invited.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RefusedPlayer {
    /// The player of the file.
    pub player: FilePlayer,
    /// The code of the error, as in the answer to the command `add`.
    pub code: ErrorCode,
    /// The reason, for people.
    pub detail: String,
}

/// A part of a file that a tournament does not import.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum FilePart {
    /// The results of rounds: results need games that were played here.
    Results,
    /// The dates: they are past, unreadable or have no time of day, or several rounds have one date.
    Dates,
    /// The type of the tournament: it is not offered, or has too few details.
    System,
    /// The initial colour: the best player starts in the first round.
    InitialColor,
}
