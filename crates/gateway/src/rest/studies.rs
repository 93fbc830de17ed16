//! Studies: lists, creation, reading, chapters and exports.

use axum::Extension;
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::NoContent;
use serde::Deserialize;
use sumito_game::{GameId, UserId};
use sumito_kit::text::Unmuted;
use sumito_protocol::ErrorCode;
use sumito_protocol::error::Problem as ProblemBody;
use sumito_protocol::parts::Mode;
use sumito_protocol::studies::{AddedChapters, NewStudy, NewStudyChapter, StudyDetail, StudyPage};
use sumito_rules::{Assumption, Position};
use sumito_studies::{Chapter, ChapterData, Edit, EditError, Study};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

use crate::app::{App, visible_game};
use crate::codec::{self, ApiError};
use crate::http::answers::Cached;
use crate::http::created::Created;
use crate::http::handler::routes;
use crate::http::json_body::Body;
use crate::http::middleware::BodySize;
use crate::http::paging::{Listed, Listing, Page};
use crate::http::problem::{Parameters, PathParts};
use crate::http::{Credentials, ProblemResponse, caching};
use crate::limits::ClientAddress;
use sumito_services::accounts::identity::Caller;
use sumito_services::social::studies::{Reader, StudyError};
use sumito_store::{OnlyPublic, Role, StudyFilter};
use sumito_vocabulary::Scope;

/// The state changes with every edit.
const FOR_ONE: &str = "private, no-cache";

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(own))
        .routes(routes!(show, delete))
        .routes(routes!(add_chapters))
        .routes(routes!(as_text))
}

/// Filter of public studies.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct StudiesQuery {
    /// Only studies of the user with this id.
    owner: Option<Uuid>,
}

type StudyList = Listing<StudiesQuery, 30, 100>;

/// Lists public studies, the last changed first.
#[utoipa::path(get, path = "/studies", tag = "studies", params(StudyList))]
pub(super) async fn list(
    State(app): State<App>,
    StudyList { filters, page }: StudyList,
) -> Result<Listed<StudyPage>, ProblemResponse> {
    let filter = match filters.owner {
        Some(owner) => StudyFilter::OwnedBy(UserId(owner), OnlyPublic::Yes),
        None => StudyFilter::Public,
    };
    answer(&app, filter, &page).await
}

/// Filter of the caller's studies.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct OwnStudiesQuery {
    /// If true, lists the studies of which the caller is a member; otherwise those that the caller owns.
    #[serde(default)]
    shared: bool,
}

type OwnStudyList = Listing<OwnStudiesQuery, 30, 100>;

/// Lists the caller's studies, the last changed first.
#[utoipa::path(get, path = "/me/studies", tag = "studies", params(OwnStudyList))]
pub(super) async fn own(
    State(app): State<App>,
    credentials: Credentials,
    OwnStudyList { filters, page }: OwnStudyList,
) -> Result<Listed<StudyPage>, ProblemResponse> {
    let user = credentials.require_user(&app).await?.id;
    let filter = if filters.shared {
        StudyFilter::SharedWith(user)
    } else {
        StudyFilter::OwnedBy(user, OnlyPublic::No)
    };
    answer(&app, filter, &page).await
}

async fn answer(app: &App, filter: StudyFilter, page: &Page) -> Result<Listed<StudyPage>, ProblemResponse> {
    let found = app.studies.list(filter, page.after()?, page.rows()).await.map_err(ApiError::from)?;
    Ok(page.answer(
        found,
        |last| (last.changed_at, last.id),
        |found, next| StudyPage { studies: found.iter().map(codec::study_summary).collect(), next },
    ))
}

