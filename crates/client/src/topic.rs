//! What one can follow.

use sumito_protocol::client::RoomsWanted;
use sumito_protocol::{Command, RoomId, ServerMessage};
use uuid::Uuid;

/// Something that the server tells of for as long as one follows it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Topic {
    /// A room.
    Room(RoomId),
    /// The list of a lobby.
    Lobby(String),
    /// The list of the rooms in which one has a seat.
    OwnRooms,
    /// What a search finds in a finished game.
    Analysis(Uuid),
    /// A tournament.
    Tournament(Uuid),
}

impl Topic {
    /// The command to begin with, or to go on after the event `since`.
    pub(crate) fn begin(&self, since: Option<u64>) -> Command {
        match self {
            Self::Room(room) => Command::Watch { room: room.clone(), since, legal: false },
            Self::Lobby(name) => Command::Subscribe {
                lobby: Some(name.clone()),
                rooms: None,
                analysis: None,
                tournament: None,
            },
            Self::OwnRooms => Command::Subscribe {
                lobby: None,
                rooms: Some(RoomsWanted::Own),
                analysis: None,
                tournament: None,
            },
            Self::Analysis(game) => {
                Command::Subscribe { lobby: None, rooms: None, analysis: Some(*game), tournament: None }
            }
            Self::Tournament(id) => {
                Command::Subscribe { lobby: None, rooms: None, analysis: None, tournament: Some(*id) }
            }
        }
    }

    /// The command to end with.
    pub(crate) fn end(&self) -> Command {
        match self {
            Self::Room(room) => Command::Unwatch { room: room.clone() },
            Self::Lobby(name) => Command::Unsubscribe {
                lobby: Some(name.clone()),
                rooms: None,
                analysis: None,
                tournament: None,
            },
            Self::OwnRooms => Command::Unsubscribe {
                lobby: None,
                rooms: Some(RoomsWanted::Own),
                analysis: None,
                tournament: None,
            },
            Self::Analysis(game) => {
                Command::Unsubscribe { lobby: None, rooms: None, analysis: Some(*game), tournament: None }
            }
            Self::Tournament(id) => {
                Command::Unsubscribe { lobby: None, rooms: None, analysis: None, tournament: Some(*id) }
            }
        }
    }

    /// What a message tells of, if it is of that kind.
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
            ServerMessage::Hello { .. }
            | ServerMessage::Ok { .. }
            | ServerMessage::Error { .. }
            | ServerMessage::Notification { .. }
            | ServerMessage::Pong { .. } => None,
        }
    }
}
