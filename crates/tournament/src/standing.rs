//! Where everybody stands.

use serde::{Deserialize, Serialize};

use crate::{Form, ParticipantId, Settings};

/// Where somebody stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The place, from 1; those who are equal in everything share it.
    pub place: u32,
    /// Who.
    pub participant: ParticipantId,
    /// Points, in the units of [`Settings::point_unit`]. Places go by them first, except in a knockout, where they go by how far one got.
    pub points: u32,
    /// What tells those apart who have the same points, in the order in which it does: [`Settings::tie_breaks`].
    pub tie_breaks: Vec<i64>,
    /// Games that were played and count.
    pub score: Score,
    /// Wins in a row until now; in an arena with streaks, points count double after two.
    pub streak: u32,
}

/// How games that were played ended for somebody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Score {
    /// Won.
    pub won: u32,
    /// Drawn.
    pub drawn: u32,
    /// Lost.
    pub lost: u32,
}

/// What tells those apart who have the same points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TieBreak {
    /// How far somebody got in a knockout: the round of the last match, and one more for its winner.
    Reached,
    /// The points of all opponents.
    Buchholz,
    /// The points of all opponents but the weakest.
    BuchholzCut1,
    /// The points of all opponents but the weakest and the strongest.
    BuchholzMedian,
    /// The points of those one has beaten, and half of the points of those one has drawn with.
    SonnebornBerger,
    /// The points in games among those who are equal, if all of them have met.
    DirectEncounter,
    /// Marbles pushed out less marbles lost.
    Marbles,
    /// The sum of the points after each round: earlier points count more.
    Progressive,
    /// The rating with which the results would have been expected.
    Performance,
    /// Games won.
    Wins,
}

impl TieBreak {
    /// All of them.
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

    /// The word as it is stored and travels: `buchholz_cut1`.
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

    /// By what a value is divided to be shown: points are counted in halves where there are halves, and Sonneborn-Berger in quarters.
    pub fn divisor(self, settings: &Settings) -> u32 {
        match self {
            Self::Buchholz
            | Self::BuchholzCut1
            | Self::BuchholzMedian
            | Self::DirectEncounter
            | Self::Progressive => settings.point_unit(),
            Self::SonnebornBerger => settings.point_unit() * settings.win_points(),
            Self::Reached | Self::Marbles | Self::Performance | Self::Wins => 1,
        }
    }
}

impl Settings {
    /// By what points are divided to be shown: 2 where there are half points, otherwise 1.
    pub fn point_unit(&self) -> u32 {
        if self.has_half_points() { 2 } else { 1 }
    }

    /// What a win counts, in units: 1 point; 3 points in a game of three, where a draw is a point for each; in an arena 2.
    pub fn win_points(&self) -> u32 {
        if self.sides() == 3 { 3 } else { 2 }
    }

    /// What a draw counts, in units: half a point, or one.
    pub fn draw_points(&self) -> u32 {
        1
    }

    fn has_half_points(&self) -> bool {
        self.sides() == 2 && !matches!(self.form, Form::Arena(_))
    }

    /// What tells those apart who have the same points, in the order in which it does.
    pub fn tie_breaks(&self) -> &'static [TieBreak] {
        use TieBreak::{
            Buchholz, BuchholzCut1, BuchholzMedian, DirectEncounter, Marbles, Performance, Progressive,
            Reached, SonnebornBerger, Wins,
        };
        match self.form {
            Form::RoundRobin(_) => {
                &[DirectEncounter, SonnebornBerger, Marbles, Wins, Progressive, Performance]
            }
            Form::Swiss(_) => &[
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
            Form::Knockout(_) => &[Reached, Marbles, Performance],
            Form::Arena(_) => &[Performance, Wins, Marbles],
        }
    }
}