/// Creates a study, with the caller as owner. It requires an account.
#[utoipa::path(
    post, path = "/studies", tag = "studies", request_body = NewStudy,
    responses(
        (status = 404, description = "Game not found or not visible to the caller", body = ProblemBody),
        (status = 409, description = "A move is illegal", body = ProblemBody),
    )
)]
pub(super) async fn create(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    Extension(size): Extension<BodySize>,
    Body(request): Body<NewStudy>,
) -> Result<Created<StudyDetail>, ProblemResponse> {
    let caller = credentials.require_caller(&app, Scope::Studies).await?;
    if caller.user.guest {
        let message = "guests have no studies; create an account with POST /api/v1/accounts";
        return Err(ApiError::new(ErrorCode::NeedsAccount, message).into());
    }
    app.address_limits.study_edit(address, size.0)?;
    let unmuted = app.moderation.check_mute(caller.user.id).await.map_err(ApiError::from)?;
    let name = codec::study_name(&request.name, unmuted)?;
    let (chapters, assumptions) = chapters(&app, &caller, request.from, unmuted).await?;
    let study = Study::new(caller.user.id.0, name, request.visibility, &chapters).map_err(ApiError::from)?;
    let id = app.studies.create(&study).await.map_err(ApiError::from)?;
    let detail = detail(&app, id, &reader(Some(&caller))).await?;
    let detail = StudyDetail { assumptions: codec::assumptions(&assumptions), ..detail };
    Ok(Created::at(format!("/studies/{id}"), detail))
}

/// Returns a study with all its chapters, for a client that then follows it with `follow_study`.
#[utoipa::path(
    get, path = "/studies/{id}", tag = "studies", params(("id" = Uuid, Path, description = "The study's id"))
)]
pub(super) async fn show(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
    headers: HeaderMap,
) -> Result<Cached<Json<StudyDetail>>, ProblemResponse> {
    let caller = credentials.caller(&app).await?;
    let detail = detail(&app, id, &reader(caller.as_ref())).await?;
    Ok(caching::json(&headers, FOR_ONE, &detail))
}

/// Deletes a study of the caller; moderators delete any.
#[utoipa::path(
    delete, path = "/studies/{id}", tag = "studies", params(("id" = Uuid, Path, description = "The study's id"))
)]
pub(super) async fn delete(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
) -> Result<NoContent, ProblemResponse> {
    let caller = credentials.require_caller(&app, Scope::Studies).await?;
    let view = app.studies.show(id, &reader(Some(&caller))).await.map_err(ApiError::from)?;
    if view.study.owner != caller.user.id.0 && caller.role() < Role::Moderator {
        return Err(ApiError::from(EditError::Forbidden).into());
    }
    app.studies.delete(id).await.map_err(ApiError::from)?;
    Ok(NoContent)
}

/// Adds chapters to a study, at its end: from a game, a text, a position, or chapters of another study. If one of several cannot be added
/// because a limit is reached, those before it stay.
#[utoipa::path(
    post, path = "/studies/{id}/chapters", tag = "studies", request_body = NewStudyChapter,
    params(("id" = Uuid, Path, description = "The study's id")),
    responses((status = 409, description = "A move is illegal", body = ProblemBody))
)]
pub(super) async fn add_chapters(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
    Extension(size): Extension<BodySize>,
    Body(request): Body<NewStudyChapter>,
) -> Result<Created<AddedChapters>, ProblemResponse> {
    let caller = credentials.require_caller(&app, Scope::Studies).await?;
    app.address_limits.study_edit(address, size.0)?;
    let user = caller.user.id;
    let before = app.studies.show(id, &reader(Some(&caller))).await.map_err(ApiError::from)?;
    if !before.study.may_write(user.0) {
        return Err(ApiError::from(EditError::Forbidden).into());
    }
    let unmuted = app.moderation.check_mute(user).await.map_err(ApiError::from)?;
    let mut seq = before.seq;
    let known: Vec<_> = before.study.chapters.iter().map(|chapter| chapter.id).collect();
    let (new, assumptions) = chapters(&app, &caller, request, unmuted).await?;
    for chapter in new {
        let edit = Edit::AddChapter { chapter: Box::new(chapter) };
        seq = app.studies.edit(id, user, None, edit).await.map_err(ApiError::from)?;
    }
    let after = app.studies.show(id, &reader(Some(&caller))).await.map_err(ApiError::from)?;
    let chapters =
        after.study.chapters.iter().map(|chapter| chapter.id).filter(|id| !known.contains(id)).collect();
    let assumptions = codec::assumptions(&assumptions);
    Ok(Created::at(format!("/studies/{id}"), AddedChapters { seq, chapters, assumptions }))
}

