//! A writer of JSON for the few messages that go out with every move.

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;

/// JSON text in the making. What is written is the caller's affair: the tests compare it with what serde makes of the same
/// message.
#[derive(Debug)]
pub(super) struct Json(Vec<u8>);

impl Json {
    /// Nothing yet, with room for a message of usual length.
    pub(super) fn with_capacity(bytes: usize) -> Self {
        Self(Vec::with_capacity(bytes))
    }

    /// Text that is JSON already.
    pub(super) fn raw(&mut self, json: &str) -> &mut Self {
        self.raw_bytes(json.as_bytes())
    }

    /// The same as bytes in ASCII.
    pub(super) fn raw_bytes(&mut self, json: &[u8]) -> &mut Self {
        self.0.extend_from_slice(json);
        self
    }

    pub(super) fn number(&mut self, number: impl itoa::Integer) -> &mut Self {
        self.raw(itoa::Buffer::new().format(number))
    }

    pub(super) fn number_or_null(&mut self, number: Option<impl itoa::Integer>) -> &mut Self {
        match number {
            Some(number) => self.number(number),
            None => self.raw("null"),
        }
    }

    pub(super) fn numbers(&mut self, numbers: impl IntoIterator<Item = impl itoa::Integer>) -> &mut Self {
        self.raw("[");
        for (place, number) in numbers.into_iter().enumerate() {
            if place > 0 {
                self.raw(",");
            }
            self.number(number);
        }
        self.raw("]")
    }

    /// Whatever has a JSON form.
    pub(super) fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> &mut Self {
        serde_json::to_writer(&mut self.0, value).expect("every part of a message has a JSON form");
        self
    }

    /// The whole, as it goes out.
    pub(super) fn finish(&mut self) -> Utf8Bytes {
        String::from_utf8(std::mem::take(&mut self.0)).expect("JSON is text").into()
    }
}
