//! How to ask a room for something.

use std::sync::{Arc, Mutex, PoisonError};

use sumito_game::{Command, RoomId, Timestamp, UserId};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};

use super::reply::{Answer, Reply};
use super::subscriber::{Subscriber, SubscriberId};
use super::update::SharedView;
use super::{Floor, Notice, RoomError, Rooms, Standing};
use crate::telemetry::Traced;

/// How often a room that has left memory at this very moment is asked for again.
const MAX_TRIES: usize = 3;

/// The part of a room's queue that only its players may fill: a half.
const RESERVED_PART: usize = 2;

/// How to ask a room for something. Cheap to clone.
///
/// A handle stays good for as long as the server lives, wherever the room is: one that has left memory comes back when it is
/// asked for something. All methods return once the request stands in the room's queue; requests of one caller are carried out
/// in the order in which they were made.
#[derive(Debug, Clone)]
pub struct RoomHandle {
    rooms: Rooms,
    id: RoomId,
    inbox: Inbox,
}

/// A player's command.
#[derive(Debug)]
pub struct Request {
    /// Through which subscriber, if it is one.
    pub through: Option<SubscriberId>,
    /// Who sent it.
    pub user: UserId,
    /// What to do.
    pub command: Command,
    /// The id that the sender gave it: the same id has the effect of once.
    pub id: Option<Box<str>>,
    /// When it reached the server: what it has waited since is not the player's time.
    pub received_at: Timestamp,
    /// Where the answer goes.
    pub reply: Reply,
}

/// The wish to follow a room.
#[derive(Debug)]
pub struct Watch {
    /// Names the subscriber. One that follows the room already is replaced.
    pub id: SubscriberId,
    /// On whose behalf; `None` for somebody unknown.
    pub user: Option<UserId>,
    /// Who is told.
    pub subscriber: Box<dyn Subscriber>,
    /// The last event already known: what came after it is told, or the whole room where that is too much.
    pub since: Option<u64>,
    /// Where the answer goes.
    pub reply: Reply,
}

/// What a room is told. What is large is boxed: a message is moved several times on its way.
#[derive(Debug)]
pub(super) enum Message {
    /// To carry out a player's command.
    Request(Box<Request>),
    /// To let somebody follow it.
    Watch(Box<Watch>),
    /// That somebody follows it no more.
    Unwatch { id: SubscriberId },
    /// To let `user` play through this subscriber.
    TakeOver { id: SubscriberId, user: UserId, reply: Reply },
    /// To show itself as `user` may see it; `None` for somebody unknown.
    View { user: Option<UserId>, reply: oneshot::Sender<SharedView> },
    /// To tell its subscribers something that only somebody else can know.
    Tell(Notice),
    /// To end what goes on there, as a moderator wants it; answered with whether there was anything to end.
    Close {
        /// Only if it waits for players, and nothing has happened since then.
        quiet_since: Option<Timestamp>,
        reply: oneshot::Sender<Result<bool, RoomError>>,
    },
    /// To say who plays here, and whether a game is under way.
    Floor { reply: oneshot::Sender<Floor> },
    /// To say how it stands, for the list of `user`'s own rooms.
    Standing { user: UserId, reply: oneshot::Sender<Standing> },
}

impl Message {
    /// On whose behalf.
    fn user(&self) -> Option<UserId> {
        match self {
            Self::Request(request) => Some(request.user),
            Self::Watch(watch) => watch.user,
            Self::TakeOver { user, .. } | Self::Standing { user, .. } => Some(*user),
            Self::View { user, .. } => *user,
            Self::Unwatch { .. } | Self::Tell(_) | Self::Close { .. } | Self::Floor { .. } => None,
        }
    }

    /// What it belongs to, where it is answered to somebody who may be traced.
    pub(super) fn trace(&self) -> Option<&Traced> {
        match self {
            Self::Request(request) => Some(request.reply.trace()),
            Self::Watch(watch) => Some(watch.reply.trace()),
            Self::TakeOver { reply, .. } => Some(reply.trace()),
            Self::Unwatch { .. }
            | Self::View { .. }
            | Self::Tell(_)
            | Self::Close { .. }
            | Self::Floor { .. }
            | Self::Standing { .. } => None,
        }
    }

    /// Answers that it cannot be.
    pub(super) fn refuse(self, error: RoomError) {
        match self {
            Self::Request(request) => request.reply.refuse(error),
            Self::Watch(watch) => watch.reply.refuse(error),
            Self::TakeOver { reply, .. } => reply.refuse(error),
            Self::Close { reply, .. } => {
                // Whoever asked may have gone.
                let _ = reply.send(Err(error));
            }
            Self::Unwatch { .. }
            | Self::View { .. }
            | Self::Standing { .. }
            | Self::Floor { .. }
            | Self::Tell(_) => {}
        }
    }
}

/// The way into a room's queue.
#[derive(Debug, Clone)]
pub(super) struct Inbox {
    queue: mpsc::Sender<Message>,
    /// Who has a seat: their messages may fill the whole queue, those of others only a part of it.
    players: SeatedUsers,
}

/// Who has a seat in a room. Written by the room, read by whoever sends it something while its queue is filling.
#[derive(Debug, Clone, Default)]
pub(super) struct SeatedUsers(Arc<Mutex<Vec<UserId>>>);

impl SeatedUsers {
    /// Notes who has one now; returns who had one before.
    pub(super) fn set(&self, users: Vec<UserId>) -> Vec<UserId> {
        std::mem::replace(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner), users)
    }

    fn contains(&self, user: UserId) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains(&user)
    }
}

impl Inbox {
    pub(super) fn new(queue_messages: usize) -> (Self, mpsc::Receiver<Message>) {
        let (queue, messages) = mpsc::channel(queue_messages);
        (Self { queue, players: SeatedUsers::default() }, messages)
    }

