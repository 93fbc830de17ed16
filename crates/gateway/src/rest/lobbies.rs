//! Lobbies with matchmaking.

use axum::Json;
use axum::extract::State;
use sumito_protocol::rooms::LobbyList;
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::codec;
use crate::http::cors;
use crate::http::handler::routes;

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    cors::public_data(OpenApiRouter::new().routes(routes!(list)))
}

/// Lists the lobbies with matchmaking and their accepted games.
#[utoipa::path(get, path = "/lobbies", tag = "lobbies")]
pub(super) async fn list(State(app): State<App>) -> Json<LobbyList> {
    let offers = app.matchmaking.offers();
    Json(LobbyList { lobbies: offers.map(|(name, offer)| codec::lobby_offer(name, offer)).collect() })
}
