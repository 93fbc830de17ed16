//! Bodies of the HTTP interface for conversations. Their lines travel in [chat](crate::chat) messages.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::chat::ChatLine;
use crate::parts::User;

/// A conversation of the caller with another account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Conversation {
    /// The other account.
    pub partner: User,
    /// The last line.
    pub line: ChatLine,
    /// Number of the partner's lines that the caller has not read; 100 means 100 or more.
    pub unread: u32,
}

/// `GET /me/conversations`: a page of the caller's conversations.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ConversationPage {
    /// The conversations, the one with the latest line first.
    pub conversations: Vec<Conversation>,
    /// Number of all conversations with unread lines; 100 means 100 or more.
    pub unread: u32,
    /// The `cursor` of the next page; `null` on the last.
    pub next: Option<String>,
}

/// `GET /me/conversations/{name}`: a page of the lines of a conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ConversationLines {
    /// The other account.
    pub partner: User,
    /// The lines, newest first.
    pub lines: Vec<ChatLine>,
    /// True if the two can write to each other: they follow each other, and neither blocks the other.
    pub writable: bool,
    /// The last line that the caller has read; `null` if there is none.
    pub read: Option<Uuid>,
    /// The `cursor` of the next page; `null` on the last.
    pub next: Option<String>,
}

/// `PUT /me/conversations/{name}/read`: the last line that the caller has read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ReadConversation {
    /// The id of the line.
    pub line: Uuid,
}
