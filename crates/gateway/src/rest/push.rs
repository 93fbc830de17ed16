//! Web Push subscriptions of browsers.

use axum::Json;
use axum::extract::State;
use axum::response::NoContent;
use sumito_protocol::error::Problem as ProblemBody;
use sumito_protocol::push::{PushStatus, PushSubscriptionRequest};
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::codec::{self, ApiError};
use crate::http::handler::routes;
use crate::http::json_body::Body;
use crate::http::{Credentials, ProblemResponse};
use sumito_services::social::push::Browser;

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(offer)).routes(routes!(subscribe, unsubscribe))
}

/// Returns whether this server sends pushes, its public key, and whether the caller's browser is subscribed.
#[utoipa::path(get, path = "/push", tag = "push")]
pub(super) async fn offer(
    State(app): State<App>,
    credentials: Credentials,
) -> Result<Json<PushStatus>, ProblemResponse> {
    let on = match credentials.caller(&app).await? {
        Some(caller) => app.push.is_subscribed(caller.session).await.map_err(ApiError::from)?,
        None => false,
    };
    Ok(Json(PushStatus { key: app.push.public_key(), on }))
}

/// Subscribes the caller's browser to pushes, in place of its previous subscription.
///
/// The subscription ends with the session.
#[utoipa::path(
    put, path = "/me/push", tag = "push", request_body = PushSubscriptionRequest,
    responses((status = 422, description = "Web Push is disabled on this server (`unsupported`)", body = ProblemBody))
)]
pub(super) async fn subscribe(
    State(app): State<App>,
    credentials: Credentials,
    Body(request): Body<PushSubscriptionRequest>,
) -> Result<NoContent, ProblemResponse> {
    let caller = credentials.require_session(&app).await?;
    let PushSubscriptionRequest { endpoint, p256dh, auth, language } = request;
    let language = codec::language_from_wire(language);
    let browser = Browser { endpoint, p256dh: p256dh.reveal().into(), auth: auth.reveal().into(), language };
    app.push.subscribe(caller.user.id, caller.session, &browser).await.map_err(ApiError::from)?;
    Ok(NoContent)
}

/// Unsubscribes the caller's browser from pushes.
#[utoipa::path(delete, path = "/me/push", tag = "push")]
pub(super) async fn unsubscribe(
    State(app): State<App>,
    credentials: Credentials,
) -> Result<NoContent, ProblemResponse> {
    let caller = credentials.require_session(&app).await?;
    app.push.unsubscribe(caller.session).await.map_err(ApiError::from)?;
    Ok(NoContent)
}
