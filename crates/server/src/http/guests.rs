//! Guests.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use axum_extra::extract::cookie::CookieJar;
use sumito_protocol::parts::User;
use sumito_protocol::rest::{GuestCreated, Problem as ProblemBody};

use super::credentials::cookie;
use super::{Credentials, Problem, require_own_origin};
use crate::app::App;
use crate::limits::ClientAddress;
use crate::wire;

/// A new guest: a token to act with, also set as a cookie.
#[utoipa::path(
    post, path = "/guests", tag = "identity",
    responses(
        (status = 201, description = "The guest", body = GuestCreated),
        (status = 403, description = "A page of another origin", body = ProblemBody),
        (status = 429, description = "Too many guests or requests from this address", body = ProblemBody),
    )
)]
pub(super) async fn create(
    State(app): State<App>,
    address: ClientAddress,
    headers: HeaderMap,
    jar: CookieJar,
) -> Result<impl IntoResponse, Problem> {
    // Another page's form would put a new guest's cookie in the place of the visitor's own.
    require_own_origin(&app, &headers)?;
    app.address_limits().guest(address)?;
    let guest = app.identities().create_guest().await?;
    let jar = jar.add(cookie(guest.token.clone(), app.config().secure_cookie()));
    let created = GuestCreated { token: guest.token, user: wire::user(&guest.user) };
    Ok((StatusCode::CREATED, jar, Json(created)))
}

/// Who one is.
#[utoipa::path(
    get, path = "/me", tag = "identity",
    responses(
        (status = 200, description = "The user of the token", body = User),
        (status = 401, description = "No valid token", body = ProblemBody),
    )
)]
pub(super) async fn me(State(app): State<App>, credentials: Credentials) -> Result<Json<User>, Problem> {
    Ok(Json(wire::user(&credentials.require_user(&app).await?)))
}
