//! The six directions in which a marble can move.

use std::fmt;

/// One of the six directions, seen from Black's edge (row A at the bottom).
///
/// Changes of (row, number): east (0, +1), north-east (+1, +1), north-west (+1, 0), and their opposites.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Direction {
    /// Along the row, towards higher numbers.
    East,
    /// To the next higher row and number.
    NorthEast,
    /// To the next higher row, with the same number.
    NorthWest,
    /// Along the row, towards lower numbers.
    West,
    /// To the next lower row and number.
    SouthWest,
    /// To the next lower row, with the same number.
    SouthEast,
}

impl Direction {
    /// Every direction, counter-clockwise from east; opposites are three apart.
    pub const ALL: [Self; 6] =
        [Self::East, Self::NorthEast, Self::NorthWest, Self::West, Self::SouthWest, Self::SouthEast];

    /// A direction for each of the three axes: the one that leads to later cells (see [`Cell`](crate::Cell)).
    pub const AXES: [Self; 3] = [Self::East, Self::NorthEast, Self::NorthWest];

    /// The number of the direction, from 0 to 5, in the order of [`ALL`](Self::ALL).
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the opposite direction.
    ///
    /// ```
    /// use sumito_rules::Direction;
    /// assert_eq!(Direction::NorthEast.opposite(), Direction::SouthWest);
    /// ```
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self.index() + 3) % 6]
    }

    /// The member of [`AXES`](Self::AXES) that is parallel to this direction.
    #[inline]
    #[must_use]
    pub const fn axis(self) -> Self {
        Self::ALL[self.index() % 3]
    }

    /// The change of (row, number) in a step.
    pub const fn delta(self) -> (i8, i8) {
        match self {
            Self::East => (0, 1),
            Self::NorthEast => (1, 1),
            Self::NorthWest => (1, 0),
            Self::West => (0, -1),
            Self::SouthWest => (-1, -1),
            Self::SouthEast => (-1, 0),
        }
    }

    /// The usual abbreviation: `E`, `NE`, `NW`, `W`, `SW`, `SE`.
    pub const fn abbreviation(self) -> &'static str {
        match self {
            Self::East => "E",
            Self::NorthEast => "NE",
            Self::NorthWest => "NW",
            Self::West => "W",
            Self::SouthWest => "SW",
            Self::SouthEast => "SE",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.abbreviation())
    }
}
