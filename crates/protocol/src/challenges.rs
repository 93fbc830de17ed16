//! Challenges to named players, and followed players.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
pub use sumito_vocabulary::{ChallengeStatus, DeclineReason};
use ts_rs::TS;
use uuid::Uuid;

use crate::RoomId;
use crate::pairings::ChallengePairing;
use crate::parts::{Clock, Mode, User};

/// The terms of a challenge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// The game's mode; `two` when left out. With more than two players, others take the free seats in the room.
    #[serde(default = "two")]
    #[ts(optional, as = "Option<Mode>")]
    pub mode: Mode,
    /// The start layout's name; the mode's default layout when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub layout: Option<String>,
    /// The time control.
    pub clock: Clock,
    /// True if the result counts for ratings.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub rated: bool,
    /// True if the clock of a player on vacation is stopped. Only with more than ten minutes for a move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub vacations: bool,
    /// The challenger's seat; random when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seat: Option<u8>,
}

fn two() -> Mode {
    Mode::Two
}

/// `POST /challenges`: the challenged player and the terms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewChallenge {
    /// The name of an account, or an id.
    pub player: String,
    /// The terms of the game.
    pub terms: Terms,
}

/// `POST /challenges/{id}/accept`: the accepted offer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Acceptance {
    /// The `round` of the accepted offer. Prevents accepting an offer that the player has not seen.
    pub round: u32,
}

/// `POST /challenges/{id}/decline`: the declined offer and the reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Decline {
    /// The `round` of the declined offer.
    pub round: u32,
    /// The reason, shown to the other player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub reason: Option<DeclineReason>,
}

/// `POST /challenges/{id}/counter`: other terms for the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct CounterOffer {
    /// The `round` of the offer that this answers.
    pub round: u32,
    /// The new terms. `seat` is still the seat of the original challenger.
    pub terms: Terms,
}

/// A challenge to a named player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Challenge {
    /// The challenge's id.
    pub id: Uuid,
    /// The challenging player.
    pub challenger: User,
    /// The challenged player.
    pub challenged: User,
    /// The id of the player who must answer; after a counter-offer, that is the challenger.
    pub answers: Uuid,
    /// Number of offers so far.
    pub round: u32,
    /// The current terms, including the layout's name.
    pub terms: Terms,
    /// The status of the challenge.
    pub status: ChallengeStatus,
    /// The reason for declining it.
    pub reason: Option<DeclineReason>,
    /// The room of the game, if the challenge was accepted.
    pub room: Option<RoomId>,
    /// The pairing that has created it, if an organizer has paired the players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub pairing: Option<ChallengePairing>,
    /// Creation time, in microseconds since the Unix epoch.
    pub created_at: i64,
    /// Expiry time without an answer, in microseconds since the Unix epoch.
    pub expires_at: i64,
}

/// `GET /challenges`: the open challenges from and to the caller.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ChallengeList {
    /// The challenges, newest first.
    pub challenges: Vec<Challenge>,
}

/// A player's presence and current game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PlayerPresence {
    /// The player concerned.
    pub user: User,
    /// True if the player is online. Always false for guests, and for players who block the caller.
    pub online: bool,
    /// A public room in which the player is playing now, for spectators.
    pub room: Option<RoomId>,
    /// True if the caller follows the player.
    pub followed: bool,
    /// True if they also follow the caller: the two are friends.
    #[serde(default)]
    pub friend: bool,
}

/// `GET /presence`: the presence of several players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PresenceList {
    /// The players, in the order of the ids, without ids of no player.
    pub players: Vec<PlayerPresence>,
}

/// `GET /me/followers`: a page of the players who follow the caller.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FollowerList {
    /// The players, the latest first.
    pub players: Vec<Follower>,
    /// The `cursor` of the next page; `null` on the last.
    pub next: Option<String>,
}

/// A player who follows the caller.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Follower {
    /// The player concerned.
    pub user: User,
    /// Time since when they follow the caller, in microseconds since the Unix epoch.
    pub since: i64,
    /// True if the caller follows them, too: the two are friends.
    pub friend: bool,
}

/// `GET /me/follows`: the players whom the caller follows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FollowList {
    /// Online players first, then by name.
    pub players: Vec<PlayerPresence>,
}
