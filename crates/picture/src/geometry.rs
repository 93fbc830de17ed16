//! Where things are. The unit is the distance between two neighbouring cells, the origin is e5, x grows to the right and y downwards.

use std::fmt::Write;

use sumito_rules::Cell;

/// A point of the picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

/// How far apart two rows are: the height of an equilateral triangle of side 1.
const ROW_HEIGHT: f64 = 0.866_025_403_784_438_6;

/// The row and the number of e5, counted from 1.
const MIDDLE: f64 = 5.0;

/// The middle of a cell.
pub(crate) fn centre(cell: Cell) -> Point {
    let (row, number) = (f64::from(cell.row()) + 1.0, f64::from(cell.number()));
    Point { x: number - row / 2.0 - MIDDLE / 2.0, y: (MIDDLE - row) * ROW_HEIGHT }
}

/// A hexagon with two level sides and rounded corners, as the data of an SVG path. Its corners are `radius` from the middle; a curve
/// begins `rounding` before each.
pub(crate) fn hexagon(radius: f64, rounding: f64) -> String {
    let corner = |number: i32| {
        let angle = f64::from(number) * std::f64::consts::FRAC_PI_3;
        Point { x: radius * angle.cos(), y: radius * angle.sin() }
    };
    let towards = |from: Point, to: Point| {
        let part = rounding / (to.x - from.x).hypot(to.y - from.y);
        Point { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
    };
    let mut path = String::new();
    for number in 0..6 {
        let at = corner(number);
        let (from, to) = (towards(at, corner(number - 1)), towards(at, corner(number + 1)));
        let verb = if number == 0 { 'M' } else { 'L' };
        write!(path, "{verb}{}Q{} {}", text(from), text(at), text(to)).expect("a string takes any text");
    }
    path.push('Z');
    path
}

/// A point as SVG writes it, to a thousandth.
pub(crate) fn text(Point { x, y }: Point) -> String {
    format!("{x:.3} {y:.3}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_one_apart_and_e5_is_in_the_middle() {
        let at = |name: &str| centre(name.parse().unwrap());
        assert_eq!(at("e5"), Point { x: 0.0, y: 0.0 });
        assert_eq!(at("e6"), Point { x: 1.0, y: 0.0 });
        let Point { x, y } = at("f6");
        assert!(x > 0.0 && y < 0.0, "rows go upwards");
        assert!((x.hypot(y) - 1.0).abs() < 1e-9);
    }
}
