//! Subscriptions of a socket to topics other than rooms.

use sumito_game::{GameId, TournamentId};
use sumito_protocol::server::Outcome;
use sumito_protocol::{Command, ErrorCode, TopicKey};
use uuid::Uuid;

use super::answer::{Handled, Responder};
use super::dispatch::SocketSession;
use super::subscription::SocketSubscription;
use crate::app::visible_game;
use crate::codec::{self, ApiError};
use sumito_kit::topic::Subscriber as _;
use sumito_rooms as rooms;
use sumito_services::play::live_boards::BoardSource;
use sumito_services::social::chat::{Channel, ChatError, ChatReader};
use sumito_store::Role;
use sumito_vocabulary::Scope;

/// A topic that a socket can follow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum FollowedTopic {
    Lobby(String),
    /// The games of the socket's user.
    MyGames,
    Analysis(GameId),
    Tournament(TournamentId),
    Chat(Channel),
    /// The live boards of a lobby or a tournament.
    Boards(BoardSource),
    Study(Uuid),
}

impl TryFrom<TopicKey> for FollowedTopic {
    type Error = ApiError;

    fn try_from(key: TopicKey) -> Result<Self, ApiError> {
        Ok(match key {
            TopicKey::Lobby(lobby) => Self::Lobby(lobby),
            TopicKey::MyGames => Self::MyGames,
            TopicKey::Analysis(game) => Self::Analysis(GameId(game)),
            TopicKey::Chat(channel) => Self::Chat(codec::channel_from_wire(channel)?),
            TopicKey::Tournament(id) => Self::Tournament(TournamentId(id)),
            TopicKey::Boards(of) => Self::Boards(codec::boards_of_from_wire(of)),
        })
    }
}

/// The topics that a socket follows, in the order of subscription.
#[derive(Debug, Default)]
pub(super) struct FollowedTopics(Vec<FollowedTopic>);

impl FollowedTopics {
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    pub(super) fn has(&self, topic: &FollowedTopic) -> bool {
        self.0.contains(topic)
    }

    pub(super) fn insert(&mut self, topic: FollowedTopic) {
        if !self.has(&topic) {
            self.0.push(topic);
        }
    }

    fn remove(&mut self, topic: &FollowedTopic) -> bool {
        let place = self.0.iter().position(|followed| followed == topic);
        place.map(|place| self.0.remove(place)).is_some()
    }
}

/// Returns the topic that a message selects.
fn selected(command: Command) -> Result<TopicKey, ApiError> {
    let message = "specify exactly one of `lobby`, `my_games`, `analysis`, `chat`, `tournament` and `boards`";
    command.topic().ok_or_else(|| ApiError::new(ErrorCode::BadMessage, message))
}

impl SocketSession {
    pub(super) async fn subscribe(
        &mut self,
        command: Command,
        since: Option<Uuid>,
        answer: &Responder,
    ) -> Handled {
        let key = selected(command)?;
        if since.is_some() && !matches!(key, TopicKey::Chat(_)) {
            let message = "`since` is valid with `chat` only";
            return Err(ApiError::new(ErrorCode::BadMessage, message));
        }
        let topic = FollowedTopic::try_from(key)?;
        if let FollowedTopic::Lobby(lobby) | FollowedTopic::Boards(BoardSource::Lobby(lobby)) = &topic {
            rooms::check_lobby_name(lobby)?;
        }
        self.may_follow(&topic)?;
        match topic {
            FollowedTopic::Lobby(lobby) => self.subscribe_lobby(lobby, answer).await,
            FollowedTopic::MyGames => self.subscribe_my_games(answer).await,
            FollowedTopic::Analysis(game) => Box::pin(self.subscribe_analysis(game, answer)).await,
            FollowedTopic::Tournament(id) => Box::pin(self.subscribe_tournament(id, answer)).await,
            FollowedTopic::Chat(channel) => Box::pin(self.subscribe_chat(channel, since, answer)).await,
            FollowedTopic::Boards(of) => Box::pin(self.subscribe_boards(of, answer)).await,
            FollowedTopic::Study(study) => self.follow_study(study, 0, answer).await,
        }
    }

    pub(super) async fn unsubscribe(&mut self, command: Command) -> Handled {
        let topic = FollowedTopic::try_from(selected(command)?)?;
        self.leave(topic).await;
        Ok(Some(Outcome::default()))
    }

    /// Checks that the socket follows a topic, or may follow one more.
    pub(super) fn may_follow(&self, topic: &FollowedTopic) -> Result<(), ApiError> {
        if self.followed.has(topic) { Ok(()) } else { self.may_follow_more() }
    }

    /// Ends the subscription to a topic, if there is one.
    pub(super) async fn leave(&mut self, topic: FollowedTopic) {
        if self.followed.remove(&topic) {
            self.cancel(topic).await;
        }
    }

    /// Ends the subscriptions to all topics.
    pub(super) async fn leave_topics(&mut self) {
        for topic in std::mem::take(&mut self.followed).0 {
            self.cancel(topic).await;
        }
    }

