//! Knockout: the loser of a match is eliminated.

mod bracket;
mod matches;

pub(crate) use bracket::rounds;
pub(crate) use matches::MatchOf;
