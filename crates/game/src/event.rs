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
    /// Somebody said that they are ready to begin, or not after all.
    Ready {
        /// Which seat.
        seat: Seat,
        /// Whether they are.
        ready: bool,
    },
    /// A game began.
    Started {
        /// Its id.
        game: GameId,
        /// Whether everybody moved on by one seat before: a rematch.
        #[serde(default, skip_serializing_if = "is_false")]
        turned: bool,
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
        /// How long the network took, in microseconds, as the server has measured it.
        #[serde(default, skip_serializing_if = "is_zero")]
        lag_us: u32,
    },
    /// A seat offered something, or agreed to what others have still to answer.
    Offered {
        /// Which.
        seat: Seat,
        /// What.
        what: Offer,
    },
    /// A seat turned an offer down or took it back.
    Declined {
        /// Which.
        seat: Seat,
        /// What.
        what: Offer,
    },
    /// All who had to agree did: moves were taken back.
    TakenBack {
        /// Plies that are left.
        ply: u32,
    },
    /// A seat plays no more, and the others go on.
    Eliminated {
        /// Which.
        seat: Seat,
        /// Why.
        reason: Reason,
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
        /// Whether they left, rather than being cut off.
        #[serde(default, skip_serializing_if = "is_false")]
        on_purpose: bool,
    },
    /// The server was about to stop, or could not store anything: the clocks stood still.
    Paused,
    /// The server was back. Nobody was connected, and the time between is charged to nobody.
    Resumed,
    /// The server could store again: the clocks went on.
    Continued,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl Event {
    /// Whether this is what `command` causes when it is carried out. Tells a command that is sent again from another one
    /// for which a careless client has used the same id.
    pub fn is_effect_of(&self, command: &Command) -> bool {
        let lost_by = |why: Reason| match self {
            Self::Finished { outcome } => outcome.reason == why,
            Self::Eliminated { reason, .. } => *reason == why,
            _ => false,
        };
        let agreed = |offer: &Offer| match (self, offer) {
            (Self::Offered { what, .. }, _) => what == offer,
            (Self::Finished { outcome }, Offer::Draw) => outcome.reason == Reason::Agreement,
            (_, Offer::Resignation) => lost_by(Reason::Resignation),
            (Self::TakenBack { .. }, Offer::Takeback)
            | (Self::Started { turned: true, .. }, Offer::Rematch) => true,
            _ => false,
        };
        match command {
            Command::Join { .. } => matches!(self, Self::Seated { .. }),
            Command::Leave => matches!(self, Self::Left { .. }),
            Command::Ready(wish) => matches!(self, Self::Ready { ready, .. } if ready == wish),
            Command::Play { ply, .. } => matches!(self, Self::Moved { ply: played, .. } if played == ply),
            Command::Offer(offer) | Command::Accept(offer) => agreed(offer),
            Command::Decline(offer) => matches!(self, Self::Declined { what, .. } if what == offer),
            Command::Resign => agreed(&Offer::Resignation),
            Command::Abort => lost_by(Reason::Aborted),
            Command::Claim(_) => lost_by(Reason::Abandoned),
        }
    }
}
