//! Email addresses of users.

use std::borrow::Cow;

use lettre::message::Mailbox;
use reqwest::Url;

/// Maximum bytes of an address (RFC 5321, 4.5.3.1.3, without the brackets).
const LONGEST: usize = 254;

/// An email address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address(lettre::Address);

/// The text is not an email address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("invalid email address; expected at most {LONGEST} characters, such as name@example.org")]
pub struct AddressError;

impl Address {
    /// Parses an address as typed by a user.
    ///
    /// # Errors
    /// [`AddressError`] if it is invalid.
    pub fn parse(text: &str) -> Result<Self, AddressError> {
        let text = in_ascii(text.trim());
        // Non-ASCII names need an extension that many mail servers do not have.
        if text.len() > LONGEST || !text.is_ascii() {
            return Err(AddressError);
        }
        let address: lettre::Address = text.parse().map_err(|_| AddressError)?;
        // The mail library parses the address again from the header, and does not accept an address literal in brackets as the domain.
        let read_again: Mailbox = address.to_string().parse().map_err(|_| AddressError)?;
        if read_again.email == address { Ok(Self(address)) } else { Err(AddressError) }
    }

    /// Returns a key that is equal for all spellings of an address. Addresses that differ only in case belong to the same person.
    pub fn key(text: &str) -> String {
        in_ascii(text.trim()).to_lowercase()
    }

    /// Returns the typed address, with the domain in ASCII.
    pub fn as_str(&self) -> &str {
        self.0.as_ref()
    }

    pub(super) fn inner(&self) -> &lettre::Address {
        &self.0
    }
}

/// Writes the domain of an address in ASCII (IDNA), the form for mail servers: `ada@exämple.de` is `ada@xn--exmple-cua.de`.
fn in_ascii(text: &str) -> Cow<'_, str> {
    let is_of_name = |letter: char| letter.is_alphanumeric() || "-.".contains(letter);
    let converted = text.rsplit_once('@').and_then(|(name, domain)| {
        if domain.is_ascii() || !domain.chars().all(is_of_name) {
            return None;
        }
        let url = Url::parse(&format!("https://{domain}")).ok()?;
        Some(format!("{name}@{}", url.host_str()?))
    });
    converted.map_or(Cow::Borrowed(text), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_cannot_inject_headers() {
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

    #[test]
    fn domains_of_all_languages_are_addresses() {
        let address = Address::parse("Ada@Exämple.de").unwrap();
        assert_eq!(address.as_str(), "Ada@xn--exmple-cua.de");
        assert_eq!(Address::key("Ada@Exämple.de"), Address::key(address.as_str()));
        assert_eq!(Address::parse("ada@exämple.de/x"), Err(AddressError));
    }
}
