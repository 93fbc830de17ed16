//! Announcements of clubs to their members.

use axum::Json;
use axum::extract::State;
use axum::response::NoContent;
use sumito_kit::task;
use sumito_kit::text::Text;
use sumito_protocol::clubs::{ClubAnnounced, ClubAnnouncementList, ClubNotifications, NewClubAnnouncement};
use sumito_protocol::error::Problem as ProblemBody;
use sumito_protocol::{ErrorCode, MAX_COMMAND_ID_BYTES};
use sumito_services::social::notifications::ClubNews;
use sumito_store::{self as store, AddedAnnouncement, ClubRefusal, Role};
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

use super::{account, incomplete, limits};
use crate::app::App;
use crate::codec::{self, ApiError};
use crate::http::handler::routes;
use crate::http::json_body::Body;
use crate::http::problem::PathParts;
use crate::http::{Credentials, ProblemResponse};

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(announcements, announce))
        .routes(routes!(remove_announcement))
        .routes(routes!(notify))
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
