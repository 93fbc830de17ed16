//! From SVG to pixels.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::{HEIGHT, PictureError, WIDTH};

/// The picture as PNG. Takes some ten milliseconds of a processor: nothing for a thread that others wait for.
///
/// # Errors
/// When the text is no SVG.
pub(crate) fn png(svg: &str) -> Result<Vec<u8>, PictureError> {
    let wrong = |error: &dyn std::error::Error| PictureError::Drawing(error.to_string());
    let tree = Tree::from_str(svg, &Options::default()).map_err(|error| wrong(&error))?;
    let mut pixels =
        Pixmap::new(WIDTH, HEIGHT).ok_or_else(|| PictureError::Drawing("it has no size".to_owned()))?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| wrong(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_svg_is_an_error() {
        for text in ["", "<svg", "<html/>"] {
            assert!(matches!(png(text), Err(PictureError::Drawing(_))), "{text}");
        }
    }
}
