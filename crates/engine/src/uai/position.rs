//! Arguments of `position`.

use sumito_rules::{Layout, Mode, MoveError, Position};

use super::UaiError;
use crate::Root;

/// Number of words of a position's line.
const LINE_WORDS: usize = 5;

/// Parses `mode MODE layout LAYOUT` or `mode MODE line ROWS TURN CAPTURED QUIET PLY`, and the `moves` after it.
///
/// # Errors
/// Fails with a description of the fault.
pub(super) fn read(words: &[&str]) -> Result<Root, UaiError> {
    let ["mode", mode, kind, rest @ ..] = words else {
        return Err(UaiError::new(
            "write: position mode MODE layout LAYOUT, or position mode MODE line LINE",
        ));
    };
    let mode: Mode = mode.parse().map_err(|error| UaiError::new(format!("{mode} is {error}")))?;
    let (start, rest) = match (*kind, rest) {
        ("layout", [layout, rest @ ..]) => {
            let layout: Layout =
                layout.parse().map_err(|error| UaiError::new(format!("{layout} is {error}")))?;
            (Position::start(mode, layout).map_err(UaiError::new)?, rest)
        }
        ("line", _) if rest.len() >= LINE_WORDS => {
            let (line, rest) = rest.split_at(LINE_WORDS);
            (Position::parse(mode, &line.join(" ")).map_err(UaiError::new)?, rest)
        }
        _ => {
            return Err(UaiError::new(
                "expected after the mode: layout LAYOUT or line ROWS TURN CAPTURED QUIET PLY",
            ));
        }
    };
    let mut root = Root::new(start);
    match rest {
        [] => {}
        ["moves", moves @ ..] => {
            for text in moves {
                let wrong = |error: MoveError| UaiError::new(format!("{text}: {error}"));
                let m = root.position().parse_move(text).map_err(wrong)?;
                root.play(m).map_err(|illegal| wrong(illegal.into()))?;
            }
        }
        [word, ..] => return Err(UaiError::new(format!("expected moves after the position, not {word}"))),
    }
    Ok(root)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_line(line: &str) -> Result<Root, UaiError> {
        read(&line.split(' ').collect::<Vec<_>>())
    }

    #[test]
    fn a_layout_and_a_line_are_the_same() {
        let layout = read_line("mode two layout standard moves a1b2 i5h5").unwrap();
        let line = format!("mode two line {}", layout.position());
        assert_eq!(read_line(&line).unwrap().position(), layout.position());
    }

    #[test]
    fn a_bad_position_says_what_is_wrong() {
        for (line, words) in [
            ("mode five layout standard", "not a mode"),
            ("mode two layout three_standard", "three_standard"),
            ("mode two layout standard moves a1a1", "a1a1"),
            ("mode two layout standard a1b2", "moves"),
            ("mode two line 5/6/7 b 0,0", "line"),
            ("mode two line 5/6/7/8/9/8/7/6/x b 0,0 0 0", "x"),
        ] {
            let error = read_line(line).unwrap_err().to_string();
            assert!(error.contains(words), "{line}: {error}");
        }
    }
}
