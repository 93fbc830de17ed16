//! Subscribed lists of rooms, and the seeks of a lobby.

use std::sync::Arc;

use sumito_protocol::parts::{Board, MyGame, RoomSummary, Seek};
use sumito_protocol::{RoomId, ServerMessage};
use tokio::sync::broadcast::error::RecvError;
use uuid::Uuid;

use crate::conversation::HandleRequest;
use crate::source::Source;
use crate::subscriptions::{LastSeq, Subscription, TopicEvent};
use crate::{Client, Error};

/// The rooms of a lobby, newest first.
pub type Lobby = List<RoomSummary>;

/// The user's rooms: rooms that wait for the user first, then by the end of the turn, then the last changed first. Rooms that change later
/// move to the front.
pub type MyGames = List<MyGame>;

/// The games of a lobby that are most worth watching, in their current state. Updates arrive at most a few times a second.
pub type Boards = List<Board>;

/// A subscribed list of rooms. It advances with each [`next`](Self::next). Dropping it ends the subscription.
#[derive(Debug)]
pub struct List<R: ListItem> {
    client: Client,
    topic: Source,
    rooms: Vec<R>,
    /// The lobby's seeks.
    seeks: Vec<Seek>,
    known: Arc<LastSeq>,
    subscription: Subscription,
    /// True if data is missing that has not been requested yet.
    missed: bool,
}

/// Items of a list. Implemented only by types of the protocol.
pub trait ListItem: sealed::Listed {}

impl ListItem for RoomSummary {}
impl ListItem for MyGame {}
impl ListItem for Board {}

impl<R: ListItem> List<R> {
    pub(crate) async fn subscribe(client: Client, topic: Source) -> Result<Self, Error> {
        let known = Arc::new(LastSeq::new(0));
        let subscription = client.subscribe(topic.clone(), Arc::downgrade(&known)).await?;
        let mut list =
            Self { client, topic, rooms: Vec::new(), seeks: Vec::new(), known, subscription, missed: false };
        while !list.next_change().await? {}
        Ok(list)
    }

    /// The rooms of the list.
    pub fn rooms(&self) -> &[R] {
        &self.rooms
    }

    /// Waits for a change of the list. Cancel safe.
    ///
    /// # Errors
    /// Fails if the subscription has ended.
    pub async fn next(&mut self) -> Result<&[R], Error> {
        self.next_change().await?;
        Ok(&self.rooms)
    }

    /// Waits for a change of the list; returns whether the whole list was replaced.
    async fn next_change(&mut self) -> Result<bool, Error> {
        loop {
            if self.missed {
                self.client.send_request(HandleRequest::Again(self.topic.clone())).await?;
                self.missed = false;
            }
            match self.subscription.recv().await {
                Ok(event) => match &*event {
                    TopicEvent::Message(message) => {
                        if let Some((full, rooms, gone)) = R::of(message) {
                            self.change(full, rooms, gone);
                            let (seeks, seeks_gone) = R::seeks(message);
                            self.change_seeks(full, seeks, seeks_gone);
                            return Ok(full);
                        }
                    }
                    TopicEvent::Ended(failure) => return Err(failure.clone()),
                    TopicEvent::Begun | TopicEvent::UnknownEvent { .. } => {}
                },
                Err(RecvError::Lagged(_)) => self.missed = true,
                Err(RecvError::Closed) => return Err(Error::Closed),
            }
        }
    }

    fn change(&mut self, full: bool, rooms: &[R], gone: &[RoomId]) {
        if full {
            self.rooms = rooms.to_vec();
            return;
        }
        self.rooms.retain(|room| !gone.contains(room.id()));
        for room in rooms.iter().rev() {
            match self.rooms.iter_mut().find(|present| present.id() == room.id()) {
                Some(present) => *present = room.clone(),
                None => self.rooms.insert(0, room.clone()),
            }
        }
    }
}

impl<R: ListItem> List<R> {
    fn change_seeks(&mut self, full: bool, seeks: &[Seek], gone: &[Uuid]) {
        self.seeks.retain(|known| {
            !full && !gone.contains(&known.id) && seeks.iter().all(|seek| seek.id != known.id)
        });
        self.seeks.extend_from_slice(seeks);
    }
}

impl Lobby {
    /// The open seeks, oldest first.
    pub fn seeks(&self) -> &[Seek] {
        &self.seeks
    }
}

impl<R: ListItem> Drop for List<R> {
    fn drop(&mut self) {
        self.known = Arc::default();
        self.client.sweep();
    }
}

mod sealed {
    use super::{Board, MyGame, RoomId, RoomSummary, Seek, ServerMessage, Uuid};

    pub trait Listed: Clone {
        fn id(&self) -> &RoomId;
        /// Returns whether the message replaces the list, the changed items, and the removed ones.
        fn of(message: &ServerMessage) -> Option<(bool, &[Self], &[RoomId])>;
        /// The new seeks and the removed ones.
        fn seeks(message: &ServerMessage) -> (&[Seek], &[Uuid]) {
            match message {
                ServerMessage::Lobby { seeks, seeks_gone, .. } => (seeks, seeks_gone),
                _ => (&[], &[]),
            }
        }
    }

    impl Listed for RoomSummary {
        fn id(&self) -> &RoomId {
            &self.room
        }

        fn of(message: &ServerMessage) -> Option<(bool, &[Self], &[RoomId])> {
            let ServerMessage::Lobby { full, rooms, gone, .. } = message else { return None };
            Some((*full, rooms, gone))
        }
    }

    impl Listed for Board {
        fn id(&self) -> &RoomId {
            &self.room.room
        }

        fn of(message: &ServerMessage) -> Option<(bool, &[Self], &[RoomId])> {
            let ServerMessage::Boards { full, boards, gone, .. } = message else { return None };
            Some((*full, boards, gone))
        }
    }

    impl Listed for MyGame {
        fn id(&self) -> &RoomId {
            &self.room
        }

        fn of(message: &ServerMessage) -> Option<(bool, &[Self], &[RoomId])> {
            let ServerMessage::MyGames { full, rooms, gone, .. } = message else { return None };
            Some((*full, rooms, gone))
        }
    }
}
