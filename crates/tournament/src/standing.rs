//! Standings and tie-breaks.

use crate::{Format, GroupPlace, ParticipantId, Settings, TieBreak};

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

    /// Divisor of a value for display: points are counted in halves if there are half points, and Sonneborn-Berger in quarters.
    pub fn divisor(&self, by: TieBreak) -> u32 {
        match by {
            TieBreak::Buchholz
            | TieBreak::BuchholzCut1
            | TieBreak::BuchholzMedian
            | TieBreak::Progressive => self.point_unit(),
            TieBreak::SonnebornBerger => self.point_unit() * self.win_points(),
            TieBreak::Reached
            | TieBreak::DirectEncounter
            | TieBreak::Marbles
            | TieBreak::Performance
            | TieBreak::Wins => 1,
        }
    }

    /// The tie-breaks, in the order of their application.
    pub fn tie_breaks(&self) -> &[TieBreak] {
        if self.tie_break_order.is_empty() { self.form.usual_tie_breaks() } else { &self.tie_break_order }
    }
}

impl Format {
    /// The usual tie-breaks of the format, in their usual order. A tournament can choose among them.
    pub fn usual_tie_breaks(&self) -> &'static [TieBreak] {
        use TieBreak::{
            Buchholz, BuchholzCut1, BuchholzMedian, DirectEncounter, Marbles, Performance, Progressive,
            Reached, SonnebornBerger, Wins,
        };
        match self {
            Self::RoundRobin(_) | Self::Groups(_) => {
                &[DirectEncounter, SonnebornBerger, Marbles, Wins, Progressive, Performance]
            }
            Self::Swiss(_) => &[
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
            Self::Knockout(_) => &[Reached, Marbles, Performance],
            // Participants who are eliminated in the same round share the place.
            Self::DoubleElimination(_) => &[Reached],
            Self::Arena(_) => &[Performance, Wins, Marbles],
        }
    }
}
