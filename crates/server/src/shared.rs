//! What is told to many at once.

use std::fmt;
use std::sync::{Arc, OnceLock};

use bytes::Bytes;

/// The forms in which a value is written down for those who want text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Without legal moves.
    Plain,
    /// With the legal moves of the seat whose turn it is.
    WithLegal,
    /// As the body of an HTTP answer.
    Body,
}

/// How many forms there are.
const FORMS: usize = 3;

/// A value on its way to many. Cheap to clone.
///
/// Its text travels with it: whoever needs it first writes it down, and all others take that.
pub struct Shared<T>(Arc<Inner<T>>);

struct Inner<T> {
    value: T,
    texts: [OnceLock<Bytes>; FORMS],
    parts: OnceLock<Vec<Bytes>>,
}

impl<T> Shared<T> {
    /// The value itself.
    pub fn value(&self) -> &T {
        &self.0.value
    }

    /// The value as text in `form`, written down by `write` if it was not before.
    pub fn text(&self, form: Form, write: impl FnOnce(&T) -> Bytes) -> Bytes {
        self.0.texts[form as usize].get_or_init(|| write(&self.0.value)).clone()
    }

    /// The value as the texts of several messages, written down by `write` if they were not before.
    pub fn parts(&self, write: impl FnOnce(&T) -> Vec<Bytes>) -> &[Bytes] {
        self.0.parts.get_or_init(|| write(&self.0.value))
    }
}

impl<T> From<T> for Shared<T> {
    fn from(value: T) -> Self {
        Self(Arc::new(Inner { value, texts: Default::default(), parts: OnceLock::new() }))
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T: fmt::Debug> fmt::Debug for Shared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.value.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_written_once_in_each_form() {
        let shared = Shared::from(7);
        let write =
            |text: &'static str| shared.clone().text(Form::Plain, |_| Bytes::from_static(text.as_bytes()));
        assert_eq!((write("first"), write("second")), (Bytes::from("first"), Bytes::from("first")));
        assert_eq!(shared.text(Form::WithLegal, |number| number.to_string().into()), "7");
    }
}
