//! Followed players and their presence.

use axum::Json;
use axum::extract::State;
use axum::response::NoContent;
use sumito_game::UserId;
use sumito_protocol::ErrorCode;
use sumito_protocol::challenges::{FollowList, FollowerList, PlayerPresence};
use sumito_protocol::error::Problem as ProblemBody;
use utoipa_axum::router::OpenApiRouter;

use super::players::find;
use crate::app::App;
use crate::codec::{self, ApiError};
use crate::http::handler::routes;
use crate::http::paging::{Listed, Listing, NoFilters};
use crate::http::problem::PathParts;
use crate::http::{Credentials, ProblemResponse};
use sumito_store::{FollowRow, FollowerRow, UserRow};

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(followed))
        .routes(routes!(followers))
        .routes(routes!(follow, unfollow))
        .routes(routes!(presence))
}

/// Lists the players that the caller follows: players who are online first, then by name.
#[utoipa::path(get, path = "/me/follows", tag = "players")]
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

type FollowersList = Listing<NoFilters, 50, 200>;

/// Lists the players who follow the caller, the latest first.
#[utoipa::path(get, path = "/me/followers", tag = "players", params(FollowersList))]
pub(super) async fn followers(
    State(app): State<App>,
    credentials: Credentials,
    FollowersList { page, .. }: FollowersList,
) -> Result<Listed<FollowerList>, ProblemResponse> {
    let user = credentials.require_user(&app).await?.id;
    let followers = app.store.followers_of(user, page.after()?, page.rows()).await?;
    let place = |follower: &FollowerRow| (follower.since, follower.user.id);
    Ok(page.answer(followers, place, |followers, next| FollowerList {
        players: followers.iter().map(codec::follower).collect(),
        next,
    }))
}

/// Returns whether a player is online, and a public room in which they play.
#[utoipa::path(
    get, path = "/players/{name}/presence", tag = "players",
    params(("name" = String, Path, description = "Account name or user id"))
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
    responses((status = 400, description = "The player is the caller", body = ProblemBody))
)]
pub(super) async fn follow(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(name): PathParts<String>,
) -> Result<NoContent, ProblemResponse> {
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
    Ok(NoContent)
}

/// Unfollows a player.
#[utoipa::path(
    delete, path = "/me/follows/{name}", tag = "players",
    params(("name" = String, Path, description = "Account name or user id"))
)]
pub(super) async fn unfollow(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(name): PathParts<String>,
) -> Result<NoContent, ProblemResponse> {
    let user = credentials.require_session(&app).await?.user.id;
    app.store.unfollow(user, find(&app, &name).await?.id).await?;
    Ok(NoContent)
}

/// Returns whether the page may show that a player is online.
fn is_seen(app: &App, user: &UserRow, blocks: bool) -> bool {
    !user.guest && !blocks && app.rooms.attendance().is_here(user.id)
}
