//! What can be asked of a table.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::spans::as_micros;
use crate::{GameId, Offer, Presence, Seat, Timestamp};

/// What a player can ask for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// To sit down.
    Join {
        /// The name to show; the id is the sender's.
        name: String,
        /// Whether the sender has no account.
        guest: bool,
        /// Whether the sender is a program.
        #[serde(default)]
        bot: bool,
        /// The seat that is wanted; the first free one when `None`.
        seat: Option<Seat>,
    },
    /// To get up again before a game has begun.
    Leave,
    /// To seat a computer player before a game has begun.
    AddComputer {
        /// How strong it plays: 1 to [`Computer::LEVELS`](crate::Computer::LEVELS).
        level: u8,
        /// The seat that it takes; the first free one when `None`.
        seat: Option<Seat>,
    },
    /// To let the computer player on this seat get up again before a game has begun.
    RemoveComputer(Seat),
    /// To say that one is ready to begin, or not after all.
    Ready(bool),
    /// To play a move.
    Play {
        /// Plies played before it: a move that was meant for another position is refused.
        ply: u32,
        /// The move in Aba-Pro notation.
        text: String,
        /// How long the network took, as the server has measured it.
        #[serde(rename = "lag_us", with = "as_micros")]
        lag: Duration,
    },
    /// To offer something to the others.
    Offer(Offer),
    /// To agree to what is offered.
    Accept(Offer),
    /// To turn down what is offered, or to take one's own offer back.
    Decline(Offer),
    /// To give the game up. In a team it is a proposal to the partner.
    Resign,
    /// To play with half of one's own time and without what moves add, before one's first move, where the policy allows it.
    Berserk,
    /// To break the game off before everybody has moved.
    Abort,
    /// To end a game that an opponent has left.
    Claim(Claim),
}

/// What one can claim when an opponent has been away for too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// That whoever is away has lost.
    Win,
    /// That nobody has won.
    Draw,
}

/// What a table has to know to decide on a command, and cannot find out by itself.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// When the command reached the server, but never earlier than [`Table::earliest_next`](crate::Table::earliest_next).
    pub now: Timestamp,
    /// The id of the game, should one begin.
    pub fresh: GameId,
    /// Who is there: whoever is not can lose the game to a claim.
    pub presence: &'a Presence,
}
