//! The history of finished games.

use std::fmt::Write;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use sumito_game::{GameId, Timestamp, UserId};
use sumito_protocol::ErrorCode;
use sumito_protocol::parts::{Mode, Reason};
use sumito_protocol::rest::{GameDetail, GamePage, Problem as ProblemBody};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::problem::{Parameters, PathParts};
use super::{Credentials, Problem};
use crate::app::{App, visible_game};
use crate::store::{FinishedGame, GameCursor, GameFilter, GameSummary};
use crate::wire::{self, Refusal};

/// Games on a page, when the request does not say.
const DEFAULT_LIMIT: u32 = 50;
/// Games on a page at most.
const MAX_LIMIT: u32 = 200;

/// Which games to list: all that fit every given word.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct GamesQuery {
    /// The id of somebody who played.
    player: Option<Uuid>,
    /// The id of somebody else who played.
    opponent: Option<Uuid>,
    /// How many played.
    #[param(inline)]
    mode: Option<Mode>,
    /// The start layout's name.
    layout: Option<String>,
    /// How it ended. Without it, aborted games are left out.
    #[param(inline)]
    result: Option<Reason>,
    /// Whether it counted for ratings.
    rated: Option<bool>,
    /// Finished then or later, in microseconds since the Unix epoch.
    since: Option<i64>,
    /// Finished before, in microseconds since the Unix epoch.
    until: Option<i64>,
    /// Games on a page: 1 to 200, 50 when left out.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u32>,
    /// `next` of the page before.
    #[param(pattern = "^[0-9a-f]{1,15}-[0-9a-f]{32}$")]
    cursor: Option<String>,
}

impl GamesQuery {
    fn filter(self, viewer: Option<UserId>) -> Result<GameFilter, Refusal> {
        let limit = self.limit.unwrap_or(DEFAULT_LIMIT);
        if !(1..=MAX_LIMIT).contains(&limit) {
            return Err(Refusal::new(ErrorCode::OutOfRange, format!("`limit` is 1 to {MAX_LIMIT}")));
        }
        let layout = self.layout.map(|name| name.parse()).transpose();
        Ok(GameFilter {
            player: self.player.map(wire::domain_user),
            opponent: self.opponent.map(wire::domain_user),
            mode: self.mode.map(wire::domain_mode),
            layout: layout.map_err(|_| {
                Refusal::new(ErrorCode::BadLayout, "there is no such layout; GET /api/v1/layouts lists them")
            })?,
            reason: self.result.map(wire::domain_reason),
            rated: self.rated,
            since: self.since.map(Timestamp),
            until: self.until.map(Timestamp),
            after: self.cursor.as_deref().map(read_cursor).transpose()?,
            viewer,
            limit,
        })
    }
}

/// Finished games, the newest first. Games of private rooms are listed for their players only, who find them by their own id.
#[utoipa::path(
    get, path = "/games", tag = "games", params(GamesQuery),
    responses(
        (status = 200, description = "A page of games", body = GamePage),
        (status = 400, description = "A word is wrong", body = ProblemBody),
    )
)]
pub(super) async fn list(
    State(app): State<App>,
    credentials: Credentials,
    Parameters(query): Parameters<GamesQuery>,
) -> Result<Json<GamePage>, Problem> {
    let mut filter = query.filter(viewer(&app, &credentials).await?)?;
    let limit = filter.limit as usize;
    // One more than asked for tells whether there is another page.
    filter.limit += 1;
    let mut games = app.store().games(&filter).await?;
    let more = games.len() > limit;
    games.truncate(limit);
    let next = games.last().filter(|_| more).map(write_cursor);
    Ok(Json(GamePage { games: games.iter().map(wire::game_summary).collect(), next }))
}

/// A finished game with its moves.
#[utoipa::path(
    get, path = "/games/{id}", tag = "games", params(("id" = String, Path, description = "The game's id")),
    responses(
        (status = 200, description = "The game", body = GameDetail),
        (
            status = 404,
            description = "There is no such game, it has not finished, or it was private and is not the asker's",
            body = ProblemBody
        ),
    )
)]
pub(super) async fn show(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<String>,
) -> Result<Json<GameDetail>, Problem> {
    let game = find(&app, &credentials, &id).await?;
    let changes = if game.rated { app.store().rating_changes(game.id).await? } else { Vec::new() };
    Ok(Json(wire::game_detail(&game, &changes)))
}

/// The moves of a game.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(super) struct MoveList {
    /// In Aba-Pro notation, in order.
    moves: Vec<String>,
}

/// The moves of a finished game alone.
#[utoipa::path(
    get, path = "/games/{id}/moves", tag = "games", params(("id" = String, Path, description = "The game's id")),
    responses(
        (status = 200, description = "The moves", body = MoveList),
        (
            status = 404,
            description = "There is no such game, it has not finished, or it was private and is not the asker's",
            body = ProblemBody
        ),
    )
)]
pub(super) async fn moves(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<String>,
) -> Result<Json<MoveList>, Problem> {
    let GameDetail { moves, .. } = wire::game_detail(&find(&app, &credentials, &id).await?, &[]);
    Ok(Json(MoveList { moves }))
}

/// Who asks, as far as that is known.
pub(super) async fn viewer(app: &App, credentials: &Credentials) -> Result<Option<UserId>, Refusal> {
    Ok(credentials.user(app).await?.map(|user| user.id))
}

/// A finished game that whoever asks may see.
pub(super) async fn find(app: &App, credentials: &Credentials, id: &str) -> Result<FinishedGame, Refusal> {
    let id: Uuid = id.parse().map_err(|_| Refusal::no_such_game())?;
    visible_game(app, viewer(app, credentials).await?, GameId(id)).await
}

fn write_cursor(game: &GameSummary) -> String {
    let mut cursor = format!("{:x}-", game.finished_at.0);
    write!(cursor, "{}", game.id.0.simple()).expect("a string takes any text");
    cursor
}

fn read_cursor(text: &str) -> Result<GameCursor, Refusal> {
    let wrong = || {
        Refusal::new(
            ErrorCode::OutOfRange,
            "`cursor` is not one of ours: use `next` of the page before as it is",
        )
    };
    let (at, id) = text.split_once('-').ok_or_else(wrong)?;
    let finished_at = Timestamp(i64::from_str_radix(at, 16).map_err(|_| wrong())?);
    Ok(GameCursor { finished_at, id: GameId(id.parse().map_err(|_| wrong())?) })
}
