//! How a tournament stands, as it is shown and told.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    Admission, TieBreak, TournamentFormName, TournamentGame, TournamentRound, TournamentSettings,
    TournamentStanding, TournamentStart,
};
use crate::parts::{Clock, Mode, User};

/// Where a tournament is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TournamentStatus {
    /// It takes entries and has not begun.
    Registering,
    /// It is under way.
    Running,
    /// It ended.
    Finished,
    /// It was broken off, or did not begin.
    Cancelled,
}

/// A tournament as a list shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct TournamentSummary {
    /// Its id.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// How it is played.
    pub form: TournamentFormName,
    /// How many play a game.
    pub mode: Mode,
    /// The name of the start layout.
    pub layout: String,
    /// How thinking time is limited.
    pub clock: Clock,
    /// Whether its games count for ratings.
    pub rated: bool,
    /// Where it is in its life.
    pub status: TournamentStatus,
    /// When it begins.
    pub start: TournamentStart,
    /// When it began, in microseconds since the Unix epoch.
    #[ts(type = "number | null")]
    pub started_at: Option<i64>,
    /// When it ended, in microseconds since the Unix epoch.
    #[ts(type = "number | null")]
    pub ended_at: Option<i64>,
    /// How many take part.
    pub participants: u32,
    /// How many can.
    pub capacity: u32,
    /// What one needs to enter.
    pub admission: Admission,
    /// The names of the best three, once it has ended.
    pub podium: Vec<String>,
}

/// `GET /tournaments`: a page of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct TournamentPage {
    /// Those that have not ended: the first to begin first; those that have: the last first.
    pub tournaments: Vec<TournamentSummary>,
    /// The `cursor` of the next page; `null` on the last.
    pub next: Option<String>,
}

/// How a tournament stands, without those who take part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct TournamentState {
    /// Its id.
    pub id: Uuid,
    /// The number of the last event in it.
    #[ts(type = "number")]
    pub seq: u64,
    /// How often what is agreed was changed.
    pub revision: u32,
    /// Who made it; `null` for one of the server's own.
    pub made_by: Option<Uuid>,
    /// Who runs it.
    pub directors: Vec<Uuid>,
    /// Where it is in its life.
    pub status: TournamentStatus,
    /// Since when it is paused, in microseconds since the Unix epoch.
    #[ts(type = "number | null")]
    pub paused_since: Option<i64>,
    /// When it began, in microseconds since the Unix epoch.
    #[ts(type = "number | null")]
    pub started_at: Option<i64>,
    /// When it ended, in microseconds since the Unix epoch.
    #[ts(type = "number | null")]
    pub ended_at: Option<i64>,
    /// When an arena that runs ends, in microseconds since the Unix epoch.
    #[ts(type = "number | null")]
    pub ends_at: Option<i64>,
    /// When the next round begins, in microseconds since the Unix epoch, while there is a break.
    #[ts(type = "number | null")]
    pub next_round_at: Option<i64>,
    /// How many rounds were paired; in an arena, waves.
    pub round: u32,
    /// How many there will be, where that is known.
    pub rounds: Option<u32>,
    /// The round from which on somebody would take part who enters now; `null` where it is too late.
    pub entry_round: Option<u32>,
    /// What tells those apart who have the same points, in the order in which it does.
    pub tie_breaks: Vec<TieBreak>,
}

/// Whether somebody is in a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Membership {
    /// In: they are paired.
    In,
    /// They went before the start: as if they had never entered. Only those who follow the tournament are told, once.
    Gone,
    /// They went after the start, and can come back where the form allows it.
    Withdrawn,
    /// They were put out, and do not come back.
    Excluded,
}

/// One who takes part: a player, or a team of two.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct TournamentParticipant {
    /// Their number, from 1, in the order of entry.
    pub number: u32,
    /// The name: the player's, or the team's.
    pub name: String,
    /// The players, in the order of their seats.
    pub players: Vec<User>,
    /// How strong they were when they entered.
    pub rating: u16,
    /// Whether little was known about that.
    pub provisional: bool,
    /// Whether they are in.
    pub membership: Membership,
    /// The round from which on they take part.
    pub since_round: u32,
}

/// `GET /tournaments/{id}`, and what the socket shows of a tournament first: all but the games of earlier rounds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct TournamentDetail {
    /// How it stands.
    pub state: TournamentState,
    /// What is agreed.
    pub settings: TournamentSettings,
    /// Those who take part, by number; those who went after the start are among them.
    pub participants: Vec<TournamentParticipant>,
    /// Players who are invited and have not answered.
    #[serde(default)]
    pub invited: Vec<User>,
    /// Where everybody stands, from the first to the last.
    pub standings: Vec<TournamentStanding>,
    /// The last round.
    pub rounds: Vec<TournamentRound>,
    /// The games of the last round, and others that are under way.
    pub games: Vec<TournamentGame>,
}

/// What the socket tells of a tournament that one follows: what is new in it replaces what one had of the same number, of a standing of the
/// same participant.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct TournamentChange {
    /// How it stands.
    pub state: TournamentState,
    /// What is agreed, where that is new.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub settings: Option<TournamentSettings>,
    /// Whether this is all of it, to replace what one had.
    pub full: bool,
    /// Those who take part who are new or have changed. A number is used again for another participant once its own is `gone`.
    pub participants: Vec<TournamentParticipant>,
    /// Players who are invited and have not answered, where that is new: all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub invited: Option<Vec<User>>,
    /// Where those stand for whom that is new or has changed.
    pub standings: Vec<TournamentStanding>,
    /// The numbers of all who stand anywhere, from the first to the last, where that is new.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub order: Option<Vec<u32>>,
    /// Rounds that are new or have changed.
    pub rounds: Vec<TournamentRound>,
    /// Games that are new or have changed.
    pub games: Vec<TournamentGame>,
    /// Whether the rest of this follows in the next message about the same: only with it is this complete. Left out otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub more: bool,
}

/// Something that happened in a tournament, and who did it: a line of its audit log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct TournamentDeed {
    /// Its number, from 1.
    #[ts(type = "number")]
    pub seq: u64,
    /// When, in microseconds since the Unix epoch.
    #[ts(type = "number")]
    pub at: i64,
    /// Who; `null` where time or the server did it.
    pub by: Option<Uuid>,
    /// Whether they acted as one who runs the server.
    pub steward: bool,
    /// What, with what belongs to it: `{"kind": "ruled", "game": 3, …}`.
    #[ts(type = "{ kind: string } & Record<string, unknown>")]
    #[schema(value_type = Object)]
    pub event: serde_json::Value,
}

/// An invitation to a tournament that waits for an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct TournamentInvitation {
    /// The tournament.
    pub tournament: TournamentSummary,
    /// Who invites.
    pub by: User,
}

/// `GET /me/invitations`: one's open invitations to tournaments.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct TournamentInvitations {
    /// The newest first, at most 50.
    pub invitations: Vec<TournamentInvitation>,
}

/// `GET /tournaments/{id}/log`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct TournamentLog {
    /// In order.
    pub events: Vec<TournamentDeed>,
    /// `after` for the next page; `null` on the last.
    #[ts(type = "number | null")]
    pub next: Option<u64>,
}
