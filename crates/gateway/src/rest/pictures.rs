//! Images of rooms, games and positions, for link previews.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::IntoResponse;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use sumito_game::{MoveText, Seat, Start};
use sumito_picture::{Picture, Trace};
use sumito_protocol::ErrorCode;
use sumito_protocol::error::Problem as ProblemBody;
use sumito_rules::{Bitboard, Mode};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;

use super::game;
use super::positions::PositionQuery;
use crate::app::App;
use crate::codec::{self, ApiError};
use crate::http::answers::Cached;
use crate::http::handler::routes;
use crate::http::problem::{Parameters, PathParts};
use crate::http::{Credentials, ProblemResponse, caching, cors, problem};
use crate::limits::{ClientAddress, Limit};
use crate::pictures::RenderError;
use sumito_rooms::RoomView;
use sumito_store::{FinishedGame, Visibility};

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    cors::public_data(
        OpenApiRouter::new().routes(routes!(of_room)).routes(routes!(of_game)).routes(routes!(of_position)),
    )
}

/// For images that change with every move.
const REVALIDATE: &str = "no-cache";
/// For images that never change, except by a new version of the renderer.
const FOR_A_DAY: &str = "public, max-age=86400";
/// For images that a player may read only while logged in.
const FOR_ONE: &str = "private, no-cache";

/// Format of an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ImageFormat {
    Svg,
    Png,
}

impl ImageFormat {
    fn of(file: &str) -> Option<Self> {
        match file {
            "picture.svg" => Some(Self::Svg),
            "picture.png" => Some(Self::Png),
            _ => None,
        }
    }

    fn content_type(self) -> &'static str {
        match self {
            Self::Svg => "image/svg+xml; charset=utf-8",
            Self::Png => "image/png",
        }
    }
}

/// Renders a room in its current state, in a spectator's view.
#[utoipa::path(
    get, path = "/rooms/{id}/{picture}", tag = "pictures",
    params(
        ("id" = String, Path, description = "The room's id"),
        ("picture" = String, Path, description = "`picture.svg` or `picture.png`", pattern = r"^picture\.(svg|png)$"),
    ),
    responses(
        (status = 200, description = "The image, 1200 by 630 pixels", content(
            (Vec<u8> = "image/png"), (String = "image/svg+xml")
        )),
    )
)]
pub(super) async fn of_room(
    State(app): State<App>,
    address: ClientAddress,
    PathParts((id, file)): PathParts<(String, String)>,
    headers: HeaderMap,
) -> Result<Cached<()>, ProblemResponse> {
    let Some(format) = ImageFormat::of(&file) else { return Err(problem::no_such_address().await) };
    let view = app.rooms.get(codec::room_id(&id)?).await?.view(None).await?;
    let picture = of_view(view.value())?;
    respond(&app, address, picture, format, REVALIDATE, &headers).await
}

/// Position of the game to render.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct PlyQuery {
    /// Plies played before the position; the end of the game if omitted.
    ply: Option<u32>,
}

/// Renders a finished game, at its end or after this many plies.
#[utoipa::path(
    get, path = "/games/{id}/{picture}", tag = "pictures",
    params(
        ("id" = String, Path, description = "The game's id"),
        ("picture" = String, Path, description = "`picture.svg` or `picture.png`", pattern = r"^picture\.(svg|png)$"),
        PlyQuery,
    ),
    responses(
        (status = 200, description = "The image, 1200 by 630 pixels", content(
            (Vec<u8> = "image/png"), (String = "image/svg+xml")
        )),
        (status = 400, description = "The game has fewer plies", body = ProblemBody),
    )
)]
pub(super) async fn of_game(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    PathParts((id, file)): PathParts<(String, String)>,
    Parameters(query): Parameters<PlyQuery>,
    headers: HeaderMap,
) -> Result<Cached<()>, ProblemResponse> {
    let Some(format) = ImageFormat::of(&file) else { return Err(problem::no_such_address().await) };
    let game = game::find(&app, &credentials, &id).await?;
    let picture = at_ply(&game, query.ply.unwrap_or(game.plies))?;
    let caching = if game.visibility == Visibility::Public { FOR_A_DAY } else { FOR_ONE };
    respond(&app, address, picture, format, caching, &headers).await
}

/// Renders any position.
#[utoipa::path(
    get, path = "/positions/{picture}", tag = "pictures",
    params(
        ("picture" = String, Path, description = "`picture.svg` or `picture.png`", pattern = r"^picture\.(svg|png)$"),
        PositionQuery,
    ),
    responses(
        (status = 200, description = "The image, 1200 by 630 pixels", content(
            (Vec<u8> = "image/png"), (String = "image/svg+xml")
        )),
    )
)]
pub(super) async fn of_position(
    State(app): State<App>,
    address: ClientAddress,
    PathParts(file): PathParts<String>,
    Parameters(query): Parameters<PositionQuery>,
    headers: HeaderMap,
) -> Result<Cached<()>, ProblemResponse> {
    let Some(format) = ImageFormat::of(&file) else { return Err(problem::no_such_address().await) };
    respond(&app, address, query.read()?.into(), format, FOR_A_DAY, &headers).await
}

