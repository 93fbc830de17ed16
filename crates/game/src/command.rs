//! What can be asked of a table, and why it may refuse.

use serde::{Deserialize, Serialize};
use sumito_rules::{IllegalMove, MoveError};

use crate::{Seat, UserId};

/// What a player can ask for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// To sit down.
    Join {
        /// The name to show and whether it is a guest's; the id is the sender's.
        name: String,
        /// Without an account.
        guest: bool,
        /// Where; the first free seat when `None`.
        seat: Option<Seat>,
    },
    /// To get up again before a game has begun.
    Leave,
    /// To play a move.
    Play {
        /// Plies played before it.
        ply: u32,
        /// In Aba-Pro notation.
        text: String,
    },
    /// To offer something to the others.
    Offer(Offer),
    /// To agree to what is offered.
    Accept(Offer),
    /// To turn down what is offered.
    Decline(Offer),
    /// To give the game up.
    Resign,
    /// To break the game off before everybody has moved.
    Abort,
}

/// What can be offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    /// To end the game without a winner.
    Draw,
}

/// What a table learns from its surroundings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// It is now so late: a clock may have fallen.
    Tick,
    /// A player came to watch the table.
    Connected(UserId),
    /// A player stopped watching it.
    Disconnected(UserId),
    /// The server is about to stop.
    Pausing,
    /// The server is back, and has just read the table from its events.
    Resuming,
}

/// Why a command was refused. Nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Reject {
    /// One seat a person.
    #[error("you already have seat {0} at this table")]
    AlreadySeated(Seat),
    /// Nowhere to sit.
    #[error("all seats are taken; you can watch")]
    Full,
    /// Not free.
    #[error("seat {0} is taken; choose another or leave `seat` out")]
    SeatTaken(Seat),
    /// The mode has fewer seats.
    #[error("there is no seat {0} in this mode; choose another or leave `seat` out")]
    NoSuchSeat(Seat),
    /// Only for those who sit at the table.
    #[error("you have no seat at this table")]
    NotSeated,
    /// Before the first game.
    #[error("the game has not started: a seat is still free")]
    NotStarted,
    /// After the last move.
    #[error("the game is over")]
    Over,
    /// In the middle of a game.
    #[error("the game has started; to leave, resign")]
    Started,
    /// Somebody else is to move.
    #[error("it is the turn of seat {0}")]
    NotYourTurn(Seat),
    /// The move was meant for another position.
    #[error("{expected} plies have been played, but the move names {sent}; look at the position again")]
    StalePly {
        /// Plies played.
        expected: u32,
        /// What the command said.
        sent: u32,
    },
    /// The text is not a move.
    #[error("{0}")]
    BadMove(MoveError),
    /// The rules forbid it.
    #[error("{0}")]
    Illegal(IllegalMove),
    /// Everybody has moved.
    #[error("everybody has moved; resign or offer a draw instead")]
    TooLateToAbort,
    /// There is nothing to answer.
    #[error("there is no such offer")]
    NoOffer,
    /// It is open, or was turned down since the sender's last move.
    #[error("you have offered that already; offer it again after your next move")]
    OfferRepeated,
}
