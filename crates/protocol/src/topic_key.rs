//! Keys of the topics that clients subscribe to.

use uuid::Uuid;

use crate::chat::ChatChannel;
use crate::client::Command;
use crate::parts::BoardsOf;

/// The key of a topic that a client subscribes to. In the messages `subscribe` and `unsubscribe`, each topic is a separate field.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum TopicKey {
    /// The list of a lobby.
    Lobby(String),
    /// The list of the user's games.
    MyGames,
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
    my_games: bool,
    analysis: Option<Uuid>,
    chat: Option<ChatChannel>,
    tournament: Option<Uuid>,
    boards: Option<BoardsOf>,
}

impl TopicKey {
    /// Returns the command to subscribe to this topic; for a chat, the server sends the lines after `since`.
    pub fn subscribe(self, since: Option<Uuid>) -> Command {
        let Fields { lobby, my_games, analysis, chat, tournament, boards } = self.into();
        Command::Subscribe { lobby, my_games, analysis, chat, tournament, boards, since }
    }

    /// Returns the command to cancel the subscription to this topic.
    pub fn unsubscribe(self) -> Command {
        let Fields { lobby, my_games, analysis, chat, tournament, boards } = self.into();
        Command::Unsubscribe { lobby, my_games, analysis, chat, tournament, boards }
    }
}

impl From<TopicKey> for Fields {
    fn from(topic: TopicKey) -> Self {
        let mut fields = Self::default();
        match topic {
            TopicKey::Lobby(lobby) => fields.lobby = Some(lobby),
            TopicKey::MyGames => fields.my_games = true,
            TopicKey::Analysis(game) => fields.analysis = Some(game),
            TopicKey::Chat(channel) => fields.chat = Some(channel),
            TopicKey::Tournament(id) => fields.tournament = Some(id),
            TopicKey::Boards(of) => fields.boards = Some(of),
        }
        fields
    }
}

impl Command {
    /// Returns the topic of `subscribe` or `unsubscribe` if the message selects exactly one.
    pub fn topic(self) -> Option<TopicKey> {
        let (Self::Subscribe { lobby, my_games, analysis, chat, tournament, boards, .. }
        | Self::Unsubscribe { lobby, my_games, analysis, chat, tournament, boards }) = self
        else {
            return None;
        };
        let mut selected = [
            lobby.map(TopicKey::Lobby),
            my_games.then_some(TopicKey::MyGames),
            analysis.map(TopicKey::Analysis),
            chat.map(TopicKey::Chat),
            tournament.map(TopicKey::Tournament),
            boards.map(TopicKey::Boards),
        ]
        .into_iter()
        .flatten();
        let topic = selected.next()?;
        selected.next().is_none().then_some(topic)
    }
}
