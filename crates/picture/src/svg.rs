//! The drawing.

use std::fmt::Write;

use sumito_rules::{Bitboard, Cell, Color, Mode, Position};

use crate::geometry::{Point, centre, hexagon, text};
use crate::palette::{CLOTH, FIELD, FRAME, TRACE, WELL, glass};
use crate::{HEIGHT, Picture, WIDTH};

/// How much of the plane is to be seen: the board, and as much cloth around it as the picture's shape asks for.
const VIEW_HEIGHT: f64 = 9.5;

/// How far from the middle marbles lie that were pushed out, and how much smaller they are drawn.
const TRAY_X: f64 = 7.0;
const TRAY_SCALE: f64 = 0.9;

/// Marbles that a side pushes out to win.
const TRAY_PLACES: u8 = 6;

/// The picture as SVG.
pub fn svg(picture: &Picture) -> String {
    let width = VIEW_HEIGHT * f64::from(WIDTH) / f64::from(HEIGHT);
    let (x, y) = (-width / 2.0, -VIEW_HEIGHT / 2.0);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         viewBox=\"{x:.3} {y:.3} {width:.3} {VIEW_HEIGHT}\">"
    );
    let mut draw = Drawing(&mut out);
    draw.definitions(picture.position.mode());
    draw.add(format_args!(
        "<rect x=\"{x:.3}\" y=\"{y:.3}\" width=\"{width:.3}\" height=\"{VIEW_HEIGHT}\" fill=\"url(#cloth)\"/>"
    ));
    draw.board(picture);
    draw.marbles(&picture.position);
    if picture.position.mode() == Mode::Two {
        draw.trays(&picture.position);
    }
    out.push_str("</svg>\n");
    out
}

struct Drawing<'a>(&'a mut String);

impl Drawing<'_> {
    fn add(&mut self, part: std::fmt::Arguments<'_>) {
        self.0.write_fmt(part).expect("a string takes any text");
    }

    fn definitions(&mut self, mode: Mode) {
        self.add(format_args!("<defs>"));
        self.radial("cloth", "cx=\"0.5\" cy=\"0.42\" r=\"0.75\"", &evenly(&CLOTH));
        self.linear("frame", "x1=\"0.1\" y1=\"0\" x2=\"0.9\" y2=\"1\"", &evenly(&FRAME));
        self.radial("field", "cx=\"0.42\" cy=\"0.34\" r=\"0.8\"", &evenly(&FIELD));
        self.radial("well", "cx=\"0.5\" cy=\"0.62\" r=\"0.56\"", &evenly(&WELL));
        self.radial("shadow", "", &[(0.0, "#120a04", 0.62), (0.62, "#120a04", 0.42), (1.0, "#120a04", 0.0)]);
        self.radial("shine", "", &[(0.0, "#fff", 0.95), (0.4, "#fff", 0.5), (1.0, "#fff", 0.0)]);
        for &color in mode.colors() {
            let glass = glass(color);
            let stops: Vec<_> = [0.0, 0.42, 0.82, 1.0]
                .into_iter()
                .zip(glass.stops)
                .map(|(at, stop)| (at, stop, 1.0))
                .collect();
            let name = color.name();
            self.radial(name, "fx=\"0.34\" fy=\"0.28\"", &stops);
            let glow = [(0.0, glass.glow, 0.75), (0.55, glass.glow, 0.22), (1.0, glass.glow, 0.0)];
            self.radial(&format!("{name}-glow"), "cx=\"0.7\" cy=\"0.76\" r=\"0.42\"", &glow);
            self.marble(color);
        }
        self.add(format_args!("</defs>"));
    }

    fn radial(&mut self, id: &str, shape: &str, stops: &[(f64, &str, f64)]) {
        self.gradient("radialGradient", id, shape, stops);
    }

    fn linear(&mut self, id: &str, shape: &str, stops: &[(f64, &str, f64)]) {
        self.gradient("linearGradient", id, shape, stops);
    }

    fn gradient(&mut self, kind: &str, id: &str, shape: &str, stops: &[(f64, &str, f64)]) {
        self.add(format_args!("<{kind} id=\"{id}\" {shape}>"));
        for (at, color, opacity) in stops {
            self.add(format_args!(
                "<stop offset=\"{at}\" stop-color=\"{color}\" stop-opacity=\"{opacity}\"/>"
            ));
        }
        self.add(format_args!("</{kind}>"));
    }

    /// A marble of radius 0.43 around the origin, to be used.
    fn marble(&mut self, color: Color) {
        let name = color.name();
        self.add(format_args!(
            "<g id=\"m-{name}\"><ellipse cx=\"0.06\" cy=\"0.09\" rx=\"0.5\" ry=\"0.49\" fill=\"url(#shadow)\"/>\
             <circle r=\"0.43\" fill=\"url(#{name})\"/><circle r=\"0.43\" fill=\"url(#{name}-glow)\"/>"
        ));
        // For those to whom red and black, or yellow and white, look alike.
        match color {
            Color::Red => self.add(format_args!(
                "<circle r=\"0.18\" fill=\"none\" stroke=\"#ffe1d8\" stroke-opacity=\"0.7\" stroke-width=\"0.055\"/>"
            )),
            Color::Yellow => self.add(format_args!(
                "<path d=\"M0 -0.3Q0.15 0 0 0.3Q-0.15 0 0 -0.3Z\" fill=\"#5a3603\" fill-opacity=\"0.72\"/>"
            )),
            Color::Black | Color::White => {}
        }
        self.add(format_args!(
            "<ellipse cx=\"-0.14\" cy=\"-0.19\" rx=\"0.19\" ry=\"0.125\" transform=\"rotate(-38 -0.14 -0.19)\" \
             fill=\"url(#shine)\"/></g>"
        ));
    }

    fn board(&mut self, picture: &Picture) {
        let (rim, field) = (hexagon(4.95, 0.32), hexagon(4.56, 0.26));
        // A soft shadow without a filter: the frame again, larger and fainter each time.
        for grown in [1.035, 1.025, 1.015] {
            self.add(format_args!(
                "<path d=\"{rim}\" transform=\"translate(0.05 0.12) scale({grown})\" fill=\"#000\" fill-opacity=\"0.14\"/>"
            ));
        }
        self.add(format_args!(
            "<path d=\"{rim}\" fill=\"url(#frame)\" stroke=\"#ffeccd\" stroke-opacity=\"0.4\" stroke-width=\"0.03\"/>\
             <path d=\"{field}\" fill=\"url(#field)\" stroke=\"#3c200a\" stroke-opacity=\"0.55\" stroke-width=\"0.035\"/>"
        ));
        for cell in Cell::ALL {
            self.well(centre(cell), 1.0);
        }
        self.rings(picture.trace.left, 0.26, 0.5);
        self.rings(picture.trace.entered, 0.5, 1.0);
    }

    fn well(&mut self, Point { x, y }: Point, scale: f64) {
        let radius = 0.455 * scale;
        self.add(format_args!(
            "<circle cx=\"{x:.3}\" cy=\"{y:.3}\" r=\"{radius:.3}\" fill=\"url(#well)\" stroke=\"#fff\" \
             stroke-opacity=\"0.16\" stroke-width=\"0.03\"/>"
        ));
    }

    /// What the last move touched: a spot in a cell, or a ring around the marble that covers it.
    fn rings(&mut self, cells: Bitboard, radius: f64, opacity: f64) {
        for cell in cells.sorted() {
            let Point { x, y } = centre(cell);
            self.add(format_args!(
                "<circle cx=\"{x:.3}\" cy=\"{y:.3}\" r=\"{radius}\" fill=\"{TRACE}\" fill-opacity=\"{opacity}\"/>"
            ));
        }
    }

    fn marbles(&mut self, position: &Position) {
        for &color in position.mode().colors() {
            for cell in position.marbles(color).sorted() {
                let at = text(centre(cell));
                self.add(format_args!("<use href=\"#m-{}\" transform=\"translate({at})\"/>", color.name()));
            }
        }
    }

    /// What Black has pushed out lies to the left of the board, what White has to the right.
    fn trays(&mut self, position: &Position) {
        let sides = [(-TRAY_X, Color::White), (TRAY_X, Color::Black)];
        for ((x, color), &captured) in sides.into_iter().zip(position.captured()) {
            for place in 0..TRAY_PLACES {
                let at = Point { x, y: f64::from(TRAY_PLACES - 1) / 2.0 - f64::from(place) };
                self.add(format_args!(
                    "<circle cx=\"{}\" cy=\"{}\" r=\"0.41\" fill=\"#000\" fill-opacity=\"0.18\"/>",
                    at.x, at.y
                ));
                if place < captured {
                    let (at, name) = (text(at), color.name());
                    self.add(format_args!(
                        "<use href=\"#m-{name}\" transform=\"translate({at}) scale({TRAY_SCALE})\"/>"
                    ));
                }
            }
        }
    }
}

