//! Server administration for administrators.

use axum::Json;
use axum::extract::State;
use axum::response::NoContent;
use sumito_protocol::ErrorCode;
use sumito_protocol::admin::{Announcement, NodeList, ReloadResult, ServerState};
use sumito_protocol::error::Problem as ProblemBody;
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

use crate::app::{App, RELOADED};
use crate::codec::{self, ApiError};
use crate::http::handler::routes;
use crate::http::json_body::Body;
use crate::http::problem::PathParts;
use crate::http::{Credentials, ProblemResponse};
use sumito_kit::metrics;
use sumito_rooms::event_log::StorageState;
use sumito_store::Role;

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(server))
        .routes(routes!(drain, undrain))
        .routes(routes!(nodes))
        .routes(routes!(drain_node, undrain_node))
        .routes(routes!(announce, take_back))
        .routes(routes!(reload))
}

/// Returns the state of the service, and the figures of the answering node.
#[utoipa::path(get, path = "/admin/server", tag = "admin")]
pub(super) async fn server(
    State(app): State<App>,
    credentials: Credentials,
) -> Result<Json<ServerState>, ProblemResponse> {
    credentials.require_role(&app, Role::Admin).await?;
    // If the database does not answer, `storage` says so.
    let consumers = app.store.consumers_lag().await.unwrap_or_default();
    let queues = [("event_log", app.rooms.event_log_waiting()), ("chat", app.chat.waiting())];
    Ok(Json(ServerState {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        started_at: app.administration.started_at().0,
        now: app.time.now().0,
        storage: matches!(app.rooms.storage(), StorageState::Up),
        draining: app.rooms.drain().is_everywhere(),
        announcement: app.administration.announcement().as_ref().map(codec::shown_announcement),
        sockets: app.sockets.count() as u64,
        seeks: app.matchmaking.waiting().map(|(_, waiting)| waiting as u64).sum(),
        rooms: codec::counts(app.rooms.by_status()),
        tournaments: codec::counts(app.tournaments.by_status()),
        queues: codec::counts(queues.map(|(queue, waiting)| (queue, waiting as u64))),
        consumers: codec::counts(consumers.into_iter().map(|(consumer, games)| (consumer.name(), games))),
        refusals: codec::counts(metrics::refused_lately()),
    }))
}

/// Returns the nodes: the server processes of this service.
#[utoipa::path(get, path = "/admin/nodes", tag = "admin")]
pub(super) async fn nodes(
    State(app): State<App>,
    credentials: Credentials,
) -> Result<Json<NodeList>, ProblemResponse> {
    credentials.require_role(&app, Role::Admin).await?;
    let nodes = app.administration.nodes().await.map_err(ApiError::from)?;
    Ok(Json(NodeList { nodes: nodes.into_iter().map(codec::node).collect() }))
}

/// Drains one node before it is stopped: it takes no new games and sockets, and its sockets and then its games move to
/// other nodes.
///
/// Its `/readyz` answers 503, so that load balancers avoid it.
#[utoipa::path(
    put, path = "/admin/nodes/{id}/drain", tag = "admin",
    params(("id" = Uuid, Path, description = "The node")),
    responses((status = 409, description = "No other node takes new games (`not_now`)", body = ProblemBody))
)]
pub(super) async fn drain_node(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
) -> Result<NoContent, ProblemResponse> {
    set_node_drain(&app, &credentials, id, true).await
}

/// Ends the drain of a node: it takes new games and sockets again.
#[utoipa::path(
    delete, path = "/admin/nodes/{id}/drain", tag = "admin",
    params(("id" = Uuid, Path, description = "The node"))
)]
pub(super) async fn undrain_node(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
) -> Result<NoContent, ProblemResponse> {
    set_node_drain(&app, &credentials, id, false).await
}

async fn set_node_drain(
    app: &App,
    credentials: &Credentials,
    id: Uuid,
    on: bool,
) -> Result<NoContent, ProblemResponse> {
    let by = credentials.require_role(app, Role::Admin).await?;
    app.administration.drain_node(&by, id, on).await.map_err(ApiError::from)?;
    Ok(NoContent)
}

/// Turns on drain mode: no node takes new games, that is no rooms, seeks, or tournament starts (`draining`).
///
/// Running games continue.
#[utoipa::path(put, path = "/admin/drain", tag = "admin")]
pub(super) async fn drain(
    State(app): State<App>,
    credentials: Credentials,
) -> Result<NoContent, ProblemResponse> {
    set_drain(&app, &credentials, true).await
}

/// Turns off drain mode: the nodes take new games again.
#[utoipa::path(delete, path = "/admin/drain", tag = "admin")]
pub(super) async fn undrain(
    State(app): State<App>,
    credentials: Credentials,
) -> Result<NoContent, ProblemResponse> {
    set_drain(&app, &credentials, false).await
}

async fn set_drain(app: &App, credentials: &Credentials, on: bool) -> Result<NoContent, ProblemResponse> {
    let by = credentials.require_role(app, Role::Admin).await?;
    app.administration.drain(&by, on).await.map_err(ApiError::from)?;
    Ok(NoContent)
}

/// Sets the announcement.
///
/// Connected clients receive it at once as an `announcement`; others when they connect.
#[utoipa::path(put, path = "/admin/announcement", tag = "admin", request_body = Announcement)]
pub(super) async fn announce(
    State(app): State<App>,
    credentials: Credentials,
    Body(announcement): Body<Announcement>,
) -> Result<NoContent, ProblemResponse> {
    set_announcement(&app, &credentials, Some(announcement)).await
}

/// Removes the announcement.
#[utoipa::path(delete, path = "/admin/announcement", tag = "admin")]
pub(super) async fn take_back(
    State(app): State<App>,
    credentials: Credentials,
) -> Result<NoContent, ProblemResponse> {
    set_announcement(&app, &credentials, None).await
}

async fn set_announcement(
    app: &App,
    credentials: &Credentials,
    announcement: Option<Announcement>,
) -> Result<NoContent, ProblemResponse> {
    let by = credentials.require_role(app, Role::Admin).await?;
    let announcement = announcement.as_ref().map(codec::announcement_from_wire).transpose()?;
    app.administration.announce(&by, announcement).await.map_err(ApiError::from)?;
    Ok(NoContent)
}

/// Reloads the configuration of the node that answers, and applies the settings that are safe to change at runtime: the log filter and the rate limits per address.
///
/// All other settings take effect after a restart.
#[utoipa::path(
    post, path = "/admin/reload", tag = "admin",
    responses((status = 400, description = "A setting is invalid (`out_of_range`); nothing was changed", body = ProblemBody))
)]
pub(super) async fn reload(
    State(app): State<App>,
    credentials: Credentials,
) -> Result<Json<ReloadResult>, ProblemResponse> {
    let by = credentials.require_role(&app, Role::Admin).await?;
    app.reload().map_err(|error| {
        ApiError::new(
            ErrorCode::OutOfRange,
            format!("configuration not reloaded; nothing was changed: {error:#}"),
        )
    })?;
    app.administration.record_reload(&by, RELOADED.join(", ")).await.map_err(ApiError::from)?;
    Ok(Json(ReloadResult { settings: RELOADED.map(str::to_owned).to_vec() }))
}
