//! Guests, and the caller's own user.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use axum_extra::extract::cookie::CookieJar;
use sumito_protocol::error::Problem as ProblemBody;
use sumito_protocol::identity::{GuestCreated, Me};
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::codec;
use crate::http::created::Created;
use crate::http::credentials::{cookie, visitor};
use crate::http::handler::routes;
use crate::http::{Credentials, ProblemResponse};
use crate::limits::{ClientAddress, Limit};

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create)).routes(routes!(me))
}

/// Creates a guest and returns its token, which is also set as a cookie.
///
/// A browser with a valid cookie is a guest already and keeps its user, so that two pages that ask one after the other get the same
/// guest.
#[utoipa::path(
    post, path = "/guests", tag = "identity",
    responses(
        (status = 200, description = "The guest of the browser's cookie; the token is not repeated", body = GuestCreated),
        (status = 201, description = "The new guest", body = GuestCreated),
        (status = 403, description = "This server has no guests (`no_guests`), or a page of another origin", body = ProblemBody),
    )
)]
pub(super) async fn create(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    headers: HeaderMap,
    jar: CookieJar,
) -> Result<Response, ProblemResponse> {
    if credentials.are_ambient()
        && let Some(user) = credentials.user(&app).await?
    {
        return Ok(Json(GuestCreated { token: None, user: codec::user(&user) }).into_response());
    }
    app.address_limits.count(Limit::Guests, address)?;
    let guest = app.identities.create_guest(visitor(address, &headers)).await?;
    let jar = jar.add(cookie(&guest.token, &app.config));
    let created = GuestCreated { token: Some(guest.token.to_string()), user: codec::user(&guest.user) };
    Ok((jar, Created::at("/me", created)).into_response())
}

/// Returns the caller's user.
///
/// Without credentials the answer is empty, not an error, because every browser asks before it has a user.
#[utoipa::path(get, path = "/me", tag = "identity")]
pub(super) async fn me(
    State(app): State<App>,
    credentials: Credentials,
) -> Result<Json<Me>, ProblemResponse> {
    let user = credentials.user(&app).await?;
    let role = user.as_ref().and_then(|user| codec::role(user.role));
    Ok(Json(Me { user: user.as_ref().map(codec::user), role }))
}