async fn respond(
    app: &App,
    address: ClientAddress,
    picture: Picture,
    format: ImageFormat,
    caching: &'static str,
    headers: &HeaderMap,
) -> Result<Cached<()>, ProblemResponse> {
    let text = format!("{} {format:?} {picture:?}", sumito_picture::VERSION);
    let strong = caching::tag_of(&Sha256::digest(text));
    // An SVG may be compressed in transit.
    let tag = if format == ImageFormat::Svg { format!("W/{strong}") } else { strong };
    let mut response = if caching::is_known(headers, &tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        match format {
            ImageFormat::Svg => sumito_picture::svg(&picture).into_response(),
            ImageFormat::Png => {
                if !app.pictures.has(&picture) {
                    app.address_limits.count(Limit::Pictures, address)?;
                }
                app.pictures
                    .png(app.address_limits.payer(None, address), picture)
                    .await
                    .map_err(refusal)?
                    .into_response()
            }
        }
    };
    let out = response.headers_mut();
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        out.insert(header::ETAG, tag);
    }
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static(format.content_type()));
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    Ok(response.into())
}

fn refusal(why: RenderError) -> ApiError {
    match why {
        RenderError::Busy => ApiError::busy(),
        RenderError::Panicked => {
            ApiError::new(ErrorCode::Internal, "internal error: cannot render the picture")
        }
    }
}

/// Returns the position after the first moves of a game, with the last move and all ejected marbles. If seats were skipped, the moves say
/// who moved.
fn replay<'a>(
    mode: Mode,
    start: Start,
    moves: impl Iterator<Item = (&'a str, Seat)>,
) -> Result<Picture, ApiError> {
    let broken = || ApiError::new(ErrorCode::Internal, "internal error: stored game is corrupt");
    let mut position = start.position(mode).map_err(|_| broken())?;
    let (mut trays, mut trace) = (Picture::from(position).trays, Trace::default());
    for (text, seat) in moves {
        for _ in 0..mode.seats() {
            if position.turn() != seat.color() {
                position = position.pass_turn();
            }
        }
        let played =
            position.parse_move(text).ok().and_then(|mv| position.play(mv).ok()).ok_or_else(broken)?;
        if let Some(color) = played.effect.ejected {
            trays.add(mode.team_of(position.turn()), color);
        }
        (position, trace) = (played.position, Trace::of(&played.effect));
    }
    Ok(Picture { trays, trace, ..position.into() })
}

fn of_view(view: &RoomView) -> Result<Picture, ApiError> {
    let settings = &view.settings;
    let Some(game) = &view.game else { return Ok(view.position.into()) };
    let seats = game.ledger.iter().map(|timing| timing.seat);
    let picture =
        replay(settings.mode, settings.start(), game.moves.iter().map(MoveText::as_str).zip(seats))?;
    let out = Seat::first(view.seats.len()).zip(&view.seats).filter(|(_, seat)| seat.out);
    let pale = out.fold(Bitboard::EMPTY, |pale, (seat, _)| pale | picture.position.marbles(seat.color()));
    Ok(Picture { pale, ..picture })
}

fn at_ply(game: &FinishedGame, ply: u32) -> Result<Picture, ApiError> {
    if ply > game.plies {
        let message = format!("`ply` out of range: the game has {} plies", game.plies);
        return Err(ApiError::new(ErrorCode::OutOfRange, message));
    }
    let seats = game.moves.ledger.iter().map(|timing| timing.seat);
    let moves = game.moves.moves.split_whitespace().zip(seats);
    replay(game.mode, game.start(), moves.take(ply as usize))
}

#[cfg(test)]
mod tests {
    use sumito_picture::Trays;
    use sumito_rules::{Color, Layout, Position};

    use super::*;

    const THREE: Start = Start::Layout(Layout::ThreeStandard);

    #[test]
    fn replay_handles_skipped_seats() {
        let seat = |number| Seat::new(number).unwrap();
        let moves = [("a1b2", seat(0)), ("i9h8", seat(2)), ("a2b3", seat(0))];
        let picture = replay(Mode::Three, THREE, moves.into_iter()).unwrap();
        assert_eq!(picture.position.color_at("c3".parse().unwrap()), Some(Color::Black));
        assert_eq!(picture.trace.left.to_string(), "a2");
        let moves = [("a1b2", seat(1))];
        assert!(replay(Mode::Three, THREE, moves.into_iter()).is_err(), "a marble of another player");
    }

    #[test]
    fn ejected_marbles_are_in_the_ejectors_tray() {
        // The first position in which a player can eject a marble, and all later ones.
        let mut position = Position::start(Mode::Three, Layout::ThreeStandard).unwrap();
        let (mut moves, mut expected, mut seed) = (Vec::new(), Trays::default(), 1_usize);
        while position.captured().iter().sum::<u8>() < 3 {
            let legal: Vec<_> = position.legal_moves().into_iter().collect();
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let ejecting = legal.iter().find(|mv| position.effect(**mv).ejected.is_some());
            let chosen = *ejecting.unwrap_or(&legal[(seed >> 33) % legal.len()]);
            if let Some(color) = position.effect(chosen).ejected {
                expected.add(Mode::Three.team_of(position.turn()), color);
            }
            moves.push((chosen.to_string(), Seat::from(position.turn())));
            position = position.play(chosen).unwrap().position;
        }
        let moves = moves.iter().map(|(text, seat)| (text.as_str(), *seat));
        let picture = replay(Mode::Three, THREE, moves).unwrap();
        assert_eq!((picture.position, picture.trays), (position, expected));
    }
}
