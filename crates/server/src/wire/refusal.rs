//! Why a request is refused: one type for the socket and for HTTP, and the one place where the domain's errors become codes.

use std::borrow::Cow;
use std::time::Duration;

use sumito_game::{Reject, SettingsError, Timestamp};
use sumito_protocol::ErrorCode;
use sumito_rules::PositionError;
use tracing::error;

use crate::chat::ChatError;
use crate::identity::{IdentityError, Scope};
use crate::push::{EndpointError, PushError};
use crate::rooms::RoomError;
use crate::store::{Role, StoreError};
use crate::text::TextError;

/// Why a request is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub(crate) struct Refusal {
    /// For programs.
    pub(crate) code: ErrorCode,
    /// For people: what is wrong and what to do.
    pub(crate) message: Cow<'static, str>,
    /// Why a move is illegal.
    pub(crate) reason: Option<&'static str>,
    /// After how many seconds it may go better, where that is known.
    pub(crate) retry_after_s: Option<u64>,
    /// When it may go better, where that is a moment that is known.
    pub(crate) until: Option<Timestamp>,
}

impl Refusal {
    /// A refusal with a code and a sentence.
    pub(crate) fn new(code: ErrorCode, message: impl Into<Cow<'static, str>>) -> Self {
        Self { code, message: message.into(), reason: None, retry_after_s: None, until: None }
    }

    /// The same, with a word on when it may go better: whole seconds, and at least one.
    pub(crate) fn retry_after(self, wait: Duration) -> Self {
        let seconds = wait.as_secs_f64().ceil().max(1.0);
        Self { retry_after_s: Some(seconds as u64), ..self }
    }

    /// Something is done too often. The message says when it may be done again, in the unit of `Retry-After`.
    pub(crate) fn too_often(message: &'static str, wait: Duration) -> Self {
        let refusal = Self::new(ErrorCode::RateLimited, message).retry_after(wait);
        let message = match refusal.retry_after_s {
            None | Some(1) => format!("{message}; try again in a second"),
            Some(seconds) => format!("{message}; try again in {seconds} seconds"),
        };
        Self { message: message.into(), ..refusal }
    }

    /// The sender must say first who it is.
    pub(crate) fn unauthenticated() -> Self {
        let message = "say who you are first: get a token from POST /api/v1/guests and send it as the session cookie, \
                       as `Authorization: Bearer TOKEN`, or in an `authenticate` message";
        Self::new(ErrorCode::Unauthenticated, message)
    }

    /// The token is not or no longer valid.
    pub(crate) fn bad_token() -> Self {
        let message = "this token is not valid; get a new one from POST /api/v1/guests";
        Self::new(ErrorCode::BadToken, message)
    }

    /// The token of a program is not good for this.
    pub(crate) fn missing_scope(scope: Scope) -> Self {
        let word = scope.word();
        let message =
            format!("this token has no scope `{word}`; make one that has, in the settings of your account");
        Self::new(ErrorCode::MissingScope, message)
    }

    /// Only moderators, or only admins, may do this.
    pub(crate) fn needs_role(role: Role) -> Self {
        Self::new(ErrorCode::Forbidden, format!("this takes the role `{}`", role.word()))
    }

    /// Only somebody who has logged in may do this, not a program with a token of theirs.
    pub(crate) fn needs_session() -> Self {
        let message = "this takes a session, not a token for programs: log in with your password";
        Self::new(ErrorCode::MissingScope, message)
    }

    /// There is no such game that the sender may see.
    pub(crate) fn no_such_game() -> Self {
        let message = "there is no finished game with this id; a game is here once it has ended, and a private one for its players only";
        Self::new(ErrorCode::NoSuchGame, message)
    }

    /// Nobody has asked what a search finds in this game.
    pub(crate) fn no_analysis() -> Self {
        let message = "nobody has asked about this game; POST /api/v1/games/ID/analysis has it analysed";
        Self::new(ErrorCode::NoAnalysis, message)
    }

    /// Too much to do at the moment.
    pub(crate) fn busy() -> Self {
        RoomError::Busy.into()
    }

    /// Nothing can be stored at the moment.
    pub(crate) fn unavailable() -> Self {
        RoomError::Unavailable.into()
    }
}

impl From<RoomError> for Refusal {
    fn from(error: RoomError) -> Self {
        let code = match error {
            RoomError::Rejected(reject) => return reject.into(),
            RoomError::Settings(settings) => return settings.into(),
            RoomError::NoSuchRoom => ErrorCode::NoSuchRoom,
            RoomError::Busy => ErrorCode::Busy,
            RoomError::Unavailable => ErrorCode::Unavailable,
            RoomError::Draining => ErrorCode::Draining,
            RoomError::NotInControl => ErrorCode::NotInControl,
            RoomError::PlayerDeleted => ErrorCode::NoSuchPlayer,
            RoomError::LobbyName { .. } => ErrorCode::OutOfRange,
            RoomError::TooManyRooms { .. } | RoomError::TooManyComputerRooms { .. } => ErrorCode::TooMany,
            RoomError::Cooldown { .. } => ErrorCode::Cooldown,
            RoomError::Damaged | RoomError::IdTaken | RoomError::Internal => ErrorCode::Internal,
        };
        Self::new(code, error.to_string())
    }
}

