//! Effects of moves.

use crate::{Bitboard, Cell, Color, Direction, Position};

/// The effect of a move, for animation, notation and records: every marble of `moved` and `pushed` moved by one cell in `direction`, and a
/// marble pushed over the edge left the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Effect {
    /// The cells, before the move, of the moved marbles that are not opposing marbles: the mover's own and, in line, a partner's.
    pub moved: Bitboard,
    /// The cells, before the move, of the pushed opposing marbles: none, one or two.
    pub pushed: Bitboard,
    /// The direction in which all of them moved.
    pub direction: Direction,
    /// The colour of the ejected marble, if any.
    pub ejected: Option<Color>,
}

impl Effect {
    /// The cell from which a marble left the board.
    pub fn ejected_from(&self) -> Option<Cell> {
        self.ejected.and((self.pushed & Bitboard::edge(self.direction)).first())
    }

    /// Returns every moved marble in the order of cells, as the cell it left and the cell it entered (`None`: off the board).
    pub fn steps(&self) -> impl Iterator<Item = (Cell, Option<Cell>)> {
        let direction = self.direction;
        (self.moved | self.pushed).sorted().map(move |cell| (cell, cell.neighbor(direction)))
    }
}

/// The result of a move: the new position and the effect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Played {
    /// The position after the move, with the next colour to move.
    pub position: Position,
    /// The effect of the move.
    pub effect: Effect,
}
