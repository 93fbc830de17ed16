//! What a move did.

use crate::{Bitboard, Cell, Color, Direction, Position};

/// What a move did, for animation, notation and records: every marble of `moved` and `pushed` went one cell in
/// `direction`, and the one that was pushed over the edge left the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Effect {
    /// The cells, before the move, of the marbles that moved without being opposing ones: the mover's own and, in line,
    /// a partner's.
    pub moved: Bitboard,
    /// The cells, before the move, of the opposing marbles that were pushed: none, one or two.
    pub pushed: Bitboard,
    /// Where they all went.
    pub direction: Direction,
    /// The colour of the marble that was pushed off the board.
    pub ejected: Option<Color>,
}

impl Effect {
    /// The cell from which a marble left the board.
    pub fn ejected_from(&self) -> Option<Cell> {
        self.ejected.and((self.pushed & Bitboard::edge(self.direction)).first())
    }

    /// Every marble that changed its place: the cell it left and the cell it came to (`None`: off the board), in the
    /// order of cells.
    pub fn steps(&self) -> impl Iterator<Item = (Cell, Option<Cell>)> {
        let direction = self.direction;
        (self.moved | self.pushed).sorted().map(move |cell| (cell, cell.neighbor(direction)))
    }
}

/// The position after a move, and what the move did.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Played {
    /// The position after the move, with the next colour to move.
    pub position: Position,
    /// What the move did.
    pub effect: Effect,
}
