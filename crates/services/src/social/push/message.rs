//! Content of pushes. The browser's service worker writes the visible text.

use std::time::Duration;

use serde::Serialize;
use sumito_game::{RoomId, TournamentId, UserId};
use uuid::Uuid;

/// A push to a user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Message {
    /// Recipient of the push.
    pub(super) to: UserId,
    /// Subject of the push.
    pub(super) news: PushEvent,
    /// Names of the other players concerned; of the club or the tournament.
    pub(super) players: Vec<String>,
    /// Time to live at the push service, for devices that are off.
    pub(super) keep: Duration,
}

/// Subject of a push.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PushEvent {
    /// The user's turn in a correspondence game.
    Turn(RoomId),
    /// A challenge or a counter-offer that waits for the user's answer.
    Challenge(Uuid),
    /// An accepted challenge of the user: the game has started.
    Accepted(RoomId),
    /// The start of the user's game in a tournament.
    Tournament(RoomId),
    /// An announcement of a club, with its title.
    Announcement { club: Uuid, title: String },
    /// A director's message to the participants of a tournament.
    TournamentNews { tournament: TournamentId, text: String },
    /// The first unread line of a conversation with this user.
    Conversation(UserId),
}

/// Topic of a push: a newer push replaces an older one with the same topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Topic {
    Room(RoomId),
    Challenge(Uuid),
    Club(Uuid),
    Tournament(TournamentId),
    Conversation(UserId),
}

/// JSON payload of a push. The format may change at any time, because page and service worker come from the server's own build.
#[derive(Serialize)]
struct Payload<'a> {
    kind: &'static str,
    language: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    room: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    challenge: Option<Uuid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    club: Option<Uuid>,
    /// The tournament of an announcement.
    #[serde(skip_serializing_if = "Option::is_none")]
    tournament: Option<Uuid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    partner: Option<Uuid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    players: &'a [String],
}

impl PushEvent {
    pub(super) fn topic(&self) -> Topic {
        match self {
            Self::Turn(room) | Self::Accepted(room) | Self::Tournament(room) => Topic::Room(*room),
            Self::Challenge(id) => Topic::Challenge(*id),
            Self::Announcement { club, .. } => Topic::Club(*club),
            Self::TournamentNews { tournament, .. } => Topic::Tournament(*tournament),
            Self::Conversation(partner) => Topic::Conversation(*partner),
        }
    }

    /// Returns the urgency (RFC 8030, 5.3): messages that can wait for days may wait until a phone is awake.
    pub(super) fn urgency(&self) -> &'static str {
        match self {
            Self::Turn(_) | Self::Announcement { .. } => "normal",
            Self::Challenge(_)
            | Self::Accepted(_)
            | Self::Tournament(_)
            | Self::TournamentNews { .. }
            | Self::Conversation(_) => "high",
        }
    }
}

impl Topic {
    /// Returns the `Topic` header: at most 32 characters of base64url (RFC 8030, 5.4).
    pub(super) fn header(self) -> String {
        match self {
            Self::Room(room) => room.to_string(),
            Self::Challenge(id)
            | Self::Club(id)
            | Self::Tournament(TournamentId(id))
            | Self::Conversation(UserId(id)) => id.simple().to_string(),
        }
    }
}

impl Message {
    /// Returns the payload for the service worker, with the language of its page.
    pub(super) fn payload(&self, language: &str) -> Vec<u8> {
        let (mut room, mut challenge, mut club, mut tournament, mut partner) = (None, None, None, None, None);
        match self.news.topic() {
            Topic::Room(id) => room = Some(id.to_string()),
            Topic::Challenge(id) => challenge = Some(id),
            Topic::Club(id) => club = Some(id),
            Topic::Tournament(id) => tournament = Some(id.0),
            Topic::Conversation(id) => partner = Some(id.0),
        }
        let (kind, title) = match &self.news {
            PushEvent::Turn(_) => ("turn", None),
            PushEvent::Challenge(_) => ("challenge", None),
            PushEvent::Accepted(_) => ("accepted", None),
            PushEvent::Tournament(_) => ("tournament", None),
            PushEvent::Announcement { title, .. } => ("announcement", Some(title.as_str())),
            PushEvent::TournamentNews { text, .. } => ("tournament_news", Some(text.as_str())),
            PushEvent::Conversation(_) => ("conversation", None),
        };
        let players = &self.players;
        let payload = Payload { kind, language, room, challenge, club, tournament, partner, title, players };
        serde_json::to_vec(&payload).expect("plain values have a JSON form")
    }
}
