//! A whole game: its players, its start, and every turn.

use std::{error::Error, fmt};

use crate::{IllegalMove, Layout, Mode, Move, Position, SetupError};

/// A game as a value that can be written as text and read back (see [`Record::parse`]).
///
/// ```
/// use sumito_rules::{Layout, Mode, Record, tag};
///
/// let mut record = Record::new(Mode::Two, Layout::BelgianDaisy)?;
/// record.set_tag(tag::BLACK, "Ada")?;
/// record.play(record.last().parse_move("a1b2")?)?;
/// record.play(record.last().parse_move("i5h5")?)?;
/// let text = record.to_string();
/// assert!(text.ends_with("\n1. a1b2 i5h5\n"));
/// assert_eq!(Record::parse(&text)?, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    pub(crate) tags: Vec<(String, String)>,
    pub(crate) layout: Option<Layout>,
    pub(crate) start: Position,
    pub(crate) turns: Vec<Turn>,
    pub(crate) last: Position,
}

/// The names of the tags with a defined meaning.
pub mod tag {
    /// The occasion of the game.
    pub const EVENT: &str = "Event";
    /// The day, as in `2026-11-21`.
    pub const DATE: &str = "Date";
    /// Black's name; the tags of the other players are also named after their colours.
    pub const BLACK: &str = "Black";
    /// The name of the white player.
    pub const WHITE: &str = "White";
    /// The name of the red player.
    pub const RED: &str = "Red";
    /// The name of the yellow player.
    pub const YELLOW: &str = "Yellow";
    /// The mode, by its [`name`](crate::Mode::name). Part of the start, not set as a tag.
    pub const MODE: &str = "Mode";
    /// The layout, by its [`name`](crate::Layout::name). Part of the start, not set as a tag.
    pub const LAYOUT: &str = "Layout";
    /// The line of the first position, if the game does not start from a layout. Part of the start, not set as a tag.
    pub const POSITION: &str = "Position";
    /// The layout in other programs, by their names. Part of the start, not set as a tag.
    pub const VARIANT: &str = "Variant";
    /// The first position in other programs. Part of the start, not set as a tag.
    pub const FEN: &str = "FEN";
    /// The time control.
    pub const CLOCK: &str = "Clock";
    /// The time control in other programs.
    pub const TIME_CONTROL: &str = "TimeControl";
    /// The result of the game.
    pub const RESULT: &str = "Result";
    /// The reason for the end.
    pub const TERMINATION: &str = "Termination";

    /// The order in which the known tags are written; others follow.
    pub(crate) const ORDER: [&str; 12] =
        [EVENT, DATE, BLACK, WHITE, RED, YELLOW, MODE, LAYOUT, POSITION, CLOCK, RESULT, TERMINATION];

    /// Tags that are derived from the start.
    pub(crate) const START: [&str; 3] = [MODE, LAYOUT, POSITION];
}

/// A player's turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// A played move.
    Move(Move),
    /// With three or four players: the player was eliminated or could not move, and the turn passed.
    Pass,
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(m) => m.fmt(f),
            Self::Pass => f.write_str("--"),
        }
    }
}

impl Record {
    /// Creates a game without turns.
    ///
    /// # Errors
    /// [`SetupError::LayoutDoesNotFit`] if the layout is for another number of players.
    pub fn new(mode: Mode, layout: Layout) -> Result<Self, SetupError> {
        let start = Position::start(mode, layout)?;
        Ok(Self { layout: Some(layout), ..Self::from_position(start) })
    }

    /// Creates a game without turns that starts from any position.
    pub const fn from_position(start: Position) -> Self {
        Self { tags: Vec::new(), layout: None, start, turns: Vec::new(), last: start }
    }

    /// Adds a move to the game.
    ///
    /// # Errors
    /// The reason if the move is illegal in the last position.
    pub fn play(&mut self, m: Move) -> Result<(), IllegalMove> {
        self.last = self.last.play(m)?.position;
        self.turns.push(Turn::Move(m));
        Ok(())
    }

    /// Adds a turn that passed without a move.
    pub fn pass(&mut self) {
        self.last = self.last.pass_turn();
        self.turns.push(Turn::Pass);
    }

    /// Sets a tag, or replaces its value.
    ///
    /// # Errors
    /// The name must consist of one or more ASCII letters, digits or underscores and must not be one of the tags of the start; the value
    /// must not have line breaks or other control characters.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), TagError> {
        if name.is_empty() || !name.bytes().all(is_tag_byte) {
            return Err(TagError::Name);
        }
        if tag::START.contains(&name) {
            return Err(TagError::Start);
        }
        if value.chars().any(char::is_control) {
            return Err(TagError::Value);
        }
        match self.tags.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => value.clone_into(old),
            None => self.tags.push((name.to_owned(), value.to_owned())),
        }
        let place =
            |name: &str| tag::ORDER.iter().position(|known| *known == name).unwrap_or(tag::ORDER.len());
        self.tags.sort_by_key(|(name, _)| place(name));
        Ok(())
    }

    /// Returns the value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The tags in the order in which they are written, without the tags of the start.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The game's mode.
    pub const fn mode(&self) -> Mode {
        self.start.mode()
    }

    /// The layout, if the game starts from one.
    pub const fn layout(&self) -> Option<Layout> {
        self.layout
    }

    /// The first position.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The position after the last turn.
    pub const fn last(&self) -> &Position {
        &self.last
    }

    /// The turns from the first to the last.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }
}

/// Returns whether a byte is valid in the name of a tag.
pub(crate) const fn is_tag_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The reason why a tag cannot be set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TagError {
    /// The name is empty, or has characters other than letters, digits and underscores.
    Name,
    /// The tag is part of the start, which is set when the record is created.
    Start,
    /// The value has a line break or another control character.
    Value,
}

impl fmt::Display for TagError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Name => "a tag's name must consist of ASCII letters, digits and underscores",
            Self::Start => "mode, layout and position are given when the record is made",
            Self::Value => "a tag must not contain line breaks or other control characters",
        })
    }
}

impl Error for TagError {}
