//! Construction of an email.

use std::fmt::Write;

use lettre::Message;
use lettre::message::Mailbox;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use sumito_game::RoomId;
use sumito_words::{Value, Words};
use uuid::Uuid;
use zeroize::Zeroizing;

use super::Address;
use super::Language;

/// Purpose of an email.
pub enum EmailKind {
    /// Its code proves that the user who entered the address reads it.
    Confirm(MailedCode),
    /// Its code permits to set a new password.
    Reset(MailedCode),
    /// An administrator has created the account; the code permits to choose its password.
    Account {
        /// The code to type or to follow as a link.
        code: Zeroizing<String>,
        /// Its validity, in days.
        days: u32,
    },
    /// It is the user's turn in a correspondence game.
    Turn {
        /// Room of the game.
        room: RoomId,
        /// Names of the other players.
        players: Vec<String>,
    },
}

impl EmailKind {
    /// Returns the keys of the subject and the text.
    fn keys(&self) -> (&'static str, &'static str) {
        match self {
            Self::Confirm(_) => ("mail.confirmSubject", "mail.confirm"),
            Self::Reset(_) => ("mail.resetSubject", "mail.reset"),
            Self::Account { .. } => ("mail.accountSubject", "mail.account"),
            Self::Turn { .. } => ("mail.turnSubject", "mail.turn"),
        }
    }
}

/// A code in an email.
pub struct MailedCode {
    /// The code to type or to follow as a link.
    pub code: Zeroizing<String>,
    /// Its validity, in minutes.
    pub minutes: u32,
}

/// An email to a user with an account.
pub struct Email {
    /// Address of the recipient.
    pub to: Address,
    /// Name of the account.
    pub name: String,
    /// Language of the text.
    pub language: Language,
    /// Purpose of the email.
    pub purpose: EmailKind,
}

impl Email {
    /// Builds the message to send.
    ///
    /// # Errors
    /// If a header is invalid.
    pub(super) fn message(
        &self,
        from: &Mailbox,
        title: &str,
        site: &str,
        host: &str,
    ) -> Result<Message, lettre::error::Error> {
        let Self { to, name, language, purpose } = self;
        let (subject, text) = purpose.keys();
        // The code is in the fragment, which browsers do not send to servers.
        let recovery = |code: &str| format!("{site}/recover#{}/{code}", in_link(name));
        let (link, code, time) = match purpose {
            EmailKind::Confirm(MailedCode { code, minutes })
            | EmailKind::Reset(MailedCode { code, minutes }) => (recovery(code), code.as_str(), *minutes),
            EmailKind::Account { code, days } => (recovery(code), code.as_str(), *days),
            EmailKind::Turn { room, .. } => (format!("{site}/room/{room}"), "", 0),
        };
        let players =
            if let EmailKind::Turn { players, .. } = purpose { players.join(", ") } else { String::new() };
        let time = time.to_string();
        let arguments = [
            ("name", Value::Text(name)),
            ("title", Value::Text(title)),
            ("site", Value::Text(site)),
            ("link", Value::Text(&link)),
            ("code", Value::Text(code)),
            ("minutes", Value::Text(&time)),
            ("days", Value::Text(&time)),
            ("players", Value::Text(&players)),
        ];
        let words = Words::of(*language);
        let (subject, text) = (words.format(subject, &arguments), words.format(text, &arguments));
        let machine_made = HeaderName::new_from_ascii_str("Auto-Submitted");
        Message::builder()
            .from(from.clone())
            .to(Mailbox::new(None, to.inner().clone()))
            .subject(subject)
            .message_id(Some(format!("<{}@{host}>", Uuid::now_v7())))
            // Suppresses automatic replies (RFC 3834).
            .raw_header(HeaderValue::new(machine_made, "auto-generated".to_owned()))
            .header(ContentType::TEXT_PLAIN)
            .body(text)
    }
}

/// Encodes a name for a link. ASCII characters in names are letters, digits, `-`, `_` or `.`.
pub fn in_link(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for byte in name.bytes() {
        if byte.is_ascii() {
            text.push(char::from(byte));
        } else {
            write!(text, "%{byte:02X}").expect("a string takes any text");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emails_in_all_languages_contain_what_their_readers_need() {
        let code = || MailedCode { code: Zeroizing::new("C0DE".to_owned()), minutes: 31 };
        let room = RoomId::from_random([0; 8]);
        for language in Language::ALL {
            for (purpose, needed) in [
                (EmailKind::Confirm(code()), vec!["C0DE", "31"]),
                (EmailKind::Reset(code()), vec!["C0DE", "31", "https://a.example/recover#%C3%84nn/C0DE"]),
                (
                    EmailKind::Account { code: Zeroizing::new("C0DE".to_owned()), days: 29 },
                    vec!["C0DE", "29"],
                ),
                (
                    EmailKind::Turn { room, players: vec!["Ben".to_owned(), "Cleo".to_owned()] },
                    vec!["Ben, Cleo"],
                ),
            ] {
                let to = Address::parse("ann@a.example").unwrap();
                let email = Email { to, name: "Änn".to_owned(), language, purpose };
                let from = "Site <site@a.example>".parse().unwrap();
                let message = email.message(&from, "The {site}", "https://a.example", "a.example").unwrap();
                let text = String::from_utf8(message.formatted()).unwrap().replace("=\r\n", "");
                for needed in needed {
                    assert!(text.contains(needed), "{language} {needed}: {text}");
                }
                assert!(!text.contains("{title}"), "{language}: {text}");
            }
        }
    }
}
