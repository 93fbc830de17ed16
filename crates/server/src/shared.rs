//! What is told to many at once.

use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use bytes::Bytes;

use crate::names;

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
    texts: [Written<Bytes>; FORMS],
    parts: Written<Arc<[Bytes]>>,
}

/// What was written, and how many names had changed before that.
struct Written<W> {
    first: OnceLock<(u64, W)>,
    /// Written again since names have changed.
    again: Mutex<Option<Box<(u64, W)>>>,
}

impl<W> Default for Written<W> {
    fn default() -> Self {
        Self { first: OnceLock::new(), again: Mutex::default() }
    }
}

impl<W: Clone> Written<W> {
    /// What was written since the last change of a name, or is written now.
    fn get(&self, write: impl Fn() -> W) -> W {
        let changes = names::count();
        let (known, written) = self.first.get_or_init(|| (changes, write()));
        if *known == changes {
            return written.clone();
        }
        let mut again = self.again.lock().unwrap_or_else(PoisonError::into_inner);
        match again.as_deref() {
            Some((known, written)) if *known == changes => written.clone(),
            _ => again.insert(Box::new((changes, write()))).1.clone(),
        }
    }
}

impl<T> Shared<T> {
    /// The value itself.
    pub fn value(&self) -> &T {
        &self.0.value
    }

    /// The value as text in `form`, written down by `write` if it was not since names have changed last.
    pub fn text(&self, form: Form, write: impl Fn(&T) -> Bytes) -> Bytes {
        self.0.texts[form as usize].get(|| write(&self.0.value))
    }

    /// The value as the texts of several messages, written down by `write` if they were not since names have changed last.
    pub fn parts(&self, write: impl Fn(&T) -> Vec<Bytes>) -> Arc<[Bytes]> {
        self.0.parts.get(|| write(&self.0.value).into())
    }
}

impl<T> From<T> for Shared<T> {
    fn from(value: T) -> Self {
        Self(Arc::new(Inner { value, texts: Default::default(), parts: Written::default() }))
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

    #[test]
    fn a_text_is_written_again_when_a_name_has_changed() {
        let shared = Shared::from(7);
        let write =
            |text: &'static str| shared.clone().text(Form::Plain, |_| Bytes::from_static(text.as_bytes()));
        assert_eq!(write("before"), "before");
        let called = names::Called { name: "Ada".to_owned(), guest: false };
        names::changed(sumito_game::UserId(uuid::Uuid::nil()), called);
        assert_eq!((write("after"), write("later")), (Bytes::from("after"), Bytes::from("after")));
    }
}
