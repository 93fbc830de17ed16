//! Secrets that the server makes: tokens and recovery codes. It keeps only their hashes.

use std::fmt::Write;

use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use crate::random;
use crate::store::TokenHash;

/// How tokens for programs begin, so that those who look for secrets in published files find them.
const PERSONAL: &str = "sumito_";

/// Signs of a recovery code: no letter that could be taken for a digit (Crockford's base 32).
const SIGNS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Of which a code has so many: 80 bits.
const CODE_SIGNS: usize = 16;

/// A token that is new.
pub(super) fn new_token() -> Zeroizing<String> {
    token("")
}

/// A token for a program.
pub(super) fn new_personal_token() -> Zeroizing<String> {
    token(PERSONAL)
}

/// 256 random bits, as text.
fn token(prefix: &str) -> Zeroizing<String> {
    let mut text = Zeroizing::new(String::with_capacity(prefix.len() + 64));
    text.push_str(prefix);
    for byte in random::bytes::<32>() {
        write!(text, "{byte:02x}").expect("a string takes any text");
    }
    text
}

/// A token is random enough to be hashed without salt or stretching.
pub(super) fn token_hash(token: &str) -> TokenHash {
    TokenHash(Sha256::digest(token.as_bytes()).into())
}

/// A new recovery code, in groups of four signs.
pub(super) fn new_code() -> String {
    let signs = random::bytes::<CODE_SIGNS>().map(|byte| char::from(SIGNS[usize::from(byte) % SIGNS.len()]));
    let groups: Vec<String> = signs.chunks(4).map(|group| group.iter().collect()).collect();
    groups.join("-")
}

/// The hash of a recovery code, however it was typed: capitals or not, with whatever between the groups, an O for a zero.
pub(super) fn code_hash(typed: &str) -> TokenHash {
    let signs = typed.chars().filter(char::is_ascii_alphanumeric).map(|c| match c.to_ascii_uppercase() {
        'O' => '0',
        'I' | 'L' => '1',
        sign => sign,
    });
    let mut hash = Sha256::new();
    hash.update("recovery code ");
    for sign in signs.take(CODE_SIGNS + 1) {
        hash.update([sign as u8]);
    }
    TokenHash(hash.finalize().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ_and_say_what_they_are() {
        assert_ne!(*new_token(), *new_token());
        assert_eq!(new_token().len(), 64);
        assert!(new_personal_token().starts_with("sumito_"));
    }

    #[test]
    fn a_code_may_be_typed_carelessly() {
        let code = new_code();
        assert_eq!(code.len(), 19, "{code}");
        let careless =
            format!(" {} ", code.to_lowercase().replace('-', " ").replace('0', "o").replace('1', "l"));
        assert_eq!(code_hash(&careless), code_hash(&code));
        assert_ne!(code_hash(&code[1..]), code_hash(&code));
        assert_ne!(code_hash(&format!("{code}0")), code_hash(&code));
        assert_ne!(code_hash(&new_code()), code_hash(&code));
    }
}
