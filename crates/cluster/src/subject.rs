//! Subjects of the bus, with the type of their messages.

use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::marker::PhantomData;

/// Maximum length of a subject's key in bytes.
const MAX_KEY_BYTES: usize = 256;

/// A subject of messages of type `T`. All nodes must agree on the type.
///
/// ```
/// # use sumito_cluster::Subject;
/// const CHAT: Subject<String> = Subject::new("chat");
/// let channel = CHAT.of("lobby/main");
/// ```
pub struct Subject<T> {
    name: Cow<'static, str>,
    body: PhantomData<fn(T) -> T>,
}

/// Checks the name of a subject or a service.
///
/// # Panics
/// If the name has other characters than `a` to `z` and `_`, or is empty.
pub(crate) const fn check_name(name: &str) {
    let bytes = name.as_bytes();
    assert!(!bytes.is_empty(), "a subject or a service has a name");
    let mut place = 0;
    while place < bytes.len() {
        assert!(matches!(bytes[place], b'a'..=b'z' | b'_'), "names consist of a-z and _");
        place += 1;
    }
}

impl<T> Subject<T> {
    /// Returns the subject with this name.
    ///
    /// # Panics
    /// If the name has other characters than `a` to `z` and `_`, or is empty. A constant with such a name does not compile.
    pub const fn new(name: &'static str) -> Self {
        check_name(name);
        Self { name: Cow::Borrowed(name), body: PhantomData }
    }

    /// Returns the part of this subject for a key, such as a user or a lobby. It is a separate subject.
    ///
    /// # Panics
    /// If the key has more than 256 bytes.
    #[must_use]
    pub fn of(&self, key: &str) -> Self {
        assert!(key.len() <= MAX_KEY_BYTES, "the key of a subject has at most {MAX_KEY_BYTES} bytes");
        let mut name = format!("{}.k", self.name);
        for byte in key.bytes() {
            if byte.is_ascii_alphanumeric() || byte == b'-' {
                name.push(char::from(byte));
            } else {
                // Writing to a string does not fail.
                let _ = write!(name, "_{byte:02x}");
            }
        }
        Self { name: Cow::Owned(name), body: PhantomData }
    }

    /// Returns the name as the last part of a NATS subject.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }
}

impl<T> Clone for Subject<T> {
    fn clone(&self) -> Self {
        Self { name: self.name.clone(), body: PhantomData }
    }
}

impl<T> fmt::Debug for Subject<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Subject").field(&self.name).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_is_one_token_of_a_subject() {
        let subject = Subject::<()>::new("chat");
        for (key, name) in
            [("Main-1", "chat.kMain-1"), ("a.b", "chat.ka_2eb"), ("*>_", "chat.k_2a_3e_5f"), ("", "chat.k")]
        {
            assert_eq!(subject.of(key).name(), name);
        }
    }

    #[test]
    #[should_panic(expected = "a-z and _")]
    fn names_are_checked() {
        let _ = Subject::<()>::new("chat.>");
    }
}
