//! Construction of an email.

use std::fmt::Write;

use lettre::Message;
use lettre::message::Mailbox;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use sumito_game::RoomId;
use uuid::Uuid;
use zeroize::Zeroizing;

use super::Address;
use super::{Language, templates};

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
        let words = templates::of(*language, purpose);
        let subject = words.subject.replace("{title}", title);
        let mut text = words.text.to_owned();
        let mut insert = |place: &str, value: &str| text = text.replace(place, value);
        insert("{title}", title);
        insert("{site}", site);
        match purpose {
            EmailKind::Confirm(MailedCode { code, minutes })
            | EmailKind::Reset(MailedCode { code, minutes }) => {
                // In the fragment, which browsers do not send to servers.
                insert("{link}", &format!("{site}/recover#{}/{}", in_link(name), &**code));
                insert("{minutes}", &minutes.to_string());
                insert("{code}", code);
            }
            EmailKind::Account { code, days } => {
                insert("{link}", &format!("{site}/recover#{}/{}", in_link(name), &**code));
                insert("{days}", &days.to_string());
                insert("{code}", code);
            }
            EmailKind::Turn { room, players } => {
                insert("{link}", &format!("{site}/room/{room}"));
                insert("{players}", &players.join(", "));
            }
        }
        insert("{name}", name);
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
