//! How well to play.

use std::{error::Error, fmt, str::FromStr};

/// How well to play, from 1 (a beginner) to 8 (as well as the engine can).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// By level, rounded to tens.
const ELO: [u16; 8] = [500, 750, 1080, 1500, 1870, 2170, 2470, 2720];

impl Level {
    /// As well as the engine can.
    pub const FULL: Self = Self(8);

    /// Every level, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::FULL.0).map(Self)
    }

    /// The level with this number.
    ///
    /// # Errors
    /// There are levels 1 to 8 only.
    pub const fn new(number: u8) -> Result<Self, NoSuchLevel> {
        if number >= 1 && number <= Self::FULL.0 { Ok(Self(number)) } else { Err(NoSuchLevel) }
    }

    /// An estimate of how strong it is, for comparing levels with each other: a difference of 200 means three points of four.
    ///
    /// The sum of the differences between neighbours that matches have shown (docs/engine.md), from an arbitrary 500 on.
    /// They were played with 250,000 positions a move at most, so the highest grows with the time that it is given.
    pub const fn elo(self) -> u16 {
        ELO[self.0 as usize - 1]
    }

    /// Its number, 1 to 8.
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
    type Err = NoSuchLevel;

    fn from_str(text: &str) -> Result<Self, NoSuchLevel> {
        text.parse().map_err(|_| NoSuchLevel).and_then(Self::new)
    }
}

/// There is no level with this number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NoSuchLevel;

impl fmt::Display for NoSuchLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no such level: there are 1 (the weakest) to 8")
    }
}

impl Error for NoSuchLevel {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_eight_and_each_is_stronger() {
        assert_eq!(Level::all().count(), 8);
        assert!(Level::all().is_sorted_by_key(Level::elo));
        assert_eq!((Level::new(0), Level::new(9)), (Err(NoSuchLevel), Err(NoSuchLevel)));
        assert_eq!(("8".parse(), "nine".parse::<Level>()), (Ok(Level::FULL), Err(NoSuchLevel)));
    }
}
