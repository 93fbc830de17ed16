//! Two-factor login: codes of an authenticator app in addition to the password.

use axum::Json;
use axum::extract::State;
use axum::response::NoContent;
use sumito_protocol::Secret;
use sumito_protocol::error::Problem as ProblemBody;
use sumito_protocol::identity::{
    PasswordAndCode, PasswordConfirmation, RecoveryCodes, TwoFactorCode, TwoFactorSecret, TwoFactorState,
};
use utoipa_axum::router::OpenApiRouter;

use super::accounts::count_try;
use crate::app::App;
use crate::codec::ApiError;
use crate::http::created::Created;
use crate::http::handler::routes;
use crate::http::json_body::Body;
use crate::http::{Credentials, ProblemResponse};
use crate::limits::ClientAddress;
use sumito_services::accounts::identity::Password;

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read, prepare, enable, disable))
}

/// Returns whether the caller's logins need a code.
#[utoipa::path(
    get, path = "/me/two-factor", tag = "accounts",
    responses((status = 403, description = "An API token (`missing_scope`)", body = ProblemBody))
)]
pub(super) async fn read(
    State(app): State<App>,
    credentials: Credentials,
) -> Result<Json<TwoFactorState>, ProblemResponse> {
    let caller = credentials.require_session(&app).await?;
    let enabled = app.identities.has_two_factor(&caller).await.map_err(ApiError::from)?;
    Ok(Json(TwoFactorState { enabled }))
}

/// Creates a secret for an authenticator app. Two-factor login starts when a code confirms it.
///
/// The secret is shown only once.
#[utoipa::path(
    post, path = "/me/two-factor", tag = "accounts", request_body = PasswordConfirmation,
    responses(
        (status = 403, description = "`wrong_password`, `needs_account`, `missing_scope`, or a page of another origin", body = ProblemBody),
        (status = 409, description = "Two-factor login is enabled (`not_now`)", body = ProblemBody),
    )
)]
pub(super) async fn prepare(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    Body(shown): Body<PasswordConfirmation>,
) -> Result<Created<TwoFactorSecret>, ProblemResponse> {
    let caller = credentials.require_session(&app).await?;
    count_try(&app, address, &caller).await?;
    let password = Password::typed(shown.password.reveal());
    let new = app.identities.prepare_two_factor(&caller, password).await.map_err(ApiError::from)?;
    let secret =
        TwoFactorSecret { secret: Secret::from(new.secret.as_str()), uri: Secret::from(new.uri.as_str()) };
    Ok(Created::at("/me/two-factor", secret))
}

/// Enables two-factor login with a first code of the app, and creates ten new recovery codes, which replace the previous ones.
///
/// From then on, a login needs a code of the app or a recovery code. Sessions and tokens stay.
#[utoipa::path(
    put, path = "/me/two-factor", tag = "accounts", request_body = TwoFactorCode,
    responses(
        (status = 403, description = "`wrong_code`, `missing_scope`, or a page of another origin", body = ProblemBody),
        (status = 409, description = "No secret waits for a code, or two-factor login is enabled (`not_now`)", body = ProblemBody),
    )
)]
pub(super) async fn enable(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    Body(shown): Body<TwoFactorCode>,
) -> Result<Json<RecoveryCodes>, ProblemResponse> {
    let caller = credentials.require_session(&app).await?;
    count_try(&app, address, &caller).await?;
    let codes = app.identities.enable_two_factor(&caller, shown.code.reveal()).await;
    let codes = codes.map_err(ApiError::from)?.into_iter().map(Into::into).collect();
    Ok(Json(RecoveryCodes { codes }))
}

/// Disables two-factor login.
#[utoipa::path(
    delete, path = "/me/two-factor", tag = "accounts", request_body = PasswordAndCode,
    responses(
        (status = 403, description = "`wrong_password`, `wrong_code`, `second_factor_needed`, `needs_account`, `missing_scope`, or a page of \
                                      another origin", body = ProblemBody),
    )
)]
pub(super) async fn disable(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    Body(shown): Body<PasswordAndCode>,
) -> Result<NoContent, ProblemResponse> {
    let caller = credentials.require_session(&app).await?;
    count_try(&app, address, &caller).await?;
    let password = Password::typed(shown.password.reveal());
    let code = shown.code.as_ref().map(Secret::reveal);
    app.identities.disable_two_factor(&caller, password, code).await.map_err(ApiError::from)?;
    Ok(NoContent)
}
