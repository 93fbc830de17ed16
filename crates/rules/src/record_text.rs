//! A whole game as text: tag pairs, an empty line, and the turns in numbered rounds.

use std::{error::Error, fmt};

use crate::{
    Assumption, GameReader, GameReading, LayoutError, Mode, ModeError, MoveError, PositionError, Record,
    SetupError, Step, StepKind, Tag, TagError, Turn, tag,
};

impl fmt::Display for Record {
    /// Writes the tags first, one per line; then an empty line; then a line for each round, in which every colour has one turn. `--` is a
    /// turn that passed without a move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let players =
            |name: &str| tag::ORDER.iter().position(|known| *known == name).is_some_and(|place| place < 6);
        for (name, value) in self.tags().filter(|(name, _)| players(name)) {
            write_tag(f, name, value)?;
        }
        write_tag(f, tag::MODE, self.mode().name())?;
        match self.layout() {
            Some(layout) => write_tag(f, tag::LAYOUT, layout.name())?,
            None => write_tag(f, tag::POSITION, &self.start().to_string())?,
        }
        for (name, value) in self.tags().filter(|(name, _)| !players(name)) {
            write_tag(f, name, value)?;
        }
        writeln!(f)?;
        for (round, turns) in (1..).zip(self.turns().chunks(self.mode().seats())) {
            write!(f, "{round}.")?;
            for turn in turns {
                write!(f, " {turn}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))
}

impl Record {
    /// Parses a game, as [`GameReader`] reads it: its main line, without comments and variations.
    ///
    /// # Errors
    /// The first fault, with its line and column.
    ///
    /// ```
    /// use sumito_rules::Record;
    /// let error = Record::parse("[Layout \"standard\"]\n\n1. a1b2 i5i6").unwrap_err();
    /// assert_eq!((error.line, error.column), (3, 9));
    /// ```
    pub fn parse(text: &str) -> Result<Self, RecordError> {
        Self::read(text).map(|(record, _)| record)
    }

    /// Parses the first game of a text, and returns the reader's assumptions.
    ///
    /// # Errors
    /// The first fault, with its line and column.
    pub fn read(text: &str) -> Result<(Self, Vec<Assumption>), RecordError> {
        let mut games = GameReader::new(text, Mode::Two);
        let reading = games.next().unwrap_or_else(|| Err(START.error(RecordErrorKind::NoGame)))?;
        let mut assumptions = reading.assumptions.clone();
        if reading.steps.iter().any(|step| step.kind == StepKind::Open) {
            assumptions.push(Assumption::Variations);
        }
        if games.next().is_some() {
            assumptions.push(Assumption::FirstGame);
        }
        Ok((Self::of(&reading)?, assumptions))
    }

    /// The main line of a game, without comments.
    ///
    /// # Errors
    /// The first tag that a record cannot hold, with its line and column.
    pub fn of(reading: &GameReading) -> Result<Self, RecordError> {
        let mut record = Self { layout: reading.layout, ..Self::from_position(reading.start) };
        for Tag { name, value, place } in &reading.tags {
            record.set_tag(name, value).map_err(|error| place.error(RecordErrorKind::Tag(error)))?;
        }
        let mut depth = 0_usize;
        for Step { place, kind } in &reading.steps {
            match kind {
                StepKind::Open => depth += 1,
                StepKind::Close => depth -= 1,
                StepKind::Turn(Turn::Pass) if depth == 0 => record.pass(),
                StepKind::Turn(Turn::Move(m)) if depth == 0 => {
                    record.play(*m).map_err(|reason| place.error(RecordErrorKind::Move(reason.into())))?;
                }
                StepKind::Turn(_) | StepKind::Comment(_) => {}
            }
        }
        Ok(record)
    }
}

/// A position in a text, line and column from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
}

const START: Place = Place { line: 1, column: 1 };

impl Place {
    pub(crate) const fn error(self, kind: RecordErrorKind) -> RecordError {
        RecordError { line: self.line, column: self.column, kind }
    }
}

/// A fault in the text of a record, with its position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// The kind of the fault.
    pub kind: RecordErrorKind,
}

/// The kind of a fault in a record.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum RecordErrorKind {
    /// A tag must have the form `[Name "value"]`, and a character of this is missing here.
    Expected {
        /// The missing character.
        wanted: char,
    },
    /// A backslash in a value must precede a quotation mark or another backslash.
    Escape,
    /// A comment starts here and is not closed.
    OpenComment,
    /// The tag occurs twice.
    TagTwice {
        /// The tag's name.
        name: String,
    },
    /// The tag's name or value is invalid.
    Tag(TagError),
    /// The text has neither moves nor a start.
    NoGame,
    /// A variation follows no turn.
    EarlyVariation,
    /// A variation is not closed.
    OpenVariation,
    /// No variation is open.
    CloseVariation,
    /// The tags name neither a layout nor a position, and no moves show the layout.
    NoStart,
    /// The tag `Variant` needs a tag `Position`.
    NoPosition,
    /// The tags name both a layout and a position.
    TwoStarts,
    /// There is no such mode.
    Mode(ModeError),
    /// There is no such layout.
    Layout(LayoutError),
    /// The layout does not fit the mode.
    Start(SetupError),
    /// The first position is invalid.
    Position(PositionError),
    /// The move is not playable.
    Move(MoveError),
    /// With two players, turns cannot pass without a move.
    PassOfTwo,
}

impl RecordError {
    /// The position in the text.
    pub const fn place(&self) -> Place {
        Place { line: self.line, column: self.column }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.kind)
    }
}

impl Error for RecordError {}

impl fmt::Display for RecordErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expected { wanted } => {
                write!(f, "{wanted} expected: a tag is written [Name \"value\"] on one line")
            }
            Self::Escape => f.write_str("in a value, \\ may stand only before \" or \\"),
            Self::OpenComment => f.write_str("this comment does not end: close it with }"),
            Self::TagTwice { name } => write!(f, "the tag {name} is given twice"),
            Self::Tag(error) => error.fmt(f),
            Self::NoGame => f.write_str("no game: neither moves nor a start"),
            Self::EarlyVariation => {
                f.write_str("a variation in parentheses must follow the move that it replaces")
            }
            Self::OpenVariation => f.write_str("a variation does not end: close it with )"),
            Self::CloseVariation => f.write_str("no variation is open here"),
            Self::NoPosition => f.write_str("the variant custom needs a tag Position"),
            Self::NoStart => {
                f.write_str("the start is missing: add a tag Layout or Position before the moves")
            }
            Self::TwoStarts => f.write_str("the start is given twice: omit the tag Layout or Position"),
            Self::Mode(error) => error.fmt(f),
            Self::Layout(error) => error.fmt(f),
            Self::Start(error) => error.fmt(f),
            Self::Position(error) => error.fmt(f),
            Self::Move(error) => error.fmt(f),
            Self::PassOfTwo => f.write_str("with two players no turn goes on without a move"),
        }
    }
}
