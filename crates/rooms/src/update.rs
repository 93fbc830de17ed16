//! Updates that a room sends to its subscribers.

use serde::{Deserialize, Serialize};
use sumito_game::{Clocks, Line, RoomId, Timestamp};

use super::{RoomEvent, RoomView, SeatRating};
use sumito_kit::encoded::Encoded;

/// An update from a room to its subscribers.
#[derive(Debug, Serialize, Deserialize)]
#[expect(clippy::large_enum_variant, reason = "nearly all are events, and all are shared")]
pub enum RoomUpdate {
    /// A stored event. Only this kind is numbered: all others describe the current state.
    Event(RoomEvent),
    /// The state of the whole room.
    View(EncodedView),
    /// Presence of the players.
    Presence {
        /// Id of the room.
        room: RoomId,
        /// Presence, indexed by seat.
        seats: Vec<SeatPresence>,
    },
    /// Ratings of the players.
    Ratings {
        /// Id of the room.
        room: RoomId,
        /// Ratings by seat; `None` for an empty seat or an unknown rating.
        seats: Vec<Option<SeatRating>>,
    },
    /// The clocks changed without an event in the game.
    Clock {
        /// Id of the room.
        room: RoomId,
        /// Time at which the clocks were read.
        at: Timestamp,
        /// Values of the clocks.
        clocks: Clocks,
        /// Cause of the change.
        cause: ClockCause,
    },
    /// Whether this subscriber is the subscriber through which its user plays.
    Control {
        /// Id of the room.
        room: RoomId,
        /// Whether the user plays through this subscriber.
        yours: bool,
    },
    /// The conditional moves of the player who receives this. It is sent to no other user.
    ConditionalMoves {
        /// Id of the room.
        room: RoomId,
        /// Plies played before them.
        ply: u32,
        /// The lines of the player.
        lines: Vec<Line>,
    },
    /// Another notice about the room.
    Notice {
        /// Id of the room.
        room: RoomId,
        /// Content of the notice.
        notice: Notice,
    },
}

/// Presence of the player on a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SeatPresence {
    /// Whether the player is online.
    pub connected: bool,
    /// Time from which the others can claim the game; `None` if they cannot.
    pub claimable_at: Option<Timestamp>,
    /// End of the vacation that stops the player's clock here; `None` if the player is on none.
    #[serde(default)]
    pub vacation_until: Option<Timestamp>,
}

/// Cause of a clock change without an event in the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ClockCause {
    /// The server is about to stop: the clocks are paused.
    Stopping,
    /// The storage works again: the clocks run on.
    Continued,
    /// The subscriber has come back and needs the current clocks.
    Resumed,
}

/// Other notices about a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Notice {
    /// The storage is unavailable: the clocks are paused, and commands are rejected.
    StorageUnavailable,
    /// The node that owns the room cannot be reached: commands are rejected, and the clock of a player who cannot be reached is paused.
    OwnerUnreachable,
    /// The player to move is on a node that cannot be reached: the clock of that player is paused.
    PlayerUnreachable,
    /// The room failed and cannot continue.
    RoomLost,
    /// The computer player to move waits for an engine slot.
    ComputerWaits,
}

/// A snapshot of a room, shared by all subscribers that request it.
pub type EncodedView = Encoded<RoomView>;

/// An update shared by all subscribers.
pub type EncodedUpdate = Encoded<RoomUpdate>;
