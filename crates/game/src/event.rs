//! Events of a table.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::spans::as_micros;
use crate::{
    Command, Computer, GameId, MoveText, Offer, Outcome, Player, Reason, Seat, Settings, Timestamp, UserId,
};

/// An event with its position in the table's history. Records are stored, and suffice to rebuild the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The record's number, from 1, without gaps.
    pub seq: u64,
    /// Time of the event; never earlier than the previous record.
    pub at: Timestamp,
    /// Server time of the running turn when this was recorded ([`Table::server_time`]). With it, replaying the records yields exactly the
    /// same clocks.
    ///
    /// [`Table::server_time`]: crate::Table::server_time
    #[serde(rename = "server_us", with = "as_micros", default, skip_serializing_if = "Duration::is_zero")]
    pub server: Duration,
    /// The command that caused it; `None` if time or the server caused it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// The recorded event.
    pub event: Event,
}

/// The command that caused an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cause {
    /// The user who sent the command.
    pub user: UserId,
    /// The sender's id for the command; identifies it when it is resent.
    #[serde(rename = "id")]
    pub command: Box<str>,
}

/// An event of a table. Its serialised form is stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// The table was created: always the first event.
    Created {
        /// The table's settings, which never change.
        settings: Box<Settings>,
    },
    /// A player took a free seat.
    Seated {
        /// The seat that was taken.
        seat: Seat,
        /// The player on the seat.
        player: Box<Player>,
    },
    /// A player left their seat before the first game.
    Left {
        /// The seat that became free.
        seat: Seat,
    },
    /// A player declared or withdrew readiness to start.
    Ready {
        /// The player's seat.
        seat: Seat,
        /// The new value; always the opposite of the previous one.
        ready: bool,
    },
    /// A game started. Together with the first event it contains all earlier state.
    Started {
        /// The id of the game.
        game: GameId,
        /// The players by seat: one for each seat of the mode.
        players: Vec<Player>,
        /// True if it follows another game at the table; all players have then moved to the next seat.
        #[serde(default, skip_serializing_if = "is_false")]
        rematch: bool,
    },
    /// A move was played.
    Moved {
        /// The seat that moved.
        seat: Seat,
        /// Plies played before it.
        ply: u32,
        /// The move in Aba-Pro notation.
        #[serde(rename = "move")]
        mv: MoveText,
        /// Network latency in microseconds, as measured by the server.
        #[serde(default, skip_serializing_if = "is_zero")]
        lag_us: u32,
    },
    /// A seat gave away half of its time and all increments.
    Berserk {
        /// The berserk seat.
        seat: Seat,
    },
    /// A director of the tournament gave a seat more time.
    TimeAdded {
        /// The seat with more time.
        seat: Seat,
        /// The added time.
        #[serde(rename = "added_us", with = "as_micros")]
        time: Duration,
        /// The number of the order: an order with this number or a lower one has been carried out.
        order: u64,
    },
    /// A seat made an offer, or agreed to an offer that others have yet to answer.
    Offered {
        /// The seat that offers or agrees.
        seat: Seat,
        /// The kind of offer; it takes effect when all players who must agree have agreed.
        what: Offer,
    },
    /// A seat declined an offer or withdrew its own.
    Declined {
        /// The seat that declines or withdraws.
        seat: Seat,
        /// The kind of offer that lapses.
        what: Offer,
    },
    /// All players who must agree to a takeback did: moves were taken back, and the clocks were reset to their state before these moves.
    TakenBack {
        /// Number of plies left.
        ply: u32,
    },
    /// A seat was eliminated, and the other seats continue.
    Eliminated {
        /// The eliminated seat; its marbles stay on the board.
        seat: Seat,
        /// Reason for the loss.
        reason: Reason,
    },
    /// The game ended.
    Finished {
        /// The winners and the reason.
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
    /// Returns whether this event is the effect of `command`. Distinguishes a command that is resent from a different command for which
    /// a careless client reused the id.
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
            Command::RemoveComputer(requested) => matches!(self, Self::Left { seat } if seat == requested),
            Command::Ready(requested) => matches!(self, Self::Ready { ready, .. } if ready == requested),
            Command::Play { ply, .. } => matches!(self, Self::Moved { ply: played, .. } if played == ply),
            // It causes no event.
            Command::SetConditionalMoves { .. } => false,
            Command::Offer(offer) | Command::Accept(offer) => agreed(offer),
            Command::Decline(offer) => matches!(self, Self::Declined { what, .. } if what == offer),
            Command::Resign => agreed(&Offer::Resignation),
            Command::Berserk => matches!(self, Self::Berserk { .. }),
            Command::Abort => lost_by(Reason::Aborted),
            Command::Claim(_) => lost_by(Reason::Abandoned),
        }
    }
}
