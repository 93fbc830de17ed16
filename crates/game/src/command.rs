//! What can be asked of a table, and why it may refuse.

use std::time::Duration;

use sumito_rules::{IllegalMove, MoveError};

use crate::{Offer, Seat, UserId};

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
    /// To say that one is ready to begin, or not after all.
    Ready(bool),
    /// To play a move.
    Play {
        /// Plies played before it.
        ply: u32,
        /// In Aba-Pro notation.
        text: String,
        /// How long the network took, as the server has measured it.
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
    /// To break the game off before everybody has moved.
    Abort,
    /// To end a game that an opponent has left.
    Claim(Claim),
}

/// What one can claim when an opponent has been away for too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// That whoever is away has lost.
    Win,
    /// That nobody has won.
    Draw,
}

/// What a table learns from its surroundings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// It is now so late: a clock may have fallen.
    Tick,
    /// The move that came was too late: the running clock has fallen, whatever may still be on its way.
    Flag,
    /// A player came to watch the table.
    Connected(UserId),
    /// A player stopped watching it.
    Disconnected {
        /// Who.
        user: UserId,
        /// Whether they left, rather than being cut off.
        on_purpose: bool,
    },
    /// The server is about to stop, or cannot store anything.
    Pausing,
    /// The server is back, and has just read the table from its events.
    Resuming,
    /// The server can store again what happens.
    Continuing,
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
    #[error("the game has not started yet")]
    NotStarted,
    /// After the last move.
    #[error("the game is over")]
    Over,
    /// Before the end of a game.
    #[error("the game is not over yet")]
    NotOver,
    /// In the middle of a game.
    #[error("the game has started; to leave, resign")]
    Started,
    /// The others go on without the sender.
    #[error("you are out; the others go on")]
    Out,
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
    /// The clock had fallen when the move came.
    #[error("your time was over when the move came")]
    TimeOver,
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
    #[error("there is no such offer that waits for your answer")]
    NoOffer,
    /// It is open, or was turned down since the sender's last move.
    #[error("that is offered already, or was turned down; offer it again after your next move")]
    OfferRepeated,
    /// Moves cannot be taken back at this table.
    #[error("moves are not taken back at this table")]
    NoTakebacks,
    /// The sender has made no move that could be taken back.
    #[error("you have no move to take back")]
    NothingToTakeBack,
    /// No opponent has been away for long enough.
    #[error("no opponent has been away for long enough")]
    NobodyAway,
}
