//! Email addresses, and password reset by email.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::NoContent;
use futures_util::FutureExt;
use sumito_protocol::Secret;
use sumito_protocol::error::Problem as ProblemBody;
use sumito_protocol::identity::{
    MailAddresses, MailCode, PasswordAndCode, RecoveryMail, RecoveryOptions, SetMailAddress,
};
use utoipa_axum::router::OpenApiRouter;

use super::accounts::count_try;
use crate::app::App;
use crate::codec::{self, ApiError};
use crate::http::handler::routes;
use crate::http::json_body::Body;
use crate::http::{Credentials, ProblemResponse};
use crate::limits::ClientAddress;
use sumito_services::accounts::identity::{Password, addressee_key};

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(ways))
        .routes(routes!(send_code))
        .routes(routes!(show, set, remove))
        .routes(routes!(confirm))
}

/// Returns the ways to recover an account besides recovery codes.
#[utoipa::path(get, path = "/recovery", tag = "recovery")]
pub(super) async fn ways(State(app): State<App>) -> Json<RecoveryOptions> {
    Json(RecoveryOptions { mail: app.identities.sends_mail() })
}

/// Sends a recovery code to the confirmed email address of an account.
///
/// The response does not reveal whether the account exists.
#[utoipa::path(
    post, path = "/recovery/mail", tag = "recovery", request_body = RecoveryMail,
    responses(
        (status = 202, description = "An email is sent if the account exists and has an email address"),
        (status = 422, description = "Email is disabled on this server (`unsupported`)", body = ProblemBody),
    )
)]
pub(super) async fn send_code(
    State(app): State<App>,
    address: ClientAddress,
    Body(request): Body<RecoveryMail>,
) -> Result<StatusCode, ProblemResponse> {
    app.address_limits.mail(address, &addressee_key(&request.to)).await?;
    let language = codec::language_from_wire(request.language);
    let limits = app.clone();
    let may_send = move |user| {
        let limits = limits.clone();
        async move { limits.address_limits.may_mail(user).await }.boxed()
    };
    app.identities.send_reset(&request.to, language, may_send).map_err(ApiError::from)?;
    Ok(StatusCode::ACCEPTED)
}

/// Returns the caller's email addresses.
#[utoipa::path(
    get, path = "/me/mail", tag = "recovery",
    responses((status = 403, description = "An API token (`missing_scope`)", body = ProblemBody))
)]
pub(super) async fn show(
    State(app): State<App>,
    credentials: Credentials,
) -> Result<Json<MailAddresses>, ProblemResponse> {
    let caller = credentials.require_session(&app).await?;
    let row = app.identities.mail_of(&caller).await.map_err(ApiError::from)?;
    Ok(Json(MailAddresses { address: row.address, waiting: row.waiting }))
}

/// Sends a confirmation code to an address.
///
/// `POST /me/mail/confirmation` with that code confirms it; until then the previous address stays.
#[utoipa::path(
    put, path = "/me/mail", tag = "recovery", request_body = SetMailAddress,
    responses(
        (status = 202, description = "An email with a code was sent"),
        (status = 400, description = "Invalid email address (`bad_address`)", body = ProblemBody),
        (status = 403, description = "`wrong_password`, `wrong_code`, `second_factor_needed`, `needs_account`, `missing_scope`, or a page of another origin", body = ProblemBody),
        (status = 422, description = "Email is disabled on this server (`unsupported`)", body = ProblemBody),
    )
)]
pub(super) async fn set(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    Body(request): Body<SetMailAddress>,
) -> Result<StatusCode, ProblemResponse> {
    let caller = credentials.require_session(&app).await?;
    count_try(&app, address, &caller).await?;
    // This limit is per recipient, however many accounts request the mail.
    app.address_limits.mail(address, &addressee_key(&request.address)).await?;
    let password = Password::typed(request.password.reveal());
    let language = codec::language_from_wire(request.language);
    let code = request.code.as_ref().map(Secret::reveal);
    let set = app.identities.set_mail(&caller, &request.address, password, code, language);
    set.await.map_err(ApiError::from)?;
    Ok(StatusCode::ACCEPTED)
}

/// Confirms the email address with the code that was sent to it.
#[utoipa::path(
    post, path = "/me/mail/confirmation", tag = "recovery", request_body = MailCode,
    responses(
        (status = 403, description = "The code is wrong or expired (`wrong_code`), `missing_scope`, or a page of another origin",
         body = ProblemBody),
    )
)]
pub(super) async fn confirm(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    Body(shown): Body<MailCode>,
) -> Result<NoContent, ProblemResponse> {
    let caller = credentials.require_session(&app).await?;
    count_try(&app, address, &caller).await?;
    app.identities.confirm_mail(&caller, shown.code.reveal()).await.map_err(ApiError::from)?;
    Ok(NoContent)
}

/// Removes the caller's email addresses.
#[utoipa::path(
    delete, path = "/me/mail", tag = "recovery", request_body = PasswordAndCode,
    responses((status = 403, description = "`wrong_password`, `wrong_code`, `second_factor_needed`, `needs_account`, `missing_scope`, or a page of another origin", body = ProblemBody))
)]
pub(super) async fn remove(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    Body(shown): Body<PasswordAndCode>,
) -> Result<NoContent, ProblemResponse> {
    let caller = credentials.require_session(&app).await?;
    count_try(&app, address, &caller).await?;
    let password = Password::typed(shown.password.reveal());
    let code = shown.code.as_ref().map(Secret::reveal);
    app.identities.remove_mail(&caller, password, code).await.map_err(ApiError::from)?;
    Ok(NoContent)
}
