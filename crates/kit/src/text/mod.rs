//! User-written text that other users read.
//!
//! Every such text is a [`Text`]. Each kind has its own constructor, which checks the rules of that kind. The store and the tournaments
//! accept only a [`Text`], so that raw text from the wire cannot get there. The public kinds require an [`Unmuted`], the proof that the
//! author was checked for a mute.
//!
//! | Kind | Characters | Lines | Links | Bad words |
//! | --- | --- | --- | --- | --- |
//! | chat line | configured, and bytes as well | one; breaks and invisible characters are removed | not from new guests | rejected |
//! | profile | 500 | many | rejected | rejected |
//! | tournament's name, team's name | 80 | one | rejected | rejected |
//! | tournament's description | 4,000 | many | allowed | rejected |
//! | director's reason | 300 | one | rejected | rejected |
//! | name of a study or a chapter | 80 | one | rejected | rejected |
//! | comment in a study | 4,096 | many | allowed | rejected |
//! | name of a formation | 40 | one | rejected | rejected |
//! | moderator's reason, announcement | 300 | one | allowed | allowed: they quote |
//! | report, appeal | 1,000 | many | rejected | allowed: they quote |
//! | moderator's note on a user, answer to an appeal | 1,000 | many | allowed | allowed: they quote |
//! | player's name in an imported game | 64 | one | allowed | allowed: operators import |
//! | label of a token | 60 | one | allowed | allowed: only its user reads it |
//!
//! A character has at most four bytes, so each kind has a limit in bytes as well. Account names have their own type (`identity::Name`),
//! which calls [`offence`]. The checks of a text take a time that is linear in its length.

mod clean;
mod fold;
mod links;
mod words;

use std::borrow::Borrow;
use std::fmt;

use serde::{Deserialize, Serialize};

use self::clean::Hidden;

/// Maximum length of a character in bytes.
const BYTES_PER_CHARACTER: usize = 4;

/// Checked text of a user, safe to show to other users. Deserialised text comes from another node, which has checked it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Text(String);

/// Proof that the author is not muted at this moment.
#[derive(Debug, Clone, Copy)]
pub struct Unmuted(());

impl Unmuted {
    /// Converts the result of a lookup for an active mute.
    ///
    /// # Errors
    /// Returns the active mute.
    pub fn unless<M>(mute: Option<M>) -> Result<Self, M> {
        mute.map_or(Ok(Self(())), Err)
    }
}

/// The reason why a text is rejected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what}: {why}")]
pub struct TextError {
    /// Name of the kind of text.
    pub what: &'static str,
    /// Fault of the text.
    pub why: Fault,
}

/// A fault of a text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The text is empty.
    #[error("text is empty")]
    Empty,
    /// The text is longer than this number of characters.
    #[error("at most {0} characters")]
    Length(usize),
    /// The text has few enough characters, but is longer than this number of bytes.
    #[error("at most {0} bytes; an emoji has four or more")]
    Bytes(usize),
    /// The text has control characters, or invisible characters that change the visible text.
    #[error("control characters, hidden characters and direction marks are not allowed")]
    Hidden,
    /// The text has more than one line.
    #[error("must be a single line")]
    Lines,
    /// The text contains this web address, which readers might follow.
    #[error("links are not allowed here: \"{0}\"")]
    Link(String),
    /// The text contains slurs, threats or the like: this part.
    #[error("contains blocked words: \"{0}\"")]
    Offensive(String),
}

impl Fault {
    /// Returns the fault's code for programs.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Length(_) | Self::Bytes(_) => "length",
            Self::Hidden => "hidden",
            Self::Lines => "lines",
            Self::Link(_) => "link",
            Self::Offensive(_) => "offensive",
        }
    }

    /// Returns the part of the text that is at fault, if it is a part.
    pub fn part(&self) -> Option<&str> {
        match self {
            Self::Link(part) | Self::Offensive(part) => Some(part),
            _ => None,
        }
    }
}

/// Rules of a kind of text.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each says by its name what a kind permits")]
struct Kind {
    /// Name of the kind in errors.
    what: &'static str,
    /// Maximum number of characters.
    max: usize,
    may_be_empty: bool,
    many_lines: bool,
    hidden: Hidden,
    links: bool,
    bad_words: bool,
}

/// The strictest rules: one line, no links, no offensive words.
const STRICT: Kind = Kind {
    what: "text",
    max: 0,
    may_be_empty: false,
    many_lines: false,
    hidden: Hidden::Refused,
    links: false,
    bad_words: false,
};
/// Rules for moderators and reporters, who may quote offensive text and links.
const QUOTING: Kind = Kind { links: true, bad_words: true, ..STRICT };

