//! Chat: channels, lines, and presets that every client shows in its own language.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
pub use sumito_vocabulary::{Audience, Preset};
use ts_rs::TS;
use uuid::Uuid;

use crate::RoomId;
use crate::parts::User;

/// A chat channel.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum ChatChannel {
    /// A room's channel. Players and spectators have separate channels.
    Room {
        /// The room's id.
        room: RoomId,
        /// The group that writes in this channel.
        audience: Audience,
    },
    /// A lobby's channel.
    Lobby {
        /// The lobby's name.
        lobby: String,
    },
    /// A tournament's channel: participants, directors and moderators write, all users can read.
    Tournament {
        /// The tournament's id.
        tournament: Uuid,
    },
    /// A club's channel: members write; they and moderators read.
    Club {
        /// The club's id.
        club: Uuid,
    },
    /// A conversation of two accounts, which no other user reads. They write while they follow each other and neither blocks the other.
    Conversation {
        /// The ids of the two accounts, in ascending order.
        users: [Uuid; 2],
    },
}

impl ChatChannel {
    /// The conversation of two accounts.
    pub fn conversation(one: Uuid, other: Uuid) -> Self {
        Self::Conversation { users: [one.min(other), one.max(other)] }
    }
}

/// A line of chat: either free text or a preset.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ChatLine {
    /// The line's id; ids increase with time.
    pub id: Uuid,
    /// Time of the line, in microseconds since the Unix epoch.
    pub at: i64,
    /// The author of the line.
    pub author: User,
    /// The text, unless it is a preset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub text: Option<String>,
    /// The preset, unless it is free text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub preset: Option<Preset>,
}

/// `POST /moderation/chat/lines/{id}/remove`, `POST /moderation/chat/players/{id}/clear`: the reason for removing lines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct LineRemoval {
    /// The reason for the log: 1 to 300 characters.
    pub reason: String,
}
