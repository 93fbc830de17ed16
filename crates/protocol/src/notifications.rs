//! Notifications to a user, independent of subscriptions.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
pub use sumito_vocabulary::SeekEnd;
use ts_rs::TS;
use uuid::Uuid;

use crate::RoomId;
use crate::challenges::Challenge;
use crate::parts::User;

/// A notification to a user. The server sends it to all of the user's sockets, regardless of their subscriptions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[ts(rename = "UserNotification")]
#[expect(clippy::large_enum_variant, reason = "a message is encoded as soon as it exists")]
pub enum Notification {
    /// A game of the user has started, in a room made for its players.
    GameStarted {
        /// The room of the game.
        room: RoomId,
        /// The seek that was paired, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        seek: Option<Uuid>,
        /// The challenge that was accepted, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        challenge: Option<Uuid>,
        /// The tournament that paired the user, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        tournament: Option<Uuid>,
    },
    /// A challenge from or to the user is new or has changed.
    Challenge {
        /// The challenge's current state.
        challenge: Challenge,
    },
    /// An invitation to a tournament is new, or no longer open. `GET /me/invitations` lists the open ones.
    TournamentInvitation {
        /// The tournament's id.
        tournament: Uuid,
        /// True if the invitation waits for an answer.
        open: bool,
    },
    /// The user's seek has ended without a game.
    SeekEnded {
        /// The ended seek.
        seek: Uuid,
        /// The reason for the end.
        reason: SeekEnd,
    },
    /// A club of the user has an announcement. `GET /clubs/{id}/announcements` lists the last ones.
    ClubAnnouncement {
        /// The club's id.
        club: Uuid,
        /// The club's name.
        club_name: String,
        /// The announcement's id.
        announcement: Uuid,
        /// The title of the announcement.
        title: String,
    },
    /// A director has a message for the participants of a tournament in which the user plays.
    TournamentAnnouncement {
        /// The tournament's id.
        tournament: Uuid,
        /// The tournament's name.
        name: String,
        /// Text of the message.
        text: String,
    },
    /// The user has the first unread line in a conversation, or has read or deleted it. `GET /me/conversations` lists the conversations.
    Conversation {
        /// The other account.
        partner: User,
        /// True if there are unread lines.
        unread: bool,
    },
}
