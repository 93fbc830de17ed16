//! Challenges to named players, and whom one follows.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::RoomId;
use crate::parts::{Clock, Mode, User};

/// What a challenge is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// How many play; `two` when left out. With more than two, the seats that are still free are taken in the room.
    #[serde(default = "two")]
    #[ts(optional, as = "Option<Mode>")]
    pub mode: Mode,
    /// The start layout's name; the mode's usual one when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub layout: Option<String>,
    /// How thinking time is limited.
    pub clock: Clock,
    /// Whether the result counts for ratings.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub rated: bool,
    /// The challenger's seat; by lot when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seat: Option<u8>,
}

fn two() -> Mode {
    Mode::Two
}

/// `POST /challenges`: whom one challenges to what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewChallenge {
    /// The name of an account, or an id.
    pub player: String,
    /// What to play.
    pub terms: Terms,
}

/// `POST /challenges/{id}/accept`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Acceptance {
    /// The `round` of the offer that one accepts: nobody accepts what they have not seen.
    pub round: u32,
}

/// `POST /challenges/{id}/decline`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Decline {
    /// The `round` of the offer that one declines.
    pub round: u32,
    /// Why, for the other one to read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub reason: Option<DeclineReason>,
}

/// `POST /challenges/{id}/counter`: what one would play instead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CounterOffer {
    /// The `round` of the offer that one answers.
    pub round: u32,
    /// What to play. `seat` is that of the first challenger still.
    pub terms: Terms,
}

/// Why a challenge is declined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeclineReason {
    /// Not now.
    Later,
    /// The clock is too fast.
    TooFast,
    /// The clock is too slow.
    TooSlow,
    /// Not for ratings.
    Unrated,
    /// Only for ratings.
    Rated,
    /// Another mode or layout.
    Different,
}

/// Where a challenge is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChallengeStatus {
    /// It waits for an answer.
    Open,
    /// It was accepted: `room` has the game.
    Accepted,
    /// It was declined.
    Declined,
    /// Whoever made the offer took it back.
    Cancelled,
    /// Nobody answered in time.
    Expired,
}

/// A challenge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct Challenge {
    /// Which one.
    pub id: Uuid,
    /// Who made it.
    pub challenger: User,
    /// To whom.
    pub challenged: User,
    /// The id of whom of the two it waits for: after a counter-offer the challenger's.
    pub answers: Uuid,
    /// How many offers there have been.
    pub round: u32,
    /// What it is about, with the layout's name.
    pub terms: Terms,
    /// Where it is in its life.
    pub status: ChallengeStatus,
    /// Why it was declined.
    pub reason: Option<DeclineReason>,
    /// The room of one that was accepted.
    #[ts(type = "string | null")]
    pub room: Option<RoomId>,
    /// When it was made, in microseconds since the Unix epoch.
    #[ts(type = "number")]
    pub created_at: i64,
    /// When it ends without an answer, in microseconds since the Unix epoch.
    #[ts(type = "number")]
    pub expires_at: i64,
}

/// `GET /challenges`: one's own open challenges, and those to oneself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct ChallengeList {
    /// The newest first.
    pub challenges: Vec<Challenge>,
}

/// Whether a player is there, and what they play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct PlayerPresence {
    /// Who.
    pub user: User,
    /// Whether they are there. Guests, and those who block whoever asks, are never said to be.
    pub online: bool,
    /// A public room in which they play at this moment, to watch.
    #[ts(type = "string | null")]
    pub room: Option<RoomId>,
    /// Whether one follows them.
    pub followed: bool,
}

/// `GET /me/follows`: whom one follows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct FollowList {
    /// Those who are there first, then by name.
    pub players: Vec<PlayerPresence>,
}
