//! Members of clubs: departures, bans, roles and owners.

use axum::Json;
use axum::extract::State;
use axum::response::NoContent;
use serde::Deserialize;
use sumito_game::{Timestamp, UserId};
use sumito_protocol::clubs::{
    ClubAnswer, ClubBanList, ClubMemberPage, ClubOffer, ClubRoleChange, OfferedClub,
};
use sumito_protocol::error::Problem as ProblemBody;
use sumito_store::{ClubMemberCursor, ClubMemberRow, ClubRefusal, ClubRole};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

use super::{account, finished, limits, owner};
use crate::app::App;
use crate::codec::{self, ApiError};
use crate::http::handler::routes;
use crate::http::json_body::Body;
use crate::http::paging::{Listed, Listing, NoFilters, bad_cursor};
use crate::http::problem::{Parameters, PathParts};
use crate::http::{Credentials, ProblemResponse, cors};

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(leave))
        .routes(routes!(change_role, remove_member))
        .routes(routes!(bans))
        .routes(routes!(lift_ban))
        .routes(routes!(offered, offer, withdraw_offer, answer_offer))
        .merge(cors::public_data(OpenApiRouter::new().routes(routes!(members))))
}

type MemberList = Listing<NoFilters, 50, 200>;

/// Lists the members of a club: the owner, the admins, the others.
#[utoipa::path(
    get, path = "/clubs/{id}/members", tag = "clubs", params(("id" = Uuid, Path, description = "The club"), MemberList)
)]
pub(super) async fn members(
    State(app): State<App>,
    PathParts(id): PathParts<Uuid>,
    MemberList { page, .. }: MemberList,
) -> Result<Listed<ClubMemberPage>, ProblemResponse> {
    let after = page.after()?.map(member_place).transpose()?;
    let found = app.store.club_members(id, after, page.rows()).await?;
    // A club always has an owner.
    if found.is_empty() && after.is_none() {
        return Err(ClubRefusal::NoSuchClub.into());
    }
    let place = |member: &ClubMemberRow| (member.role.rank(), member.joined_at, member.user.id);
    let now = app.time.now();
    Ok(page.answer(found, place, |found, next| ClubMemberPage {
        members: found.iter().map(|member| codec::club_member(member, now)).collect(),
        next,
    }))
}

/// Ends the caller's membership, or withdraws the caller's request. The owner cannot leave.
#[utoipa::path(
    post, path = "/clubs/{id}/leave", tag = "clubs", params(("id" = Uuid, Path, description = "The club")),
    responses((status = 409, description = "The caller is the owner (`not_now`)", body = ProblemBody))
)]
pub(super) async fn leave(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
) -> Result<NoContent, ProblemResponse> {
    let user = account(&app, &credentials).await?.id;
    finished(async move {
        app.store.leave_club(id, user).await??;
        app.chat.leave_club(id, user).await;
        Ok(())
    })
    .await
}

/// Makes a member an admin, or an admin a member. For the owner; an admin can also become a member on their own.
#[utoipa::path(
    patch, path = "/clubs/{id}/members/{user}", tag = "clubs", request_body = ClubRoleChange,
    params(("id" = Uuid, Path, description = "The club"), ("user" = Uuid, Path, description = "The member"))
)]
pub(super) async fn change_role(
    State(app): State<App>,
    credentials: Credentials,
    PathParts((id, member)): PathParts<(Uuid, Uuid)>,
    Body(request): Body<ClubRoleChange>,
) -> Result<NoContent, ProblemResponse> {
    let user = account(&app, &credentials).await?;
    app.store.set_club_role(id, user.id, codec::user_from_wire(member), request.role).await??;
    Ok(NoContent)
}

/// A removal of a member.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct RemovalQuery {
    /// If true, the player cannot join again until an admin lifts the ban.
    #[serde(default)]
    ban: bool,
}

