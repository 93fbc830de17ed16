//! Rooms and lobbies.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
pub use sumito_vocabulary::RatedOffer;
use ts_rs::TS;

use crate::RoomId;
use crate::parts::{Clock, Mode, MyGame, RoomSummary};

/// `POST /rooms`: the created room.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RoomCreated {
    /// The room's id.
    pub room: RoomId,
    /// The creator's seat.
    pub seat: u8,
}

/// `GET /rooms`: the public rooms that wait for players or have a running game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RoomList {
    /// The rooms, newest first.
    pub rooms: Vec<RoomSummary>,
}

/// `GET /me/rooms`: the rooms in which the caller has a seat: waiting, running, and for some time after the end of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct MyGameList {
    /// Rooms that wait for the caller first, then by the end of the turn, then the last changed first; at most 200.
    pub rooms: Vec<MyGame>,
}

/// `GET /lobbies`: the lobbies in which players are paired.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct LobbyList {
    /// The lobbies, in the order of the configuration.
    pub lobbies: Vec<LobbyOffer>,
}

/// The games that a lobby offers. An empty list means no restriction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct LobbyOffer {
    /// The lobby's name.
    pub name: String,
    /// The permitted modes.
    pub modes: Vec<Mode>,
    /// The names of the permitted start layouts.
    pub layouts: Vec<String>,
    /// The permitted time controls.
    pub clocks: Vec<Clock>,
    /// The policy for rated games.
    pub rated: RatedOffer,
}
