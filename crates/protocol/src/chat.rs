//! Chat: where one talks, what travels of a line, and the lines that everybody can say in their own language.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::RoomId;
use crate::parts::User;

/// Where one talks.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum ChatChannel {
    /// In a room: its players and those who only watch talk apart.
    Room {
        /// Which one.
        #[ts(type = "string")]
        room: RoomId,
        /// Who talks.
        audience: Audience,
    },
    /// In a lobby.
    Lobby {
        /// Its name.
        lobby: String,
    },
    /// In a tournament: who takes part, whoever runs it and moderators talk, everybody reads.
    Tournament {
        /// Which one.
        tournament: Uuid,
    },
}

/// Who talks in a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// Those who have a seat. Everybody reads what they say; where spectators see the game late, they read it as late.
    Players,
    /// Those who have none. While a game is under way, those who have one read nothing of it.
    Spectators,
}

/// What can be said to everybody, whatever language they read: it travels as a word, and each client shows it in its reader's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Preset {
    /// “Hello!”
    Hello,
    /// “Good luck!”
    GoodLuck,
    /// “Have fun!”
    HaveFun,
    /// “Well played!”
    WellPlayed,
    /// “Good game!”
    GoodGame,
    /// “Thanks!”
    Thanks,
    /// “One moment, please.”
    OneMoment,
    /// “Sorry!”
    Sorry,
    /// “I have to go.”
    HaveToGo,
    /// “Goodbye!”
    Goodbye,
}

/// Something that somebody has said: either in their own words or by a preset.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ChatLine {
    /// What it is called by; ids grow with time.
    pub id: Uuid,
    /// When, in microseconds since the Unix epoch.
    #[ts(type = "number")]
    pub at: i64,
    /// Who.
    pub author: User,
    /// In their own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub text: Option<String>,
    /// By a preset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub preset: Option<Preset>,
}

/// `POST /moderation/chat/lines/{id}/remove`, `POST /moderation/chat/players/{id}/clear`: why lines are removed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LineRemoval {
    /// For the log: 1 to 300 characters.
    pub reason: String,
}
