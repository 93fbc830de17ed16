//! Webhooks of the caller.

use axum::Json;
use axum::extract::State;
use axum::response::NoContent;
use sumito_protocol::ErrorCode;
use sumito_protocol::error::Problem as ProblemBody;
use sumito_protocol::webhooks::{CreateWebhook, WebhookCreated, WebhookList, WebhookTest};
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

use crate::app::App;
use crate::codec::{self, ApiError};
use crate::http::created::Created;
use crate::http::handler::routes;
use crate::http::json_body::Body;
use crate::http::problem::PathParts;
use crate::http::{Credentials, ProblemResponse};
use crate::limits::{ClientAddress, Limit};
use sumito_game::UserId;

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list, create)).routes(routes!(delete)).routes(routes!(test))
}

/// Lists the caller's webhooks, without their secrets.
#[utoipa::path(
    get, path = "/me/webhooks", tag = "webhooks",
    responses(
        (status = 403, description = "A guest (`needs_account`), or an API token (`missing_scope`)", body = ProblemBody),
        (status = 422, description = "Webhooks are disabled on this server (`unsupported`)", body = ProblemBody),
    )
)]
pub(super) async fn list(
    State(app): State<App>,
    credentials: Credentials,
) -> Result<Json<WebhookList>, ProblemResponse> {
    let user = owner(&app, &credentials).await?;
    let webhooks = app.webhooks.list(user).await.map_err(ApiError::from)?;
    Ok(Json(WebhookList { webhooks: webhooks.into_iter().map(codec::webhook).collect() }))
}

/// Creates a webhook: the server sends events of the caller, or of the users of the caller's app, to an address, signed with the webhook's secret.
#[utoipa::path(
    post, path = "/me/webhooks", tag = "webhooks", request_body = CreateWebhook,
    responses(
        (status = 400, description = "The address or the events are not allowed (`out_of_range`)", body = ProblemBody),
        (status = 404, description = "The caller has no such app (`no_such_app`)", body = ProblemBody),
        (status = 422, description = "Webhooks are disabled on this server (`unsupported`)", body = ProblemBody),
    )
)]
pub(super) async fn create(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    Body(request): Body<CreateWebhook>,
) -> Result<Created<WebhookCreated>, ProblemResponse> {
    let user = owner(&app, &credentials).await?;
    app.address_limits.count(Limit::WebhookTests, address)?;
    let row = app
        .webhooks
        .create(user, &request.url, &request.events, request.app)
        .await
        .map_err(ApiError::from)?;
    Ok(Created::at(format!("/me/webhooks/{}", row.id), codec::webhook_created(row)))
}

/// Deletes a webhook and the messages that wait for it.
#[utoipa::path(
    delete, path = "/me/webhooks/{id}", tag = "webhooks", params(("id" = Uuid, Path, description = "The webhook")),
    responses((status = 422, description = "Webhooks are disabled on this server (`unsupported`)", body = ProblemBody))
)]
pub(super) async fn delete(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
) -> Result<NoContent, ProblemResponse> {
    let user = owner(&app, &credentials).await?;
    app.webhooks.delete(user, id).await.map_err(ApiError::from)?;
    Ok(NoContent)
}

/// Sends a test message at once, and returns whether the receiver took it. A test that succeeds enables the webhook again.
#[utoipa::path(
    post, path = "/me/webhooks/{id}/test", tag = "webhooks", params(("id" = Uuid, Path, description = "The webhook")),
    responses((status = 422, description = "Webhooks are disabled on this server (`unsupported`)", body = ProblemBody))
)]
pub(super) async fn test(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
) -> Result<Json<WebhookTest>, ProblemResponse> {
    let user = owner(&app, &credentials).await?;
    app.address_limits.count(Limit::WebhookTests, address)?;
    let failure = app.webhooks.test(user, id).await.map_err(ApiError::from)?;
    Ok(Json(codec::webhook_test(failure)))
}

/// Returns the account of the caller, who must have a session: a webhook receives more than a token's scopes permit.
async fn owner(app: &App, credentials: &Credentials) -> Result<UserId, ApiError> {
    let user = credentials.require_session(app).await?.user;
    if user.guest {
        let message = "guests have no webhooks; create an account with POST /api/v1/accounts";
        return Err(ApiError::new(ErrorCode::NeedsAccount, message));
    }
    Ok(user.id)
}
