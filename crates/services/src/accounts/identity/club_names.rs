//! Rules for names of clubs: the rules for account names, but longer, and with spaces.

use unicode_normalization::UnicodeNormalization;
use unicode_security::MixedScript;

use super::names::{SEPARATORS, has_pile_of_marks, is_letter, is_reserved, name_key};
use sumito_kit::text::offence;

/// Minimum and maximum length of a name, in characters.
pub(super) const SHORTEST: usize = 3;
pub(super) const LONGEST: usize = 30;
/// Upper bound for the bytes of a name of [`LONGEST`] characters; longer texts are not examined.
const MAX_BYTES: usize = 4 * LONGEST * 3;

/// A valid name of a club.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClubName {
    shown: String,
    key: String,
}

/// Reasons for which the name of a club is not allowed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ClubNameError {
    /// Too few or too many characters.
    #[error("the name of a club must be {SHORTEST} to {LONGEST} characters")]
    Length,
    /// A character that names do not have.
    #[error(
        "the name of a club must consist of letters and digits, with a single space, apostrophe, - _ or . between them"
    )]
    Characters,
    /// Letters of several scripts, which can look alike.
    #[error("the name of a club must not mix scripts")]
    Scripts,
    /// A name of digits only.
    #[error("the name of a club must contain a letter")]
    NoLetter,
    /// Slurs, threats and similar words: this part.
    #[error("this name contains blocked words (\"{0}\"); choose another")]
    Offensive(String),
    /// Reserved for the server.
    #[error("this name is reserved; choose another")]
    Reserved,
}

impl ClubName {
    /// Parses a name chosen by a user.
    ///
    /// # Errors
    /// [`ClubNameError`] says why the name is not allowed.
    pub fn parse(text: &str) -> Result<Self, ClubNameError> {
        if text.len() > MAX_BYTES {
            return Err(ClubNameError::Length);
        }
        let shown: String = text.trim().nfc().collect();
        if !(SHORTEST..=LONGEST).contains(&shown.chars().count()) {
            return Err(ClubNameError::Length);
        }
        let is_word = |part: &str| part.starts_with(char::is_alphanumeric) && part.chars().all(is_letter);
        // A separator may be followed by a space, as in "St. Gallen".
        let parts = shown.replace(". ", ".");
        if !parts.split(is_separator).all(is_word) || has_pile_of_marks(&shown) {
            return Err(ClubNameError::Characters);
        }
        if !shown.is_single_script() {
            return Err(ClubNameError::Scripts);
        }
        if !shown.contains(char::is_alphabetic) {
            return Err(ClubNameError::NoLetter);
        }
        let letters: String = shown.chars().filter(|&c| !is_separator(c)).collect();
        if is_reserved(&letters) {
            return Err(ClubNameError::Reserved);
        }
        // Separators must not bypass the filter. Words with a space between them are two words.
        let words: String = shown.chars().filter(|&c| c == ' ' || !is_separator(c)).collect();
        if let Some(part) = offence(&shown).or_else(|| offence(&words)) {
            return Err(ClubNameError::Offensive(part));
        }
        let key = club_name_key(&shown);
        Ok(Self { shown, key })
    }

    /// Returns the displayed form of the name, and its form for comparison.
    pub fn into_parts(self) -> (String, String) {
        (self.shown, self.key)
    }
}

/// Returns a key that is equal for names that look alike: see [`name_key`].
pub fn club_name_key(text: &str) -> String {
    if text.len() > MAX_BYTES {
        return String::new();
    }
    name_key(&text.chars().filter(|&c| !is_separator(c)).collect::<String>())
}

fn is_separator(c: char) -> bool {
    SEPARATORS.contains(&c) || matches!(c, ' ' | '\'' | '’')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_rules() {
        for name in
            ["Marbles", "Club d'Abalone", "Go-Getters 2026", "St. Gallen", "Zażółć gęślą", "クラブ の 人"]
        {
            assert_eq!(ClubName::parse(name).map(|name| name.shown), Ok(name.to_owned()));
        }
        assert_eq!(ClubName::parse("  Marbles ").unwrap().shown, "Marbles");
        let long = "x".repeat(31);
        for (text, why) in [
            ("", ClubNameError::Length),
            ("ab", ClubNameError::Length),
            (&long, ClubNameError::Length),
            ("a  b", ClubNameError::Characters),
            ("club\u{200b}one", ClubNameError::Characters),
            ("club!", ClubNameError::Characters),
            ("two\nlines", ClubNameError::Characters),
            ("Клуб of pals", ClubNameError::Scripts),
            ("2026", ClubNameError::NoLetter),
            ("Sumito", ClubNameError::Reserved),
            ("Mode rator", ClubNameError::Reserved),
            ("Kill Yourself", ClubNameError::Offensive("Kill Yourself".to_owned())),
        ] {
            assert_eq!(ClubName::parse(text).map(|name| name.shown), Err(why), "{text:?}");
        }
    }

    #[test]
    fn lookalike_names_have_the_same_key() {
        let key = |text| ClubName::parse(text).unwrap().key;
        for alike in ["Paul's club", "PAULS CLUB", "pauls-club", "PauIs c1ub"] {
            assert_eq!(key(alike), key("Pauls Club"), "{alike}");
        }
        assert_ne!(key("Pauls Club 2"), key("Pauls Club"));
    }
}
