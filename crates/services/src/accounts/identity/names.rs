//! Rules for account names, and equality of names.

use std::collections::HashSet;
use std::sync::LazyLock;

use caseless::Caseless;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::{GeneralSecurityProfile, MixedScript, skeleton};

use super::guests;
use sumito_kit::text::offence;

/// Separators; letters must stand between any two.
pub(super) const SEPARATORS: [char; 3] = ['-', '_', '.'];

/// Minimum length of a name, in characters.
pub(super) const SHORTEST: usize = 3;
/// Maximum length of a name, in characters.
pub(super) const LONGEST: usize = 20;
/// Upper bound for the bytes of a name of [`LONGEST`] characters; longer texts are not examined.
const MAX_BYTES: usize = 4 * LONGEST * 3;

/// Words that are not allowed as names, also not with digits after them: offices, computer players, parts of addresses.
const RESERVED: [&str; 28] = [
    "admin",
    "administrator",
    "anonymous",
    "bot",
    "computer",
    "current",
    "deleted",
    "everybody",
    "guest",
    "help",
    "host",
    "me",
    "mod",
    "moderator",
    "nobody",
    "null",
    "official",
    "operator",
    "owner",
    "root",
    "server",
    "staff",
    "sumito",
    "support",
    "system",
    "team",
    "undefined",
    "webmaster",
];

/// A valid account name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    shown: String,
    key: String,
}

/// Reasons for which a name is not allowed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// Too few or too many characters.
    #[error("a name must be {SHORTEST} to {LONGEST} characters")]
    Length,
    /// A character that names do not have.
    #[error("a name must consist of letters and digits, with a single - _ or . between them")]
    Characters,
    /// Letters of several scripts, which can look alike.
    #[error("a name must not mix scripts")]
    Scripts,
    /// A name of digits only.
    #[error("a name must contain a letter")]
    NoLetter,
    /// Slurs, threats and similar words: this part.
    #[error("this name contains blocked words (\"{0}\"); choose another")]
    Offensive(String),
    /// Reserved for the server, its computers or its guests.
    #[error("this name is reserved; choose another")]
    Reserved,
}

impl Name {
    /// Parses a name chosen by a user.
    ///
    /// # Errors
    /// [`NameError`] says why the name is not allowed.
    pub fn parse(text: &str) -> Result<Self, NameError> {
        let text = text.trim();
        if text.len() > MAX_BYTES {
            return Err(NameError::Length);
        }
        let shown: String = text.nfc().collect();
        if !(SHORTEST..=LONGEST).contains(&shown.chars().count()) {
            return Err(NameError::Length);
        }
        let is_word = |part: &str| part.starts_with(char::is_alphanumeric) && part.chars().all(is_letter);
        if !shown.split(SEPARATORS).all(is_word) || has_pile_of_marks(&shown) {
            return Err(NameError::Characters);
        }
        if !shown.is_single_script() {
            return Err(NameError::Scripts);
        }
        if !shown.contains(char::is_alphabetic) {
            return Err(NameError::NoLetter);
        }
        let letters: String = shown.chars().filter(|c| !SEPARATORS.contains(c)).collect();
        if is_reserved(&letters) {
            return Err(NameError::Reserved);
        }
        // Separators must not bypass the filter.
        if let Some(part) = offence(&shown).or_else(|| offence(&letters)) {
            return Err(NameError::Offensive(part));
        }
        let key = name_key(&shown);
        Ok(Self { shown, key })
    }

    /// Returns the displayed form of the name.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// Returns the form of the name for comparison: see [`name_key`].
    pub fn key(&self) -> &str {
        &self.key
    }
}

static RESERVED_KEYS: LazyLock<HashSet<String>> =
    LazyLock::new(|| RESERVED.iter().map(|word| name_key(word)).collect());

/// Returns a key that is equal for names that look alike: case folded (Unicode, default caseless matching), without separators, and with
/// each letter replaced by its prototype (UTS 39, `skeleton`). An uppercase i looks like an l, so both are one letter.
///
/// Any text has a key. The key of a text that is too long for a name is empty and belongs to no account. Spaces around a name do not count:
/// keyboards of phones add them.
pub fn name_key(text: &str) -> String {
    let text = text.trim();
    if text.len() > MAX_BYTES {
        return String::new();
    }
    let folded: String = text.nfkc().default_case_fold().filter(|c| !SEPARATORS.contains(c)).collect();
    // A letter can look like a capital, or like a digit that looks like one.
    skeleton(&folded).default_case_fold().map(|c| if c == 'i' { 'l' } else { c }).collect()
}

/// Returns whether the name is a reserved word or a guest's name, with any number of digits after it. A digit can also stand for a
/// letter.
pub(super) fn is_reserved(letters: &str) -> bool {
    let mut word = letters;
    loop {
        if RESERVED_KEYS.contains(&name_key(word)) || guests::are_of_a_guest(word) {
            return true;
        }
        match word.strip_suffix(char::is_numeric) {
            Some(shorter) => word = shorter,
            None => return false,
        }
    }
}

