//! Why a table may refuse a command.

use sumito_rules::{IllegalMove, MoveError};

use crate::{Computer, Seat};

/// Why a command was refused. Nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Reject {
    /// The sender sits at the table already, on this seat.
    #[error("you already have seat {0} at this table")]
    AlreadySeated(Seat),
    /// Somebody sits on every seat, or a game has begun.
    #[error("all seats are taken; you can watch")]
    Full,
    /// Somebody else sits on the seat that was asked for.
    #[error("seat {0} is taken; choose another or leave `seat` out")]
    SeatTaken(Seat),
    /// The mode has fewer seats than the one that was asked for needs.
    #[error("there is no seat {0} in this mode; choose another or leave `seat` out")]
    NoSuchSeat(Seat),
    /// Nobody plays at this level.
    #[error("there is no level {0}: computers play at level 1 to {levels}", levels = Computer::LEVELS)]
    NoSuchLevel(u8),
    /// The seat is not a computer player's.
    #[error("no computer sits on seat {0}")]
    NoComputer(Seat),
    /// The result would count for ratings, and a program would play: a computer player or a bot.
    #[error("a rated game is played by people only; make a room that is not rated")]
    RatedWithProgram,
    /// The result would count for ratings, and the player has none.
    #[error("a rated game is for those who have an account; make one, or play a game that is not rated")]
    RatedWithGuest,
    /// Only those who sit at the table can ask for this.
    #[error("you have no seat at this table")]
    NotSeated,
    /// There has been no game yet.
    #[error("the game has not started yet")]
    NotStarted,
    /// The game has ended, and no other has begun.
    #[error("the game is over")]
    Over,
    /// This can be asked for only after the end of a game.
    #[error("the game is not over yet")]
    NotOver,
    /// This can be asked for only before a game.
    #[error("the game has started; to leave, resign")]
    Started,
    /// The sender has lost, and the others go on.
    #[error("you are out; the others go on")]
    Out,
    /// This seat is to move, and it is not the sender's.
    #[error("it is the turn of seat {0}")]
    NotYourTurn(Seat),
    /// The move was meant for another position.
    #[error("{expected} plies have been played, but the move names {sent}; look at the position again")]
    StalePly {
        /// Plies that have been played.
        expected: u32,
        /// Plies that the command names.
        sent: u32,
    },
    /// The clock had fallen when the move came. The table is to be given [`Table::flag`](crate::Table::flag).
    #[error("your time was over when the move came")]
    TimeOver,
    /// The text is not a move.
    #[error("{0}")]
    BadMove(MoveError),
    /// The rules forbid the move.
    #[error("{0}")]
    Illegal(IllegalMove),
    /// The game belongs to a tournament, in which it counts.
    #[error(
        "this game belongs to a tournament: it is neither aborted nor played again here, and no move is taken back"
    )]
    InTournament,
    /// Nobody goes berserk at this table.
    #[error("nobody goes berserk in this game")]
    NoBerserk,
    /// The sender has moved, or has gone berserk already.
    #[error("one goes berserk once, before one's first move")]
    TooLateForBerserk,
    /// Everybody has moved, so that the game counts.
    #[error("everybody has moved; resign or offer a draw instead")]
    TooLateToAbort,
    /// Nothing of the kind is offered that the sender could answer.
    #[error("there is no such offer that waits for your answer")]
    NoOffer,
    /// The same offer is open, or was turned down since the sender's last move.
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
    /// One of the [`limits`](crate::limits) is reached. The message says which, and what can be done.
    #[error("{0}")]
    TooMany(&'static str),
}
