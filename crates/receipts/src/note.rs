//! Signed texts.

use base64ct::{Base64, Encoding as _};

use crate::{PublicKey, SecretKey};

/// Starts the line of a signature: an em dash and a space.
const MARK: &str = "\u{2014} ";

/// Length of a signature with the id of its key, in bytes.
const SIGNATURE_BYTES: usize = 4 + 64;

/// The reason why a note proves nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoteError {
    /// It is not a text, an empty line, and the line of one signature.
    #[error("not a signed text: it must end with an empty line and a line with a single signature")]
    Form,
    /// None of the keys has signed it.
    #[error("signed by an unknown key")]
    UnknownKey,
    /// The text or its signature was changed.
    #[error("the signature does not belong to this text: it was changed")]
    Signature,
}

/// Signs a text. The text ends with a line feed; the caller makes sure of it.
pub fn sign(text: &str, key: &SecretKey) -> String {
    debug_assert!(text.ends_with('\n'));
    let public = key.public();
    let mut bytes = [0; SIGNATURE_BYTES];
    bytes[..4].copy_from_slice(&public.id());
    bytes[4..].copy_from_slice(&key.sign(text.as_bytes()));
    format!("{text}\n{MARK}{} {}\n", public.name(), Base64::encode_string(&bytes))
}

/// Returns the text of a note, and the key that has signed it.
///
/// A note has exactly one form: a note in which any byte was changed, added or removed is refused.
///
/// # Errors
/// [`NoteError`].
pub fn open<'a, 'k>(
    note: &'a [u8],
    keys: impl IntoIterator<Item = &'k PublicKey>,
) -> Result<(&'a str, &'k PublicKey), NoteError> {
    let note = str::from_utf8(note).map_err(|_| NoteError::Form)?;
    let (text, line) = note.rsplit_once("\n\n").ok_or(NoteError::Form)?;
    let text = &note[..=text.len()];
    let line = line.strip_prefix(MARK).and_then(|line| line.strip_suffix('\n')).ok_or(NoteError::Form)?;
    let (name, signature) = line.split_once(' ').ok_or(NoteError::Form)?;
    let mut bytes = [0; SIGNATURE_BYTES];
    match Base64::decode(signature, &mut bytes) {
        Ok(decoded) if decoded.len() == SIGNATURE_BYTES => {}
        _ => return Err(NoteError::Form),
    }
    let (id, signature) = bytes.split_first_chunk::<4>().ok_or(NoteError::Form)?;
    let signature = signature.try_into().map_err(|_| NoteError::Form)?;
    let key =
        keys.into_iter().find(|key| key.name() == name && key.id() == *id).ok_or(NoteError::UnknownKey)?;
    if key.is_signature(text.as_bytes(), signature) { Ok((text, key)) } else { Err(NoteError::Signature) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use zeroize::Zeroizing;

    use super::*;

    fn key(seed: u8) -> SecretKey {
        SecretKey::new("play.example", &Zeroizing::new([seed; 32])).unwrap()
    }

    #[test]
    fn note_of_another_implementation_is_opened() {
        // The example of the documentation of Go's golang.org/x/mod/sumdb/note.
        let key: PublicKey =
            "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW".parse().unwrap();
        let note = "If you think cryptography is the answer to your problem,\n\
            then you don't know what your problem is.\n\n\
            \u{2014} PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n";
        let (text, signer) = open(note.as_bytes(), [&key]).unwrap();
        assert!(text.starts_with("If you think") && text.ends_with("problem is.\n"));
        assert_eq!(signer, &key);
    }

    #[test]
    fn signed_text_is_opened_with_the_right_key_only() {
        let note = sign("one\n\ntwo\n", &key(1));
        let (right, wrong) = (key(1).public(), key(2).public());
        assert_eq!(open(note.as_bytes(), [&wrong, &right]), Ok(("one\n\ntwo\n", &right)));
        assert_eq!(open(note.as_bytes(), [&wrong]), Err(NoteError::UnknownKey));
        assert_eq!(open(b"one\n", [&right]), Err(NoteError::Form));
        let two = format!("{note}{}", note.lines().last().unwrap());
        assert_eq!(open(two.as_bytes(), [&right]), Err(NoteError::Form));
    }

    #[test]
    fn note_with_any_changed_bit_is_refused() {
        let note = sign("sumito\n{\"a\":1,\"b\":\"\u{17c}\"}\n", &key(1)).into_bytes();
        let public = key(1).public();
        for place in 0..note.len() {
            for bit in 0..8 {
                let mut changed = note.clone();
                changed[place] ^= 1 << bit;
                assert!(open(&changed, [&public]).is_err(), "byte {place}, bit {bit}");
            }
        }
    }

    #[test]
    fn note_with_a_byte_more_or_less_is_refused() {
        let note = sign("sumito\n{}\n", &key(1)).into_bytes();
        let public = key(1).public();
        for place in 0..note.len() {
            let shorter = [&note[..place], &note[place + 1..]].concat();
            assert!(open(&shorter, [&public]).is_err(), "without byte {place}");
        }
        for place in 0..=note.len() {
            for byte in [b'\n', b' ', b'=', b'A', b'\r'] {
                let longer = [&note[..place], &[byte], &note[place..]].concat();
                assert!(open(&longer, [&public]).is_err(), "with {byte} before byte {place}");
            }
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_open_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = open(&bytes, [&key(1).public()]);
        }
    }
}
