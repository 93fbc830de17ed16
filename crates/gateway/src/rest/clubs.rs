//! Clubs: members, requests to join, invitation links, announcements.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::response::NoContent;
use serde::Deserialize;
use serde_json::json;
use sumito_game::{Timestamp, UserId};
use sumito_protocol::clubs::{
    ClubAnnounced, ClubAnnouncementList, ClubAnswer, ClubBanList, ClubClosing, ClubDetail, ClubEdit,
    ClubJoined, ClubLinkCreated, ClubLinkList, ClubMemberPage, ClubNotifications, ClubOffer, ClubPage,
    ClubRequestList, ClubRewording, ClubRoleChange, CreateClub, CreateClubLink, JoinClub,
    NewClubAnnouncement, OfferedClub, PlayerClubList,
};
use sumito_protocol::error::Problem as ProblemBody;
use sumito_protocol::{ErrorCode, MAX_COMMAND_ID_BYTES};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

use super::players::find;
use crate::app::App;
use crate::codec::{self, ApiError};
use crate::http::created::Created;
use crate::http::handler::routes;
use crate::http::json_body::Body;
use crate::http::paging::{Listed, Listing, NoFilters, bad_cursor};
use crate::http::problem::{Parameters, PathParts};
use crate::http::{Credentials, ProblemResponse, cors};
use sumito_kit::task;
use sumito_kit::text::Text;
use sumito_services::accounts::identity::{
    ClubName, IdentityError, club_code_hash, club_name_key, new_link_code,
};
use sumito_services::accounts::moderation::ModerationError;
use sumito_services::social::notifications::ClubNews;
use sumito_store::{
    self as store, AddedAnnouncement, ClubChange, ClubEntry, ClubFilter, ClubLimits, ClubLinkRow,
    ClubMemberCursor, ClubMemberRow, ClubRefusal, ClubRole, ClubRow, ClubSettings, Joined, NewClubLink, Role,
    StoreError, UserRow,
};

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    let public = OpenApiRouter::new().routes(routes!(members)).routes(routes!(clubs_of));
    OpenApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(show, edit, delete))
        .routes(routes!(own))
        .routes(routes!(join))
        .routes(routes!(leave))
        .routes(routes!(change_role, remove_member))
        .routes(routes!(requests))
        .routes(routes!(answer_request))
        .routes(routes!(bans))
        .routes(routes!(lift_ban))
        .routes(routes!(offered, offer, withdraw_offer, answer_offer))
        .routes(routes!(links, create_link))
        .routes(routes!(revoke_link))
        .routes(routes!(announcements, announce))
        .routes(routes!(remove_announcement))
        .routes(routes!(notify))
        .routes(routes!(reword_club))
        .routes(routes!(close_club))
        .merge(cors::public_data(public))
}

/// Default and maximum number of clubs per page.
/// Default and maximum number of members per page.
/// Maximum length of a searched prefix, in characters.
const LONGEST_PREFIX: usize = 30;
/// Maximum values of an invitation link.
const MAX_USES: u32 = 1_000;
const MAX_DAYS: u32 = 90;
/// Maximum length of the code of an invitation link, in bytes; longer ones are wrong.
const LONGEST_CODE: usize = 100;
const DAY: Duration = Duration::from_hours(24);

/// A search for clubs.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct ClubsQuery {
    /// Prefix of the name, in any spelling: 1 to 30 characters. Without it, clubs with the most members come first.
    #[param(min_length = 1, max_length = 30)]
    prefix: Option<String>,
}

type ClubList = Listing<ClubsQuery, 20, 50>;

