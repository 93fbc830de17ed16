//! Standings and tie-breaks.

use serde::{Deserialize, Serialize};

use crate::{Format, GroupPlace, ParticipantId, Settings};

/// A participant's standing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The place, from 1; fully tied participants share it.
    pub place: u32,
    /// The participant's number.
    pub participant: ParticipantId,
    /// Points, in the units of [`Settings::point_unit`]. They are the first criterion of the order, except in formats with elimination,
    /// where the reached round comes first.
    pub points: u32,
    /// Points that penalties took, in the same units: `points` are already reduced by them, and never below 0.
    pub penalty: u32,
    /// The tie-break values, in the order of [`Settings::tie_breaks`].
    pub tie_breaks: Vec<i64>,
    /// Results of played games that count.
    pub score: Score,
    /// Current number of wins in a row; in an arena with streaks, points count double after two.
    pub streak: u32,
    /// The place in the group; `None` in formats without groups, and before the start.
    pub group: Option<GroupPlace>,
}

/// Numbers of played games by result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Score {
    /// The number of games won.
    pub won: u32,
    /// The number of games drawn.
    pub drawn: u32,
    /// The number of games lost.
    pub lost: u32,
}

/// A tie-break criterion for participants with equal points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TieBreak {
    /// The round reached in a knockout or a double elimination: a later elimination is better.
    Reached,
    /// The points of all opponents.
    Buchholz,
    /// The points of all opponents but the weakest.
    BuchholzCut1,
    /// The points of all opponents but the weakest and the strongest.
    BuchholzMedian,
    /// The points of the beaten opponents, and half of the points of the drawn opponents.
    SonnebornBerger,
    /// The number of tied participants whom the games among them put below this one.
    DirectEncounter,
    /// Marbles ejected minus marbles lost.
    Marbles,
    /// The sum of the points after each round: earlier points count more.
    Progressive,
    /// The performance rating: the rating for which the results would have been expected.
    Performance,
    /// Number of games won.
    Wins,
}

impl TieBreak {
    /// Every tie-break, in declaration order.
    pub const ALL: [Self; 10] = [
        Self::Reached,
        Self::Buchholz,
        Self::BuchholzCut1,
        Self::BuchholzMedian,
        Self::SonnebornBerger,
        Self::DirectEncounter,
        Self::Marbles,
        Self::Progressive,
        Self::Performance,
        Self::Wins,
    ];

    /// The word in storage and messages: `buchholz_cut1`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reached => "reached",
            Self::Buchholz => "buchholz",
            Self::BuchholzCut1 => "buchholz_cut1",
            Self::BuchholzMedian => "buchholz_median",
            Self::SonnebornBerger => "sonneborn_berger",
            Self::DirectEncounter => "direct_encounter",
            Self::Marbles => "marbles",
            Self::Progressive => "progressive",
            Self::Performance => "performance",
            Self::Wins => "wins",
        }
    }

    /// Divisor of a value for display: points are counted in halves if there are half points, and Sonneborn-Berger in quarters.
    pub fn divisor(self, settings: &Settings) -> u32 {
        match self {
            Self::Buchholz | Self::BuchholzCut1 | Self::BuchholzMedian | Self::Progressive => {
                settings.point_unit()
            }
            Self::SonnebornBerger => settings.point_unit() * settings.win_points(),
            Self::Reached | Self::DirectEncounter | Self::Marbles | Self::Performance | Self::Wins => 1,
        }
    }
}

impl Settings {
    /// Divisor of points for display: 2 if there are half points, otherwise 1.
    pub fn point_unit(&self) -> u32 {
        if self.has_half_points() { 2 } else { 1 }
    }

    /// Points of a win, in units: 1 point; 3 points in a game of three, where a draw is a point for each; in an arena 2.
    pub fn win_points(&self) -> u32 {
        if self.sides() == 3 { 3 } else { 2 }
    }

    /// Points of a draw, in units: half a point, or one.
    pub fn draw_points(&self) -> u32 {
        1
    }

    fn has_half_points(&self) -> bool {
        self.sides() == 2 && !matches!(self.form, Format::Arena(_))
    }

    /// The tie-breaks, in the order of their application.
    pub fn tie_breaks(&self) -> &[TieBreak] {
        if self.tie_break_order.is_empty() { TieBreak::usual(&self.form) } else { &self.tie_break_order }
    }
}

impl TieBreak {
    /// The usual tie-breaks of a format, in their usual order. A tournament can choose among them.
    pub fn usual(form: &Format) -> &'static [Self] {
        use TieBreak::{
            Buchholz, BuchholzCut1, BuchholzMedian, DirectEncounter, Marbles, Performance, Progressive,
            Reached, SonnebornBerger, Wins,
        };
        match form {
            Format::RoundRobin(_) | Format::Groups(_) => {
                &[DirectEncounter, SonnebornBerger, Marbles, Wins, Progressive, Performance]
            }
            Format::Swiss(_) => &[
                BuchholzCut1,
                Buchholz,
                BuchholzMedian,
                SonnebornBerger,
                DirectEncounter,
                Marbles,
                Progressive,
                Wins,
                Performance,
            ],
            Format::Knockout(_) => &[Reached, Marbles, Performance],
            // Participants who are eliminated in the same round share the place.
            Format::DoubleElimination(_) => &[Reached],
            Format::Arena(_) => &[Performance, Wins, Marbles],
        }
    }
}
