//! Commands to a table.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::spans::as_micros;
use crate::{Claim, GameId, Offer, Presence, Seat, Timestamp};

/// A player's command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// Take a seat.
    Join {
        /// The name for display; the id is the sender's.
        name: String,
        /// True if the sender has no account.
        guest: bool,
        /// True if the sender is a program.
        #[serde(default)]
        bot: bool,
        /// True if the creator of the room has chosen the player: a bot plays a rated game only then.
        #[serde(default)]
        chosen: bool,
        /// The requested seat; the first free seat when `None`.
        seat: Option<Seat>,
    },
    /// Leave the seat before a game has started.
    Leave,
    /// Seat a computer player before a game has started.
    AddComputer {
        /// Playing strength: 1 to [`Computer::LEVELS`](crate::Computer::LEVELS).
        level: u8,
        /// The seat for the computer; the first free seat when `None`.
        seat: Option<Seat>,
    },
    /// Remove the computer player from this seat before a game has started.
    RemoveComputer(Seat),
    /// Declare or withdraw readiness to start.
    Ready(bool),
    /// Play a move.
    Play {
        /// Plies played before it: a move meant for another position is rejected.
        ply: u32,
        /// The move in Aba-Pro notation.
        text: String,
        /// Network latency, as measured by the server.
        #[serde(rename = "lag_us", with = "as_micros")]
        lag: Duration,
    },
    /// Replace the sender's conditional moves. Causes no event: see [`Table::conditional_lines`](crate::Table::conditional_lines).
    SetConditionalMoves {
        /// Plies played before them: lines meant for another position are rejected.
        ply: u32,
        /// The lines, in Aba-Pro notation.
        lines: Vec<Vec<String>>,
    },
    /// Make an offer to the other players.
    Offer(Offer),
    /// Accept an open offer.
    Accept(Offer),
    /// Decline an open offer, or withdraw the sender's own offer.
    Decline(Offer),
    /// Resign. In a team, this is a proposal to the partner.
    Resign,
    /// Go berserk before the sender's first move, where the policy allows it: half of the time and no increment.
    Berserk,
    /// Abort the game before all players have moved.
    Abort,
    /// End a game that an opponent has left.
    Claim(Claim),
}

/// Data from outside the table that a decision on a command needs.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// Time at which the command reached the server, but never earlier than [`Table::earliest_next`](crate::Table::earliest_next).
    pub now: Timestamp,
    /// The id for a new game, if the command starts a game.
    pub fresh: GameId,
    /// Presence of the players: an absent player can lose the game to a claim.
    pub presence: &'a Presence,
}

/// A director's order to give a player of a tournament more time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddedTime {
    /// The number of the order: later orders in a game have higher numbers.
    pub order: u64,
    /// The seat with more time.
    pub seat: Seat,
    /// The added time.
    #[serde(rename = "added_us", with = "as_micros")]
    pub time: Duration,
}
