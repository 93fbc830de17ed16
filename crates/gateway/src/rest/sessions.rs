//! Sessions: login, logout, and the list of sessions.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::NoContent;
use axum_extra::extract::cookie::CookieJar;
use sumito_game::UserId;
use sumito_protocol::Secret;
use sumito_protocol::error::Problem as ProblemBody;
use sumito_protocol::identity::{Login, LoginResult, SessionList};
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

use crate::app::App;
use crate::codec::{self, ApiError, Detail};
use crate::http::created::Created;
use crate::http::credentials::{cookie, no_cookie, visitor};
use crate::http::handler::routes;
use crate::http::json_body::Body;
use crate::http::problem::PathParts;
use crate::http::{Credentials, ProblemResponse};
use crate::limits::ClientAddress;
use sumito_services::accounts::identity::{IdentityError, IssuedSession, Password, name_key};
use sumito_store::{ActiveSanction, SessionId, SessionSelector};

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(create))
        .routes(routes!(end_current))
        .routes(routes!(list, end_others))
        .routes(routes!(end))
}

/// Logs in and returns a token, which is also set as a cookie in place of the previous one.
#[utoipa::path(
    post, path = "/sessions", tag = "sessions", request_body = Login,
    responses(
        (status = 403, description = "Wrong name or password (`wrong_password`), no code of an account with two-factor login \
                                      (`second_factor_needed`), a wrong one (`wrong_code`), a ban (`banned`, with `ban`), or a page \
                                      of another origin",
         body = ProblemBody),
    )
)]
pub(super) async fn create(
    State(app): State<App>,
    address: ClientAddress,
    headers: HeaderMap,
    jar: CookieJar,
    Body(shown): Body<Login>,
) -> Result<(CookieJar, Created<LoginResult>), ProblemResponse> {
    let key = name_key(&shown.name);
    app.address_limits.login(address, &key).await?;
    let known = app.identities.knows_network(&shown.name, address.network()).await;
    if !known.map_err(ApiError::from)? {
        app.address_limits.login_from_unknown(&key).await?;
    }
    let password = Password::typed(shown.password.reveal());
    let code = shown.code.as_ref().map(Secret::reveal);
    match app.identities.log_in(&shown.name, password, code, visitor(address, &headers)).await {
        Ok(session) => Ok(begun(&app, jar, session)),
        Err(IdentityError::BannedUser(user, ban)) => Err(banned(&app, user, ban).await.into()),
        Err(error) => Err(ApiError::from(error).into()),
    }
}

/// Returns the error for a banned user who has proved who they are, with a token for an appeal.
async fn banned(app: &App, user: UserId, ban: ActiveSanction) -> ApiError {
    match app.moderation.ban_notice(user, ban.id).await {
        Ok(notice) => {
            let detail = notice.as_ref().map(codec::ban_notice).map(Detail::Ban).map(Box::new);
            ApiError { detail, ..IdentityError::BannedUser(user, ban).into() }
        }
        Err(error) => error.into(),
    }
}

/// Returns the response for a new session.
pub(super) fn begun(
    app: &App,
    jar: CookieJar,
    IssuedSession { token, user }: IssuedSession,
) -> (CookieJar, Created<LoginResult>) {
    let jar = jar.add(cookie(&token, &app.config));
    let token = Secret::from(token.as_str());
    (jar, Created::at("/sessions/current", LoginResult { token, user: codec::user(&user) }))
}

/// Logs out: ends the session or token of the request and closes its sockets (4001).
///
/// A guest who logs out is lost.
#[utoipa::path(delete, path = "/sessions/current", tag = "sessions")]
pub(super) async fn end_current(
    State(app): State<App>,
    credentials: Credentials,
    jar: CookieJar,
) -> Result<(CookieJar, NoContent), ProblemResponse> {
    let caller = credentials.caller(&app).await?.ok_or_else(ApiError::unauthenticated)?;
    app.identities.log_out(&caller).await.map_err(ApiError::from)?;
    Ok((jar.add(no_cookie(&app.config)), NoContent))
}

/// Lists the caller's sessions.
#[utoipa::path(
    get, path = "/me/sessions", tag = "sessions",
    responses((status = 403, description = "An API token (`missing_scope`)", body = ProblemBody))
)]
pub(super) async fn list(
    State(app): State<App>,
    credentials: Credentials,
) -> Result<Json<SessionList>, ProblemResponse> {
    let caller = credentials.require_session(&app).await?;
    let sessions = app.identities.sessions(&caller).await.map_err(ApiError::from)?;
    let sessions = sessions.into_iter().map(|row| codec::session(row, caller.session)).collect();
    Ok(Json(SessionList { sessions }))
}

/// Ends one of the caller's sessions and closes its sockets (4001).
#[utoipa::path(
    delete, path = "/me/sessions/{id}", tag = "sessions", params(("id" = Uuid, Path, description = "The session"))
)]
pub(super) async fn end(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
) -> Result<NoContent, ProblemResponse> {
    let caller = credentials.require_session(&app).await?;
    app.identities.end(&caller, SessionSelector::Session(SessionId(id))).await.map_err(ApiError::from)?;
    Ok(NoContent)
}

/// Ends all of the caller's sessions except the request's own.
#[utoipa::path(delete, path = "/me/sessions", tag = "sessions")]
pub(super) async fn end_others(
    State(app): State<App>,
    credentials: Credentials,
) -> Result<NoContent, ProblemResponse> {
    let caller = credentials.require_session(&app).await?;
    let others = SessionSelector::OtherSessions(caller.session);
    app.identities.end(&caller, others).await.map_err(ApiError::from)?;
    Ok(NoContent)
}
