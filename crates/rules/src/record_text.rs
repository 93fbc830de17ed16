//! A whole game as text: tag pairs, an empty line, and the turns in numbered rounds.

use std::{error::Error, fmt, iter::Peekable, str::Chars};

use crate::{
    Layout, LayoutError, Mode, ModeError, MoveError, Position, PositionError, Record, SetupError, TagError,
    Turn, record::is_tag_byte, tag,
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
    /// Parses a game.
    ///
    /// Tags come first, each as `[Name "value"]`, with `\"` and `\\` for those characters in a value. `Mode` is `two` unless given;
    /// `Layout` or `Position` is required. Then follow the moves in any spelling, `--` for a turn that passed without a move, move numbers
    /// (which are not checked), and comments in braces (which are dropped).
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
        let mut reader = Reader { chars: text.chars().peekable(), line: 1, column: 1 };
        let mut tags: Vec<Tag> = Vec::new();
        reader.skip_space()?;
        while reader.peek() == Some('[') {
            let tag = reader.tag()?;
            if tags.iter().any(|known| known.name == tag.name) {
                return Err(tag.place.error(RecordErrorKind::TagTwice { name: tag.name }));
            }
            tags.push(tag);
            reader.skip_space()?;
        }
        let mut record = start(&mut tags, reader.place())?;
        for tag in tags {
            record
                .set_tag(&tag.name, &tag.value)
                .map_err(|error| tag.place.error(RecordErrorKind::Tag(error)))?;
        }
        while reader.peek().is_some() {
            let place = reader.place();
            let word = reader.next_word();
            read_turn(&mut record, &word).map_err(|kind| place.error(kind))?;
            reader.skip_space()?;
        }
        Ok(record)
    }
}

/// Builds the record without turns from the tags `Mode`, `Layout` and `Position`, and removes them.
fn start(tags: &mut Vec<Tag>, end_of_tags: Place) -> Result<Record, RecordError> {
    let mut take = |name| tags.iter().position(|tag| tag.name == name).map(|at| tags.remove(at));
    let mode = match take(tag::MODE) {
        Some(tag) => {
            tag.value.parse::<Mode>().map_err(|error| tag.place.error(RecordErrorKind::Mode(error)))?
        }
        None => Mode::Two,
    };
    match (take(tag::LAYOUT), take(tag::POSITION)) {
        (Some(tag), None) => {
            let layout: Layout =
                tag.value.parse().map_err(|error| tag.place.error(RecordErrorKind::Layout(error)))?;
            Record::new(mode, layout).map_err(|error| tag.place.error(RecordErrorKind::Start(error)))
        }
        (None, Some(tag)) => Position::parse(mode, &tag.value)
            .map(Record::from_position)
            .map_err(|error| tag.place.error(RecordErrorKind::Position(error))),
        (Some(_), Some(tag)) => Err(tag.place.error(RecordErrorKind::TwoStarts)),
        (None, None) => Err(end_of_tags.error(RecordErrorKind::NoStart)),
    }
}

/// Parses a word of the turns: a move number alone, a move with or without a number in front, or a pass.
fn read_turn(record: &mut Record, word: &str) -> Result<(), RecordErrorKind> {
    let unnumbered = word.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches('.');
    if unnumbered.is_empty() {
        return Ok(());
    }
    if unnumbered == Turn::Pass.to_string() {
        if record.mode() == Mode::Two {
            return Err(RecordErrorKind::PassOfTwo);
        }
        record.pass();
        return Ok(());
    }
    let m = record.last().parse_move(word).map_err(RecordErrorKind::Move)?;
    record.play(m).map_err(|reason| RecordErrorKind::Move(reason.into()))
}

struct Tag {
    name: String,
    value: String,
    place: Place,
}

/// A position in the text, line and column from 1.
#[derive(Clone, Copy)]
struct Place {
    line: usize,
    column: usize,
}

impl Place {
    const fn error(self, kind: RecordErrorKind) -> RecordError {
        RecordError { line: self.line, column: self.column, kind }
    }
}

struct Reader<'a> {
    chars: Peekable<Chars<'a>>,
    line: usize,
    column: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<char> {
        self.chars.peek().copied()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.chars.next()?;
        if next == '\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
        Some(next)
    }

    const fn place(&self) -> Place {
        Place { line: self.line, column: self.column }
    }

    fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> String {
        let mut text = String::new();
        while let Some(next) = self.peek().filter(|&next| belongs(next)) {
            text.push(next);
            self.next();
        }
        text
    }

    /// Skips white space and comments.
    fn skip_space(&mut self) -> Result<(), RecordError> {
        loop {
            self.take_while(char::is_whitespace);
            if self.peek() != Some('{') {
                return Ok(());
            }
            let place = self.place();
            self.take_while(|c| c != '}');
            if self.next().is_none() {
                return Err(place.error(RecordErrorKind::OpenComment));
            }
        }
    }

    fn next_word(&mut self) -> String {
        self.take_while(|c| !c.is_whitespace() && c != '{')
    }

    fn expect(&mut self, wanted: char) -> Result<(), RecordError> {
        let place = self.place();
        if self.next() == Some(wanted) {
            Ok(())
        } else {
            Err(place.error(RecordErrorKind::Expected { wanted }))
        }
    }

    fn tag(&mut self) -> Result<Tag, RecordError> {
        let place = self.place();
        self.expect('[')?;
        let name = self.take_while(|c| u8::try_from(c).is_ok_and(is_tag_byte));
        self.take_while(|c| c == ' ');
        self.expect('"')?;
        let mut value = String::new();
        loop {
            let place = self.place();
            match self.next() {
                Some('"') => break,
                Some('\\') => match self.next() {
                    Some(escaped @ ('"' | '\\')) => value.push(escaped),
                    _ => return Err(place.error(RecordErrorKind::Escape)),
                },
                Some(c) if !c.is_control() => value.push(c),
                _ => return Err(place.error(RecordErrorKind::Expected { wanted: '"' })),
            }
        }
        self.expect(']')?;
        Ok(Tag { name, value, place })
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
    /// The tags name neither a layout nor a position.
    NoStart,
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
