//! Settings of a tournament, and requests to create or edit one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
pub use sumito_vocabulary::{Admission, SwissPairing, TournamentFormatName, UnplayedRounds};
use ts_rs::TS;
use uuid::Uuid;

use super::TieBreak;
use crate::parts::{Clock, Mode};

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The format of a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "form", rename_all = "snake_case", deny_unknown_fields)]
pub enum TournamentFormat {
    /// Every participant plays every other participant.
    RoundRobin {
        /// Number of cycles: 1 to 4.
        #[schemars(range(min = 1, max = 4))]
        cycles: u8,
    },
    /// Each round pairs participants with about equal points who have not met. For two players.
    Swiss {
        /// Number of rounds: 1 to 30.
        #[schemars(range(min = 1, max = 30))]
        rounds: u32,
        /// The pairing system; `balanced` by default.
        #[serde(default, skip_serializing_if = "is_default")]
        #[ts(optional, as = "Option<SwissPairing>")]
        pairing: SwissPairing,
        /// True if the first rounds pair the stronger half as if it had an additional point.
        #[serde(default)]
        #[ts(optional, as = "Option<bool>")]
        accelerated: bool,
        /// Maximum number of half-point byes of a participant.
        #[serde(default)]
        #[schemars(range(max = 255))]
        #[ts(optional, as = "Option<u8>")]
        half_point_byes: u8,
        /// The last round that a late participant can enter; 0: no late entry.
        #[serde(default)]
        #[ts(optional, as = "Option<u32>")]
        late_entry_rounds: u32,
    },
    /// The loser of a match is eliminated. For two players or teams.
    Knockout {
        /// Number of games of a match: 1 to 9.
        #[schemars(range(min = 1, max = 9))]
        best_of: u32,
        /// True if the losers of the semi-finals play for the third place.
        #[serde(default)]
        #[ts(optional, as = "Option<bool>")]
        third_place: bool,
        /// Pairs of extra games after a drawn match, before its marbles decide.
        #[serde(default)]
        #[schemars(range(max = 255))]
        #[ts(optional, as = "Option<u8>")]
        extra_pairs: u8,
    },
    /// A participant is eliminated by the second lost match. For two players or teams, at most 256.
    DoubleElimination {
        /// Number of games of a match: 1 to 9.
        #[schemars(range(min = 1, max = 9))]
        best_of: u32,
        /// Pairs of extra games after a drawn match, before its marbles decide.
        #[serde(default)]
        #[schemars(range(max = 255))]
        #[ts(optional, as = "Option<u8>")]
        extra_pairs: u8,
        /// True if the grand final has a second match when the player without a lost match loses the first; `true` by default.
        #[serde(default = "yes")]
        #[ts(optional, as = "Option<bool>")]
        reset: bool,
    },
    /// Groups play round robins, and their best participants a knockout. For two players or teams, at most 16 in each group.
    Groups {
        /// Number of groups: 2 to 32.
        #[schemars(range(min = 2, max = 32))]
        groups: u8,
        /// Number of participants of each group who play the knockout: 1 to 4.
        #[schemars(range(min = 1, max = 4))]
        advance: u8,
        /// Number of cycles of the groups: 1 or 2; 1 by default.
        #[serde(default = "once")]
        #[schemars(range(min = 1, max = 2))]
        #[ts(optional, as = "Option<u8>")]
        cycles: u8,
        /// Number of games of a match: 1 to 9.
        #[schemars(range(min = 1, max = 9))]
        best_of: u32,
        /// Pairs of extra games after a drawn match, before its marbles decide.
        #[serde(default)]
        #[schemars(range(max = 255))]
        #[ts(optional, as = "Option<u8>")]
        extra_pairs: u8,
        /// True if the losers of the semi-finals play for the third place.
        #[serde(default)]
        #[ts(optional, as = "Option<bool>")]
        third_place: bool,
    },
    /// For a fixed time, free participants are paired again and again.
    Arena {
        /// Duration of the arena.
        duration_s: u32,
        /// Time before the end during which no games start.
        closing_s: u32,
        /// Minimum time between two waves of pairings.
        wave_s: u32,
        /// True if participants can go berserk: half of the time, for an additional point.
        #[serde(default)]
        #[ts(optional, as = "Option<bool>")]
        berserk: bool,
        /// True if points count double after two wins in a row.
        #[serde(default)]
        #[ts(optional, as = "Option<bool>")]
        streaks: bool,
    },
}

/// The start condition of a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum TournamentStart {
    /// At a fixed time; with too few participants the tournament is cancelled.
    At {
        /// The start time, in microseconds since the Unix epoch.
        at: i64,
    },
    /// As soon as enough participants are present.
    WhenHere {
        /// The required number of participants.
        participants: u32,
    },
    /// On a director's command.
    ByDirector {},
}

