//! Starts of games: layouts and other positions.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sumito_rules::{Color, Layout, Mode, Position, PositionError, SetupError};

/// The start of a game: a layout, or another position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// The game starts from a layout.
    Layout(Layout),
    /// The game starts from another position.
    Position(StartPosition),
}

impl Start {
    /// Returns the start given by a position, or by the layout if there is no position.
    pub fn new(layout: Layout, position: Option<StartPosition>) -> Self {
        position.map_or(Self::Layout(layout), Self::Position)
    }

    /// Returns the first position of a game in this mode.
    ///
    /// # Errors
    /// [`SetupError::LayoutDoesNotFit`] if the layout is for another number of players.
    pub fn position(self, mode: Mode) -> Result<Position, SetupError> {
        match self {
            Self::Layout(layout) => Position::start(mode, layout),
            Self::Position(StartPosition(position)) => Ok(position),
        }
    }

    /// The position, if the game does not start from a layout.
    pub fn start_position(self) -> Option<StartPosition> {
        match self {
            Self::Layout(_) => None,
            Self::Position(position) => Some(position),
        }
    }

    /// The layout, if the game starts from one.
    pub fn layout(self) -> Option<Layout> {
        match self {
            Self::Layout(layout) => Some(layout),
            Self::Position(_) => None,
        }
    }
}

/// A position from which a game can start: no team has won, each colour has a marble and no more than in a layout, and the colour to move
/// has a legal move. Its counts of plies are zero, since the game counts its own.
///
/// ```
/// use sumito_game::StartPosition;
/// use sumito_rules::Mode;
///
/// let start = StartPosition::parse(Mode::Two, "5/6/7/8/9/3bbw2/7/6/5 w 5,0 12 80")?;
/// assert_eq!(start.line(), "5/6/7/8/9/3bbw2/7/6/5 w 5,0 0 0");
/// # Ok::<(), sumito_game::StartError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct StartPosition(Position);

impl StartPosition {
    /// Maximum length of a line in bytes. Every start position has a shorter one.
    pub const LINE_MAX_BYTES: usize = 128;

    /// Checks a position, and sets its counts of plies to zero.
    ///
    /// # Errors
    /// [`StartError`] names the first fault.
    pub fn new(position: Position) -> Result<Self, StartError> {
        let position = position.as_start();
        let mode = position.mode();
        if position.winner().is_some() {
            return Err(StartError::Over);
        }
        let usual = mode.default_layout().marbles();
        for &color in mode.colors() {
            let (count, max) = (position.marbles(color).len(), usual[color.index()].len());
            if !(1..=max).contains(&count) {
                return Err(StartError::Marbles { color, count, max });
            }
        }
        if !position.has_legal_move() {
            return Err(StartError::NoMove { color: position.turn() });
        }
        Ok(Self(position))
    }

    /// Parses a position's line, `ROWS TURN CAPTURED QUIET PLY`.
    ///
    /// # Errors
    /// [`StartError`] if the text is not a position of the mode, or no game can start from it.
    pub fn parse(mode: Mode, line: &str) -> Result<Self, StartError> {
        if line.len() > Self::LINE_MAX_BYTES {
            return Err(StartError::TooLong);
        }
        Self::new(Position::parse(mode, line).map_err(StartError::Line)?)
    }

    /// The mode, which the position's line does not contain.
    pub fn mode(&self) -> Mode {
        self.0.mode()
    }

    /// The position's line.
    pub fn line(&self) -> String {
        self.0.to_string()
    }
}

impl From<StartPosition> for Position {
    fn from(StartPosition(position): StartPosition) -> Self {
        position
    }
}

/// Writes the mode and the line: `two wwwww/… b 0,0 0 0`.
impl fmt::Display for StartPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.mode(), self.0)
    }
}

impl From<StartPosition> for String {
    fn from(start: StartPosition) -> Self {
        start.to_string()
    }
}

impl FromStr for StartPosition {
    type Err = StartError;

    fn from_str(text: &str) -> Result<Self, StartError> {
        let (mode, line) = text.split_once(' ').unwrap_or((text, ""));
        Self::parse(mode.parse().map_err(|_| StartError::Mode)?, line)
    }
}

impl TryFrom<String> for StartPosition {
    type Error = StartError;

    fn try_from(text: String) -> Result<Self, StartError> {
        text.parse()
    }
}

/// The reason why no game can start from a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// The text has no known mode.
    #[error("the start position has no mode")]
    Mode,
    /// The text is longer than every position.
    #[error("the start position is too long: write ROWS TURN CAPTURED QUIET PLY")]
    TooLong,
    /// The text is not a position of the mode.
    #[error("start position: {0}")]
    Line(PositionError),
    /// A team has already won.
    #[error("start position: a team has already pushed out six marbles; a team can begin with at most five")]
    Over,
    /// A colour has no marble, or more than in a layout.
    #[error("start position: {color} has {count} marbles; each colour needs 1 to {max}")]
    Marbles {
        /// The colour concerned.
        color: Color,
        /// Its number of marbles.
        count: usize,
        /// Maximum number of marbles.
        max: usize,
    },
    /// The colour to move cannot move.
    #[error("start position: {color} is to move and has no legal move")]
    NoMove {
        /// The colour to move.
        color: Color,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_can_start_from_every_layout() {
        for mode in Mode::ALL {
            for layout in Layout::ALL.into_iter().filter(|layout| layout.fits(mode)) {
                let position = Position::start(mode, layout).unwrap();
                let start = StartPosition::new(position).unwrap();
                assert_eq!(Start::Position(start).position(mode), Ok(position));
                assert_eq!(start.to_string().parse(), Ok(start));
            }
        }
    }

    #[test]
    fn a_position_that_is_no_start_says_what_is_wrong() {
        let full = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb";
        for (line, words) in [
            (format!("{full} b 6,0 0 0"), "already pushed out six"),
            (
                format!("{} b 0,0 0 0", full.replace("/8/9", "/8/8b")),
                "black has 15 marbles; each colour needs 1 to 14",
            ),
            (format!("{} b 0,0 0 0", full.replace('w', "1")), "white has 0 marbles"),
            ("wwwww/wwwwww/7/8/9/8/7/wwwwww/bwwwww b 0,0 0 0".to_owned(), "row a"),
            ("wwwww/6/7/8/9/8/7/ww4/bww2 b 0,0 0 0".to_owned(), "black is to move and has no legal move"),
            (format!("{full} r 0,0 0 0"), "red"),
            (format!("{full} b 0,0 0"), "plies played"),
            (format!("{full} b 0,0 0 {}0", " ".repeat(128)), "too long"),
        ] {
            let error = StartPosition::parse(Mode::Two, &line).unwrap_err().to_string();
            assert!(error.contains(words), "{line}: {error}");
        }
        assert_eq!("five 5".parse::<StartPosition>(), Err(StartError::Mode));
    }

    #[test]
    fn three_players_need_a_marble_each() {
        let line = "5/6/7/8/2b1w1r2/8/7/6/5 r 0,0,0 0 0";
        assert!(StartPosition::parse(Mode::Three, line).is_ok());
        let error = StartPosition::parse(Mode::Three, &line.replace("1w1", "3")).unwrap_err();
        assert_eq!(error, StartError::Marbles { color: Color::White, count: 0, max: 11 });
    }
}
