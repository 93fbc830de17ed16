//! Followed players and their presence.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use sumito_game::{Timestamp, UserId};
use sumito_protocol::ErrorCode;
use sumito_protocol::challenges::{FollowList, FollowerList, PlayerPresence};
use sumito_protocol::rest::Problem as ProblemBody;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::players::find;
use crate::gateway::app::App;
use crate::gateway::codec::{self, ApiError};
use crate::gateway::http::paging::PageSize;
use crate::gateway::http::problem::{Parameters, PathParts};
use crate::gateway::http::{Credentials, ProblemResponse};
use sumito_store::{FollowRow, UserRow};

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(followed))
        .routes(routes!(followers))
        .routes(routes!(follow, unfollow))
        .routes(routes!(presence))
}

/// Default and maximum number of followers per page.
const DEFAULT_FOLLOWERS: u32 = 50;
const MOST_FOLLOWERS: u32 = 200;

/// Lists the players that the caller follows: players who are online first, then by name.
#[utoipa::path(
    get, path = "/me/follows", tag = "players",
    responses(
        (status = 200, description = "The players", body = FollowList),
        (status = 401, description = "No valid token", body = ProblemBody),
    )
)]
pub(super) async fn followed(
    State(app): State<App>,
    credentials: Credentials,
) -> Result<Json<FollowList>, ProblemResponse> {
    let user = credentials.require_user(&app).await?.id;
    Ok(Json(FollowList { players: followed_players(&app, user).await? }))
}

/// Returns the players that a user follows: players who are online first, then by name.
pub(super) async fn followed_players(app: &App, user: UserId) -> Result<Vec<PlayerPresence>, ApiError> {
    let followed = app.store.followed_by(user, app.config.limits.follows_per_user).await?;
    let online: Vec<_> = followed
        .iter()
        .filter(|follow| is_seen(app, &follow.user, follow.blocks))
        .map(|follow| follow.user.id)
        .collect();
    let rooms = app.store.live_rooms_of(&online).await?;
    let presence = |follow: &FollowRow| {
        let id = follow.user.id;
        codec::presence(&follow.user, online.contains(&id), rooms.get(&id).copied(), true, follow.is_friend)
    };
    let mut players: Vec<_> = followed.iter().map(presence).collect();
    players.sort_by_key(|player| !player.online);
    Ok(players)
}

/// Page of the followers.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct FollowersQuery {
    /// Players per page: 1 to 200, 50 if omitted.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u32>,
    /// `next` of the previous page.
    #[param(pattern = "^[0-9]{1,18}-[0-9a-f]{32}$")]
    cursor: Option<String>,
}

/// Lists the players who follow the caller, the latest first.
#[utoipa::path(
    get, path = "/me/followers", tag = "players", params(FollowersQuery),
    responses(
        (status = 200, description = "A page of players", body = FollowerList),
        (status = 400, description = "A parameter is invalid", body = ProblemBody),
        (status = 401, description = "No valid token", body = ProblemBody),
    )
)]
pub(super) async fn followers(
    State(app): State<App>,
    credentials: Credentials,
    Parameters(query): Parameters<FollowersQuery>,
) -> Result<Json<FollowerList>, ProblemResponse> {
    let page = PageSize::wanted(query.limit, DEFAULT_FOLLOWERS, MOST_FOLLOWERS)?;
    let after = query.cursor.as_deref().map(read_cursor).transpose()?;
    let user = credentials.require_user(&app).await?.id;
    let followers = app.store.followers_of(user, after, page.rows()).await?;
    let (followers, next) =
        page.cut(followers, |follower| format!("{}-{}", follower.since.0, follower.user.id.0.simple()));
    Ok(Json(FollowerList { players: followers.iter().map(codec::follower).collect(), next }))
}