/// Lists clubs, by name if a prefix is given, otherwise by number of members.
#[utoipa::path(get, path = "/clubs", tag = "clubs", params(ClubList))]
pub(super) async fn list(
    State(app): State<App>,
    ClubList { filters, page }: ClubList,
) -> Result<Listed<ClubPage>, ProblemResponse> {
    let filter = match filters.prefix {
        None => ClubFilter::BySize(page.after()?),
        Some(prefix) => {
            if !(1..=LONGEST_PREFIX).contains(&prefix.chars().take(LONGEST_PREFIX + 1).count()) {
                let message = format!("`prefix` must be 1 to {LONGEST_PREFIX} characters");
                return Err(ApiError::new(ErrorCode::OutOfRange, message).into());
            }
            ClubFilter::ByName(club_name_key(&prefix), page.after()?)
        }
    };
    let found = app.store.clubs(&filter, page.rows()).await?;
    let place = |club: &ClubRow| match filter {
        ClubFilter::BySize(_) => json!([club.members, club.id]),
        ClubFilter::ByName(..) => json!(club.settings.name_key),
    };
    Ok(page.answer(found, place, |found, next| ClubPage {
        clubs: found.into_iter().map(codec::club).collect(),
        next,
    }))
}

/// Creates a club, with the caller as owner.
#[utoipa::path(
    post, path = "/clubs", tag = "clubs", request_body = CreateClub,
    responses(
        (status = 400, description = "The name (`bad_name`) or the description (`bad_words`) is not allowed", body = ProblemBody),
        (status = 409, description = "The name is taken, or looks like another (`name_taken`)", body = ProblemBody),
    )
)]
pub(super) async fn create(
    State(app): State<App>,
    credentials: Credentials,
    Body(request): Body<CreateClub>,
) -> Result<Created<ClubDetail>, ProblemResponse> {
    let user = account(&app, &credentials).await?;
    let unmuted = app.moderation.check_mute(user.id).await?;
    let (name, name_key) = ClubName::parse(&request.name).map_err(ApiError::from)?.into_parts();
    let description = Text::club(&request.description, unmuted)?;
    let settings = ClubSettings { name, name_key, description, joining: request.joining };
    let id = Uuid::now_v7();
    let added = app.store.add_club(id, &settings, user.id, app.time.now(), &limits(&app)).await;
    unless_taken(added)?;
    Ok(Created::at(format!("/clubs/{id}"), detail(&app, id, Some(user.id)).await?))
}

/// Returns a club.
#[utoipa::path(
    get, path = "/clubs/{id}", tag = "clubs", params(("id" = Uuid, Path, description = "The club"))
)]
pub(super) async fn show(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
) -> Result<Json<ClubDetail>, ProblemResponse> {
    let viewer = credentials.user(&app).await?.map(|user| user.id);
    Ok(Json(detail(&app, id, viewer).await?))
}

/// Changes the texts of a club, and how players join. For its owner and admins.
#[utoipa::path(
    patch, path = "/clubs/{id}", tag = "clubs", request_body = ClubEdit, params(("id" = Uuid, Path, description = "The club")),
    responses(
        (status = 400, description = "The name (`bad_name`) or the description (`bad_words`) is not allowed", body = ProblemBody),
        (status = 409, description = "The name is taken, or looks like another (`name_taken`)", body = ProblemBody),
    )
)]
pub(super) async fn edit(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
    Body(request): Body<ClubEdit>,
) -> Result<Json<ClubDetail>, ProblemResponse> {
    let user = account(&app, &credentials).await?;
    let mut change = texts(&app, user.id, request.name.as_deref(), request.description.as_deref()).await?;
    change.joining = request.joining;
    unless_taken(app.store.change_club(id, user.id, &change).await)?;
    Ok(Json(detail(&app, id, Some(user.id)).await?))
}

/// Deletes a club. For its owner.
#[utoipa::path(
    delete, path = "/clubs/{id}", tag = "clubs", params(("id" = Uuid, Path, description = "The club"))
)]
pub(super) async fn delete(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
) -> Result<NoContent, ProblemResponse> {
    let user = account(&app, &credentials).await?.id;
    finished(async move {
        app.store.delete_club(id, user).await??;
        app.chat.close_club(id).await;
        Ok(())
    })
    .await
}

/// Lists the caller's clubs.
#[utoipa::path(get, path = "/me/clubs", tag = "clubs")]
pub(super) async fn own(
    State(app): State<App>,
    credentials: Credentials,
) -> Result<Json<PlayerClubList>, ProblemResponse> {
    let user = credentials.require_user(&app).await?.id;
    Ok(Json(of_player(&app, user).await?))
}

