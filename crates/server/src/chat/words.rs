//! What people say in a chat, in their own words.

use std::sync::LazyLock;

use linkify::LinkFinder;
use rustrict::{CensorStr as _, Type};

/// The most marks that one letter carries: more are there to draw over other lines.
const MOST_MARKS: usize = 2;

/// Why a line is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WordsError {
    /// There is nothing in it.
    #[error("there is nothing to read in it")]
    Empty,
    /// Too long.
    #[error("at most {0} characters")]
    Length(usize),
    /// It has few enough characters, but they are long ones.
    #[error("at most {0} bytes; an emoji has four or more")]
    Bytes(usize),
    /// An address, from a guest who has come a short while ago.
    #[error("new guests send no links; make an account, or wait")]
    Link,
    /// Slurs, threats and the like.
    #[error("such words are not said here")]
    Offensive,
}

impl WordsError {
    /// As programs know it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Length(_) | Self::Bytes(_) => "length",
            Self::Link => "link",
            Self::Offensive => "offensive",
        }
    }
}

/// A line of at most `most` characters as others are to read it: on one line, without characters that are not seen.
///
/// # Errors
/// [`WordsError`] says what is wrong with it.
pub(super) fn line(text: &str, most: usize, with_links: bool) -> Result<String, WordsError> {
    // No line of so many characters has more bytes: what is longer is not even looked at.
    if text.len() > 16 * most {
        return Err(WordsError::Length(most));
    }
    let line = plain(text);
    match line.chars().count() {
        0 => return Err(WordsError::Empty),
        count if count > most => return Err(WordsError::Length(most)),
        _ => {}
    }
    if !with_links && LINKS.links(&line).next().is_some() {
        return Err(WordsError::Link);
    }
    // Milder words are the readers' to judge: of the languages spoken here the filter knows one well, and takes harmless words of the
    // others for English ones ("kunt u").
    if line.is(Type::SEVERE & (Type::OFFENSIVE | Type::PROFANE | Type::SEXUAL | Type::MEAN)) {
        return Err(WordsError::Offensive);
    }
    Ok(line)
}

static LINKS: LazyLock<LinkFinder> = LazyLock::new(|| {
    let mut finder = LinkFinder::new();
    finder.url_must_have_scheme(false);
    finder
});

/// Takes out what is not seen and changes what is (Unicode, chapter 23), and marks upon marks; what separates words becomes one space.
fn plain(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    let mut marks = 0;
    for c in text.chars() {
        if c.is_whitespace() || c.is_control() {
            if !line.is_empty() && !line.ends_with(' ') {
                line.push(' ');
            }
        } else if unicode_normalization::char::is_combining_mark(c) {
            marks += 1;
            if marks <= MOST_MARKS && !line.is_empty() {
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

/// What joins emoji to one. Between letters it is hidden.
fn is_joiner(c: char) -> bool {
    c == '\u{200d}'
}

/// Marks of direction, characters without width or without a shape.
fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}' | '\u{200c}' | '\u{200e}' | '\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_what_one_sees() {
        for (text, seen) in [
            ("  Żółw, dziękuję!\n\tSchöne Partie ", "Żółw, dziękuję! Schöne Partie"),
            ("a\u{0}b\u{7}c", "a b c"),
            ("gnp.\u{202e}good game", "gnp.good game"),
            ("go\u{200b}od ga\u{200d}me", "good game"),
            ("👨\u{200d}👩\u{200d}👧 ❤\u{fe0f}", "👨\u{200d}👩\u{200d}👧 ❤\u{fe0f}"),
            ("e\u{301}\u{302}\u{303}\u{304}\u{305}", "e\u{301}\u{302}"),
            ("a1b2, i9h8?", "a1b2, i9h8?"),
        ] {
            assert_eq!(line(text, 99, true).as_deref(), Ok(seen), "{text:?}");
        }
    }

    #[test]
    fn what_is_refused_says_why() {
        for (text, with_links, error) in [
            ("", true, WordsError::Empty),
            (" \u{200b}\u{202e}\n", true, WordsError::Empty),
            (&*"ż".repeat(21), true, WordsError::Length(20)),
            (&*"x".repeat(1_000_000), true, WordsError::Length(20)),
            ("see example.com", false, WordsError::Link),
            ("https://example.com", false, WordsError::Link),
            ("me@example.com", false, WordsError::Link),
            ("kill yourself", true, WordsError::Offensive),
        ] {
            assert_eq!(line(text, 20, with_links), Err(error), "{text:.30}");
        }
        assert!(line("see example.com", 20, true).is_ok());
        assert!(line(&"ż".repeat(20), 20, false).is_ok());
    }

    #[test]
    fn words_of_the_four_languages_are_not_taken_for_others() {
        for text in [
            "Kunt u nog een keer?",
            "sukces",
            "Der Stein ist dick",
            "Das war ein Fehler",
            "Przegrałeś",
            "ass",
            "1. a1b2",
        ] {
            assert_eq!(line(text, 99, false).as_deref(), Ok(text));
        }
    }
}
