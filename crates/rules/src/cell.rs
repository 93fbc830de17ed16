//! The 61 cells of the board and their numbering.

use std::{cmp::Ordering, error::Error, fmt, str::FromStr};

use crate::Direction;

/// Number of cells of the board.
pub(crate) const CELLS: usize = 61;

/// The first and the last number of each row, A to I.
const ROWS: [(u8, u8); 9] = [(1, 5), (1, 6), (1, 7), (1, 8), (1, 9), (2, 9), (3, 9), (4, 9), (5, 9)];

/// A cell of the board: rows `a` to `i` from Black's edge upwards, numbers 1 to 9 along the diagonals.
///
/// Cells are ordered row by row: `a1`, `a2`, … `i9`; [`index`](Cell::index) counts in this order.
///
/// ```
/// use sumito_rules::{Cell, Direction};
///
/// let cell: Cell = "C5".parse()?;
/// assert_eq!(cell.to_string(), "c5");
/// assert_eq!(cell.neighbor(Direction::NorthEast), Some("d6".parse()?));
/// assert_eq!(Cell::ALL.len(), 61);
/// # Ok::<(), sumito_rules::CellError>(())
/// ```
//
// Internally, a cell is its number on the torus, `13 × row + number (mod 61)`, which is also its bit in a `Bitboard`. With 61, a hexagon
// can be rolled up so that no two cells share a number: a step in a direction is then the same addition everywhere (+1 east, +13
// north-west, +14 north-east).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cell(u8);

const fn torus_number(row: u8, number: u8) -> u8 {
    ((13 * row as u16 + number as u16 - 1) % CELLS as u16) as u8
}

/// Every cell in the order of rows.
const ALL: [Cell; CELLS] = {
    let mut all = [Cell(0); CELLS];
    let (mut row, mut count) = (0, 0);
    while row < ROWS.len() {
        let mut number = ROWS[row].0;
        while number <= ROWS[row].1 {
            all[count] = Cell(torus_number(row as u8, number));
            count += 1;
            number += 1;
        }
        row += 1;
    }
    assert!(count == CELLS);
    all
};

/// (row, number, index in the order of rows) of each cell, by torus number.
const PLACES: [(u8, u8, u8); CELLS] = {
    let mut places = [(0, 0, 0); CELLS];
    let (mut row, mut count) = (0, 0);
    while row < ROWS.len() {
        let mut number = ROWS[row].0;
        while number <= ROWS[row].1 {
            places[torus_number(row as u8, number) as usize] = (row as u8, number, count);
            count += 1;
            number += 1;
        }
        row += 1;
    }
    places
};

/// The neighbour of each cell in each direction.
const NEIGHBORS: [[Option<Cell>; CELLS]; 6] = {
    let mut neighbors = [[None; CELLS]; 6];
    let mut direction = 0;
    while direction < 6 {
        let (rows, numbers) = Direction::ALL[direction].delta();
        let mut cell = 0;
        while cell < CELLS {
            let (row, number, _) = PLACES[cell];
            neighbors[direction][cell] = Cell::at(row as i8 + rows, number as i8 + numbers);
            cell += 1;
        }
        direction += 1;
    }
    neighbors
};

impl Cell {
    /// Every cell, row by row from `a1` to `i9`.
    pub const ALL: [Self; CELLS] = ALL;

    /// The cell of a row (0 for A to 8 for I) and a number (1 to 9), if it is on the board.
    ///
    /// ```
    /// use sumito_rules::Cell;
    /// assert_eq!(Cell::new(0, 5).unwrap().to_string(), "a5");
    /// assert_eq!(Cell::new(0, 6), None);
    /// ```
    pub const fn new(row: u8, number: u8) -> Option<Self> {
        if row > 8 || number > 9 { None } else { Self::at(row as i8, number as i8) }
    }

    const fn at(row: i8, number: i8) -> Option<Self> {
        if row < 0 || row > 8 {
            return None;
        }
        let (first, last) = ROWS[row as usize];
        if number < first as i8 || number > last as i8 {
            return None;
        }
        Some(Self(torus_number(row as u8, number as u8)))
    }

    /// The cell with this number in the order of rows, if it is below 61.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < CELLS { Some(ALL[index]) } else { None }
    }

    /// The number of the cell in the order of rows, from 0 (`a1`) to 60 (`i9`).
    #[inline]
    pub const fn index(self) -> usize {
        PLACES[self.0 as usize].2 as usize
    }

    /// The row, from 0 (A, Black's edge) to 8 (I).
    #[inline]
    pub const fn row(self) -> u8 {
        PLACES[self.0 as usize].0
    }

    /// The number within the row, from 1 to 9; the rows F to I start above 1.
    #[inline]
    pub const fn number(self) -> u8 {
        PLACES[self.0 as usize].1
    }

    /// The next cell in a direction, or `None` beyond the edge.
    #[inline]
    pub const fn neighbor(self, direction: Direction) -> Option<Self> {
        NEIGHBORS[direction.index()][self.0 as usize]
    }

    /// The direction of an adjacent cell; `None` for any other cell.
    ///
    /// ```
    /// use sumito_rules::{Cell, Direction};
    /// let (a1, b2, c3): (Cell, Cell, Cell) = ("a1".parse()?, "b2".parse()?, "c3".parse()?);
    /// assert_eq!(a1.direction_to(b2), Some(Direction::NorthEast));
    /// assert_eq!(a1.direction_to(c3), None);
    /// # Ok::<(), sumito_rules::CellError>(())
    /// ```
    pub fn direction_to(self, other: Self) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&direction| self.neighbor(direction) == Some(other))
    }

    /// The letter of the row, `a` to `i`.
    pub const fn row_letter(self) -> char {
        (b'a' + self.row()) as char
    }

    /// The bit of this cell in a bitboard.
    #[inline]
    pub(crate) const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The torus number, below 61.
    #[inline]
    pub(crate) const fn torus(self) -> usize {
        self.0 as usize
    }

    /// The cell with this torus number, if it is below 61.
    #[inline]
    pub(crate) const fn from_bit(number: u8) -> Option<Self> {
        if number < CELLS as u8 { Some(Self(number)) } else { None }
    }

    /// The cell of a torus number below 61.
    #[inline]
    pub(crate) const fn from_torus(number: u32) -> Self {
        debug_assert!(number < CELLS as u32);
        Self(number as u8)
    }
}

impl Ord for Cell {
    fn cmp(&self, other: &Self) -> Ordering {
        self.index().cmp(&other.index())
    }
}

impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.row_letter(), self.number())
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Cell {
    type Err = CellError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.as_bytes() {
            &[letter, digit @ b'1'..=b'9'] if letter.is_ascii_alphabetic() => {
                Self::new(letter.to_ascii_lowercase() - b'a', digit - b'0').ok_or(CellError)
            }
            _ => Err(CellError),
        }
    }
}

/// The text is not the name of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CellError;

impl fmt::Display for CellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "not a cell: write a row from a to i and a number, as in e5 \
             (a1-a5 b1-b6 c1-c7 d1-d8 e1-e9 f2-f9 g3-g9 h4-h9 i5-i9)",
        )
    }
}

impl Error for CellError {}
