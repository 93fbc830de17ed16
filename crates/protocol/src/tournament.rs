//! Tournaments: what travels of them over the socket and in the HTTP interface.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::RoomId;
use crate::parts::{Clock, Mode, User};

/// The word for how a tournament is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TournamentFormName {
    /// Everybody meets everybody.
    RoundRobin,
    /// Each round, those meet who stand about equal and have not met.
    Swiss,
    /// Whoever loses a match is out.
    Knockout,
    /// For a fixed time, whoever is free is paired again.
    Arena,
}

/// How a tournament is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(tag = "form", rename_all = "snake_case", deny_unknown_fields)]
pub enum TournamentForm {
    /// Everybody meets everybody.
    RoundRobin {
        /// How often: 1 to 4.
        #[schema(minimum = 1, maximum = 4)]
        cycles: u8,
    },
    /// Each round, those meet who stand about equal and have not met. For two players.
    Swiss {
        /// How many rounds: 1 to 30.
        #[schema(minimum = 1, maximum = 30)]
        rounds: u32,
        /// Whether the stronger half is paired in the first rounds as if it had a point more.
        #[serde(default)]
        #[ts(optional, as = "Option<bool>")]
        accelerated: bool,
        /// How many half-point byes one can ask for.
        #[serde(default)]
        #[schema(maximum = 255)]
        #[ts(optional, as = "Option<u8>")]
        half_point_byes: u8,
        /// The last round which somebody can enter who was not there at the start; 0: nobody can.
        #[serde(default)]
        #[ts(optional, as = "Option<u32>")]
        late_entry_rounds: u32,
    },
    /// Whoever loses a match is out. For two players.
    Knockout {
        /// Games of a match: 1 to 9.
        #[schema(minimum = 1, maximum = 9)]
        best_of: u32,
        /// Whether those who lose in the semi-finals play for the third place.
        #[serde(default)]
        #[ts(optional, as = "Option<bool>")]
        third_place: bool,
        /// Pairs of extra games after a match that is even, before its marbles decide.
        #[serde(default)]
        #[schema(maximum = 255)]
        #[ts(optional, as = "Option<u8>")]
        extra_pairs: u8,
    },
    /// For a fixed time, whoever is free is paired again.
    Arena {
        /// How long it lasts.
        duration_s: u32,
        /// How long before the end no more games begin.
        closing_s: u32,
        /// How long at least between two waves of pairings.
        wave_s: u32,
        /// Whether one can play with half of the time for a point more.
        #[serde(default)]
        #[ts(optional, as = "Option<bool>")]
        berserk: bool,
        /// Whether points count double after two wins in a row.
        #[serde(default)]
        #[ts(optional, as = "Option<bool>")]
        streaks: bool,
    },
}

/// When a tournament begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum TournamentStart {
    /// At a moment; with too few it is cancelled.
    At {
        /// Which, in microseconds since the Unix epoch.
        #[ts(type = "number")]
        at: i64,
    },
    /// When enough are here.
    WhenHere {
        /// How many.
        participants: u32,
    },
    /// When a director says so.
    ByDirector,
}

/// What one needs to enter a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Admission {
    /// Nothing.
    #[default]
    Open,
    /// A password.
    Password,
    /// A director's invitation.
    Invitation,
}

/// Who can take part in a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TournamentEntry {
    /// The least with whom it begins.
    #[serde(default = "two")]
    #[ts(optional, as = "Option<u32>")]
    pub minimum: u32,
    /// The most who can enter: players, or teams.
    #[serde(default = "sixty_four")]
    #[ts(optional, as = "Option<u32>")]
    pub capacity: u32,
    /// The lowest rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 65_535)]
    #[ts(optional)]
    pub rating_min: Option<u16>,
    /// The highest rating that is no longer provisional.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 65_535)]
    #[ts(optional)]
    pub rating_max: Option<u16>,
    /// Whether an account is needed.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub accounts_only: bool,
    /// Whether computers and bots can enter.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub programs: bool,
    /// What else is needed.
    #[serde(default)]
    #[ts(optional, as = "Option<Admission>")]
    pub admission: Admission,
}

