//! The error codes, shared by the socket's `error` message and the problem bodies of the REST interface.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantNames};
use ts_rs::TS;
use utoipa::ToSchema;

/// Why something was refused. Stable: programs may rely on the words.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
    TS,
    ToSchema,
    IntoStaticStr,
    VariantNames,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ErrorCode {
    /// The frame or body is not JSON.
    BadJson,
    /// JSON, but not a message of this protocol: an unknown type, a missing, unknown or mistyped field.
    BadMessage,
    /// Longer than the limit.
    TooLarge,
    /// Too many messages in a short time.
    RateLimited,
    /// Who you are is not known: get a token from `POST /api/v1/guests`.
    Unauthenticated,
    /// The token is not or no longer valid.
    BadToken,
    /// Known, but not permitted.
    Forbidden,
    /// The token of a program is not good for this: it lacks the scope, or a session is needed.
    MissingScope,
    /// Guests have none of this: `POST /api/v1/accounts` makes an account.
    NeedsAccount,
    /// You have an account already.
    HasAccount,
    /// Nobody can be called that.
    BadName,
    /// Somebody is called that, or nearly that.
    NameTaken,
    /// It is no mail address.
    BadAddress,
    /// Too short, too long, or guessed at once.
    BadPassword,
    /// The name and the password do not belong together.
    WrongPassword,
    /// The name and the recovery code do not belong together, or it was used.
    WrongCode,
    /// The moderators keep you away: the message says why and until when.
    Banned,
    /// The moderators let nobody read what you write: the message says why and until when.
    Muted,
    /// You have said the same a moment ago.
    Repeated,
    /// You have no session or token with this id.
    NoSuchSession,
    /// No rated game for some time: you have aborted or left too many.
    Cooldown,
    /// There is nothing at this address.
    NotFound,
    /// There is something at this address, but not for this method.
    MethodNotAllowed,
    /// There is no such room.
    NoSuchRoom,
    /// There is no such challenge that concerns you.
    NoSuchChallenge,
    /// The challenge is not open any more, stands at another offer, or waits for the other one.
    ChallengeOver,
    /// Players are not paired in this lobby.
    NoSuchLobby,
    /// Nobody waits with this seek any more.
    NoSuchSeek,
    /// There is no such player.
    NoSuchPlayer,
    /// Such words cannot be said of oneself, to the moderators or in a chat: too long, or with a link or hidden characters in them.
    BadWords,
    /// There is no such game.
    NoSuchGame,
    /// Nobody has asked for an analysis of this game.
    NoAnalysis,
    /// A number or name is outside of what is possible.
    OutOfRange,
    /// There is no such bot, or it is not there.
    NoSuchBot,
    /// The bot does not take such a game, or has too many.
    NotAccepted,
    /// The layout is not known or not for this mode.
    BadLayout,
    /// The text is not a position of this mode.
    BadPosition,
    /// Part of the protocol, but not offered by this server.
    Unsupported,
    /// No seat is free.
    RoomFull,
    /// Somebody else has that seat.
    SeatTaken,
    /// No computer player has that seat.
    NoComputer,
    /// You have a seat in this room.
    AlreadySeated,
    /// You have no seat in this room.
    NotSeated,
    /// Not in this state of the room: it has not started, has started, or has ended.
    NotPlaying,
    /// The game has started: leave by resigning.
    AlreadyStarted,
    /// The game is not over yet.
    StillPlaying,
    /// You are out; the others go on.
    Out,
    /// You play from another socket: `take_over` makes it this one.
    NotInControl,
    /// Another seat is to move.
    NotYourTurn,
    /// The move names another ply than the one to be played.
    StalePly,
    /// Your time was over when the move came.
    TimeOver,
    /// The text is not a move.
    BadMove,
    /// The rules forbid the move; `reason` says why.
    IllegalMove,
    /// Not in a game that belongs to a tournament: it counts.
    InTournament,
    /// There is no such tournament.
    NoSuchTournament,
    /// A tournament is played with a clock, and a round with a limit.
    NeedsClock,
    /// As many as can be take part.
    TournamentFull,
    /// Not within the tournament's limits: rating, account, age of the account, or by invitation.
    NotEligible,
    /// Not among those who take part.
    NotRegistered,
    /// Among those who take part already.
    AlreadyRegistered,
    /// Somebody else has changed it since you looked: look again.
    Outdated,
    /// Not at this moment; the message says what has to be different.
    NotNow,
    /// It is too late to abort: everybody has moved.
    TooLate,
    /// There is no such offer to answer.
    NoOffer,
    /// The same offer is open, or was turned down since your last move.
    OfferRepeated,
    /// You have no move to take back.
    NothingToTakeBack,
    /// No opponent has been away for long enough.
    NobodyAway,
    /// You follow or own as many as is allowed.
    TooMany,
    /// The server cannot store anything at the moment: try again.
    Unavailable,
    /// The server takes no new games for now; those under way go on.
    Draining,
    /// The room or the server is overloaded: try again.
    Busy,
    /// A fault of the server's.
    Internal,
}

impl ErrorCode {
    /// The words of all codes.
    pub const WORDS: &'static [&'static str] = <Self as VariantNames>::VARIANTS;
}