/// Reads a cursor: the time and the user of the last follower on the previous page.
fn read_cursor(text: &str) -> Result<(Timestamp, UserId), ApiError> {
    let read = || {
        let (at, user) = text.split_once('-')?;
        Some((Timestamp(at.parse().ok()?), UserId(user.parse::<Uuid>().ok()?)))
    };
    read().ok_or_else(|| {
        let message = "invalid `cursor`; pass `next` of the previous page unchanged";
        ApiError::new(ErrorCode::OutOfRange, message)
    })
}

/// Returns whether a player is online, and a public room in which they play.
#[utoipa::path(
    get, path = "/players/{name}/presence", tag = "players",
    params(("name" = String, Path, description = "Account name or user id")),
    responses(
        (status = 200, description = "Online status, as far as visible to the caller", body = PlayerPresence),
        (status = 401, description = "The token in the header is not valid", body = ProblemBody),
        (status = 404, description = "Player not found", body = ProblemBody),
    )
)]
pub(super) async fn presence(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(name): PathParts<String>,
) -> Result<Json<PlayerPresence>, ProblemResponse> {
    let viewer = credentials.user(&app).await?.map(|user| user.id);
    let other = find(&app, &name).await?;
    let (mut blocks, mut followed, mut friend) = (false, false, false);
    if let Some(viewer) = viewer {
        blocks = app.store.blocks(other.id, viewer).await?;
        followed = app.store.follows(viewer, other.id).await?;
        friend = followed && app.store.follows(other.id, viewer).await?;
    }
    let online = is_seen(&app, &other, blocks);
    let room = if online { app.store.live_rooms_of(&[other.id]).await?.remove(&other.id) } else { None };
    Ok(Json(codec::presence(&other, online, room, followed, friend)))
}

/// Follows a player.
#[utoipa::path(
    put, path = "/me/follows/{name}", tag = "players",
    params(("name" = String, Path, description = "Account name")),
    responses(
        (status = 204, description = "The caller follows the player"),
        (status = 400, description = "The player is the caller", body = ProblemBody),
        (status = 401, description = "No valid token", body = ProblemBody),
        (status = 403, description = "`needs_account` (one of the two is a guest), `missing_scope`, or a page of another origin",
         body = ProblemBody),
        (status = 404, description = "Player not found", body = ProblemBody),
        (status = 429, description = "Follow limit reached, or too many requests", body = ProblemBody),
    )
)]
pub(super) async fn follow(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(name): PathParts<String>,
) -> Result<StatusCode, ProblemResponse> {
    let user = credentials.require_session(&app).await?.user;
    let other = find(&app, &name).await?;
    if other.id == user.id {
        return Err(ApiError::new(ErrorCode::OutOfRange, "you cannot follow yourself").into());
    }
    if user.guest || other.guest {
        let message = "guests cannot follow or be followed; create an account with POST /api/v1/accounts";
        return Err(ApiError::new(ErrorCode::NeedsAccount, message).into());
    }
    let limit = app.config.limits.follows_per_user;
    if !app.store.follow(user.id, other.id, app.time.now(), limit).await? {
        let message = format!("follow limit reached ({limit} players); unfollow a player first");
        return Err(ApiError::new(ErrorCode::TooMany, message).into());
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Unfollows a player.
#[utoipa::path(
    delete, path = "/me/follows/{name}", tag = "players",
    params(("name" = String, Path, description = "Account name or user id")),
    responses(
        (status = 204, description = "The caller does not follow the player"),
        (status = 401, description = "No valid token", body = ProblemBody),
        (status = 403, description = "`missing_scope`, or a page of another origin", body = ProblemBody),
        (status = 404, description = "Player not found", body = ProblemBody),
    )
)]
pub(super) async fn unfollow(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(name): PathParts<String>,
) -> Result<StatusCode, ProblemResponse> {
    let user = credentials.require_session(&app).await?.user.id;
    app.store.unfollow(user, find(&app, &name).await?.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns whether the page may show that a player is online.
fn is_seen(app: &App, user: &UserRow, blocks: bool) -> bool {
    !user.guest && !blocks && app.rooms.attendance().is_here(user.id)
}
