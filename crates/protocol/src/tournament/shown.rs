//! Public state of a tournament.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
pub use sumito_vocabulary::{Membership, TournamentStatus};
use ts_rs::TS;
use uuid::Uuid;

use super::{
    Admission, ByeKind, TieBreak, TournamentFormatName, TournamentGame, TournamentRound, TournamentSettings,
    TournamentStanding, TournamentStart, TournamentTeam,
};
use crate::parts::{Clock, Mode, User};

/// A tournament as shown in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentSummary {
    /// Its unique id.
    pub id: Uuid,
    /// The lobby's name.
    pub name: String,
    /// The tournament's format.
    pub form: TournamentFormatName,
    /// The mode of its games.
    pub mode: Mode,
    /// The name of the start layout.
    pub layout: String,
    /// The time control.
    pub clock: Clock,
    /// True if its games count for ratings.
    pub rated: bool,
    /// The tournament's status.
    pub status: TournamentStatus,
    /// The start condition.
    pub start: TournamentStart,
    /// Actual start time, in microseconds since the Unix epoch.
    pub started_at: Option<i64>,
    /// End time, in microseconds since the Unix epoch.
    pub ended_at: Option<i64>,
    /// Number of participants.
    pub participants: u32,
    /// Maximum number of participants.
    pub capacity: u32,
    /// The admission condition.
    pub admission: Admission,
    /// The club to which it belongs; `null` if there is none. Only its members can enter, or in a team arena members of the teams.
    #[serde(default)]
    pub club: Option<Uuid>,
    /// True if clubs are its teams.
    #[serde(default)]
    pub teams: bool,
    /// The names of the best three players, after the end; empty in a team arena.
    pub podium: Vec<String>,
}

/// `GET /tournaments`: a page of tournaments.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentPage {
    /// Unfinished tournaments by start time; finished tournaments with the last first.
    pub tournaments: Vec<TournamentSummary>,
    /// The `cursor` of the next page; `null` on the last.
    pub next: Option<String>,
}

/// The state of a tournament, without its participants.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentState {
    /// Its unique id.
    pub id: Uuid,
    /// The number of the tournament's last event.
    pub seq: u64,
    /// Number of changes of the settings.
    pub revision: u32,
    /// The creator; `null` for the server's own tournaments.
    pub made_by: Option<Uuid>,
    /// The club to which it belongs; `null` if there is none. Only its members can enter, or in a team arena members of the teams. It may have
    /// been deleted since.
    #[serde(default)]
    pub club: Option<Uuid>,
    /// The directors' ids.
    pub directors: Vec<Uuid>,
    /// The tournament's status.
    pub status: TournamentStatus,
    /// Start of the current pause, in microseconds since the Unix epoch.
    pub paused_since: Option<i64>,
    /// Actual start time, in microseconds since the Unix epoch.
    pub started_at: Option<i64>,
    /// End time, in microseconds since the Unix epoch.
    pub ended_at: Option<i64>,
    /// End time of a running arena, in microseconds since the Unix epoch.
    pub ends_at: Option<i64>,
    /// Start of the next round during a break, in microseconds since the Unix epoch.
    pub next_round_at: Option<i64>,
    /// Number of paired rounds; in an arena, waves.
    pub round: u32,
    /// Total number of rounds, if known.
    pub rounds: Option<u32>,
    /// The first round of a participant who enters now; `null` if it is too late.
    pub entry_round: Option<u32>,
    /// The tie-breaks, in the order of their application.
    pub tie_breaks: Vec<TieBreak>,
    /// Number of units of a point, for penalties: 2 if there are half points, otherwise 1.
    #[serde(default = "one")]
    pub point_unit: u32,
    /// The `seq` of the draft of the next round; `null` if no draft waits for a director.
    #[serde(default)]
    pub draft: Option<u64>,
}

fn one() -> u32 {
    1
}

/// A participant: a player, or a team of two.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentParticipant {
    /// The participant's number, from 1, in the order of entry.
    pub number: u32,
    /// The name: the player's, or the team's.
    pub name: String,
    /// The players, in the order of their seats.
    pub players: Vec<User>,
    /// The rating at the time of entry.
    pub rating: u16,
    /// True if that rating was provisional.
    pub provisional: bool,
    /// The membership of the participant.
    pub membership: Membership,
    /// The first round of the participant.
    pub since_round: u32,
    /// The club for which the participant plays, in a team arena.
    #[serde(default)]
    pub club: Option<Uuid>,
    /// The rounds that the participant sits out, by request or granted.
    #[serde(default)]
    pub byes: Vec<TournamentPlannedBye>,
    /// Penalties and warnings, including lifted ones.
    #[serde(default)]
    pub penalties: Vec<TournamentPenalty>,
}

