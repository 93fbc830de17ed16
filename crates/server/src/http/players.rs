//! Players: who they are, how strong, and how their games went.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use sumito_game::Timestamp;
use sumito_protocol::ErrorCode;
use sumito_protocol::parts::Mode;
use sumito_protocol::rest::{
    OwnProfile, PlayerCounts, PlayerList, PlayerStatistics, Problem as ProblemBody, Profile, RatingHistory,
    Speed,
};
use sumito_ratings::Pool;
use utoipa::IntoParams;
use uuid::Uuid;

use super::games::viewer;
use super::json_body::Body;
use super::paging::{PageSize, within};
use super::problem::{Parameters, PathParts};
use super::{Credentials, Problem};
use crate::app::App;
use crate::identity::name_key;
use crate::import::player_of_text;
use crate::store::UserRow;
use crate::text::Text;
use crate::wire::{self, Refusal};

/// Points of a rating's history on a page, when the request does not say, and at most.
const DEFAULT_POINTS: u32 = 200;
const MOST_POINTS: u32 = 1_000;
/// Names that are found, when the request does not say, and at most.
const DEFAULT_FOUND: u32 = 10;
const MOST_FOUND: u32 = 50;
/// Opponents in statistics.
const OPPONENTS: u32 = 20;

/// The player whom a path means: by the unique name of an account, or by an id, as guests have.
///
/// # Errors
/// `no_such_player`, or when the store cannot be asked.
pub(super) async fn find(app: &App, name: &str) -> Result<UserRow, Refusal> {
    known(app, name).await?.ok_or_else(|| {
        let message =
            "there is no player with this name or id; GET /api/v1/players?prefix= finds names that begin so";
        Refusal::new(ErrorCode::NoSuchPlayer, message)
    })
}

/// The player with this id, the account with this name, or the player who is called exactly so in imported texts of games.
pub(super) async fn known(app: &App, name: &str) -> Result<Option<UserRow>, Refusal> {
    if let Ok(id) = name.parse::<Uuid>() {
        return Ok(app.store().user(wire::domain_user(id)).await?);
    }
    match app.store().account_of_name(&name_key(name)).await? {
        Some(account) => Ok(Some(account.user)),
        None => Ok(app.store().user(player_of_text(name)).await?),
    }
}

/// A player: since when, own words, ratings, and how many games went how.
#[utoipa::path(
    get, path = "/players/{name}", tag = "players",
    params(("name" = String, Path, description = "The name of an account, however it is written; or an id")),
    responses(
        (status = 200, description = "The player", body = Profile),
        (status = 401, description = "The token in the header is not valid", body = ProblemBody),
        (status = 404, description = "There is no such player", body = ProblemBody),
    )
)]
pub(super) async fn show(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(name): PathParts<String>,
) -> Result<Json<Profile>, Problem> {
    let user = find(&app, &name).await?;
    let is_own = viewer(&app, &credentials).await? == Some(user.id);
    let (store, now) = (app.store(), app.time().now());
    let words = store.own_words(user.id).await?.unwrap_or_default();
    let ratings = store.ratings_of(user.id).await?;
    let counts = store.player_counts(user.id, is_own).await?;
    Ok(Json(Profile {
        user: wire::user(&user),
        since: user.created_at.0,
        words,
        ratings: ratings.iter().map(|row| wire::rating(row, now)).collect(),
        counts: counts.iter().map(wire::mode_counts).collect(),
    }))
}

/// How a player's finished games went, by mode. Aborted games do not count; private ones only for the player, who asks with their token.
#[utoipa::path(
    get, path = "/players/{name}/counts", tag = "players",
    params(("name" = String, Path, description = "The name of an account, or an id")),
    responses(
        (status = 200, description = "The counts", body = PlayerCounts),
        (status = 401, description = "The token in the header is not valid", body = ProblemBody),
        (status = 404, description = "There is no such player", body = ProblemBody),
    )
)]
pub(super) async fn counts(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(name): PathParts<String>,
) -> Result<Json<PlayerCounts>, Problem> {
    let player = find(&app, &name).await?.id;
    let is_own = viewer(&app, &credentials).await? == Some(player);
    let counts = app.store().player_counts(player, is_own).await?;
    Ok(Json(PlayerCounts { modes: counts.iter().map(wire::mode_counts).collect() }))
}

