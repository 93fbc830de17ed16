//! Puzzles as text: a line each.

use std::{error::Error, fmt, str::FromStr};

use sumito_rules::{Mode, Move, Position};

use crate::{Puzzle, force::after};

/// The mode's name, the position and the moves of the solution, as in `two | 5/6/7/8/6bbw/8/7/6/5 b 0,0 0 0 | e7e8`.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} | {} |", self.start().mode().name(), self.start())?;
        self.line().iter().try_for_each(|m| write!(f, " {m}"))
    }
}

/// The text does not describe a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleError(String);

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for PuzzleError {}

/// Reads the output of [`Display`](fmt::Display). Only the moves are checked, not that the solution is the only one: [`Puzzle::find`] does
/// that.
impl FromStr for Puzzle {
    type Err = PuzzleError;

    fn from_str(text: &str) -> Result<Self, PuzzleError> {
        let wrong = |error: &dyn fmt::Display| PuzzleError(format!("{error}: {text}"));
        let mut parts = text.split('|').map(str::trim);
        let mut next = || parts.next().ok_or_else(|| wrong(&"a puzzle has a mode, a position and moves"));
        let (mode, start, moves) = (next()?, next()?, next()?);
        let mode: Mode = mode.parse().map_err(|error| wrong(&error))?;
        let start = Position::parse(mode, start).map_err(|error| wrong(&error))?;
        let mut position = start;
        let mut line: Vec<Move> = Vec::new();
        for m in moves.split_whitespace() {
            let m = position.parse_move(m).map_err(|error| wrong(&error))?;
            position.check(m).map_err(|error| wrong(&error))?;
            position = after(&position, m);
            line.push(m);
        }
        Self::with_line(start, line).ok_or_else(|| wrong(&"the last move is not the solver's"))
    }
}