const PROFILE: Kind =
    Kind { what: "words", max: LONGEST_PROFILE, may_be_empty: true, many_lines: true, ..STRICT };
const TOURNAMENT_NAME: Kind =
    Kind { what: "the tournament's name", max: sumito_tournament::limits::NAME_MAX, ..STRICT };
const DESCRIPTION: Kind = Kind {
    what: "the description",
    max: sumito_tournament::limits::DESCRIPTION_MAX,
    may_be_empty: true,
    many_lines: true,
    links: true,
    ..STRICT
};
const CLUB: Kind = Kind {
    what: "the club's description",
    max: LONGEST_CLUB_TEXT,
    may_be_empty: true,
    many_lines: true,
    ..STRICT
};
const CLUB_REQUEST: Kind =
    Kind { what: "`words`", max: LONGEST_REASON, may_be_empty: true, many_lines: true, ..STRICT };
const CLUB_TITLE: Kind = Kind { what: "`title`", max: LONGEST_CLUB_TITLE, ..STRICT };
const CLUB_NEWS: Kind = Kind { what: "`text`", max: LONGEST_CLUB_TEXT, many_lines: true, ..STRICT };
const TEAM_NAME: Kind = Kind { what: "the team's name", max: sumito_tournament::limits::NAME_MAX, ..STRICT };
const DIRECTOR_REASON: Kind = Kind { what: "`reason`", max: sumito_tournament::limits::REASON_MAX, ..STRICT };
/// Maximum length of the message of a pairing, in characters.
pub const LONGEST_PAIRING_MESSAGE: usize = 140;

const PAIRING_MESSAGE: Kind = Kind { what: "`message`", max: LONGEST_PAIRING_MESSAGE, ..STRICT };
/// Maximum length of the author of a bot, in characters.
pub const LONGEST_BOT_AUTHOR: usize = 80;

const BOT_AUTHOR: Kind = Kind { what: "`author`", max: LONGEST_BOT_AUTHOR, may_be_empty: true, ..STRICT };
const DIRECTOR_MESSAGE: Kind = Kind { what: "`text`", max: sumito_tournament::limits::REASON_MAX, ..STRICT };
const STUDY_NAME: Kind = Kind { what: "the name", max: sumito_studies::limits::NAME_CHARS, ..STRICT };
const STUDY_COMMENT: Kind = Kind {
    what: "the comment",
    max: sumito_studies::limits::COMMENT_BYTES,
    may_be_empty: true,
    many_lines: true,
    links: true,
    ..STRICT
};
const FORMATION_NAME: Kind = Kind {
    what: "the name of the formation",
    max: sumito_studies::limits::FORMATION_CHARS,
    may_be_empty: true,
    ..STRICT
};
const APP_NAME: Kind = Kind { what: "the app's name", max: LONGEST_APP_NAME, ..STRICT };
const MODERATOR_REASON: Kind = Kind { what: "`reason`", max: LONGEST_REASON, ..QUOTING };
const ANNOUNCEMENT: Kind = Kind { what: "`text`", max: LONGEST_ANNOUNCEMENT, ..QUOTING };
const REPORT: Kind = Kind { what: "words", max: 1_000, many_lines: true, bad_words: true, ..STRICT };
const APPEAL: Kind = Kind { what: "`words`", ..REPORT };
const MODERATOR_NOTE: Kind =
    Kind { what: "`words`", max: LONGEST_MODERATOR_NOTE, many_lines: true, ..QUOTING };
const APPEAL_ANSWER: Kind = Kind { what: "`answer`", ..MODERATOR_NOTE };
const IMPORTED_NAME: Kind = Kind { what: "a player's name", max: LONGEST_IMPORTED_NAME, ..QUOTING };
const LABEL: Kind = Kind { what: "`label`", max: LONGEST_LABEL, ..QUOTING };

/// Maximum length of the text of a profile, in characters.
pub const LONGEST_PROFILE: usize = 500;
/// Maximum length of a moderator's reason, in characters.
pub const LONGEST_REASON: usize = 300;
/// Maximum length of a moderator's note on a user, and of an answer to an appeal, in characters.
pub const LONGEST_MODERATOR_NOTE: usize = 1_000;
/// Maximum length of an announcement, in characters.
pub const LONGEST_ANNOUNCEMENT: usize = 300;
/// Maximum length of a player's name in an imported game, in characters.
pub const LONGEST_IMPORTED_NAME: usize = 64;
/// Maximum length of a token's label, in characters.
pub const LONGEST_LABEL: usize = 60;
/// Maximum length of the name of an app, in characters.
pub const LONGEST_APP_NAME: usize = 40;
/// Maximum length of the title of a club's announcement, in characters.
pub const LONGEST_CLUB_TITLE: usize = 100;
/// Maximum length of the description of a club, and of the text of an announcement, in characters.
pub const LONGEST_CLUB_TEXT: usize = 1_000;

