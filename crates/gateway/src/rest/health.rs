//! Health checks for operators and their tools.

use axum::extract::State;
use sumito_protocol::error::Problem as ProblemBody;
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::codec::ApiError;
use crate::http::ProblemResponse;
use crate::http::handler::routes;

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(live)).routes(routes!(ready))
}

/// Returns whether the process is alive.
#[utoipa::path(get, path = "/healthz", tag = "health")]
pub(super) async fn live() -> &'static str {
    "alive\n"
}

/// Returns whether the server can take players: the database answers, and the server is neither stopping nor
/// drained by an administrator.
#[utoipa::path(
    get, path = "/readyz", tag = "health",
    responses((status = 503, description = "Not ready", body = ProblemBody))
)]
pub(super) async fn ready(State(app): State<App>) -> Result<&'static str, ProblemResponse> {
    let is_ready = !app.stopping.is_cancelled()
        && !app.rooms.drain().is_here()
        && !app.rooms.is_lease_over()
        && app.readiness.is_database_up();
    if is_ready { Ok("ready\n") } else { Err(ApiError::unavailable().into()) }
}
