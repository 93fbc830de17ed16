//! Clubs: texts and settings, members, requests to join, invitation links, announcements.

mod announcements;
mod club;
mod members;
mod requests;

use axum::response::NoContent;
use sumito_kit::task;
use sumito_protocol::ErrorCode;
use sumito_store::{ClubLimits, ClubRefusal, UserRow};
use sumito_vocabulary::Scope;
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::codec::ApiError;
use crate::http::{Credentials, ProblemResponse};

/// Builds the routes of clubs.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(club::router())
        .merge(members::router())
        .merge(requests::router())
        .merge(announcements::router())
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

/// Returns the caller, who must have an account and the scope.
async fn account(app: &App, credentials: &Credentials) -> Result<UserRow, ApiError> {
    let user = credentials.require(app, Scope::Clubs).await?;
    if user.guest { Err(ClubRefusal::NoAccount.into()) } else { Ok(user) }
}

/// Returns the caller, who must have an account and a session. No program deletes clubs or changes their owners.
async fn owner(app: &App, credentials: &Credentials) -> Result<UserRow, ApiError> {
    let user = credentials.require_session(app).await?.user;
    if user.guest { Err(ClubRefusal::NoAccount.into()) } else { Ok(user) }
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
