//! The error codes, shared by the socket's `error` message and the REST interface, and the problem bodies of the latter.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantNames};
use ts_rs::TS;

use crate::moderation::BanNotice;
use crate::pairings::BadPair;

/// Error codes. Stable: programs may rely on the words.
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
    IntoStaticStr,
    VariantNames,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ErrorCode {
    /// The frame or body is not JSON.
    BadJson,
    /// Valid JSON, but not a message of this protocol: an unknown type, or a missing, unknown or mistyped field.
    BadMessage,
    /// The body of the request is of another media type: `Content-Type` says which.
    UnsupportedMediaType,
    /// The message exceeds the size limit.
    TooLarge,
    /// Too many messages in a short time.
    RateLimited,
    /// The caller is not authenticated: get a token from `POST /api/v1/guests`.
    Unauthenticated,
    /// The token is invalid or expired.
    BadToken,
    /// The caller lacks the permission.
    Forbidden,
    /// The token does not permit this: it lacks the scope, or a session is required.
    MissingScope,
    /// This requires an account: `POST /api/v1/accounts` creates one.
    NeedsAccount,
    /// Registration is closed: administrators create accounts.
    RegistrationClosed,
    /// Registration requires the code of a valid registration link.
    InvitationNeeded,
    /// The terms of use must be accepted.
    TermsNotAccepted,
    /// This server has no guests: log in.
    NoGuests,
    /// The caller already has an account.
    HasAccount,
    /// The name is not allowed.
    BadName,
    /// The name, or a very similar one, is taken.
    NameTaken,
    /// The mail address is invalid.
    BadAddress,
    /// The password is too short, too long, or easy to guess.
    BadPassword,
    /// The name or the password is wrong.
    WrongPassword,
    /// The name or the code is wrong, or the code was used.
    WrongCode,
    /// The account has two-factor login, and the request has no code.
    SecondFactorNeeded,
    /// The caller is banned: the message has the reason and the end.
    Banned,
    /// The caller is muted: the message has the reason and the end.
    Muted,
    /// Another request of the caller had this `Idempotency-Key`.
    KeyReused,
    /// A request with this `Idempotency-Key` is in progress, or the server stopped before it was answered.
    KeyPending,
    /// The caller sent the same line a moment ago.
    Repeated,
    /// The two users do not follow each other, or a block is between them.
    NotFriends,
    /// The caller has no session or token with this id.
    NoSuchSession,
    /// The caller is barred from rated games for some time after aborting or leaving too many.
    Cooldown,
    /// There is no resource at this address.
    NotFound,
    /// The resource at this address does not support this method.
    MethodNotAllowed,
    /// The room does not exist.
    NoSuchRoom,
    /// The caller has no such challenge.
    NoSuchChallenge,
    /// The challenge is closed, has a newer offer, or waits for the other player.
    ChallengeOver,
    /// The lobby does not exist or does not pair players.
    NoSuchLobby,
    /// The seek does not exist any more.
    NoSuchSeek,
    /// The player does not exist.
    NoSuchPlayer,
    /// The text is not allowed in profiles, reports or chat: it is too long, or contains a link or hidden characters.
    BadWords,
    /// There is no app with this id.
    NoSuchApp,
    /// No device waits for this code.
    NoSuchDevice,
    /// The caller has no webhook with this id.
    NoSuchWebhook,
    /// The club does not exist.
    NoSuchClub,
    /// The puzzle does not exist.
    NoSuchPuzzle,
    /// The study does not exist, or the caller may not read it.
    NoSuchStudy,
    /// The chapter or the move of the study does not exist, perhaps no longer.
    NoSuchNode,
    /// The game does not exist.
    NoSuchGame,
    /// No analysis of this game was requested.
    NoAnalysis,
    /// Some pairs of a pairing cannot be made; `pairs` lists them.
    BadPairs,
    /// The text is not a valid TRF; the message has the line.
    BadTrf,
    /// A number or name is out of range.
    OutOfRange,
    /// The authorization request of an app is invalid (OAuth 2.1).
    BadAuthorization,
    /// The cursor does not come from the previous page of this list.
    BadCursor,
    /// The bot does not exist or is offline.
    NoSuchBot,
    /// The bot does not accept such a game, or has too many games.
    NotAccepted,
    /// The layout is unknown or belongs to another mode.
    BadLayout,
    /// The text is not a valid position of this mode.
    BadPosition,
    /// This server does not offer this part of the protocol.
    Unsupported,
    /// The room has no free seat.
    RoomFull,
    /// The seat is taken by another player.
    SeatTaken,
    /// The seat has no computer player.
    NoComputer,
    /// The caller already has a seat in this room.
    AlreadySeated,
    /// The caller has no seat in this room.
    NotSeated,
    /// The room's state does not allow this: the game has not started, has started, or has ended.
    NotPlaying,
    /// The game has started: resign to leave it.
    AlreadyStarted,
    /// The game is not over yet.
    StillPlaying,
    /// The caller is eliminated, and the others continue.
    Out,
    /// Another socket of the caller controls the seat: `take_over` moves control to this one.
    NotInControl,
    /// It is another seat's turn.
    NotYourTurn,
    /// The move is for another ply than the current one.
    StalePly,
    /// The caller's time was over when the move arrived.
    TimeOver,
    /// The text is not a move.
    BadMove,
    /// The conditional line does not end with a move of the caller, or contradicts another one.
    BadLine,
    /// The move is illegal; `reason` has the rule.
    IllegalMove,
    /// Not allowed in tournament games, which count.
    InTournament,
    /// The tournament does not exist.
    NoSuchTournament,
    /// A tournament needs a clock, and a round needs a time limit.
    NeedsClock,
    /// The tournament has reached its capacity.
    TournamentFull,
    /// The caller does not meet the tournament's conditions: rating, account, age of the account, or invitation.
    NotEligible,
    /// The tournament is for members of a club, and the caller is none.
    MembersOnly,
    /// The caller is not a participant.
    NotRegistered,
    /// The caller is already a participant.
    AlreadyRegistered,
    /// The resource has changed since the caller read it: read it again.
    Outdated,
    /// Not possible at this time; the message has the condition.
    NotNow,
    /// It is too late to abort: all players have moved.
    TooLate,
    /// There is no open offer of this kind to answer.
    NoOffer,
    /// The same offer is open, or was declined since the caller's last move.
    OfferRepeated,
    /// The caller has no move to take back.
    NothingToTakeBack,
    /// No opponent has been away for long enough.
    NobodyAway,
    /// The caller has reached a limit of subscriptions or owned resources.
    TooMany,
    /// The studies of the owner have as many bytes as is allowed.
    StorageFull,
    /// The position is on the board of a running rated game: the engine answers when that game is over.
    PositionInPlay,
    /// The server cannot store anything now: try again.
    Unavailable,
    /// The server accepts no new games now; running games continue.
    Draining,
    /// The room or the server is overloaded: try again.
    Busy,
    /// An internal server error.
    Internal,
}

