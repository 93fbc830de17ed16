//! The patterns that the network looks up: 27 rows and 19 stars of the board, and their contents.
//!
//! Every push, including an ejection, changes marbles within a single row, and a row of nine cells has 3⁹ possible contents: few enough for
//! a lookup table. A star is a cell with its neighbours. It contains the cells next to a row, which rows do not. Every cell that is not the
//! middle of a star belongs to up to three stars, so a move changes few of them.

use sumito_rules::{Bitboard, Cell, Direction};

use crate::evaluate::steps_from_centre;

/// Number of rows: nine along each of the three axes.
const ROWS: usize = 27;

/// Number of stars.
const STARS: usize = 19;

/// Number of patterns: rows, then stars.
pub(crate) const PATTERNS: usize = ROWS + STARS;

/// Cells of the shortest row and of the longest.
const SHORTEST: usize = 5;
const LONGEST: usize = 9;

/// Cells of a star.
const STAR: usize = 7;

/// Contents of a star.
const STAR_STATES: usize = 3usize.pow(STAR as u32);

/// Distances of the middles of stars from the centre of the board. Stars at the same distance are alike but for a turn of the board. Of those
/// at the edge, two cells are outside the board and always empty.
const DISTANCES: [usize; 4] = [0, 2, 3, 4];

/// The state of the empty star at the centre.
const FIRST_STAR: usize = first_state(LONGEST + 1);

/// Total number of states of all patterns.
pub(crate) const STATES: usize = FIRST_STAR + DISTANCES.len() * STAR_STATES;

/// The number of the state of an empty row of a length. A marble at position `n` of a pattern, counted from 0, adds 3ⁿ, or twice that if it
/// is the other side's.
const fn first_state(length: usize) -> usize {
    let (mut sum, mut shorter) = (0, SHORTEST);
    while shorter < length {
        sum += 3usize.pow(shorter as u32);
        shorter += 1;
    }
    sum
}

/// A pattern of a cell, and the amount that an own marble there adds to the pattern's state.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) pattern: u8,
    pub(crate) power: u16,
}

/// The most patterns of a cell: three rows and three stars.
const PATTERNS_OF_CELL: usize = 6;

/// A place in no pattern, so that all cells have the same number of places.
const NOWHERE: Place = Place { pattern: PATTERNS as u8, power: 0 };

/// The patterns of each cell, by its bit in [`Bitboard::bits`].
pub(crate) static PLACES: [[Place; PATTERNS_OF_CELL]; 64] = {
    let mut places = [[NOWHERE; PATTERNS_OF_CELL]; 64];
    let mut index = 0;
    while index < Cell::ALL.len() {
        let cell = Cell::ALL[index];
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
            let row = Place { pattern: (9 * axis + lines[axis]) as u8, power: 3u16.pow(steps) };
            places[bit(cell)][axis] = row;
            axis += 1;
        }
        index += 1;
    }
    let (mut index, mut star) = (0, ROWS);
    while index < Cell::ALL.len() {
        let middle = Cell::ALL[index];
        if is_middle(middle) {
            add_place(&mut places[bit(middle)], Place { pattern: star as u8, power: 1 });
            let first = first_direction(middle);
            let mut turned = 0;
            while turned < Direction::ALL.len() {
                if let Some(cell) = middle.neighbor(Direction::ALL[(first + turned) % 6]) {
                    let power = 3u16.pow(1 + turned as u32);
                    add_place(&mut places[bit(cell)], Place { pattern: star as u8, power });
                }
                turned += 1;
            }
            star += 1;
        }
        index += 1;
    }
    places
};

const fn bit(cell: Cell) -> usize {
    Bitboard::of(cell).bits().trailing_zeros() as usize
}

/// Puts a place in the position of the first unused one.
const fn add_place(places: &mut [Place; PATTERNS_OF_CELL], place: Place) {
    let mut used = 0;
    while places[used].pattern != NOWHERE.pattern {
        used += 1;
    }
    places[used] = place;
}

/// Returns whether a cell is the middle of a star: each third cell, the centre among them.
const fn is_middle(cell: Cell) -> bool {
    (cell.row() + cell.number()).is_multiple_of(3)
}

/// The direction, as an index, in which the neighbours of the middle of a star are counted from: the first of those towards the centre.
const fn first_direction(middle: Cell) -> usize {
    let mut direction = 0;
    while direction < 6 && !is_first_inwards(middle, direction) {
        direction += 1;
    }
    direction % 6
}

