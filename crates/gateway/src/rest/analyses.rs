//! Analyses of finished games.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use sumito_protocol::error::Problem as ProblemBody;
use sumito_protocol::games::KnownAnalysis;
use sumito_protocol::parts::Analysis;
use sumito_vocabulary::Scope;
use utoipa_axum::router::OpenApiRouter;

use super::game;
use crate::app::App;
use crate::codec::{self, ApiError};
use crate::http::handler::routes;
use crate::http::problem::PathParts;
use crate::http::{Credentials, ProblemResponse};
use crate::limits::{ClientAddress, Limit};

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(analysis, analyse))
}

/// Returns the analysis of a finished game so far: the score and the best line of each position, and the mistakes.
#[utoipa::path(
    get, path = "/games/{id}/analysis", tag = "games", params(("id" = String, Path, description = "The game's id"))
)]
pub(super) async fn analysis(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<String>,
) -> Result<Json<KnownAnalysis>, ProblemResponse> {
    let game = game::find(&app, &credentials, &id).await?;
    let known = app.analyses.of(&game).await?;
    Ok(Json(known.map_or(KnownAnalysis::None, |known| KnownAnalysis::Asked(codec::analysis(known.value())))))
}

/// Requests the analysis of a finished game.
///
/// Each game is analysed once, for all users; sockets that subscribe to the analysis receive each result.
#[utoipa::path(
    post, path = "/games/{id}/analysis", tag = "games", params(("id" = String, Path, description = "The game's id")),
    responses(
        (status = 202, description = "The analysis is in progress", body = Analysis),
        (status = 409, description = "A position of the game is on the board of a running rated game (`position_in_play`)", body = ProblemBody),
        (status = 503, description = "The analysis queue is full", body = ProblemBody),
    )
)]
pub(super) async fn analyse(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    PathParts(id): PathParts<String>,
) -> Result<(StatusCode, Json<Analysis>), ProblemResponse> {
    let user = credentials.require(&app, Scope::Play).await?;
    let game = game::find(&app, &credentials, &id).await?;
    app.address_limits.count(Limit::Analyses, address)?;
    app.engine_pool.seen(user.id, address.network());
    let known = app.analyses.request(&game, user.id, app.time.now()).await.map_err(ApiError::from)?;
    let status = if known.value().done { StatusCode::OK } else { StatusCode::ACCEPTED };
    Ok((status, Json(codec::analysis(known.value()))))
}