impl ErrorCode {
    /// The words of all error codes.
    pub const WORDS: &'static [&'static str] = <Self as VariantNames>::VARIANTS;
}

/// An error of the HTTP interface, as in RFC 9457 (`application/problem+json`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Problem {
    /// Always `about:blank`: the code is more specific than a link would be.
    #[serde(rename = "type")]
    pub kind: String,
    /// The HTTP status in words.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// The cause and the remedy, for people.
    pub detail: String,
    /// The error code, for programs: the same words as on the socket.
    pub code: ErrorCode,
    /// The part of a text that is at fault, when `code` is `bad_words` or `bad_name` and the fault is a link or a blocked word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub part: Option<String>,
    /// The ban, if a login is rejected with `banned`: its end, its reason, and a token for an appeal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub ban: Option<BanNotice>,
    /// The pairs that cannot be made, if a pairing is rejected with `bad_pairs`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<BadPair>>")]
    pub pairs: Vec<BadPair>,
    /// The values of the body that are at fault, if the fault is theirs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<FieldFault>>")]
    pub errors: Vec<FieldFault>,
}

/// A fault of one value in the body of a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FieldFault {
    /// The place of the value in the body: a JSON Pointer (RFC 6901), such as `/clock/initial_ms`.
    pub pointer: String,
    /// The fault and the remedy, for people.
    pub detail: String,
}
