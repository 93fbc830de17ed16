//! The rulebooks' named formations in a position.

use crate::{Bitboard, Cell, Color, Direction, Position, Team};

/// At most three marbles count in a line.
const COUNTED: usize = 3;

/// All named formations of a position.
///
/// ```
/// use sumito_rules::{GroupKind, Mode, Position};
/// let position = Position::parse(Mode::Two, "5/6/7/8/bbw6/8/7/6/5 b 0,0 0 0")?;
/// let formations = position.formations();
/// assert_eq!(formations.groups[0].kind, GroupKind::Pair);
/// assert_eq!((formations.sumitos[0].own, formations.sumitos[0].opposing), (2, 1));
/// # Ok::<(), sumito_rules::PositionError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Formations {
    /// The connected groups, by colour. Each marble belongs to exactly one.
    pub groups: Vec<Group>,
    /// The blocks: three adjacent parallel rows of three of one colour.
    pub blocks: Vec<Block>,
    /// The marbles without a neighbour of their colour and with opposing marbles on all neighbouring cells.
    pub dets: Bitboard,
    /// Equal forces in line. Each is listed once for a pair of teams, in either direction.
    pub pacs: Vec<Contact>,
    /// Superior force in line, with its direction pointing at the weaker team.
    pub sumitos: Vec<Contact>,
    /// The marbles that an opponent could push off the board if it were that opponent's turn.
    pub in_danger: Bitboard,
}

/// A connected group of marbles of one colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Group {
    /// The group's colour.
    pub color: Color,
    /// The group's cells.
    pub cells: Bitboard,
    /// The group's kind.
    pub kind: GroupKind,
}

/// The kind of a group, by its size, and with three marbles by its shape.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GroupKind {
    /// A single marble.
    Single,
    /// Two adjacent marbles.
    Pair,
    /// Three in a row.
    Lance,
    /// Three in a bend.
    Arc,
    /// Three in a triangle.
    Shield,
    /// Four or more, of any shape.
    Multiple,
}

impl GroupKind {
    /// Returns whether the group is a triplet: a lance, an arc or a shield.
    pub const fn is_triplet(self) -> bool {
        matches!(self, Self::Lance | Self::Arc | Self::Shield)
    }

    /// A stable name for programs, in snake case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Pair => "pair",
            Self::Lance => "lance",
            Self::Arc => "arc",
            Self::Shield => "shield",
            Self::Multiple => "multiple",
        }
    }
}

/// Nine marbles of one colour in three adjacent parallel rows of three.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Block {
    /// The block's colour.
    pub color: Color,
    /// The block's cells.
    pub cells: Bitboard,
}

/// Two teams in contact along a line: a pac if their forces are equal, a sumito if one is superior.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Contact {
    /// The team that faces in `direction`; in a sumito, the superior one.
    pub team: Team,
    /// The direction from that team to the other.
    pub direction: Direction,
    /// Number of the team's marbles that count: one, two or three.
    pub own: usize,
    /// Number of opposing marbles that count.
    pub opposing: usize,
    /// The cells of the counting marbles of both teams.
    pub cells: Bitboard,
    /// True if a free cell or the edge lies behind the opposing marbles, so that they could be pushed.
    pub open: bool,
}

impl Position {
    /// Finds all named formations of the position.
    pub fn formations(&self) -> Formations {
        let mut formations = Formations { in_danger: self.in_danger(), ..Formations::default() };
        for &color in self.mode().colors() {
            let marbles = self.marbles(color);
            formations.groups.extend(groups(marbles).map(|cells| Group { color, cells, kind: kind(cells) }));
            formations.blocks.extend(blocks(marbles).into_iter().map(|cells| Block { color, cells }));
        }
        formations.dets = self.dets();
        for team in self.mode().all_teams() {
            for direction in Direction::ALL {
                self.contacts(team, direction, &mut formations);
            }
        }
        formations
    }

    /// The marbles that an opponent could push off the board if it were that opponent's turn. Empty when the game is decided.
    pub fn in_danger(&self) -> Bitboard {
        let mut danger = Bitboard::EMPTY;
        let mut turn = *self;
        for _ in self.mode().colors() {
            for m in turn.legal_moves() {
                danger.extend(turn.effect(m).ejected_from());
            }
            turn = turn.pass_turn();
        }
        danger
    }

