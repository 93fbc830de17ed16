//! Accounts: creation, passwords, deletion.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::NoContent;
use axum_extra::extract::cookie::CookieJar;
use sumito_protocol::ErrorCode;
use sumito_protocol::Secret;
use sumito_protocol::error::Problem as ProblemBody;
use sumito_protocol::identity::{CreateAccount, LoginResult, PasswordAndCode, PasswordChange};
use utoipa_axum::router::OpenApiRouter;

use super::sessions::begun;
use crate::app::App;
use crate::codec::ApiError;
use crate::http::created::Created;
use crate::http::credentials::{no_cookie, visitor};
use crate::http::handler::routes;
use crate::http::json_body::{Body, OptionalBody};
use crate::http::{Credentials, ProblemResponse};
use crate::limits::{ClientAddress, Limit};
use sumito_kit::task;
use sumito_services::accounts::identity::{Caller, Password, SignUp};
use sumito_store::LineSelector;

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create)).routes(routes!(change_password)).routes(routes!(delete))
}

/// Creates an account with a new session, which is also set as a cookie.
///
/// If a guest authenticates, their id, seats and games are kept. The guest's session ends and its sockets are closed (4002), so that the
/// client reconnects under the new name with the new token.
#[utoipa::path(
    post, path = "/accounts", tag = "accounts", request_body = CreateAccount,
    responses(
        (status = 400, description = "The name (`bad_name`) or password (`bad_password`) is invalid", body = ProblemBody),
        (status = 403, description = "Registration is closed (`registration_closed`) or requires a valid registration link \
                                      (`invitation_needed`), the terms of use are not accepted (`terms_not_accepted`), or a page \
                                      of another origin", body = ProblemBody),
        (status = 409, description = "The name is taken (`name_taken`), or the caller has an account (`has_account`)", body = ProblemBody),
    )
)]
pub(super) async fn create(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    headers: HeaderMap,
    jar: CookieJar,
    Body(request): Body<CreateAccount>,
) -> Result<(CookieJar, Created<LoginResult>), ProblemResponse> {
    let caller = credentials.caller(&app).await?;
    app.address_limits.count(Limit::Accounts, address)?;
    let request = SignUp {
        name: &request.name,
        password: Password::typed(request.password.reveal()),
        code: request.code.as_ref().map(Secret::reveal),
        terms: app.site.terms(),
        accepts_terms: request.accepts_terms,
    };
    let proof = app.identities.sign_up(caller, request, visitor(address, &headers)).await;
    Ok(begun(&app, jar, proof.map_err(ApiError::from)?))
}

/// Changes the password.
///
/// All other sessions end and their sockets are closed (4001); API tokens stay valid.
#[utoipa::path(
    put, path = "/me/password", tag = "accounts", request_body = PasswordChange,
    responses(
        (status = 400, description = "The password is invalid (`bad_password`)", body = ProblemBody),
        (status = 403, description = "`wrong_password`, `wrong_code`, `second_factor_needed`, `needs_account`, `missing_scope`, or a page of another origin", body = ProblemBody),
    )
)]
pub(super) async fn change_password(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    Body(change): Body<PasswordChange>,
) -> Result<NoContent, ProblemResponse> {
    let caller = credentials.require_session(&app).await?;
    count_try(&app, address, &caller).await?;
    let [old, new] = [&change.old, &change.new].map(|text| Password::typed(text.reveal()));
    let code = change.code.as_ref().map(Secret::reveal);
    app.identities.change_password(&caller, old, code, new).await.map_err(ApiError::from)?;
    Ok(NoContent)
}

/// Deletes the caller's account for good: name, password, sessions, tokens.
///
/// Finished games stay, with the player name `[deleted]`. Registered users confirm with their password in the body; guests send none.
#[utoipa::path(
    delete, path = "/me", tag = "accounts", request_body = Option<PasswordAndCode>,
    responses(
        (status = 403, description = "`wrong_password`, `wrong_code`, `second_factor_needed`, `missing_scope`, or a page of another origin", body = ProblemBody),
        (status = 409, description = "The caller has seats in waiting or running games (`still_playing`)", body = ProblemBody),
    )
)]
pub(super) async fn delete(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    jar: CookieJar,
    OptionalBody(shown): OptionalBody<PasswordAndCode>,
) -> Result<(CookieJar, NoContent), ProblemResponse> {
    let caller = credentials.require_session(&app).await?;
    if !caller.user.guest {
        count_try(&app, address, &caller).await?;
    }
    let password = shown.as_ref().map(|shown| Password::typed(shown.password.reveal()));
    let code = shown.and_then(|shown| shown.code);
    let cookie = no_cookie(&app.config);
    // The deletion completes even if the client disconnects.
    let deleting = task::spawn(async move {
        let _no_seats = app.rooms.no_seats_for(caller.user.id).await;
        app.identities.delete(&caller, password, code.as_ref().map(Secret::reveal)).await?;
        // Clients that show messages of the user remove them.
        Ok::<_, ApiError>(app.chat.remove(LineSelector::Of(caller.user.id), None).await?)
    });
    deleting
        .await
        .map_err(|_| ApiError::new(ErrorCode::Internal, "internal error: the deletion did not complete"))??;
    Ok((jar.add(cookie), NoContent))
}

/// Counts a password attempt of a caller with a session.
pub(super) async fn count_try(app: &App, address: ClientAddress, caller: &Caller) -> Result<(), ApiError> {
    app.address_limits.own_password(address, caller.user.id).await
}
