//! Endpoints for moderators.

use axum::Json;
use axum::extract::State;
use axum::response::NoContent;
use serde::Deserialize;
use sumito_game::{GameId, TournamentId, UserId};
use sumito_protocol::chat::LineRemoval;
use sumito_protocol::error::Problem as ProblemBody;
use sumito_protocol::moderation::{
    AvatarRemoval, CreateSanction, GameSignals, ModerationLogPage, ModerationOverview, RenameUser,
    ReportClosing, ReportPage, ReportedLines, RoomClosed, RoomClosing, SanctionPage, TournamentRewording,
};
use sumito_tournament::Actor;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

use crate::app::App;
use crate::codec::{self, ApiError};
use crate::http::handler::routes;
use crate::http::json_body::Body;
use crate::http::paging::{Listed, Listing, NoFilters};
use crate::http::problem::PathParts;
use crate::http::{Credentials, ProblemResponse};
use sumito_kit::text::Text;
use sumito_services::accounts::identity::Caller;
use sumito_services::accounts::moderation::ModerationError;
use sumito_services::social::chat::Channel;
use sumito_store::{ClubRole, FiledReport, Role};

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(sanctions, impose))
        .routes(routes!(lift))
        .routes(routes!(rename))
        .routes(routes!(remove_avatar))
        .routes(routes!(reword))
        .routes(routes!(close_room))
        .routes(routes!(remove_line))
        .routes(routes!(clear_lines))
        .routes(routes!(log))
        .routes(routes!(overview))
        .routes(routes!(reports))
        .routes(routes!(reported_lines))
        .routes(routes!(close_report))
        .routes(routes!(signals))
}

/// Filters of the sanction list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct SanctionsQuery {
    /// Id of a user: lists only their sanctions.
    user: Option<Uuid>,
}

type LogList = Listing<NoFilters, 50, 200>;

type SanctionList = Listing<SanctionsQuery, 50, 200>;

/// Lists the active sanctions, the newest first.
#[utoipa::path(get, path = "/moderation/sanctions", tag = "moderation", params(SanctionList))]
pub(super) async fn sanctions(
    State(app): State<App>,
    credentials: Credentials,
    SanctionList { filters, page }: SanctionList,
) -> Result<Listed<SanctionPage>, ProblemResponse> {
    credentials.require_role(&app, Role::Moderator).await?;
    let user = filters.user.map(codec::user_from_wire);
    let rows = app.moderation.sanctions(user, page.after()?, page.rows()).await.map_err(ApiError::from)?;
    Ok(page.answer(
        rows,
        |row| row.id,
        |rows, next| SanctionPage { sanctions: rows.into_iter().map(codec::sanction).collect(), next },
    ))
}

/// Creates a sanction.
///
/// A ban ends all sessions and tokens of the user, closes their sockets (4001), and blocks logins to the account. With `networks`, it
/// also blocks new guests, new accounts and logins from the networks where the user's sessions were started.
#[utoipa::path(
    post, path = "/moderation/sanctions", tag = "moderation", request_body = CreateSanction,
    responses((status = 404, description = "User not found", body = ProblemBody))
)]
pub(super) async fn impose(
    State(app): State<App>,
    credentials: Credentials,
    Body(request): Body<CreateSanction>,
) -> Result<NoContent, ProblemResponse> {
    let by = credentials.require_role(&app, Role::Moderator).await?;
    app.moderation.sanction(&by, codec::sanction_from_wire(request)).await.map_err(ApiError::from)?;
    Ok(NoContent)
}

/// Ends a sanction early.
#[utoipa::path(
    delete, path = "/moderation/sanctions/{id}", tag = "moderation", params(("id" = Uuid, Path, description = "The sanction"))
)]
pub(super) async fn lift(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
) -> Result<NoContent, ProblemResponse> {
    let by = credentials.require_role(&app, Role::Moderator).await?;
    app.moderation.lift(&by, id).await.map_err(ApiError::from)?;
    Ok(NoContent)
}

/// Renames an account.
#[utoipa::path(
    put, path = "/moderation/players/{id}/name", tag = "moderation", request_body = RenameUser,
    params(("id" = Uuid, Path, description = "The user")),
    responses(
        (status = 400, description = "The name (`bad_name`) or `reason` (`out_of_range`) is invalid", body = ProblemBody),
        (status = 409, description = "The name is taken (`name_taken`)", body = ProblemBody),
    )
)]
pub(super) async fn rename(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
    Body(request): Body<RenameUser>,
) -> Result<NoContent, ProblemResponse> {
    let by = credentials.require_role(&app, Role::Moderator).await?;
    let user = codec::user_from_wire(id);
    app.moderation.rename(&by, user, &request.name, &request.reason).await.map_err(ApiError::from)?;
    Ok(NoContent)
}

