//! Texts and settings of clubs, and lists of clubs.

use axum::Json;
use axum::extract::State;
use axum::response::NoContent;
use serde::Deserialize;
use serde_json::json;
use sumito_game::UserId;
use sumito_kit::text::Text;
use sumito_protocol::ErrorCode;
use sumito_protocol::clubs::{
    ClubClosing, ClubDetail, ClubEdit, ClubPage, ClubRewording, CreateClub, PlayerClubList,
};
use sumito_protocol::error::Problem as ProblemBody;
use sumito_services::accounts::identity::{ClubName, IdentityError, club_name_key};
use sumito_services::accounts::moderation::ModerationError;
use sumito_store::{ClubChange, ClubFilter, ClubRefusal, ClubRow, ClubSettings, Role, StoreError};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

use super::super::players::find;
use super::{account, finished, limits, owner};
use crate::app::App;
use crate::codec::{self, ApiError};
use crate::http::created::Created;
use crate::http::handler::routes;
use crate::http::json_body::Body;
use crate::http::paging::{Listed, Listing};
use crate::http::problem::PathParts;
use crate::http::{Credentials, ProblemResponse, cors};

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(show, edit, delete))
        .routes(routes!(own))
        .routes(routes!(reword_club))
        .routes(routes!(close_club))
        .merge(cors::public_data(OpenApiRouter::new().routes(routes!(clubs_of))))
}

/// Maximum length of a searched prefix, in characters.
const LONGEST_PREFIX: usize = 30;

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
    let user = owner(&app, &credentials).await?.id;
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

/// Turns the conflict of two names into its error.
fn unless_taken<T>(outcome: Result<Result<T, ClubRefusal>, StoreError>) -> Result<T, ApiError> {
    match outcome {
        Err(StoreError::Conflict(_)) => Err(IdentityError::NameTaken.into()),
        outcome => Ok(outcome??),
    }
}