/// Lists the clubs of a player.
#[utoipa::path(
    get, path = "/players/{name}/clubs", tag = "clubs",
    params(("name" = String, Path, description = "Account name or user id"))
)]
pub(super) async fn clubs_of(
    State(app): State<App>,
    PathParts(name): PathParts<String>,
) -> Result<Json<PlayerClubList>, ProblemResponse> {
    let player = find(&app, &name).await?.id;
    Ok(Json(of_player(&app, player).await?))
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

/// Makes the caller a member, or stores a request.
///
/// An invitation link admits the caller at once. Without one, it depends on the club's `joining`.
#[utoipa::path(
    post, path = "/clubs/{id}/join", tag = "clubs", request_body = JoinClub, params(("id" = Uuid, Path, description = "The club")),
    responses(
        (status = 400, description = "The message is not allowed (`bad_words`)", body = ProblemBody),
        (status = 403, description = "Banned, or without a link (`not_eligible`), the link is not valid (`wrong_code`), `needs_account`, \
                                      `muted`, `missing_scope`, or a page of another origin", body = ProblemBody),
        (status = 409, description = "The club is full, or has too many requests (`not_now`)", body = ProblemBody),
    )
)]
pub(super) async fn join(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
    Body(request): Body<JoinClub>,
) -> Result<Json<ClubJoined>, ProblemResponse> {
    let user = account(&app, &credentials).await?;
    let code = request.code.as_deref().filter(|code| !code.is_empty());
    if code.is_some_and(|code| code.len() > LONGEST_CODE) {
        return Err(ClubRefusal::BadLink.into());
    }
    let words = if request.words.is_empty() {
        Text::default()
    } else {
        let unmuted = app.moderation.check_mute(user.id).await?;
        Text::club_request(&request.words, unmuted)?
    };
    let entry = ClubEntry { code: code.map(club_code_hash), words, at: app.time.now() };
    let joined = app.store.join_club(id, user.id, &entry, &limits(&app)).await??;
    Ok(Json(ClubJoined { member: joined == Joined::Member }))
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

/// Lists the requests to join. For admins.
#[utoipa::path(
    get, path = "/clubs/{id}/requests", tag = "clubs", params(("id" = Uuid, Path, description = "The club")),
    responses((status = 403, description = "Not an admin (`forbidden`)", body = ProblemBody))
)]
pub(super) async fn requests(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
) -> Result<Json<ClubRequestList>, ProblemResponse> {
    let user = credentials.require_user(&app).await?.id;
    let limit = app.config.limits.requests_per_club;
    let requests = app.store.club_requests(id, user, limit).await??;
    Ok(Json(ClubRequestList { requests: requests.into_iter().map(codec::club_request).collect() }))
}

/// Accepts or declines a request to join. For admins.
#[utoipa::path(
    post, path = "/clubs/{id}/requests/{user}", tag = "clubs", request_body = ClubAnswer,
    params(("id" = Uuid, Path, description = "The club"), ("user" = Uuid, Path, description = "The player")),
    responses((status = 409, description = "The club is full (`not_now`)", body = ProblemBody))
)]
pub(super) async fn answer_request(
    State(app): State<App>,
    credentials: Credentials,
    PathParts((id, player)): PathParts<(Uuid, Uuid)>,
    Body(answer): Body<ClubAnswer>,
) -> Result<NoContent, ProblemResponse> {
    let user = account(&app, &credentials).await?;
    let (player, now) = (codec::user_from_wire(player), app.time.now());
    app.store.answer_club_request(id, user.id, player, answer.accept, now, &limits(&app)).await??;
    Ok(NoContent)
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
    let user = account(&app, &credentials).await?;
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
    let user = account(&app, &credentials).await?;
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
    let user = account(&app, &credentials).await?;
    app.store.answer_club_offer(id, user.id, answer.accept, &limits(&app)).await??;
    Ok(NoContent)
}

