//! Players: profiles, ratings, statistics.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use sumito_game::Timestamp;
use sumito_protocol::ErrorCode;
use sumito_protocol::achievements::AchievementList;
use sumito_protocol::error::Problem as ProblemBody;
use sumito_protocol::parts::Mode;
use sumito_protocol::players::{ComparedPlayer, Comparison, PlayerList, Profile};
use sumito_protocol::ratings::{RatingDays, RatingHistory, Speed};
use sumito_protocol::statistics::{PlayerActivity, PlayerCounts, PlayerStatistics};
use sumito_ratings::{Pool, day_of};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

use super::games::viewer;
use crate::app::App;
use crate::codec::{self, ApiError};
use crate::http::handler::routes;
use crate::http::paging::{Listed, Listing};
use crate::http::problem::PathParts;
use crate::http::{Credentials, ProblemResponse, cors};
use crate::import::player_of_text;
use sumito_services::accounts::identity::name_key;
use sumito_services::history;
use sumito_store::{ProfileRow, UserRow};

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    let public = OpenApiRouter::new()
        .routes(routes!(search))
        .routes(routes!(show))
        .routes(routes!(counts))
        .routes(routes!(statistics))
        .routes(routes!(activity))
        .routes(routes!(achievements))
        .routes(routes!(compare))
        .routes(routes!(rating_days))
        .routes(routes!(ratings));
    cors::public_data(public)
}

/// Days of an activity: a year, and the days that make its weeks complete.
const ACTIVE_DAYS: i64 = 371;
/// Days before today of a rating: about ten years.
const RATING_DAYS: i64 = 3_660;
/// Followers are counted up to this number.
const MAX_FOLLOWERS: u32 = 1_000;
/// Opponents in statistics.
const OPPONENTS: u32 = 20;

/// Returns the player that a path names: by the unique name of an account or, for guests too, by an id.
///
/// # Errors
/// `no_such_player`, or the store is unavailable.
pub(super) async fn find(app: &App, name: &str) -> Result<UserRow, ApiError> {
    known(app, name).await?.ok_or_else(|| {
        let message = "player not found; GET /api/v1/players?prefix= searches names";
        ApiError::new(ErrorCode::NoSuchPlayer, message)
    })
}

/// Returns the player with this id, the account with this name, or the player with exactly this name in imported game texts.
pub(super) async fn known(app: &App, name: &str) -> Result<Option<UserRow>, ApiError> {
    let name = name.trim();
    if let Ok(id) = name.parse::<Uuid>() {
        return Ok(app.store.user(codec::user_from_wire(id)).await?);
    }
    match app.store.account_of_name(&name_key(name)).await? {
        Some(account) => Ok(Some(account.user)),
        None => Ok(app.store.user(player_of_text(name)).await?),
    }
}

/// Returns a player's profile: registration date, own text, ratings, and counts of results.
#[utoipa::path(
    get, path = "/players/{name}", tag = "players",
    params(("name" = String, Path, description = "Account name in any spelling, or user id"))
)]
pub(super) async fn show(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(name): PathParts<String>,
) -> Result<Json<Profile>, ProblemResponse> {
    let user = find(&app, &name).await?;
    let is_own = viewer(&app, &credentials).await? == Some(user.id);
    let (store, now) = (&app.store, app.time.now());
    let ProfileRow { words, face } = store.profile(user.id).await?;
    let ratings = store.ratings_of(user.id).await?;
    let counts = store.player_counts(user.id, is_own).await?;
    let mut standings = Vec::new();
    for row in ratings.iter().filter(|row| !row.rating.is_provisional(row.pool.mode, now.0)) {
        standings.extend(codec::standing(row, &*app.standings.of(row.pool).await?));
    }
    let follows = store.follow_counts(user.id, MAX_FOLLOWERS).await?;
    Ok(Json(Profile {
        user: codec::user(&user),
        since: user.created_at.0,
        words,
        ratings: ratings.iter().map(|row| codec::rating(row, now)).collect(),
        counts: counts.iter().map(codec::mode_counts).collect(),
        standings,
        follows: codec::follow_counts(follows),
        country: face.country,
        avatar: face.avatar,
    }))
}

/// Returns the results of a player's finished games by mode.
///
/// Aborted games do not count. Private games count only if the player asks with their own token.
#[utoipa::path(
    get, path = "/players/{name}/counts", tag = "players",
    params(("name" = String, Path, description = "Account name or user id"))
)]
pub(super) async fn counts(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(name): PathParts<String>,
) -> Result<Json<PlayerCounts>, ProblemResponse> {
    let player = find(&app, &name).await?.id;
    let is_own = viewer(&app, &credentials).await? == Some(player);
    let counts = app.store.player_counts(player, is_own).await?;
    Ok(Json(PlayerCounts { modes: counts.iter().map(codec::mode_counts).collect() }))
}

/// Returns a player's statistics: results by mode, layout, colour and opponent, and streaks.
#[utoipa::path(
    get, path = "/players/{name}/statistics", tag = "players",
    params(("name" = String, Path, description = "Account name or user id"))
)]
pub(super) async fn statistics(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(name): PathParts<String>,
) -> Result<Json<PlayerStatistics>, ProblemResponse> {
    let player = find(&app, &name).await?.id;
    let is_own = viewer(&app, &credentials).await? == Some(player);
    Ok(Json(codec::statistics(&app.store.statistics_of(player, is_own, OPPONENTS).await?)))
}