fn two() -> u32 {
    2
}

fn sixty_four() -> u32 {
    64
}

impl Default for TournamentEntry {
    fn default() -> Self {
        Self {
            minimum: two(),
            capacity: sixty_four(),
            rating_min: None,
            rating_max: None,
            accounts_only: false,
            programs: false,
            admission: Admission::Open,
        }
    }
}

/// When rounds begin and end; of no meaning in an arena.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TournamentRounds {
    /// How long the break between two rounds is, in seconds.
    #[serde(default)]
    #[ts(optional, as = "Option<u32>")]
    pub break_s: u32,
    /// How long a round lasts at most, in seconds; then games under way count as drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub deadline_s: Option<u32>,
}

/// What is agreed of a tournament: a part of `POST /tournaments`, and of what is shown of one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TournamentSettings {
    /// Its name: 1 to 80 characters.
    pub name: String,
    /// What else people should know: at most 4,000 characters.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    pub description: String,
    /// How it is played.
    pub form: TournamentForm,
    /// How many play a game.
    #[serde(default = "two_players")]
    #[ts(optional, as = "Option<Mode>")]
    pub mode: Mode,
    /// The start layout's name; the mode's usual one when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub layout: Option<String>,
    /// How thinking time is limited. There is no tournament without a clock.
    pub clock: Clock,
    /// Whether its games count for ratings.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub rated: bool,
    /// How long a first move may take, in seconds; what is usual with the clock when left out. Whoever does not make it loses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub first_move_s: Option<u32>,
    /// By how many seconds those who do not play see a game late.
    #[serde(default)]
    #[ts(optional, as = "Option<u32>")]
    pub spectator_delay_s: u32,
    /// When it begins.
    pub start: TournamentStart,
    /// Who can take part.
    #[serde(default)]
    #[ts(optional, as = "Option<TournamentEntry>")]
    pub entry: TournamentEntry,
    /// When rounds begin and end.
    #[serde(default)]
    #[ts(optional, as = "Option<TournamentRounds>")]
    pub rounds: TournamentRounds,
    /// After so many games in a row that somebody did not come to they are out; 0: never.
    #[serde(default)]
    #[schema(maximum = 255)]
    #[ts(optional, as = "Option<u8>")]
    pub no_shows_max: u8,
}

fn two_players() -> Mode {
    Mode::Two
}

/// `POST /tournaments`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TournamentWish {
    /// What is agreed.
    pub settings: TournamentSettings,
    /// What one has to know to enter, where `entry.admission` is `password`: 1 to 128 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub password: Option<String>,
}

/// `PATCH /tournaments/{id}`: what is agreed from now on. Before the start only.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TournamentEdit {
    /// `revision` of the tournament as one saw it: two who edit at once do not undo each other's work.
    pub revision: u32,
    /// What is agreed, all of it.
    pub settings: TournamentSettings,
    /// Another password; the one before stays when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub password: Option<String>,
}

