//! Playing strength.

use std::{error::Error, fmt, str::FromStr};

/// The playing strength, from 1 (a beginner) to 12 (full strength).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// By level, rounded to tens.
const ELO: [u16; 12] = [290, 510, 740, 930, 1140, 1330, 1570, 1750, 1890, 2070, 2240, 2420];

impl Level {
    /// The weakest level.
    pub const WEAKEST: Self = Self(1);

    /// Full playing strength.
    pub const FULL: Self = Self(12);

    /// Every level, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::FULL.0).map(Self)
    }

    /// Returns the level with this number.
    ///
    /// # Errors
    /// Fails unless the number is from 1 to 12.
    pub const fn new(number: u8) -> Result<Self, InvalidLevel> {
        if number >= 1 && number <= Self::FULL.0 { Ok(Self(number)) } else { Err(InvalidLevel) }
    }

    /// An estimate of the strength, for comparing levels with each other: a difference of 200 means three points of four.
    ///
    /// The sum of the differences between neighbouring levels in matches (docs/engine.md), from 100 for a player who ejects or pushes and
    /// does not think. The matches used at most 250,000 positions per move, so the highest level grows with its time.
    pub const fn elo(self) -> u16 {
        ELO[self.0 as usize - 1]
    }

    /// The level's number, 1 to 12.
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl Default for Level {
    fn default() -> Self {
        Self::FULL
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Level {
    type Err = InvalidLevel;

    fn from_str(text: &str) -> Result<Self, InvalidLevel> {
        text.parse().map_err(|_| InvalidLevel).and_then(Self::new)
    }
}

/// There is no level with this number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct InvalidLevel;

impl fmt::Display for InvalidLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no such level; levels are 1 (weakest) to 12")
    }
}

impl Error for InvalidLevel {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_twelve_and_each_is_stronger() {
        assert_eq!(Level::all().count(), 12);
        assert!(Level::all().is_sorted_by_key(Level::elo));
        assert_eq!((Level::new(0), Level::new(13)), (Err(InvalidLevel), Err(InvalidLevel)));
        assert_eq!(("12".parse(), "nine".parse::<Level>()), (Ok(Level::FULL), Err(InvalidLevel)));
    }
}
