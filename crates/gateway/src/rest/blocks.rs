//! Blocked players, and reports to moderators.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::response::NoContent;
use sumito_game::{GameId, Timestamp, TournamentId, UserId};
use sumito_protocol::ErrorCode;
use sumito_protocol::error::Problem as ProblemBody;
use sumito_protocol::moderation::NewReport;
use sumito_protocol::players::BlockList;
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

use super::players::find;
use crate::app::{App, visible_game};
use crate::codec::{self, ApiError};
use crate::http::handler::routes;
use crate::http::json_body::Body;
use crate::http::problem::PathParts;
use crate::http::{Credentials, ProblemResponse};
use crate::limits::{ClientAddress, Limit};
use sumito_kit::text::Text;
use sumito_store::{AddedReport, ClubRefusal, ClubRole, ReportLimits, ReportRow, UserPair};

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(block, unblock)).routes(routes!(report))
}

const DAY: Duration = Duration::from_hours(24);

/// Lists the players that the caller blocks.
#[utoipa::path(get, path = "/me/blocks", tag = "players")]
pub(super) async fn list(
    State(app): State<App>,
    credentials: Credentials,
) -> Result<Json<BlockList>, ProblemResponse> {
    let user = credentials.require_user(&app).await?.id;
    let blocked = app.store.blocked_by(user, app.config.limits.blocks_per_user).await?;
    Ok(Json(BlockList { players: blocked.iter().map(codec::user).collect() }))
}

/// Blocks a player.
#[utoipa::path(
    put, path = "/me/blocks/{name}", tag = "players",
    params(("name" = String, Path, description = "Account name or user id")),
    responses((status = 400, description = "The player is the caller", body = ProblemBody))
)]
pub(super) async fn block(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(name): PathParts<String>,
) -> Result<NoContent, ProblemResponse> {
    let user = credentials.require_session(&app).await?.user.id;
    let other = find(&app, &name).await?.id;
    if other == user {
        return Err(ApiError::new(ErrorCode::OutOfRange, "you cannot block yourself").into());
    }
    let limit = app.config.limits.blocks_per_user;
    if !app.store.block(user, other, app.time.now(), limit).await? {
        let message = format!("block limit reached ({limit} players); unblock a player first");
        return Err(ApiError::new(ErrorCode::TooMany, message).into());
    }
    app.chat.set_block(user, other, true).await;
    Ok(NoContent)
}

/// Unblocks a player.
#[utoipa::path(
    delete, path = "/me/blocks/{name}", tag = "players",
    params(("name" = String, Path, description = "Account name or user id"))
)]
pub(super) async fn unblock(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(name): PathParts<String>,
) -> Result<NoContent, ProblemResponse> {
    let user = credentials.require_session(&app).await?.user.id;
    let other = find(&app, &name).await?.id;
    app.store.unblock(user, other).await?;
    app.chat.set_block(user, other, false).await;
    Ok(NoContent)
}

/// Reports a player to the moderators, with the game concerned.
#[utoipa::path(
    post, path = "/reports", tag = "players", request_body = NewReport,
    responses(
        (status = 400, description = "The player is the caller (`out_of_range`), or the words are rejected (`bad_words`)", body = ProblemBody),
        (status = 404, description = "Player not found, or game not found or not visible to the caller", body = ProblemBody),
    )
)]
pub(super) async fn report(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    Body(new_report): Body<NewReport>,
) -> Result<NoContent, ProblemResponse> {
    let user = credentials.require_session(&app).await?.user;
    let reporter = user.id;
    let reported = find(&app, &new_report.player).await?.id;
    if reported == reporter {
        return Err(ApiError::new(ErrorCode::OutOfRange, "you cannot report yourself").into());
    }
    let words = Text::report(&new_report.words)?;
    check_subjects(&new_report)?;
    let game = new_report.game.map(GameId);
    if let Some(game) = game {
        let players = visible_game(&app, Some(reporter), game).await?.players;
        if players.iter().all(|player| player.id != reported) {
            return Err(ApiError::new(ErrorCode::OutOfRange, "this player did not play in that game").into());
        }
    }
    let said = reported_text(&app, &new_report, reporter, reported).await?;
    let created_at = app.time.now();
    let since = Timestamp(created_at.0.saturating_sub(DAY.as_micros() as i64));
    let id = Uuid::now_v7();
    let report = ReportRow {
        id,
        reporter,
        reported,
        game,
        line: new_report.line,
        tournament: new_report.tournament.map(TournamentId),
        club: new_report.club,
        said,
        words,
        created_at,
    };
    app.address_limits.count(Limit::Reports, address)?;
    let limits = &app.config.limits;
    // Guests are free: they leave room for the reports of accounts.
    let about_player = limits.reports_per_player / if user.guest { 2 } else { 1 };
    let report_limits = ReportLimits { by_reporter: limits.reports_per_day, about_player };
    let message = match app.store.add_report(&report, since, report_limits).await? {
        AddedReport::Added => return Ok(NoContent),
        AddedReport::TooMany => "daily report limit reached; moderators will read your earlier reports",
        AddedReport::Enough => "the moderators have enough reports about this player and will read them",
    };
    Err(ApiError::new(ErrorCode::TooMany, message).into())
}

