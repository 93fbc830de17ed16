//! Sets of cells, with one bit for each cell.

use std::{
    fmt,
    iter::FusedIterator,
    ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign},
};

use crate::{Cell, Direction, cell::CELLS};

/// Bits of the 61 cells.
const BOARD: u64 = (1 << CELLS) - 1;

/// By direction: the number of bits by which one step rotates a bit among the 61.
const ROTATION: [u32; 6] = [1, 14, 13, 60, 47, 48];

/// By direction: the cells that a step can reach, because they have a neighbour behind.
const REACHED: [u64; 6] = {
    let mut reached = [0; 6];
    let mut direction = 0;
    while direction < 6 {
        let back = Direction::ALL[direction].opposite();
        let mut index = 0;
        while index < CELLS {
            if Cell::ALL[index].neighbor(back).is_some() {
                reached[direction] |= Cell::ALL[index].bit();
            }
            index += 1;
        }
        direction += 1;
    }
    reached
};

/// A set of cells.
///
/// ```
/// use sumito_rules::{Bitboard, Cell, Direction};
///
/// let row: Bitboard = ["a1", "a2"].iter().map(|name| name.parse::<Cell>()).collect::<Result<_, _>>()?;
/// assert_eq!(row.step(Direction::NorthWest).to_string(), "b1 b2");
/// assert_eq!(row.step(Direction::SouthWest), Bitboard::EMPTY);
/// # Ok::<(), sumito_rules::CellError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(u64);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// All 61 cells.
    pub const ALL: Self = Self(BOARD);

    /// Exactly this cell.
    #[inline]
    pub const fn of(cell: Cell) -> Self {
        Self(cell.bit())
    }

    /// Returns whether the cell belongs to the set.
    #[inline]
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 & cell.bit() != 0
    }

    /// Number of cells in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// This set and the cell.
    #[inline]
    #[must_use]
    pub const fn with(self, cell: Cell) -> Self {
        Self(self.0 | cell.bit())
    }

    /// This set without the cell.
    #[inline]
    #[must_use]
    pub const fn without(self, cell: Cell) -> Self {
        Self(self.0 & !cell.bit())
    }

    /// The intersection, for `const` contexts, where the operator `&` is not available.
    #[inline]
    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Moves every cell of the set by one step; drops cells that would leave the board.
    #[inline]
    #[must_use]
    pub const fn step(self, direction: Direction) -> Self {
        let rotation = ROTATION[direction.index()];
        Self((self.0 << rotation | self.0 >> (CELLS as u32 - rotation)) & REACHED[direction.index()])
    }

    /// Returns the cells whose neighbour in the direction is in this set.
    #[inline]
    #[must_use]
    pub const fn before(self, direction: Direction) -> Self {
        self.step(direction.opposite())
    }

    /// The cells at the edge of the board in a direction, which have no neighbour there.
    #[inline]
    pub const fn edge(direction: Direction) -> Self {
        Self(BOARD & !REACHED[direction.opposite().index()])
    }

    /// Returns a member of the set, or `None` if it is empty. Equal sets return the same member.
    #[inline]
    pub const fn first(self) -> Option<Cell> {
        if self.0 == 0 { None } else { Some(Cell::from_torus(self.0.trailing_zeros())) }
    }

    /// The set as a number below 2^61, with one bit for each cell in the order of [`iter`](Self::iter), for lookup tables.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns 1 if the bit with this number (below 64) belongs to the set, otherwise 0.
    #[inline]
    pub(crate) const fn bit(self, number: u8) -> usize {
        (self.0 >> (number & 63) & 1) as usize
    }

    /// Toggles the bits with these numbers (below 64). Equal numbers cancel out, and numbers beyond the board have no effect.
    #[inline]
    pub(crate) const fn toggle(&mut self, number: u8, other: u8) {
        self.0 ^= (1 << (number & 63) ^ 1 << (other & 63)) & BOARD;
    }

    /// Returns the cells of the set. The order is fixed but does not follow the rows; sort them for display.
    #[inline]
    pub const fn iter(self) -> Cells {
        Cells(self)
    }

    /// The cells of the set in the order of rows.
    pub fn sorted(self) -> impl Iterator<Item = Cell> {
        Cell::ALL.into_iter().filter(move |&cell| self.contains(cell))
    }
}

macro_rules! set_operator {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign_method:ident, |$a:ident, $b:ident| $result:expr) => {
        impl $trait for Bitboard {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Self($result)
            }
        }

        impl $assign_trait for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = $trait::$method(*self, other);
            }
        }
    };
}

set_operator!(BitAnd, bitand, BitAndAssign, bitand_assign, |a, b| a & b);
set_operator!(BitOr, bitor, BitOrAssign, bitor_assign, |a, b| a | b);
set_operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, |a, b| a ^ b);
set_operator!(Sub, sub, SubAssign, sub_assign, |a, b| a & !b);

impl Not for Bitboard {
    type Output = Self;

    /// Every cell of the board that is not in the set.
    #[inline]
    fn not(self) -> Self {
        Self(!self.0 & BOARD)
    }
}

impl FromIterator<Cell> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        cells.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl Extend<Cell> for Bitboard {
    fn extend<I: IntoIterator<Item = Cell>>(&mut self, cells: I) {
        *self = cells.into_iter().fold(*self, Self::with);
    }
}

impl IntoIterator for Bitboard {
    type Item = Cell;
    type IntoIter = Cells;

    #[inline]
    fn into_iter(self) -> Cells {
        self.iter()
    }
}

impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (count, cell) in self.sorted().enumerate() {
            if count > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{cell}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

/// The iterator over the cells of a [`Bitboard`].
#[derive(Clone, Debug)]
pub struct Cells(Bitboard);

impl Iterator for Cells {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        let cell = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(cell)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for Cells {}
impl FusedIterator for Cells {}
