//! Evaluations of positions.

use std::fmt;

/// The evaluation of a position for the player to move; with teams, for their team.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// The advantage, in hundredths of an ejected marble.
    Marbles(i32),
    /// A forced win; the last move is this many plies away.
    Win(u16),
    /// A forced loss; the last move is this many plies away.
    Loss(u16),
}

impl Score {
    /// Returns one number that increases with the value, in hundredths of a marble: a win is above everything else.
    pub const fn hundredths(self) -> i32 {
        match self {
            Self::Marbles(hundredths) => hundredths,
            Self::Win(plies) => WIN / PER_HUNDREDTH - plies as i32,
            Self::Loss(plies) => plies as i32 - WIN / PER_HUNDREDTH,
        }
    }

    pub(crate) const fn of(value: Value) -> Self {
        if value >= LEAST_WIN {
            Self::Win((WIN - value) as u16)
        } else if value <= -LEAST_WIN {
            Self::Loss((WIN + value) as u16)
        } else {
            Self::Marbles(value / PER_HUNDREDTH)
        }
    }
}

impl fmt::Display for Score {
    /// As in the `uai` protocol: `123`, `win 5`, `loss 4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Marbles(hundredths) => write!(f, "{hundredths}"),
            Self::Win(plies) => write!(f, "win {plies}"),
            Self::Loss(plies) => write!(f, "loss {plies}"),
        }
    }
}

/// A score within the search: thousandths of a marble, or a win in n plies as `WIN - n`. Fits into 16 bits.
pub(crate) type Value = i32;

const PER_HUNDREDTH: Value = 10;

/// The value of a decided game.
pub(crate) const WIN: Value = 32_000;

/// Greater than any value.
pub(crate) const INFINITE: Value = WIN + 1;

/// Maximum depth of the search.
pub(crate) const MAX_PLY: usize = 120;

/// Values from here on are forced wins.
pub(crate) const LEAST_WIN: Value = WIN - MAX_PLY as Value - 1;

/// The value of a decided game of three. It is not sure, because the search leaves out moves of the others, but more than each static value.
pub(crate) const LIKELY_WIN: Value = 25_000;

/// Values from here on are wins, sure or not.
pub(crate) const LEAST_LIKELY_WIN: Value = LIKELY_WIN - MAX_PLY as Value - 1;

/// The value of a drawn game.
pub(crate) const DRAW: Value = 0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_to_the_end_are_counted() {
        assert_eq!(Score::of(WIN - 5).to_string(), "win 5");
        assert_eq!(Score::of(4 - WIN).to_string(), "loss 4");
        assert_eq!(Score::of(-1234).to_string(), "-123");
    }

    #[test]
    fn a_sooner_win_is_worth_more() {
        let scores =
            [Score::Win(1), Score::Win(9), Score::Marbles(900), Score::Marbles(-900), Score::Loss(9)];
        assert!(scores.is_sorted_by(|a, b| a.hundredths() > b.hundredths()));
    }
}