impl Text {
    /// Checks a chat line of at most `max` characters and `bytes` bytes. The chat itself checks whether the author is muted.
    ///
    /// # Errors
    /// [`TextError`] with the fault, as in all constructors.
    pub fn chat_line(text: &str, max: usize, bytes: usize, links: bool) -> Result<Self, TextError> {
        let kind = Kind { what: "your line", max, hidden: Hidden::TakenOut, links, ..STRICT };
        let line = Self::of(text, kind)?;
        if line.0.len() > bytes {
            return Err(TextError { what: kind.what, why: Fault::Bytes(bytes) });
        }
        Ok(line)
    }

    /// Checks the text of a user's profile.
    ///
    /// # Errors
    /// The same as for [`Text::chat_line`].
    pub fn profile(text: &str, _: Unmuted) -> Result<Self, TextError> {
        Self::of(text, PROFILE)
    }

    /// Checks the name of a tournament.
    ///
    /// # Errors
    /// The same as for [`Text::chat_line`].
    pub fn tournament_name(text: &str, _: Unmuted) -> Result<Self, TextError> {
        Self::of(text, TOURNAMENT_NAME)
    }

    /// Checks the description of a tournament.
    ///
    /// # Errors
    /// The same as for [`Text::chat_line`].
    pub fn description(text: &str, _: Unmuted) -> Result<Self, TextError> {
        Self::of(text, DESCRIPTION)
    }

    /// Checks the name of a team.
    ///
    /// # Errors
    /// The same as for [`Text::chat_line`].
    pub fn team_name(text: &str, _: Unmuted) -> Result<Self, TextError> {
        Self::of(text, TEAM_NAME)
    }

    /// Checks the name of a study or a chapter.
    ///
    /// # Errors
    /// The same as for [`Text::chat_line`].
    pub fn study_name(text: &str, _: Unmuted) -> Result<Self, TextError> {
        Self::of(text, STUDY_NAME)
    }

    /// Checks a comment in a study.
    ///
    /// # Errors
    /// The same as for [`Text::chat_line`].
    pub fn study_comment(text: &str, _: Unmuted) -> Result<Self, TextError> {
        Self::of(text, STUDY_COMMENT)
    }

    /// Checks the name of a formation in a study.
    ///
    /// # Errors
    /// The same as for [`Text::chat_line`].
    pub fn formation_name(text: &str, _: Unmuted) -> Result<Self, TextError> {
        Self::of(text, FORMATION_NAME)
    }

    /// Checks the description of a club.
    ///
    /// # Errors
    /// The same as for [`Text::chat_line`].
    pub fn club(text: &str, _: Unmuted) -> Result<Self, TextError> {
        Self::of(text, CLUB)
    }

    /// Checks the message of a request to join a club.
    ///
    /// # Errors
    /// The same as for [`Text::chat_line`].
    pub fn club_request(text: &str, _: Unmuted) -> Result<Self, TextError> {
        Self::of(text, CLUB_REQUEST)
    }

    /// Checks the author of a bot.
    ///
    /// # Errors
    /// The same as for [`Text::chat_line`].
    pub fn bot_author(text: &str, _: Unmuted) -> Result<Self, TextError> {
        Self::of(text, BOT_AUTHOR)
    }

    /// Checks the message of a pairing to its players.
    ///
    /// # Errors
    /// The same as for [`Text::chat_line`].
    pub fn pairing_message(text: &str, _: Unmuted) -> Result<Self, TextError> {
        Self::of(text, PAIRING_MESSAGE)
    }

    /// Checks the title of a club's announcement.
    ///
    /// # Errors
    /// The same as for [`Text::chat_line`].
    pub fn club_title(text: &str, _: Unmuted) -> Result<Self, TextError> {
        Self::of(text, CLUB_TITLE)
    }

    /// Checks the text of a club's announcement.
    ///
    /// # Errors
    /// The same as for [`Text::chat_line`].
    pub fn club_news(text: &str, _: Unmuted) -> Result<Self, TextError> {
        Self::of(text, CLUB_NEWS)
    }

    /// Checks the name of an app.
    ///
    /// # Errors
    /// The same as for [`Text::chat_line`].
    pub fn app_name(text: &str, _: Unmuted) -> Result<Self, TextError> {
        Self::of(text, APP_NAME)
    }

