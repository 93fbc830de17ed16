//! Coordinates of the picture: the unit is the distance between two neighbouring cells, the origin is E5, x grows to the right and y
//! downwards.

use std::fmt;

use sumito_rules::{Cell, Direction, Mode};

/// The height of an equilateral triangle of side 1: the distance between two rows.
const ROW_HEIGHT: f64 = 0.866_025_403_784_438_6;

/// Cosine and sine of the steps of 60 degrees.
const TURNS: [(f64, f64); 6] =
    [(1.0, 0.0), (0.5, ROW_HEIGHT), (-0.5, ROW_HEIGHT), (-1.0, 0.0), (-0.5, -ROW_HEIGHT), (0.5, -ROW_HEIGHT)];

/// A point of the picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

impl Point {
    /// Returns the point turned counter-clockwise about the origin by this many steps of 60 degrees.
    pub(crate) fn turned(self, steps: usize) -> Self {
        let (cos, sin) = TURNS[steps % TURNS.len()];
        Self { x: self.x * cos + self.y * sin, y: self.y * cos - self.x * sin }
    }

    /// Returns the point at distance `length` in the direction of `other`.
    fn towards(self, other: Self, length: f64) -> Self {
        let part = length / (other.x - self.x).hypot(other.y - self.y);
        Self { x: self.x + (other.x - self.x) * part, y: self.y + (other.y - self.y) * part }
    }
}

/// Formats the point for SVG: `0.500 -1.732`.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3} {:.3}", self.x, self.y)
    }
}

/// The middle of a cell, with row A at the bottom.
pub(crate) fn centre(cell: Cell) -> Point {
    let (above, right) = (f64::from(cell.row()) - 4.0, f64::from(cell.number()) - 5.0);
    Point { x: right - above / 2.0, y: (0.0 - above) * ROW_HEIGHT }
}

/// Number of steps of 60 degrees by which the board is turned, so that the first seat's home is at the bottom, as the web client shows it
/// to spectators.
pub(crate) fn rotation(mode: Mode) -> usize {
    match mode {
        Mode::Two | Mode::Three => 0,
        Mode::Four | Mode::FourConsecutive => 2,
    }
}

/// A hexagon with two level sides and rounded corners, as the data of a path.
pub(crate) fn hexagon(radius: f64, rounding: f64) -> String {
    let corner = |direction: Direction| {
        let (rows, numbers) = direction.delta();
        let (row, number) = (f64::from(rows), f64::from(numbers));
        Point { x: (number - row / 2.0) * radius, y: -row * ROW_HEIGHT * radius }
    };
    rounded(&Direction::ALL.map(corner), rounding)
}

/// A closed polygon, as the data of a path; `rounding` is the distance from a corner at which its curve starts.
pub(crate) fn rounded(corners: &[Point], rounding: f64) -> String {
    let count = corners.len();
    let curve = |(index, corner): (usize, &Point)| {
        let before = corner.towards(corners[(index + count - 1) % count], rounding);
        let after = corner.towards(corners[(index + 1) % count], rounding);
        format!("{}{before}Q{corner} {after}", if index == 0 { 'M' } else { 'L' })
    };
    corners.iter().enumerate().map(curve).chain(["Z".to_owned()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(name: &str) -> Point {
        centre(name.parse().unwrap())
    }

    #[test]
    fn neighbours_are_one_apart_and_row_a_is_at_the_bottom() {
        assert_eq!(at("e5"), Point { x: 0.0, y: 0.0 });
        for cell in Cell::ALL {
            for neighbor in Direction::ALL.into_iter().filter_map(|direction| cell.neighbor(direction)) {
                let (one, other) = (centre(cell), centre(neighbor));
                assert!(((one.x - other.x).hypot(one.y - other.y) - 1.0).abs() < 1e-9, "{cell} {neighbor}");
            }
        }
        assert!(at("a1").y > 3.0 && at("i5").y < -3.0 && at("e1").x < -3.0);
    }

    #[test]
    fn six_turns_are_none_and_one_brings_the_right_end_up() {
        let turned = at("e9").turned(1);
        let up = at("i9");
        assert!((turned.x - up.x).abs() < 1e-9 && (turned.y - up.y).abs() < 1e-9, "{turned} {up}");
        assert_eq!(at("e9").turned(6), at("e9"));
    }
}
