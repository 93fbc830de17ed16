//! What people say in their own words, to be read by others.

/// Why such words are refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WordsError {
    /// Too long.
    #[error("at most {0} characters")]
    Length(usize),
    /// Control characters, or characters that are not seen and change what is.
    #[error("control characters and hidden characters are not taken; line breaks are")]
    Hidden,
    /// An address, which readers might follow.
    #[error("links are not taken")]
    Link,
    /// There is nothing.
    #[error("say what has happened")]
    Empty,
}

/// What looks like an address.
const OF_LINKS: [&str; 3] = ["://", "www.", "http:"];

/// Checks words of at most `most` characters and takes the space around them away.
///
/// # Errors
/// [`WordsError`] says what is wrong with them.
pub fn own_words(text: &str, most: usize) -> Result<String, WordsError> {
    let text = text.trim();
    // No text of so many characters has more bytes: what is longer is not even looked at.
    if text.len() > 4 * most || text.chars().count() > most {
        return Err(WordsError::Length(most));
    }
    if text.chars().any(|c| (c.is_control() && c != '\n') || is_hidden(c)) {
        return Err(WordsError::Hidden);
    }
    let lower = text.to_lowercase();
    if OF_LINKS.iter().any(|part| lower.contains(part)) {
        return Err(WordsError::Link);
    }
    Ok(text.to_owned())
}

/// Marks of direction, which let a text look otherwise than it is, and characters without width (Unicode, chapter 23).
fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_plain_text_of_some_length() {
        assert_eq!(own_words(" I play\nat night. Żółw! ", 500).as_deref(), Ok("I play\nat night. Żółw!"));
        assert_eq!(own_words(&"ż".repeat(500), 500).map(|text| text.len()), Ok(1_000));
        for (text, error) in [
            ("x".repeat(501), WordsError::Length(500)),
            ("x".repeat(100_000), WordsError::Length(500)),
            ("a\u{0}b".to_owned(), WordsError::Hidden),
            ("a\tb".to_owned(), WordsError::Hidden),
            ("a\u{202e}b".to_owned(), WordsError::Hidden),
            ("a\u{200b}b".to_owned(), WordsError::Hidden),
            ("see HTTPS://example.com".to_owned(), WordsError::Link),
            ("see Www.example.com".to_owned(), WordsError::Link),
        ] {
            assert_eq!(own_words(&text, 500), Err(error), "{text:?}");
        }
    }
}
