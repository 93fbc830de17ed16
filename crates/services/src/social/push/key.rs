//! VAPID key that identifies this server to push services (RFC 8292).

use std::time::Duration;

use base64ct::{Base64UrlUnpadded, Encoding};
use serde_json::json;
use sumito_game::Timestamp;
use web_push_native::p256::ecdsa::signature::Signer;
use web_push_native::p256::ecdsa::{Signature, SigningKey};

use sumito_kit::random;

/// Validity of a token: at most a day (RFC 8292, 2).
const TOKEN_SPAN: Duration = Duration::from_hours(12);

/// A P-256 key pair.
#[derive(Debug, Clone)]
pub struct Key(SigningKey);

/// The text is not a valid private key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a private key must be 32 bytes in base64url, as `sumito push-keys` prints it")]
pub struct KeyError;

impl Key {
    /// Generates a random key.
    pub fn generate() -> Self {
        loop {
            // One random value in four thousand million is above the order of the curve.
            if let Ok(key) = SigningKey::from_slice(&random::bytes::<32>()) {
                return Self(key);
            }
        }
    }

    /// Parses a private key.
    ///
    /// # Errors
    /// [`KeyError`] if the text is invalid.
    pub fn parse(text: &str) -> Result<Self, KeyError> {
        let bytes = bytes(text).ok_or(KeyError)?;
        SigningKey::from_slice(&bytes).map(Self).map_err(|_| KeyError)
    }

    /// Returns the private key in the form that [`parse`](Self::parse) reads.
    pub fn private_text(&self) -> String {
        Base64UrlUnpadded::encode_string(&self.0.to_bytes())
    }

    /// Returns the public key for browsers: an uncompressed point in base64url.
    pub fn public_text(&self) -> String {
        Base64UrlUnpadded::encode_string(self.0.verifying_key().to_encoded_point(false).as_bytes())
    }

    /// Returns the `Authorization` value that proves to the push service at `origin` that a push is from this server.
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

/// Decodes base64url, with or without padding.
pub(super) fn bytes(text: &str) -> Option<Vec<u8>> {
    Base64UrlUnpadded::decode_vec(text.trim_end_matches('=')).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_survives_round_trip() {
        let key = Key::generate();
        let again = Key::parse(&key.private_text()).unwrap();
        assert_eq!(again.public_text(), key.public_text());
        assert_eq!(bytes(&key.public_text()).unwrap().len(), 65);
        for wrong in ["", "k", "AAAA", &key.public_text(), &"A".repeat(43), "!!!"] {
            assert_eq!(Key::parse(wrong).unwrap_err(), KeyError, "{wrong}");
        }
    }

    #[test]
    fn public_key_matches_private_key() {
        // The keys of RFC 8291, 5.
        let key = Key::parse("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw").unwrap();
        let public =
            "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
        assert_eq!(key.public_text(), public);
    }
}
