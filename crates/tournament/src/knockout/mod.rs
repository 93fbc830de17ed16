//! Knockout: whoever loses a match is out.

mod bracket;
mod matches;

pub(crate) use bracket::rounds;
pub(crate) use matches::MatchOf;