/// Checks that a report names at most one text.
fn check_subjects(new_report: &NewReport) -> Result<(), ApiError> {
    let about = [new_report.line, new_report.tournament, new_report.club];
    let message = if about.iter().flatten().count() > 1 {
        "report a chat line, a tournament or a club, not several of them"
    } else if new_report.announcement.is_some() && new_report.club.is_none() {
        "name the `club` of the `announcement`"
    } else {
        return Ok(());
    };
    Err(ApiError::new(ErrorCode::OutOfRange, message))
}

/// Returns the text that a report is about, if it is about one. `reported` must be responsible for it.
async fn reported_text(
    app: &App,
    new_report: &NewReport,
    reporter: UserId,
    reported: UserId,
) -> Result<Option<Text>, ApiError> {
    let text = match *new_report {
        NewReport { line: Some(id), .. } => words_of_line(app, id, reporter, reported).await?,
        NewReport { tournament: Some(id), .. } => {
            words_of_tournament(app, TournamentId(id), reported).await?
        }
        NewReport { club: Some(id), announcement: None, .. } => words_of_club(app, id, reported).await?,
        NewReport { club: Some(id), announcement: Some(announcement), .. } => {
            words_of_announcement(app, id, announcement, reporter, reported).await?
        }
        _ => return Ok(None),
    };
    Ok(Some(text))
}

/// Returns the text of a chat line by `reported`. Only its two users report lines of a conversation.
async fn words_of_line(app: &App, id: Uuid, reporter: UserId, reported: UserId) -> Result<Text, ApiError> {
    let may_read =
        |channel: &str| UserPair::of_channel(channel).is_none_or(|pair| pair.partner(reporter).is_some());
    let line = app.store.line(id).await?;
    let line = line.filter(|line| line.author.id == reported && may_read(&line.channel));
    let line = line.ok_or_else(|| {
        ApiError::new(ErrorCode::OutOfRange, "no such chat line by this player, or it was removed")
    })?;
    Ok(line.said.into_text())
}

/// Returns the texts of a club for which `reported` is responsible, as its owner or an admin.
async fn words_of_club(app: &App, id: Uuid, reported: UserId) -> Result<Text, ApiError> {
    let settings = app.store.club(id).await?.ok_or(ClubRefusal::NoSuchClub)?.settings;
    if app.store.club_standing(id, reported).await?.role < Some(ClubRole::Admin) {
        let message = "this player is neither the owner nor an admin of that club";
        return Err(ApiError::new(ErrorCode::OutOfRange, message));
    }
    let mut said = vec![settings.name, settings.description.into_string()];
    said.retain(|text| !text.is_empty());
    Ok(Text::stored(said.join("\n")))
}

/// Returns the texts of an announcement by `reported`, which `reporter` may read as a member of the club.
async fn words_of_announcement(
    app: &App,
    club: Uuid,
    announcement: Uuid,
    reporter: UserId,
    reported: UserId,
) -> Result<Text, ApiError> {
    app.store.club_role(club, reporter).await?.ok_or(ClubRefusal::Role)?;
    let found = app.store.club_announcement(club, announcement).await?;
    let found = found.filter(|found| found.author.id == reported).ok_or(ClubRefusal::NoSuchAnnouncement)?;
    Ok(Text::stored(format!("{}\n{}", found.title, found.text)))
}

/// Returns the texts of a tournament for which `reported` is responsible: for a director its name and description, for a member of a team
/// the name of the team.
async fn words_of_tournament(app: &App, id: TournamentId, reported: UserId) -> Result<Text, ApiError> {
    let view = app.tournaments.show(id).await?;
    let tournament = &view.tournament;
    let mut said = Vec::new();
    if tournament.directors().contains(&reported) {
        let settings = tournament.settings();
        said.extend([settings.name.clone(), settings.description.clone()]);
    }
    let own = tournament.participants().iter().filter(|one| one.has(reported));
    said.extend(own.map(|one| one.name.clone()));
    if said.is_empty() {
        let message = "this player is neither a director nor a participant of that tournament";
        return Err(ApiError::new(ErrorCode::OutOfRange, message));
    }
    said.retain(|text| !text.is_empty());
    Ok(Text::stored(said.join("\n")))
}
