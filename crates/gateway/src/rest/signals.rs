//! Signals of unfair play, for moderators.

use axum::Json;
use axum::extract::State;
use axum::response::NoContent;
use sumito_protocol::moderation::{SignalDismissal, SignalList};
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

use crate::app::App;
use crate::codec::{self, ApiError};
use crate::http::handler::routes;
use crate::http::json_body::Body;
use crate::http::problem::PathParts;
use crate::http::{Credentials, ProblemResponse};
use sumito_store::Role;

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_signals)).routes(routes!(dismiss))
}

/// Maximum number of signals: the strongest.
const LISTED: u32 = 100;

/// Lists signals of unfair play in the rated games of the last days, the strongest first.
///
/// The server searches for them after rated games, about once an hour. A signal has no automatic effect.
#[utoipa::path(get, path = "/moderation/signals", tag = "moderation")]
pub(super) async fn list_signals(
    State(app): State<App>,
    credentials: Credentials,
) -> Result<Json<SignalList>, ProblemResponse> {
    credentials.require_role(&app, Role::Moderator).await?;
    let found = app.moderation.signals(None, LISTED).await.map_err(ApiError::from)?;
    Ok(Json(SignalList { signals: found.into_iter().map(codec::signal).collect() }))
}

/// Dismisses a signal. It returns if later games alone are evidence for it.
#[utoipa::path(
    post, path = "/moderation/signals/{id}/dismiss", tag = "moderation", request_body = SignalDismissal,
    params(("id" = Uuid, Path, description = "The signal"))
)]
pub(super) async fn dismiss(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
    Body(request): Body<SignalDismissal>,
) -> Result<NoContent, ProblemResponse> {
    let by = credentials.require_role(&app, Role::Moderator).await?;
    app.moderation.dismiss_signal(&by, id, &request.reason).await.map_err(ApiError::from)?;
    Ok(NoContent)
}
