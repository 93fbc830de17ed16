//! Rooms of other nodes. Several nodes share a database; each room is in the memory of one of them, its **owner**.
//!
//! A node that needs a room of another node starts a **follower**: an actor in the registry that receives the same messages as the room and
//! forwards them. Callers cannot tell the difference. The owner answers, and sends updates for the follower's subscribers.
//!
//! Nodes send each other [`Parcel`]s over the bus. Those of one node to another arrive in order, so that an answer comes before the updates
//! that result from it. Whenever one may be missing, both sides start again: the owner forgets the subscribers of the other nodes, and their
//! subscribers come back.
//!
//! | file | content |
//! |---|---|
//! | `directory` | which node owns a room |
//! | `follower` | the actor that stands for a room of another node |
//! | `owner` | requests of other nodes to rooms of this node |
//! | `post` | the parcels between nodes: sent in batches, and received |

mod directory;
mod follower;
mod owner;
mod post;

use serde::{Deserialize, Serialize};
use sumito_game::{Command, RoomId, Timestamp, UserId};

use super::{CommandOutcome, EncodedUpdate, EncodedView, Notice, RoomError};
use sumito_kit::topic::SubscriberId;

pub(super) use directory::{Directory, Owner};
pub(super) use follower::Follower;
pub(super) use owner::run;
pub(super) use post::Post;

/// Number of a request that awaits an answer. Unique on the node that sent it.
type CallId = u64;

/// A message between the node of a follower and the owner of its room.
#[derive(Debug, Serialize, Deserialize)]
enum Parcel {
    /// To the owner: a request to a room.
    Ask { room: RoomId, ask: Box<Ask> },
    /// To the follower: an answer.
    Answer { room: RoomId, call: CallId, answer: Answer },
    /// To the follower: an update for these subscribers.
    Update { room: RoomId, subscribers: Vec<SubscriberId>, update: EncodedUpdate },
    /// To the follower: the room has ended these subscriptions by itself.
    Disconnect { room: RoomId, subscribers: Vec<SubscriberId> },
    /// To the follower: this node does not own the room.
    NotOwner { room: RoomId },
    /// To all: parcels may be missing. The sender has forgotten the subscribers of the receiver's node.
    Restart,
}

/// A request to a room of another node. It has the content of the room's own message.
#[derive(Debug, Serialize, Deserialize)]
enum Ask {
    Request {
        call: CallId,
        through: Option<SubscriberId>,
        user: UserId,
        command: Command,
        id: Option<Box<str>>,
    },
    Watch {
        call: CallId,
        id: SubscriberId,
        user: Option<UserId>,
        since: Option<u64>,
        free_places: usize,
    },
    Unwatch {
        id: SubscriberId,
    },
    TakeOver {
        call: CallId,
        id: SubscriberId,
        user: UserId,
    },
    View {
        call: CallId,
        user: Option<UserId>,
    },
    Notify {
        notice: Notice,
    },
    Close {
        call: CallId,
        quiet_since: Option<Timestamp>,
    },
}

/// An answer to an [`Ask`].
#[derive(Debug, Serialize, Deserialize)]
enum Answer {
    Done(CommandOutcome),
    View(EncodedView),
    Closed(bool),
    Refused(RoomError),
}

impl Answer {
    /// Returns the answer for a refused request. Errors that only creating a room can cause are no answers.
    fn refused(error: RoomError) -> Self {
        Self::Refused(if matches!(error, RoomError::Settings(_)) { RoomError::Internal } else { error })
    }
}
