//! Pairings: many games at once, between players who have given their tokens to an organizer.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::challenges::Terms;
use crate::parts::User;
use crate::{ErrorCode, RoomId, Secret};

/// `POST /pairings`: games to create at once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewPairing {
    /// The pairs of players: 1 to 64, each player once.
    #[schemars(length(min = 1, max = 64))]
    pub pairs: Vec<NewPair>,
    /// The terms of all games, for two players. `seat` is the seat of the first player of each pair; drawn by lot when left out.
    pub terms: Terms,
    /// Time at which the games and their clocks start, in microseconds since the Unix epoch: at most seven days from now. At once when left
    /// out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub start_at: Option<i64>,
    /// A message to the players, shown when the games start: at most 140 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 140))]
    #[ts(optional)]
    pub message: Option<String>,
}

/// Two players of a new game, represented by their API tokens with the scope `play`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewPair {
    /// The token of the first player.
    pub first: Secret,
    /// The token of the second player.
    pub second: Secret,
}

/// Games that an organizer has created at once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Pairing {
    /// The id of the pairing.
    pub id: Uuid,
    /// The terms of all games.
    pub terms: Terms,
    /// Time at which the games start, in microseconds since the Unix epoch.
    pub start_at: i64,
    /// The message to the players.
    pub message: Option<String>,
    /// Creation time, in microseconds since the Unix epoch.
    pub created_at: i64,
    /// The games, in the order of the pairs.
    pub games: Vec<PairingGame>,
}

/// A game of a pairing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PairingGame {
    /// The first player of the pair.
    pub first: User,
    /// The second player of the pair.
    pub second: User,
    /// The status of the game.
    pub status: PairingStatus,
    /// The room of the game, once it has started.
    pub room: Option<RoomId>,
}

/// The status of a game of a pairing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum PairingStatus {
    /// The game waits for its start.
    Waiting,
    /// The game has started: `room` has it.
    Started,
    /// The organizer has cancelled it.
    Cancelled,
    /// A player has ended the token, so the game was not created.
    Revoked,
    /// The game could not be created at its start, as if a player had a block or a cooldown by then.
    Refused,
}

/// `GET /pairings`: a page of the caller's pairings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PairingPage {
    /// The pairings, newest first.
    pub pairings: Vec<Pairing>,
    /// The `cursor` of the next page; `null` on the last.
    pub next: Option<String>,
}

/// A pair that cannot be made, in an error with the code `bad_pairs`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct BadPair {
    /// The number of the pair in the request, starting with 0.
    pub pair: u32,
    /// The code of the reason.
    pub code: ErrorCode,
    /// The reason, for people.
    pub detail: String,
}

/// The pairing of a challenge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ChallengePairing {
    /// The id of the pairing.
    pub id: Uuid,
    /// The user who has paired the players.
    pub organizer: User,
    /// The message to the players.
    pub message: Option<String>,
}
