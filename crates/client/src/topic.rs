//! Topics of subscriptions.

use sumito_protocol::chat::ChatChannel;
use sumito_protocol::client::RoomListKind;
use sumito_protocol::parts::BoardsOf;
use sumito_protocol::{Command, RoomId, ServerMessage};
use uuid::Uuid;

/// A topic that a client can subscribe to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Topic {
    /// A watched room.
    Room(RoomId),
    /// The list of a lobby.
    Lobby(String),
    /// The list of the user's rooms.
    OwnRooms,
    /// The analysis of a finished game.
    Analysis(Uuid),
    /// A tournament's changes.
    Tournament(Uuid),
    /// A chat channel.
    Chat(ChatChannel),
    /// The live boards of a lobby or a tournament.
    Boards(BoardsOf),
}

/// The fields of `subscribe`: exactly one is set.
#[derive(Debug, Default)]
struct Named {
    lobby: Option<String>,
    rooms: Option<RoomListKind>,
    analysis: Option<Uuid>,
    chat: Option<ChatChannel>,
    tournament: Option<Uuid>,
    boards: Option<BoardsOf>,
}

impl Topic {
    /// The command to start the subscription, or to continue after the event `since`.
    pub(crate) fn begin(&self, since: Option<u64>) -> Command {
        let Named { lobby, rooms, analysis, chat, tournament, boards } = match self {
            Self::Room(room) => return Command::Watch { room: room.clone(), since, legal: false },
            other => other.named(),
        };
        // All recent lines are sent again and replace the known ones, so there are no duplicates.
        Command::Subscribe { lobby, rooms, analysis, chat, tournament, boards, since: None }
    }

    /// The command to end the subscription.
    pub(crate) fn end(&self) -> Command {
        let Named { lobby, rooms, analysis, chat, tournament, boards } = match self {
            Self::Room(room) => return Command::Unwatch { room: room.clone() },
            other => other.named(),
        };
        Command::Unsubscribe { lobby, rooms, analysis, chat, tournament, boards }
    }

    /// The topic's field of `subscribe`; empty for a room, which is watched instead.
    fn named(&self) -> Named {
        match self {
            Self::Room(_) => Named::default(),
            Self::Lobby(name) => Named { lobby: Some(name.clone()), ..Named::default() },
            Self::OwnRooms => Named { rooms: Some(RoomListKind::Own), ..Named::default() },
            Self::Analysis(game) => Named { analysis: Some(*game), ..Named::default() },
            Self::Boards(of) => Named { boards: Some(of.clone()), ..Named::default() },
            Self::Chat(channel) => Named { chat: Some(channel.clone()), ..Named::default() },
            Self::Tournament(id) => Named { tournament: Some(*id), ..Named::default() },
        }
    }

    /// Returns the topic of a message, if it has one.
    pub(crate) fn of(message: &ServerMessage) -> Option<Self> {
        match message {
            ServerMessage::Snapshot(snapshot) => Some(Self::Room(snapshot.room.clone())),
            ServerMessage::Event(event) => Some(Self::Room(event.room.clone())),
            ServerMessage::Presence { room, .. }
            | ServerMessage::Ratings { room, .. }
            | ServerMessage::Clock { room, .. }
            | ServerMessage::Control { room, .. }
            | ServerMessage::Notice { room, .. } => Some(Self::Room(room.clone())),
            ServerMessage::Lobby { lobby, .. } => Some(Self::Lobby(lobby.clone())),
            ServerMessage::OwnRooms { .. } => Some(Self::OwnRooms),
            ServerMessage::Analysis(analysis) => Some(Self::Analysis(analysis.game)),
            ServerMessage::Tournament(change) => Some(Self::Tournament(change.state.id)),
            ServerMessage::Boards { of, .. } => Some(Self::Boards(of.clone())),
            ServerMessage::Chat { channel, .. } => Some(Self::Chat(channel.clone())),
            ServerMessage::Hello { .. }
            | ServerMessage::Ok { .. }
            | ServerMessage::Error { .. }
            | ServerMessage::Notification { .. }
            | ServerMessage::Announcement { .. }
            | ServerMessage::Pong { .. } => None,
        }
    }
}