    /// Checks the public reason for a director's action.
    ///
    /// # Errors
    /// The same as for [`Text::chat_line`].
    pub fn director_reason(text: &str, _: Unmuted) -> Result<Self, TextError> {
        Self::of(text, DIRECTOR_REASON)
    }

    /// Checks a director's message to the participants of a tournament.
    ///
    /// # Errors
    /// The same as for [`Text::chat_line`].
    pub fn director_message(text: &str, _: Unmuted) -> Result<Self, TextError> {
        Self::of(text, DIRECTOR_MESSAGE)
    }

    /// Checks the reason for a moderator's action, which the affected user can read.
    ///
    /// # Errors
    /// The same as for [`Text::chat_line`].
    pub fn moderator_reason(text: &str) -> Result<Self, TextError> {
        Self::of(text, MODERATOR_REASON)
    }

    /// Checks an administrator's announcement to all users.
    ///
    /// # Errors
    /// The same as for [`Text::chat_line`].
    pub fn announcement(text: &str) -> Result<Self, TextError> {
        Self::of(text, ANNOUNCEMENT)
    }

    /// Checks a report to the moderators. A muted user may report too.
    ///
    /// # Errors
    /// The same as for [`Text::chat_line`].
    pub fn report(text: &str) -> Result<Self, TextError> {
        Self::of(text, REPORT)
    }

    /// Checks an appeal against a sanction. A muted user may appeal.
    ///
    /// # Errors
    /// The same as for [`Text::chat_line`].
    pub fn appeal(text: &str) -> Result<Self, TextError> {
        Self::of(text, APPEAL)
    }

    /// Checks a note of a moderator on a user, which only moderators read.
    ///
    /// # Errors
    /// The same as for [`Text::chat_line`].
    pub fn moderator_note(text: &str) -> Result<Self, TextError> {
        Self::of(text, MODERATOR_NOTE)
    }

    /// Checks a moderator's answer to an appeal, which the user reads.
    ///
    /// # Errors
    /// The same as for [`Text::chat_line`].
    pub fn appeal_answer(text: &str) -> Result<Self, TextError> {
        Self::of(text, APPEAL_ANSWER)
    }

    /// Checks a player's name in an imported game.
    ///
    /// # Errors
    /// The same as for [`Text::chat_line`].
    pub fn imported_name(text: &str) -> Result<Self, TextError> {
        Self::of(text, IMPORTED_NAME)
    }

    /// Checks the label of a token.
    ///
    /// # Errors
    /// The same as for [`Text::chat_line`].
    pub fn label(text: &str) -> Result<Self, TextError> {
        Self::of(text, LABEL)
    }

    /// Returns the label of a session, from the name of the client program: printable characters only.
    pub fn program(name: &str) -> Self {
        let printed = name.chars().filter(|c| c.is_ascii_graphic() || *c == ' ');
        Self(printed.take(LONGEST_LABEL).collect::<String>().trim().to_owned())
    }

    /// Accepts text of the configuration, for which the operator is responsible.
    pub fn of_operator(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// Accepts stored text, which was checked before it was stored.
    pub fn stored(text: String) -> Self {
        Self(text)
    }

    /// Returns the text as a slice.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the text as a string.
    pub fn into_string(self) -> String {
        self.0
    }

    /// Returns whether the text is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn of(text: &str, kind: Kind) -> Result<Self, TextError> {
        Self::check(text, kind).map_err(|why| TextError { what: kind.what, why })
    }

