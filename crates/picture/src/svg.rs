//! The drawing of the board and its marbles.

use std::fmt::{Arguments, Write};

use sumito_rules::{Bitboard, Cell};

use crate::geometry::{Point, centre, rotation};
use crate::{HEIGHT, Picture, WIDTH, glass, wood};

/// Distance of two cells in pixels: the board fills the height except for a margin.
const CELL: f64 = 66.0;

/// Style of cells that marbles left: spots.
const LEFT: &str = r##"r="0.44" fill="#ffd76a" fill-opacity="0.5""##;
/// Style of cells that marbles entered: halos.
const ENTERED: &str =
    r##"r="0.475" fill="none" stroke="#ffd76a" stroke-width="0.075" stroke-opacity="0.85""##;

/// The picture as SVG, with the first seat's home at the bottom.
pub fn svg(picture: &Picture) -> String {
    let mode = picture.position.mode();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\"><defs>"
    );
    wood::define(&mut svg);
    glass::define(&mut svg, mode.colors());
    let (x, y) = (WIDTH / 2, HEIGHT / 2);
    write_to(
        &mut svg,
        format_args!("</defs>{}<g transform=\"translate({x} {y}) scale({CELL})\">", wood::CLOTH),
    );
    wood::board(&mut svg, mode.teams());
    circles(&mut svg, picture, picture.trace.left, LEFT);
    circles(&mut svg, picture, picture.trace.entered, ENTERED);
    marbles(&mut svg, picture);
    svg.push_str("</g></svg>\n");
    svg
}

fn marbles(svg: &mut String, picture: &Picture) {
    let mode = picture.position.mode();
    for &color in mode.colors() {
        for cell in picture.position.marbles(color).sorted() {
            glass::marble(svg, color, place(picture, cell), 1.0, picture.pale.contains(cell));
        }
    }
    for team in mode.all_teams() {
        for (slot, color) in picture.trays.of(team).enumerate() {
            glass::marble(svg, color, wood::slot(team.index(), slot), wood::TRAY_SCALE, false);
        }
    }
}

fn circles(svg: &mut String, picture: &Picture, cells: Bitboard, style: &str) {
    for cell in cells.sorted() {
        write_to(svg, format_args!("<circle transform=\"translate({})\" {style}/>", place(picture, cell)));
    }
}

fn place(picture: &Picture, cell: Cell) -> Point {
    centre(cell).turned(rotation(picture.position.mode()))
}

/// Writes to the string, which never fails.
pub(crate) fn write_to(svg: &mut String, text: Arguments<'_>) {
    svg.write_fmt(text).expect("a string takes any text");
}

#[cfg(test)]
mod tests {
    use sumito_rules::{Color, Layout, Mode, Position};

    use super::*;
    use crate::Trace;

    fn drawn(mode: Mode, line: &str) -> String {
        svg(&Position::parse(mode, line).unwrap().into())
    }

    /// Returns the colour and place of every marble in the drawing.
    fn marbles(svg: &str) -> Vec<(&str, &str)> {
        let parts = svg.split("<use href=\"#m-").skip(1);
        parts
            .map(|part| part.split_once('"').unwrap())
            .map(|(color, rest)| (color, rest.split_once("/>").unwrap().0))
            .collect()
    }

    #[test]
    fn every_marble_is_drawn_in_its_place() {
        for mode in Mode::ALL {
            for layout in Layout::ALL.into_iter().filter(|layout| layout.fits(mode)) {
                let position = Position::start(mode, layout).unwrap();
                let svg = svg(&position.into());
                assert_eq!(marbles(&svg).len(), position.occupied().len(), "{layout}");
            }
        }
        let one = drawn(Mode::Two, "5/6/7/8/4b4/8/7/6/5 b 0,0 0 0");
        assert_eq!(marbles(&one), [("black", " transform=\"translate(0.000 0.000)\"")]);
    }

    #[test]
    fn the_first_seat_is_at_the_bottom() {
        for mode in Mode::ALL {
            let position = Position::start(mode, mode.default_layout()).unwrap();
            // In a daisy every player has marbles on two sides.
            let position =
                if mode == Mode::Two { Position::start(mode, Layout::Standard).unwrap() } else { position };
            let svg = svg(&position.into());
            for (_, place) in marbles(&svg).into_iter().filter(|(color, _)| *color == "black") {
                let y: f64 = place.split([' ', ')']).nth(2).unwrap().parse().unwrap();
                assert!(y > 0.5, "{mode}: {place}");
            }
        }
    }

    #[test]
    fn captured_marbles_lie_beside_the_board() {
        for (mode, captured) in [(Mode::Two, "2,5"), (Mode::Three, "1,2,4"), (Mode::Four, "3,4")] {
            let svg = drawn(mode, &format!("5/6/7/8/4b4/8/7/6/5 b {captured} 0 0"));
            let beside =
                marbles(&svg).into_iter().filter(|(_, place)| place.contains(" scale(0.68)")).count();
            assert_eq!((beside, marbles(&svg).len()), (7, 8), "{mode}");
        }
    }

    #[test]
    fn a_move_leaves_a_trace() {
        let position = Position::start(Mode::Two, Layout::Standard).unwrap();
        let played = position.play(position.parse_move("a1b2").unwrap()).unwrap();
        let trace = Trace::of(&played.effect);
        assert_eq!((trace.left.to_string(), trace.entered.len()), ("a1".to_owned(), 3));
        let svg = svg(&Picture { trace, ..played.position.into() });
        assert_eq!((svg.matches(LEFT).count(), svg.matches(ENTERED).count()), (1, 3));
    }

    #[test]
    fn marbles_of_eliminated_players_are_pale() {
        let position = Position::start(Mode::Three, Layout::ThreeStandard).unwrap();
        let svg = svg(&Picture { pale: position.marbles(Color::Red), ..position.into() });
        for (color, place) in marbles(&svg) {
            assert_eq!(place.contains("opacity"), color == "red", "{color} {place}");
        }
    }
}
