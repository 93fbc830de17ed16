//! Errors of the REST API: `application/problem+json` (RFC 9457).

use axum::Json;
use axum::extract::{FromRequestParts, Path, Query};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sumito_protocol::ErrorCode;
use sumito_protocol::error::{FieldFault, Problem};

use crate::codec::{ApiError, Detail};
use sumito_config::input_error;
use sumito_kit::metrics;

/// The way in which clients authenticate, in `WWW-Authenticate`.
pub(crate) const BEARER: &str = r#"Bearer realm="sumito""#;

/// Content type of every problem's body.
pub(crate) const CONTENT_TYPE: &str = "application/problem+json";

/// An API error as an HTTP response.
#[derive(Debug)]
pub(crate) struct ProblemResponse(ApiError);

impl<E: Into<ApiError>> From<E> for ProblemResponse {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

impl IntoResponse for ProblemResponse {
    fn into_response(self) -> Response {
        metrics::noted(self.0.code.into());
        let code = self.0.code;
        let retry_after = self.0.retry_after_s.or_else(|| default_wait(code));
        let challenge = challenge(&self.0);
        let (status, body) = parts(self.0);
        let mut response = (status, [(header::CONTENT_TYPE, CONTENT_TYPE)], Json(body)).into_response();
        response.extensions_mut().insert(code);
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        if let Some(challenge) = challenge {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
        }
        response
    }
}

/// Returns how a client authenticates (RFC 9110, 11.6.1), and the fault of its token (RFC 6750, 3.1).
fn challenge(error: &ApiError) -> Option<HeaderValue> {
    let fault = match error.code {
        ErrorCode::Unauthenticated => String::new(),
        ErrorCode::BadToken => r#", error="invalid_token""#.to_owned(),
        ErrorCode::MissingScope => match error.detail.as_deref() {
            Some(Detail::Scope(scope)) => {
                format!(r#", error="insufficient_scope", scope="{}""#, scope.as_str())
            }
            _ => r#", error="insufficient_scope""#.to_owned(),
        },
        _ => return None,
    };
    HeaderValue::try_from(format!("{BEARER}{fault}")).ok()
}

/// Returns the seconds after which a client may try again, if the error itself has no time: soon if the server is overloaded, later if a
/// limit is reached that does not end automatically.
fn default_wait(code: ErrorCode) -> Option<u64> {
    match (code, status(code)) {
        (ErrorCode::Busy | ErrorCode::Unavailable, _) => Some(2),
        (_, StatusCode::TOO_MANY_REQUESTS) => Some(60),
        _ => None,
    }
}

/// Returns the status and the body of an API error.
pub(crate) fn parts(error: ApiError) -> (StatusCode, Problem) {
    let ApiError { code, message, part, detail, .. } = error;
    let status = status(code);
    let mut body = Problem {
        kind: "about:blank".to_owned(),
        title: status.canonical_reason().unwrap_or("Error").to_owned(),
        status: status.as_u16(),
        detail: message.into_owned(),
        code,
        part,
        ban: None,
        pairs: Vec::new(),
        errors: Vec::new(),
    };
    match detail.map(|detail| *detail) {
        Some(Detail::Ban(ban)) => body.ban = Some(ban),
        Some(Detail::Pairs(pairs)) => body.pairs = pairs,
        Some(Detail::Pointer(pointer)) => {
            body.errors = vec![FieldFault { pointer, detail: body.detail.clone() }];
        }
        Some(Detail::Scope(_)) | None => {}
    }
    (status, body)
}

/// Returns the HTTP status of a code.
fn status(code: ErrorCode) -> StatusCode {
    use ErrorCode as C;
    match code {
        C::BadJson
        | C::BadMessage
        | C::OutOfRange
        | C::BadAuthorization
        | C::BadCursor
        | C::BadLayout
        | C::BadPosition
        | C::BadTrf
        | C::BadMove
        | C::BadLine
        | C::BadName
        | C::BadWords
        | C::BadAddress
        | C::BadPassword => StatusCode::BAD_REQUEST,
        C::Unauthenticated | C::BadToken => StatusCode::UNAUTHORIZED,
        C::Forbidden
        | C::Banned
        | C::Muted
        | C::NotSeated
        | C::MissingScope
        | C::NeedsAccount
        | C::RegistrationClosed
        | C::InvitationNeeded
        | C::TermsNotAccepted
        | C::NoGuests
        | C::NotEligible
        | C::MembersOnly
        | C::NotFriends
        | C::WrongPassword
        | C::WrongCode
        | C::SecondFactorNeeded => StatusCode::FORBIDDEN,
        C::NotFound
        | C::NoSuchRoom
        | C::NoSuchLobby
        | C::NoSuchChallenge
        | C::NoSuchSeek
        | C::NoSuchGame
        | C::NoSuchPuzzle
        | C::NoSuchStudy
        | C::NoSuchNode
        | C::NoSuchWebhook
        | C::NoSuchApp
        | C::NoSuchDevice
        | C::NoSuchClub
        | C::NoAnalysis
        | C::NoSuchBot
        | C::NoSuchSession
        | C::NoSuchTournament
        | C::NoSuchPlayer => StatusCode::NOT_FOUND,
        C::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
        C::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        C::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        C::RateLimited | C::Repeated | C::TooMany | C::StorageFull | C::Cooldown => {
            StatusCode::TOO_MANY_REQUESTS
        }
        C::Unsupported | C::NeedsClock | C::KeyReused | C::BadPairs => StatusCode::UNPROCESSABLE_ENTITY,
        C::RoomFull
        | C::SeatTaken
        | C::NoComputer
        | C::NotAccepted
        | C::AlreadySeated
        | C::NotPlaying
        | C::AlreadyStarted
        | C::StillPlaying
        | C::Out
        | C::NotInControl
        | C::TimeOver
        | C::NothingToTakeBack
        | C::NobodyAway
        | C::NotYourTurn
        | C::StalePly
        | C::IllegalMove
        | C::TooLate
        | C::InTournament
        | C::Outdated
        | C::NotNow
        | C::TournamentFull
        | C::NotRegistered
        | C::AlreadyRegistered
        | C::NoOffer
        | C::OfferRepeated
        | C::NameTaken
        | C::ChallengeOver
        | C::KeyPending
        | C::PositionInPlay
        | C::HasAccount => StatusCode::CONFLICT,
        C::Unavailable | C::Draining | C::Busy => StatusCode::SERVICE_UNAVAILABLE,
        C::Internal => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

/// Responds to unknown paths.
pub(crate) async fn no_such_address() -> ProblemResponse {
    ApiError::new(ErrorCode::NotFound, "no such resource; see /openapi.json").into()
}

/// Responds to unsupported methods of known paths.
pub(crate) async fn method_not_allowed() -> ProblemResponse {
    let message = "method not allowed for this resource; see /openapi.json";
    ApiError::new(ErrorCode::MethodNotAllowed, message).into()
}

/// Extractor of query parameters; errors become a [`ProblemResponse`].
#[derive(Debug, FromRequestParts)]
#[from_request(via(Query), rejection(ProblemResponse))]
pub(crate) struct Parameters<T>(pub(crate) T);

/// Extractor of path parameters; errors become a [`ProblemResponse`].
#[derive(Debug, FromRequestParts)]
#[from_request(via(Path), rejection(ProblemResponse))]
pub(crate) struct PathParts<T>(pub(crate) T);

impl From<axum::extract::rejection::JsonRejection> for ApiError {
    fn from(rejection: axum::extract::rejection::JsonRejection) -> Self {
        use axum::extract::rejection::JsonRejection as R;
        match &rejection {
            R::MissingJsonContentType(_) => Self::new(
                ErrorCode::UnsupportedMediaType,
                "the body must be JSON; send `Content-Type: application/json`",
            ),
            _ if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                Self::new(ErrorCode::TooLarge, "the body is too long")
            }
            _ => Self::new(ErrorCode::BadJson, "the body is not JSON"),
        }
    }
}

impl From<axum::extract::rejection::QueryRejection> for ApiError {
    fn from(rejection: axum::extract::rejection::QueryRejection) -> Self {
        query_error(&rejection, &[])
    }
}

/// Returns the error of an invalid query; `others` are allowed parameters that are read elsewhere. A fault has the same code in a body.
pub(crate) fn query_error(rejection: &axum::extract::rejection::QueryRejection, others: &[&str]) -> ApiError {
    let text = rejection.body_text();
    let is_bound = text.ends_with("to fit in target type");
    let code = if is_bound { ErrorCode::OutOfRange } else { ErrorCode::BadMessage };
    ApiError::new(code, input_error::parameter_error(&text, others))
}

impl From<axum::extract::rejection::PathRejection> for ApiError {
    fn from(_: axum::extract::rejection::PathRejection) -> Self {
        let message = "no such resource: a part of the path is not a valid id or number";
        Self::new(ErrorCode::NotFound, message)
    }
}
