//! The cells ahead of a cell.

use crate::{Bitboard, Cell, Direction};

/// The number for all cells beyond the edge. No cell has it.
pub(crate) const BEYOND: u8 = 63;

/// Maximum length of a line of marbles that moves together, including the cell that it moves into.
const LENGTH: usize = 8;

/// A cell and its successors in one direction, as bit numbers; [`BEYOND`] after the edge.
#[derive(Clone, Copy)]
pub(crate) struct Ray([u8; LENGTH]);

/// By direction and torus number.
static RAYS: [[Ray; 64]; 6] = {
    let mut rays = [[Ray([BEYOND; LENGTH]); 64]; 6];
    let mut direction = 0;
    while direction < 6 {
        let mut index = 0;
        while index < Cell::ALL.len() {
            let start = Cell::ALL[index];
            let mut next = Some(start);
            let mut at = 0;
            while at < LENGTH {
                let Some(cell) = next else { break };
                rays[direction][start.torus()].0[at] = cell.torus() as u8;
                next = cell.neighbor(Direction::ALL[direction]);
                at += 1;
            }
            index += 1;
        }
        direction += 1;
    }
    rays
};

impl Ray {
    #[inline]
    pub(crate) fn new(from: Cell, direction: Direction) -> Self {
        RAYS[direction.index()][from.torus()]
    }

    /// The bit number of the cell `steps` (at most 7) ahead, or [`BEYOND`].
    #[inline]
    pub(crate) const fn at(self, steps: usize) -> u8 {
        self.0[steps % LENGTH]
    }

    /// Returns 1 if the cell `steps` ahead is in the set, 0 if it is not or lies beyond the edge. A number, so that it can be added without
    /// a branch.
    #[inline]
    pub(crate) const fn counts(self, steps: usize, set: Bitboard) -> usize {
        set.bit(self.at(steps))
    }
}