/// How a player's finished games went: by mode, layout and colour, against whom, how often in a row.
#[utoipa::path(
    get, path = "/players/{name}/statistics", tag = "players",
    params(("name" = String, Path, description = "The name of an account, or an id")),
    responses(
        (status = 200, description = "The statistics", body = PlayerStatistics),
        (status = 401, description = "The token in the header is not valid", body = ProblemBody),
        (status = 404, description = "There is no such player", body = ProblemBody),
    )
)]
pub(super) async fn statistics(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(name): PathParts<String>,
) -> Result<Json<PlayerStatistics>, Problem> {
    let player = find(&app, &name).await?.id;
    let is_own = viewer(&app, &credentials).await? == Some(player);
    Ok(Json(wire::statistics(&app.store().statistics_of(player, is_own, OPPONENTS).await?)))
}

/// Which part of a rating's history.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct HistoryQuery {
    /// How many play.
    #[param(inline)]
    mode: Mode,
    /// Live games or games by correspondence; `live` when left out.
    #[serde(default)]
    #[param(inline)]
    speed: Speed,
    /// Games that ended before, in microseconds since the Unix epoch: `next` of the page before.
    before: Option<i64>,
    /// Games on a page: 1 to 1,000, 200 when left out.
    #[param(minimum = 1, maximum = 1000)]
    limit: Option<u32>,
}

/// How a player's rating went, game by game, the newest first.
#[utoipa::path(
    get, path = "/players/{name}/ratings", tag = "players",
    params(("name" = String, Path, description = "The name of an account, or an id"), HistoryQuery),
    responses(
        (status = 200, description = "A page of the history", body = RatingHistory),
        (status = 400, description = "A word is wrong", body = ProblemBody),
        (status = 404, description = "There is no such player", body = ProblemBody),
    )
)]
pub(super) async fn ratings(
    State(app): State<App>,
    PathParts(name): PathParts<String>,
    Parameters(query): Parameters<HistoryQuery>,
) -> Result<Json<RatingHistory>, Problem> {
    let page = PageSize::wanted(query.limit, DEFAULT_POINTS, MOST_POINTS)?;
    let player = find(&app, &name).await?.id;
    let pool = Pool { mode: wire::domain_mode(query.mode), speed: wire::domain_speed(query.speed) };
    let until = query.before.map_or(Timestamp::MAX, Timestamp);
    let points = app.store().rating_history(player, pool, until, page.rows()).await?;
    let (points, next) = page.cut(points, |point| point.at.0);
    Ok(Json(RatingHistory { points: points.iter().map(wire::rating_point).collect(), next }))
}

/// Which names to look for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct SearchQuery {
    /// How the name begins, however it is written: 1 to 20 characters.
    #[param(min_length = 1, max_length = 20)]
    prefix: String,
    /// Names at most: 1 to 50, 10 when left out.
    #[param(minimum = 1, maximum = 50)]
    limit: Option<u32>,
}

/// Accounts whose names begin so, for whoever is typing a name.
#[utoipa::path(
    get, path = "/players", tag = "players", params(SearchQuery),
    responses(
        (status = 200, description = "The accounts", body = PlayerList),
        (status = 400, description = "A word is wrong", body = ProblemBody),
    )
)]
pub(super) async fn search(
    State(app): State<App>,
    Parameters(query): Parameters<SearchQuery>,
) -> Result<Json<PlayerList>, Problem> {
    let limit = within(query.limit, DEFAULT_FOUND, MOST_FOUND)?;
    if !(1..=20).contains(&query.prefix.chars().take(21).count()) {
        return Err(Refusal::new(ErrorCode::OutOfRange, "`prefix` has 1 to 20 characters").into());
    }
    let found = app.store().accounts_by_prefix(&name_key(&query.prefix), limit).await?;
    Ok(Json(PlayerList { players: found.iter().map(wire::user).collect() }))
}

/// Changes what one says of oneself, for others to read.
#[utoipa::path(
    put, path = "/me/profile", tag = "players", request_body = OwnProfile,
    responses(
        (status = 204, description = "That is what one says now"),
        (status = 400, description = "Too long, or with links or hidden characters (`bad_words`)", body = ProblemBody),
        (status = 401, description = "No valid token", body = ProblemBody),
        (status = 403, description = "`needs_account`, `missing_scope`, or a page of another origin", body = ProblemBody),
    )
)]
pub(super) async fn change_profile(
    State(app): State<App>,
    credentials: Credentials,
    Body(profile): Body<OwnProfile>,
) -> Result<StatusCode, Problem> {
    let user = credentials.require_session(&app).await?.user;
    if user.guest {
        let message = "guests have no page of their own; POST /api/v1/accounts makes an account";
        return Err(Refusal::new(ErrorCode::NeedsAccount, message).into());
    }
    let unmuted = app.moderation().check_mute(user.id).await?;
    let words = Text::profile(&profile.words, unmuted)?;
    app.store().set_own_words(user.id, &words, app.time().now()).await?;
    Ok(StatusCode::NO_CONTENT)
}