    async fn cancel(&self, topic: FollowedTopic) {
        let (app, id) = (&self.app, self.id);
        match topic {
            FollowedTopic::Lobby(lobby) => app.lobbies.unsubscribe(lobby, id).await,
            FollowedTopic::MyGames => {
                if let Some(user) = self.user_id() {
                    app.my_games.unsubscribe(user, id).await;
                }
            }
            FollowedTopic::Analysis(game) => app.analyses.unsubscribe(game, id),
            FollowedTopic::Tournament(tournament) => app.tournaments.unsubscribe(tournament, id).await,
            FollowedTopic::Chat(channel) => app.chat.unsubscribe(channel, id).await,
            FollowedTopic::Boards(of) => app.boards.unsubscribe(of, id).await,
            FollowedTopic::Study(study) => app.studies.unfollow(study, id).await,
        }
    }

    /// Subscribes to a chat channel.
    async fn subscribe_chat(&mut self, channel: Channel, since: Option<Uuid>, answer: &Responder) -> Handled {
        if let Channel::Tournament(id) = channel {
            self.app.tournaments.show(id).await?;
        }
        self.check_private(&channel)?;
        self.followed.insert(FollowedTopic::Chat(channel.clone()));
        let subscriber = Box::new(SocketSubscription::new(&self.outbox));
        let answer = answer.clone();
        let reply = Box::new(move |outcome: Result<(), ChatError>| match outcome {
            Ok(()) => answer.ok(Outcome::default()),
            Err(error) => answer.refuse(error),
        });
        let is_moderator = self.caller.as_ref().is_some_and(|caller| caller.role() >= Role::Moderator);
        let reader = ChatReader { user: self.user_id(), is_moderator };
        self.app.chat.subscribe(channel, self.id, reader, since, subscriber, reply).await;
        Ok(None)
    }

    /// Checks that the caller may read private lines if the channel is a conversation.
    fn check_private(&self, channel: &Channel) -> Result<(), ApiError> {
        if channel.pair().is_some() { self.acting_with(Scope::Messages).map(drop) } else { Ok(()) }
    }

    /// Subscribes to the chats again, as the user who has just logged in.
    pub(super) async fn resubscribe_chats(&mut self) {
        let chats = self.followed.0.iter().filter_map(|topic| match topic {
            FollowedTopic::Chat(channel) => Some(channel.clone()),
            _ => None,
        });
        for channel in chats.collect::<Vec<_>>() {
            let answer = self.responder(None);
            let handled = self.subscribe_chat(channel, None, &answer).await;
            answer.finish(handled);
        }
    }

    async fn subscribe_tournament(&mut self, id: TournamentId, answer: &Responder) -> Handled {
        // The answer comes before the first update of the topic.
        self.app.tournaments.show(id).await?;
        answer.clone().ok(Outcome::default());
        let subscriber = Box::new(SocketSubscription::new(&self.outbox));
        self.followed.insert(FollowedTopic::Tournament(id));
        if self.app.tournaments.subscribe(id, self.id, subscriber).await.is_err() {
            // The tournament is overloaded or gone at this moment: the client has to come back.
            self.outbox.disconnect();
        }
        Ok(None)
    }

    /// Sends the known part of a game's analysis at once. A finished analysis needs no subscription.
    async fn subscribe_analysis(&mut self, game: GameId, answer: &Responder) -> Handled {
        let found = visible_game(&self.app, self.user_id(), game).await?;
        if self.app.analyses.of(&found).await?.is_none() {
            return Err(ApiError::no_analysis());
        }
        answer.clone().ok(Outcome::default());
        let subscription = SocketSubscription::new(&self.outbox);
        if self.app.analyses.subscribe(game, self.id, Box::new(subscription.clone())) {
            self.followed.insert(FollowedTopic::Analysis(game));
        } else if let Ok(Some(known)) = self.app.analyses.of(&found).await {
            subscription.send(&known);
        }
        Ok(None)
    }

    async fn subscribe_lobby(&mut self, lobby: String, answer: &Responder) -> Handled {
        answer.clone().ok(Outcome::default());
        let subscriber = Box::new(SocketSubscription::new(&self.outbox));
        self.app.lobbies.subscribe(lobby.clone(), self.id, subscriber).await;
        self.followed.insert(FollowedTopic::Lobby(lobby));
        Ok(None)
    }

    async fn subscribe_boards(&mut self, of: BoardSource, answer: &Responder) -> Handled {
        if let BoardSource::Tournament(id) = of {
            self.app.tournaments.show(id).await?;
        }
        answer.clone().ok(Outcome::default());
        let subscriber = Box::new(SocketSubscription::new(&self.outbox));
        self.app.boards.subscribe(of.clone(), self.id, subscriber).await;
        self.followed.insert(FollowedTopic::Boards(of));
        Ok(None)
    }

    async fn subscribe_my_games(&mut self, answer: &Responder) -> Handled {
        let user = self.user_id().ok_or_else(ApiError::unauthenticated)?;
        self.followed.insert(FollowedTopic::MyGames);
        let subscriber = Box::new(SocketSubscription::new(&self.outbox));
        let answer = answer.clone();
        let reply = move |outcome: Result<(), rooms::RoomError>| match outcome {
            Ok(()) => answer.ok(Outcome::default()),
            Err(error) => answer.refuse(error),
        };
        self.app.my_games.subscribe(user, self.id, subscriber, reply).await;
        Ok(None)
    }
}