/// Colours at equal distances, opaque.
fn evenly<'a>(colors: &[&'a str]) -> Vec<(f64, &'a str, f64)> {
    let last = (colors.len() - 1) as f64;
    colors.iter().enumerate().map(|(place, color)| (place as f64 / last, *color, 1.0)).collect()
}

#[cfg(test)]
mod tests {
    use sumito_rules::Layout;

    use super::*;
    use crate::Trace;

    fn picture(mode: Mode, line: &str) -> String {
        let position = Position::parse(mode, line).unwrap();
        svg(&Picture { position, trace: Trace::default() })
    }

    #[test]
    fn every_marble_is_drawn_in_its_place() {
        for mode in [Mode::Two, Mode::Three, Mode::Four, Mode::FourConsecutive] {
            for layout in Layout::ALL.into_iter().filter(|layout| layout.fits(mode)) {
                let position = Position::start(mode, layout).unwrap();
                let drawn = svg(&Picture { position, trace: Trace::default() });
                assert_eq!(drawn.matches("<use").count(), position.occupied().len(), "{layout}");
            }
        }
        let one = picture(Mode::Two, "5/6/7/8/4b4/8/7/6/5 b 0,0 0 0");
        assert!(one.contains("<use href=\"#m-black\" transform=\"translate(0.000 0.000)\"/>"), "{one}");
    }

    #[test]
    fn what_was_pushed_out_lies_beside_the_board() {
        let drawn = picture(Mode::Two, "5/6/7/8/4b4/8/7/6/5 b 2,5 0 0");
        assert_eq!(drawn.matches("#m-white").count(), 2);
        assert_eq!(drawn.matches("#m-black").count(), 6);
    }

    #[test]
    fn a_move_leaves_a_trace() {
        let position = Position::start(Mode::Two, Layout::Standard).unwrap();
        let played = position.play(position.parse_move("a1b2").unwrap()).unwrap();
        let trace = Trace::of(&played.effect);
        assert_eq!((trace.left.to_string(), trace.entered.len()), ("a1".to_owned(), 3));
        let drawn = svg(&Picture { position: played.position, trace });
        assert_eq!(drawn.matches(TRACE).count(), 4);
    }
}
