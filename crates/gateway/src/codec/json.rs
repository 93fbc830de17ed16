//! JSON writer for `moved`, the message that is sent with every move.

use serde::Serialize;
use sumito_rules::Move;

/// JSON text under construction. The caller is responsible for its structure: a test compares it with serde's encoding of the same value.
#[derive(Debug)]
pub(super) struct Json(Vec<u8>);

impl Json {
    /// Returns an empty text with this capacity in bytes.
    pub(super) fn with_capacity(bytes: usize) -> Self {
        Self(Vec::with_capacity(bytes))
    }

    /// Appends text that is JSON already.
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

    /// Appends moves in Aba-Pro notation. There are some eighty at once, so quotes and comma are appended together with each move.
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

    /// Appends a value with its serde encoding.
    pub(super) fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> &mut Self {
        serde_json::to_writer(&mut self.0, value).expect("every part of a message has a JSON form");
        self
    }

    /// Returns the complete text.
    pub(super) fn finish(self) -> Vec<u8> {
        self.0
    }
}