/// A round of a Swiss system that a participant sits out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentPlannedBye {
    /// The number of the round.
    pub round: u32,
    /// `half`, or `absent` for no points.
    pub kind: ByeKind,
    /// True if a director granted it.
    pub granted: bool,
}

/// A penalty or a warning.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentPenalty {
    /// The number of the penalty, from 1.
    pub number: u32,
    /// The points in units, `point_unit` of which are a point; 0 in a warning.
    pub units: u32,
    /// The director's reason; empty if a moderator removed it.
    pub reason: String,
    /// True if a director lifted it.
    pub lifted: bool,
}

/// A message of a director to all participants.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentAnnouncement {
    /// The number of its log entry.
    pub seq: u64,
    /// Time of the announcement, in microseconds since the Unix epoch.
    pub at: i64,
    /// The director who sent it.
    pub by: Option<Uuid>,
    /// The message; empty if a moderator removed it.
    pub text: String,
}

/// `GET /tournaments/{id}`, and the socket's first message on a tournament: all data except the games of earlier rounds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentDetail {
    /// The tournament's state.
    pub state: TournamentState,
    /// The tournament's settings.
    pub settings: TournamentSettings,
    /// The participants by number, including participants who left after the start.
    pub participants: Vec<TournamentParticipant>,
    /// Players with an unanswered invitation.
    #[serde(default)]
    pub invited: Vec<User>,
    /// The standings, from first to last.
    pub standings: Vec<TournamentStanding>,
    /// The clubs that take part in a team arena, from first to last.
    #[serde(default)]
    pub teams: Vec<TournamentTeam>,
    /// The clubs that have not answered the invitation to a team arena.
    #[serde(default)]
    pub invited_clubs: Vec<Uuid>,
    /// Pairs of participants who must not meet, by number.
    #[serde(default)]
    pub forbidden_pairs: Vec<[u32; 2]>,
    /// The last 10 announcements, the latest last.
    #[serde(default)]
    pub announcements: Vec<TournamentAnnouncement>,
    /// The last round.
    pub rounds: Vec<TournamentRound>,
    /// The games of the last round, and other running games.
    pub games: Vec<TournamentGame>,
}

/// Changes of a subscribed tournament. An item replaces the previous one with the same number; a standing replaces the one of the same
/// participant.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentChange {
    /// The tournament's state.
    pub state: TournamentState,
    /// The settings, if changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub settings: Option<TournamentSettings>,
    /// True if this is the complete data, which replaces the previous data.
    pub full: bool,
    /// New and changed participants. A number is reused for another participant once its own is `gone`.
    pub participants: Vec<TournamentParticipant>,
    /// All players with an unanswered invitation, if changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub invited: Option<Vec<User>>,
    /// New and changed standings.
    pub standings: Vec<TournamentStanding>,
    /// All teams of a team arena, from first to last, if any has changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub teams: Option<Vec<TournamentTeam>>,
    /// All clubs that have not answered the invitation to a team arena, if changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub invited_clubs: Option<Vec<Uuid>>,
    /// All pairs of participants who must not meet, by number, if changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub forbidden_pairs: Option<Vec<[u32; 2]>>,
    /// The last 10 announcements, the latest last, if changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub announcements: Option<Vec<TournamentAnnouncement>>,
    /// The numbers of all participants in the standings, from first to last, if changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub order: Option<Vec<u32>>,
    /// New and changed rounds.
    pub rounds: Vec<TournamentRound>,
    /// New and changed games.
    pub games: Vec<TournamentGame>,
    /// True if the next message on the same topic continues this one: only together are they complete. Left out otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
}

/// An unanswered invitation to a tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentInvitation {
    /// The tournament concerned.
    pub tournament: TournamentSummary,
    /// The inviting director.
    pub by: User,
}

/// `GET /me/invitations`: the user's open invitations to tournaments.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentInvitations {
    /// The invitations, newest first, at most 50.
    pub invitations: Vec<TournamentInvitation>,
}
