//! Handles that send requests to a room.

use sumito_game::{AddedTime, Command, RoomId, Timestamp, UserId};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::oneshot;

use super::reply::{CommandResult, Reply};
use super::update::EncodedView;
use super::{MyGame, Notice, RoomError, RoomOccupancy, RoomUpdate, Rooms};
use sumito_kit::registry::{self, Message as _};
use sumito_kit::telemetry::TraceSpan;
use sumito_kit::topic::{Subscriber, SubscriberId};

/// Handle for sending requests to a room. Cheap to clone.
///
/// A handle is valid for the lifetime of the server: a room that has left memory is reloaded for a request. All methods return once
/// the request is in the room's queue. The room handles requests of one caller in the order in which they were made.
#[derive(Debug, Clone)]
pub struct RoomHandle {
    rooms: Rooms,
    id: RoomId,
    inbox: Inbox,
}

/// A player's command.
#[derive(Debug)]
pub struct Request {
    /// The subscriber that sent the command, if any.
    pub through: Option<SubscriberId>,
    /// The user who sent it.
    pub user: UserId,
    /// The command to carry out.
    pub command: Command,
    /// The id that the sender chose: a command with the same id takes effect only once.
    pub id: Option<Box<str>>,
    /// Time at which it reached the server: the player is not charged for the time since then.
    pub received_at: Timestamp,
    /// Receiver of the answer.
    pub reply: Reply,
}

/// A request to follow a room.
#[derive(Debug)]
pub struct Watch {
    /// Id of the subscriber. If a subscriber with this id follows the room already, it is replaced.
    pub id: SubscriberId,
    /// The user of the subscriber; `None` if anonymous.
    pub user: Option<UserId>,
    /// Receiver of the updates.
    pub subscriber: Box<dyn Subscriber<RoomUpdate>>,
    /// The subscriber's last event. Later events are sent one by one, or as the whole room if there are too many.
    pub since: Option<u64>,
    /// Receiver of the answer.
    pub reply: Reply,
}

/// Messages to a room's task. Large variants are boxed because a message is moved several times.
#[derive(Debug)]
pub(super) enum Message {
    /// Carries out a player's command.
    Request(Box<Request>),
    /// Adds a subscriber.
    Watch(Box<Watch>),
    /// Removes a subscriber.
    Unwatch { id: SubscriberId },
    /// Lets `user` play through this subscriber.
    TakeOver { id: SubscriberId, user: UserId, reply: Reply },
    /// Returns the room in the view of `user`; `None` for an anonymous user.
    View { user: Option<UserId>, reply: oneshot::Sender<EncodedView> },
    /// Sends its subscribers a notice that only another part of the server can give.
    Notify(Notice),
    /// Ends the running game or the waiting at a moderator's request; answers whether there was anything to end.
    Close {
        /// Only if the room waits for players and has had no event since this time.
        quiet_since: Option<Timestamp>,
        reply: oneshot::Sender<Result<bool, RoomError>>,
    },
    /// Gives a player more time at a director's order; answers whether this changed anything.
    AddTime { added: AddedTime, reply: oneshot::Sender<Result<bool, RoomError>> },
    /// Shows the room again to the nodes that follow its players or the room.
    Show,
    /// Moves the room to another node.
    HandOver(HandOver),
    /// Returns the room's players, and whether a game is under way.
    RoomOccupancy { reply: oneshot::Sender<RoomOccupancy> },
    /// Returns the room's summary for the list of `user`'s games.
    MyGame { user: UserId, reply: oneshot::Sender<MyGame> },
}

impl registry::Message for Message {
    type Error = RoomError;

    fn user(&self) -> Option<UserId> {
        match self {
            Self::Request(request) => Some(request.user),
            Self::Watch(watch) => watch.user,
            Self::TakeOver { user, .. } | Self::MyGame { user, .. } => Some(*user),
            Self::View { user, .. } => *user,
            Self::Unwatch { .. }
            | Self::Notify(_)
            | Self::Close { .. }
            | Self::AddTime { .. }
            | Self::Show
            | Self::HandOver(_)
            | Self::RoomOccupancy { .. } => None,
        }
    }

    fn reject(self, error: RoomError) {
        match self {
            Self::Request(request) => request.reply.refuse(error),
            Self::Watch(watch) => watch.reply.refuse(error),
            Self::TakeOver { reply, .. } => reply.refuse(error),
            Self::Close { reply, .. } | Self::AddTime { reply, .. } => {
                // The caller may have stopped waiting.
                let _ = reply.send(Err(error));
            }
            Self::Unwatch { .. }
            | Self::View { .. }
            | Self::MyGame { .. }
            | Self::Show
            | Self::RoomOccupancy { .. }
            | Self::HandOver(_)
            | Self::Notify(_) => {}
        }
    }
}

impl Message {
    /// Returns whether the answer shows the state of the room.
    pub(super) fn shows_room(&self) -> bool {
        matches!(self, Self::Watch(_) | Self::View { .. } | Self::RoomOccupancy { .. } | Self::MyGame { .. })
    }

