//! Keys of a server.

use std::fmt;
use std::net::Ipv6Addr;
use std::str::FromStr;

use base64ct::{Base64, Encoding as _};
use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

/// The type of Ed25519 keys in the signed-note format.
const ED25519: u8 = 1;

/// Length of a key and of a hash of a key, in bytes.
const KEY_BYTES: usize = 32;

/// Maximum length of a name in bytes: the longest host name.
const LONGEST_NAME: usize = 253;

/// A key that signs. Its memory is overwritten when it is dropped.
#[derive(Clone)]
pub struct SecretKey {
    name: String,
    key: SigningKey,
}

/// The name never appears with the secret in a log.
impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SecretKey").field("public", &self.public()).finish_non_exhaustive()
    }
}

/// A key that checks signatures.
///
/// As text: `NAME+HASH+KEY`, where `HASH` is the id in hexadecimal digits, and `KEY` the type and the key in Base64.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicKey {
    name: String,
    key: VerifyingKey,
}

/// The reason why a text is no key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// The text has another form.
    #[error("a key has the form NAME+HASH+KEY")]
    Form,
    /// The name is not the name of a host.
    #[error("the name of a key is the name of a host, of 1 to {LONGEST_NAME} bytes")]
    Name,
    /// The key is not an Ed25519 key.
    #[error("the key is not an Ed25519 key")]
    Key,
    /// The hash does not belong to the key.
    #[error("the hash does not belong to the key")]
    Hash,
}

impl SecretKey {
    /// Returns the key with this seed. `name` is the name of its owner.
    ///
    /// # Errors
    /// [`KeyError::Name`].
    pub fn new(name: &str, seed: &Zeroizing<[u8; KEY_BYTES]>) -> Result<Self, KeyError> {
        check_name(name)?;
        Ok(Self { name: name.to_owned(), key: SigningKey::from_bytes(seed) })
    }

    /// Returns the key that checks the signatures of this one.
    pub fn public(&self) -> PublicKey {
        PublicKey { name: self.name.clone(), key: self.key.verifying_key() }
    }

    pub(crate) fn sign(&self, text: &[u8]) -> [u8; Signature::BYTE_SIZE] {
        self.key.sign(text).to_bytes()
    }
}

impl PublicKey {
    /// Returns the name of the key's owner.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the id that signatures carry: the first four bytes of a hash over name and key.
    pub(crate) fn id(&self) -> [u8; 4] {
        let hash = Sha256::new()
            .chain_update(self.name.as_bytes())
            .chain_update([b'\n', ED25519])
            .chain_update(self.key.as_bytes())
            .finalize();
        [hash[0], hash[1], hash[2], hash[3]]
    }

    pub(crate) fn is_signature(&self, text: &[u8], signature: &[u8; Signature::BYTE_SIZE]) -> bool {
        self.key.verify_strict(text, &Signature::from_bytes(signature)).is_ok()
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut bytes = vec![ED25519];
        bytes.extend_from_slice(self.key.as_bytes());
        write!(f, "{}+{:08x}+{}", self.name, u32::from_be_bytes(self.id()), Base64::encode_string(&bytes))
    }
}

impl FromStr for PublicKey {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Self, KeyError> {
        let (name, rest) = text.split_once('+').ok_or(KeyError::Form)?;
        let (hash, key) = rest.split_once('+').ok_or(KeyError::Form)?;
        check_name(name)?;
        let bytes = Base64::decode_vec(key).map_err(|_| KeyError::Key)?;
        let key = match bytes.split_first() {
            Some((&ED25519, key)) => key.try_into().map_err(|_| KeyError::Key)?,
            _ => return Err(KeyError::Key),
        };
        let key = VerifyingKey::from_bytes(key).map_err(|_| KeyError::Key)?;
        let public = Self { name: name.to_owned(), key };
        if hash == format!("{:08x}", u32::from_be_bytes(public.id())) {
            Ok(public)
        } else {
            Err(KeyError::Hash)
        }
    }
}

fn check_name(name: &str) -> Result<(), KeyError> {
    if is_host(name) { Ok(()) } else { Err(KeyError::Name) }
}

/// Returns whether a name is a host and nothing else: no user, no port, no path, and no character that looks like another. The keys of a
/// server are read from its host.
pub fn is_host(name: &str) -> bool {
    let is_address = |inner: &str| inner.parse::<Ipv6Addr>().is_ok();
    let is_label = |label: &str| {
        !label.is_empty()
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    };
    match name.strip_prefix('[').and_then(|name| name.strip_suffix(']')) {
        Some(inner) => is_address(inner),
        None => name.len() <= LONGEST_NAME && name.split('.').all(is_label),
    }
}

/// Returns the text with which a key endorses its successor.
pub fn endorsement(successor: &PublicKey) -> String {
    format!("sumito receipt key 1\n{successor}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str) -> SecretKey {
        SecretKey::new(name, &Zeroizing::new([7; 32])).unwrap()
    }

    #[test]
    fn public_key_is_read_again() {
        let public = key("play.example").public();
        assert_eq!(public.to_string().parse(), Ok(public.clone()));
        // Another implementation of the format accepts this key.
        let known = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
        let known: PublicKey = known.parse().unwrap();
        assert_eq!((known.name(), known.id()), ("PeterNeumann", [0xc7, 0x4f, 0x20, 0xa3]));
    }

    #[test]
    fn texts_that_are_no_keys_are_refused() {
        let text = key("play.example").public().to_string();
        let other = key("other.example").public().to_string();
        for (text, error) in [
            ("play.example".to_owned(), KeyError::Form),
            (text.replacen("play", "pl ay", 1), KeyError::Name),
            (text.replacen("play", "plai", 1), KeyError::Hash),
            (other.replacen("other", "play", 1), KeyError::Hash),
            (text[..text.len() - 4].to_owned(), KeyError::Key),
        ] {
            assert_eq!(text.parse::<PublicKey>(), Err(error), "{text}");
        }
        for name in [
            "",
            "play.example@127.0.0.1:1",
            "play.example:1",
            "play.example/keys",
            "play.example?",
            "play.example#x",
            "play.example\\x",
            "play%2eexample",
            "play\u{202e}.example",
            "pl\u{430}y.example",
            "play.example\u{7}",
            "play..example",
            "[::1",
            "[play.example]",
        ] {
            assert_eq!(
                SecretKey::new(name, &Zeroizing::new([7; 32])).unwrap_err(),
                KeyError::Name,
                "{name:?}"
            );
        }
        for name in ["localhost", "127.0.0.1", "[::1]", "xn--spiel-caf-j4a.example"] {
            assert!(is_host(name), "{name}");
        }
    }

    #[test]
    fn debug_form_does_not_contain_the_secret() {
        assert!(!format!("{:?}", key("play.example")).contains("7, 7, 7"));
    }
}
