//! Modes: number of players, seats and teams.

use std::{error::Error, fmt, str::FromStr};

use crate::{Color, Layout};

/// The number of players and the order of their turns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Mode {
    /// Two players against each other.
    Two,
    /// Three players, each for themselves.
    Three,
    /// Four players in two teams; turns are clockwise, so the teams alternate.
    Four,
    /// Four players in two teams; partners play one after the other, so each team plays twice in a row.
    FourConsecutive,
}

impl Mode {
    /// Every mode, in order.
    pub const ALL: [Self; 4] = [Self::Two, Self::Three, Self::Four, Self::FourConsecutive];

    /// The number of the mode, from 0 to 3, in the order of [`ALL`](Self::ALL).
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name: `two`, `three`, `four`, `four-consecutive`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Two => "two",
            Self::Three => "three",
            Self::Four => "four",
            Self::FourConsecutive => "four-consecutive",
        }
    }

    /// Number of players: 2, 3 or 4.
    #[inline]
    pub const fn seats(self) -> usize {
        match self {
            Self::Two => 2,
            Self::Three => 3,
            Self::Four | Self::FourConsecutive => 4,
        }
    }

    /// The colours that take part, in the order of the seats (clockwise round the board).
    pub const fn colors(self) -> &'static [Color] {
        Color::ALL.split_at(self.seats()).0
    }

    /// The colours in the order of their turns; black is first, and the order is cyclic.
    ///
    /// ```
    /// use sumito_rules::{Color::*, Mode};
    /// assert_eq!(Mode::FourConsecutive.turn_order(), [Black, Red, White, Yellow]);
    /// ```
    pub const fn turn_order(self) -> &'static [Color] {
        match self {
            Self::FourConsecutive => &[Color::Black, Color::Red, Color::White, Color::Yellow],
            _ => self.colors(),
        }
    }

    /// The colour to move after `color`.
    #[inline]
    pub const fn next(self, color: Color) -> Color {
        NEXT[self.index()][color.index()]
    }

    /// Number of teams: two or three players are a team each, four players form two teams.
    #[inline]
    pub const fn teams(self) -> usize {
        match self {
            Self::Three => 3,
            _ => 2,
        }
    }

    /// Every team, in order.
    pub fn all_teams(self) -> impl Iterator<Item = Team> {
        (0..self.teams() as u8).map(Team)
    }

    /// The team of a colour. With four players, players of opposite seats are partners.
    #[inline]
    pub const fn team_of(self, color: Color) -> Team {
        Team((color.index() % self.teams()) as u8)
    }

    /// The partner of a colour, in the modes with teams.
    #[inline]
    pub const fn partner(self, color: Color) -> Option<Color> {
        match self {
            Self::Two | Self::Three => None,
            Self::Four | Self::FourConsecutive => Color::from_index((color.index() + 2) % 4),
        }
    }

    /// The colours of a team, in the order of the seats.
    pub fn colors_of(self, team: Team) -> impl Iterator<Item = Color> {
        self.colors().iter().copied().filter(move |&color| self.team_of(color) == team)
    }

    /// The default layout.
    ///
    /// With two players it is the Belgian daisy, because the standard start can be blocked permanently.
    pub const fn default_layout(self) -> Layout {
        match self {
            Self::Two => Layout::BelgianDaisy,
            Self::Three => Layout::ThreeStandard,
            Self::Four | Self::FourConsecutive => Layout::FourStandard,
        }
    }
}

/// The next colour, by mode and colour; black follows colours that do not take part.
const NEXT: [[Color; 4]; 4] = {
    let mut next = [[Color::Black; 4]; 4];
    let mut mode = 0;
    while mode < 4 {
        let order = Mode::ALL[mode].turn_order();
        let mut turn = 0;
        while turn < order.len() {
            next[mode][order[turn].index()] = order[(turn + 1) % order.len()];
            turn += 1;
        }
        mode += 1;
    }
    next
};

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Mode {
    type Err = ModeError;

    fn from_str(text: &str) -> Result<Self, ModeError> {
        Self::ALL.into_iter().find(|mode| mode.name() == text).ok_or(ModeError)
    }
}

/// The text is not the name of a mode.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ModeError;

impl fmt::Display for ModeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a mode: write two, three, four or four-consecutive")
    }
}

impl Error for ModeError {}

/// A team, which counts ejected marbles together and wins together: one player, or two partners with four players.
///
/// With four players, team 0 is black and red, team 1 white and yellow; otherwise the number equals the seat's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Team(u8);

impl Team {
    /// The number of the team, from 0: its place in [`Position::captured`](crate::Position::captured).
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