/// Returns whether a character is a letter, a digit or a combining mark in common use (UTS 39, `Identifier_Status=Allowed`).
pub(super) fn is_letter(c: char) -> bool {
    (c.is_alphanumeric() || is_combining_mark(c)) && GeneralSecurityProfile::identifier_allowed(c)
}

/// Returns whether a letter has more than two combining marks. After composition, no language needs that.
pub(super) fn has_pile_of_marks(text: &str) -> bool {
    let mut pile = 0;
    text.chars().any(|c| {
        pile = if is_combining_mark(c) { pile + 1 } else { 0 };
        pile > 2
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_many_languages_are_valid() {
        for name in [
            "Ada",
            "ada.lovelace",
            "x-1",
            "Zażółć",
            "Jürgen_3",
            "Ωμέγα",
            "Наташа",
            "たろう",
            "田中さん",
            "김철수",
            "a2345678901234567890",
        ] {
            assert_eq!(Name::parse(name).map(|name| name.shown), Ok(name.to_owned()));
        }
        assert_eq!(Name::parse("Ju\u{308}rgen").unwrap().shown(), "Jürgen", "composed");
    }

    #[test]
    fn invalid_name_reports_reason() {
        let long = "x".repeat(10_000);
        for (text, why) in [
            ("", NameError::Length),
            ("ab", NameError::Length),
            ("a23456789012345678901", NameError::Length),
            (&long, NameError::Length),
            ("a b", NameError::Characters),
            ("a\0b", NameError::Characters),
            ("abc\u{7}", NameError::Characters),
            ("abc\u{202e}", NameError::Characters),
            ("\u{200f}abc", NameError::Characters),
            ("a\u{200d}bc", NameError::Characters),
            ("a\u{200b}bc", NameError::Characters),
            ("abc\u{fe0f}", NameError::Characters),
            ("-abc", NameError::Characters),
            ("abc.", NameError::Characters),
            ("a--b", NameError::Characters),
            ("a/b", NameError::Characters),
            ("a@b", NameError::Characters),
            ("<b>", NameError::Characters),
            ("a😀b", NameError::Characters),
            ("e\u{301}\u{301}\u{301}\u{301}x", NameError::Characters),
            ("аdmin", NameError::Scripts),
            ("pаypal", NameError::Scripts),
            ("12345", NameError::NoLetter),
            ("1-2-3", NameError::NoLetter),
            ("admin", NameError::Reserved),
            ("ADMIN", NameError::Reserved),
            ("a.d.m.i.n", NameError::Reserved),
            ("Moderator2", NameError::Reserved),
            ("rnoderator", NameError::Reserved),
            ("Sumit0", NameError::Reserved),
            ("computer-3", NameError::Reserved),
            ("Guest_4711", NameError::Reserved),
            ("Velvet.Otter.77", NameError::Reserved),
            ("velvetotter", NameError::Reserved),
            ("kill-yourself", NameError::Offensive("kill-yourself".to_owned())),
            ("Kill_Yourself", NameError::Offensive("Kill_Yourself".to_owned())),
            ("n.i.g.g.e.r", NameError::Offensive("n.i.g.g.e.r".to_owned())),
        ] {
            let shown: String = text.chars().take(30).collect();
            assert_eq!(Name::parse(text).map(|name| name.shown), Err(why), "{shown:?}");
        }
    }

    #[test]
    fn lookalike_names_have_the_same_key() {
        let key = |text| Name::parse(text).unwrap().key;
        for alike in ["Paul", "paul", "PAUL", "p.a.u.l", "PauI", "pau1", "рaul"] {
            // The last one has a Cyrillic letter: no account can have that name, but it finds the same account.
            assert_eq!(name_key(alike), key("paul"), "{alike}");
        }
        for spaced in ["paul ", " paul", "\u{a0}paul", "paul\t", "\u{3000}paul\r\n"] {
            assert_eq!(
                (name_key(spaced), Name::parse(spaced).unwrap().shown()),
                (key("paul"), "paul"),
                "{spaced:?}"
            );
        }
        assert_eq!(key("modern"), key("rnodern"));
        assert_eq!(key("b0b"), key("bob"));
        assert_eq!(key("Straße"), key("STRASSE"));
        assert_eq!(key("Jürgen"), key("Ju\u{308}rgen"));
        assert_eq!(key("аррӏе"), name_key("apple"), "Cyrillic throughout");
        assert_ne!(key("Jürgen"), key("Jurgen"));
        assert_ne!(key("paul2"), key("paul3"));
        assert_ne!(key("4dam"), key("adam"), "a four is taken for no letter at a glance");
    }
}
