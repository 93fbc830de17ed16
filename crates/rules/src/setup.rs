//! Any arrangement of marbles, checked before it becomes a position.

use std::{error::Error, fmt};

use crate::{Bitboard, Cell, Color, Layout, Mode, Position, position::Parts};

/// Number of ejections with which a team wins.
pub const MARBLES_TO_WIN: u8 = 6;

/// An arrangement of any number of marbles, from which [`position`](Self::position) makes a [`Position`].
///
/// Puzzles and tests need more than the rulebooks' starts, so the numbers of marbles are not restricted, and the numbers of ejections may
/// be anything up to six (six: the game is decided).
///
/// ```
/// use sumito_rules::{Color, Mode, Setup};
///
/// let position = Setup::new(Mode::Two)
///     .marbles(Color::Black, ["d4".parse()?, "d5".parse()?])
///     .marbles(Color::White, ["d6".parse()?])
///     .captured(&[5, 0])
///     .position()?;
/// assert_eq!(position.to_string(), "5/6/7/8/9/3bbw2/7/6/5 b 5,0 0 0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[must_use]
pub struct Setup {
    mode: Mode,
    marbles: [Bitboard; 4],
    turn: Color,
    captured: Vec<u8>,
    quiet_plies: u32,
    ply: u32,
}

impl Setup {
    /// An empty board with black to move.
    pub fn new(mode: Mode) -> Self {
        Self {
            mode,
            marbles: [Bitboard::EMPTY; 4],
            turn: Color::Black,
            captured: vec![0; mode.teams()],
            quiet_plies: 0,
            ply: 0,
        }
    }

    /// Starts with the marbles of a layout, black to move. [`position`](Self::position) checks that it fits the mode, like everything else:
    /// a layout for more players has marbles of colours that do not take part.
    pub fn layout(mode: Mode, layout: Layout) -> Self {
        Self { marbles: layout.marbles(), ..Self::new(mode) }
    }

    /// Adds marbles of a colour.
    pub fn marbles(mut self, color: Color, cells: impl IntoIterator<Item = Cell>) -> Self {
        self.marbles[color.index()].extend(cells);
        self
    }

    /// Sets the colour to move.
    pub const fn turn(mut self, color: Color) -> Self {
        self.turn = color;
        self
    }

    /// Sets the number of marbles that each team has ejected.
    pub fn captured(mut self, by_team: &[u8]) -> Self {
        self.captured = by_team.to_vec();
        self
    }

    /// Sets the number of plies since the last ejection.
    pub const fn quiet_plies(mut self, plies: u32) -> Self {
        self.quiet_plies = plies;
        self
    }

    /// Sets the number of plies played before.
    pub const fn ply(mut self, plies: u32) -> Self {
        self.ply = plies;
        self
    }

    /// Builds the position.
    ///
    /// # Errors
    /// A [`SetupError`] names the first fault.
    pub fn position(&self) -> Result<Position, SetupError> {
        let Self { mode, marbles, turn, quiet_plies, ply, .. } = *self;
        let foreign = |color: &Color| !mode.colors().contains(color);
        if foreign(&turn) {
            return Err(SetupError::ForeignColor { color: turn, mode });
        }
        let mut taken = Bitboard::EMPTY;
        for color in Color::ALL {
            let set = marbles[color.index()];
            if foreign(&color) && !set.is_empty() {
                return Err(SetupError::ForeignColor { color, mode });
            }
            if let Some(cell) = (taken & set).sorted().next() {
                return Err(SetupError::TwoMarbles { cell });
            }
            taken |= set;
        }
        let mut captured = [0; 3];
        if self.captured.len() != mode.teams() {
            return Err(SetupError::WrongTeams { given: self.captured.len(), mode });
        }
        for (team, &count) in self.captured.iter().enumerate() {
            if count > MARBLES_TO_WIN {
                return Err(SetupError::TooManyCaptured { team, count });
            }
            captured[team] = count;
        }
        Ok(Position::from_parts(&Parts { mode, marbles, turn, captured, quiet_plies, ply }))
    }
}

/// The reason why an arrangement is not a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SetupError {
    /// A colour that does not take part in the mode has marbles or is to move.
    ForeignColor {
        /// The colour concerned.
        color: Color,
        /// The requested mode.
        mode: Mode,
    },
    /// Two colours have a marble on the same cell.
    TwoMarbles {
        /// The doubly occupied cell.
        cell: Cell,
    },
    /// The number of ejection counts differs from the number of teams.
    WrongTeams {
        /// Number of given counts.
        given: usize,
        /// The requested mode.
        mode: Mode,
    },
    /// A team has more ejections than end the game.
    TooManyCaptured {
        /// The number of the team, from 0.
        team: usize,
        /// The given count.
        count: u8,
    },
    /// The layout is for another number of players.
    LayoutDoesNotFit {
        /// The requested layout.
        layout: Layout,
        /// The requested mode.
        mode: Mode,
    },
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ForeignColor { color, mode } => write!(f, "{color} does not take part in mode {mode}"),
            Self::TwoMarbles { cell } => write!(f, "two marbles lie on {cell}"),
            Self::WrongTeams { given, mode } => write!(
                f,
                "mode {mode} has {} teams, each with its count of marbles pushed out; {given} given",
                mode.teams()
            ),
            Self::TooManyCaptured { team, count } => {
                write!(
                    f,
                    "team {team} cannot have pushed out {count} marbles: the game ends at {MARBLES_TO_WIN}"
                )
            }
            Self::LayoutDoesNotFit { layout, mode } => write!(
                f,
                "layout {layout} is for {} players, mode {mode} for {}",
                layout.seats(),
                mode.seats()
            ),
        }
    }
}

impl Error for SetupError {}