    fn marbles_of(&self, team: Team) -> Bitboard {
        self.mode().colors_of(team).fold(Bitboard::EMPTY, |marbles, color| marbles | self.marbles(color))
    }

    fn dets(&self) -> Bitboard {
        let is_det = |color: Color, cell: Cell| {
            let opposing = self.occupied() - self.marbles_of(self.mode().team_of(color));
            (neighbors(Bitboard::of(cell)) - opposing).is_empty()
        };
        let marbles = |color| self.marbles(color).iter().filter(move |&cell| is_det(color, cell));
        self.mode().colors().iter().flat_map(|&color| marbles(color)).collect()
    }

    /// Adds the contacts in which the team faces opposing marbles in the direction with equal or superior force.
    fn contacts(&self, team: Team, direction: Direction, formations: &mut Formations) {
        let own = self.marbles_of(team);
        let opposing = self.occupied() - own;
        for front in (own & opposing.before(direction)).sorted() {
            let own_line = run(own, front, direction.opposite());
            let other_line =
                front.neighbor(direction).map_or(Bitboard::EMPTY, |cell| run(opposing, cell, direction));
            let behind = other_line.step(direction) - other_line;
            let contact = Contact {
                team,
                direction,
                own: own_line.len(),
                opposing: other_line.len(),
                cells: own_line | other_line,
                open: (behind & self.occupied()).is_empty(),
            };
            if contact.own > contact.opposing {
                formations.sumitos.push(contact);
            } else if contact.own == contact.opposing {
                // From the other team's view it would be the same pac again.
                let seen =
                    |pac: &Contact| pac.cells == contact.cells && pac.direction == direction.opposite();
                if !formations.pacs.iter().any(seen) {
                    formations.pacs.push(contact);
                }
            }
        }
    }
}

/// The marbles of the set from a cell onwards in a direction, as far as they count.
fn run(set: Bitboard, from: Cell, direction: Direction) -> Bitboard {
    let mut line = Bitboard::of(from);
    for _ in 1..COUNTED {
        line |= line.step(direction) & set;
    }
    line
}

/// The cells next to the set's cells.
fn neighbors(set: Bitboard) -> Bitboard {
    Direction::ALL.into_iter().fold(Bitboard::EMPTY, |cells, direction| cells | set.step(direction)) - set
}

/// The connected parts of a set, in the order of their first cells.
fn groups(mut left: Bitboard) -> impl Iterator<Item = Bitboard> {
    std::iter::from_fn(move || {
        let mut group = Bitboard::of(left.sorted().next()?);
        loop {
            let grown = group | (neighbors(group) & left);
            if grown == group {
                break;
            }
            group = grown;
        }
        left -= group;
        Some(group)
    })
}

fn kind(group: Bitboard) -> GroupKind {
    // Two neighbours along an axis, counted at the first of them.
    let touches = |axis: Direction| (group & group.before(axis)).len();
    match group.len() {
        1 => GroupKind::Single,
        2 => GroupKind::Pair,
        3 => match Direction::AXES.map(touches) {
            [1, 1, 1] => GroupKind::Shield,
            touches if touches.contains(&2) => GroupKind::Lance,
            _ => GroupKind::Arc,
        },
        _ => GroupKind::Multiple,
    }
}

/// Returns blocks of three rows of three, each next to the previous one. A rhombus can be read along two axes but is a single block.
fn blocks(marbles: Bitboard) -> Vec<Bitboard> {
    let mut blocks = Vec::new();
    for axis in Direction::AXES {
        let row_starts = {
            let pairs = marbles & marbles.before(axis);
            pairs & pairs.before(axis)
        };
        // Upwards only: a block is found from its lowest row.
        let sides = Direction::ALL.into_iter().cycle().skip(axis.index() + 1).take(2);
        for (first, second) in
            sides.clone().flat_map(|first| sides.clone().map(move |second| (first, second)))
        {
            let starts = row_starts & (row_starts & row_starts.before(second)).before(first);
            for start in starts.sorted() {
                let row = |start: Bitboard| start | start.step(axis) | start.step(axis).step(axis);
                let one = row(Bitboard::of(start));
                let two = one.step(first);
                let block = one | two | two.step(second);
                if !blocks.contains(&block) {
                    blocks.push(block);
                }
            }
        }
    }
    blocks
}
