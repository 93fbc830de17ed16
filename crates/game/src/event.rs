//! What has happened at a table.

use serde::{Deserialize, Serialize};

use crate::command::Offer;
use crate::{GameId, MoveText, Outcome, Player, Seat, Settings, Timestamp, UserId};

/// An event with its place in the table's history: what is stored, and all that is needed to have the table again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Its number, from 1, without gaps.
    pub seq: u64,
    /// When it happened; never earlier than the record before.
    pub at: Timestamp,
    /// The command that caused it; `None` where time or the server did.
    pub cause: Option<Cause>,
    /// What happened.
    pub event: Event,
}

/// The command that caused an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cause {
    /// Who sent it.
    pub user: UserId,
    /// The id that the sender gave it.
    #[serde(rename = "id")]
    pub command: Box<str>,
}

/// What happened. The serialised form is what storage keeps: old events must stay readable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// The table was set up: always the first event.
    Created {
        /// What is played at it.
        settings: Box<Settings>,
    },
    /// Somebody took a seat.
    Seated {
        /// Which.
        seat: Seat,
        /// Who.
        player: Box<Player>,
    },
    /// Somebody gave up their seat.
    Left {
        /// Which.
        seat: Seat,
    },
    /// All seats were taken: a game began.
    Started {
        /// Its id.
        game: GameId,
    },
    /// A move was played.
    Moved {
        /// By whom.
        seat: Seat,
        /// Which.
        #[serde(rename = "move")]
        mv: MoveText,
    },
    /// A seat offered something.
    Offered {
        /// Which.
        seat: Seat,
        /// What.
        what: Offer,
    },
    /// A seat turned an offer down.
    Declined {
        /// Which.
        seat: Seat,
        /// What.
        what: Offer,
    },
    /// The game ended.
    Finished {
        /// How.
        outcome: Box<Outcome>,
    },
    /// A player came to watch the table or stopped watching it.
    Presence {
        /// Whose seat.
        seat: Seat,
        /// Whether the player watches now.
        connected: bool,
    },
    /// The server is about to stop: the clocks stand still.
    Paused,
    /// The server is back. Nobody is connected yet, and the time between is charged to nobody.
    Resumed,
}