/// Returns whether a direction leads towards the centre, and the one before it does not.
const fn is_first_inwards(cell: Cell, direction: usize) -> bool {
    is_inwards(cell, direction) && !is_inwards(cell, direction + 5)
}

const fn is_inwards(cell: Cell, direction: usize) -> bool {
    match cell.neighbor(Direction::ALL[direction % 6]) {
        Some(next) => steps_from_centre(next) < steps_from_centre(cell),
        None => false,
    }
}

/// The states of the patterns of an empty board. The last entry belongs to [`NOWHERE`].
pub(crate) const EMPTY: [u16; PATTERNS + 1] = {
    let mut empty = [0; PATTERNS + 1];
    let mut row = 0;
    while row < ROWS {
        empty[row] = first_state(LONGEST - (row % 9).abs_diff(4)) as u16;
        row += 1;
    }
    let (mut index, mut star) = (0, ROWS);
    while index < Cell::ALL.len() {
        if is_middle(Cell::ALL[index]) {
            let distance = steps_from_centre(Cell::ALL[index]);
            empty[star] = (FIRST_STAR + distance.saturating_sub(1) * STAR_STATES) as u16;
            star += 1;
        }
        index += 1;
    }
    empty
};

/// The kind of a pattern: all patterns of a kind share their weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// A row of this many cells.
    Row(usize),
    /// A star with its middle at [one of the distances](DISTANCES), by index.
    Star(usize),
}

/// The contents of a pattern: 0 empty, 1 an own marble, 2 the other side's. The cells of a row are ordered from one end to the other, the
/// cells of a star are the middle and then its neighbours, counter-clockwise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pattern {
    kind: Kind,
    cells: Vec<u8>,
}

impl Pattern {
    /// Every state, in the order of their numbers.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let rows = (SHORTEST..=LONGEST).map(|length| (Kind::Row(length), length));
        let stars = (0..DISTANCES.len()).map(|distance| (Kind::Star(distance), STAR));
        rows.chain(stars).flat_map(|(kind, length)| {
            (0..3usize.pow(length as u32)).map(move |state| {
                let cells = (0..length as u32).map(|place| (state / 3usize.pow(place) % 3) as u8).collect();
                Self { kind, cells }
            })
        })
    }

    /// The number of its state.
    pub(crate) fn state(&self) -> usize {
        let first = match self.kind {
            Kind::Row(length) => first_state(length),
            Kind::Star(distance) => FIRST_STAR + distance * STAR_STATES,
        };
        self.cells.iter().rev().fold(0, |sum, &cell| 3 * sum + usize::from(cell)) + first
    }

    /// Returns the pattern and its images in the symmetries of the board that map its cells to each other.
    pub(crate) fn images(&self) -> Vec<Self> {
        let map = |from: &dyn Fn(usize) -> usize| {
            let cells = (0..self.cells.len()).map(|to| self.cells[from(to)]).collect();
            Self { kind: self.kind, cells }
        };
        // A turn, and a reflection followed by a turn, of the neighbours of a star.
        let turned = |by: usize| map(&|to| if to == 0 { 0 } else { 1 + (to - 1 + by) % 6 });
        let reflected = |by: usize| map(&|to| if to == 0 { 0 } else { 1 + (by + 7 - to) % 6 });
        match self.kind {
            Kind::Row(length) => vec![self.clone(), map(&|to| length - 1 - to)],
            Kind::Star(0) => (0..6).flat_map(|by| [turned(by), reflected(by)]).collect(),
            // The neighbour towards the centre stays in its place; or there are two, which change places.
            Kind::Star(distance) => vec![self.clone(), reflected(usize::from(DISTANCES[distance] != 3))],
        }
    }

    /// Returns the pattern from the other side's view.
    pub(crate) fn swapped(&self) -> Self {
        let cells = self.cells.iter().map(|&cell| [0, 2, 1][usize::from(cell)]).collect();
        Self { kind: self.kind, cells }
    }

    /// Number of own marbles in a row that the other side could eject.
    pub(crate) fn in_danger(&self) -> usize {
        if !matches!(self.kind, Kind::Row(_)) {
            return 0;
        }
        let in_danger =
            |row: &Self| row.cells.starts_with(&[1, 2, 2]) || row.cells.starts_with(&[1, 1, 2, 2, 2]);
        self.images().iter().filter(|row| in_danger(row)).count()
    }
}
