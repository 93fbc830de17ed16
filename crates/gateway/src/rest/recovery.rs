//! Recovery of accounts by code.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum_extra::extract::cookie::CookieJar;
use sumito_protocol::Secret;
use sumito_protocol::error::Problem as ProblemBody;
use sumito_protocol::identity::{LoginResult, PasswordAndCode, Recovery, RecoveryCodes, RecoveryCodesLeft};
use utoipa_axum::router::OpenApiRouter;

use super::accounts::count_try;
use super::sessions::begun;
use crate::app::App;
use crate::codec::ApiError;
use crate::http::created::Created;
use crate::http::credentials::visitor;
use crate::http::handler::routes;
use crate::http::json_body::Body;
use crate::http::{Credentials, ProblemResponse};
use crate::limits::ClientAddress;
use sumito_services::accounts::identity::{Password, name_key};

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(left, renew)).routes(routes!(recover))
}

/// Returns the number of the caller's unused recovery codes.
#[utoipa::path(
    get, path = "/me/recovery-codes", tag = "recovery",
    responses((status = 403, description = "An API token (`missing_scope`)", body = ProblemBody))
)]
pub(super) async fn left(
    State(app): State<App>,
    credentials: Credentials,
) -> Result<Json<RecoveryCodesLeft>, ProblemResponse> {
    let caller = credentials.require_session(&app).await?;
    let left = app.identities.recovery_codes_left(&caller).await.map_err(ApiError::from)?;
    Ok(Json(RecoveryCodesLeft { left }))
}

/// Creates ten new recovery codes, which replace the previous ones.
///
/// The codes are shown only once.
#[utoipa::path(
    post, path = "/me/recovery-codes", tag = "recovery", request_body = PasswordAndCode,
    responses((status = 403, description = "`wrong_password`, `wrong_code`, `second_factor_needed`, `needs_account`, `missing_scope`, or a page of another origin", body = ProblemBody))
)]
pub(super) async fn renew(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    Body(shown): Body<PasswordAndCode>,
) -> Result<Created<RecoveryCodes>, ProblemResponse> {
    let caller = credentials.require_session(&app).await?;
    count_try(&app, address, &caller).await?;
    let password = Password::typed(shown.password.reveal());
    let code = shown.code.as_ref().map(Secret::reveal);
    let codes = app.identities.new_recovery_codes(&caller, password, code).await.map_err(ApiError::from)?;
    let codes = codes.into_iter().map(Into::into).collect();
    Ok(Created::at("/me/recovery-codes", RecoveryCodes { codes }))
}

/// Recovers an account with a recovery code instead of a password: sets a new password, ends all sessions and tokens, and logs in.
#[utoipa::path(
    post, path = "/recovery", tag = "recovery", request_body = Recovery,
    responses(
        (status = 400, description = "The password is invalid (`bad_password`)", body = ProblemBody),
        (status = 403, description = "The name and the code do not belong together, or it was used (`wrong_code`); a code that was \
                                      sent needs the second factor (`second_factor_needed`); or a page of another origin", body = ProblemBody),
    )
)]
pub(super) async fn recover(
    State(app): State<App>,
    address: ClientAddress,
    headers: HeaderMap,
    jar: CookieJar,
    Body(shown): Body<Recovery>,
) -> Result<(CookieJar, Created<LoginResult>), ProblemResponse> {
    app.address_limits.recovery(address, &name_key(&shown.name)).await?;
    let password = Password::typed(shown.password.reveal());
    let (code, second) = (shown.code.reveal(), shown.second_factor.as_ref().map(Secret::reveal));
    let proof = app.identities.recover(&shown.name, code, second, password, visitor(address, &headers));
    Ok(begun(&app, jar, proof.await.map_err(ApiError::from)?))
}
