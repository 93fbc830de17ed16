//! What has happened at a table.

use serde::{Deserialize, Serialize};

use crate::{Command, GameId, MoveText, Offer, Outcome, Player, Reason, Seat, Settings, Timestamp, UserId};

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
        /// Plies played before it.
        ply: u32,
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

impl Event {
    /// Whether this is what `command` causes when it is carried out. Tells a command that is sent again from another one
    /// for which a careless client has used the same id.
    pub fn is_effect_of(&self, command: &Command) -> bool {
        let ended = |by: Reason| matches!(self, Self::Finished { outcome } if outcome.reason == by);
        match command {
            Command::Join { .. } => matches!(self, Self::Seated { .. }),
            Command::Leave => matches!(self, Self::Left { .. }),
            Command::Play { ply, .. } => matches!(self, Self::Moved { ply: played, .. } if played == ply),
            Command::Offer(offer) | Command::Accept(offer) => {
                matches!(self, Self::Offered { what, .. } if what == offer) || ended(Reason::Agreement)
            }
            Command::Decline(offer) => matches!(self, Self::Declined { what, .. } if what == offer),
            Command::Resign => ended(Reason::Resignation),
            Command::Abort => ended(Reason::Aborted),
        }
    }
}
