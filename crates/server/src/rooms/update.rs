//! What a room tells its subscribers.

use sumito_game::{Clocks, RoomId, Timestamp};

use super::{RoomEvent, RoomView, SeatRating};
use crate::shared::Shared;

/// What a room tells its subscribers.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "nearly all are events, and all are shared")]
pub enum Update {
    /// Something happened, and is stored. The only kind that is numbered: all others tell how things stand now.
    Event(RoomEvent),
    /// The whole room.
    View(SharedView),
    /// Which of the players are there.
    Presence {
        /// Of which room.
        room: RoomId,
        /// By seat.
        seats: Vec<SeatPresence>,
    },
    /// How strong the players are.
    Ratings {
        /// Of which room.
        room: RoomId,
        /// By seat; nothing where nobody sits, or where that is not known.
        seats: Vec<Option<SeatRating>>,
    },
    /// The clocks have changed though nothing happened in the game.
    Clock {
        /// Of which room.
        room: RoomId,
        /// The moment at which they stood so.
        at: Timestamp,
        /// How they stood.
        clocks: Clocks,
        /// Why they have changed.
        cause: ClockCause,
    },
    /// Whether this subscriber is the one that its user plays through.
    Control {
        /// In which room.
        room: RoomId,
        /// Whether it is.
        yours: bool,
    },
    /// Something else that concerns the room.
    Notice {
        /// Which room.
        room: RoomId,
        /// What it is.
        notice: Notice,
    },
}

/// Whether the player on a seat is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SeatPresence {
    /// Whether they are there.
    pub connected: bool,
    /// When the others can claim the game from them; `None` when they cannot.
    pub claimable_at: Option<Timestamp>,
}

/// Why clocks have changed though nothing happened in the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockCause {
    /// The server is about to stop: they stand still.
    Stopping,
    /// The server can store again: they go on.
    Continued,
    /// The subscriber has come back and has to know how they stand.
    Resumed,
}

/// What else concerns a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notice {
    /// Nothing can be stored: the clocks stand still, and commands are refused.
    StorageUnavailable,
    /// The room cannot go on.
    RoomLost,
    /// The computer player whose turn it is has to wait for a place to think.
    ComputerWaits,
}

/// A room at one moment, for all who look at it meanwhile.
pub type SharedView = Shared<RoomView>;

/// An update on its way to all subscribers.
pub type SharedUpdate = Shared<Update>;