/// Removes a player's picture.
#[utoipa::path(
    post, path = "/moderation/players/{id}/avatar/remove", tag = "moderation", request_body = AvatarRemoval,
    params(("id" = Uuid, Path, description = "The user"))
)]
pub(super) async fn remove_avatar(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
    Body(request): Body<AvatarRemoval>,
) -> Result<NoContent, ProblemResponse> {
    let by = credentials.require_role(&app, Role::Moderator).await?;
    let user = codec::user_from_wire(id);
    app.moderation.remove_avatar(&by, user, &request.reason).await.map_err(ApiError::from)?;
    Ok(NoContent)
}

/// Replaces inadmissible texts of a tournament, also after its end: its name, its description, the name of a team, the reasons given by
/// its directors.
///
/// The change is recorded in the tournament's log and the moderation log.
#[utoipa::path(
    put, path = "/moderation/tournaments/{id}/words", tag = "moderation", request_body = TournamentRewording,
    params(("id" = Uuid, Path, description = "The tournament")),
    responses(
        (status = 400, description = "The words are rejected (`bad_words`), or too long, or `reason` is invalid (`out_of_range`)",
         body = ProblemBody),
    )
)]
pub(super) async fn reword(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
    Body(rewording): Body<TournamentRewording>,
) -> Result<NoContent, ProblemResponse> {
    let by = credentials.require_role(&app, Role::Moderator).await?;
    let unmuted = app.moderation.check_mute(by.user.id).await?;
    let reason = Text::moderator_reason(&rewording.reason).map_err(ModerationError::Reason)?;
    let order = codec::rewording_from_wire(rewording, unmuted)?;
    let id = TournamentId(id);
    let before = app.tournaments.show(id).await?;
    let after = app.tournaments.order(id, Actor::Steward(by.user.id), order).await?;
    if after.tournament.seq() > before.tournament.seq() {
        let changed = codec::reworded(&before.tournament, &after.tournament);
        app.moderation.record_rewording(&by, id, &changed, &reason).await?;
    }
    Ok(NoContent)
}

/// Closes a room: waiting players leave their seats, and a running game is aborted.
#[utoipa::path(
    post, path = "/moderation/rooms/{id}/close", tag = "moderation", request_body = RoomClosing,
    params(("id" = String, Path, description = "The room's id"))
)]
pub(super) async fn close_room(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<String>,
    Body(request): Body<RoomClosing>,
) -> Result<Json<RoomClosed>, ProblemResponse> {
    let by = credentials.require_role(&app, Role::Moderator).await?;
    let room = codec::room_id(&id)?;
    let closed = app.moderation.close_room(&by, room, &request.reason).await.map_err(ApiError::from)?;
    Ok(Json(RoomClosed { closed }))
}

/// Removes a chat message, also for the clients that show it.
///
/// In a tournament's chat, its directors may do so too; in a club's chat, its owner and admins.
#[utoipa::path(
    post, path = "/moderation/chat/lines/{id}/remove", tag = "moderation", request_body = LineRemoval,
    params(("id" = Uuid, Path, description = "The line"))
)]
pub(super) async fn remove_line(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
    Body(request): Body<LineRemoval>,
) -> Result<NoContent, ProblemResponse> {
    let by = credentials.require_session(&app).await?;
    let rank = rank_at(&app, &by, id).await?;
    app.moderation.remove_line(&by, rank, id, &request.reason).await.map_err(ApiError::from)?;
    Ok(NoContent)
}

/// Returns the caller's rank in the channel of a message. Callers below moderator have no right to remove messages.
async fn rank_at(app: &App, by: &Caller, line: Uuid) -> Result<Role, ApiError> {
    if by.role() >= Role::Moderator {
        return Ok(by.role());
    }
    let line = app.store.line(line).await?;
    let channel = line.map(|line| line.channel).unwrap_or_default();
    if let Some(club) = Channel::stored_club(&channel)
        && app.store.club_role(club, by.user.id).await? >= Some(ClubRole::Admin)
    {
        return Ok(Role::Moderator);
    }
    if let Some(id) = Channel::stored_tournament(&channel)
        && app.tournaments.show(id).await?.tournament.is_director(Actor::User(by.user.id))
    {
        return Ok(Role::Moderator);
    }
    Err(ApiError::needs_role(Role::Moderator))
}

