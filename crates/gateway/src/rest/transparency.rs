//! Numbers of moderation, for the public.

use axum::Json;
use axum::extract::State;
use sumito_protocol::moderation::Transparency;
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::codec::{self, ApiError};
use crate::http::handler::routes;
use crate::http::{ProblemResponse, cors};

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    cors::public_data(OpenApiRouter::new().routes(routes!(transparency)))
}

/// Returns how many reports, sanctions and appeals there were in each of the last whole months, without names.
///
/// Numbers below 3 are left out.
#[utoipa::path(get, path = "/transparency", tag = "moderation")]
pub(super) async fn transparency(State(app): State<App>) -> Result<Json<Transparency>, ProblemResponse> {
    let months = app.moderation.figures().await.map_err(ApiError::from)?;
    Ok(Json(Transparency { months: months.iter().map(codec::transparent_month).collect() }))
}