    fn check(text: &str, kind: Kind) -> Result<Self, Fault> {
        // Cleaning can only make a text shorter, but texts beyond this length are not even examined.
        if text.len() > 4 * BYTES_PER_CHARACTER * kind.max {
            return Err(Fault::Length(kind.max));
        }
        let text = clean::clean(text, kind.hidden, kind.many_lines)?;
        match text.chars().count() {
            0 if kind.may_be_empty => return Ok(Self::default()),
            0 => return Err(Fault::Empty),
            count if count > kind.max => return Err(Fault::Length(kind.max)),
            _ => {}
        }
        if !kind.links
            && let Some(link) = links::link(&text)
        {
            return Err(Fault::Link(shortened(link)));
        }
        if !kind.bad_words
            && let Some(part) = offence(&text)
        {
            return Err(Fault::Offensive(part));
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

/// Returns the first part of the text with slurs, threats or the like, in English, German, Polish and Dutch. Milder words are left to the
/// readers.
pub fn offence(text: &str) -> Option<String> {
    words::offence(text).map(shortened)
}

/// Maximum length of the part of a text that an error shows, in characters.
const LONGEST_PART: usize = 40;

fn shortened(part: &str) -> String {
    match part.char_indices().nth(LONGEST_PART) {
        Some((end, _)) => format!("{}…", &part[..end]),
        None => part.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unmuted() -> Unmuted {
        Unmuted::unless(None::<()>).unwrap()
    }

    fn why<T>(result: Result<T, TextError>) -> Option<Fault> {
        result.err().map(|error| error.why)
    }

    fn link(part: &str) -> Fault {
        Fault::Link(part.to_owned())
    }

    fn offensive(part: &str) -> Fault {
        Fault::Offensive(part.to_owned())
    }

    #[test]
    fn line_keeps_visible_characters_only() {
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
    fn rejected_lines_name_their_fault() {
        for (text, with_links, fault) in [
            ("", true, Fault::Empty),
            (" \u{200b}\u{202e}\n", true, Fault::Empty),
            (&*"ż".repeat(21), true, Fault::Length(20)),
            (&*"x".repeat(1_000_000), true, Fault::Length(20)),
            (&*"🙂".repeat(16), true, Fault::Bytes(60)),
            ("see example.com", false, link("example.com")),
            ("https://example.com", false, link("https://example.com")),
            ("me@example.com", false, link("me@example.com")),
            ("Go kill yourself!", true, offensive("kill yourself")),
        ] {
            assert_eq!(why(Text::chat_line(text, 20, 60, with_links)), Some(fault), "{text:.30}");
        }
        assert!(Text::chat_line("see example.com", 20, 60, true).is_ok());
        assert!(Text::chat_line(&"ż".repeat(20), 20, 60, false).is_ok());
    }

    #[test]
    fn part_at_fault_is_shortened() {
        let text = format!("f{}ck", "u".repeat(90));
        assert_eq!(
            why(Text::report(&format!("see https://example.com/{text}"))).unwrap().part(),
            Some("https://example.com/fuuuuuuuuuuuuuuuuuuu…")
        );
        assert_eq!(offence(&text), Some(format!("f{}…", "u".repeat(39))));
    }

    #[test]
    fn profile_is_plain_text_of_bounded_length() {
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
            ("see HTTPS://example.com".to_owned(), link("HTTPS://example.com")),
            ("see Www.example.com".to_owned(), link("Www.example.com")),
            ("kill yourself".to_owned(), offensive("kill yourself")),
        ] {
            assert_eq!(why(profile(&text)), Some(fault), "{text:.30?}");
        }
    }

    #[test]
    fn tournament_texts_cannot_forge_its_table() {
        for (text, fault) in [
            ("", Fault::Empty),
            ("Cup\n1.  Eve  3000", Fault::Lines),
            ("Cup\u{2028}1.  Eve  3000", Fault::Lines),
            ("a\u{202e}evil", Fault::Hidden),
            ("a\u{200b}b", Fault::Hidden),
            ("win at example.com", link("example.com")),
            ("kill yourself", offensive("kill yourself")),
            (&*"x".repeat(81), Fault::Length(80)),
        ] {
            assert_eq!(why(Text::tournament_name(text, unmuted())), Some(fault.clone()), "{text:?}");
            assert_eq!(why(Text::team_name(text, unmuted())), Some(fault), "{text:?}");
        }
        assert_eq!(why(Text::director_reason("a\nb", unmuted())), Some(Fault::Lines));
        assert!(Text::description("Rules:\n\nsee https://example.com", unmuted()).is_ok());
        assert_eq!(why(Text::description("kill yourself", unmuted())), Some(offensive("kill yourself")));
    }

    #[test]
    fn moderators_and_reporters_may_quote() {
        assert!(Text::moderator_reason("wrote \"kill yourself\" with a link to example.com").is_ok());
        assert!(Text::report("wrote \"kill yourself\"").is_ok());
        assert_eq!(why(Text::moderator_reason("a\u{7}b")), Some(Fault::Hidden));
        assert_eq!(why(Text::moderator_reason("a\nb")), Some(Fault::Lines));
        assert_eq!(why(Text::report(" ")), Some(Fault::Empty));
    }

    #[test]
    fn muted_author_cannot_write() {
        assert_eq!(Unmuted::unless(Some("rude")).err(), Some("rude"));
    }

    #[test]
    fn session_label_keeps_printable_characters() {
        assert_eq!(Text::program("python\u{202e}-requests/2 \n").as_str(), "python-requests/2");
        assert_eq!(Text::program(&"x".repeat(1_000)).as_str().len(), LONGEST_LABEL);
    }
}
