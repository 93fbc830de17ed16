//! A position as a picture: a wooden board with glass marbles, as links to games show it. As SVG, and as PNG made of that.
//!
//! No text is drawn, so no font is needed, and a picture is the same on every machine.

mod geometry;
mod palette;
mod png;
mod svg;

use sumito_rules::{Bitboard, Position};

pub use png::{PngError, png};
pub use svg::svg;

/// Changes when positions are drawn otherwise, so that nobody keeps pictures in the look of before.
pub const VERSION: u32 = 1;

/// How wide and high a picture is, in pixels: what pages that show a link expect.
pub const WIDTH: u32 = 1_200;
/// The height that goes with [`WIDTH`].
pub const HEIGHT: u32 = 630;

/// What is to be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Picture {
    /// Where the marbles are. With two players, those that were pushed out lie beside the board.
    pub position: Position,
    /// The cells that the last move left, and those that marbles came to.
    pub trace: Trace,
}

/// What the last move touched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Trace {
    /// Cells that marbles left.
    pub left: Bitboard,
    /// Cells that marbles came to.
    pub entered: Bitboard,
}

impl Trace {
    /// What a move touches, by its steps.
    pub fn of(effect: &sumito_rules::Effect) -> Self {
        let left = effect.moved | effect.pushed;
        let entered = effect.steps().filter_map(|(_, to)| to).collect();
        Self { left: left - entered, entered }
    }
}
