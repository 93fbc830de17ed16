//! The forms in which a tournament is played.

use serde::{Deserialize, Serialize};
use sumito_rules::Mode;

use crate::limits;

/// The form in which a tournament is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "form", rename_all = "snake_case")]
pub enum Form {
    /// Everybody meets everybody.
    RoundRobin(RoundRobin),
    /// Each round, those meet who stand about equal and have not met.
    Swiss(Swiss),
    /// Whoever loses a match is out.
    Knockout(Knockout),
    /// For a fixed time, whoever is free is paired again.
    Arena(Arena),
}

/// The word for a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FormName {
    /// [`Form::RoundRobin`].
    RoundRobin,
    /// [`Form::Swiss`].
    Swiss,
    /// [`Form::Knockout`].
    Knockout,
    /// [`Form::Arena`].
    Arena,
}

/// Everybody meets everybody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundRobin {
    /// How often: 1 to 4. With two, everybody meets everybody with both colours; three players sit in other seats in each cycle.
    pub cycles: u8,
}

/// Each round, those meet who stand about equal and have not met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Swiss {
    /// How many rounds: 1 to [`SWISS_ROUNDS_MAX`](crate::limits::SWISS_ROUNDS_MAX).
    pub rounds: u32,
    /// Whether the stronger half is paired in the first rounds as if it had a point more, as FIDE's Baku acceleration has it.
    #[serde(default)]
    pub accelerated: bool,
    /// How many half-point byes a participant can ask for.
    #[serde(default)]
    pub half_point_byes: u8,
    /// The last round which somebody can enter who was not there at the start; 0 = nobody can.
    #[serde(default)]
    pub late_entry_rounds: u32,
}

/// Whoever loses a match is out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Knockout {
    /// Games of a match, 1 to [`BEST_OF_MAX`](crate::limits::BEST_OF_MAX); it ends as soon as it is decided.
    pub best_of: u32,
    /// Whether those who lose in the semi-finals play for the third place.
    #[serde(default)]
    pub third_place: bool,
    /// Pairs of extra games, with each colour once, after a match that is even; then the marbles of the match decide, then one game in
    /// which a draw is enough for White.
    #[serde(default)]
    pub extra_pairs: u8,
}

/// For a fixed time, whoever is free is paired again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arena {
    /// How long it lasts.
    #[serde(alias = "duration_s")]
    pub duration_seconds: u32,
    /// How long before the end no more games begin.
    #[serde(alias = "closing_s")]
    pub closing_seconds: u32,
    /// How long at least between two waves of pairings.
    #[serde(alias = "wave_s")]
    pub wave_seconds: u32,
    /// Whether one can play with half of the time for a point more.
    #[serde(default)]
    pub berserk: bool,
    /// Whether points count double after two wins in a row.
    pub streaks: bool,
}

impl Form {
    /// The word for it.
    pub fn name(&self) -> FormName {
        match self {
            Self::RoundRobin(_) => FormName::RoundRobin,
            Self::Swiss(_) => FormName::Swiss,
            Self::Knockout(_) => FormName::Knockout,
            Self::Arena(_) => FormName::Arena,
        }
    }

    /// The most participants who can take part in this mode.
    pub fn participants_max(&self, mode: Mode) -> u32 {
        match self {
            Self::RoundRobin(_) if mode == Mode::Three => limits::TABLES_OF_THREE_MAX,
            Self::RoundRobin(_) => limits::ROUND_ROBIN_MAX,
            _ => limits::PARTICIPANTS_MAX,
        }
    }

    /// Whether it can be played in this mode: Swiss system and knockout are for two players.
    pub fn fits(&self, mode: Mode) -> bool {
        match self {
            Self::RoundRobin(_) | Self::Arena(_) => true,
            Self::Swiss(_) | Self::Knockout(_) => mode == Mode::Two,
        }
    }
}

impl FormName {
    /// The word as it is stored: `round_robin`, `swiss`, `knockout`, `arena`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::RoundRobin => "round_robin",
            Self::Swiss => "swiss",
            Self::Knockout => "knockout",
            Self::Arena => "arena",
        }
    }
}
