//! A move in notation.

use std::fmt::{self, Write};

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sumito_rules::Move;

/// A move in Aba-Pro notation, as stored in records: two or three cells, `a1b2` or `c6c7d6`.
///
/// It makes no statement on legality, which depends on the position.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct MoveText {
    bytes: [u8; Self::MAX_BYTES],
    len: u8,
}

impl MoveText {
    /// Maximum length: three cells of two characters.
    const MAX_BYTES: usize = 6;
    const EMPTY: Self = Self { bytes: [0; Self::MAX_BYTES], len: 0 };

    /// The text of the move: `c6c7d6`.
    pub fn as_str(&self) -> &str {
        let written = &self.bytes[..usize::from(self.len)];
        std::str::from_utf8(written).expect("only whole strings are written")
    }
}

impl From<Move> for MoveText {
    fn from(mv: Move) -> Self {
        let written = mv.as_bytes();
        let mut text = Self { len: written.len() as u8, ..Self::EMPTY };
        text.bytes[..written.len()].copy_from_slice(written);
        text
    }
}

impl Write for MoveText {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        let start = usize::from(self.len);
        let end = start + part.len();
        self.bytes.get_mut(start..end).ok_or(fmt::Error)?.copy_from_slice(part.as_bytes());
        self.len = end as u8;
        Ok(())
    }
}

impl TryFrom<&str> for MoveText {
    type Error = String;

    fn try_from(text: &str) -> Result<Self, String> {
        let mut copy = Self::EMPTY;
        match copy.write_str(text) {
            Ok(()) => Ok(copy),
            Err(fmt::Error) => Err(format!("{text:?} is too long for a move")),
        }
    }
}

impl Serialize for MoveText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for MoveText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl Visitor<'_> for Text {
            type Value = MoveText;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a move in Aba-Pro notation")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<MoveText, E> {
                MoveText::try_from(text).map_err(E::custom)
            }
        }
        deserializer.deserialize_str(Text)
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
