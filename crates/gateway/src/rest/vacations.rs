//! The caller's vacation.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use sumito_game::UserId;
use sumito_protocol::ErrorCode;
use sumito_protocol::correspondence::{VacationRequest, VacationStatus};
use sumito_protocol::error::Problem as ProblemBody;
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::codec::ApiError;
use crate::http::handler::routes;
use crate::http::json_body::Body;
use crate::http::{Credentials, ProblemResponse};
use sumito_store::{UserRow, VacationAllowance, VacationStart};

/// Maximum duration of a vacation in days.
const MAX_DAYS: u32 = 365;

const DAY: Duration = Duration::from_hours(24);

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(vacation, begin, end))
}

/// Returns the caller's vacation, and how much is left.
#[utoipa::path(
    get, path = "/me/vacation", tag = "players",
    responses((status = 403, description = "`needs_account`", body = ProblemBody))
)]
pub(super) async fn vacation(
    State(app): State<App>,
    credentials: Credentials,
) -> Result<Json<VacationStatus>, ProblemResponse> {
    let user = credentials.require_user(&app).await?;
    check(&user)?;
    Ok(Json(status(&app, user.id).await?))
}

/// Starts a vacation: in games that allow vacations, the caller's clock is stopped until it ends.
///
/// A vacation counts at least one day. A caller who is on vacation stays on that vacation.
#[utoipa::path(
    put, path = "/me/vacation", tag = "players", request_body = VacationRequest,
    responses(
        (status = 400, description = "Number of days out of range", body = ProblemBody),
        (status = 422, description = "The server has no vacations (`unsupported`)", body = ProblemBody),
        (status = 429, description = "Less than one day is left (`too_many`), or too many requests", body = ProblemBody),
    )
)]
pub(super) async fn begin(
    State(app): State<App>,
    credentials: Credentials,
    Body(VacationRequest { days }): Body<VacationRequest>,
) -> Result<Json<VacationStatus>, ProblemResponse> {
    let user = credentials.require_session(&app).await?.user;
    check(&user)?;
    let allowance = allowance(&app);
    if allowance.total.is_zero() {
        return Err(ApiError::new(ErrorCode::Unsupported, "this server has no vacations").into());
    }
    if !(1..=MAX_DAYS).contains(&days) {
        let message = format!("`days` must be between 1 and {MAX_DAYS}");
        return Err(ApiError::new(ErrorCode::OutOfRange, message).into());
    }
    match app.store.begin_vacation(user.id, app.time.now(), DAY * days, allowance).await? {
        VacationStart::Begun(_) => app.rooms.vacations().wake(),
        VacationStart::Running(_) => {}
        VacationStart::UsedUp => {
            let message = "less than one day of vacation is left; GET /api/v1/me/vacation has the rest";
            return Err(ApiError::new(ErrorCode::TooMany, message).into());
        }
    }
    Ok(Json(status(&app, user.id).await?))
}

/// Ends the caller's vacation: clocks run on.
#[utoipa::path(delete, path = "/me/vacation", tag = "players")]
pub(super) async fn end(
    State(app): State<App>,
    credentials: Credentials,
) -> Result<Json<VacationStatus>, ProblemResponse> {
    let user = credentials.require_session(&app).await?.user;
    check(&user)?;
    if app.store.end_vacation(user.id, app.time.now()).await? {
        app.rooms.vacations().wake();
    }
    Ok(Json(status(&app, user.id).await?))
}

fn check(user: &UserRow) -> Result<(), ApiError> {
    if user.guest {
        let message = "vacations need an account; create one with POST /api/v1/accounts";
        return Err(ApiError::new(ErrorCode::NeedsAccount, message));
    }
    Ok(())
}

fn allowance(app: &App) -> VacationAllowance {
    let days = app.config.correspondence.vacation_days_per_year;
    VacationAllowance { total: DAY * days, least: DAY, window: DAY * 365 }
}

async fn status(app: &App, user: UserId) -> Result<VacationStatus, ApiError> {
    let (now, allowance) = (app.time.now(), allowance(app));
    let vacations = app.store.vacations_of(&[user], now - allowance.window).await?;
    let current = vacations.iter().find(|row| row.is_on(now));
    Ok(VacationStatus {
        days_per_year: app.config.correspondence.vacation_days_per_year,
        left_s: allowance.left(&vacations, now).as_secs(),
        began_at: current.map(|row| row.began_at.0),
        until: current.map(|row| row.ends_at.0),
    })
}
