//! The caller's reminders of turns in a room.

use axum::Json;
use axum::extract::State;
use axum::response::NoContent;
use sumito_game::UserId;
use sumito_protocol::ErrorCode;
use sumito_protocol::correspondence::{Reminders, RemindersRequest};
use sumito_protocol::error::Problem as ProblemBody;
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::codec::{self, ApiError};
use crate::http::handler::routes;
use crate::http::json_body::Body;
use crate::http::problem::PathParts;
use crate::http::{Credentials, ProblemResponse};
use sumito_rooms::RoomError;
use sumito_store::ReminderRow;

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(reminders, set_reminders))
}

/// Returns the caller's reminders of turns in a room while offline.
#[utoipa::path(
    get, path = "/me/rooms/{room}/reminders", tag = "players",
    params(("room" = String, Path, description = "The room's id"))
)]
pub(super) async fn reminders(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(room): PathParts<String>,
) -> Result<Json<Reminders>, ProblemResponse> {
    let user = credentials.require_user(&app).await?.id;
    let chosen = app.store.reminders(user, codec::room_id(&room)?).await?.ok_or_else(no_such_room)?;
    let can_mail = can_mail(&app, user).await?;
    Ok(Json(Reminders { push: chosen.push, mail: chosen.mail.is_some(), can_mail }))
}

/// Sets the caller's reminders of turns in a room while offline. Emails require a confirmed address.
#[utoipa::path(
    put, path = "/me/rooms/{room}/reminders", tag = "players", request_body = RemindersRequest,
    params(("room" = String, Path, description = "The room's id")),
    responses(
        (status = 422, description = "No emails: the server sends none, or the caller has no confirmed address \
         (`unsupported`)", body = ProblemBody),
    )
)]
pub(super) async fn set_reminders(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(room): PathParts<String>,
    Body(RemindersRequest { push, mail, language }): Body<RemindersRequest>,
) -> Result<NoContent, ProblemResponse> {
    let (user, room) = (credentials.require_session(&app).await?.user.id, codec::room_id(&room)?);
    if mail && !can_mail(&app, user).await? {
        let message = "emails require a confirmed address; set one with PUT /api/v1/me/mail";
        return Err(ApiError::new(ErrorCode::Unsupported, message).into());
    }
    let language = codec::language_from_wire(language).as_str().to_owned();
    let chosen = ReminderRow { push, mail: mail.then_some(language) };
    if app.store.set_reminders(user, room, &chosen).await? {
        Ok(NoContent)
    } else {
        Err(no_such_room().into())
    }
}

/// Returns whether the server sends emails and the user has a confirmed address.
async fn can_mail(app: &App, user: UserId) -> Result<bool, ApiError> {
    Ok(app.identities.sends_mail() && app.store.mail_of(user, app.time.now()).await?.address.is_some())
}

fn no_such_room() -> ApiError {
    RoomError::NoSuchRoom.into()
}
