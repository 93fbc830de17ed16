//! A move as a value with the same physical meaning in every position.

use std::fmt;

use crate::{Bitboard, Cell, Direction, cell::CELLS};

/// Number of patterns of moves: in line in 6 directions; sideways in 6 directions, by rows along 2 axes, of 2 or 3.
pub(crate) const PATTERNS: usize = 6 + 6 * 2 * 2;

/// Number of bits for the number of a cell.
const CELL_BITS: usize = 6;

/// A move: its first marble, its direction, and for a side-step its row.
///
/// There is exactly one value for each physical move. An in-line move is identified by its trailing marble and the direction: the number of
/// carried and pushed marbles depends on the position. A side-step is identified by the first of its two ends in the order of cells, the
/// axis and length of the row, and the direction. A `Move` always has its target cells on the board, so it always has a notation; only a
/// [`Position`](crate::Position) decides whether it is legal.
///
/// ```
/// use sumito_rules::{Cell, Direction, Move};
///
/// let (c6, c7): (Cell, Cell) = ("c6".parse()?, "c7".parse()?);
/// let side_step = Move::side_step(c7, c6, Direction::NorthWest).unwrap();
/// assert_eq!(side_step.to_string(), "c6c7d6");
/// assert_eq!(Move::in_line(c6, Direction::West).unwrap().to_string(), "c6c5");
/// # Ok::<(), sumito_rules::CellError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    from: Cell,
    pattern: u8,
}

/// The shape of a move on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// A single marble, or a line along its own direction, with or without a push.
    InLine,
    /// A row of two or three that moves sideways.
    SideStep {
        /// The direction from the first end of the row to the other.
        axis: Direction,
        /// Two or three.
        length: usize,
    },
}

/// Shape and direction of each pattern. In line come first, in the order of directions.
const TABLE: [(Shape, Direction); PATTERNS] = {
    let mut table = [(Shape::InLine, Direction::East); PATTERNS];
    let mut count = 0;
    while count < 6 {
        table[count].1 = Direction::ALL[count];
        count += 1;
    }
    let mut direction = 0;
    while direction < 6 {
        let mut turn = 1;
        while turn <= 2 {
            let axis = Direction::ALL[(direction + turn) % 3];
            let mut length = 2;
            while length <= 3 {
                table[count] = (Shape::SideStep { axis, length }, Direction::ALL[direction]);
                count += 1;
                length += 1;
            }
            turn += 1;
        }
        direction += 1;
    }
    assert!(count == PATTERNS);
    table
};

/// The pattern of a side-step. `turn` is 1 or 2: the difference between axis and direction in sixths of a circle.
pub(crate) const fn side_step_pattern(direction: Direction, turn: usize, length: usize) -> usize {
    6 + direction.index() * 4 + (turn - 1) * 2 + (length - 2)
}

/// The cells from which each pattern has all its marbles and targets on the board.
const ORIGINS: [Bitboard; PATTERNS] = {
    let mut origins = [Bitboard::EMPTY; PATTERNS];
    let mut pattern = 0;
    while pattern < PATTERNS {
        let (shape, direction) = TABLE[pattern];
        let mut cells = Bitboard::ALL.before(direction);
        if let Shape::SideStep { axis, length } = shape {
            let row = cells;
            let mut more = 1;
            while more < length {
                // Each round keeps the cells that have another such cell along the axis.
                cells = row.and(cells.before(axis));
                more += 1;
            }
        }
        origins[pattern] = cells;
        pattern += 1;
    }
    origins
};

/// Maximum length of a move's text: three cells of two characters.
const TEXT_BYTES: usize = 6;

/// The text of every move, by pattern and first cell. A server writes some eighty moves with every message.
static TEXTS: [[[u8; TEXT_BYTES]; CELLS]; PATTERNS] = {
    let mut texts = [[[0; TEXT_BYTES]; CELLS]; PATTERNS];
    let mut pattern = 0;
    while pattern < PATTERNS {
        let mut index = 0;
        while index < CELLS {
            let from = Cell::ALL[index];
            if ORIGINS[pattern].contains(from) {
                texts[pattern][index] = written(Move::new(from, pattern));
            }
            index += 1;
        }
        pattern += 1;
    }
    texts
};

/// Concatenates the names of a move's cells.
const fn written(mv: Move) -> [u8; TEXT_BYTES] {
    let cells = match mv.other_end() {
        None => [mv.from(), mv.to(), mv.to()],
        Some(other_end) => [mv.from(), other_end, mv.to()],
    };
    let mut text = [0; TEXT_BYTES];
    let mut place = 0;
    while place < cells.len() {
        text[2 * place] = b'a' + cells[place].row();
        text[2 * place + 1] = b'0' + cells[place].number();
        place += 1;
    }
    text
}

impl Move {
    /// Returns the in-line move of the marble on `from` with all marbles that it carries or pushes; `None` if `from` has no neighbour in
    /// the direction.
    #[inline]
    pub const fn in_line(from: Cell, direction: Direction) -> Option<Self> {
        Self::of_pattern(from, direction.index())
    }

