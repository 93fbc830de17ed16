//! Formats of tournaments.

use serde::{Deserialize, Serialize};
use sumito_rules::Mode;

use crate::{SwissPairing, TournamentFormatName, limits};

/// The format of a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "form", rename_all = "snake_case")]
pub enum Format {
    /// Every participant plays every other participant.
    RoundRobin(RoundRobin),
    /// Each round pairs participants with about equal points who have not met.
    Swiss(Swiss),
    /// The loser of a match is eliminated.
    Knockout(Knockout),
    /// A participant is eliminated by the second lost match.
    DoubleElimination(DoubleElimination),
    /// Groups play round robins, and their best participants a knockout.
    Groups(Groups),
    /// For a fixed time, free participants are paired repeatedly.
    Arena(Arena),
}

/// A round robin: every participant plays every other participant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundRobin {
    /// Number of cycles: 1 to 4. With two cycles, each pair meets with both colours; three players change seats in each cycle.
    pub cycles: u8,
}

/// A Swiss system: each round pairs participants with about equal points who have not met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Swiss {
    /// Number of rounds: 1 to [`SWISS_ROUNDS_MAX`](crate::limits::SWISS_ROUNDS_MAX).
    pub rounds: u32,
    /// The pairing system.
    #[serde(default, skip_serializing_if = "crate::settings::is_default")]
    pub pairing: SwissPairing,
    /// True if the first rounds pair the stronger half as if it had an additional point, as in FIDE's Baku acceleration.
    #[serde(default)]
    pub accelerated: bool,
    /// Maximum number of half-point byes of a participant.
    #[serde(default)]
    pub half_point_byes: u8,
    /// The last round that a late participant can enter; 0 = no late entry.
    #[serde(default)]
    pub late_entry_rounds: u32,
}

/// A knockout: the loser of a match is eliminated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Knockout {
    /// Games of a match, 1 to [`BEST_OF_MAX`](crate::limits::BEST_OF_MAX); a match ends as soon as it is decided.
    pub best_of: u32,
    /// True if the losers of the semi-finals play for the third place.
    #[serde(default)]
    pub third_place: bool,
    /// Pairs of extra games after a drawn match, each with both colours; then the marbles of the match decide, then one game in which a
    /// draw is enough for White.
    #[serde(default)]
    pub extra_pairs: u8,
}

/// A double elimination: a participant is eliminated by the second lost match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DoubleElimination {
    /// Games of a match, 1 to [`BEST_OF_MAX`](crate::limits::BEST_OF_MAX); a match ends as soon as it is decided.
    pub best_of: u32,
    /// Pairs of extra games after a drawn match, as in a [`Knockout`].
    #[serde(default)]
    pub extra_pairs: u8,
    /// True if the grand final has a second match when the player without a lost match loses the first.
    pub reset: bool,
}

/// Groups and knockout: groups play round robins, and their best participants a knockout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Groups {
    /// Number of groups, 2 to [`GROUPS_MAX`](crate::limits::GROUPS_MAX).
    pub groups: u8,
    /// Number of participants of each group who play the knockout, 1 to [`ADVANCE_MAX`](crate::limits::ADVANCE_MAX).
    pub advance: u8,
    /// Number of cycles of the groups: 1 or 2.
    pub cycles: u8,
    /// Games of a match, as in a [`Knockout`].
    pub best_of: u32,
    /// Pairs of extra games after a drawn match, as in a [`Knockout`].
    #[serde(default)]
    pub extra_pairs: u8,
    /// True if the losers of the semi-finals play for the third place.
    #[serde(default)]
    pub third_place: bool,
}

/// An arena: for a fixed time, free participants are paired repeatedly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arena {
    /// Duration of the arena.
    #[serde(alias = "duration_s")]
    pub duration_seconds: u32,
    /// Time before the end during which no games start.
    #[serde(alias = "closing_s")]
    pub closing_seconds: u32,
    /// Minimum time between two waves of pairings.
    #[serde(alias = "wave_s")]
    pub wave_seconds: u32,
    /// True if participants can go berserk: half of the time, for an additional point.
    #[serde(default)]
    pub berserk: bool,
    /// True if points count double after two wins in a row.
    pub streaks: bool,
}

impl Format {
    /// The name of the format.
    pub fn name(&self) -> TournamentFormatName {
        match self {
            Self::RoundRobin(_) => TournamentFormatName::RoundRobin,
            Self::Swiss(_) => TournamentFormatName::Swiss,
            Self::Knockout(_) => TournamentFormatName::Knockout,
            Self::DoubleElimination(_) => TournamentFormatName::DoubleElimination,
            Self::Groups(_) => TournamentFormatName::Groups,
            Self::Arena(_) => TournamentFormatName::Arena,
        }
    }

    /// Maximum number of participants in this mode.
    pub fn participants_max(&self, mode: Mode) -> u32 {
        match self {
            Self::RoundRobin(_) if mode == Mode::Three => limits::TABLES_OF_THREE_MAX,
            Self::RoundRobin(_) => limits::ROUND_ROBIN_MAX,
            Self::DoubleElimination(_) => limits::DOUBLE_ELIMINATION_MAX,
            Self::Groups(form) => u32::from(form.groups) * limits::GROUP_SIZE_MAX,
            _ => limits::PARTICIPANTS_MAX,
        }
    }

    /// Returns whether the format supports this mode: matches and the Dutch system are for two sides.
    pub fn fits(&self, mode: Mode) -> bool {
        match self {
            Self::RoundRobin(_) | Self::Arena(_) => true,
            Self::Swiss(form) => form.pairing == SwissPairing::Balanced || mode.teams() == 2,
            Self::Knockout(_) | Self::DoubleElimination(_) | Self::Groups(_) => mode.teams() == 2,
        }
    }

    /// Minimum number of participants in this mode: enough for a game; in groups two for each group, or as many as advance.
    pub fn participants_min(&self, mode: Mode) -> u32 {
        match self {
            Self::Groups(form) => u32::from(form.groups) * u32::from(form.advance.max(2)),
            _ => mode.teams() as u32,
        }
    }

    /// Returns whether all participants, or all of a group, are scheduled to meet.
    pub(crate) fn meets_all(&self) -> bool {
        matches!(self, Self::RoundRobin(_) | Self::Groups(_))
    }

    /// Returns whether lost matches eliminate participants. A participant who is eliminated later is placed higher, and no participant
    /// returns.
    pub fn is_elimination(&self) -> bool {
        matches!(self, Self::Knockout(_) | Self::DoubleElimination(_))
    }
}
