//! Pictures of boards, for those who show links: as SVG, and as PNG for the many that take nothing else.

use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use sumito_game::{MoveText, Seat};
use sumito_protocol::ErrorCode;
use sumito_protocol::rest::Problem as ProblemBody;
use tokio::task::spawn_blocking;
use utoipa::IntoParams;

use super::caching::Kept;
use super::problem::{Parameters, PathParts};
use super::{Credentials, Problem, games};
use crate::app::App;
use crate::picture::{self, PictureError, Scene};
use crate::rooms::{RoomError, RoomView};
use crate::store::{FinishedGame, Visibility};
use crate::wire::{self, Refusal};

const SVG: &str = "image/svg+xml";
const PNG: &str = "image/png";

/// A finished game does not change, but what its picture looks like may, with another version of the server.
const FOR_A_WEEK: &str = "public, max-age=604800";
/// Whoever asks is looked at each time.
const FOR_ITS_PLAYERS: &str = "private, no-cache";
/// Long enough that a link which many look at is drawn once.
const FOR_A_MOMENT: &str = "public, max-age=15";

/// Which position of a game to show.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct PlyQuery {
    /// After how many moves; the end of the game when left out.
    ply: Option<u32>,
}

/// A picture of a finished game's board, as SVG: 1200 by 630, without any text.
#[utoipa::path(
    get, path = "/games/{id}/picture.svg", tag = "games",
    params(("id" = String, Path, description = "The game's id"), PlyQuery),
    responses(
        (status = 200, description = "The picture", body = String, content_type = "image/svg+xml"),
        (status = 304, description = "As `If-None-Match` says the client has it"),
        (status = 400, description = "The game has fewer moves", body = ProblemBody),
        (status = 404, description = "There is no such game, or it was private and is not the asker's", body = ProblemBody),
    )
)]
pub(super) async fn game_svg(
    State(app): State<App>,
    credentials: Credentials,
    headers: HeaderMap,
    PathParts(id): PathParts<String>,
    Parameters(query): Parameters<PlyQuery>,
) -> Result<Response, Problem> {
    let game = games::find(&app, &credentials, &id).await?;
    Ok(answer_svg(&headers, of_game(&game, query)?.svg(), caching(&game)))
}

/// A picture of a finished game's board, as PNG: 1200 by 630, without any text.
#[utoipa::path(
    get, path = "/games/{id}/picture.png", tag = "games",
    params(("id" = String, Path, description = "The game's id"), PlyQuery),
    responses(
        (status = 200, description = "The picture", body = Vec<u8>, content_type = "image/png"),
        (status = 304, description = "As `If-None-Match` says the client has it"),
        (status = 400, description = "The game has fewer moves", body = ProblemBody),
        (status = 404, description = "There is no such game, or it was private and is not the asker's", body = ProblemBody),
    )
)]
pub(super) async fn game_png(
    State(app): State<App>,
    credentials: Credentials,
    headers: HeaderMap,
    PathParts(id): PathParts<String>,
    Parameters(query): Parameters<PlyQuery>,
) -> Result<Response, Problem> {
    let game = games::find(&app, &credentials, &id).await?;
    answer_png(&app, &headers, of_game(&game, query)?.svg(), caching(&game)).await
}

/// A picture of a room's board as spectators see it now, as SVG: 1200 by 630, without any text.
#[utoipa::path(
    get, path = "/rooms/{id}/picture.svg", tag = "rooms",
    params(("id" = String, Path, description = "The room's id")),
    responses(
        (status = 200, description = "The picture", body = String, content_type = "image/svg+xml"),
        (status = 304, description = "As `If-None-Match` says the client has it"),
        (status = 404, description = "There is no such room", body = ProblemBody),
    )
)]
pub(super) async fn room_svg(
    State(app): State<App>,
    headers: HeaderMap,
    PathParts(id): PathParts<String>,
) -> Result<Response, Problem> {
    Ok(answer_svg(&headers, find_room(&app, &id).await?.svg(), FOR_A_MOMENT))
}

/// A picture of a room's board as spectators see it now, as PNG: 1200 by 630, without any text.
#[utoipa::path(
    get, path = "/rooms/{id}/picture.png", tag = "rooms",
    params(("id" = String, Path, description = "The room's id")),
    responses(
        (status = 200, description = "The picture", body = Vec<u8>, content_type = "image/png"),
        (status = 304, description = "As `If-None-Match` says the client has it"),
        (status = 404, description = "There is no such room", body = ProblemBody),
    )
)]
pub(super) async fn room_png(
    State(app): State<App>,
    headers: HeaderMap,
    PathParts(id): PathParts<String>,
) -> Result<Response, Problem> {
    answer_png(&app, &headers, find_room(&app, &id).await?.svg(), FOR_A_MOMENT).await
}

fn of_game(game: &FinishedGame, PlyQuery { ply }: PlyQuery) -> Result<Scene, Refusal> {
    if ply.is_some_and(|ply| ply > game.plies) {
        let message = format!("`ply` is 0 to {}: so many moves were played", game.plies);
        return Err(Refusal::new(ErrorCode::OutOfRange, message));
    }
    let shown = ply.unwrap_or(game.plies) as usize;
    let moves = game.moves.moves.split_whitespace().take(shown);
    Ok(Scene::after(game.mode, game.layout, moves)?)
}

/// What a room shows to those who have no seat in it, whoever asks: a picture is handed on.
async fn find_room(app: &App, id: &str) -> Result<Scene, Refusal> {
    let view = app.rooms().get(wire::room_id(id)?).await?.view(None).await?;
    Ok(of_room(view.value())?)
}

fn of_room(view: &RoomView) -> Result<Scene, PictureError> {
    let moves = view.game.iter().flat_map(|game| game.moves.iter().map(MoveText::as_str));
    let scene = Scene::after(view.settings.mode, view.settings.layout, moves)?;
    let out = Seat::first(view.seats.len()).zip(&view.seats).filter(|(_, seat)| seat.out);
    Ok(scene.without(out.map(|(seat, _)| seat.color()).collect()))
}

fn caching(game: &FinishedGame) -> &'static str {
    match game.visibility {
        Visibility::Public => FOR_A_WEEK,
        Visibility::Private => FOR_ITS_PLAYERS,
    }
}

fn answer_svg(headers: &HeaderMap, svg: String, caching: &'static str) -> Response {
    Kept::of(svg.as_bytes(), caching).answer(headers, SVG, svg.into())
}

/// Drawing takes a processor for a moment: only so many do it at once, and not for whoever has the picture.
async fn answer_png(
    app: &App,
    headers: &HeaderMap,
    svg: String,
    caching: &'static str,
) -> Result<Response, Problem> {
    // The same lines make the same pixels.
    let kept = Kept::of(svg.as_bytes(), caching);
    if kept.is_known(headers) {
        return Ok(kept.answer(headers, PNG, Bytes::new()));
    }
    let place = app.pictures().take(None).map_err(|_| {
        Refusal::new(ErrorCode::Busy, "too many pictures are being drawn; ask again in a second")
    })?;
    let drawn = spawn_blocking(move || {
        let _place = place;
        picture::png(&svg)
    });
    let png = drawn.await.map_err(|_| RoomError::Internal)??;
    Ok(kept.answer(headers, PNG, png.into()))
}

impl From<PictureError> for Refusal {
    fn from(error: PictureError) -> Self {
        tracing::error!(%error, "a picture cannot be drawn");
        RoomError::Internal.into()
    }
}
