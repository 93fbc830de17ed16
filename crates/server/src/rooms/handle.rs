//! How to talk to a room.

use sumito_game::{Command, Timestamp, UserId};
use sumito_protocol::parts::User;
use sumito_protocol::server::Snapshot;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};

use crate::refusal::Refusal;
use crate::session::{Outbox, Reply, SessionId};

/// How to talk to a room. Cheap to clone.
#[derive(Debug, Clone)]
pub struct RoomHandle {
    inbox: mpsc::Sender<Message>,
}

/// What a room is told.
#[derive(Debug)]
pub(super) enum Message {
    Request(Request),
    Watch(WatchRequest),
    Unwatch { session: SessionId, on_purpose: bool },
    TakeOver { session: SessionId, user: User, reply: Reply },
    Snapshot(oneshot::Sender<Snapshot>),
}

/// A player's command.
#[derive(Debug)]
pub struct Request {
    /// Through which socket.
    pub session: SessionId,
    /// Who sent it.
    pub user: UserId,
    /// What to do.
    pub command: Command,
    /// When it reached the server: what it has waited since is not the player's time.
    pub received_at: Timestamp,
    /// The id that the sender gave it.
    pub command_id: Option<String>,
    /// Where the answer goes.
    pub reply: Reply,
}

/// The wish to follow a room.
#[derive(Debug)]
pub struct WatchRequest {
    /// Which socket.
    pub session: SessionId,
    /// Whose; `None` for somebody unknown.
    pub user: Option<User>,
    /// Where the events go.
    pub outbox: Outbox,
    /// The last event already seen.
    pub since: Option<u64>,
    /// Where the answer goes.
    pub reply: Reply,
}

/// Why a room takes no message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undelivered {
    /// Too much waits for it already.
    Full,
    /// It has been put away: ask [`Rooms`](super::Rooms) for it again.
    Gone,
}

/// A place in a room's queue.
#[derive(Debug)]
pub struct Place(mpsc::OwnedPermit<Message>);

impl Place {
    /// Hands a command to the room. The answer goes to its `reply`, once what it causes is on disk.
    pub fn request(self, request: Request) {
        self.0.send(Message::Request(request));
    }

    /// Lets `user` play from this socket.
    pub fn take_over(self, session: SessionId, user: User, reply: Reply) {
        self.0.send(Message::TakeOver { session, user, reply });
    }

    /// Follows the room from now on.
    pub fn watch(self, request: WatchRequest) {
        self.0.send(Message::Watch(request));
    }
}

impl RoomHandle {
    pub(super) fn new(queue_commands: usize) -> (Self, mpsc::Receiver<Message>) {
        let (inbox, messages) = mpsc::channel(queue_commands);
        (Self { inbox }, messages)
    }

    /// Takes a place in the room's queue.
    ///
    /// # Errors
    /// [`Undelivered`] says why there is none.
    pub fn place(&self) -> Result<Place, Undelivered> {
        self.inbox.clone().try_reserve_owned().map(Place).map_err(|error| match error {
            TrySendError::Full(_) => Undelivered::Full,
            TrySendError::Closed(_) => Undelivered::Gone,
        })
    }

    /// Follows the room no more; `on_purpose` tells somebody who leaves from somebody who was cut off. Waits for a place in the queue: a room must not think that somebody is there
    /// who has gone.
    pub async fn unwatch(&self, session: SessionId, on_purpose: bool) {
        // A room that is gone has nobody who watches it.
        let _ = self.inbox.send(Message::Unwatch { session, on_purpose }).await;
    }

    /// How the room stands now.
    ///
    /// # Errors
    /// When the room is going away or overloaded.
    pub async fn snapshot(&self) -> Result<Snapshot, Refusal> {
        let (reply, snapshot) = oneshot::channel();
        self.inbox.send(Message::Snapshot(reply)).await.map_err(|_| Refusal::busy())?;
        snapshot.await.map_err(|_| Refusal::busy())
    }

    /// Whether the room's task has ended or is about to.
    pub(super) fn is_closed(&self) -> bool {
        self.inbox.is_closed()
    }
}