    /// Returns the trace of the message, if it has an answer that may be traced.
    pub(super) fn trace(&self) -> Option<&TraceSpan> {
        match self {
            Self::Request(request) => Some(request.reply.trace()),
            Self::Watch(watch) => Some(watch.reply.trace()),
            Self::TakeOver { reply, .. } => Some(reply.trace()),
            Self::Unwatch { .. }
            | Self::View { .. }
            | Self::Notify(_)
            | Self::Close { .. }
            | Self::AddTime { .. }
            | Self::Show
            | Self::HandOver(_)
            | Self::RoomOccupancy { .. }
            | Self::MyGame { .. } => None,
        }
    }
}

/// A request to move a room to another node.
#[derive(Debug)]
pub(super) struct HandOver {
    /// Receives the id of the room once nothing more will happen in it. It is dropped if the room stays.
    pub(super) ready: oneshot::Sender<RoomId>,
    /// Received, or dropped, when the claim to the room is free, or taken by another node.
    pub(super) moved: oneshot::Receiver<()>,
}

/// The sending side of a room's queue.
pub(super) type Inbox = registry::Inbox<Message>;

impl RoomHandle {
    pub(super) fn new(rooms: Rooms, id: RoomId, inbox: Inbox) -> Self {
        Self { rooms, id, inbox }
    }

    /// Returns the registry of rooms.
    pub(super) fn rooms(&self) -> &Rooms {
        &self.rooms
    }

    /// Returns the id of the room.
    pub fn id(&self) -> RoomId {
        self.id
    }

    /// Sends a player's command to the room. The answer goes to the request's `reply` once the effects are on disk.
    pub async fn request(&self, request: Request) {
        self.deliver(Message::Request(Box::new(request))).await;
    }

    /// Sends a player's command to the room and waits for the answer.
    ///
    /// # Errors
    /// Returns the reason why the command was rejected.
    pub async fn execute(&self, user: UserId, command: Command, id: Option<Box<str>>) -> CommandResult {
        let (reply, answer) = Reply::channel();
        let (reply, received_at) = (reply.traced(TraceSpan::current()), self.rooms.now());
        self.request(Request { through: None, user, command, id, received_at, reply }).await;
        answer.await.map_err(|_| RoomError::Busy)?
    }

    /// Subscribes to the room. The answer comes first, then the current state, then every update.
    pub async fn watch(&self, watch: Watch) {
        self.deliver(Message::Watch(Box::new(watch))).await;
    }

    /// Ends a subscription. Waits for space in the queue, because a lost message would leave the subscriber in the room.
    pub async fn unwatch(&self, id: SubscriberId) {
        let ended = !self.inbox.send(Message::Unwatch { id }).await;
        // The room has left memory without subscribers, but the subscription may have loaded it again.
        if ended && let Some(inbox) = self.rooms.active_inbox(self.id) {
            inbox.send(Message::Unwatch { id }).await;
        }
    }

    /// Makes this the subscriber through which `user` plays.
    pub async fn take_over(&self, id: SubscriberId, user: UserId, reply: Reply) {
        self.deliver(Message::TakeOver { id, user, reply }).await;
    }

    /// Sends the room's subscribers a notice that only the caller can give. The notice is dropped if the room is overloaded.
    pub async fn send_notice(&self, notice: Notice) {
        self.deliver(Message::Notify(notice)).await;
    }

    /// Ends the room's activity on behalf of a moderator: waiting players leave their seats, and a running game is aborted. Returns
    /// whether there was anything to end.
    ///
    /// # Errors
    /// Fails if the room cannot be read or is overloaded, or if the storage is unavailable.
    pub async fn close(&self) -> Result<bool, RoomError> {
        self.close_if(None).await
    }

    /// Removes all waiting players from their seats if the room has had no event since `quiet_since`. Returns whether that was the case.
    ///
    /// # Errors
    /// The same as for [`close`](Self::close).
    pub async fn close_waiting(&self, quiet_since: Timestamp) -> Result<bool, RoomError> {
        self.close_if(Some(quiet_since)).await
    }

    /// Gives a player of the running game more time, once for each order. Returns whether this changed anything.
    ///
    /// # Errors
    /// The same as for [`close`](Self::close).
    pub async fn add_time(&self, added: AddedTime) -> Result<bool, RoomError> {
        let (reply, done) = oneshot::channel();
        self.deliver(Message::AddTime { added, reply }).await;
        done.await.map_err(|_| RoomError::Busy)?
    }

    async fn close_if(&self, quiet_since: Option<Timestamp>) -> Result<bool, RoomError> {
        let (reply, closed) = oneshot::channel();
        self.deliver(Message::Close { quiet_since, reply }).await;
        closed.await.map_err(|_| RoomError::Busy)?
    }

    /// Returns the room in the view of `user`. If there was no event since, the view may be a few hundred milliseconds old.
    ///
    /// # Errors
    /// Fails if the room cannot be read or is overloaded.
    pub async fn view(&self, user: Option<UserId>) -> Result<EncodedView, RoomError> {
        let (reply, view) = oneshot::channel();
        self.deliver(Message::View { user, reply }).await;
        view.await.map_err(|_| RoomError::Busy)
    }

    async fn deliver(&self, message: Message) {
        match self.inbox.try_send(message) {
            Ok(()) => {}
            Err(TrySendError::Full(message)) => message.reject(RoomError::Busy),
            Err(TrySendError::Closed(message)) => self.rooms.redeliver(self.id, message).await,
        }
    }
}
