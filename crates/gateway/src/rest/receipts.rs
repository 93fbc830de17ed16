//! Receipts of finished games and tournaments, their log, and the keys that sign them.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::Deserialize;
use sumito_game::TournamentId;
use sumito_protocol::ErrorCode;
use sumito_protocol::receipts::{ReceiptKeys, ReceiptLogPage};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

use super::game::find;
use crate::app::App;
use crate::codec::{self, ApiError};
use crate::http::answers::Cached;
use crate::http::handler::routes;
use crate::http::paging::within;
use crate::http::problem::{Parameters, PathParts};
use crate::http::{Credentials, ProblemResponse, caching, cors};
use sumito_store::Visibility;

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    cors::public_data(
        OpenApiRouter::new()
            .routes(routes!(of_game))
            .routes(routes!(of_tournament))
            .routes(routes!(log))
            .routes(routes!(checkpoint)),
    )
}

/// Builds the route of the keys, whose address does not belong to the API.
pub(super) fn well_known() -> OpenApiRouter<App> {
    cors::public_data(OpenApiRouter::new().routes(routes!(keys)))
}

/// Default number of hashes per page.
const DEFAULT_LIMIT: u32 = 1_000;
/// Maximum number of hashes per page.
const MAX_LIMIT: u32 = 5_000;

/// Highest position in a log: the highest whole number that every JSON reader reads exactly.
const MAX_POSITION: u64 = (1 << 53) - 1;

/// A receipt never changes.
const FOR_ALL: &str = "public, max-age=31536000, immutable";
/// The receipt of a private game.
const FOR_ONE: &str = "private, no-cache";

/// Returns the signed receipt of a finished game.
///
/// Imported games have none. The receipt of a game is issued within seconds after its end.
#[utoipa::path(
    get, path = "/games/{id}/receipt", tag = "receipts", params(("id" = String, Path, description = "The game's id"))
)]
pub(super) async fn of_game(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<String>,
    headers: HeaderMap,
) -> Result<Cached<String>, ProblemResponse> {
    let game = find(&app, &credentials, &id).await?;
    let caching = if game.visibility == Visibility::Public { FOR_ALL } else { FOR_ONE };
    receipt(&app, game.id.0, &headers, caching).await
}

/// Returns the signed receipt of a finished tournament.
///
/// Cancelled tournaments have none.
#[utoipa::path(
    get, path = "/tournaments/{id}/receipt", tag = "receipts", params(("id" = Uuid, Path, description = "The tournament"))
)]
pub(super) async fn of_tournament(
    State(app): State<App>,
    PathParts(id): PathParts<Uuid>,
    headers: HeaderMap,
) -> Result<Cached<String>, ProblemResponse> {
    app.store.tournament_state(TournamentId(id)).await?.ok_or_else(no_such_receipt)?;
    receipt(&app, id, &headers, FOR_ALL).await
}

async fn receipt(
    app: &App,
    subject: Uuid,
    headers: &HeaderMap,
    caching: &'static str,
) -> Result<Cached<String>, ProblemResponse> {
    let receipt = app.store.receipt(subject).await?.ok_or_else(no_such_receipt)?;
    Ok(caching::text(headers, caching, receipt.note))
}

fn no_such_receipt() -> ApiError {
    let message = "no receipt; it is issued within seconds after the end, and imported games and cancelled \
        tournaments have none";
    ApiError::new(ErrorCode::NotFound, message)
}

/// Part of the log.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct LogQuery {
    /// Position after which the page starts: `next` of the previous page; 0 if omitted.
    #[serde(default)]
    #[param(value_type = Option<u64>, maximum = 9_007_199_254_740_991_u64)]
    after: u64,
    /// Hashes per page: 1 to 5,000, 1,000 if omitted.
    #[param(minimum = 1, maximum = 5_000)]
    limit: Option<u32>,
}

/// Lists the hashes of all receipts in the order in which they were issued.
#[utoipa::path(get, path = "/receipts/log", tag = "receipts", params(LogQuery))]
pub(super) async fn log(
    State(app): State<App>,
    Parameters(query): Parameters<LogQuery>,
) -> Result<Json<ReceiptLogPage>, ProblemResponse> {
    let limit = within(query.limit, DEFAULT_LIMIT, MAX_LIMIT)?;
    if query.after > MAX_POSITION {
        let message = format!("`after` must be at most {MAX_POSITION}");
        return Err(ApiError::new(ErrorCode::OutOfRange, message).into());
    }
    let mut leaves = app.store.receipt_leaves(query.after, limit + 1).await?;
    let next = (leaves.len() > limit as usize).then(|| query.after + u64::from(limit));
    leaves.truncate(limit as usize);
    Ok(Json(ReceiptLogPage { hashes: leaves.iter().map(ToString::to_string).collect(), next }))
}

/// Returns the signed state of the log: the number of receipts, and the root of their Merkle tree.
#[utoipa::path(get, path = "/receipts/checkpoint", tag = "receipts")]
pub(super) async fn checkpoint(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Cached<String>, ProblemResponse> {
    let checkpoint = app.receipts.checkpoint().await?;
    Ok(caching::text(&headers, "public, no-cache", checkpoint))
}

/// Lists the keys that have signed receipts.
#[utoipa::path(get, path = "/.well-known/sumito-receipt-keys", tag = "receipts")]
pub(super) async fn keys(State(app): State<App>) -> Result<Json<ReceiptKeys>, ProblemResponse> {
    Ok(Json(codec::receipt_keys(app.receipts.keys().await?)))
}
