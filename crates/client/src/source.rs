//! Sources of subscriptions.

use sumito_protocol::{self as protocol, Command, RoomId, ServerMessage};

/// The source of a subscription: a room that a client watches, or a topic.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Source {
    /// A watched room.
    Room(RoomId),
    /// A topic of `subscribe`.
    Topic(protocol::TopicKey),
}

impl Source {
    /// The command to start the subscription, or to continue after the event `since`.
    pub(crate) fn begin(&self, since: Option<u64>) -> Command {
        match self {
            Self::Room(room) => Command::Watch { room: room.clone(), since, legal: false },
            // All recent lines are resent and replace the known ones, so there are no duplicates.
            Self::Topic(topic) => topic.clone().subscribe(None),
        }
    }

    /// The command to end the subscription.
    pub(crate) fn end(&self) -> Command {
        match self {
            Self::Room(room) => Command::Unwatch { room: room.clone() },
            Self::Topic(topic) => topic.clone().unsubscribe(),
        }
    }

    /// Returns the topic of a message, if it has one.
    pub(crate) fn of(message: &ServerMessage) -> Option<Self> {
        let topic = match message {
            ServerMessage::Snapshot(snapshot) => return Some(Self::Room(snapshot.room.clone())),
            ServerMessage::Event(event) => return Some(Self::Room(event.room.clone())),
            ServerMessage::Presence { room, .. }
            | ServerMessage::Ratings { room, .. }
            | ServerMessage::Clock { room, .. }
            | ServerMessage::Control { room, .. }
            | ServerMessage::ConditionalMoves { room, .. }
            | ServerMessage::Notice { room, .. } => return Some(Self::Room(room.clone())),
            ServerMessage::Lobby { lobby, .. } => protocol::TopicKey::Lobby(lobby.clone()),
            ServerMessage::MyGames { .. } => protocol::TopicKey::MyGames,
            ServerMessage::Analysis(analysis) => protocol::TopicKey::Analysis(analysis.game),
            ServerMessage::Tournament(change) => protocol::TopicKey::Tournament(change.state.id),
            ServerMessage::Boards { of, .. } => protocol::TopicKey::Boards(of.clone()),
            ServerMessage::Chat { channel, .. } => protocol::TopicKey::Chat(channel.clone()),
            // The SDK does not follow studies.
            ServerMessage::Study { .. }
            | ServerMessage::StudyPresence { .. }
            | ServerMessage::StudyClosed { .. }
            | ServerMessage::Hello { .. }
            | ServerMessage::Ok { .. }
            | ServerMessage::Error { .. }
            | ServerMessage::Notification { .. }
            | ServerMessage::Announcement { .. }
            | ServerMessage::Pong { .. } => return None,
        };
        Some(Self::Topic(topic))
    }
}
