//! Parsing of moves in Aba-Pro notation.

use std::{error::Error, fmt, str::FromStr};

use crate::{Cell, CellError, Direction, IllegalMove, Move, Position};

impl FromStr for Move {
    type Err = MoveError;

    /// Parses a move: in line the trailing marble's cell and the cell it moves to (`a1b2`); sideways the two ends of the row and the target
    /// of the first-named end (`c6c7d6` or `c7c6d7`). Capital letters and a leading move number (`12.`) are accepted.
    fn from_str(text: &str) -> Result<Self, MoveError> {
        let cells = without_number(text.trim());
        let length = cells.chars().count();
        if length != 4 && length != 6 {
            return Err(MoveError::Syntax(NotationError::Length { characters: length }));
        }
        let cell = |number: usize| -> Result<Cell, MoveError> {
            let name = cells.get(2 * number..2 * number + 2).ok_or(CellError);
            name.and_then(str::parse)
                .map_err(|_| MoveError::Syntax(NotationError::NoSuchCell { number: number + 1 }))
        };
        if length == 4 {
            let (from, to) = (cell(0)?, cell(1)?);
            let direction = from.direction_to(to).ok_or(IllegalMove::TooFar)?;
            Ok(Self::in_line(from, direction).expect("the cell it moves to is on the board"))
        } else {
            read_side_step(cell(0)?, cell(1)?, cell(2)?).map_err(MoveError::Illegal)
        }
    }
}

/// The text without a leading move number: digits and points.
fn without_number(text: &str) -> &str {
    let after_digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if after_digits.len() < text.len() && after_digits.starts_with('.') {
        after_digits.trim_start_matches('.').trim_start()
    } else {
        text
    }
}

fn read_side_step(end: Cell, other_end: Cell, to: Cell) -> Result<Move, IllegalMove> {
    let row = row_between(end, other_end)?;
    let direction = end.direction_to(to).ok_or(IllegalMove::TooFar)?;
    if row.axis() == direction.axis() {
        return Err(IllegalMove::AlongTheRow);
    }
    // The first end has its target. If the move is impossible, the other end has none: if both ends have targets, all cells between have
    // them too.
    Move::side_step(end, other_end, direction).ok_or(IllegalMove::OverTheEdge { cell: other_end })
}

/// Returns the direction from one end of a row of two or three to the other.
fn row_between(end: Cell, other_end: Cell) -> Result<Direction, IllegalMove> {
    for direction in Direction::ALL {
        let mut cell = end;
        for length in 2.. {
            match cell.neighbor(direction) {
                Some(next) => cell = next,
                None => break,
            }
            if cell == other_end {
                return if length <= 3 { Ok(direction) } else { Err(IllegalMove::TooMany) };
            }
        }
    }
    Err(IllegalMove::NotALine)
}

impl Position {
    /// Parses a move, as [`Move::from_str`] does, and checks that it is legal here.
    ///
    /// # Errors
    /// [`MoveError::Syntax`] if the text is not a move, [`MoveError::Illegal`] if the move is illegal.
    ///
    /// ```
    /// use sumito_rules::{IllegalMove, Layout, Mode, MoveError, Position};
    ///
    /// let start = Position::start(Mode::Two, Layout::Standard)?;
    /// assert_eq!(start.parse_move("C5C4D5")?.to_string(), "c4c5d4");
    /// assert_eq!(start.parse_move("a1a2"), Err(MoveError::Illegal(IllegalMove::TooMany)));
    /// assert!(matches!(start.parse_move("castle"), Err(MoveError::Syntax(_))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let m: Move = text.parse()?;
        self.check(m)?;
        Ok(m)
    }
}

/// The reason why a text is not a playable move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveError {
    /// The text is not a move.
    Syntax(NotationError),
    /// The text is a move, but an illegal one.
    Illegal(IllegalMove),
}

/// The reason why a text is not a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NotationError {
    /// A move has two or three cells of two characters each.
    Length {
        /// Number of characters, without a move number.
        characters: usize,
    },
    /// Two characters do not name a cell.
    NoSuchCell {
        /// The cell's position in the text: the first, second or third, from 1.
        number: usize,
    },
}

impl MoveError {
    /// A stable name for programs, in snake case: `not_a_move`, or the reason's own [`code`](IllegalMove::code).
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Syntax(_) => "not_a_move",
            Self::Illegal(reason) => reason.code(),
        }
    }
}

impl From<IllegalMove> for MoveError {
    fn from(reason: IllegalMove) -> Self {
        Self::Illegal(reason)
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(error) => error.fmt(f),
            Self::Illegal(reason) => reason.fmt(f),
        }
    }
}

impl Error for MoveError {}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { characters } => write!(
                f,
                "a move is written with two cells (a1b2) or, sideways, with three (c6c7d6), not with {characters} characters"
            ),
            Self::NoSuchCell { number } => {
                write!(f, "cell {number} of the move is {CellError}")
            }
        }
    }
}

impl Error for NotationError {}