/// Lists the valid invitation links, without their codes. For admins.
#[utoipa::path(
    get, path = "/clubs/{id}/links", tag = "clubs", params(("id" = Uuid, Path, description = "The club")),
    responses((status = 403, description = "Not an admin (`forbidden`)", body = ProblemBody))
)]
pub(super) async fn links(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
) -> Result<Json<ClubLinkList>, ProblemResponse> {
    let user = credentials.require_user(&app).await?.id;
    let links = app.store.club_links(id, user, app.time.now()).await??;
    Ok(Json(ClubLinkList { links: links.into_iter().map(codec::club_link).collect() }))
}

/// Creates an invitation link. For admins. It ends when its maker is no longer an admin.
#[utoipa::path(
    post, path = "/clubs/{id}/links", tag = "clubs", request_body = CreateClubLink,
    params(("id" = Uuid, Path, description = "The club"))
)]
pub(super) async fn create_link(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
    Body(request): Body<CreateClubLink>,
) -> Result<Created<ClubLinkCreated>, ProblemResponse> {
    let user = account(&app, &credentials).await?;
    for (field, value, max) in [("uses", request.uses, MAX_USES), ("days", request.days, MAX_DAYS)] {
        if !(1..=max).contains(&value) {
            let message = format!("`{field}` must be 1 to {max}");
            return Err(ApiError::new(ErrorCode::OutOfRange, message).into());
        }
    }
    let code = new_link_code();
    let created_at = app.time.now();
    let link = NewClubLink {
        id: Uuid::now_v7(),
        code: club_code_hash(&code),
        created_at,
        expires_at: created_at + DAY * request.days,
        uses: request.uses,
    };
    app.store.add_club_link(id, user.id, &link, &limits(&app)).await??;
    let location = format!("/clubs/{id}/links/{}", link.id);
    let NewClubLink { id, expires_at, uses: uses_left, .. } = link;
    let link = codec::club_link(ClubLinkRow { id, made_by: user.name, expires_at, uses_left });
    Ok(Created::at(location, ClubLinkCreated { code, link }))
}

/// Revokes an invitation link. For admins.
#[utoipa::path(
    delete, path = "/clubs/{id}/links/{link}", tag = "clubs",
    params(("id" = Uuid, Path, description = "The club"), ("link" = Uuid, Path, description = "The link"))
)]
pub(super) async fn revoke_link(
    State(app): State<App>,
    credentials: Credentials,
    PathParts((id, link)): PathParts<(Uuid, Uuid)>,
) -> Result<NoContent, ProblemResponse> {
    let user = account(&app, &credentials).await?;
    app.store.remove_club_link(id, user.id, link).await??;
    Ok(NoContent)
}

/// Lists the last announcements. For members and moderators.
#[utoipa::path(
    get, path = "/clubs/{id}/announcements", tag = "clubs", params(("id" = Uuid, Path, description = "The club")),
    responses((status = 403, description = "Neither a member nor a moderator (`forbidden`)", body = ProblemBody))
)]
pub(super) async fn announcements(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
) -> Result<Json<ClubAnnouncementList>, ProblemResponse> {
    let caller = credentials.caller(&app).await?.ok_or_else(ApiError::unauthenticated)?;
    if app.store.club_role(id, caller.user.id).await?.is_none() {
        app.store.club(id).await?.ok_or(ClubRefusal::NoSuchClub)?;
        if caller.role() < Role::Moderator {
            return Err(ClubRefusal::Role.into());
        }
    }
    let rows = app.store.club_announcements(id, app.config.limits.announcements_per_club).await?;
    Ok(Json(ClubAnnouncementList { announcements: rows.into_iter().map(codec::club_announcement).collect() }))
}

