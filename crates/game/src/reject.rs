//! Reasons for rejecting a command.

use serde::{Deserialize, Serialize};
use sumito_rules::{IllegalMove, MoveError};

use crate::move_errors::{IllegalMoveDef, MoveErrorDef};
use crate::{Computer, Seat, limits};

/// The reason for rejecting a command. The table is unchanged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CommandError {
    /// The sender already sits at the table, on this seat.
    #[error("you already have seat {0} in this room")]
    AlreadySeated(Seat),
    /// All seats are taken, or a game has started.
    #[error("room is full; you can watch")]
    Full,
    /// The requested seat is taken.
    #[error("seat {0} is taken; choose another, or omit `seat`")]
    SeatTaken(Seat),
    /// The mode has no such seat.
    #[error("seat {0} does not exist in this mode; choose another, or omit `seat`")]
    NoSuchSeat(Seat),
    /// There is no such computer level.
    #[error("level {0} does not exist; levels are 1 to {levels}", levels = Computer::LEVELS)]
    NoSuchLevel(u8),
    /// The seat has no computer player.
    #[error("seat {0} has no computer player")]
    NoComputer(Seat),
    /// The game would be rated, and a computer player would play.
    #[error("games with computers are unrated; create an unrated room")]
    RatedWithComputer,
    /// The game would be rated, and a bot would join that the creator of the room has not chosen.
    #[error("bots play rated games by choice of the others; create a room with `bots`, or seek with `bots`")]
    RatedWithBot,
    /// The game would be rated, and the player is a guest.
    #[error("rated games require an account; create one, or play unrated")]
    RatedWithGuest,
    /// A coach helps a player of the table, and another person or bot would play.
    #[error("a coach helps in this room, so only computers can join; create another room")]
    CoachedAlone,
    /// The command requires a seat at the table.
    #[error("you have no seat in this room")]
    NotSeated,
    /// There has been no game yet.
    #[error("the game has not started yet")]
    NotStarted,
    /// The game has ended, and no other game has started.
    #[error("the game is over")]
    Over,
    /// The command is valid only after the end of a game.
    #[error("the game is not over yet")]
    NotOver,
    /// The command is valid only before a game.
    #[error("the game has started; to leave, resign")]
    Started,
    /// The sender is eliminated, and the others continue.
    #[error("you have been eliminated")]
    Out,
    /// It is this seat's turn, not the sender's.
    #[error("not your turn: seat {0} is to move")]
    NotYourTurn(Seat),
    /// The move was meant for another position.
    #[error(
        "stale move: the game has {expected} plies, the move was sent for ply {sent}; reload the position"
    )]
    StalePly {
        /// Plies that have been played.
        expected: u32,
        /// Plies in the command.
        sent: u32,
    },
    /// The clock had expired when the move arrived. The caller applies [`Table::flag`](crate::Table::flag).
    #[error("your time had run out when the move arrived")]
    TimeOver,
    /// The text is not a move.
    #[error("{0}")]
    BadMove(#[serde(with = "MoveErrorDef")] MoveError),
    /// The rules forbid the move.
    #[error("{0}")]
    Illegal(#[serde(with = "IllegalMoveDef")] IllegalMove),
    /// The game belongs to a tournament, in which it counts.
    #[error("tournament games cannot be aborted or rematched, and their moves cannot be taken back")]
    InTournament,
    /// The table does not allow going berserk.
    #[error("berserk is not available in this game")]
    NoBerserk,
    /// The sender has already moved or gone berserk.
    #[error("berserk is possible once, before your first move")]
    TooLateForBerserk,
    /// All players have moved, so the game counts.
    #[error("too late to abort: every player has moved; resign or offer a draw")]
    TooLateToAbort,
    /// There is no open offer of this kind for the sender to answer.
    #[error("no such offer awaits your answer")]
    NoOffer,
    /// The same offer is open, or was declined since the sender's last move.
    #[error("already offered or declined; you can offer again after your next move")]
    OfferRepeated,
    /// The table does not allow takebacks.
    #[error("takebacks are disabled in this room")]
    NoTakebacks,
    /// The sender has no move to take back.
    #[error("you have no move to take back")]
    NothingToTakeBack,
    /// No opponent has been away for long enough.
    #[error("no opponent has been absent for long enough")]
    NoPlayerAway,
    /// Conditional moves are for correspondence games.
    #[error(
        "conditional moves are for correspondence games: without a limit, or with more than ten minutes for a move"
    )]
    NoConditionalMoves,
    /// It is the sender's turn, and conditional moves reply to moves of others.
    #[error("it is your turn: play a move first")]
    OwnTurn,
    /// A conditional line does not end with a move of the sender.
    #[error("a conditional line must begin with a move of an opponent, and end with a move of yours")]
    LineWithoutReply,
    /// Two conditional lines have different replies to the same moves.
    #[error("two conditional lines have different replies to the same moves")]
    TwoReplies,
    /// A limit of [`limits`](crate::limits) is reached.
    #[error(transparent)]
    TooMany(#[from] LimitReached),
}

impl From<MoveError> for CommandError {
    fn from(error: MoveError) -> Self {
        match error {
            MoveError::Illegal(why) => Self::Illegal(why),
            MoveError::Syntax(_) => Self::BadMove(error),
        }
    }
}

/// A limit of [`limits`](crate::limits) that is reached. The message names the remedy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LimitReached {
    /// The limit is [`CHANGES_BEFORE_GAME`](crate::limits::CHANGES_BEFORE_GAME).
    #[error("too many changes in this room before a game; create a new one")]
    ChangesBeforeGame,
    /// The limit is [`TAKEBACKS_IN_GAME`](crate::limits::TAKEBACKS_IN_GAME).
    #[error("takeback limit of this game reached; play on")]
    Takebacks,
    /// The limit is [`OFFERS_BY_SEAT`](crate::limits::OFFERS_BY_SEAT).
    #[error("offer limit of this game reached; play on, or answer the open offers")]
    Offers,
    /// The limits are [`CONDITIONAL_LINES`](crate::limits::CONDITIONAL_LINES) and
    /// [`CONDITIONAL_LINE_MOVES`](crate::limits::CONDITIONAL_LINE_MOVES).
    #[error(
        "at most {} conditional lines, with at most {} moves each",
        limits::CONDITIONAL_LINES,
        limits::CONDITIONAL_LINE_MOVES
    )]
    ConditionalMoves,
}
