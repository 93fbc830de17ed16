//! Moves that push a marble over the edge.

use crate::{Bitboard, Direction, Move, Position};

/// The legal moves of the colour to move that push a marble over the edge, as cells of the trailing marbles by direction. Found without
/// listing the other moves.
///
/// ```
/// use sumito_rules::{Ejections, Mode, Position};
///
/// let position = Position::parse(Mode::Two, "5/6/7/8/6bbw/8/7/6/5 b 0,0 0 0")?;
/// let moves: Vec<_> = Ejections::of(&position).moves().map(|m| m.to_string()).collect();
/// assert_eq!(moves, ["e7e8"]);
/// # Ok::<(), sumito_rules::PositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ejections([Bitboard; 6]);

impl Ejections {
    /// Returns the ejections of the colour to move, as if the game were not decided.
    #[inline]
    pub fn of(position: &Position) -> Self {
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

    /// Returns whether this legal move pushes a marble over the edge.
    #[inline]
    pub fn contains(&self, m: Move) -> bool {
        !m.is_side_step() && self.0[m.direction().index()].contains(m.from())
    }

    /// Iterates over the moves.
    #[inline]
    pub fn moves(self) -> impl Iterator<Item = Move> {
        Direction::ALL.into_iter().flat_map(move |direction| {
            self.0[direction.index()].into_iter().filter_map(move |from| Move::in_line(from, direction))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mode;

    #[test]
    fn ejections_are_the_legal_moves_with_that_effect() {
        for mode in Mode::ALL {
            let mut position = Position::start(mode, mode.default_layout()).unwrap();
            let mut found = 0;
            for ply in 0..400 {
                let legal: Vec<Move> = position.legal_moves().iter().collect();
                let ejections = Ejections::of(&position);
                let mut listed: Vec<Move> = ejections.moves().collect();
                let mut expected: Vec<Move> =
                    legal.iter().copied().filter(|&m| position.effect(m).ejected.is_some()).collect();
                assert!(legal.iter().all(|&m| ejections.contains(m) == expected.contains(&m)));
                found += expected.len();
                listed.sort();
                expected.sort();
                assert_eq!(listed, expected, "{position}");
                if legal.is_empty() {
                    break;
                }
                position = position.play(legal[ply * 7 % legal.len()]).unwrap().position;
            }
            assert!(found > 0, "no ejection in mode {mode:?}");
        }
    }
}
