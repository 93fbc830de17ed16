//! A picture of a board, to be shown where somebody shares a link: an SVG in the look of the web client's board, and a PNG drawn from
//! it. There is no text in it, so that no fonts are needed and it is the same in every language.

mod geometry;
mod glass;
mod raster;
mod scene;
mod wood;

use std::fmt::Write;

pub(crate) use raster::png;
pub(crate) use scene::Scene;

use geometry::{Point, centre};

/// The size in which the services that show links want their pictures, in pixels.
pub(crate) const WIDTH: u32 = 1_200;
/// As [`WIDTH`].
pub(crate) const HEIGHT: u32 = 630;

/// Pixels from one cell to the next: the board fills the height but for a margin.
const CELL: f64 = 66.0;

/// Why a picture cannot be drawn.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PictureError {
    /// The moves are not those of a game.
    #[error("the moves cannot be played: {0}")]
    Moves(String),
    /// The SVG is not one, or too large.
    #[error("the picture cannot be drawn: {0}")]
    Drawing(String),
}

impl Scene {
    /// The picture as SVG.
    pub(crate) fn svg(&self) -> String {
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\">"
        );
        svg.push_str("<defs>");
        wood::define(&mut svg);
        glass::define(&mut svg, self.position().mode().colors());
        svg.push_str("</defs>");
        svg.push_str(wood::CLOTH);
        let (x, y) = (WIDTH / 2, HEIGHT / 2);
        write_to(&mut svg, format_args!("<g transform=\"translate({x} {y}) scale({CELL})\">"));
        wood::board(&mut svg, self.position().mode().teams());
        self.trace_of_the_last_move(&mut svg);
        self.marbles(&mut svg);
        svg.push_str("</g></svg>");
        svg
    }

    /// Below the marbles: the wells that were left, and a halo around the marbles that came.
    fn trace_of_the_last_move(&self, svg: &mut String) {
        let (trace, rotation) = (self.trace(), geometry::rotation(self.position().mode()));
        for (cells, look) in [
            (trace.left, "r=\"0.44\" fill=\"#ffd76a\" fill-opacity=\"0.5\""),
            (
                trace.entered,
                "r=\"0.475\" fill=\"none\" stroke=\"#ffd76a\" stroke-width=\"0.075\" stroke-opacity=\"0.85\"",
            ),
        ] {
            for cell in cells.sorted() {
                let at = centre(cell).turned(rotation);
                write_to(svg, format_args!("<circle transform=\"translate({at})\" {look}/>"));
            }
        }
    }

    fn marbles(&self, svg: &mut String) {
        let mode = self.position().mode();
        for &color in mode.colors() {
            let dim = self.is_out(color);
            for cell in self.position().marbles(color).sorted() {
                glass::marble(svg, color, centre(cell).turned(geometry::rotation(mode)), 1.0, dim);
            }
        }
        for (corner, captured) in self.captured().iter().enumerate() {
            for (slot, &color) in captured.iter().enumerate() {
                glass::marble(svg, color, wood::slot(corner, slot), wood::TRAY_SCALE, false);
            }
        }
    }
}

/// Text takes all that is written to it.
fn write_to(svg: &mut String, text: std::fmt::Arguments<'_>) {
    svg.write_fmt(text).expect("a string takes any text");
}

#[cfg(test)]
mod tests {
    use sumito_rules::{Layout, Mode};

    use super::*;

    /// How often a marble of this colour is drawn.
    fn count(svg: &str, color: &str) -> usize {
        svg.matches(&format!("href=\"#marble-{color}\"")).count()
    }

    #[test]
    fn every_marble_is_drawn() {
        let start = Scene::after(Mode::Two, Layout::Standard, []).unwrap().svg();
        assert_eq!((count(&start, "black"), count(&start, "white"), count(&start, "red")), (14, 14, 0));
        let four = Scene::after(Mode::Four, Layout::FourStandard, []).unwrap().svg();
        assert_eq!(["black", "white", "red", "yellow"].map(|color| count(&four, color)), [9; 4]);
    }

    #[test]
    fn the_first_seat_is_at_the_bottom() {
        for (mode, layout) in [
            (Mode::Two, Layout::Standard),
            (Mode::Three, Layout::ThreeStandard),
            (Mode::Four, Layout::FourStandard),
        ] {
            let svg = Scene::after(mode, layout, []).unwrap().svg();
            for marble in svg.split("href=\"#marble-black\" transform=\"translate(").skip(1) {
                let y: f64 = marble.split([' ', ')']).nth(1).unwrap().parse().unwrap();
                assert!(y > 0.5, "{mode}: {y}");
            }
        }
    }

    #[test]
    fn the_picture_can_be_drawn_and_is_of_the_size_that_is_promised() {
        for (mode, layout) in [
            (Mode::Two, Layout::BelgianDaisy),
            (Mode::Three, Layout::ThreeStandard),
            (Mode::Four, Layout::FourStandard),
        ] {
            let svg = Scene::after(mode, layout, []).unwrap().svg();
            let png = png(&svg).unwrap();
            assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
            let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
            assert_eq!((number(16), number(20)), (WIDTH, HEIGHT));
            assert!(png.len() < 600_000, "{} bytes: too many for some that show links", png.len());
        }
    }
}
