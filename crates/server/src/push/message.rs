//! What is pushed. The browser's worker writes the words.

use std::time::Duration;

use serde::Serialize;
use sumito_game::{RoomId, UserId};
use uuid::Uuid;

/// A push on its way to somebody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Message {
    /// To whom.
    pub(super) to: UserId,
    /// What it says.
    pub(super) news: News,
    /// The names of the others whom it concerns.
    pub(super) players: Vec<String>,
    /// How long it waits for a device that is off.
    pub(super) keep: Duration,
}

/// What a push says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum News {
    /// It is their turn in a game by correspondence.
    Turn(RoomId),
    /// They are challenged, or another offer waits for their answer.
    Challenge(Uuid),
    /// Their offer was accepted: the game has begun.
    Accepted(RoomId),
    /// Their game in a tournament has begun.
    Tournament(RoomId),
}

/// What a push is about: a newer one about the same takes its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Topic {
    Room(RoomId),
    Challenge(Uuid),
}

/// The JSON of a push. What no browser of the site reads can be changed at will: page and worker are of the server's build.
#[derive(Serialize)]
struct Payload<'a> {
    kind: &'static str,
    language: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    room: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    challenge: Option<Uuid>,
    players: &'a [String],
}

impl News {
    pub(super) fn topic(self) -> Topic {
        match self {
            Self::Turn(room) | Self::Accepted(room) | Self::Tournament(room) => Topic::Room(room),
            Self::Challenge(id) => Topic::Challenge(id),
        }
    }

    /// How soon it must be told (RFC 8030, 5.3): what waits for days can wait until a phone is awake.
    pub(super) fn urgency(self) -> &'static str {
        match self {
            Self::Turn(_) => "normal",
            Self::Challenge(_) | Self::Accepted(_) | Self::Tournament(_) => "high",
        }
    }
}

impl Topic {
    /// As a push service knows it: at most 32 characters of base64url (RFC 8030, 5.4).
    pub(super) fn header(self) -> String {
        match self {
            Self::Room(room) => room.to_string(),
            Self::Challenge(id) => id.simple().to_string(),
        }
    }
}

impl Message {
    /// What the worker reads, in a language of its page.
    pub(super) fn payload(&self, language: &str) -> Vec<u8> {
        let kind = match self.news {
            News::Turn(_) => "turn",
            News::Challenge(_) => "challenge",
            News::Accepted(_) => "accepted",
            News::Tournament(_) => "tournament",
        };
        let (room, challenge) = match self.news.topic() {
            Topic::Room(room) => (Some(room.to_string()), None),
            Topic::Challenge(id) => (None, Some(id)),
        };
        let payload = Payload { kind, language, room, challenge, players: &self.players };
        serde_json::to_vec(&payload).expect("plain values have a JSON form")
    }
}
