//! Subscriptions of a socket to lists of rooms and to game analyses.

use std::collections::HashSet;

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

/// The lists and analyses that a socket follows.
#[derive(Debug, Default)]
pub(super) struct TopicSubscriptions {
    lobbies: HashSet<String>,
    /// Whether it follows the list of its user's games.
    my_games: bool,
    analyses: HashSet<GameId>,
    tournaments: HashSet<TournamentId>,
    chats: HashSet<Channel>,
    /// Lobbies and tournaments whose live boards it follows.
    boards: HashSet<BoardSource>,
    pub(super) studies: HashSet<Uuid>,
}

/// A topic, resolved from a message.
enum SubscriptionTopic {
    Lobby(String),
    MyGames,
    Analysis(GameId),
    Tournament(TournamentId),
    Chat(Channel),
    Boards(BoardSource),
}

impl SubscriptionTopic {
    fn named(command: Command) -> Result<Self, ApiError> {
        let Some(topic) = command.topic() else {
            let message =
                "specify exactly one of `lobby`, `my_games`, `analysis`, `chat`, `tournament` and `boards`";
            return Err(ApiError::new(ErrorCode::BadMessage, message));
        };
        Ok(match topic {
            TopicKey::Lobby(lobby) => Self::Lobby(lobby),
            TopicKey::MyGames => Self::MyGames,
            TopicKey::Analysis(game) => Self::Analysis(GameId(game)),
            TopicKey::Chat(channel) => Self::Chat(codec::channel_from_wire(channel)?),
            TopicKey::Tournament(id) => Self::Tournament(TournamentId(id)),
            TopicKey::Boards(of) => Self::Boards(codec::boards_of_from_wire(of)),
        })
    }
}

impl TopicSubscriptions {
    pub(super) fn count(&self) -> usize {
        self.lobbies.len()
            + usize::from(self.my_games)
            + self.analyses.len()
            + self.chats.len()
            + self.tournaments.len()
            + self.boards.len()
            + self.studies.len()
    }

    fn has(&self, list: &SubscriptionTopic) -> bool {
        match list {
            SubscriptionTopic::Lobby(lobby) => self.lobbies.contains(lobby),
            SubscriptionTopic::MyGames => self.my_games,
            SubscriptionTopic::Analysis(game) => self.analyses.contains(game),
            SubscriptionTopic::Tournament(id) => self.tournaments.contains(id),
            SubscriptionTopic::Chat(channel) => self.chats.contains(channel),
            SubscriptionTopic::Boards(of) => self.boards.contains(of),
        }
    }
}

impl SocketSession {
    pub(super) async fn subscribe(
        &mut self,
        command: Command,
        since: Option<Uuid>,
        answer: &Responder,
    ) -> Handled {
        let list = SubscriptionTopic::named(command)?;
        if since.is_some() && !matches!(list, SubscriptionTopic::Chat(_)) {
            let message = "`since` is valid with `chat` only";
            return Err(ApiError::new(ErrorCode::BadMessage, message));
        }
        if let SubscriptionTopic::Lobby(lobby) | SubscriptionTopic::Boards(BoardSource::Lobby(lobby)) = &list
        {
            rooms::check_lobby_name(lobby)?;
        }
        if !self.lists.has(&list) {
            self.may_follow_more()?;
        }
        match list {
            SubscriptionTopic::Lobby(lobby) => self.subscribe_lobby(lobby, answer).await,
            SubscriptionTopic::MyGames => self.subscribe_my_games(answer).await,
            SubscriptionTopic::Analysis(game) => Box::pin(self.subscribe_analysis(game, answer)).await,
            SubscriptionTopic::Tournament(id) => Box::pin(self.subscribe_tournament(id, answer)).await,
            SubscriptionTopic::Chat(channel) => Box::pin(self.subscribe_chat(channel, since, answer)).await,
            SubscriptionTopic::Boards(of) => Box::pin(self.subscribe_boards(of, answer)).await,
        }
    }

