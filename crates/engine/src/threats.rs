//! Pushes of a side.

use sumito_rules::{Bitboard, Direction, Move, Position};

/// The moves that push a marble over the edge, as cells of the trailing marbles by direction.
#[derive(Clone, Copy)]
pub(crate) struct Ejections([Bitboard; 6]);

impl Ejections {
    /// Returns the ejections of the colour to move.
    #[inline]
    pub(crate) fn of(position: &Position) -> Self {
        let (own, friends, opponents) = (position.own(), position.friends(), position.opponents());
        Self(Direction::ALL.map(|direction| {
            let at_edge = opponents & Bitboard::edge(direction);
            let front = friends & at_edge.before(direction);
            let pair = friends & front.before(direction);
            let front_of_two = friends & (opponents & at_edge.before(direction)).before(direction);
            let pair_before_two = friends & front_of_two.before(direction);
            own & (pair | (friends & (pair | pair_before_two).before(direction)))
        }))
    }

    #[inline]
    pub(crate) fn contains(&self, m: Move) -> bool {
        !m.is_side_step() && self.0[m.direction().index()].contains(m.from())
    }

    #[inline]
    pub(crate) fn moves(&self) -> impl Iterator<Item = Move> {
        Direction::ALL.into_iter().flat_map(|direction| {
            self.0[direction.index()].into_iter().filter_map(move |from| Move::in_line(from, direction))
        })
    }
}

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