    /// Returns the side-step of a row given by its two ends, in either order.
    ///
    /// `None` if the ends are not two or three cells of a straight line, if the direction is parallel to it, or if a target cell is not on
    /// the board.
    pub fn side_step(end: Cell, other_end: Cell, direction: Direction) -> Option<Self> {
        let (from, last) = if end < other_end { (end, other_end) } else { (other_end, end) };
        let (axis, length) = Direction::AXES.into_iter().find_map(|axis| {
            let second = from.neighbor(axis)?;
            if second == last {
                Some((axis, 2))
            } else {
                (second.neighbor(axis) == Some(last)).then_some((axis, 3))
            }
        })?;
        let turn = (axis.index() + 3 - direction.axis().index()) % 3;
        if turn == 0 {
            return None;
        }
        Self::of_pattern(from, side_step_pattern(direction, turn, length))
    }

    /// Returns every move that can be expressed, regardless of legality: only the targets must be on the board.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..PATTERNS).flat_map(|pattern| ORIGINS[pattern].sorted().map(move |from| Self::new(from, pattern)))
    }

    /// Every [`number`](Self::number) is below this.
    pub const NUMBERS: usize = PATTERNS << CELL_BITS;

    /// The number of the move, for lookup tables and compact storage. Not every number belongs to a move.
    ///
    /// ```
    /// use sumito_rules::Move;
    /// assert!(Move::all().all(|m| Move::from_number(m.number()) == Some(m)));
    /// ```
    #[inline]
    pub const fn number(self) -> usize {
        self.pattern() << CELL_BITS | self.from.torus()
    }

    /// The move with this number.
    #[inline]
    pub const fn from_number(number: usize) -> Option<Self> {
        let pattern = number >> CELL_BITS;
        if pattern >= PATTERNS {
            return None;
        }
        match Cell::from_bit((number & ((1 << CELL_BITS) - 1)) as u8) {
            Some(from) => Self::of_pattern(from, pattern),
            None => None,
        }
    }

    #[inline]
    pub(crate) const fn new(from: Cell, pattern: usize) -> Self {
        Self { from, pattern: pattern as u8 }
    }

    const fn of_pattern(from: Cell, pattern: usize) -> Option<Self> {
        if ORIGINS[pattern].contains(from) { Some(Self::new(from, pattern)) } else { None }
    }

    #[inline]
    pub(crate) const fn pattern(self) -> usize {
        self.pattern as usize
    }

    /// The first cell of the written move: the trailing marble, or the first end of the row.
    #[inline]
    pub const fn from(self) -> Cell {
        self.from
    }

    /// The last cell of the written move: the target of the marble on [`from`](Self::from).
    pub const fn to(self) -> Cell {
        self.from.neighbor(self.direction()).expect("a move is only made with its targets on the board")
    }

    /// The middle cell of a written side-step: the other end of its row.
    pub const fn other_end(self) -> Option<Cell> {
        let Shape::SideStep { axis, length } = self.shape() else { return None };
        let mut end = self.from;
        let mut more = 1;
        while more < length {
            end = end.neighbor(axis).expect("a move is only made with its row on the board");
            more += 1;
        }
        Some(end)
    }

    /// The move in Aba-Pro notation, in ASCII: `a1b2` in line, `c6c7d6` sideways.
    #[inline]
    pub fn as_bytes(self) -> &'static [u8] {
        let bytes = if self.is_side_step() { TEXT_BYTES } else { TEXT_BYTES - 2 };
        &TEXTS[self.pattern()][self.from.index()][..bytes]
    }

    /// The direction in which every marble moves by one cell.
    #[inline]
    pub const fn direction(self) -> Direction {
        TABLE[self.pattern as usize].1
    }

    /// The shape: in line or sideways.
    #[inline]
    pub const fn shape(self) -> Shape {
        TABLE[self.pattern as usize].0
    }

    /// Returns whether the move is a side-step.
    #[inline]
    pub const fn is_side_step(self) -> bool {
        self.pattern >= 6
    }

    /// Returns whether the cell is an end of the row of a side-step.
    pub(crate) fn is_end(self, cell: Cell) -> bool {
        match self.shape() {
            Shape::InLine => cell == self.from,
            Shape::SideStep { axis, length } => {
                cell == self.from || length == 2 || cell.neighbor(axis.opposite()) != Some(self.from)
            }
        }
    }

    /// The marbles that the move names: the row of a side-step, or the trailing marble of an in-line move.
    #[inline]
    pub fn named(self) -> Bitboard {
        let first = Bitboard::of(self.from);
        match self.shape() {
            Shape::InLine => first,
            Shape::SideStep { axis, length } => {
                let two = first | first.step(axis);
                if length == 2 { two } else { two | two.step(axis) }
            }
        }
    }
}

impl fmt::Display for Move {
    /// Aba-Pro: `a1b2` in line, `c6c7d6` sideways.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(str::from_utf8(self.as_bytes()).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
