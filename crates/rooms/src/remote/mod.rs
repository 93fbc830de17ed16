//! Rooms of other nodes. Several nodes share a database; each room is in the memory of one of them, its **owner**.
//!
//! A node that needs a room of another node starts a **follower**: an actor in the registry that receives the same messages as the room and
//! forwards them. Callers cannot tell the difference. The owner answers, and sends updates for the follower's subscribers.
//!
//! Nodes send each other [`Parcel`]s over the bus. Parcels of one node to another arrive in order, so that an answer comes before the
//! updates that result from it. Whenever one may be missing, both sides start again: the owner forgets the subscribers of the other nodes,
//! and their subscribers resubscribe.
//!
//! | file | content |
//! |---|---|
//! | `follower` | the actor that stands for a room of another node |
//! | `owner` | requests of other nodes to rooms of this node |
//! | `outgoing` | the parcels between nodes: sent in batches, and received |

mod follower;
mod outgoing;
mod owner;

use serde::{Deserialize, Serialize};
use sumito_game::{AddedTime, Command, RoomId, Timestamp, UserId};

use super::{CommandOutcome, EncodedUpdate, EncodedView, Notice, RoomError, RoomUpdate, RoomView};
use sumito_kit::telemetry::TraceParent;
use sumito_kit::topic::SubscriberId;

pub(crate) use follower::Follower;
pub(super) use outgoing::{Connectivity, Outgoing};
pub(super) use owner::run;

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
    /// To the follower: the room has dropped these subscriptions.
    Disconnect { room: RoomId, subscribers: Vec<SubscriberId> },
    /// To the follower: this node does not own the room.
    NotOwner { room: RoomId },
    /// A piece of the text of a parcel that is too large for one message. The pieces of a parcel follow each other.
    Piece { text: String, is_last: bool },
    /// To all: parcels may be missing. The sender has forgotten the subscribers of the receiver's node.
    Restart,
}

impl Parcel {
    /// Returns the size of its text in bytes, about, and never much less.
    fn weight(&self) -> usize {
        let of_content = match self {
            Self::Update { subscribers, update, .. } => {
                let of_view = match update.value() {
                    RoomUpdate::View(view) => weight_of(view.value()),
                    RoomUpdate::ConditionalMoves { lines, .. } => {
                        lines.iter().map(|line| line.len() * WEIGHT_OF_TEXT).sum()
                    }
                    _ => 0,
                };
                of_view + subscribers.len() * WEIGHT_OF_SUBSCRIBER
            }
            Self::Answer { answer: Answer::View(view), .. } => weight_of(view.value()),
            Self::Disconnect { subscribers, .. } => subscribers.len() * WEIGHT_OF_SUBSCRIBER,
            Self::Piece { text, .. } => text.len(),
            Self::Ask { ask, .. } => ask.weight(),
            _ => 0,
        };
        WEIGHT + of_content
    }
}

impl Ask {
    /// Returns the size of a client's text, with room for escapes.
    fn weight(&self) -> usize {
        let Self::Request { command, id, .. } = self else { return 0 };
        let text = match command {
            Command::Play { text, .. } => text.len(),
            Command::SetConditionalMoves { lines, .. } => {
                lines.iter().flatten().map(|text| text.len() + SEPARATOR).sum::<usize>()
                    + lines.len() * SEPARATOR
            }
            _ => 0,
        };
        WEIGHT_OF_ESCAPE * (text + id.as_ref().map_or(0, |id| id.len()))
    }
}

/// Bytes that a byte of a client's text takes at most.
const WEIGHT_OF_ESCAPE: usize = 6;

/// Size of a parcel without a snapshot and a list, in bytes.
const WEIGHT: usize = 2 * 1024;

/// Size of the id of a subscriber, in bytes.
const WEIGHT_OF_SUBSCRIBER: usize = 40;

/// Size of the notation of a move in a list, in bytes.
const WEIGHT_OF_TEXT: usize = 9;

/// Bytes around a text in a list.
const SEPARATOR: usize = 3;

/// Size of a move in a snapshot, in bytes.
const WEIGHT_OF_MOVE: usize = 192;

/// Returns the size of a snapshot, about.
fn weight_of(view: &RoomView) -> usize {
    view.game.as_ref().map_or(0, |game| game.moves.len() * WEIGHT_OF_MOVE)
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
        /// The trace of the command, if it is traced.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        trace: Option<TraceParent>,
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
    AddTime {
        call: CallId,
        added: AddedTime,
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