/// `POST /tournaments/{id}/commands`: what somebody wants of a tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum TournamentCommand {
    /// To take part.
    Register {
        /// The password, where one is asked for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        password: Option<String>,
        /// In teams of two: the name of a new team.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        team_name: Option<String>,
        /// In teams of two: the number of a team that waits for its second player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        team: Option<u32>,
    },
    /// To take part no more: for good, or until `return`.
    Withdraw,
    /// To take part again.
    Return,
    /// To sit out a round of a Swiss system for half a point.
    AskBye {
        /// The round.
        round: u32,
    },
    /// To begin, whoever is here. A director.
    Start,
    /// To end the break before this round. A director.
    BeginRound {
        /// The round.
        round: u32,
    },
    /// To pair nobody until it is resumed. A director.
    Pause {
        /// Why.
        reason: String,
    },
    /// To go on. A director.
    Resume,
    /// To break it off. A director.
    Cancel {
        /// Why.
        reason: String,
    },
    /// To decide on a game, or to correct what was decided. A director.
    Rule {
        /// The number of the game.
        game: u32,
        /// What it counts for from now on.
        verdict: TournamentVerdict,
        /// What it counted for when one looked; left out while it was under way.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        seen: Option<TournamentVerdict>,
        /// Why: 1 to 300 characters that everybody can read.
        reason: String,
    },
    /// To enter somebody else, or a computer player: exactly one of `player` and `computer`. A director.
    Add {
        /// A name or an id.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        player: Option<String>,
        /// A computer's level: 1 to 8.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(minimum = 1, maximum = 8)]
        #[ts(optional)]
        computer: Option<u8>,
        /// In teams of two: the name of a new team.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        team_name: Option<String>,
        /// In teams of two: the number of a team that waits for its second player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        team: Option<u32>,
    },
    /// To put somebody out. A director.
    Remove {
        /// The number of the participant.
        participant: u32,
        /// Why.
        reason: String,
    },
    /// To let somebody enter where an invitation is needed. A director.
    Invite {
        /// A name or an id.
        player: String,
    },
    /// To let somebody else run it, too. A director.
    AddDirector {
        /// A name or an id.
        player: String,
    },
    /// To let somebody run it no more. A director.
    RemoveDirector {
        /// A name or an id.
        player: String,
    },
}

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
    /// What tells those apart who have the same points, in the order in which it does.
    pub tie_breaks: Vec<TieBreak>,
}

/// Whether somebody is in a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Membership {
    /// In: they are paired.
    In,
    /// They went before the start: as if they had never entered.
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
    Void,
}

/// Why somebody or something decided on a game who did not play it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TournamentRuling {
    /// A director did.
    Director {
        /// Why.
        reason: String,
    },
    /// Somebody who played withdrew or was put out.
    Withdrawal,
    /// The round lasted too long.
    Deadline,
    /// The arena ended before the game.
    End,
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

/// Why somebody does not play in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ByeKind {
    /// Their number was odd.
    Full,
    /// They asked for it: half a point.
    Half,
    /// They were not there: nothing.
    Absent,
}

/// Somebody who is in and does not play in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct TournamentBye {
    /// The number of the participant.
    pub participant: u32,
    /// Why.
    pub kind: ByeKind,
}

/// A round; in an arena, a wave of pairings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
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

/// `GET /tournaments/{id}`, and what the socket shows of a tournament first: all but the games of earlier rounds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct TournamentDetail {
    /// How it stands.
    pub state: TournamentState,
    /// What is agreed.
    pub settings: TournamentSettings,
    /// Those who take part, by number; those who went are among them.
    pub participants: Vec<TournamentParticipant>,
    /// Where everybody stands, from the first to the last.
    pub standings: Vec<TournamentStanding>,
    /// The last round.
    pub rounds: Vec<TournamentRound>,
    /// The games of the last round, and others that are under way.
    pub games: Vec<TournamentGame>,
}

/// What the socket tells of a tournament that one follows: what is new in it replaces what one had under the same number.
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
    /// Those who take part who are new or have changed.
    pub participants: Vec<TournamentParticipant>,
    /// Where everybody stands, if that has changed: all of it. Left out if not.
    pub standings: Option<Vec<TournamentStanding>>,
    /// Rounds that are new or have changed.
    pub rounds: Vec<TournamentRound>,
    /// Games that are new or have changed.
    pub games: Vec<TournamentGame>,
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

/// `GET /tournaments/{id}/rounds`: some of the rounds, with their games.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct TournamentRoundPage {
    /// By number.
    pub rounds: Vec<TournamentRound>,
    /// Their games, by number.
    pub games: Vec<TournamentGame>,
    /// The number of the next round that was paired; `null` where there is none.
    pub next: Option<u32>,
}

/// `GET /tournaments/{id}/games`: some of the games.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct TournamentGamePage {
    /// By number.
    pub games: Vec<TournamentGame>,
    /// `after` for the next page; `null` on the last.
    pub next: Option<u32>,
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

/// `GET /tournaments/{id}/log`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct TournamentLog {
    /// In order.
    pub events: Vec<TournamentDeed>,
    /// `after` for the next page; `null` on the last.
    #[ts(type = "number | null")]
    pub next: Option<u64>,
}
