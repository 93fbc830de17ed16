//! Text that users write and others read.
//!
//! All of it is a [`Text`], and there is one constructor for each kind: it checks what the kind may have in it. What the store and the
//! tournaments take is a [`Text`], so that nothing gets there as it came over the wire. The kinds that everybody reads ask for an
//! [`Unmuted`], which comes of looking up whether the author is muted.
//!
//! | Kind | Characters | Lines | Links | Bad words |
//! | --- | --- | --- | --- | --- |
//! | line of chat | configured, and bytes as well | one; breaks and hidden characters are taken out | not from new guests | refused |
//! | profile | 500 | many | refused | refused |
//! | tournament's name, team's name | 80 | one | refused | refused |
//! | tournament's description | 4,000 | many | taken | refused |
//! | director's reason | 300 | one | refused | refused |
//! | moderator's reason, announcement | 300 | one | taken | taken: they quote |
//! | report | 1,000 | many | refused | taken: they quote |
//! | name of a player in a game played elsewhere | 64 | one | taken | taken: operators import |
//! | label of a token | 60 | one | taken | taken: nobody else reads it |
//!
//! A character has at most four bytes, so each kind has a bound in bytes as well. Names of accounts are a type of their own
//! (`identity::Name`), which asks [`is_offensive`].

mod clean;

use std::borrow::Borrow;
use std::fmt;
use std::sync::LazyLock;

use linkify::LinkFinder;
use rustrict::{CensorStr as _, Type};

use self::clean::Hidden;

/// Bytes of one character, at most.
const BYTES_PER_CHARACTER: usize = 4;

/// Text that a user wrote, as others may read it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Text(String);

/// Nothing keeps the author from being read by others at this moment.
#[derive(Debug, Clone, Copy)]
pub struct Unmuted(());

impl Unmuted {
    /// What came of looking for a mute that is in force.
    ///
    /// # Errors
    /// The mute.
    pub fn unless<M>(mute: Option<M>) -> Result<Self, M> {
        mute.map_or(Ok(Self(())), Err)
    }
}

/// Why a text is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{what}: {why}")]
pub struct TextError {
    /// Which text.
    pub what: &'static str,
    /// What is wrong with it.
    pub why: Fault,
}

/// What is wrong with a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// There is nothing in it.
    #[error("there is nothing to read in it")]
    Empty,
    /// Too long.
    #[error("at most {0} characters")]
    Length(usize),
    /// It has few enough characters, but they are long ones.
    #[error("at most {0} bytes; an emoji has four or more")]
    Bytes(usize),
    /// Control characters, or characters that are not seen and change what is.
    #[error("control characters, hidden characters and marks of direction are not taken")]
    Hidden,
    /// More lines than one.
    #[error("write it on one line")]
    Lines,
    /// An address, which readers might follow.
    #[error("links are not taken here")]
    Link,
    /// Slurs, threats and the like.
    #[error("such words are not taken here")]
    Offensive,
}

impl Fault {
    /// As programs know it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Length(_) | Self::Bytes(_) => "length",
            Self::Hidden => "hidden",
            Self::Lines => "lines",
            Self::Link => "link",
            Self::Offensive => "offensive",
        }
    }
}

/// What a kind of text may have in it.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each says by its name what a kind permits")]
struct Kind {
    /// What it is called in an error.
    what: &'static str,
    /// Characters at most.
    most: usize,
    may_be_empty: bool,
    many_lines: bool,
    hidden: Hidden,
    links: bool,
    bad_words: bool,
}

/// A text of one line with nothing in it that could harm.
const STRICT: Kind = Kind {
    what: "text",
    most: 0,
    may_be_empty: false,
    many_lines: false,
    hidden: Hidden::Refused,
    links: false,
    bad_words: false,
};
/// A text by which those who keep order say what others did: it quotes.
const QUOTING: Kind = Kind { links: true, bad_words: true, ..STRICT };

const PROFILE: Kind = Kind { what: "words", most: 500, may_be_empty: true, many_lines: true, ..STRICT };
const TOURNAMENT_NAME: Kind =
    Kind { what: "the tournament's name", most: sumito_tournament::limits::NAME_MAX, ..STRICT };