    pub(super) async fn unsubscribe(&mut self, command: Command) -> Handled {
        match SubscriptionTopic::named(command)? {
            SubscriptionTopic::Lobby(lobby) => {
                if self.lists.lobbies.remove(&lobby) {
                    self.app.lobbies.unsubscribe(lobby, self.id).await;
                }
            }
            SubscriptionTopic::MyGames => self.leave_my_games().await,
            SubscriptionTopic::Analysis(game) => self.leave_analysis(game),
            SubscriptionTopic::Tournament(id) => {
                if self.lists.tournaments.remove(&id) {
                    self.app.tournaments.unsubscribe(id, self.id).await;
                }
            }
            SubscriptionTopic::Chat(channel) => {
                if self.lists.chats.remove(&channel) {
                    self.app.chat.unsubscribe(channel, self.id).await;
                }
            }
            SubscriptionTopic::Boards(of) => {
                if self.lists.boards.remove(&of) {
                    self.app.boards.unsubscribe(of, self.id).await;
                }
            }
        }
        Ok(Some(Outcome::default()))
    }

    /// Unsubscribes from all lists.
    pub(super) async fn leave_lists(&mut self) {
        for lobby in self.lists.lobbies.drain() {
            self.app.lobbies.unsubscribe(lobby, self.id).await;
        }
        self.leave_my_games().await;
        for game in self.lists.analyses.drain() {
            self.app.analyses.unsubscribe(game, self.id);
        }
        for tournament in self.lists.tournaments.drain() {
            self.app.tournaments.unsubscribe(tournament, self.id).await;
        }
        for of in self.lists.boards.drain() {
            self.app.boards.unsubscribe(of, self.id).await;
        }
        for study in self.lists.studies.drain() {
            self.app.studies.unfollow(study, self.id).await;
        }
        for channel in self.lists.chats.drain() {
            self.app.chat.unsubscribe(channel, self.id).await;
        }
    }

    /// Subscribes to a chat channel.
    async fn subscribe_chat(&mut self, channel: Channel, since: Option<Uuid>, answer: &Responder) -> Handled {
        if let Channel::Tournament(id) = channel {
            self.app.tournaments.show(id).await?;
        }
        self.check_private(&channel)?;
        self.lists.chats.insert(channel.clone());
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

    /// Checks that the caller has a session if the channel is a conversation. Programs with an API token do not read private lines.
    pub(super) fn check_private(&self, channel: &Channel) -> Result<(), ApiError> {
        if channel.pair().is_none() {
            return Ok(());
        }
        let caller = self.caller.as_ref().ok_or_else(ApiError::unauthenticated)?;
        if caller.has_session() { Ok(()) } else { Err(ApiError::needs_session()) }
    }

    /// Subscribes to the chats again, as the user who has just logged in.
    pub(super) async fn resubscribe_chats(&mut self) {
        for channel in self.lists.chats.clone() {
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
        self.lists.tournaments.insert(id);
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
            self.lists.analyses.insert(game);
        } else if let Ok(Some(known)) = self.app.analyses.of(&found).await {
            subscription.send(&known);
        }
        Ok(None)
    }

    fn leave_analysis(&mut self, game: GameId) {
        if self.lists.analyses.remove(&game) {
            self.app.analyses.unsubscribe(game, self.id);
        }
    }

    async fn subscribe_lobby(&mut self, lobby: String, answer: &Responder) -> Handled {
        answer.clone().ok(Outcome::default());
        let subscriber = Box::new(SocketSubscription::new(&self.outbox));
        self.app.lobbies.subscribe(lobby.clone(), self.id, subscriber).await;
        self.lists.lobbies.insert(lobby);
        Ok(None)
    }

    async fn subscribe_boards(&mut self, of: BoardSource, answer: &Responder) -> Handled {
        if let BoardSource::Tournament(id) = of {
            self.app.tournaments.show(id).await?;
        }
        answer.clone().ok(Outcome::default());
        let subscriber = Box::new(SocketSubscription::new(&self.outbox));
        self.app.boards.subscribe(of.clone(), self.id, subscriber).await;
        self.lists.boards.insert(of);
        Ok(None)
    }

    async fn subscribe_my_games(&mut self, answer: &Responder) -> Handled {
        let user = self.user_id().ok_or_else(ApiError::unauthenticated)?;
        self.lists.my_games = true;
        let subscriber = Box::new(SocketSubscription::new(&self.outbox));
        let answer = answer.clone();
        let reply = move |outcome: Result<(), rooms::RoomError>| match outcome {
            Ok(()) => answer.ok(Outcome::default()),
            Err(error) => answer.refuse(error),
        };
        self.app.my_games.subscribe(user, self.id, subscriber, reply).await;
        Ok(None)
    }

    async fn leave_my_games(&mut self) {
        if std::mem::take(&mut self.lists.my_games)
            && let Some(user) = self.user_id()
        {
            self.app.my_games.unsubscribe(user, self.id).await;
        }
    }
}
