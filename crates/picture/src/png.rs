//! Conversion of SVG to PNG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::{HEIGHT, Picture, WIDTH, svg};

/// A picture could not be rendered: a bug of this crate, independent of the position.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The SVG is invalid.
    #[error("cannot read the drawing: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// Not enough memory for the pixels.
    #[error("no memory for the pixels")]
    Memory,
    /// The pixels could not be encoded.
    #[error("cannot encode the pixels: {0}")]
    Encoding(String),
}

/// Renders the picture as PNG. Takes a tenth of a second.
///
/// # Errors
/// [`PngError`] if the drawing is faulty.
pub fn png(picture: &Picture) -> Result<Vec<u8>, PngError> {
    let tree = Tree::from_str(&svg(picture), &Options::default())?;
    let mut pixels = Pixmap::new(WIDTH, HEIGHT).ok_or(PngError::Memory)?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
}

#[cfg(test)]
mod tests {
    use sumito_rules::{Layout, Mode, Position};

    use super::*;

    #[test]
    fn a_marble_is_black_where_it_is_black_and_nowhere_else() {
        let position = Position::parse(Mode::Two, "5/6/7/8/4b4/8/7/6/5 b 0,0 0 0").unwrap();
        let bytes = png(&position.into()).unwrap();
        let pixels = Pixmap::decode_png(&bytes).unwrap();
        assert_eq!((pixels.width(), pixels.height()), (WIDTH, HEIGHT));
        let at = |x: u32, y: u32| {
            let pixel = pixels.pixel(x, y).unwrap();
            [pixel.red(), pixel.green(), pixel.blue()]
        };
        let [red, green, blue] = at(WIDTH / 2, HEIGHT / 2);
        assert!(red.max(green).max(blue) < 90, "glass: {:?}", [red, green, blue]);
        let [red, green, blue] = at(WIDTH / 2 + HEIGHT / 9, HEIGHT / 2);
        assert!(red > green && green > blue && red > 90, "wood: {:?}", [red, green, blue]);
        let [red, green, blue] = at(10, 10);
        assert!(green > red && green > blue, "cloth: {:?}", [red, green, blue]);
    }
    #[test]
    fn pictures_are_small_enough_for_link_previews() {
        for (mode, layout) in [
            (Mode::Two, Layout::BelgianDaisy),
            (Mode::Three, Layout::ThreeStandard),
            (Mode::Four, Layout::FourStandard),
        ] {
            let png = png(&Position::start(mode, layout).unwrap().into()).unwrap();
            assert!(png.len() < 500_000, "{layout}: {} bytes", png.len());
        }
    }
}