const DESCRIPTION: Kind = Kind {
    what: "the description",
    most: sumito_tournament::limits::DESCRIPTION_MAX,
    may_be_empty: true,
    many_lines: true,
    links: true,
    ..STRICT
};
const TEAM_NAME: Kind = Kind { what: "the team's name", most: sumito_tournament::limits::NAME_MAX, ..STRICT };
const DIRECTOR_REASON: Kind =
    Kind { what: "`reason`", most: sumito_tournament::limits::REASON_MAX, ..STRICT };
const MODERATOR_REASON: Kind = Kind { what: "`reason`", most: LONGEST_REASON, ..QUOTING };
const ANNOUNCEMENT: Kind = Kind { what: "`text`", most: LONGEST_ANNOUNCEMENT, ..QUOTING };
const REPORT: Kind = Kind { what: "words", most: 1_000, many_lines: true, bad_words: true, ..STRICT };
const IMPORTED_NAME: Kind = Kind { what: "a player's name", most: LONGEST_IMPORTED_NAME, ..QUOTING };
const LABEL: Kind = Kind { what: "`label`", most: LONGEST_LABEL, ..QUOTING };

/// The longest reason of a moderator, in characters.
pub const LONGEST_REASON: usize = 300;
/// The longest announcement, in characters.
pub const LONGEST_ANNOUNCEMENT: usize = 300;
/// The longest name of a player of a game that is imported, in characters.
pub const LONGEST_IMPORTED_NAME: usize = 64;
/// The longest label of a token, in characters.
pub const LONGEST_LABEL: usize = 60;

impl Text {
    /// A line of chat, of at most `most` characters and `bytes` bytes. Whether its author is muted is looked up where it is written.
    ///
    /// # Errors
    /// [`TextError`] says what is wrong with it, as in all constructors.
    pub fn chat_line(text: &str, most: usize, bytes: usize, links: bool) -> Result<Self, TextError> {
        let kind = Kind { what: "your line", most, hidden: Hidden::TakenOut, links, ..STRICT };
        let line = Self::of(text, kind)?;
        if line.0.len() > bytes {
            return Err(TextError { what: kind.what, why: Fault::Bytes(bytes) });
        }
        Ok(line)
    }

    /// What a user says of themselves.
    ///
    /// # Errors
    /// See [`Text::chat_line`].
    pub fn profile(text: &str, _: Unmuted) -> Result<Self, TextError> {
        Self::of(text, PROFILE)
    }

    /// The name of a tournament.
    ///
    /// # Errors
    /// See [`Text::chat_line`].
    pub fn tournament_name(text: &str, _: Unmuted) -> Result<Self, TextError> {
        Self::of(text, TOURNAMENT_NAME)
    }

    /// The description of a tournament.
    ///
    /// # Errors
    /// See [`Text::chat_line`].
    pub fn description(text: &str, _: Unmuted) -> Result<Self, TextError> {
        Self::of(text, DESCRIPTION)
    }

    /// The name of a team.
    ///
    /// # Errors
    /// See [`Text::chat_line`].
    pub fn team_name(text: &str, _: Unmuted) -> Result<Self, TextError> {
        Self::of(text, TEAM_NAME)
    }

    /// Why a director does something, for everybody to read.
    ///
    /// # Errors
    /// See [`Text::chat_line`].
    pub fn director_reason(text: &str, _: Unmuted) -> Result<Self, TextError> {
        Self::of(text, DIRECTOR_REASON)
    }

    /// Why a moderator does something: whom it concerns is told.
    ///
    /// # Errors
    /// See [`Text::chat_line`].
    pub fn moderator_reason(text: &str) -> Result<Self, TextError> {
        Self::of(text, MODERATOR_REASON)
    }

    /// What an administrator tells everybody.
    ///
    /// # Errors
    /// See [`Text::chat_line`].
    pub fn announcement(text: &str) -> Result<Self, TextError> {
        Self::of(text, ANNOUNCEMENT)
    }

    /// What the moderators should know of a player. Also a muted user reports.
    ///
    /// # Errors
    /// See [`Text::chat_line`].
    pub fn report(text: &str) -> Result<Self, TextError> {
        Self::of(text, REPORT)
    }