    /// Whether the room's task has ended or is about to.
    pub(super) fn is_closed(&self) -> bool {
        self.queue.is_closed()
    }

    pub(super) fn players(&self) -> &SeatedUsers {
        &self.players
    }

    pub(super) fn send(&self, message: Message) -> Result<(), TrySendError<Message>> {
        let free = self.queue.capacity();
        if free <= self.queue.max_capacity() / RESERVED_PART
            && !message.user().is_some_and(|user| self.players.contains(user))
            && !self.queue.is_closed()
        {
            return Err(TrySendError::Full(message));
        }
        self.queue.try_send(message)
    }
}

impl RoomHandle {
    pub(super) fn new(rooms: Rooms, id: RoomId, inbox: Inbox) -> Self {
        Self { rooms, id, inbox }
    }

    /// All rooms.
    pub(super) fn rooms(&self) -> &Rooms {
        &self.rooms
    }

    /// Which room it is.
    pub fn id(&self) -> RoomId {
        self.id
    }

    /// Has a player's command carried out. The answer goes to its `reply`, once what it causes is on disk.
    pub async fn request(&self, request: Request) {
        self.deliver(Message::Request(Box::new(request))).await;
    }

    /// Has a player's command carried out, and waits for the answer.
    ///
    /// # Errors
    /// Why it was not.
    pub async fn carry_out(&self, user: UserId, command: Command, id: Option<Box<str>>) -> Answer {
        let (reply, answer) = Reply::channel();
        let (reply, received_at) = (reply.traced(Traced::current()), self.rooms.now());
        self.request(Request { through: None, user, command, id, received_at, reply }).await;
        answer.await.map_err(|_| RoomError::Busy)?
    }

    /// Lets somebody follow the room: first comes the answer, then what they have to know, then every update.
    pub async fn watch(&self, watch: Watch) {
        self.deliver(Message::Watch(Box::new(watch))).await;
    }

    /// Ends a subscription. Waits for a place in the queue: a room must not think that somebody follows it who does not.
    pub async fn unwatch(&self, id: SubscriberId) {
        // A room that has left memory has nobody who follows it.
        let _ = self.inbox.queue.send(Message::Unwatch { id }).await;
    }

    /// Lets `user` play through this subscriber from now on.
    pub async fn take_over(&self, id: SubscriberId, user: UserId, reply: Reply) {
        self.deliver(Message::TakeOver { id, user, reply }).await;
    }

    /// Tells whoever follows the room something that only the caller can know. It is left out where the room has too much to do.
    pub async fn tell(&self, notice: Notice) {
        self.deliver(Message::Tell(notice)).await;
    }

    /// Ends what goes on in the room, for those who run the server: whoever waits gets up, a game that is under way is aborted. Returns
    /// whether there was anything to end.
    ///
    /// # Errors
    /// When the room cannot be read, is overloaded, or nothing can be stored.
    pub async fn close(&self) -> Result<bool, RoomError> {
        self.close_if(None).await
    }

    /// Lets everybody get up who waits in the room for others, if nothing has happened there since `quiet_since`. Returns whether that was so.
    ///
    /// # Errors
    /// As [`close`](Self::close).
    pub async fn close_waiting(&self, quiet_since: Timestamp) -> Result<bool, RoomError> {
        self.close_if(Some(quiet_since)).await
    }

    async fn close_if(&self, quiet_since: Option<Timestamp>) -> Result<bool, RoomError> {
        let (reply, closed) = oneshot::channel();
        self.deliver(Message::Close { quiet_since, reply }).await;
        closed.await.map_err(|_| RoomError::Busy)?
    }

    /// The room as `user` may see it, at most some hundred milliseconds ago where nothing has happened since.
    ///
    /// # Errors
    /// When the room cannot be read, or is overloaded.
    pub async fn view(&self, user: Option<UserId>) -> Result<SharedView, RoomError> {
        let (reply, view) = oneshot::channel();
        self.deliver(Message::View { user, reply }).await;
        view.await.map_err(|_| RoomError::Busy)
    }

    async fn deliver(&self, message: Message) {
        match self.inbox.send(message) {
            Ok(()) => {}
            Err(TrySendError::Full(message)) => message.refuse(RoomError::Busy),
            Err(TrySendError::Closed(message)) => self.rooms.redeliver(self.id, message).await,
        }
    }
}

impl Rooms {
    /// Brings a message to a room that has left memory since its handle was given out.
    pub(super) async fn redeliver(&self, id: RoomId, mut message: Message) {
        for _ in 0..MAX_TRIES {
            let inbox = match Box::pin(self.inbox(id)).await {
                Ok(inbox) => inbox,
                Err(error) => return message.refuse(error),
            };
            match inbox.send(message) {
                Ok(()) => return,
                Err(TrySendError::Full(message)) => return message.refuse(RoomError::Busy),
                Err(TrySendError::Closed(returned)) => {
                    message = returned;
                    tokio::task::yield_now().await;
                }
            }
        }
        message.refuse(RoomError::Busy);
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[tokio::test]
    async fn strangers_leave_half_of_a_queue_to_those_who_have_a_seat() {
        let (inbox, _messages) = Inbox::new(8);
        let player = UserId(Uuid::from_u128(1));
        inbox.players().set(vec![player]);
        let view = |user| Message::View { user, reply: oneshot::channel().0 };
        let from_strangers = (0..8).filter(|_| inbox.send(view(None)).is_ok()).count();
        let from_player = (0..8).filter(|_| inbox.send(view(Some(player))).is_ok()).count();
        assert_eq!((from_strangers, from_player), (4, 4));
    }
}
