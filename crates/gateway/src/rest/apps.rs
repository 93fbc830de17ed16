//! Apps of the caller.

use axum::Json;
use axum::extract::State;
use axum::response::NoContent;
use sumito_kit::text::Text;
use sumito_protocol::apps::{AppInfo, AppList, CreateApp};
use sumito_protocol::error::Problem as ProblemBody;
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

use crate::app::App;
use crate::codec::{self, ApiError};
use crate::http::created::Created;
use crate::http::handler::routes;
use crate::http::json_body::Body;
use crate::http::problem::PathParts;
use crate::http::{Credentials, ProblemResponse};

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list, create)).routes(routes!(delete))
}

/// Lists the apps that the caller has registered.
#[utoipa::path(
    get, path = "/me/apps", tag = "apps",
    responses((status = 403, description = "An API token (`missing_scope`)", body = ProblemBody))
)]
pub(super) async fn list(
    State(app): State<App>,
    credentials: Credentials,
) -> Result<Json<AppList>, ProblemResponse> {
    let caller = credentials.require_session(&app).await?;
    let apps = app.apps.list(&caller).await.map_err(ApiError::from)?;
    Ok(Json(AppList { apps: apps.into_iter().map(codec::app).collect() }))
}

/// Registers an app, which can then ask users for access by OAuth.
#[utoipa::path(
    post, path = "/me/apps", tag = "apps", request_body = CreateApp,
    responses((status = 400, description = "The name is not allowed (`bad_words`, `bad_name`), or an address (`out_of_range`)", body = ProblemBody))
)]
pub(super) async fn create(
    State(app): State<App>,
    credentials: Credentials,
    Body(request): Body<CreateApp>,
) -> Result<Created<AppInfo>, ProblemResponse> {
    let caller = credentials.require_session(&app).await?;
    let unmuted = app.moderation.check_mute(caller.user.id).await?;
    let name = Text::app_name(&request.name, unmuted).map_err(ApiError::from)?;
    let row = app.apps.create(&caller, name, request.redirect_uris).await.map_err(ApiError::from)?;
    Ok(Created::at(format!("/me/apps/{}", row.id), codec::app(row)))
}

/// Deletes an app of the caller. Its tokens end, and their sockets close (4001).
#[utoipa::path(
    delete, path = "/me/apps/{id}", tag = "apps", params(("id" = Uuid, Path, description = "The app"))
)]
pub(super) async fn delete(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
) -> Result<NoContent, ProblemResponse> {
    let caller = credentials.require_session(&app).await?;
    app.apps.delete(&caller, id).await.map_err(ApiError::from)?;
    Ok(NoContent)
}
