//! Pushes of a side.

use sumito_rules::{Bitboard, Direction, Position};

/// The trailing marbles of all in-line moves of the colour to move that would push, if they are legal.
#[inline]
pub(crate) fn pushers(position: &Position) -> [Bitboard; 6] {
    let (own, friends, opponents) = (position.own(), position.friends(), position.opponents());
    Direction::ALL.map(|direction| {
        let front = friends & opponents.before(direction);
        let pair = friends & front.before(direction);
        own & (pair | (friends & pair.before(direction)))
    })
}
