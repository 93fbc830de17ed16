//! Rating pools: games with comparable results.

use std::fmt;
use std::str::FromStr;

use sumito_rules::Mode;

/// A rating pool: games with comparable results. A player has a separate rating in each pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pool {
    /// The game's mode: number and order of the players.
    pub mode: Mode,
    /// The speed of the games.
    pub speed: Speed,
}

/// The speed of a game, or bots at the board: the games with bots have pools of their own, whatever their speed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Speed {
    /// The players stay at the board.
    Live,
    /// The players have days for a move.
    Correspondence,
    /// At least one player is a bot.
    Bots,
}

/// The text is no name of a speed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownSpeed;

impl Pool {
    /// Every pool, in the order in which they are listed.
    pub fn all() -> impl Iterator<Item = Self> {
        Mode::ALL.into_iter().flat_map(|mode| Speed::ALL.map(|speed| Self { mode, speed }))
    }
}

impl Speed {
    /// Every speed, in order.
    pub const ALL: [Self; 3] = [Self::Live, Self::Correspondence, Self::Bots];

    /// The name: `live`, `correspondence`, `bots`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Correspondence => "correspondence",
            Self::Bots => "bots",
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
        f.write_str("a speed is `live`, `correspondence` or `bots`")
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
        assert_eq!(Pool::all().count(), 12);
    }
}
