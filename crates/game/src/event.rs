//! What has happened at a table.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::spans::as_micros;
use crate::{
    Command, Computer, GameId, MoveText, Offer, Outcome, Player, Reason, Seat, Settings, Timestamp, UserId,
};

/// An event with its place in the table's history: what is stored, and all that is needed to have the table again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Its number, from 1, without gaps.
    pub seq: u64,
    /// When it happened; never earlier than the record before.
    pub at: Timestamp,
    /// What the server itself had taken of the running turn when this was recorded: [`Table::server_time`]. The clocks are
    /// exactly the same when they are made again from the records.
    ///
    /// [`Table::server_time`]: crate::Table::server_time
    #[serde(rename = "server_us", with = "as_micros", default, skip_serializing_if = "Duration::is_zero")]
    pub server: Duration,
    /// The command that caused it; `None` where time or the server did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// What happened.
    pub event: Event,
}

/// The command that caused an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cause {
    /// Who sent the command.
    pub user: UserId,
    /// The id that the sender gave it, by which it is known when it is sent again.
    #[serde(rename = "id")]
    pub command: Box<str>,
}

/// What has happened. Serialised, it is what storage keeps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// The table was set up: always the first event.
    Created {
        /// What is played at the table, for all of its life.
        settings: Box<Settings>,
    },
    /// Somebody took a free seat.
    Seated {
        /// The seat that is taken now.
        seat: Seat,
        /// Who sits there.
        player: Box<Player>,
    },
    /// Somebody gave up their seat before the first game.
    Left {
        /// The seat that is free again.
        seat: Seat,
    },
    /// Somebody said that they are ready to begin, or not after all.
    Ready {
        /// Their seat.
        seat: Seat,
        /// Whether they are ready now; the opposite of what was before.
        ready: bool,
    },
    /// A game began. Together with the first event it tells all that was there before.
    Started {
        /// The id of the game.
        game: GameId,
        /// Who plays, by seat: one for each seat of the mode.
        players: Vec<Player>,
        /// Whether it follows another game at the table: everybody has moved on by one seat.
        #[serde(default, skip_serializing_if = "is_false")]
        rematch: bool,
    },
    /// A move was played.
    Moved {
        /// The seat whose turn it was.
        seat: Seat,
        /// Plies played before it.
        ply: u32,
        /// The move as it was played, in Aba-Pro notation.
        #[serde(rename = "move")]
        mv: MoveText,
        /// How long the network took, in microseconds, as the server has measured it.
        #[serde(default, skip_serializing_if = "is_zero")]
        lag_us: u32,
    },
    /// A seat gave away half of its time, and all that moves would have added.
    Berserk {
        /// Which.
        seat: Seat,
    },
    /// A seat offered something, or agreed to what others have still to answer.
    Offered {
        /// Who offers or agrees.
        seat: Seat,
        /// What would happen when all who have to agree do.
        what: Offer,
    },
    /// A seat turned an offer down or took its own back.
    Declined {
        /// Who does not want it.
        seat: Seat,
        /// What does not happen.
        what: Offer,
    },
    /// All who had to agree did: moves were taken back, and the clocks put back to where they were before these moves.
    TakenBack {
        /// Plies that are left.
        ply: u32,
    },
    /// A seat plays no more, and the others go on.
    Eliminated {
        /// The seat that is out; its marbles stay on the board.
        seat: Seat,
        /// What it has lost by.
        reason: Reason,
    },
    /// The game ended.
    Finished {
        /// Who has won, and by what.
        outcome: Box<Outcome>,
    },
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
            | (Self::Started { rematch: true, .. }, Offer::Rematch) => true,
            _ => false,
        };
        match command {
            Command::Join { .. } => matches!(self, Self::Seated { .. }),
            Command::Leave => matches!(self, Self::Left { .. }),
            Command::AddComputer { level, .. } => {
                matches!(self, Self::Seated { player, .. } if player.computer().map(Computer::level) == Some(*level))
            }
            Command::RemoveComputer(wish) => matches!(self, Self::Left { seat } if seat == wish),
            Command::Ready(wish) => matches!(self, Self::Ready { ready, .. } if ready == wish),
            Command::Play { ply, .. } => matches!(self, Self::Moved { ply: played, .. } if played == ply),
            Command::Offer(offer) | Command::Accept(offer) => agreed(offer),
            Command::Decline(offer) => matches!(self, Self::Declined { what, .. } if what == offer),
            Command::Resign => agreed(&Offer::Resignation),
            Command::Berserk => matches!(self, Self::Berserk { .. }),
            Command::Abort => lost_by(Reason::Aborted),
            Command::Claim(_) => lost_by(Reason::Abandoned),
        }
    }
}
