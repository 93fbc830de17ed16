//! The moderators' view of a user, for moderators.

use std::net::IpAddr;

use axum::Json;
use axum::extract::State;
use sumito_protocol::ErrorCode;
use sumito_protocol::error::Problem as ProblemBody;
use sumito_protocol::moderation::{
    CreateModerationNote, ModerationNote, NetworkSearch, SharedNetwork, UserNetworks, UserRecord,
};
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

use crate::app::App;
use crate::codec::{self, ApiError};
use crate::http::created::Created;
use crate::http::handler::routes;
use crate::http::json_body::Body;
use crate::http::problem::PathParts;
use crate::http::{Credentials, ProblemResponse};
use crate::limits::ClientAddress;
use sumito_store::Role;

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(record))
        .routes(routes!(networks))
        .routes(routes!(add_note))
        .routes(routes!(search_network))
}

/// Returns the record of a user of a lower role: sanctions, reports, actions of moderators, notes and signals of unfair play.
#[utoipa::path(
    get, path = "/moderation/players/{id}", tag = "moderation", params(("id" = Uuid, Path, description = "The user"))
)]
pub(super) async fn record(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
) -> Result<Json<UserRecord>, ProblemResponse> {
    let by = credentials.require_role(&app, Role::Moderator).await?;
    let record = app.moderation.record(&by, codec::user_from_wire(id)).await.map_err(ApiError::from)?;
    Ok(Json(codec::user_record(record)))
}

/// Returns the networks of a user of a lower role, with the other users of each. The moderation log records who looked.
#[utoipa::path(
    post, path = "/moderation/players/{id}/networks", tag = "moderation",
    params(("id" = Uuid, Path, description = "The user"))
)]
pub(super) async fn networks(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
) -> Result<Json<UserNetworks>, ProblemResponse> {
    let by = credentials.require_role(&app, Role::Moderator).await?;
    let found = app.moderation.networks(&by, codec::user_from_wire(id)).await.map_err(ApiError::from)?;
    Ok(Json(UserNetworks { networks: found.into_iter().map(codec::shared_network).collect() }))
}

/// Adds a note on a user of a lower role, shown only to moderators. Notes are not changed; each is deleted with closed reports.
#[utoipa::path(
    post, path = "/moderation/players/{id}/notes", tag = "moderation", request_body = CreateModerationNote,
    params(("id" = Uuid, Path, description = "The user"))
)]
pub(super) async fn add_note(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
    Body(note): Body<CreateModerationNote>,
) -> Result<Created<ModerationNote>, ProblemResponse> {
    let by = credentials.require_role(&app, Role::Moderator).await?;
    let user = codec::user_from_wire(id);
    let note = app.moderation.add_note(&by, user, &note.words).await.map_err(ApiError::from)?;
    Ok(Created::at(format!("/moderation/players/{id}"), codec::moderation_note(note)))
}

/// Searches for users of a lower role by an address of their network. The moderation log records who looked, and names the users.
///
/// The address is in the body, so that it does not appear in logs of requests.
#[utoipa::path(
    post, path = "/moderation/networks", tag = "moderation", request_body = NetworkSearch,
    responses((status = 400, description = "`address` is no IP address (`out_of_range`)", body = ProblemBody))
)]
pub(super) async fn search_network(
    State(app): State<App>,
    credentials: Credentials,
    Body(search): Body<NetworkSearch>,
) -> Result<Json<SharedNetwork>, ProblemResponse> {
    let by = credentials.require_role(&app, Role::Moderator).await?;
    let address: IpAddr = search.address.trim().parse().map_err(|_| {
        ApiError::new(
            ErrorCode::OutOfRange,
            "`address` must be an IP address, such as 203.0.113.7 or 2001:db8::7",
        )
    })?;
    let network = ClientAddress::of_peer(address).network();
    let found = app.moderation.network(&by, network).await.map_err(ApiError::from)?;
    Ok(Json(codec::shared_network(found)))
}
