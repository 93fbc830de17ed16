//! Rotations and reflections of the board.

use crate::{Cell, Direction, Move, Shape};

/// One of the twelve rotations and reflections that map the board onto itself.
///
/// The rules have no preferred direction, so a move that is legal in a position is legal in its image, with the same effect.
///
/// ```
/// use sumito_rules::{Move, Symmetry};
///
/// let images: Vec<_> = Symmetry::ALL.iter().map(|symmetry| symmetry.of_move("a1b2".parse().unwrap()).to_string()).collect();
/// assert!(images.contains(&"a5b5".to_owned()) && images.contains(&"i9h8".to_owned()));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Symmetry {
    /// True if the board is first reflected in the line through `e1` and `e9`.
    mirrored: bool,
    /// Number of sixths of a circle by which it is then turned, counter-clockwise.
    turns: u8,
}

impl Symmetry {
    /// All symmetries; first the identity.
    pub const ALL: [Self; 12] = {
        let mut all = [Self { mirrored: false, turns: 0 }; 12];
        let mut number = 0;
        while number < 12 {
            all[number] = Self { mirrored: number >= 6, turns: number as u8 % 6 };
            number += 1;
        }
        all
    };

    /// The inverse symmetry.
    #[must_use]
    pub const fn inverse(self) -> Self {
        // A reflection with a rotation is its own inverse.
        if self.mirrored { self } else { Self { mirrored: false, turns: (6 - self.turns) % 6 } }
    }

    /// Maps a cell.
    pub const fn of_cell(self, cell: Cell) -> Cell {
        // Steps north-west and east from the centre.
        let (mut up, mut east) = (cell.row() as i8 - 4, cell.number() as i8 - 5);
        if self.mirrored {
            (up, east) = (-up, east - up);
        }
        let mut turns = 0;
        while turns < self.turns {
            (up, east) = (east, east - up);
            turns += 1;
        }
        Cell::new((up + 4) as u8, (east + 5) as u8).expect("the board falls on itself")
    }

    /// Maps a direction.
    pub const fn of_direction(self, direction: Direction) -> Direction {
        let index = if self.mirrored { (6 - direction.index()) % 6 } else { direction.index() };
        Direction::ALL[(index + self.turns as usize) % 6]
    }

    /// Maps a move.
    ///
    /// # Panics
    /// Never: the image of a move has its targets on the board.
    pub fn of_move(self, mv: Move) -> Move {
        let (from, direction) = (self.of_cell(mv.from()), self.of_direction(mv.direction()));
        let image = match (mv.shape(), mv.other_end()) {
            (Shape::SideStep { .. }, Some(end)) => Move::side_step(from, self.of_cell(end), direction),
            _ => Move::in_line(from, direction),
        };
        image.expect("the board falls on itself")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Color, Layout, Mode, Position, Setup};

    fn image(symmetry: Symmetry, position: &Position) -> Position {
        let mut setup = Setup::new(position.mode());
        for color in Color::ALL {
            let cells = position.marbles(color).sorted().map(|cell| symmetry.of_cell(cell));
            setup = setup.marbles(color, cells);
        }
        setup.turn(position.turn()).position().unwrap()
    }

    #[test]
    fn symmetries_are_distinct_and_have_inverses() {
        let images = |symmetry: Symmetry| Cell::ALL.map(|cell| symmetry.of_cell(cell));
        for (number, symmetry) in Symmetry::ALL.into_iter().enumerate() {
            let mut cells = images(symmetry);
            assert!(Symmetry::ALL[..number].iter().all(|&other| images(other) != cells));
            assert_eq!(images(symmetry).map(|cell| symmetry.inverse().of_cell(cell)), Cell::ALL);
            cells.sort();
            assert_eq!(cells, Cell::ALL);
        }
    }

    #[test]
    fn neighbours_stay_neighbours() {
        for symmetry in Symmetry::ALL {
            for cell in Cell::ALL {
                for direction in Direction::ALL {
                    let next = cell.neighbor(direction).map(|next| symmetry.of_cell(next));
                    assert_eq!(symmetry.of_cell(cell).neighbor(symmetry.of_direction(direction)), next);
                }
            }
        }
    }

    #[test]
    fn legality_is_preserved_by_symmetries() {
        let mut position = Position::start(Mode::Two, Layout::BelgianDaisy).unwrap();
        for ply in 0..60 {
            let legal: Vec<Move> = position.legal_moves().iter().collect();
            for symmetry in Symmetry::ALL {
                let turned = image(symmetry, &position);
                let mut images: Vec<_> = legal.iter().map(|&mv| symmetry.of_move(mv)).collect();
                let mut expected: Vec<_> = turned.legal_moves().iter().collect();
                images.sort();
                expected.sort();
                assert_eq!(images, expected);
            }
            position = position.play(legal[ply * 7 % legal.len()]).unwrap().position;
        }
    }
}
