//! What concerns a user, wherever they look.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::RoomId;
use crate::challenges::Challenge;

/// Something that concerns oneself. It goes to all of one's sockets, whatever they follow.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[ts(rename = "UserNotification")]
pub enum Notification {
    /// A game has begun in which one has a seat, in a room that was made for those who play it.
    GameStarted {
        /// Where.
        #[ts(type = "string")]
        room: RoomId,
        /// The seek by which one was paired, where it was one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        seek: Option<Uuid>,
        /// The challenge that was accepted, where it was one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        challenge: Option<Uuid>,
        /// The tournament that has paired one, where it was one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        tournament: Option<Uuid>,
    },
    /// A challenge of one's own, or to oneself: it is new, or something has become of it.
    Challenge {
        /// How it stands.
        challenge: Challenge,
    },
    /// An invitation to a tournament: it is new, or no longer open. `GET /me/invitations` lists those that are open.
    TournamentInvitation {
        /// The tournament's id.
        tournament: Uuid,
        /// Whether it waits for an answer.
        open: bool,
    },
    /// One's seek has ended, and there is no game.
    SeekEnded {
        /// Which one.
        seek: Uuid,
        /// Why.
        reason: SeekEnd,
    },
}

/// Why a seek ended without a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum SeekEnd {
    /// One cancelled it, or sought something else.
    Cancelled,
    /// No game could be made of it. One can seek again.
    Failed,
}