impl From<Reject> for Refusal {
    fn from(reject: Reject) -> Self {
        let code = match &reject {
            Reject::AlreadySeated(_) => ErrorCode::AlreadySeated,
            Reject::Full => ErrorCode::RoomFull,
            Reject::SeatTaken(_) => ErrorCode::SeatTaken,
            Reject::NoSuchSeat(_) | Reject::NoSuchLevel(_) => ErrorCode::OutOfRange,
            Reject::NoComputer(_) => ErrorCode::NoComputer,
            Reject::NotSeated => ErrorCode::NotSeated,
            Reject::NotStarted | Reject::Over => ErrorCode::NotPlaying,
            Reject::NotOver => ErrorCode::StillPlaying,
            Reject::Started => ErrorCode::AlreadyStarted,
            Reject::Out => ErrorCode::Out,
            Reject::TimeOver => ErrorCode::TimeOver,
            Reject::NoTakebacks | Reject::RatedWithProgram | Reject::NoBerserk => ErrorCode::Unsupported,
            Reject::RatedWithGuest => ErrorCode::NeedsAccount,
            Reject::NothingToTakeBack => ErrorCode::NothingToTakeBack,
            Reject::NobodyAway => ErrorCode::NobodyAway,
            Reject::NotYourTurn(_) => ErrorCode::NotYourTurn,
            Reject::StalePly { .. } => ErrorCode::StalePly,
            Reject::BadMove(_) => ErrorCode::BadMove,
            Reject::Illegal(why) => {
                let message = why.to_string();
                let reason = Some(why.code());
                return Self { reason, ..Self::new(ErrorCode::IllegalMove, message) };
            }
            Reject::InTournament => ErrorCode::InTournament,
            Reject::TooLateToAbort | Reject::TooLateForBerserk => ErrorCode::TooLate,
            Reject::NoOffer => ErrorCode::NoOffer,
            Reject::OfferRepeated => ErrorCode::OfferRepeated,
            Reject::TooMany(_) => ErrorCode::TooMany,
        };
        Self::new(code, reject.to_string())
    }
}

impl From<SettingsError> for Refusal {
    fn from(error: SettingsError) -> Self {
        let code = match error {
            SettingsError::Layout { .. } => ErrorCode::BadLayout,
            SettingsError::RatedWithoutClock => ErrorCode::Unsupported,
            SettingsError::Time { .. } | SettingsError::Delay(_) | SettingsError::RatedTooFast { .. } => {
                ErrorCode::OutOfRange
            }
        };
        Self::new(code, error.to_string())
    }
}

impl From<ChatError> for Refusal {
    fn from(error: ChatError) -> Self {
        use ChatError as E;
        let message = error.to_string();
        match error {
            E::Room(error) => error.into(),
            E::Unavailable => Self::unavailable(),
            E::Busy => Self::new(ErrorCode::Busy, message),
            E::Words(error) => error.into(),
            E::TooFast { wait } => Self::new(ErrorCode::RateLimited, message).retry_after(wait),
            E::Repeated => Self::new(ErrorCode::Repeated, message),
            E::Muted(mute) => Self { until: mute.ends_at, ..Self::new(ErrorCode::Muted, message) },
            E::NotSeated => Self::new(ErrorCode::NotSeated, message),
            E::Seated => Self::new(ErrorCode::AlreadySeated, message),
        }
    }
}

impl From<PushError> for Refusal {
    fn from(error: PushError) -> Self {
        let code = match error {
            PushError::Store(error) => return error.into(),
            PushError::Off => ErrorCode::Unsupported,
            PushError::Endpoint(EndpointError::Busy) => return Self::busy(),
            PushError::Endpoint(_) | PushError::Keys => ErrorCode::OutOfRange,
        };
        Self::new(code, error.to_string())
    }
}

impl From<TextError> for Refusal {
    fn from(error: TextError) -> Self {
        Self { reason: Some(error.why.word()), ..Self::new(ErrorCode::BadWords, error.to_string()) }
    }
}

impl From<PositionError> for Refusal {
    fn from(error: PositionError) -> Self {
        Self::new(ErrorCode::BadPosition, error.to_string())
    }
}

impl From<IdentityError> for Refusal {
    fn from(error: IdentityError) -> Self {
        use IdentityError as E;
        let code = match error {
            E::Store(error) => return error.into(),
            E::Busy => {
                return Self::new(ErrorCode::Busy, error.to_string()).retry_after(Duration::from_secs(2));
            }
            E::MailBusy => {
                return Self::new(ErrorCode::Busy, error.to_string()).retry_after(Duration::from_mins(1));
            }
            E::Name(_) => ErrorCode::BadName,
            E::Address(_) => ErrorCode::BadAddress,
            E::NoMail => ErrorCode::Unsupported,
            E::Password(_) => ErrorCode::BadPassword,
            E::NameTaken => ErrorCode::NameTaken,
            E::WrongPassword | E::NotOwnPassword => ErrorCode::WrongPassword,
            E::SessionEnded => ErrorCode::BadToken,
            E::WrongCode => ErrorCode::WrongCode,
            E::HasAccount => ErrorCode::HasAccount,
            E::NeedsAccount => ErrorCode::NeedsAccount,
            E::NoSuchSession => ErrorCode::NoSuchSession,
            E::TooManyTokens(_) => ErrorCode::TooMany,
            E::OutOfRange(_) => ErrorCode::OutOfRange,
            E::Banned(_) => ErrorCode::Banned,
            E::Seated(_) => ErrorCode::StillPlaying,
            E::Internal => ErrorCode::Internal,
        };
        Self::new(code, error.to_string())
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unavailable(_) => Self::unavailable(),
            StoreError::Conflict(_) | StoreError::Corrupt(_) | StoreError::Query(_) => {
                error!(%error, "the store failed");
                RoomError::Internal.into()
            }
        }
    }
}
