//! How to talk to a room.

use sumito_game::{Command, Timestamp, UserId};
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

/// What a room is told. What is large is boxed: a message is moved several times on its way, through memory that is in no cache.
#[derive(Debug)]
pub(crate) enum Message {
    /// To carry out a player's command.
    Request(Box<Request>),
    /// To let somebody follow it.
    Watch(Box<WatchRequest>),
    /// That somebody follows it no more.
    Unwatch { session: SessionId, on_purpose: bool },
    /// To let `user` play from this socket.
    TakeOver { session: SessionId, user: UserId, reply: Reply },
    /// To say how it stands for `user`; `None` for somebody unknown.
    Snapshot { user: Option<UserId>, reply: oneshot::Sender<Snapshot> },
}

impl Message {
    /// Where to say that the room could not be told; `None` where nobody waits for an answer.
    pub(crate) fn into_reply(self) -> Option<Reply> {
        match self {
            Self::Request(request) => Some(request.reply),
            Self::Watch(request) => Some(request.reply),
            Self::TakeOver { reply, .. } => Some(reply),
            Self::Unwatch { .. } | Self::Snapshot { .. } => None,
        }
    }
}

/// A player's command.
#[derive(Debug)]
pub(crate) struct Request {
    /// Through which socket.
    pub session: SessionId,
    /// Who sent it.
    pub user: UserId,
    /// What to do.
    pub command: Command,
    /// When it reached the server: what it has waited since is not the player's time.
    pub received_at: Timestamp,
    /// Where the answer goes. It knows the id that the sender gave the command.
    pub reply: Reply,
}

/// The wish to follow a room.
#[derive(Debug)]
pub(crate) struct WatchRequest {
    /// Which socket.
    pub session: SessionId,
    /// Whose; `None` for somebody unknown.
    pub user: Option<UserId>,
    /// Where the events go.
    pub outbox: Outbox,
    /// The last event already seen.
    pub since: Option<u64>,
    /// Where the answer goes.
    pub reply: Reply,
}

/// Why a room takes no message: the message comes back.
#[derive(Debug)]
pub(crate) enum Undelivered {
    /// Too much waits for it already.
    Full(Message),
    /// It has been put away: ask [`Rooms`](super::Rooms) for it again.
    Gone(Message),
}

impl RoomHandle {
    pub(super) fn new(queue_commands: usize) -> (Self, mpsc::Receiver<Message>) {
        let (inbox, messages) = mpsc::channel(queue_commands);
        (Self { inbox }, messages)
    }

    /// Puts a message into the room's queue. The answer goes to its `reply`, once what it causes is on disk.
    ///
    /// # Errors
    /// [`Undelivered`] says why not.
    pub(crate) fn send(&self, message: Message) -> Result<(), Undelivered> {
        self.inbox.try_send(message).map_err(|error| match error {
            TrySendError::Full(message) => Undelivered::Full(message),
            TrySendError::Closed(message) => Undelivered::Gone(message),
        })
    }

    /// Follows the room no more; `on_purpose` tells somebody who leaves from somebody who was cut off. Waits for a place in
    /// the queue: a room must not think that somebody is there who has gone.
    pub async fn unwatch(&self, session: SessionId, on_purpose: bool) {
        // A room that is gone has nobody who watches it.
        let _ = self.inbox.send(Message::Unwatch { session, on_purpose }).await;
    }

    /// How the room stands now, as `user` may see it.
    ///
    /// # Errors
    /// When the room is going away or overloaded.
    pub async fn snapshot(&self, user: Option<UserId>) -> Result<Snapshot, Refusal> {
        let (reply, snapshot) = oneshot::channel();
        self.inbox.send(Message::Snapshot { user, reply }).await.map_err(|_| Refusal::busy())?;
        snapshot.await.map_err(|_| Refusal::busy())
    }

    /// Whether the room's task has ended or is about to.
    pub(super) fn is_closed(&self) -> bool {
        self.inbox.is_closed()
    }
}
