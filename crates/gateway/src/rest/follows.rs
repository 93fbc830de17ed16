//! Followed players and their presence.

use std::collections::{HashMap, HashSet};

use axum::Json;
use axum::extract::State;
use axum::response::NoContent;
use serde::Deserialize;
use sumito_game::UserId;
use sumito_protocol::ErrorCode;
use sumito_protocol::challenges::{FollowList, FollowerList, PlayerPresence, PresenceList};
use sumito_protocol::error::Problem as ProblemBody;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;

use super::players::find;
use crate::app::App;
use crate::codec::{self, ApiError};
use crate::http::handler::routes;
use crate::http::id_list::IdList;
use crate::http::paging::{Listed, Listing, NoFilters};
use crate::http::problem::{Parameters, PathParts};
use crate::http::{Credentials, ProblemResponse};
use crate::limits::ClientAddress;
use sumito_store::{Acquaintance, FollowRow, FollowerRow, UserRow};
use sumito_vocabulary::Scope;

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(followed))
        .routes(routes!(followers))
        .routes(routes!(follow, unfollow))
        .routes(routes!(presence))
        .routes(routes!(presence_of_many))
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

/// Players whose presence to return.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct PresenceQuery {
    /// 1 to 200 user ids, separated by commas.
    #[param(value_type = String, pattern = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(,[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}){0,199}$")]
    users: IdList,
}

/// Returns for several players whether they are online, and a public room in which they play.
///
/// The players have the order of the ids; ids of no player are left out. Each id counts for the rate limit `lookups`.
#[utoipa::path(get, path = "/presence", tag = "players", params(PresenceQuery))]
pub(super) async fn presence_of_many(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    Parameters(PresenceQuery { users: IdList(users) }): Parameters<PresenceQuery>,
) -> Result<Json<PresenceList>, ProblemResponse> {
    app.address_limits.lookups(address, users.len())?;
    let viewer = credentials.user(&app).await?.map(|user| user.id);
    let ids: Vec<_> = users.into_iter().map(codec::user_from_wire).collect();
    let found = app.store.acquaintances(viewer, &ids).await?;
    let mut found: HashMap<_, _> = found.into_iter().map(|known| (known.user.id, known)).collect();
    let known: Vec<_> = ids.iter().filter_map(|id| found.remove(id)).collect();
    let seen = known.iter().filter(|known| is_seen(&app, &known.user, known.blocks));
    let online: HashSet<_> = seen.map(|known| known.user.id).collect();
    let rooms = app.store.live_rooms_of(&online.iter().copied().collect::<Vec<_>>()).await?;
    let presence = |Acquaintance { user, is_followed, is_friend, .. }: &Acquaintance| {
        let room = rooms.get(&user.id).copied();
        codec::presence(user, online.contains(&user.id), room, *is_followed, *is_friend)
    };
    Ok(Json(PresenceList { players: known.iter().map(presence).collect() }))
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
    let user = credentials.require(&app, Scope::Follows).await?;
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
    let user = credentials.require(&app, Scope::Follows).await?.id;
    app.store.unfollow(user, find(&app, &name).await?.id).await?;
    Ok(NoContent)
}

/// Returns whether the page may show that a player is online.
fn is_seen(app: &App, user: &UserRow, blocks: bool) -> bool {
    !user.guest && !blocks && app.rooms.attendance().is_here(user.id)
}
