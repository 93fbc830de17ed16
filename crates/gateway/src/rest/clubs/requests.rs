//! Ways into a club: requests and invitation links.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::response::NoContent;
use sumito_kit::text::Text;
use sumito_protocol::ErrorCode;
use sumito_protocol::clubs::{
    ClubAnswer, ClubJoined, ClubLinkCreated, ClubLinkList, ClubRequestList, CreateClubLink, JoinClub,
};
use sumito_protocol::error::Problem as ProblemBody;
use sumito_services::accounts::identity::{club_code_hash, new_link_code};
use sumito_store::{ClubEntry, ClubLinkRow, ClubRefusal, Joined, NewClubLink};
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

use super::{account, limits};
use crate::app::App;
use crate::codec::{self, ApiError};
use crate::http::created::Created;
use crate::http::handler::routes;
use crate::http::json_body::Body;
use crate::http::problem::PathParts;
use crate::http::{Credentials, ProblemResponse};

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(join))
        .routes(routes!(requests))
        .routes(routes!(answer_request))
        .routes(routes!(links, create_link))
        .routes(routes!(revoke_link))
}

/// Maximum values of an invitation link.
const MAX_USES: u32 = 1_000;
const MAX_DAYS: u32 = 90;
/// Maximum length of the code of an invitation link, in bytes; longer ones are wrong.
const LONGEST_CODE: usize = 100;
const DAY: Duration = Duration::from_hours(24);

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
