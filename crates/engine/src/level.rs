//! How well to play.

use std::{error::Error, fmt, str::FromStr};

/// How well to play, from 1 (a beginner) to 8 (as well as the engine can).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

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