    /// What a player was called in a game that was played elsewhere.
    ///
    /// # Errors
    /// See [`Text::chat_line`].
    pub fn imported_name(text: &str) -> Result<Self, TextError> {
        Self::of(text, IMPORTED_NAME)
    }

    /// What a user recognises a token by.
    ///
    /// # Errors
    /// See [`Text::chat_line`].
    pub fn label(text: &str) -> Result<Self, TextError> {
        Self::of(text, LABEL)
    }

    /// What a session is called after the program that began it: of what the program says of itself, letters that can be printed.
    pub fn program(name: &str) -> Self {
        let printed = name.chars().filter(|c| c.is_ascii_graphic() || *c == ' ');
        Self(printed.take(LONGEST_LABEL).collect::<String>().trim().to_owned())
    }

    /// Words of the configuration, which operators answer for.
    pub fn of_operator(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// What was stored, and was checked before that.
    pub(crate) fn stored(text: String) -> Self {
        Self(text)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text.
    pub fn into_string(self) -> String {
        self.0
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn of(text: &str, kind: Kind) -> Result<Self, TextError> {
        Self::check(text, kind).map_err(|why| TextError { what: kind.what, why })
    }

    fn check(text: &str, kind: Kind) -> Result<Self, Fault> {
        // What is taken out and composed makes a text shorter: one of so many bytes is not even looked at.
        if text.len() > 4 * BYTES_PER_CHARACTER * kind.most {
            return Err(Fault::Length(kind.most));
        }
        let text = clean::clean(text, kind.hidden, kind.many_lines)?;
        match text.chars().count() {
            0 if kind.may_be_empty => return Ok(Self::default()),
            0 => return Err(Fault::Empty),
            count if count > kind.most => return Err(Fault::Length(kind.most)),
            _ => {}
        }
        if !kind.links && LINKS.links(&text).next().is_some() {
            return Err(Fault::Link);
        }
        if !kind.bad_words && is_offensive(&text) {
            return Err(Fault::Offensive);
        }
        Ok(Self(text))
    }
}

impl fmt::Display for Text {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl Borrow<str> for Text {
    fn borrow(&self) -> &str {
        &self.0
    }
}

/// Whether it has slurs, threats and the like in it. Milder words are the readers' to judge: of the languages spoken here the filter knows
/// one well, and takes harmless words of the others for English ones ("kunt u").
pub fn is_offensive(text: &str) -> bool {
    text.is(Type::SEVERE & (Type::OFFENSIVE | Type::PROFANE | Type::SEXUAL | Type::MEAN))
}

static LINKS: LazyLock<LinkFinder> = LazyLock::new(|| {
    let mut finder = LinkFinder::new();
    finder.url_must_have_scheme(false);
    finder
});

#[cfg(test)]
mod tests {
    use super::*;

    fn unmuted() -> Unmuted {
        Unmuted::unless(None::<()>).unwrap()
    }

    fn why<T>(result: Result<T, TextError>) -> Option<Fault> {
        result.err().map(|error| error.why)
    }

    #[test]
    fn a_line_is_what_one_sees() {
        for (text, seen) in [
            ("  Żółw, dziękuję!\n\tSchöne Partie ", "Żółw, dziękuję! Schöne Partie"),
            ("a\u{0}b\u{7}c", "a b c"),
            ("gnp.\u{202e}good game", "gnp.good game"),
            ("go\u{200b}od ga\u{200d}me", "good game"),
            ("👨\u{200d}👩\u{200d}👧 ❤\u{fe0f}", "👨\u{200d}👩\u{200d}👧 ❤\u{fe0f}"),
            ("x\u{301}\u{302}\u{303}\u{304}\u{305}", "x\u{301}\u{302}"),
            ("Ju\u{308}rgen", "Jürgen"),
            ("a1b2, i9h8?", "a1b2, i9h8?"),
        ] {
            assert_eq!(Text::chat_line(text, 99, 400, true).unwrap().as_str(), seen, "{text:?}");
        }
    }

    #[test]
    fn what_is_refused_in_a_line_says_why() {
        for (text, with_links, fault) in [
            ("", true, Fault::Empty),
            (" \u{200b}\u{202e}\n", true, Fault::Empty),
            (&*"ż".repeat(21), true, Fault::Length(20)),
            (&*"x".repeat(1_000_000), true, Fault::Length(20)),
            (&*"🙂".repeat(16), true, Fault::Bytes(60)),
            ("see example.com", false, Fault::Link),
            ("https://example.com", false, Fault::Link),
            ("me@example.com", false, Fault::Link),
            ("kill yourself", true, Fault::Offensive),
        ] {
            assert_eq!(why(Text::chat_line(text, 20, 60, with_links)), Some(fault), "{text:.30}");
        }
        assert!(Text::chat_line("see example.com", 20, 60, true).is_ok());
        assert!(Text::chat_line(&"ż".repeat(20), 20, 60, false).is_ok());
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
            assert_eq!(Text::chat_line(text, 99, 400, false).unwrap().as_str(), text);
        }
    }

    #[test]
    fn a_profile_is_plain_text_of_some_length() {
        let profile = |text: &str| Text::profile(text, unmuted());
        assert_eq!(profile(" I play\r\nat night. Żółw! ").unwrap().as_str(), "I play\nat night. Żółw!");
        assert_eq!(profile(&"ż".repeat(500)).map(|text| text.as_str().len()), Ok(1_000));
        assert_eq!(profile(" ").map(|text| text.is_empty()), Ok(true));
        for (text, fault) in [
            ("x".repeat(501), Fault::Length(500)),
            ("x".repeat(100_000), Fault::Length(500)),
            ("a\u{0}b".to_owned(), Fault::Hidden),
            ("a\tb".to_owned(), Fault::Hidden),
            ("a\u{202e}b".to_owned(), Fault::Hidden),
            ("a\u{200b}b".to_owned(), Fault::Hidden),
            ("see HTTPS://example.com".to_owned(), Fault::Link),
            ("see Www.example.com".to_owned(), Fault::Link),
            ("kill yourself".to_owned(), Fault::Offensive),
        ] {
            assert_eq!(why(profile(&text)), Some(fault), "{text:.30?}");
        }
    }

    #[test]
    fn words_of_a_tournament_cannot_forge_its_table() {
        for (text, fault) in [
            ("", Fault::Empty),
            ("Cup\n1.  Eve  3000", Fault::Lines),
            ("Cup\u{2028}1.  Eve  3000", Fault::Lines),
            ("a\u{202e}evil", Fault::Hidden),
            ("a\u{200b}b", Fault::Hidden),
            ("win at example.com", Fault::Link),
            ("kill yourself", Fault::Offensive),
            (&*"x".repeat(81), Fault::Length(80)),
        ] {
            assert_eq!(why(Text::tournament_name(text, unmuted())), Some(fault), "{text:?}");
            assert_eq!(why(Text::team_name(text, unmuted())), Some(fault), "{text:?}");
        }
        assert_eq!(why(Text::director_reason("a\nb", unmuted())), Some(Fault::Lines));
        assert!(Text::description("Rules:\n\nsee https://example.com", unmuted()).is_ok());
        assert_eq!(why(Text::description("kill yourself", unmuted())), Some(Fault::Offensive));
    }

    #[test]
    fn who_keeps_order_may_quote() {
        assert!(Text::moderator_reason("wrote \"kill yourself\" with a link to example.com").is_ok());
        assert!(Text::report("wrote \"kill yourself\"").is_ok());
        assert_eq!(why(Text::moderator_reason("a\u{7}b")), Some(Fault::Hidden));
        assert_eq!(why(Text::moderator_reason("a\nb")), Some(Fault::Lines));
        assert_eq!(why(Text::report(" ")), Some(Fault::Empty));
    }

    #[test]
    fn a_mute_is_no_leave_to_write() {
        assert_eq!(Unmuted::unless(Some("rude")).err(), Some("rude"));
    }

    #[test]
    fn a_program_is_called_by_what_can_be_printed() {
        assert_eq!(Text::program("python\u{202e}-requests/2 \n").as_str(), "python-requests/2");
        assert_eq!(Text::program(&"x".repeat(1_000)).as_str().len(), LONGEST_LABEL);
    }
}
