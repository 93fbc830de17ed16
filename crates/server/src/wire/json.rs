//! A writer of JSON for the one message that is written with every move.

use serde::Serialize;
use sumito_rules::Move;

/// JSON text in the making. What is written is the caller's affair: a test compares it with what serde makes of the same value.
#[derive(Debug)]
pub(super) struct Json(Vec<u8>);

impl Json {
    /// Nothing yet, with room for so many bytes.
    pub(super) fn with_capacity(bytes: usize) -> Self {
        Self(Vec::with_capacity(bytes))
    }

    /// Text that is JSON already.
    pub(super) fn raw(&mut self, json: &str) -> &mut Self {
        self.raw_bytes(json.as_bytes())
    }

    fn raw_bytes(&mut self, json: &[u8]) -> &mut Self {
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
        for number in numbers {
            self.number(number).raw(",");
        }
        self.without_comma().raw("]")
    }

    /// Moves in Aba-Pro notation: some eighty at once, so each has its quotes and its comma with it.
    pub(super) fn moves(&mut self, moves: impl IntoIterator<Item = Move>) -> &mut Self {
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

    fn without_comma(&mut self) -> &mut Self {
        self.0.pop_if(|last| *last == b',');
        self
    }

    /// Whatever has a JSON form.
    pub(super) fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> &mut Self {
        serde_json::to_writer(&mut self.0, value).expect("every part of a message has a JSON form");
        self
    }

    /// The whole.
    pub(super) fn finish(self) -> Vec<u8> {
        self.0
    }
}