/// Returns a player's finished games by day of the last year, and the best wins.
#[utoipa::path(
    get, path = "/players/{name}/activity", tag = "players",
    params(("name" = String, Path, description = "Account name or user id"))
)]
pub(super) async fn activity(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(name): PathParts<String>,
) -> Result<Json<PlayerActivity>, ProblemResponse> {
    let player = find(&app, &name).await?.id;
    let is_own = viewer(&app, &credentials).await? == Some(player);
    let since = day_of(app.time.now().0) - ACTIVE_DAYS + 1;
    let days = app.store.active_days(player, since, is_own).await?;
    let wins = app.store.best_wins(player).await?;
    Ok(Json(codec::activity(&days, &wins)))
}

/// Returns a player's achievements: counts with levels, from public games and from puzzles that counted.
#[utoipa::path(
    get, path = "/players/{name}/achievements", tag = "players",
    params(("name" = String, Path, description = "Account name or user id"))
)]
pub(super) async fn achievements(
    State(app): State<App>,
    PathParts(name): PathParts<String>,
) -> Result<Json<AchievementList>, ProblemResponse> {
    let player = find(&app, &name).await?.id;
    Ok(Json(codec::achievements(&history::achievements::of(&app.store, player).await?)))
}

/// Returns a player's ratings at the end of days with rated games, of all pools.
///
/// It covers ten years; `GET /players/{name}/ratings` has each game.
#[utoipa::path(
    get, path = "/players/{name}/ratings/days", tag = "players",
    params(("name" = String, Path, description = "Account name or user id"))
)]
pub(super) async fn rating_days(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(name): PathParts<String>,
) -> Result<Json<RatingDays>, ProblemResponse> {
    let player = find(&app, &name).await?.id;
    let is_own = viewer(&app, &credentials).await? == Some(player);
    let since = day_of(app.time.now().0) - RATING_DAYS;
    let days = app.store.rating_days(player, since, is_own).await?;
    Ok(Json(codec::rating_days(&days)))
}

/// Returns two players side by side: their ratings, and the results of their games against each other.
#[utoipa::path(
    get, path = "/players/{name}/compare/{other}", tag = "players",
    params(
        ("name" = String, Path, description = "Account name or user id"),
        ("other" = String, Path, description = "Account name or user id of the other player"),
    ),
    responses((status = 400, description = "The two are the same (`out_of_range`)", body = ProblemBody))
)]
pub(super) async fn compare(
    State(app): State<App>,
    credentials: Credentials,
    PathParts((name, other)): PathParts<(String, String)>,
) -> Result<Json<Comparison>, ProblemResponse> {
    let (one, other) = (find(&app, &name).await?, find(&app, &other).await?);
    if one.id == other.id {
        return Err(ApiError::new(ErrorCode::OutOfRange, "name two different players").into());
    }
    let viewer = viewer(&app, &credentials).await?;
    let is_own = viewer == Some(one.id) || viewer == Some(other.id);
    let games = app.store.pair_counts(one.id, other.id, is_own).await?;
    let now = app.time.now();
    let ratings = [app.store.ratings_of(one.id).await?, app.store.ratings_of(other.id).await?];
    let [one, other] = [(&one, &ratings[0]), (&other, &ratings[1])].map(|(user, ratings)| ComparedPlayer {
        user: codec::user(user),
        ratings: ratings.iter().map(|row| codec::rating(row, now)).collect(),
    });
    Ok(Json(Comparison { one, other, games: games.iter().map(codec::pair_counts).collect() }))
}

/// Rating of a history.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct HistoryQuery {
    /// Mode of the rating.
    #[param(inline)]
    mode: Mode,
    /// Live or correspondence games; `live` if omitted.
    #[serde(default)]
    #[param(inline)]
    speed: Speed,
}

type RatingList = Listing<HistoryQuery, 200, 1_000>;

/// Returns a player's rating history, one entry per game, the newest first.
#[utoipa::path(
    get, path = "/players/{name}/ratings", tag = "players",
    params(("name" = String, Path, description = "Account name or user id"), RatingList)
)]
pub(super) async fn ratings(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(name): PathParts<String>,
    RatingList { filters, page }: RatingList,
) -> Result<Listed<RatingHistory>, ProblemResponse> {
    let player = find(&app, &name).await?.id;
    let pool =
        Pool { mode: codec::mode_from_wire(filters.mode), speed: codec::speed_from_wire(filters.speed) };
    let until = page.after()?.unwrap_or(Timestamp::MAX);
    let is_own = viewer(&app, &credentials).await? == Some(player);
    let points = app.store.rating_history(player, pool, until, page.rows(), is_own).await?;
    Ok(page.answer(
        points,
        |point| point.at,
        |points, next| RatingHistory { points: points.iter().map(codec::rating_point).collect(), next },
    ))
}

/// Search for names.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct SearchQuery {
    /// Prefix of the name, in any spelling: 1 to 20 characters.
    #[param(min_length = 1, max_length = 20)]
    prefix: String,
}

type PlayerSearch = Listing<SearchQuery, 10, 50>;

/// Lists accounts whose names start with a prefix, by name.
#[utoipa::path(get, path = "/players", tag = "players", params(PlayerSearch))]
pub(super) async fn search(
    State(app): State<App>,
    PlayerSearch { filters, page }: PlayerSearch,
) -> Result<Listed<PlayerList>, ProblemResponse> {
    if !(1..=20).contains(&filters.prefix.chars().take(21).count()) {
        return Err(ApiError::new(ErrorCode::OutOfRange, "`prefix` must be 1 to 20 characters").into());
    }
    let after: Option<String> = page.after()?;
    let prefix = name_key(&filters.prefix);
    let found = app.store.accounts_by_prefix(&prefix, after.as_deref(), page.rows()).await?;
    Ok(page.answer(
        found,
        |last| name_key(&last.name),
        |found, next| PlayerList { players: found.iter().map(codec::user).collect(), next },
    ))
}
