//! The key by which push services know this server (VAPID, RFC 8292).

use std::time::Duration;

use base64ct::{Base64UrlUnpadded, Encoding};
use serde_json::json;
use sumito_game::Timestamp;
use web_push_native::p256::ecdsa::signature::Signer;
use web_push_native::p256::ecdsa::{Signature, SigningKey};

use crate::random;

/// How long a token is good: at most a day (RFC 8292, 2).
const TOKEN_SPAN: Duration = Duration::from_hours(12);

/// A pair of keys of P-256.
#[derive(Debug, Clone)]
pub struct Key(SigningKey);

/// It is no private key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a private key is 32 bytes in base64url, as `sumito push-keys` prints it")]
pub struct KeyError;

impl Key {
    /// A key that nobody has.
    pub fn generate() -> Self {
        loop {
            // One in four thousand million is above the order of the curve.
            if let Ok(key) = SigningKey::from_slice(&random::bytes::<32>()) {
                return Self(key);
            }
        }
    }

    /// Reads a private key.
    ///
    /// # Errors
    /// [`KeyError`].
    pub fn parse(text: &str) -> Result<Self, KeyError> {
        let bytes = bytes(text).ok_or(KeyError)?;
        SigningKey::from_slice(&bytes).map(Self).map_err(|_| KeyError)
    }

    /// The private key, as [`parse`](Self::parse) reads it.
    pub fn private_text(&self) -> String {
        Base64UrlUnpadded::encode_string(&self.0.to_bytes())
    }

    /// The public key as browsers take it: an uncompressed point in base64url.
    pub fn public_text(&self) -> String {
        Base64UrlUnpadded::encode_string(self.0.verifying_key().to_encoded_point(false).as_bytes())
    }

    /// What proves a push to the service at `origin` to be this server's, as the value of `Authorization`.
    pub(super) fn authorization(&self, origin: &str, contact: &str, now: Timestamp) -> String {
        let expires = (now + TOKEN_SPAN).0 / 1_000_000;
        let part = |value: serde_json::Value| Base64UrlUnpadded::encode_string(value.to_string().as_bytes());
        let head = part(json!({"typ": "JWT", "alg": "ES256"}));
        let claims = part(json!({"aud": origin, "exp": expires, "sub": contact}));
        let signed = format!("{head}.{claims}");
        let signature: Signature = self.0.sign(signed.as_bytes());
        let signature = Base64UrlUnpadded::encode_string(&signature.to_bytes());
        format!("vapid t={signed}.{signature}, k={}", self.public_text())
    }
}

/// What base64url stands for, whether it is filled up or not.
pub(super) fn bytes(text: &str) -> Option<Vec<u8>> {
    Base64UrlUnpadded::decode_vec(text.trim_end_matches('=')).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_can_be_read_back() {
        let key = Key::generate();
        let again = Key::parse(&key.private_text()).unwrap();
        assert_eq!(again.public_text(), key.public_text());
        assert_eq!(bytes(&key.public_text()).unwrap().len(), 65);
        for wrong in ["", "k", "AAAA", &key.public_text(), &"A".repeat(43), "!!!"] {
            assert_eq!(Key::parse(wrong).unwrap_err(), KeyError, "{wrong}");
        }
    }

    #[test]
    fn a_public_key_follows_from_the_private_one() {
        // The keys of RFC 8291, 5.
        let key = Key::parse("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw").unwrap();
        let public =
            "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
        assert_eq!(key.public_text(), public);
    }
}
