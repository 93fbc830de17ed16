//! Brackets: matches of seeds, or of winners and losers of earlier matches.

mod matches;
mod places;
mod resolve;

pub(crate) use matches::{MatchOf, MatchRules};
pub use resolve::{BracketMatch, BracketSlot};

use crate::BracketPart;

/// The origin of a player of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    /// The participant with this seed, from 0; none beyond the last.
    Seed(usize),
    /// The winner of an earlier match.
    Winner(Position),
    /// The loser of an earlier match.
    Loser(Position),
}

/// The position of a match: its round, from 0, and its index in the round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) round: usize,
    pub(crate) index: usize,
}

/// A match of a bracket before its players are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PlannedMatch {
    pub(crate) part: BracketPart,
    pub(crate) players: [Source; 2],
}

/// The matches of a bracket, by round.
pub(crate) type Plan = Vec<Vec<PlannedMatch>>;

impl Source {
    pub(crate) fn winner(round: usize, index: usize) -> Self {
        Self::Winner(Position { round, index })
    }

    pub(crate) fn loser(round: usize, index: usize) -> Self {
        Self::Loser(Position { round, index })
    }
}

/// Number of rounds until one of `count` participants is left.
pub(crate) fn levels(count: usize) -> usize {
    count.max(2).next_power_of_two().ilog2() as usize
}

/// Returns the first round of a bracket for `count` participants. The highest seeds have the byes.
pub(crate) fn first_round(count: usize) -> Vec<PlannedMatch> {
    let places = places::places(1 << levels(count));
    let pair = |two: &[usize]| PlannedMatch {
        part: BracketPart::Winners,
        players: [Source::Seed(two[0]), Source::Seed(two[1])],
    };
    places.chunks_exact(2).map(pair).collect()
}

/// The round, from 1, in which two seeds of a bracket for `count` participants can meet.
pub(crate) fn meeting(count: usize, one: usize, other: usize) -> usize {
    let places = places::places(1 << levels(count));
    let place = |seed: usize| places.iter().position(|&other| other == seed).unwrap_or(0);
    (usize::BITS - (place(one) ^ place(other)).leading_zeros()) as usize
}

/// The seed that a seed meets in the first round, also beyond the last participant.
pub(crate) fn opponent(count: usize, seed: usize) -> usize {
    (1 << levels(count)) - 1 - seed
}

/// Returns the matches between neighbouring winners of the `2 * count` matches of an earlier round, of which the first has index `first`.
pub(crate) fn next_round(part: BracketPart, round: usize, first: usize, count: usize) -> Vec<PlannedMatch> {
    let pair = |place: usize| PlannedMatch {
        part,
        players: [0, 1].map(|side| Source::winner(round, first + 2 * place + side)),
    };
    (0..count).map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_rounds_grows_with_the_logarithm() {
        assert_eq!([2, 3, 4, 5, 8, 9, 1_024].map(levels), [1, 2, 2, 3, 3, 4, 10]);
    }
}
