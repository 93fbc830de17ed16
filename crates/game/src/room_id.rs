//! The id of a room: short enough to read out, long enough not to be guessed.

use std::fmt;
use std::str::FromStr;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Crockford's base 32 in lower case: no `i`, `l`, `o`, `u`, so that a code survives being read aloud.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Lookup table: true for the bytes of the alphabet.
const IS_IN_ALPHABET: [bool; 256] = {
    let mut is_in = [false; 256];
    let mut place = 0;
    while place < ALPHABET.len() {
        is_in[ALPHABET[place] as usize] = true;
        place += 1;
    }
    is_in
};

/// A room's id and the last part of its link: twelve characters of Crockford's base 32 (60 random bits).
///
/// The link grants access to a private room, so it must not be guessable.
///
/// ```
/// use sumito_game::RoomId;
///
/// let room = RoomId::from_random([7; 8]);
/// assert_eq!(room.to_string().parse::<RoomId>(), Ok(room));
/// assert!("not a room".parse::<RoomId>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoomId([u8; RoomId::LENGTH]);

impl RoomId {
    /// Length in characters.
    pub const LENGTH: usize = 12;

    /// Builds an id from eight random bytes, of which the lowest 60 bits are used.
    pub fn from_random(bytes: [u8; 8]) -> Self {
        let bits = u64::from_le_bytes(bytes);
        Self(std::array::from_fn(|i| ALPHABET[(bits >> (5 * i) & 31) as usize]))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).expect("the alphabet is ASCII")
    }
}

impl fmt::Display for RoomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for RoomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RoomId({self})")
    }
}

/// The text is not a room's id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a room id has {} characters from 0-9 and a-z without i, l, o, u", RoomId::LENGTH)]
pub struct InvalidRoomId;

impl FromStr for RoomId {
    type Err = InvalidRoomId;

    fn from_str(text: &str) -> Result<Self, InvalidRoomId> {
        let bytes: [u8; Self::LENGTH] = text.as_bytes().try_into().map_err(|_| InvalidRoomId)?;
        if bytes.iter().all(|&byte| IS_IN_ALPHABET[usize::from(byte)]) {
            Ok(Self(bytes))
        } else {
            Err(InvalidRoomId)
        }
    }
}

impl Serialize for RoomId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for RoomId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl Visitor<'_> for Text {
            type Value = RoomId;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{InvalidRoomId}")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<RoomId, E> {
                text.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_str(Text)
    }
}
