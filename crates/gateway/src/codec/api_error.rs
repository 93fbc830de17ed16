//! API errors: one type for the socket and for HTTP, and the only place where domain errors become codes.

use std::borrow::Cow;
use std::time::Duration;

use sumito_game::{CommandError, SettingsError, StartError, Timestamp};
use sumito_protocol::ErrorCode;
use sumito_protocol::moderation::BanNotice;
use sumito_protocol::pairings::BadPair;
use sumito_rules::PositionError;
use tracing::error;

use sumito_kit::endpoint::EndpointError;
use sumito_kit::text::TextError;
use sumito_rooms::RoomError;
use sumito_services::accounts::apps::AppError;
use sumito_services::accounts::identity::{IdentityError, NameError};
use sumito_services::social::chat::ChatError;
use sumito_services::social::clubs::QueueFull;
use sumito_services::social::push::PushError;
use sumito_services::social::webhooks::WebhookError;
use sumito_store::{Role, StoreError};
use sumito_vocabulary::Scope;

/// An error response to a request.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub(crate) struct ApiError {
    /// Error code for programs.
    pub(crate) code: ErrorCode,
    /// Message for people: the fault and the remedy.
    pub(crate) message: Cow<'static, str>,
    /// The reason why a move is illegal.
    pub(crate) reason: Option<&'static str>,
    /// The part of a text that is at fault.
    pub(crate) part: Option<String>,
    /// Seconds until a retry may succeed, if known.
    pub(crate) retry_after_s: Option<u64>,
    /// Time from which a retry may succeed, if known.
    pub(crate) until: Option<Timestamp>,
    /// Data of some codes.
    pub(crate) detail: Option<Box<Detail>>,
}

/// Data of an error for programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Detail {
    /// The ban, for a banned user who has sent the right password.
    Ban(BanNotice),
    /// The pairs of a pairing that cannot be made.
    Pairs(Vec<BadPair>),
    /// The place of the fault in the body of the request, as a JSON Pointer.
    Pointer(String),
    /// The scope that the token lacks.
    Scope(Scope),
}

impl ApiError {
    /// Returns an error with a code and a message.
    pub(crate) fn new(code: ErrorCode, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            code,
            message: message.into(),
            reason: None,
            part: None,
            retry_after_s: None,
            until: None,
            detail: None,
        }
    }

    /// Adds data for programs.
    pub(crate) fn with(self, detail: Detail) -> Self {
        Self { detail: Some(Box::new(detail)), ..self }
    }

    /// Adds the time after which to retry: whole seconds, at least 1.
    pub(crate) fn retry_after(self, wait: Duration) -> Self {
        let seconds = wait.as_secs_f64().ceil().max(1.0);
        Self { retry_after_s: Some(seconds as u64), ..self }
    }

    /// Returns a rate-limit error. The message says when to retry, in the unit of `Retry-After`.
    pub(crate) fn too_often(message: &'static str, wait: Duration) -> Self {
        let refusal = Self::new(ErrorCode::RateLimited, message).retry_after(wait);
        let message = match refusal.retry_after_s {
            None | Some(1) => format!("{message}; try again in a second"),
            Some(seconds) => format!("{message}; try again in {seconds} seconds"),
        };
        Self { message: message.into(), ..refusal }
    }

    /// Returns the error for an unauthenticated request.
    pub(crate) fn unauthenticated() -> Self {
        let message = "authentication required: get a token from POST /api/v1/guests and send it as the \
            session cookie, as `Authorization: Bearer TOKEN`, or in an `authenticate` message";
        Self::new(ErrorCode::Unauthenticated, message)
    }

    /// Returns the error for an invalid or expired token.
    pub(crate) fn bad_token() -> Self {
        let message = "invalid or expired token: log in with POST /api/v1/sessions, get a guest's token from POST /api/v1/guests, \
            or create another API token in your account settings";
        Self::new(ErrorCode::BadToken, message)
    }

    /// Returns the error for a token without this scope.
    pub(crate) fn missing_scope(scope: Scope) -> Self {
        let word = scope.as_str();
        let message =
            format!("this token lacks the scope `{word}`; create one that has it in your account settings");
        Self::new(ErrorCode::MissingScope, message).with(Detail::Scope(scope))
    }

    /// Returns the error for a request that needs the role of moderator or admin.
    pub(crate) fn needs_role(role: Role) -> Self {
        Self::new(ErrorCode::Forbidden, format!("this requires the role `{}`", role.as_str()))
    }

    /// Returns the error for a request that needs a login session and not a token.
    pub(crate) fn needs_session() -> Self {
        let message = "an API token is not allowed here; log in with your password";
        Self::new(ErrorCode::MissingScope, message)
    }

    /// Returns the error for a game that does not exist or that the sender may not read.
    pub(crate) fn no_such_game() -> Self {
        let message = "no finished game with this id; games appear once they have ended, and private games \
            are visible to their players only";
        Self::new(ErrorCode::NoSuchGame, message)
    }

    /// Returns the error for a game without a requested analysis.
    pub(crate) fn no_analysis() -> Self {
        let message = "this game has not been analysed; request it with POST /api/v1/games/ID/analysis";
        Self::new(ErrorCode::NoAnalysis, message)
    }

    /// Returns the error for a position of a running rated game.
    pub(crate) fn position_in_play() -> Self {
        let message =
            "this position is on the board of a running rated game; ask again when that game is over";
        Self::new(ErrorCode::PositionInPlay, message)
    }

    /// Returns the error for an overloaded server.
    pub(crate) fn busy() -> Self {
        RoomError::Busy.into()
    }

    /// Returns the error for a storage outage.
    pub(crate) fn unavailable() -> Self {
        RoomError::Unavailable.into()
    }
}

