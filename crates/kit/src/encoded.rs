//! Broadcast values with cached encodings.

use std::fmt;
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use parking_lot::Mutex;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::names;

/// Text encoding of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// Without legal moves.
    Plain,
    /// With the legal moves of the seat to move.
    WithLegal,
    /// As the body of an HTTP response.
    Body,
}

/// Number of encodings.
const FORMS: usize = 3;

/// A value that is sent to many receivers. Cheap to clone.
///
/// It carries its cached text: the first receiver that needs an encoding writes it, and all others share it.
pub struct Encoded<T>(Arc<Inner<T>>);

struct Inner<T> {
    value: T,
    texts: [Written<Bytes>; FORMS],
    parts: Written<Arc<[Bytes]>>,
}

/// A cached encoding, and the name-change counter at the time it was written.
struct Written<W> {
    first: OnceLock<(u64, W)>,
    /// The encoding written again after a name change.
    again: Mutex<Option<Box<(u64, W)>>>,
}

impl<W> Default for Written<W> {
    fn default() -> Self {
        Self { first: OnceLock::new(), again: Mutex::default() }
    }
}

impl<W: Clone> Written<W> {
    /// Returns the encoding written since the last name change, or writes it now.
    fn get(&self, write: impl Fn() -> W) -> W {
        let changes = names::count();
        let (known, written) = self.first.get_or_init(|| (changes, write()));
        if *known == changes {
            return written.clone();
        }
        let mut again = self.again.lock();
        match again.as_deref() {
            Some((known, written)) if *known == changes => written.clone(),
            _ => again.insert(Box::new((changes, write()))).1.clone(),
        }
    }
}

impl<T> Encoded<T> {
    /// Returns the value itself.
    pub fn value(&self) -> &T {
        &self.0.value
    }

    /// Returns the value encoded as `form`. Calls `write` if there is no encoding since the last name change.
    pub fn text(&self, form: Encoding, write: impl Fn(&T) -> Bytes) -> Bytes {
        self.0.texts[form as usize].get(|| write(&self.0.value))
    }

    /// Returns the value encoded as several messages. Calls `write` if there is no encoding since the last name change.
    pub fn parts(&self, write: impl Fn(&T) -> Vec<Bytes>) -> Arc<[Bytes]> {
        self.0.parts.get(|| write(&self.0.value).into())
    }
}

impl<T> Encoded<T> {
    /// Returns whether both are clones of one value.
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// Only the value travels to another server, which encodes it again.
impl<T: Serialize> Serialize for Encoded<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.value.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Encoded<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(Self::from)
    }
}

impl<T> From<T> for Encoded<T> {
    fn from(value: T) -> Self {
        Self(Arc::new(Inner { value, texts: Default::default(), parts: Written::default() }))
    }
}

impl<T> Clone for Encoded<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T: fmt::Debug> fmt::Debug for Encoded<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.value.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_written_once_per_encoding() {
        let shared = Encoded::from(7);
        let write = |text: &'static str| {
            shared.clone().text(Encoding::Plain, |_| Bytes::from_static(text.as_bytes()))
        };
        assert_eq!((write("first"), write("second")), (Bytes::from("first"), Bytes::from("first")));
        assert_eq!(shared.text(Encoding::WithLegal, |number| number.to_string().into()), "7");
    }

    #[test]
    fn text_is_written_again_after_a_name_change() {
        let shared = Encoded::from(7);
        let write = |text: &'static str| {
            shared.clone().text(Encoding::Plain, |_| Bytes::from_static(text.as_bytes()))
        };
        assert_eq!(write("before"), "before");
        let called = names::Called { name: "Ada".to_owned(), guest: false };
        names::changed(sumito_game::UserId(uuid::Uuid::nil()), called);
        assert_eq!((write("after"), write("later")), (Bytes::from("after"), Bytes::from("after")));
    }
}
