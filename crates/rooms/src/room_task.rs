//! The task of a room on this node. It is the room itself if this node owns it, or a follower of the owner, and becomes the other when the
//! owner changes. Handles and queued messages are unaffected.

use std::time::Duration;

use sumito_game::{RoomId, UserId};
use tokio::sync::mpsc;
use tokio::time::Instant;
use tracing::debug;

use super::handle::{Message, Watch};
use super::registry::Placement;
use super::remote::Follower;
use super::reply::Reply;
use super::room::{Room, RoomFailed};
use super::{RoomError, RoomUpdate, Rooms};
use sumito_kit::registry::{Members, Message as _};
use sumito_kit::retry::Retry;
use sumito_kit::topic::{Subscriber, SubscriberId};

/// Time for which the task searches for the new owner of a room.
const FIND_WITHIN: Duration = Duration::from_secs(5);

/// Bounds of the pauses between two tries, and before another search for an owner that was just found.
const FIND_AGAIN: (Duration, Duration) = (Duration::from_millis(20), Duration::from_millis(500));

/// The task of a room on this node.
pub(super) enum RoomTask {
    /// This node owns the room.
    Owner(Box<Room>),
    /// Another node owns it.
    Follower(Box<Follower>),
}

impl RoomTask {
    pub(super) fn placement(&self) -> Placement {
        match self {
            Self::Owner(_) => Placement::Here,
            Self::Follower(_) => Placement::Elsewhere,
        }
    }
}

/// End of a task.
pub(super) enum TaskEnd {
    /// The task ends.
    Over(Result<(), RoomFailed>),
    /// The owner has changed, or may have.
    Moved(Carried),
}

/// State carried to the next task.
#[derive(Default)]
pub(super) struct Carried {
    /// In the order in which they subscribed.
    pub(super) subscribers: Vec<CarriedSubscriber>,
    /// Commands without an answer so far. The owner finds out by their ids which of them took effect.
    pub(super) commands: Vec<Message>,
}

/// A subscriber to move to the next owner.
pub(super) struct CarriedSubscriber {
    pub(super) id: SubscriberId,
    pub(super) user: Option<UserId>,
    pub(super) subscriber: Box<dyn Subscriber<RoomUpdate>>,
    /// The last event that it has received.
    pub(super) since: Option<u64>,
    /// The answer to its subscription, if that is missing.
    pub(super) reply: Option<Reply>,
}

impl Carried {
    /// Refuses the commands, and disconnects the subscribers: they come back later.
    fn give_up(self) {
        for command in self.commands {
            command.reject(RoomError::Unavailable);
        }
        for carried in self.subscribers {
            carried.subscriber.disconnect();
        }
    }
}

impl CarriedSubscriber {
    /// Returns the message that subscribes it again.
    pub(super) fn into_watch(self) -> Watch {
        let Self { id, user, subscriber, since, reply } = self;
        Watch { id, user, subscriber, since, reply: reply.unwrap_or_else(|| Reply::new(drop)) }
    }
}

/// Runs the task of a room, until it leaves memory. Returns the messages that came too late.
pub(super) async fn run(
    rooms: Rooms,
    id: RoomId,
    mut task: RoomTask,
    mut inbox: mpsc::Receiver<Message>,
    players: Members,
) -> (Vec<Message>, Result<(), RoomFailed>) {
    let (active, mut carried) = (rooms.context().active.clone(), Carried::default());
    let mut moves = Retry::quiet("move of a room").pauses(FIND_AGAIN.0, FIND_AGAIN.1);
    let outcome = loop {
        let began = Instant::now();
        let end = match task {
            RoomTask::Owner(room) => room.run(&mut inbox, &players, carried).await,
            RoomTask::Follower(follower) => Box::pin(follower.run(&mut inbox, carried)).await,
        };
        carried = match end {
            TaskEnd::Over(outcome) => break outcome,
            TaskEnd::Moved(carried) => carried,
        };
        if began.elapsed() < FIND_AGAIN.0 {
            moves.pause("its owner has changed at once").await;
        } else {
            moves.succeeded();
        }
        task = match Box::pin(find(&rooms, id)).await {
            Ok(task) => {
                active.reclassify(id, task.placement());
                task
            }
            Err(error) => {
                debug!(room = %id, %error, "owner of a room not found");
                carried.give_up();
                break Ok(());
            }
        };
    };
    (active.retire(id, &mut inbox).await, outcome)
}

/// Finds the owner of a room, and loads the room if that is this node. Waits for an owner for a while.
async fn find(rooms: &Rooms, id: RoomId) -> Result<RoomTask, RoomError> {
    let give_up_at = Instant::now() + FIND_WITHIN;
    let mut retry = Retry::quiet("search for the owner of a room").pauses(FIND_AGAIN.0, FIND_AGAIN.1);
    loop {
        match rooms.find(id).await {
            Err(error @ RoomError::Unavailable) if Instant::now() < give_up_at && !rooms.is_stopping() => {
                retry.pause(error).await;
            }
            found => return found,
        }
    }
}