/// Entry conditions of a tournament.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TournamentEntry {
    /// Minimum number of participants for the start: the number of sides of a game, 2 or 3, when left out; with groups, two
    /// for each group, or as many as advance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub minimum: Option<u32>,
    /// Maximum number of participants (players or teams): 64, or the format's maximum if that is lower, when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub capacity: Option<u32>,
    /// The minimum rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = 65_535))]
    #[ts(optional)]
    pub rating_min: Option<u16>,
    /// The maximum rating. Provisional ratings exceed every maximum.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = 65_535))]
    #[ts(optional)]
    pub rating_max: Option<u16>,
    /// True if an account is required.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub accounts_only: bool,
    /// True if computers and bots can enter.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub programs: bool,
    /// The admission condition.
    #[serde(default)]
    #[ts(optional, as = "Option<Admission>")]
    pub admission: Admission,
}

/// Timing of rounds; not used by arenas.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TournamentRounds {
    /// Break between two rounds, in seconds.
    #[serde(default)]
    #[ts(optional, as = "Option<u32>")]
    pub break_s: u32,
    /// Maximum duration of a round in seconds; after that, running games count as draws.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub deadline_s: Option<u32>,
    /// Times before which the rounds do not start, the first round's first, in microseconds since the Unix epoch, increasing: in a Swiss
    /// system at most as many as rounds. Other rounds start after the break. Not in arenas.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<i64>>")]
    pub starts: Vec<i64>,
    /// True if the pairing of each round of a Swiss system waits until a director starts the round.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub reviewed: bool,
}

/// Settings of a tournament: a part of `POST /tournaments`, and of the tournament's detail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TournamentSettings {
    /// The tournament's name: 1 to 80 characters.
    pub name: String,
    /// The description: at most 4,000 characters.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    pub description: String,
    /// The tournament's format.
    pub form: TournamentFormat,
    /// The mode of its games.
    #[serde(default = "two_players")]
    #[ts(optional, as = "Option<Mode>")]
    pub mode: Mode,
    /// The start layout's name; the mode's default layout when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub layout: Option<String>,
    /// The time control. A tournament always has a clock.
    pub clock: Clock,
    /// True if its games count for ratings.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub rated: bool,
    /// Time limit for a player's first move, in seconds; the default of the time control when left out. A player who misses it loses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub first_move_s: Option<u32>,
    /// Delay for spectators in seconds.
    #[serde(default)]
    #[ts(optional, as = "Option<u32>")]
    pub spectator_delay_s: u32,
    /// The start condition.
    pub start: TournamentStart,
    /// The entry conditions.
    #[serde(default)]
    #[ts(optional, as = "Option<TournamentEntry>")]
    pub entry: TournamentEntry,
    /// The timing of rounds.
    #[serde(default)]
    #[ts(optional, as = "Option<TournamentRounds>")]
    pub rounds: TournamentRounds,
    /// A participant who misses this many games in a row is excluded; 0: never.
    #[serde(default)]
    #[schemars(range(max = 255))]
    #[ts(optional, as = "Option<u8>")]
    pub no_shows_max: u8,
    /// Makes an arena of two players a team arena, in which clubs are the teams. It belongs to the club of its creator, which is the first
    /// team. Fixed when it is created.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub teams: Option<TournamentTeams>,
    /// The tie-breaks in the order of their application, a choice of the format's tie-breaks, each at most once; all of them in their usual
    /// order when left out. In a knockout `reached` is the first, and in a double elimination the only one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<TieBreak>>")]
    pub tie_breaks: Vec<TieBreak>,
    /// How Buchholz and Sonneborn-Berger count rounds without a game.
    #[serde(default)]
    #[ts(optional, as = "Option<UnplayedRounds>")]
    pub unplayed_rounds: UnplayedRounds,
}

/// The teams of a team arena.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TournamentTeams {
    /// Number of players of a team whose points count for it, the best ones: 1 to 20.
    #[serde(default = "best_players")]
    #[schemars(range(min = 1, max = 20))]
    #[ts(optional, as = "Option<u8>")]
    pub best: u8,
}

fn best_players() -> u8 {
    5
}

fn once() -> u8 {
    1
}

fn yes() -> bool {
    true
}

fn two_players() -> Mode {
    Mode::Two
}

/// `POST /tournaments`: a new tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct CreateTournament {
    /// The tournament's settings.
    pub settings: TournamentSettings,
    /// The password for entry, if `entry.admission` is `password`: 1 to 128 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub password: Option<String>,
    /// The club to which it belongs, forever: only members of the club can enter. The creator must be its owner or an admin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub club: Option<Uuid>,
}

/// `PATCH /tournaments/{id}`: the new settings. Only before the start.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TournamentEdit {
    /// The `revision` that the caller has read. Prevents two concurrent edits from undoing each other.
    pub revision: u32,
    /// The complete new settings.
    pub settings: TournamentSettings,
    /// A new password; unchanged when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub password: Option<String>,
}