/// Announces news to the members, who are notified. For admins.
#[utoipa::path(
    post, path = "/clubs/{id}/announcements", tag = "clubs", request_body = NewClubAnnouncement,
    params(("id" = Uuid, Path, description = "The club")),
    responses(
        (status = 400, description = "The title or the text is not allowed (`bad_words`), or `id` is too long (`out_of_range`)",
         body = ProblemBody),
        (status = 503, description = "Too many announcements of all clubs (`busy`)", body = ProblemBody),
    )
)]
pub(super) async fn announce(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
    Body(request): Body<NewClubAnnouncement>,
) -> Result<Json<ClubAnnounced>, ProblemResponse> {
    let user = account(&app, &credentials).await?.id;
    let NewClubAnnouncement { id: command, title, text } = request;
    if command.as_ref().is_some_and(|command| command.len() > MAX_COMMAND_ID_BYTES) {
        let message = format!("`id` must be at most {MAX_COMMAND_ID_BYTES} bytes");
        return Err(ApiError::new(ErrorCode::OutOfRange, message).into());
    }
    let unmuted = app.moderation.check_mute(user).await?;
    let (title, text) = (Text::club_title(&title, unmuted)?, Text::club_news(&text, unmuted)?);
    let club_name = app.store.club(id).await?.ok_or(ClubRefusal::NoSuchClub)?.settings.name;
    let place = app.club_announcer.reserve().map_err(ApiError::from)?;
    let news =
        ClubNews { club: id, club_name, announcement: Uuid::now_v7(), title: title.as_str().to_owned() };
    let announcement = store::NewClubAnnouncement {
        id: news.announcement,
        title,
        text,
        created_at: app.time.now(),
        command,
    };
    let announcing = task::spawn(async move {
        let added = app.store.add_club_announcement(id, user, &announcement, &limits(&app)).await??;
        Ok::<_, ApiError>(match added {
            AddedAnnouncement::Stored => {
                place.tell(news, user);
                announcement.id
            }
            AddedAnnouncement::Repeated(id) => id,
        })
    });
    let announcement = announcing.await.map_err(|_| incomplete())??;
    Ok(Json(ClubAnnounced { announcement }))
}

/// Deletes an announcement. For admins.
#[utoipa::path(
    delete, path = "/clubs/{id}/announcements/{announcement}", tag = "clubs",
    params(("id" = Uuid, Path, description = "The club"), ("announcement" = Uuid, Path, description = "The announcement"))
)]
pub(super) async fn remove_announcement(
    State(app): State<App>,
    credentials: Credentials,
    PathParts((id, announcement)): PathParts<(Uuid, Uuid)>,
) -> Result<NoContent, ProblemResponse> {
    let user = account(&app, &credentials).await?;
    app.store.remove_club_announcement(id, user.id, announcement).await??;
    Ok(NoContent)
}

/// Sets of which news the caller is notified. For members.
#[utoipa::path(
    put, path = "/clubs/{id}/notifications", tag = "clubs", request_body = ClubNotifications,
    params(("id" = Uuid, Path, description = "The club"))
)]
pub(super) async fn notify(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
    Body(request): Body<ClubNotifications>,
) -> Result<NoContent, ProblemResponse> {
    let user = account(&app, &credentials).await?;
    app.store.set_club_notified(id, user.id, request.announcements).await??;
    Ok(NoContent)
}

/// Replaces inadmissible texts of a club: its name, its description. Deletes an announcement.
///
/// The moderation log keeps the texts before.
#[utoipa::path(
    put, path = "/moderation/clubs/{id}/words", tag = "moderation", request_body = ClubRewording,
    params(("id" = Uuid, Path, description = "The club")),
    responses(
        (status = 400, description = "The name (`bad_name`), the description (`bad_words`) or `reason` (`out_of_range`) is invalid",
         body = ProblemBody),
        (status = 409, description = "The name is taken, or looks like another (`name_taken`)", body = ProblemBody),
    )
)]
pub(super) async fn reword_club(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
    Body(request): Body<ClubRewording>,
) -> Result<NoContent, ProblemResponse> {
    let by = credentials.require_role(&app, Role::Moderator).await?.user.id;
    let reason = Text::moderator_reason(&request.reason).map_err(ModerationError::Reason)?;
    let change = texts(&app, by, request.name.as_deref(), request.description.as_deref()).await?;
    let announcement = request.announcement;
    unless_taken(app.store.reword_club(id, &change, announcement, by, &reason, app.time.now()).await)?;
    Ok(NoContent)
}

