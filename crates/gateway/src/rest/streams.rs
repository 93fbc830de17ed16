//! Playing by plain HTTP: streams of messages as lines or server-sent events, and commands to rooms.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::{Extension, Json};
use serde::Deserialize;
use sumito_protocol::ErrorCode;
use sumito_protocol::error::Problem as ProblemBody;
use sumito_protocol::room_command::RoomCommand;
use sumito_protocol::server::Outcome;
use tokio::sync::oneshot;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::codec::{self, ApiError, AskedOfRoom};
use crate::http::handler::routes;
use crate::http::json_body::Body;
use crate::http::middleware::BodySize;
use crate::http::problem::{Parameters, PathParts};
use crate::http::{Credentials, ProblemResponse};
use crate::limits::{ClientAddress, Limit};
use crate::socket::stream::{self, StreamTopic};
use sumito_kit::encoded::Encoding;
use sumito_rooms::can_start_game;
use sumito_services::social::chat::{Channel, ChatError};
use sumito_vocabulary::Scope;

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(own)).routes(routes!(room)).routes(routes!(command))
}

/// Follows the caller's rooms and notifications.
///
/// The response has no end. Each line is a message `my_games`, `notification` or `announcement`, as over the socket; an empty
/// line shows that the stream is open. With `Accept: text/event-stream`, each message is the data of a server-sent event.
#[utoipa::path(
    get, path = "/me/stream", tag = "bots",
    responses(
        (status = 200, description = "Messages, a JSON object on each line", content_type = "application/x-ndjson"),
        (status = 403, description = "A page of another origin", body = ProblemBody),
    )
)]
pub(super) async fn own(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    headers: HeaderMap,
) -> Result<Response, ProblemResponse> {
    Ok(stream::open(app, address, &credentials, &headers, StreamTopic::MyGames).await?)
}

/// Options of a room's stream.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct StreamQuery {
    /// Whether to include the legal moves of the seat to move.
    #[serde(default)]
    legal: bool,
}

/// Follows a room: its state, then every event.
///
/// The response has no end. The first line is a message `snapshot`; the others are the messages that follow `watch` over the
/// socket. Spectators of a room with a delay get them late. With `Accept: text/event-stream`, each message is the data of a
/// server-sent event.
#[utoipa::path(
    get, path = "/rooms/{id}/stream", tag = "bots",
    params(("id" = String, Path, description = "The room's id"), StreamQuery),
    responses(
        (status = 200, description = "Messages, a JSON object on each line", content_type = "application/x-ndjson"),
        (status = 403, description = "A page of another origin", body = ProblemBody),
    )
)]
pub(super) async fn room(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    headers: HeaderMap,
    PathParts(id): PathParts<String>,
    Parameters(query): Parameters<StreamQuery>,
) -> Result<Response, ProblemResponse> {
    credentials.require_user(&app).await?;
    let room = app.rooms.get(codec::room_id(&id)?).await?;
    let form = if query.legal { Encoding::WithLegal } else { Encoding::Plain };
    Ok(stream::open(app, address, &credentials, &headers, StreamTopic::Room(room, form)).await?)
}

/// Sends a player's command to a room: a move, an offer, an answer, a resignation, a chat line.
#[utoipa::path(
    post, path = "/rooms/{id}/commands", tag = "bots", request_body = RoomCommand,
    params(("id" = String, Path, description = "The room's id")),
    responses(
        (status = 409, description = "Not possible now: another turn, an illegal move, no such offer, the game is over", body = ProblemBody),
        (status = 422, description = "Not offered by this room", body = ProblemBody),
    )
)]
pub(super) async fn command(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    Extension(size): Extension<BodySize>,
    PathParts(id): PathParts<String>,
    Body(RoomCommand { room, command }): Body<RoomCommand>,
) -> Result<Json<Outcome>, ProblemResponse> {
    let user = credentials.require(&app, Scope::Play).await?;
    if room.is_some_and(|room| room.0 != id) {
        let message = "`room` is another room than the path names; leave it out";
        return Err(ApiError::new(ErrorCode::BadMessage, message).into());
    }
    let id = codec::room_id(&id)?;
    Ok(Json(match codec::room_command_from_wire(command, &user)? {
        AskedOfRoom::Command(command) => {
            let room = app.rooms.get(id).await?;
            if can_start_game(&command) {
                room.check_cooldown(user.id).await?;
            }
            codec::done(&room.execute(user.id, command, None).await?)
        }
        AskedOfRoom::Chat(audience, words) => {
            app.address_limits.count(Limit::ChatLines, address)?;
            app.address_limits.stored(address, size.0)?;
            let (reply, answer) = oneshot::channel();
            // The caller may have gone.
            let reply = Box::new(move |said| drop(reply.send(said)));
            app.chat.say(Channel::Room(id, audience), &user, words, None, reply);
            let line = answer.await.map_err(|_| ApiError::from(ChatError::Busy))?.map_err(ApiError::from)?;
            Outcome { line: Some(line), ..Outcome::default() }
        }
    }))
}