impl From<RoomError> for ApiError {
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
            RoomError::Cooldown { minutes } => {
                let wait = Duration::from_secs(60 * minutes);
                return Self::new(ErrorCode::Cooldown, error.to_string()).retry_after(wait);
            }
            RoomError::TooManyRooms { .. } | RoomError::TooManyComputerRooms { .. } => ErrorCode::TooMany,
            RoomError::Corrupt | RoomError::IdTaken | RoomError::Internal => ErrorCode::Internal,
        };
        Self::new(code, error.to_string())
    }
}

impl From<CommandError> for ApiError {
    fn from(reject: CommandError) -> Self {
        let code = match &reject {
            CommandError::AlreadySeated(_) => ErrorCode::AlreadySeated,
            CommandError::Full => ErrorCode::RoomFull,
            CommandError::SeatTaken(_) => ErrorCode::SeatTaken,
            CommandError::NoSuchSeat(_) | CommandError::NoSuchLevel(_) => ErrorCode::OutOfRange,
            CommandError::NoComputer(_) => ErrorCode::NoComputer,
            CommandError::NotSeated => ErrorCode::NotSeated,
            CommandError::NotStarted | CommandError::Over => ErrorCode::NotPlaying,
            CommandError::NotOver => ErrorCode::StillPlaying,
            CommandError::Started => ErrorCode::AlreadyStarted,
            CommandError::Out => ErrorCode::Out,
            CommandError::TimeOver => ErrorCode::TimeOver,
            CommandError::NoTakebacks
            | CommandError::RatedWithComputer
            | CommandError::RatedWithBot
            | CommandError::CoachedAlone
            | CommandError::NoBerserk
            | CommandError::NoConditionalMoves => ErrorCode::Unsupported,
            CommandError::RatedWithGuest => ErrorCode::NeedsAccount,
            CommandError::NothingToTakeBack => ErrorCode::NothingToTakeBack,
            CommandError::NoPlayerAway => ErrorCode::NobodyAway,
            CommandError::NotYourTurn(_) => ErrorCode::NotYourTurn,
            CommandError::StalePly { .. } => ErrorCode::StalePly,
            CommandError::BadMove(_) => ErrorCode::BadMove,
            CommandError::Illegal(why) => {
                let message = why.to_string();
                let reason = Some(why.code());
                return Self { reason, ..Self::new(ErrorCode::IllegalMove, message) };
            }
            CommandError::OwnTurn => ErrorCode::NotNow,
            CommandError::LineWithoutReply | CommandError::TwoReplies => ErrorCode::BadLine,
            CommandError::InTournament => ErrorCode::InTournament,
            CommandError::TooLateToAbort | CommandError::TooLateForBerserk => ErrorCode::TooLate,
            CommandError::NoOffer => ErrorCode::NoOffer,
            CommandError::OfferRepeated => ErrorCode::OfferRepeated,
            CommandError::TooMany(_) => ErrorCode::TooMany,
        };
        Self::new(code, reject.to_string())
    }
}

impl From<SettingsError> for ApiError {
    fn from(error: SettingsError) -> Self {
        let code = match error {
            SettingsError::Layout { .. } => ErrorCode::BadLayout,
            SettingsError::StartMode { .. } => ErrorCode::BadPosition,
            SettingsError::RatedWithoutClock
            | SettingsError::RatedFromPosition
            | SettingsError::RatedWithCoach
            | SettingsError::VacationsWithoutDays => ErrorCode::Unsupported,
            SettingsError::Time { .. } | SettingsError::Delay(_) | SettingsError::RatedTooFast { .. } => {
                ErrorCode::OutOfRange
            }
        };
        Self::new(code, error.to_string())
    }
}

impl From<ChatError> for ApiError {
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
            E::NotMember | E::NotParticipant => Self::new(ErrorCode::Forbidden, message),
            E::NotFriends => Self::new(ErrorCode::NotFriends, message),
            E::TooManyConversations { .. } => Self::new(ErrorCode::TooMany, message),
            E::Club(refusal) => refusal.into(),
        }
    }
}

