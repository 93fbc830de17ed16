//! What `position` describes.

use sumito_engine::Root;
use sumito_rules::{Layout, Mode, Position};

/// How many words a position's line has.
const LINE_WORDS: usize = 5;

/// Reads `mode MODE layout LAYOUT` or `mode MODE line ROWS TURN CAPTURED QUIET PLY`, and the `moves` after it.
///
/// # Errors
/// What is wrong with it, for people.
pub(crate) fn read(words: &[&str]) -> Result<Root, String> {
    let ["mode", mode, kind, rest @ ..] = words else {
        return Err("write: position mode MODE layout LAYOUT, or position mode MODE line LINE".to_owned());
    };
    let mode: Mode = mode.parse().map_err(|error| format!("{mode} is {error}"))?;
    let (start, rest) = match (*kind, rest) {
        ("layout", [layout, rest @ ..]) => {
            let layout: Layout = layout.parse().map_err(|error| format!("{layout} is {error}"))?;
            (Position::start(mode, layout).map_err(|error| error.to_string())?, rest)
        }
        ("line", _) if rest.len() >= LINE_WORDS => {
            let (line, rest) = rest.split_at(LINE_WORDS);
            (Position::parse(mode, &line.join(" ")).map_err(|error| error.to_string())?, rest)
        }
        _ => return Err("after the mode comes layout LAYOUT or line ROWS TURN CAPTURED QUIET PLY".to_owned()),
    };
    let mut root = Root::new(start);
    match rest {
        [] => {}
        ["moves", moves @ ..] => {
            for text in moves {
                let m = root.position().parse_move(text).map_err(|error| format!("{text}: {error}"))?;
                root.play(m).map_err(|error| format!("{text}: {error}"))?;
            }
        }
        [word, ..] => return Err(format!("after the position comes moves, not {word}")),
    }
    Ok(root)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_line(line: &str) -> Result<Root, String> {
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
            let error = read_line(line).unwrap_err();
            assert!(error.contains(words), "{line}: {error}");
        }
    }
}
