//! Games whose results are comparable.

use std::fmt;
use std::str::FromStr;

use sumito_rules::Mode;

/// Games whose results are comparable: a player has a rating of their own in each pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pool {
    /// How many play, and in which order.
    pub mode: Mode,
    /// Whether they sit at the board all the time.
    pub speed: Speed,
}

/// Whether the players of a game sit at the board all the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Speed {
    /// They do.
    Live,
    /// They have days for a move.
    Correspondence,
}

/// The text is neither `live` nor `correspondence`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownSpeed;

impl Pool {
    /// Every pool, in the order in which they are listed.
    pub fn all() -> impl Iterator<Item = Self> {
        Mode::ALL.into_iter().flat_map(|mode| Speed::ALL.map(|speed| Self { mode, speed }))
    }
}

impl Speed {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Live, Self::Correspondence];

    /// The name: `live`, `correspondence`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Correspondence => "correspondence",
        }
    }
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Speed {
    type Err = UnknownSpeed;

    fn from_str(name: &str) -> Result<Self, UnknownSpeed> {
        Self::ALL.into_iter().find(|speed| speed.name() == name).ok_or(UnknownSpeed)
    }
}

impl fmt::Display for UnknownSpeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a speed is `live` or `correspondence`")
    }
}

impl std::error::Error for UnknownSpeed {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_are_read_as_they_are_written() {
        for speed in Speed::ALL {
            assert_eq!(speed.to_string().parse(), Ok(speed));
        }
        assert_eq!("Live".parse::<Speed>(), Err(UnknownSpeed));
        assert_eq!(Pool::all().count(), 8);
    }
}
