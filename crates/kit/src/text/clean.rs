//! Normalisation of text to its visible characters.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use super::Fault;

/// Maximum number of combining marks on a letter: more of them are used to draw over other lines.
const MAX_MARKS: usize = 2;

/// Treatment of invisible characters that change the visible text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hidden {
    /// Remove them and turn line breaks into spaces: they come with copied text, and a chat line is not written twice.
    TakenOut,
    /// Reject the text; the author must remove them.
    Refused,
}

/// Returns the text composed (NFC), trimmed, and with at most [`MAX_MARKS`] marks on a letter.
pub(super) fn clean(text: &str, hidden: Hidden, many_lines: bool) -> Result<String, Fault> {
    let composed = text.trim().nfc();
    match hidden {
        Hidden::TakenOut => Ok(seen(composed)),
        Hidden::Refused => {
            let text = composed.collect::<String>().replace("\r\n", "\n");
            check(&text, many_lines)?;
            Ok(text)
        }
    }
}

fn check(text: &str, many_lines: bool) -> Result<(), Fault> {
    let mut marks = 0;
    let mut before = None;
    for c in text.chars() {
        marks = if is_combining_mark(c) { marks + 1 } else { 0 };
        if is_break(c) {
            if !many_lines {
                return Err(Fault::Lines);
            }
            if c != '\n' {
                return Err(Fault::Hidden);
            }
        } else if c.is_control()
            || is_hidden(c)
            || marks > MAX_MARKS
            || is_joiner(c) && before.is_none_or(char::is_alphanumeric)
        {
            return Err(Fault::Hidden);
        }
        before = Some(c);
    }
    Ok(())
}

/// Removes invisible characters that change the visible text (Unicode, chapter 23) and excess combining marks; each run of word separators
/// becomes one space.
fn seen(text: impl Iterator<Item = char>) -> String {
    let mut line = String::new();
    let mut marks = 0;
    for c in text {
        if c.is_whitespace() || c.is_control() {
            if !line.is_empty() && !line.ends_with(' ') {
                line.push(' ');
            }
        } else if is_combining_mark(c) {
            marks += 1;
            if marks <= MAX_MARKS && !line.is_empty() {
                line.push(c);
            }
            continue;
        } else if !(is_hidden(c)
            || is_joiner(c) && line.chars().next_back().is_none_or(char::is_alphanumeric))
        {
            line.push(c);
        }
        marks = 0;
    }
    let end = line.trim_end_matches(|c| c == ' ' || is_joiner(c)).len();
    line.truncate(end);
    line
}

/// Returns whether the character ends a line or a paragraph.
fn is_break(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Returns whether the character joins emoji. Between letters it is invisible.
fn is_joiner(c: char) -> bool {
    c == '\u{200d}'
}

/// Returns whether the character is a direction mark, or has no width or no shape.
fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}' | '\u{200c}' | '\u{200e}' | '\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}')
}
