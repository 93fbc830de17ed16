//! The lists of rooms that a socket follows.

use std::collections::HashSet;

use sumito_protocol::ErrorCode;
use sumito_protocol::client::RoomsWanted;
use sumito_protocol::server::Outcome;

use super::answer::Answer;
use super::dispatch::Session;
use super::subscription::{LobbySubscription, OwnRoomsSubscription};
use crate::rooms;
use crate::wire::Refusal;

/// The lists of rooms that a socket follows.
#[derive(Debug, Default)]
pub(super) struct ListsFollowed {
    lobbies: HashSet<String>,
    /// Whether it follows the list of its user's own rooms.
    own_rooms: bool,
}

/// A list of rooms, as a message names it.
enum List {
    Lobby(String),
    OwnRooms,
}

impl List {
    fn named(lobby: Option<String>, rooms: Option<RoomsWanted>) -> Result<Self, Refusal> {
        match (lobby, rooms) {
            (Some(lobby), None) => Ok(Self::Lobby(lobby)),
            (None, Some(RoomsWanted::Own)) => Ok(Self::OwnRooms),
            _ => {
                let message = "exactly one of `lobby` and `rooms` says which list is meant";
                Err(Refusal::new(ErrorCode::BadMessage, message))
            }
        }
    }
}

impl ListsFollowed {
    pub(super) fn count(&self) -> usize {
        self.lobbies.len() + usize::from(self.own_rooms)
    }

    fn has(&self, list: &List) -> bool {
        match list {
            List::Lobby(lobby) => self.lobbies.contains(lobby),
            List::OwnRooms => self.own_rooms,
        }
    }
}

impl Session {
    pub(super) async fn subscribe(
        &mut self,
        lobby: Option<String>,
        rooms: Option<RoomsWanted>,
        answer: Answer,
    ) {
        let list = match List::named(lobby, rooms) {
            Ok(list) => list,
            Err(refusal) => return answer.refuse(refusal),
        };
        if let List::Lobby(lobby) = &list
            && let Err(error) = rooms::check_lobby_name(lobby)
        {
            return answer.refuse(error);
        }
        if !self.lists.has(&list)
            && let Err(refusal) = self.may_follow_more()
        {
            return answer.refuse(refusal);
        }
        match list {
            List::Lobby(lobby) => self.follow_lobby(lobby, answer).await,
            List::OwnRooms => self.follow_own_rooms(answer).await,
        }
    }

    pub(super) async fn unsubscribe(
        &mut self,
        lobby: Option<String>,
        rooms: Option<RoomsWanted>,
        answer: Answer,
    ) {
        match List::named(lobby, rooms) {
            Ok(List::Lobby(lobby)) => {
                if self.lists.lobbies.remove(&lobby) {
                    self.app.lobbies().unsubscribe(lobby, self.id).await;
                }
            }
            Ok(List::OwnRooms) => self.leave_own_rooms().await,
            Err(refusal) => return answer.refuse(refusal),
        }
        answer.ok(Outcome::default());
    }

    /// Follows no list any more.
    pub(super) async fn leave_lists(&mut self) {
        for lobby in self.lists.lobbies.drain() {
            self.app.lobbies().unsubscribe(lobby, self.id).await;
        }
        self.leave_own_rooms().await;
    }

    async fn follow_lobby(&mut self, lobby: String, answer: Answer) {
        answer.ok(Outcome::default());
        let subscriber = Box::new(LobbySubscription { outbox: self.outbox.clone() });
        self.app.lobbies().subscribe(lobby.clone(), self.id, subscriber).await;
        self.lists.lobbies.insert(lobby);
    }

    async fn follow_own_rooms(&mut self, answer: Answer) {
        let Some(user) = self.user_id() else { return answer.refuse(Refusal::unauthenticated()) };
        self.lists.own_rooms = true;
        let subscriber = Box::new(OwnRoomsSubscription { outbox: self.outbox.clone() });
        let reply = move |outcome: Result<(), rooms::RoomError>| match outcome {
            Ok(()) => answer.ok(Outcome::default()),
            Err(error) => answer.refuse(error),
        };
        self.app.own_rooms().follow(user, self.id, subscriber, reply).await;
    }

    async fn leave_own_rooms(&mut self) {
        if std::mem::take(&mut self.lists.own_rooms)
            && let Some(user) = self.user_id()
        {
            self.app.own_rooms().unfollow(user, self.id).await;
        }
    }
}
