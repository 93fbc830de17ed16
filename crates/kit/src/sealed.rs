//! Encryption of stored data with a secret. The store has only the secret's hash.

use aes_gcm::aead::{Aead, KeyInit, Payload};
use aes_gcm::{Aes256Gcm, Nonce};
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use crate::random;

const NONCE_BYTES: usize = 12;

/// Encrypts `text` with AES-256-GCM and a key that is derived from `secret`, after a random nonce. `purpose` separates keys of the same
/// secret; `about` is authenticated: the result can only be opened with the same three. `None` if the text is longer than 64 GiB.
pub fn seal(purpose: &str, secret: &str, about: &[u8], text: &[u8]) -> Option<Vec<u8>> {
    let nonce = random::bytes::<NONCE_BYTES>();
    let payload = Payload { msg: text, aad: about };
    let sealed = cipher(purpose, secret).encrypt(&Nonce::from(nonce), payload).ok()?;
    Some([nonce.as_slice(), &sealed].concat())
}

/// Decrypts the result of [`seal`]; `None` if it is not intact, or not sealed with these.
pub fn open(purpose: &str, secret: &str, about: &[u8], sealed: &[u8]) -> Option<Vec<u8>> {
    let (nonce, sealed) = sealed.split_first_chunk::<NONCE_BYTES>()?;
    cipher(purpose, secret).decrypt(&Nonce::from(*nonce), Payload { msg: sealed, aad: about }).ok()
}

fn cipher(purpose: &str, secret: &str) -> Aes256Gcm {
    let mut digest = Sha256::new();
    for part in [purpose, secret] {
        digest.update((part.len() as u64).to_be_bytes());
        digest.update(part);
    }
    let key: Zeroizing<[u8; 32]> = Zeroizing::new(digest.finalize().into());
    Aes256Gcm::new(&(*key).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opens_only_what_was_sealed_with_the_same() {
        let sealed = seal("answer", "secret", b"about", b"text").unwrap();
        assert_eq!(open("answer", "secret", b"about", &sealed).as_deref(), Some(b"text".as_slice()));
        assert_ne!(seal("answer", "secret", b"about", b"text").unwrap(), sealed);
        for (purpose, secret, about) in
            [("code", "secret", "about"), ("answer", "Secret", "about"), ("answer", "secret", "another")]
        {
            assert_eq!(open(purpose, secret, about.as_bytes(), &sealed), None);
        }
        for place in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[place] ^= 1;
            assert_eq!(open("answer", "secret", b"about", &changed), None);
        }
        assert_eq!(open("answer", "secret", b"about", &sealed[..11]), None);
    }
}
