//! Where somebody can be written to.

use lettre::message::Mailbox;

/// The most bytes of an address (RFC 5321, 4.5.3.1.3, without the brackets).
const LONGEST: usize = 254;

/// A mail address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address(lettre::Address);

/// It is no mail address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this is no mail address: it has at most {LONGEST} characters and looks like somebody@example.org")]
pub struct AddressError;

impl Address {
    /// Reads an address as somebody has typed it.
    ///
    /// # Errors
    /// [`AddressError`].
    pub fn parse(text: &str) -> Result<Self, AddressError> {
        let text = text.trim();
        // Beyond ASCII a mail server needs an extension that many do not have.
        if text.len() > LONGEST || !text.is_ascii() {
            return Err(AddressError);
        }
        let address: lettre::Address = text.parse().map_err(|_| AddressError)?;
        // The address is read once more from the head of the mail, which takes no machine's number in brackets for a domain.
        let read_again: Mailbox = address.to_string().parse().map_err(|_| AddressError)?;
        if read_again.email == address { Ok(Self(address)) } else { Err(AddressError) }
    }

    /// What two ways to write an address have in common. Nobody has two that differ in capitals alone.
    pub fn key(text: &str) -> String {
        text.trim().to_lowercase()
    }

    /// As it was typed.
    pub fn as_str(&self) -> &str {
        self.0.as_ref()
    }

    pub(super) fn inner(&self) -> &lettre::Address {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_break_out_of_a_header_is_no_address() {
        for text in ["ada@example.org", " Ada.Lovelace+games@mail.example.org "] {
            assert_eq!(Address::parse(text).unwrap().as_str(), text.trim());
        }
        let long = format!("{}@example.org", "a".repeat(250));
        for text in [
            "",
            "ada",
            "ada@",
            "@example.org",
            "ada@example.org\r\nBcc: all@example.org",
            "Ada <ada@example.org>",
            "ada@example.org,eve@example.org",
            "ada@[127.0.0.1]",
            "ada@[IPv6:::1]",
            "ada\0@example.org",
            "ądą@example.org",
            &long,
        ] {
            assert_eq!(Address::parse(text), Err(AddressError), "{text:?}");
        }
        assert_eq!(Address::key(" Ada@Example.org"), "ada@example.org");
    }
}
