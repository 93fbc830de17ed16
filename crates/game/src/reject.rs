//! Reasons for rejecting a command.

use sumito_rules::{IllegalMove, MoveError};

use crate::{Computer, Seat};

/// The reason for rejecting a command. The table is unchanged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Reject {
    /// The sender already sits at the table, on this seat.
    #[error("you already have seat {0} at this table")]
    AlreadySeated(Seat),
    /// All seats are taken, or a game has begun.
    #[error("all seats are taken; you can watch")]
    Full,
    /// The requested seat is taken.
    #[error("seat {0} is taken; choose another or leave `seat` out")]
    SeatTaken(Seat),
    /// The mode has no such seat.
    #[error("there is no seat {0} in this mode; choose another or leave `seat` out")]
    NoSuchSeat(Seat),
    /// There is no such computer level.
    #[error("there is no level {0}: computers play at level 1 to {levels}", levels = Computer::LEVELS)]
    NoSuchLevel(u8),
    /// The seat has no computer player.
    #[error("no computer sits on seat {0}")]
    NoComputer(Seat),
    /// The game would be rated, and a program would play: a computer player or a bot.
    #[error("a rated game is played by people only; make a room that is not rated")]
    RatedWithProgram,
    /// The game would be rated, and the player is a guest.
    #[error("a rated game is for those who have an account; make one, or play a game that is not rated")]
    RatedWithGuest,
    /// The command requires a seat at the table.
    #[error("you have no seat at this table")]
    NotSeated,
    /// There has been no game yet.
    #[error("the game has not started yet")]
    NotStarted,
    /// The game has ended, and no other game has begun.
    #[error("the game is over")]
    Over,
    /// The command is valid only after the end of a game.
    #[error("the game is not over yet")]
    NotOver,
    /// The command is valid only before a game.
    #[error("the game has started; to leave, resign")]
    Started,
    /// The sender is eliminated, and the others continue.
    #[error("you are out; the others go on")]
    Out,
    /// It is this seat's turn, not the sender's.
    #[error("it is the turn of seat {0}")]
    NotYourTurn(Seat),
    /// The move was meant for another position.
    #[error("{expected} plies have been played, but the move names {sent}; look at the position again")]
    StalePly {
        /// Plies that have been played.
        expected: u32,
        /// Plies in the command.
        sent: u32,
    },
    /// The clock had expired when the move arrived. The caller applies [`Table::flag`](crate::Table::flag).
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
    /// The table does not allow going berserk.
    #[error("nobody goes berserk in this game")]
    NoBerserk,
    /// The sender has already moved or gone berserk.
    #[error("one goes berserk once, before one's first move")]
    TooLateForBerserk,
    /// All players have moved, so the game counts.
    #[error("everybody has moved; resign or offer a draw instead")]
    TooLateToAbort,
    /// There is no open offer of this kind for the sender to answer.
    #[error("there is no such offer that waits for your answer")]
    NoOffer,
    /// The same offer is open, or was declined since the sender's last move.
    #[error("that is offered already, or was turned down; offer it again after your next move")]
    OfferRepeated,
    /// The table does not allow takebacks.
    #[error("moves are not taken back at this table")]
    NoTakebacks,
    /// The sender has no move to take back.
    #[error("you have no move to take back")]
    NothingToTakeBack,
    /// No opponent has been away for long enough.
    #[error("no opponent has been away for long enough")]
    NobodyAway,
    /// A limit of [`limits`](crate::limits) is reached. The message names it and the remedy.
    #[error("{0}")]
    TooMany(&'static str),
}
