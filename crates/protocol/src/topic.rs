//! Topics of subscriptions.

use uuid::Uuid;

use crate::chat::ChatChannel;
use crate::client::{Command, RoomListKind};
use crate::parts::BoardsOf;

/// A topic that a client subscribes to. In the messages `subscribe` and `unsubscribe`, each topic is a separate field.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Topic {
    /// The list of a lobby.
    Lobby(String),
    /// A room list that is not part of a lobby.
    Rooms(RoomListKind),
    /// The analysis of a finished game.
    Analysis(Uuid),
    /// A chat channel.
    Chat(ChatChannel),
    /// A tournament's changes.
    Tournament(Uuid),
    /// The live boards of a lobby or a tournament.
    Boards(BoardsOf),
}

/// The fields of the two messages that select the topic.
#[derive(Debug, Default)]
struct Fields {
    lobby: Option<String>,
    rooms: Option<RoomListKind>,
    analysis: Option<Uuid>,
    chat: Option<ChatChannel>,
    tournament: Option<Uuid>,
    boards: Option<BoardsOf>,
}

impl Topic {
    /// Returns the command to subscribe to this topic; for a chat, the server sends the lines after `since`.
    pub fn subscribe(self, since: Option<Uuid>) -> Command {
        let Fields { lobby, rooms, analysis, chat, tournament, boards } = self.into();
        Command::Subscribe { lobby, rooms, analysis, chat, tournament, boards, since }
    }

    /// Returns the command to cancel the subscription to this topic.
    pub fn unsubscribe(self) -> Command {
        let Fields { lobby, rooms, analysis, chat, tournament, boards } = self.into();
        Command::Unsubscribe { lobby, rooms, analysis, chat, tournament, boards }
    }
}

impl From<Topic> for Fields {
    fn from(topic: Topic) -> Self {
        let mut fields = Self::default();
        match topic {
            Topic::Lobby(lobby) => fields.lobby = Some(lobby),
            Topic::Rooms(rooms) => fields.rooms = Some(rooms),
            Topic::Analysis(game) => fields.analysis = Some(game),
            Topic::Chat(channel) => fields.chat = Some(channel),
            Topic::Tournament(id) => fields.tournament = Some(id),
            Topic::Boards(of) => fields.boards = Some(of),
        }
        fields
    }
}

impl Command {
    /// Returns the topic of `subscribe` or `unsubscribe` if the message selects exactly one.
    pub fn topic(self) -> Option<Topic> {
        let (Self::Subscribe { lobby, rooms, analysis, chat, tournament, boards, .. }
        | Self::Unsubscribe { lobby, rooms, analysis, chat, tournament, boards }) = self
        else {
            return None;
        };
        let mut selected = [
            lobby.map(Topic::Lobby),
            rooms.map(Topic::Rooms),
            analysis.map(Topic::Analysis),
            chat.map(Topic::Chat),
            tournament.map(Topic::Tournament),
            boards.map(Topic::Boards),
        ]
        .into_iter()
        .flatten();
        let topic = selected.next()?;
        selected.next().is_none().then_some(topic)
    }
}
