//! The caller's private notes on games.

use axum::Json;
use axum::extract::State;
use axum::response::NoContent;
use sumito_game::{GameId, UserId};
use sumito_protocol::ErrorCode;
use sumito_protocol::correspondence::{GameNote, NoteRequest};
use sumito_protocol::error::Problem as ProblemBody;
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

use crate::app::App;
use crate::codec::ApiError;
use crate::http::handler::routes;
use crate::http::json_body::Body;
use crate::http::problem::PathParts;
use crate::http::{Credentials, ProblemResponse};
use sumito_store::{NoteRow, UserRow};

/// Maximum size of a note in bytes.
const MAX_BYTES: usize = 4_096;

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(note, set_note))
}

/// Returns the caller's note on a game. No other user can read it.
#[utoipa::path(
    get, path = "/me/notes/{game}", tag = "players",
    params(("game" = Uuid, Path, description = "Game id")),
    responses((status = 403, description = "`needs_account`", body = ProblemBody))
)]
pub(super) async fn note(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(game): PathParts<Uuid>,
) -> Result<Json<GameNote>, ProblemResponse> {
    let user = author(&credentials.require_session(&app).await?.user)?;
    let note = app.store.note(user, GameId(game)).await?;
    Ok(Json(match note {
        Some(NoteRow { text, changed_at }) => GameNote { text, changed_at: Some(changed_at.0) },
        None => GameNote { text: String::new(), changed_at: None },
    }))
}

/// Replaces the caller's note on a game. An empty text removes it.
#[utoipa::path(
    put, path = "/me/notes/{game}", tag = "players", request_body = NoteRequest,
    params(("game" = Uuid, Path, description = "Game id")),
    responses((status = 400, description = "Text too long (`out_of_range`)", body = ProblemBody))
)]
pub(super) async fn set_note(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(game): PathParts<Uuid>,
    Body(NoteRequest { text }): Body<NoteRequest>,
) -> Result<NoContent, ProblemResponse> {
    let (user, game) = (author(&credentials.require_session(&app).await?.user)?, GameId(game));
    if text.len() > MAX_BYTES {
        let message = format!("note too long: {} bytes (limit {MAX_BYTES})", text.len());
        return Err(ApiError::new(ErrorCode::OutOfRange, message).into());
    }
    if text.trim().is_empty() {
        app.store.remove_note(user, game).await?;
        return Ok(NoContent);
    }
    let (limit, note) =
        (app.config.correspondence.notes_per_user, NoteRow { text, changed_at: app.time.now() });
    if !app.store.set_note(user, game, &note, limit).await? {
        let message = format!("note limit reached ({limit} games); remove the note of another game");
        return Err(ApiError::new(ErrorCode::TooMany, message).into());
    }
    Ok(NoContent)
}

fn author(user: &UserRow) -> Result<UserId, ApiError> {
    if user.guest {
        let message = "notes need an account; create one with POST /api/v1/accounts";
        return Err(ApiError::new(ErrorCode::NeedsAccount, message));
    }
    Ok(user.id)
}
