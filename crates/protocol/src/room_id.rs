//! The id of a room, in messages.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::{Config, TS};

/// A room's id, and the last part of its link: twelve characters from `0-9` and `a-z` without `i`, `l`, `o`, `u`.
///
/// Clients treat it as opaque text. The server answers a malformed id like an unknown room.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(example = &"k3x9q2m7p4ab")]
pub struct RoomId(pub String);

/// In TypeScript, it is plain text.
impl TS for RoomId {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;

    fn name(_: &Config) -> String {
        "string".to_owned()
    }

    fn inline(_: &Config) -> String {
        "string".to_owned()
    }
}

impl FromStr for RoomId {
    type Err = Infallible;

    /// Accepts any text: the server decides whether the room exists.
    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self(text.to_owned()))
    }
}

impl fmt::Display for RoomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
