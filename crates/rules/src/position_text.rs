//! A position as a line of text: `ROWS TURN CAPTURED QUIET PLY`.

use std::{error::Error, fmt};

use crate::{Cell, Color, Mode, Position, Setup, SetupError, cell::CELLS};

/// Number of cells in the rows I to A.
const ROW_LENGTHS: [usize; 9] = [5, 6, 7, 8, 9, 8, 7, 6, 5];

impl Position {
    /// Parses a position's line.
    ///
    /// `ROWS` are the rows I to A separated by `/`, with `b w r y` for marbles and digits for runs of free cells; then follow the letter of
    /// the colour to move, the ejections of each team separated by commas, the plies since the last ejection, and the plies played. The
    /// text does not contain the mode.
    ///
    /// # Errors
    /// A [`PositionError`] names the faulty part and its expected form.
    ///
    /// ```
    /// use sumito_rules::{Mode, Position};
    /// let text = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0,0 0 0";
    /// assert_eq!(Position::parse(Mode::Two, text)?.to_string(), text);
    /// # Ok::<(), sumito_rules::PositionError>(())
    /// ```
    pub fn parse(mode: Mode, text: &str) -> Result<Self, PositionError> {
        let mut fields = text.split_ascii_whitespace();
        let mut field = |name| fields.next().ok_or(PositionError::Missing { field: name });
        let rows = field("rows")?;
        let turn = field("colour to move")?;
        let captured = field("marbles pushed out")?;
        let quiet = field("quiet plies")?;
        let ply = field("plies played")?;
        if fields.next().is_some() {
            return Err(PositionError::TooLong);
        }
        let captured = captured_of(captured)?;
        read_rows(mode, rows)?
            .turn(single_letter(turn).and_then(Color::from_letter).ok_or(PositionError::Turn)?)
            .captured(&captured)
            .quiet_plies(number(quiet).ok_or(PositionError::Plies { field: "quiet plies" })?)
            .ply(number(ply).ok_or(PositionError::Plies { field: "plies played" })?)
            .position()
            .map_err(PositionError::Setup)
    }
}

/// Reads the counts of ejections, one for each team.
pub(crate) fn captured_of(text: &str) -> Result<Vec<u8>, PositionError> {
    text.split(',').map(|count| number(count).ok_or(PositionError::Captured)).collect()
}

pub(crate) fn read_rows(mode: Mode, rows: &str) -> Result<Setup, PositionError> {
    let count = rows.split('/').count();
    if count != 9 {
        return Err(PositionError::RowCount { count });
    }
    let mut setup = Setup::new(mode);
    for (row, text) in (0..9).rev().zip(rows.split('/')) {
        let letter = char::from(b'a' + row);
        let mut cells = Cell::ALL.into_iter().filter(|cell| cell.row() == row);
        for symbol in text.chars() {
            if let Some(color) = Color::from_letter(symbol) {
                let cell = cells.next().ok_or(PositionError::RowLength { row: letter })?;
                setup = setup.marbles(color, [cell]);
            } else if let Some(free @ 1..) = symbol.to_digit(10) {
                for _ in 0..free {
                    cells.next().ok_or(PositionError::RowLength { row: letter })?;
                }
            } else {
                return Err(PositionError::Symbol { row: letter, symbol });
            }
        }
        if cells.next().is_some() {
            return Err(PositionError::RowLength { row: letter });
        }
    }
    Ok(setup)
}

pub(crate) fn single_letter(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}

/// Parses a number in plain digits: `parse` alone would also accept a sign.
pub(crate) fn number<N: std::str::FromStr>(text: &str) -> Option<N> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const FREE: u8 = 0;
        let mut letters = [FREE; CELLS];
        for color in Color::ALL {
            for cell in self.marbles(color) {
                letters[cell.index()] = color.letter() as u8;
            }
        }
        // A server writes a position with every move: a single write is many times faster than one for each letter.
        let mut line = Line::default();
        let mut rest = letters.as_slice();
        for length in ROW_LENGTHS {
            let (below, row) = rest.split_at(rest.len() - length);
            rest = below;
            let mut free = 0;
            for &letter in row {
                if letter == FREE {
                    free += 1;
                } else {
                    line.end_run(&mut free);
                    line.push(letter);
                }
            }
            line.end_run(&mut free);
            line.push(b'/');
        }
        line.length -= 1;
        line.push(b' ');
        line.push(self.turn().letter() as u8);
        line.push(b' ');
        for (team, &count) in self.captured().iter().enumerate() {
            if team > 0 {
                line.push(b',');
            }
            line.push_number(count.into());
        }
        for count in [self.quiet_plies(), self.ply()] {
            line.push(b' ');
            line.push_number(count);
        }
        f.write_str(str::from_utf8(&line.bytes[..line.length]).map_err(|_| fmt::Error)?)
    }
}

/// A line under construction.
struct Line {
    /// Longer than any line: a letter for each cell, eight separators, and at most six numbers of ten digits.
    bytes: [u8; 160],
    length: usize,
}

impl Default for Line {
    fn default() -> Self {
        Self { bytes: [0; 160], length: 0 }
    }
}

impl Line {
    fn push(&mut self, byte: u8) {
        self.bytes[self.length] = byte;
        self.length += 1;
    }

    /// Writes the length of a run of free cells: at most nine.
    fn end_run(&mut self, free: &mut u8) {
        if *free > 0 {
            self.push(b'0' + *free);
            *free = 0;
        }
    }

    fn push_number(&mut self, number: u32) {
        if number >= 10 {
            self.push_number(number / 10);
        }
        self.push(b'0' + (number % 10) as u8);
    }
}

/// The reason why a text is not a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum PositionError {
    /// The line ends before all its five parts.
    Missing {
        /// The first part that is missing.
        field: &'static str,
    },
    /// There is more text after the five parts.
    TooLong,
    /// There are not nine rows.
    RowCount {
        /// Number of rows in the text.
        count: usize,
    },
    /// A row has more or fewer cells than the board's.
    RowLength {
        /// The letter of the row.
        row: char,
    },
    /// A row contains something other than marbles and digits from 1 to 9.
    Symbol {
        /// The letter of the row.
        row: char,
        /// The invalid symbol.
        symbol: char,
    },
    /// The colour to move is not one of the letters `b w r y`.
    Turn,
    /// The ejections are not small numbers separated by commas.
    Captured,
    /// A count of plies is not a number.
    Plies {
        /// The affected count.
        field: &'static str,
    },
    /// The parts are valid but do not form a position.
    Setup(SetupError),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { field } => {
                write!(f, "a position is ROWS TURN CAPTURED QUIET PLY; missing: the {field}")
            }
            Self::TooLong => f.write_str("too many parts: a position is ROWS TURN CAPTURED QUIET PLY"),
            Self::RowCount { count } => write!(f, "{count} rows instead of nine, I to A, separated by /"),
            Self::RowLength { row } => write!(f, "row {row} does not have as many cells as the board's"),
            Self::Symbol { row, symbol } => write!(
                f,
                "row {row} holds {symbol:?}: write b, w, r, y for marbles and 1 to 9 for runs of free cells"
            ),
            Self::Turn => f.write_str("the colour to move is one of the letters b, w, r, y"),
            Self::Captured => f.write_str(
                "the marbles pushed out are one number for each team, separated by commas, as in 0,0",
            ),
            Self::Plies { field } => write!(f, "the {field} are a number from 0 to {}", u32::MAX),
            Self::Setup(error) => error.fmt(f),
        }
    }
}

impl Error for PositionError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Setup(error) => Some(error),
            _ => None,
        }
    }
}