/// Chapters to export.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct TextQuery {
    /// Only the chapter of this number.
    chapter: Option<u32>,
}

/// Exports a study as text: each chapter as a game, with variations and comments.
#[utoipa::path(
    get, path = "/studies/{id}/study.txt", tag = "studies",
    params(("id" = Uuid, Path, description = "The study's id"), TextQuery)
)]
pub(super) async fn as_text(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
    Parameters(query): Parameters<TextQuery>,
    headers: HeaderMap,
) -> Result<Cached<String>, ProblemResponse> {
    let caller = credentials.caller(&app).await?;
    let view = app.studies.show(id, &reader(caller.as_ref())).await.map_err(ApiError::from)?;
    let text = codec::study_text(&view.study, query.chapter)?;
    Ok(caching::text(&headers, FOR_ONE, text))
}

fn reader(caller: Option<&Caller>) -> Reader {
    Reader {
        user: caller.map(|caller| caller.user.clone()),
        reads_all: caller.is_some_and(|caller| caller.role() >= Role::Moderator),
    }
}

async fn detail(app: &App, id: Uuid, reader: &Reader) -> Result<StudyDetail, ApiError> {
    let view = app.studies.show(id, reader).await?;
    let users = app.studies.users(&view.study).await?;
    Ok(codec::study_detail(&view, &users))
}

/// Returns the chapters that a request describes, with checked texts, and the assumptions of the reader of a text.
async fn chapters(
    app: &App,
    caller: &Caller,
    from: NewStudyChapter,
    unmuted: Unmuted,
) -> Result<(Vec<ChapterData>, Vec<Assumption>), ApiError> {
    let NewStudyChapter { name, mode, position, game, text, chapters } = from;
    let sources = [position.is_some(), game.is_some(), text.is_some(), chapters.is_some()];
    if sources.into_iter().filter(|is_given| *is_given).count() > 1 {
        let message = "specify at most one of `position`, `game`, `text` and `chapters`";
        return Err(ApiError::new(ErrorCode::BadMessage, message));
    }
    let mut assumptions = Vec::new();
    let mut found = if let Some(game) = game {
        let game = visible_game(app, Some(caller.user.id), GameId(game)).await?;
        ChapterData::read_text(&codec::game_text(&game)?.to_string())?.0
    } else if let Some(text) = text {
        let (chapters, assumed) = ChapterData::read_text(&text)?;
        assumptions = assumed;
        chapters
    } else if let Some(chapters) = chapters {
        chapters.into_iter().map(codec::study_chapter_from_wire).collect::<Result<_, _>>()?
    } else {
        vec![of_position(mode, position.as_deref())?]
    };
    if let ([only], Some(name)) = (&mut found[..], name) {
        only.name = name;
    }
    let unmuted = Ok(unmuted);
    let checked = found.into_iter().map(|chapter| codec::check_study_text(chapter, &unmuted));
    Ok((checked.collect::<Result<_, _>>()?, assumptions))
}

fn of_position(mode: Option<Mode>, position: Option<&str>) -> Result<ChapterData, ApiError> {
    let mode = codec::mode_from_wire(mode.unwrap_or(Mode::Two));
    let start = match position {
        Some(line) => Position::parse(mode, line)?,
        None => Position::start(mode, mode.default_layout()).map_err(|_| StudyError::Corrupt)?,
    };
    Ok(Chapter::new(0, "1".to_owned(), start).data())
}
