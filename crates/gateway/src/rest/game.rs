//! One finished game: as JSON, as text, or its moves only.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use sumito_game::GameId;
use sumito_protocol::ErrorCode;
use sumito_protocol::games::GameDetail;
use sumito_vocabulary::GameFormat;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

use super::games;
use crate::app::{App, visible_game};
use crate::codec::{self, ApiError};
use crate::http::accept::prefers;
use crate::http::answers::Cached;
use crate::http::handler::routes;
use crate::http::problem::{Parameters, PathParts};
use crate::http::{Credentials, ProblemResponse, caching, cors};
use sumito_store::{FinishedGame, Visibility};

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    cors::public_data(
        OpenApiRouter::new().routes(routes!(show)).routes(routes!(as_text)).routes(routes!(moves)),
    )
}

/// A finished game does not change, but the names of its players and its representation may. Clients therefore cache it and revalidate,
/// which costs no more than an entity tag.
const FOR_ALL: &str = "public, no-cache";
const FOR_ONE: &str = "private, no-cache";

const JSON: &str = "application/json";

/// Options of a game's JSON.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct DetailQuery {
    /// Whether to include the position after each move.
    #[serde(default)]
    #[param(value_type = Option<bool>)]
    positions: bool,
}

/// Returns a finished game with its moves: as JSON, or as text if the client prefers `text/plain`.
#[utoipa::path(
    get, path = "/games/{id}", tag = "games", params(("id" = String, Path, description = "The game's id"), DetailQuery),
    responses((status = 200, description = "The game", content((GameDetail = "application/json"), (String = "text/plain"))))
)]
pub(crate) async fn show(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<String>,
    Parameters(query): Parameters<DetailQuery>,
    headers: HeaderMap,
) -> Result<Cached<()>, ProblemResponse> {
    let game = find(&app, &credentials, &id).await?;
    let mut response = if prefers(&headers, "text/plain", JSON) {
        text(&game, GameFormat::Text, &headers)?.into_response()
    } else {
        let changes = if game.rated { app.store.rating_changes(game.id).await? } else { Vec::new() };
        let detail = if query.positions {
            codec::game_detail_with_positions(&game, &changes)?
        } else {
            codec::game_detail(&game, &changes)
        };
        caching::answer(&headers, JSON, caching_of(&game), codec::body(&detail))
    };
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept"));
    Ok(response.into())
}

/// Format of a game's text.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct FormatQuery {
    /// The format; `text` if left out. The others are for games of two players.
    #[serde(default)]
    #[param(inline, value_type = Option<GameFormat>)]
    format: GameFormat,
}

/// Returns a finished game as text: tags and numbered moves, which can be imported again.
#[utoipa::path(
    get, path = "/games/{id}/game.txt", tag = "games", params(("id" = String, Path, description = "The game's id"), FormatQuery)
)]
pub(crate) async fn as_text(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<String>,
    Parameters(query): Parameters<FormatQuery>,
    headers: HeaderMap,
) -> Result<Cached<String>, ProblemResponse> {
    Ok(text(&find(&app, &credentials, &id).await?, query.format, &headers)?)
}

/// Moves of a game.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct MoveList {
    /// Moves in order, in Aba-Pro notation.
    moves: Vec<String>,
}

/// Returns the moves of a finished game only.
#[utoipa::path(
    get, path = "/games/{id}/moves", tag = "games", params(("id" = String, Path, description = "The game's id"))
)]
pub(crate) async fn moves(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<String>,
) -> Result<Json<MoveList>, ProblemResponse> {
    let GameDetail { moves, .. } = codec::game_detail(&find(&app, &credentials, &id).await?, &[]);
    Ok(Json(MoveList { moves }))
}

/// Returns a finished game that the caller may read.
pub(crate) async fn find(app: &App, credentials: &Credentials, id: &str) -> Result<FinishedGame, ApiError> {
    let id: Uuid = id.parse().map_err(|_| ApiError::no_such_game())?;
    visible_game(app, games::viewer(app, credentials).await?, GameId(id)).await
}

fn text(game: &FinishedGame, format: GameFormat, headers: &HeaderMap) -> Result<Cached<String>, ApiError> {
    let text = codec::game_text(game)?.to_format(format).ok_or_else(|| {
        let message = format!("`format` {} is for games of two players; use text", format.as_str());
        ApiError::new(ErrorCode::Unsupported, message)
    })?;
    Ok(caching::text(headers, caching_of(game), text))
}

fn caching_of(game: &FinishedGame) -> &'static str {
    if game.visibility == Visibility::Public { FOR_ALL } else { FOR_ONE }
}
