//! Vacations and other bodies for players of correspondence games.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::identity::Language;

/// `GET /me/vacation`: the caller's vacation, and how much is left.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct VacationStatus {
    /// Days that a player may take within any 365 days; 0 if the server has no vacations.
    pub days_per_year: u32,
    /// Seconds that are left of them. During a vacation, they are left after it.
    pub left_s: u64,
    /// Start of the current vacation, in microseconds since the Unix epoch; `null` without one.
    pub began_at: Option<i64>,
    /// End of the current vacation, in microseconds since the Unix epoch; `null` without one.
    pub until: Option<i64>,
}

/// `PUT /me/vacation`: starts a vacation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct VacationRequest {
    /// Its duration in days. It ends earlier if fewer are left, or when the caller ends it.
    #[schemars(range(min = 1, max = 365))]
    pub days: u32,
}

/// `GET /me/notes/{game}`: the caller's private note on a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct GameNote {
    /// The text; empty without a note.
    pub text: String,
    /// Time of the last change, in microseconds since the Unix epoch; `null` without a note.
    pub changed_at: Option<i64>,
}

/// `PUT /me/notes/{game}`: the new text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NoteRequest {
    /// The text: at most 4,096 bytes. An empty text removes the note.
    #[schemars(length(max = 4096))]
    pub text: String,
}

/// `GET /me/rooms/{room}/reminders`: the caller's reminders of turns while offline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Reminders {
    /// Whether a turn is pushed to the caller's browsers.
    pub push: bool,
    /// Whether an email is sent.
    pub mail: bool,
    /// Whether emails are possible: the server sends them, and the caller has a confirmed address.
    pub can_mail: bool,
}

/// `PUT /me/rooms/{room}/reminders`: the new choice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct RemindersRequest {
    /// Whether to push a turn to the caller's browsers.
    pub push: bool,
    /// Whether to send an email.
    pub mail: bool,
    /// Language of the emails; English when left out.
    #[serde(default)]
    #[ts(optional, as = "Option<Language>")]
    pub language: Language,
}
