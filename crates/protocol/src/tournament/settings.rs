//! What is agreed of a tournament, and how one asks for one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::parts::{Clock, Mode};

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
    ByDirector {},
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
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TournamentEntry {
    /// The fewest participants with whom it begins: as many as a game has sides, 2 or 3, when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub minimum: Option<u32>,
    /// The most participants who can enter, players or teams: 64, or as many as the form takes at most, when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub capacity: Option<u32>,
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