/// Deletes a club. The moderation log keeps its texts.
#[utoipa::path(
    post, path = "/moderation/clubs/{id}/close", tag = "moderation", request_body = ClubClosing,
    params(("id" = Uuid, Path, description = "The club"))
)]
pub(super) async fn close_club(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
    Body(request): Body<ClubClosing>,
) -> Result<NoContent, ProblemResponse> {
    let by = credentials.require_role(&app, Role::Moderator).await?.user.id;
    let reason = Text::moderator_reason(&request.reason).map_err(ModerationError::Reason)?;
    finished(async move {
        app.store.close_club(id, by, &reason, app.time.now()).await??;
        app.chat.close_club(id).await;
        Ok(())
    })
    .await
}

/// Completes a change even if the client disconnects, so that former members always lose the chat.
async fn finished(
    work: impl Future<Output = Result<(), ApiError>> + Send + 'static,
) -> Result<NoContent, ProblemResponse> {
    let outcome = task::spawn(work).await;
    outcome.map_err(|_| incomplete())??;
    Ok(NoContent)
}

fn incomplete() -> ApiError {
    ApiError::new(ErrorCode::Internal, "internal error: the change did not complete")
}

/// Returns the caller, who must have an account and a session.
async fn account(app: &App, credentials: &Credentials) -> Result<UserRow, ApiError> {
    let user = credentials.require_session(app).await?.user;
    if user.guest { Err(ClubRefusal::NoAccount.into()) } else { Ok(user) }
}

/// Checks new texts of a club.
async fn texts(
    app: &App,
    by: UserId,
    name: Option<&str>,
    description: Option<&str>,
) -> Result<ClubChange, ApiError> {
    let mut change = ClubChange::default();
    if name.is_some() || description.is_some() {
        let unmuted = app.moderation.check_mute(by).await?;
        change.name = name.map(ClubName::parse).transpose()?.map(ClubName::into_parts);
        change.description = description.map(|text| Text::club(text, unmuted)).transpose()?;
    }
    Ok(change)
}

async fn detail(app: &App, id: Uuid, viewer: Option<UserId>) -> Result<ClubDetail, ApiError> {
    let club = app.store.club(id).await?.ok_or(ClubRefusal::NoSuchClub)?;
    let own = match viewer {
        Some(viewer) => Some(codec::club_standing(app.store.club_standing(id, viewer).await?)),
        None => None,
    };
    Ok(ClubDetail { club: codec::club(club), own })
}

async fn of_player(app: &App, player: UserId) -> Result<PlayerClubList, ApiError> {
    let clubs = app.store.clubs_of(player, app.config.limits.clubs_per_user).await?;
    Ok(PlayerClubList { clubs: clubs.into_iter().map(codec::player_club).collect() })
}

fn limits(app: &App) -> ClubLimits {
    let limits = &app.config.limits;
    ClubLimits {
        owned: limits.clubs_owned_per_user,
        memberships: limits.clubs_per_user,
        members: limits.members_per_club,
        requests: limits.requests_per_club,
        requests_per_user: limits.club_requests_per_user,
        links: limits.links_per_club,
        bans: limits.bans_per_club,
        announcements: limits.announcements_per_club,
        announcements_per_day: limits.announcements_per_club_and_day,
    }
}

/// Turns the conflict of two names into its error.
fn unless_taken<T>(outcome: Result<Result<T, ClubRefusal>, StoreError>) -> Result<T, ApiError> {
    match outcome {
        Err(StoreError::Conflict(_)) => Err(IdentityError::NameTaken.into()),
        outcome => Ok(outcome??),
    }
}

fn member_place((rank, joined_at, user): (i64, Timestamp, UserId)) -> Result<ClubMemberCursor, ApiError> {
    Ok((ClubRole::of_rank(rank).ok_or_else(bad_cursor)?, joined_at, user))
}
