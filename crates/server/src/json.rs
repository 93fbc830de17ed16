//! A writer of JSON for what is written with every move.

use serde::Serialize;
use sumito_rules::Move;

/// JSON text in the making. What is written is the caller's affair: tests compare it with what serde makes of the same value.
#[derive(Debug)]
pub(crate) struct Json(Vec<u8>);

impl Json {
    /// Nothing yet, with room for so many bytes.
    pub(crate) fn with_capacity(bytes: usize) -> Self {
        Self(Vec::with_capacity(bytes))
    }

    /// Text that is JSON already.
    pub(crate) fn raw(&mut self, json: &str) -> &mut Self {
        self.raw_bytes(json.as_bytes())
    }

    /// The same as bytes in ASCII.
    pub(crate) fn raw_bytes(&mut self, json: &[u8]) -> &mut Self {
        self.0.extend_from_slice(json);
        self
    }

    pub(crate) fn number(&mut self, number: impl itoa::Integer) -> &mut Self {
        self.raw(itoa::Buffer::new().format(number))
    }

    pub(crate) fn number_or_null(&mut self, number: Option<impl itoa::Integer>) -> &mut Self {
        match number {
            Some(number) => self.number(number),
            None => self.raw("null"),
        }
    }

    pub(crate) fn numbers(&mut self, numbers: impl IntoIterator<Item = impl itoa::Integer>) -> &mut Self {
        self.raw("[");
        for (place, number) in numbers.into_iter().enumerate() {
            if place > 0 {
                self.raw(",");
            }
            self.number(number);
        }
        self.raw("]")
    }

    /// Moves, in Aba-Pro notation: some eighty with every message, so each has its quotes and its comma with it.
    pub(crate) fn moves(&mut self, moves: impl IntoIterator<Item = Move>) -> &mut Self {
        self.raw("[");
        for mv in moves {
            match *mv.as_bytes() {
                [r1, n1, r2, n2] => self.raw_bytes(&[b'"', r1, n1, r2, n2, b'"', b',']),
                [r1, n1, r2, n2, r3, n3] => self.raw_bytes(&[b'"', r1, n1, r2, n2, r3, n3, b'"', b',']),
                ref other => self.raw("\"").raw_bytes(other).raw("\","),
            };
        }
        self.without_comma().raw("]")
    }

    /// Takes the comma after the last element away, where there is one.
    pub(crate) fn without_comma(&mut self) -> &mut Self {
        self.0.pop_if(|last| *last == b',');
        self
    }

    /// Whatever has a JSON form.
    pub(crate) fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> &mut Self {
        serde_json::to_writer(&mut self.0, value).expect("every part of a message has a JSON form");
        self
    }

    /// The whole.
    pub(crate) fn finish(&mut self) -> String {
        String::from_utf8(std::mem::take(&mut self.0)).expect("JSON is text")
    }
}