/// Removes a member, or a player's request to join. For admins; only the owner removes admins.
#[utoipa::path(
    delete, path = "/clubs/{id}/members/{user}", tag = "clubs",
    params(("id" = Uuid, Path, description = "The club"), ("user" = Uuid, Path, description = "The player"), RemovalQuery)
)]
pub(super) async fn remove_member(
    State(app): State<App>,
    credentials: Credentials,
    PathParts((id, member)): PathParts<(Uuid, Uuid)>,
    Parameters(query): Parameters<RemovalQuery>,
) -> Result<NoContent, ProblemResponse> {
    let user = account(&app, &credentials).await?.id;
    let ban = query.ban.then(|| app.time.now());
    let member = codec::user_from_wire(member);
    finished(async move {
        app.store.remove_club_member(id, user, member, ban, &limits(&app)).await??;
        app.chat.leave_club(id, member).await;
        Ok(())
    })
    .await
}

/// Lists the players who may not join. For admins.
#[utoipa::path(
    get, path = "/clubs/{id}/bans", tag = "clubs", params(("id" = Uuid, Path, description = "The club")),
    responses((status = 403, description = "Not an admin (`forbidden`)", body = ProblemBody))
)]
pub(super) async fn bans(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
) -> Result<Json<ClubBanList>, ProblemResponse> {
    let user = credentials.require_user(&app).await?.id;
    let players = app.store.club_bans(id, user, app.config.limits.bans_per_club).await??;
    Ok(Json(ClubBanList { players: players.iter().map(codec::user).collect() }))
}

/// Lifts a ban. For admins.
#[utoipa::path(
    delete, path = "/clubs/{id}/bans/{user}", tag = "clubs",
    params(("id" = Uuid, Path, description = "The club"), ("user" = Uuid, Path, description = "The player"))
)]
pub(super) async fn lift_ban(
    State(app): State<App>,
    credentials: Credentials,
    PathParts((id, player)): PathParts<(Uuid, Uuid)>,
) -> Result<NoContent, ProblemResponse> {
    let user = account(&app, &credentials).await?;
    app.store.lift_club_ban(id, user.id, codec::user_from_wire(player)).await??;
    Ok(NoContent)
}

/// Returns the open offer of the club. For its owner.
#[utoipa::path(
    get, path = "/clubs/{id}/offer", tag = "clubs", params(("id" = Uuid, Path, description = "The club")),
    responses((status = 403, description = "Not the owner (`forbidden`)", body = ProblemBody))
)]
pub(super) async fn offered(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
) -> Result<Json<OfferedClub>, ProblemResponse> {
    let user = credentials.require_user(&app).await?.id;
    let to = app.store.offered_club(id, user).await??;
    Ok(Json(OfferedClub { to: to.as_ref().map(codec::user) }))
}

/// Offers the club to a member, who becomes its owner by accepting. For its owner.
#[utoipa::path(
    put, path = "/clubs/{id}/offer", tag = "clubs", request_body = ClubOffer, params(("id" = Uuid, Path, description = "The club"))
)]
pub(super) async fn offer(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
    Body(request): Body<ClubOffer>,
) -> Result<NoContent, ProblemResponse> {
    let user = owner(&app, &credentials).await?;
    app.store.offer_club(id, user.id, Some(codec::user_from_wire(request.user))).await??;
    Ok(NoContent)
}

/// Withdraws the offer of the club. For its owner.
#[utoipa::path(
    delete, path = "/clubs/{id}/offer", tag = "clubs", params(("id" = Uuid, Path, description = "The club"))
)]
pub(super) async fn withdraw_offer(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
) -> Result<NoContent, ProblemResponse> {
    let user = owner(&app, &credentials).await?;
    app.store.offer_club(id, user.id, None).await??;
    Ok(NoContent)
}

/// Accepts or declines the club that its owner offers to the caller. The former owner becomes an admin.
#[utoipa::path(
    post, path = "/clubs/{id}/offer", tag = "clubs", request_body = ClubAnswer, params(("id" = Uuid, Path, description = "The club"))
)]
pub(super) async fn answer_offer(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
    Body(answer): Body<ClubAnswer>,
) -> Result<NoContent, ProblemResponse> {
    let user = owner(&app, &credentials).await?;
    app.store.answer_club_offer(id, user.id, answer.accept, &limits(&app)).await??;
    Ok(NoContent)
}

fn member_place((rank, joined_at, user): (i64, Timestamp, UserId)) -> Result<ClubMemberCursor, ApiError> {
    Ok((ClubRole::of_rank(rank).ok_or_else(bad_cursor)?, joined_at, user))
}