impl From<QueueFull> for ApiError {
    fn from(error: QueueFull) -> Self {
        Self::new(ErrorCode::Busy, error.to_string())
    }
}

impl From<PushError> for ApiError {
    fn from(error: PushError) -> Self {
        let code = match error {
            PushError::Store(error) => return error.into(),
            PushError::Disabled => ErrorCode::Unsupported,
            PushError::Endpoint(EndpointError::Busy) => return Self::busy(),
            PushError::Endpoint(_) | PushError::Keys => ErrorCode::OutOfRange,
        };
        Self::new(code, error.to_string())
    }
}

impl From<AppError> for ApiError {
    fn from(error: AppError) -> Self {
        let code = match error {
            AppError::Store(error) => return error.into(),
            AppError::Identity(error) => return error.into(),
            AppError::RedirectUri(_) | AppError::RedirectUris => ErrorCode::OutOfRange,
            AppError::Request(_) => ErrorCode::BadAuthorization,
            AppError::Name(_) => ErrorCode::BadName,
            AppError::TooManyApps(_) | AppError::TooManyAllowed(_) => ErrorCode::TooMany,
            AppError::NoSuchApp => ErrorCode::NoSuchApp,
            AppError::NoSuchDevice => ErrorCode::NoSuchDevice,
        };
        Self::new(code, error.to_string())
    }
}

impl From<WebhookError> for ApiError {
    fn from(error: WebhookError) -> Self {
        let code = match error {
            WebhookError::Store(error) => return error.into(),
            WebhookError::Disabled => ErrorCode::Unsupported,
            WebhookError::Endpoint(EndpointError::Busy) => return Self::busy(),
            WebhookError::Endpoint(_) | WebhookError::Events => ErrorCode::OutOfRange,
            WebhookError::TooMany(_) => ErrorCode::TooMany,
            WebhookError::NoSuchApp => ErrorCode::NoSuchApp,
            WebhookError::NoSuchWebhook => ErrorCode::NoSuchWebhook,
        };
        Self::new(code, error.to_string())
    }
}

impl From<TextError> for ApiError {
    fn from(error: TextError) -> Self {
        Self {
            reason: Some(error.why.as_str()),
            part: error.why.part().map(str::to_owned),
            ..Self::new(ErrorCode::BadWords, error.to_string())
        }
    }
}

impl From<PositionError> for ApiError {
    fn from(error: PositionError) -> Self {
        Self::new(ErrorCode::BadPosition, error.to_string())
    }
}

impl From<StartError> for ApiError {
    fn from(error: StartError) -> Self {
        Self::new(ErrorCode::BadPosition, error.to_string())
    }
}

impl From<NameError> for ApiError {
    fn from(error: NameError) -> Self {
        let message = error.to_string();
        let part = if let NameError::Offensive(part) = error { Some(part) } else { None };
        Self { part, ..Self::new(ErrorCode::BadName, message) }
    }
}

impl From<IdentityError> for ApiError {
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
            E::TooManyCodes(wait) => {
                return Self::new(ErrorCode::RateLimited, error.to_string()).retry_after(wait);
            }
            E::Name(error) => return error.into(),
            E::Address(_) => ErrorCode::BadAddress,
            E::NoMail => ErrorCode::Unsupported,
            E::Password(_) => ErrorCode::BadPassword,
            E::NameTaken => ErrorCode::NameTaken,
            E::WrongPassword | E::NotOwnPassword => ErrorCode::WrongPassword,
            E::SessionEnded => ErrorCode::BadToken,
            E::WrongCode | E::WrongSecondFactor => ErrorCode::WrongCode,
            E::NoSecondFactor => ErrorCode::SecondFactorNeeded,
            E::HasTwoFactor | E::NoTwoFactor => ErrorCode::NotNow,
            E::HasAccount => ErrorCode::HasAccount,
            E::NeedsAccount => ErrorCode::NeedsAccount,
            E::RegistrationClosed => ErrorCode::RegistrationClosed,
            E::InvitationNeeded => ErrorCode::InvitationNeeded,
            E::TermsNotAccepted => ErrorCode::TermsNotAccepted,
            E::NoGuests => ErrorCode::NoGuests,
            E::NoSuchSession => ErrorCode::NoSuchSession,
            E::TooManyTokens(_) | E::TooManyLinks(_) => ErrorCode::TooMany,
            E::NoSuchLink => ErrorCode::NotFound,
            E::OutOfRange(_) => ErrorCode::OutOfRange,
            E::Banned(_) | E::BannedUser(..) => ErrorCode::Banned,
            E::Seated(_) => ErrorCode::StillPlaying,
            E::Internal => ErrorCode::Internal,
        };
        Self::new(code, error.to_string())
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unavailable(_) | StoreError::Superseded => Self::unavailable(),
            StoreError::Conflict(_) | StoreError::Corrupt(_) | StoreError::Query(_) => {
                error!(%error, "store query failed");
                RoomError::Internal.into()
            }
        }
    }
}