/// Removes all chat messages of a user.
#[utoipa::path(
    post, path = "/moderation/chat/players/{id}/clear", tag = "moderation", request_body = LineRemoval,
    params(("id" = Uuid, Path, description = "The user"))
)]
pub(super) async fn clear_lines(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
    Body(request): Body<LineRemoval>,
) -> Result<NoContent, ProblemResponse> {
    let by = credentials.require_role(&app, Role::Moderator).await?;
    app.moderation
        .clear_lines(&by, codec::user_from_wire(id), &request.reason)
        .await
        .map_err(ApiError::from)?;
    Ok(NoContent)
}

/// Filter of open reports.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct ReportsQuery {
    /// All reports about the player with this id. Without it, the first report about each player.
    about: Option<Uuid>,
}

type ReportList = Listing<ReportsQuery, 50, 200>;

/// Lists the open reports, the oldest first: one about each player, with the number of all; or all about one player. Players whom only
/// guests report come last.
#[utoipa::path(get, path = "/moderation/reports", tag = "moderation", params(ReportList))]
pub(super) async fn reports(
    State(app): State<App>,
    credentials: Credentials,
    ReportList { filters, page }: ReportList,
) -> Result<Listed<ReportPage>, ProblemResponse> {
    credentials.require_role(&app, Role::Moderator).await?;
    let rows = app
        .moderation
        .reports(filters.about.map(UserId), page.after()?, page.rows())
        .await
        .map_err(ApiError::from)?;
    Ok(page.answer(rows, FiledReport::place, |rows, next| ReportPage {
        reports: rows.into_iter().map(codec::report).collect(),
        next,
    }))
}

/// Returns the chat line of an open report, with a few lines of its channel before and after it.
///
/// Moderators read lines of a conversation only here.
#[utoipa::path(
    get, path = "/moderation/reports/{id}/lines", tag = "moderation", params(("id" = Uuid, Path, description = "The report"))
)]
pub(super) async fn reported_lines(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
) -> Result<Json<ReportedLines>, ProblemResponse> {
    credentials.require_role(&app, Role::Moderator).await?;
    let lines = app.moderation.reported_lines(id).await.map_err(ApiError::from)?;
    Ok(Json(ReportedLines { lines: lines.iter().map(codec::chat_line).collect() }))
}

/// Closes a report, or all open reports about the same player.
#[utoipa::path(
    post, path = "/moderation/reports/{id}/close", tag = "moderation", request_body = ReportClosing,
    params(("id" = Uuid, Path, description = "The report"))
)]
pub(super) async fn close_report(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
    Body(request): Body<ReportClosing>,
) -> Result<NoContent, ProblemResponse> {
    let by = credentials.require_role(&app, Role::Moderator).await?;
    app.moderation.close_report(&by, id, request.all, &request.reason).await.map_err(ApiError::from)?;
    Ok(NoContent)
}

/// Compares the players' thinking times in a finished game with the difficulty of their moves, to help assess a report.
///
/// A game without an analysis is analysed first: retry later. The data does not cover correspondence games and never decides anything
/// automatically.
#[utoipa::path(
    post, path = "/moderation/games/{id}/signals", tag = "moderation", params(("id" = Uuid, Path, description = "The game"))
)]
pub(super) async fn signals(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
) -> Result<Json<GameSignals>, ProblemResponse> {
    let by = credentials.require_role(&app, Role::Moderator).await?;
    let players = app.moderation.game_signals(&by, GameId(id)).await.map_err(ApiError::from)?;
    Ok(Json(codec::game_signals(&players)))
}

/// Returns how many reports, appeals and signals of unfair play wait for the moderators.
#[utoipa::path(get, path = "/moderation/overview", tag = "moderation")]
pub(super) async fn overview(
    State(app): State<App>,
    credentials: Credentials,
) -> Result<Json<ModerationOverview>, ProblemResponse> {
    credentials.require_role(&app, Role::Moderator).await?;
    Ok(Json(codec::moderation_overview(app.moderation.counts().await.map_err(ApiError::from)?)))
}

/// Lists the moderation log, the newest first.
#[utoipa::path(get, path = "/moderation/log", tag = "moderation", params(LogList))]
pub(super) async fn log(
    State(app): State<App>,
    credentials: Credentials,
    LogList { page, .. }: LogList,
) -> Result<Listed<ModerationLogPage>, ProblemResponse> {
    credentials.require_role(&app, Role::Moderator).await?;
    let rows = app.moderation.log(page.after()?, page.rows()).await.map_err(ApiError::from)?;
    Ok(page.answer(
        rows,
        |row| row.id,
        |rows, next| ModerationLogPage {
            deeds: rows.into_iter().map(codec::moderation_action).collect(),
            next,
        },
    ))
}
