//! The colours of the marbles.

use std::{error::Error, fmt, str::FromStr};

/// A colour of marbles: the marbles of seat 0, 1, 2 or 3.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Color {
    /// Seat 0, which starts.
    Black,
    /// Seat 1, the second seat.
    White,
    /// Seat 2, with three and four players; the partner of black with four.
    Red,
    /// Seat 3, with four players; the partner of white.
    Yellow,
}

impl Color {
    /// Every colour in the order of the seats.
    pub const ALL: [Self; 4] = [Self::Black, Self::White, Self::Red, Self::Yellow];

    /// The number of the seat, from 0 to 3.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The colour of a seat, if the number is below 4.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 4 { Some(Self::ALL[index]) } else { None }
    }

    /// The letter in a position's text: `b`, `w`, `r`, `y`.
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'b',
            Self::White => 'w',
            Self::Red => 'r',
            Self::Yellow => 'y',
        }
    }

    /// The colour of a letter, in lower case.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'b' => Some(Self::Black),
            'w' => Some(Self::White),
            'r' => Some(Self::Red),
            'y' => Some(Self::Yellow),
            _ => None,
        }
    }

    /// The English name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
            Self::Red => "red",
            Self::Yellow => "yellow",
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Color {
    type Err = ColorError;

    fn from_str(text: &str) -> Result<Self, ColorError> {
        Self::ALL.into_iter().find(|color| color.name() == text).ok_or(ColorError)
    }
}

/// The text is not the name of a colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ColorError;

impl fmt::Display for ColorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a colour: write black, white, red or yellow")
    }
}

impl Error for ColorError {}
