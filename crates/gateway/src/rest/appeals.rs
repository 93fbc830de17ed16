//! Appeals against sanctions, of users and for moderators.

use axum::Json;
use axum::extract::State;
use axum::response::NoContent;
use sumito_protocol::error::Problem as ProblemBody;
use sumito_protocol::moderation::{Appeal, AppealAnswer, AppealPage, CreateAppeal, OwnSanctions};
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

use crate::app::App;
use crate::codec::{self, ApiError};
use crate::http::created::Created;
use crate::http::handler::routes;
use crate::http::json_body::Body;
use crate::http::paging::{Listed, Listing, NoFilters};
use crate::http::problem::PathParts;
use crate::http::{Credentials, ProblemResponse};
use sumito_store::Role;

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(own_sanctions))
        .routes(routes!(create_appeal))
        .routes(routes!(list))
        .routes(routes!(answer))
}

/// Lists the caller's sanctions: those in force, and those against which the caller has appealed.
#[utoipa::path(
    get, path = "/me/sanctions", tag = "accounts",
    responses((status = 403, description = "An API token (`missing_scope`)", body = ProblemBody))
)]
pub(super) async fn own_sanctions(
    State(app): State<App>,
    credentials: Credentials,
) -> Result<Json<OwnSanctions>, ProblemResponse> {
    let caller = credentials.require_session(&app).await?;
    let sanctions = app.moderation.own_sanctions(&caller).await.map_err(ApiError::from)?;
    Ok(Json(OwnSanctions { sanctions: sanctions.iter().map(codec::own_sanction).collect() }))
}

/// Appeals against a sanction: with the token of a rejected login against the ban, otherwise against the mute of the caller.
///
/// A moderator answers. One appeal at a time; after an answer, the next one is possible after 30 days.
#[utoipa::path(
    post, path = "/appeals", tag = "accounts", request_body = CreateAppeal,
    responses(
        (status = 404, description = "No sanction is in force", body = ProblemBody),
        (status = 409, description = "An appeal waits, or was answered less than 30 days ago (`not_now`)", body = ProblemBody),
    )
)]
pub(super) async fn create_appeal(
    State(app): State<App>,
    credentials: Credentials,
    Body(request): Body<CreateAppeal>,
) -> Result<Created<Appeal>, ProblemResponse> {
    let added = if let Some(token) = &request.token {
        app.moderation.appeal_with_token(token.reveal(), &request.words).await
    } else {
        let caller = credentials.require_session(&app).await?;
        app.moderation.appeal(&caller, &request.words).await
    };
    Ok(Created::at("/me/sanctions", codec::appeal(added.map_err(ApiError::from)?)))
}

type AppealList = Listing<NoFilters, 50, 200>;

/// Lists the appeals that wait for an answer, the oldest first.
#[utoipa::path(get, path = "/moderation/appeals", tag = "moderation", params(AppealList))]
pub(super) async fn list(
    State(app): State<App>,
    credentials: Credentials,
    AppealList { page, .. }: AppealList,
) -> Result<Listed<AppealPage>, ProblemResponse> {
    let by = credentials.require_role(&app, Role::Moderator).await?;
    let rows = app.moderation.appeals(page.after()?, page.rows()).await.map_err(ApiError::from)?;
    Ok(page.answer(
        rows,
        |row| row.appeal.id,
        |rows, next| AppealPage {
            appeals: rows.into_iter().map(|row| codec::open_appeal(row, &by.user)).collect(),
            next,
        },
    ))
}

/// Answers an appeal: the sanction is lifted, shortened or kept.
///
/// The moderator who has imposed the sanction answers only if no other moderator can; the log says so then. With the ban of a user, the bans
/// of their networks are lifted or shortened, too.
#[utoipa::path(
    post, path = "/moderation/appeals/{id}/answer", tag = "moderation", request_body = AppealAnswer,
    params(("id" = Uuid, Path, description = "The appeal"))
)]
pub(super) async fn answer(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
    Body(answer): Body<AppealAnswer>,
) -> Result<NoContent, ProblemResponse> {
    let by = credentials.require_role(&app, Role::Moderator).await?;
    let decision = codec::decision_from_wire(answer);
    app.moderation.decide_appeal(&by, id, decision).await.map_err(ApiError::from)?;
    Ok(NoContent)
}
