//! One letter.

use std::fmt::Write;

use lettre::Message;
use lettre::message::Mailbox;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use uuid::Uuid;
use zeroize::Zeroizing;

use super::Address;
use super::words::{self, Language};

/// What a letter is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Its code shows that the address is read by whoever has given it.
    Confirm,
    /// Its code lets one choose another password.
    Reset,
}

/// A letter to somebody with an account.
pub struct Letter {
    /// Where it goes.
    pub to: Address,
    /// What the account is called.
    pub name: String,
    /// In which language.
    pub language: Language,
    /// What it is for.
    pub purpose: Purpose,
    /// The code in it.
    pub code: Zeroizing<String>,
    /// For how long the code is good.
    pub minutes: u32,
}

impl Letter {
    /// The letter as it is sent.
    ///
    /// # Errors
    /// When a header cannot be written.
    pub(super) fn message(
        &self,
        from: &Mailbox,
        site: &str,
        host: &str,
    ) -> Result<Message, lettre::error::Error> {
        let Self { to, name, language, purpose, code, minutes } = self;
        // Behind a `#`, so that the code is not sent to whoever serves or counts pages.
        let link = format!("{site}/recover#{}/{}", in_link(name), &**code);
        let words = words::of(*language, *purpose);
        let mut text = words.text.to_owned();
        for (place, value) in [
            ("{name}", name.as_str()),
            ("{site}", site),
            ("{minutes}", &minutes.to_string()),
            ("{link}", &link),
            ("{code}", code),
        ] {
            text = text.replace(place, value);
        }
        let machine_made = HeaderName::new_from_ascii_str("Auto-Submitted");
        Message::builder()
            .from(from.clone())
            .to(Mailbox::new(None, to.inner().clone()))
            .subject(words.subject)
            .message_id(Some(format!("<{}@{host}>", Uuid::now_v7())))
            // So that no machine answers (RFC 3834).
            .raw_header(HeaderValue::new(machine_made, "auto-generated".to_owned()))
            .header(ContentType::TEXT_PLAIN)
            .body(text)
    }
}

/// A name as it stands in a link. What is ASCII in it is a letter, a digit, or one of `-` `_` `.`.
fn in_link(name: &str) -> String {
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
