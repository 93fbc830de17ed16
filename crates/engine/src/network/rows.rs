//! The 27 rows of the board and their contents.
//!
//! Every push, including an ejection, changes marbles within a single row, and a row of nine cells has 3⁹ possible contents: few enough for
//! a lookup table.

use sumito_rules::{Bitboard, Cell, Direction};

/// Number of rows: nine along each of the three axes.
pub(crate) const ROWS: usize = 27;

/// Cells of the shortest row and of the longest.
const SHORTEST: usize = 5;
const LONGEST: usize = 9;

/// Total number of states of rows of all lengths.
pub(crate) const STATES: usize = first_state(LONGEST + 1);

/// The number of the state of an empty row of a length. A marble at position `n` of a row, counted from 0, adds 3ⁿ, or twice that if it is
/// the other side's.
const fn first_state(length: usize) -> usize {
    let (mut sum, mut shorter) = (0, SHORTEST);
    while shorter < length {
        sum += 3usize.pow(shorter as u32);
        shorter += 1;
    }
    sum
}

/// The row of a cell, and the amount that an own marble there adds to the row's state.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) row: u8,
    pub(crate) power: u16,
}

/// The rows of each cell, by its bit in [`Bitboard::bits`].
pub(crate) static PLACES: [[Place; 3]; 64] = {
    let mut places = [[Place { row: 0, power: 0 }; 3]; 64];
    let mut index = 0;
    while index < Cell::ALL.len() {
        let cell = Cell::ALL[index];
        let bit = Bitboard::of(cell).bits().trailing_zeros() as usize;
        let (row, number) = (cell.row() as usize, cell.number() as usize - 1);
        let lines = [row, 4 + row - number, number];
        let mut axis = 0;
        while axis < lines.len() {
            let mut steps = 0;
            let mut first = cell;
            while let Some(before) = first.neighbor(Direction::AXES[axis].opposite()) {
                first = before;
                steps += 1;
            }
            places[bit][axis] = Place { row: (9 * axis + lines[axis]) as u8, power: 3u16.pow(steps) };
            axis += 1;
        }
        index += 1;
    }
    places
};

/// The states of the rows of an empty board.
pub(crate) const EMPTY: [u16; ROWS] = {
    let mut empty = [0; ROWS];
    let mut row = 0;
    while row < ROWS {
        empty[row] = first_state(LONGEST - (row % 9).abs_diff(4)) as u16;
        row += 1;
    }
    empty
};

/// The contents of a row, from one end to the other: 0 empty, 1 an own marble, 2 the other side's.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Row(Vec<u8>);

impl Row {
    /// Every state, in the order of their numbers.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        (SHORTEST..=LONGEST).flat_map(|length| {
            (0..3usize.pow(length as u32)).map(move |state| {
                Self((0..length as u32).map(|place| (state / 3usize.pow(place) % 3) as u8).collect())
            })
        })
    }

    /// The number of its state.
    pub(crate) fn state(&self) -> usize {
        self.0.iter().rev().fold(0, |sum, &cell| 3 * sum + usize::from(cell)) + first_state(self.0.len())
    }

    /// Returns the row from its other end.
    pub(crate) fn reversed(&self) -> Self {
        Self(self.0.iter().rev().copied().collect())
    }

    /// Returns the row as the other side sees it.
    pub(crate) fn swapped(&self) -> Self {
        Self(self.0.iter().map(|&cell| [0, 2, 1][usize::from(cell)]).collect())
    }

    /// Number of own marbles that the other side could eject.
    pub(crate) fn in_danger(&self) -> usize {
        let at_start = |row: &Self| row.0.starts_with(&[1, 2, 2]) || row.0.starts_with(&[1, 1, 2, 2, 2]);
        usize::from(at_start(self)) + usize::from(at_start(&self.reversed()))
    }
}
