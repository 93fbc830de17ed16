//! Why a request was refused: one type for the socket and for HTTP, and the one place where the domain's errors
//! become codes.

use std::borrow::Cow;

use sumito_game::{Reject, SettingsError};
use sumito_protocol::ErrorCode;
use tracing::error;

use crate::store::StoreError;

/// Why a request was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// For programs.
    pub code: ErrorCode,
    /// For people: what is wrong and what to do.
    pub message: Cow<'static, str>,
    /// Why a move is illegal.
    pub reason: Option<&'static str>,
}

impl Refusal {
    /// A refusal with a code and a sentence.
    pub fn new(code: ErrorCode, message: impl Into<Cow<'static, str>>) -> Self {
        Self { code, message: message.into(), reason: None }
    }

    /// The sender must say first who it is.
    pub fn unauthenticated() -> Self {
        let message = "say who you are first: get a token from POST /api/v1/guests and send it as the session cookie, \
                       as `Authorization: Bearer TOKEN`, or in an `authenticate` message";
        Self::new(ErrorCode::Unauthenticated, message)
    }

    /// The token is not or no longer valid.
    pub fn bad_token() -> Self {
        let message = "this token is not valid; get a new one from POST /api/v1/guests";
        Self::new(ErrorCode::BadToken, message)
    }

    /// There is no such room.
    pub fn no_such_room() -> Self {
        Self::new(ErrorCode::NoSuchRoom, "there is no room with this id; check the link")
    }

    /// The user plays from another socket.
    pub fn not_in_control() -> Self {
        let message = "you play this game from another window; `take_over` makes it this one";
        Self::new(ErrorCode::NotInControl, message)
    }

    /// Too much to do at the moment.
    pub fn busy() -> Self {
        Self::new(ErrorCode::Busy, "the server has too much to do at the moment; try again in a few seconds")
    }

    /// Nothing can be stored at the moment.
    pub fn unavailable() -> Self {
        Self::new(
            ErrorCode::Unavailable,
            "the server cannot store anything at the moment; nothing has changed, try again in a few seconds",
        )
    }

    /// A fault of the server's; the log has the details.
    pub fn internal() -> Self {
        Self::new(ErrorCode::Internal, "something went wrong on the server; nothing has changed")
    }
}

impl From<Reject> for Refusal {
    fn from(reject: Reject) -> Self {
        let code = match &reject {
            Reject::AlreadySeated(_) => ErrorCode::AlreadySeated,
            Reject::Full => ErrorCode::RoomFull,
            Reject::SeatTaken(_) => ErrorCode::SeatTaken,
            Reject::NoSuchSeat(_) => ErrorCode::OutOfRange,
            Reject::NotSeated => ErrorCode::NotSeated,
            Reject::NotStarted | Reject::Over => ErrorCode::NotPlaying,
            Reject::NotOver => ErrorCode::StillPlaying,
            Reject::Started => ErrorCode::AlreadyStarted,
            Reject::Out => ErrorCode::Out,
            Reject::TimeOver => ErrorCode::TimeOver,
            Reject::NoTakebacks => ErrorCode::Unsupported,
            Reject::NothingToTakeBack => ErrorCode::NothingToTakeBack,
            Reject::NobodyAway => ErrorCode::NobodyAway,
            Reject::NotYourTurn(_) => ErrorCode::NotYourTurn,
            Reject::StalePly { .. } => ErrorCode::StalePly,
            Reject::BadMove(_) => ErrorCode::BadMove,
            Reject::Illegal(why) => {
                let message = why.to_string().into();
                return Self { code: ErrorCode::IllegalMove, message, reason: Some(why.code()) };
            }
            Reject::TooLateToAbort => ErrorCode::TooLate,
            Reject::NoOffer => ErrorCode::NoOffer,
            Reject::OfferRepeated => ErrorCode::OfferRepeated,
        };
        Self::new(code, reject.to_string())
    }
}

impl From<SettingsError> for Refusal {
    fn from(error: SettingsError) -> Self {
        let code = match error {
            SettingsError::Layout { .. } => ErrorCode::BadLayout,
            SettingsError::Time { .. } => ErrorCode::OutOfRange,
        };
        Self::new(code, error.to_string())
    }
}

impl From<&StoreError> for Refusal {
    fn from(error: &StoreError) -> Self {
        match error {
            StoreError::Unavailable(_) => Self::unavailable(),
            StoreError::Conflict(_) | StoreError::Corrupt(_) | StoreError::Query(_) => {
                error!(%error, "the store failed");
                Self::internal()
            }
        }
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        Self::from(&error)
    }
}
