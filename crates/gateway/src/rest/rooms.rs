//! Rooms over HTTP: creating, listing and showing rooms. Games are played over the socket.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use sumito_protocol::RoomId;
use sumito_protocol::client::CreateRoom;
use sumito_protocol::error::Problem as ProblemBody;
use sumito_protocol::rooms::{MyGameList, RoomCreated, RoomList};
use sumito_protocol::server::Snapshot;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::codec::{self, ApiError};
use crate::http::answers::Written;
use crate::http::created::Created;
use crate::http::handler::routes;
use crate::http::json_body::Body;
use crate::http::problem::{Parameters, PathParts};
use crate::http::{Credentials, ProblemResponse, json};
use crate::limits::ClientAddress;
use sumito_kit::encoded::Encoding;
use sumito_rooms as rooms;
use sumito_vocabulary::Scope;

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list, create)).routes(routes!(own)).routes(routes!(show))
}

/// Filter of the room list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct ListQuery {
    /// Name of the lobby; `main` if omitted.
    lobby: Option<String>,
}

/// Lists the public rooms that wait for players or have a running game, the newest first.
#[utoipa::path(get, path = "/rooms", tag = "rooms", params(ListQuery))]
pub(super) async fn list(
    State(app): State<App>,
    Parameters(wanted): Parameters<ListQuery>,
) -> Written<Json<RoomList>> {
    let lobby = wanted.lobby.as_deref().unwrap_or("main");
    // Encoded once per change of the list, for all callers.
    json(&app.lobbies.list(lobby).text(Encoding::Body, |list| {
        codec::body(&RoomList { rooms: list.rooms.iter().map(codec::listing).collect() })
    }))
    .into()
}

/// Lists the caller's rooms: waiting rooms, rooms with a running game, and for some time rooms whose game has ended.
///
/// Rooms that wait for the caller come first.
#[utoipa::path(get, path = "/me/rooms", tag = "rooms")]
pub(super) async fn own(
    State(app): State<App>,
    credentials: Credentials,
) -> Result<Written<Json<MyGameList>>, ProblemResponse> {
    let user = credentials.require_user(&app).await?.id;
    let list = app.my_games.list(user).await?;
    Ok(json(
        &list.text(Encoding::Body, |list| {
            codec::body(&MyGameList { rooms: codec::my_games(&list.rooms, user) })
        }),
    )
    .into())
}

/// Creates a room in which the caller has a seat.
#[utoipa::path(
    post, path = "/rooms", tag = "rooms", request_body = CreateRoom,
    responses(
        (status = 404, description = "Bot not found", body = ProblemBody),
        (status = 409, description = "Two players request the same seat, or a bot cannot play now", body = ProblemBody),
        (status = 422, description = "Not offered by this server", body = ProblemBody),
    )
)]
pub(super) async fn create(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    Body(request): Body<CreateRoom>,
) -> Result<Created<RoomCreated>, ProblemResponse> {
    let user = credentials.require(&app, Scope::Play).await?;
    let bots = codec::bots_from_wire(&request.bots)?;
    let mut plan = codec::room_plan(&user, request, None)?;
    app.matchmaking.check_room(&plan)?;
    app.bots.seat(&mut plan, &bots).await.map_err(ApiError::from)?;
    app.address_limits.room(address, plan.has_computers())?;
    app.engine_pool.seen(user.id, address.network());
    let rooms::Created { room, seats } = app.rooms.create(plan).await?;
    let seat = seats.first().copied().map(u8::from).unwrap_or_default();
    let room = RoomId(room.id().to_string());
    Ok(Created::at(format!("/rooms/{}", room.0), RoomCreated { room, seat }))
}

/// Options of a room's JSON.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct ShowQuery {
    /// Whether to include the legal moves of the seat to move.
    #[serde(default)]
    legal: bool,
}

/// Returns the current state of a room; without a seat, in the spectators' view.
#[utoipa::path(
    get, path = "/rooms/{id}", tag = "rooms",
    params(("id" = String, Path, description = "The room's id"), ShowQuery)
)]
pub(super) async fn show(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<String>,
    Parameters(query): Parameters<ShowQuery>,
) -> Result<Written<Json<Snapshot>>, ProblemResponse> {
    let user = credentials.user(&app).await?.map(|user| user.id);
    let view = app.rooms.get(codec::room_id(&id)?).await?.view(user).await?;
    let write = |form| codec::body(&codec::snapshot(view.value(), form));
    Ok(json(&if query.legal {
        write(Encoding::WithLegal)
    } else {
        view.text(Encoding::Body, |_| write(Encoding::Plain))
    })
    .into())
}
