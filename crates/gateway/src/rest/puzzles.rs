//! Puzzles, attempts at them, and runs.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::NoContent;
use serde::Deserialize;
use sumito_game::{Timestamp, UserId};
use sumito_protocol::ErrorCode;
use sumito_protocol::error::Problem as ProblemBody;
use sumito_protocol::parts::Mode;
use sumito_protocol::puzzles::{
    DailyPuzzle, NewPuzzleAttempt, NewPuzzleRun, NewPuzzleVote, NewRunAttempt, Puzzle, PuzzleAttempt,
    PuzzleDifficulty, PuzzleRun, PuzzleSolver, PuzzleTheme, PuzzleVerdict, RunKind, RunLeaderboard,
    RunPeriod,
};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

use crate::app::App;
use crate::codec::{self, ApiError};
use crate::http::answers::{Cached, Written};
use crate::http::created::Created;
use crate::http::handler::routes;
use crate::http::json_body::Body;
use crate::http::json_lines::{Pages, json_lines};
use crate::http::problem::{Parameters, PathParts};
use crate::http::{Credentials, ProblemResponse, caching, cors};
use crate::limits::{ClientAddress, Limit};
use sumito_services::play::puzzles::Wanted;
use sumito_store::{Store, StoreError};
use sumito_vocabulary::Scope;

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    let public =
        OpenApiRouter::new().routes(routes!(daily)).routes(routes!(show)).routes(routes!(leaderboard));
    OpenApiRouter::new()
        .routes(routes!(next))
        .routes(routes!(attempt))
        .routes(routes!(first_attempt))
        .routes(routes!(vote))
        .routes(routes!(solver))
        .routes(routes!(attempts))
        .routes(routes!(start_run))
        .routes(routes!(run))
        .routes(routes!(attempt_in_run))
        .merge(cors::public_data(public))
}

/// Ratings and votes change with every attempt, and a delay of a minute is acceptable.
const FOR_A_MINUTE: &str = "public, max-age=60";

/// Difference of ratings between an easy or hard puzzle and the user.
const HARDER: i32 = 200;

/// Attempts that are read at once.
const ATTEMPTS_AT_ONCE: u32 = 500;

/// Returns the puzzle of the day (UTC), for two players.
#[utoipa::path(
    get, path = "/puzzles/daily", tag = "puzzles",
    responses((status = 404, description = "The server has no puzzles", body = ProblemBody))
)]
pub(super) async fn daily(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Cached<Json<DailyPuzzle>>, ProblemResponse> {
    let (at, puzzle) = app.puzzles.daily().await?;
    Ok(caching::json(&headers, FOR_A_MINUTE, &codec::daily_puzzle(at, &puzzle)))
}

/// Returns a puzzle with its solution.
#[utoipa::path(
    get, path = "/puzzles/{id}", tag = "puzzles", params(("id" = String, Path, description = "The puzzle's id"))
)]
pub(super) async fn show(
    State(app): State<App>,
    PathParts(id): PathParts<String>,
    headers: HeaderMap,
) -> Result<Cached<Json<Puzzle>>, ProblemResponse> {
    let puzzle = codec::puzzle(&app.puzzles.find(&id).await?);
    Ok(caching::json(&headers, FOR_A_MINUTE, &puzzle))
}

/// The caller's choice of puzzles.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct NextQuery {
    /// Mode; two players if omitted.
    #[param(inline)]
    mode: Option<Mode>,
    /// A theme that the puzzle must have; any if omitted.
    #[param(inline)]
    theme: Option<PuzzleTheme>,
    /// How difficult it should be for the caller.
    #[serde(default)]
    #[param(inline)]
    difficulty: PuzzleDifficulty,
}

/// Returns a puzzle that suits the caller's rating, and that the caller has not attempted. Callers without a token get one of a medium
/// rating.
#[utoipa::path(
    get, path = "/puzzles/next", tag = "puzzles", params(NextQuery),
    responses((status = 404, description = "No such puzzle is left", body = ProblemBody))
)]
pub(super) async fn next(
    State(app): State<App>,
    credentials: Credentials,
    Parameters(query): Parameters<NextQuery>,
) -> Result<Json<Puzzle>, ProblemResponse> {
    let user = credentials.user(&app).await?.map(|user| user.id);
    let wanted = Wanted {
        mode: codec::mode_from_wire(query.mode.unwrap_or(Mode::Two)),
        theme: query.theme,
        harder: match query.difficulty {
            PuzzleDifficulty::Easier => -HARDER,
            PuzzleDifficulty::Equal => 0,
            PuzzleDifficulty::Harder => HARDER,
        },
    };
    Ok(Json(codec::puzzle(&app.puzzles.next(user, wanted).await?)))
}

/// Judges a solution.
///
/// The caller's first attempt at each puzzle is stored, and changes the ratings of both, as if they had played a game. Guests have ratings
/// as well, but do not change the ratings of puzzles.
#[utoipa::path(
    post, path = "/puzzles/{id}/attempts", tag = "puzzles", request_body = NewPuzzleAttempt,
    params(("id" = String, Path, description = "The puzzle's id")),
    responses((status = 400, description = "A move cannot be played, or there are more than three", body = ProblemBody))
)]
pub(super) async fn attempt(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    PathParts(id): PathParts<String>,
    Body(request): Body<NewPuzzleAttempt>,
) -> Result<Json<PuzzleVerdict>, ProblemResponse> {
    let user = credentials.require(&app, Scope::Puzzles).await?.id;
    app.address_limits.count(Limit::PuzzleAttempts, address)?;
    let (solved, reported) = app.puzzles.attempt(user, &id, &request.moves).await?;
    Ok(Json(codec::puzzle_verdict(solved, &reported)))
}

/// Returns the caller's first attempt at a puzzle.
#[utoipa::path(
    get, path = "/me/puzzles/attempts/{id}", tag = "puzzles", params(("id" = String, Path, description = "The puzzle's id"))
)]
pub(super) async fn first_attempt(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<String>,
) -> Result<Json<PuzzleAttempt>, ProblemResponse> {
    let user = credentials.require_user(&app).await?.id;
    let attempt = app.puzzles.first_attempt(user, &id).await?.ok_or_else(not_attempted)?;
    Ok(Json(codec::puzzle_attempt(&attempt)))
}

/// Votes on a puzzle that the caller has attempted.
#[utoipa::path(
    put, path = "/puzzles/{id}/vote", tag = "puzzles", request_body = NewPuzzleVote,
    params(("id" = String, Path, description = "The puzzle's id"))
)]
pub(super) async fn vote(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    PathParts(id): PathParts<String>,
    Body(request): Body<NewPuzzleVote>,
) -> Result<NoContent, ProblemResponse> {
    let user = credentials.require(&app, Scope::Puzzles).await?.id;
    app.address_limits.count(Limit::PuzzleAttempts, address)?;
    if app.puzzles.vote(user, &id, request.vote).await? {
        return Ok(NoContent);
    }
    Err(not_attempted().into())
}

/// Returns the caller's rating in puzzles, and best runs.
#[utoipa::path(get, path = "/me/puzzles", tag = "puzzles")]
pub(super) async fn solver(
    State(app): State<App>,
    credentials: Credentials,
) -> Result<Json<PuzzleSolver>, ProblemResponse> {
    let user = credentials.require_user(&app).await?.id;
    Ok(Json(codec::puzzle_solver(&app.puzzles.solver(user).await?, app.time.now())))
}

/// Exports the caller's first attempts as lines of JSON (NDJSON), the latest first.
#[utoipa::path(get, path = "/me/puzzles/attempts", tag = "puzzles")]
pub(super) async fn attempts(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
) -> Result<Written<Vec<PuzzleAttempt>>, ProblemResponse> {
    let user = credentials.require_user(&app).await?.id;
    app.address_limits.count(Limit::Exports, address)?;
    let pages = AttemptPages { store: app.store.clone(), user, until: None };
    Ok(json_lines(pages, app.stopping.clone()))
}

/// The attempts of a user.
struct AttemptPages {
    store: Store,
    user: UserId,
    /// The last attempt that was read.
    until: Option<(Timestamp, String)>,
}

impl Pages for AttemptPages {
    type Line = PuzzleAttempt;

    async fn next_page(&mut self) -> Result<Vec<PuzzleAttempt>, StoreError> {
        let until = self.until.as_ref().map(|(at, puzzle)| (*at, puzzle.as_str()));
        let attempts = self.store.puzzle_attempts(self.user, until, ATTEMPTS_AT_ONCE).await?;
        if let Some(last) = attempts.last() {
            self.until = Some((last.at, last.puzzle.clone()));
        }
        Ok(attempts.iter().map(codec::puzzle_attempt).collect())
    }
}

/// Starts a run. It replaces the caller's last run of this kind.
#[utoipa::path(
    post, path = "/puzzles/runs", tag = "puzzles", request_body = NewPuzzleRun,
    responses((status = 404, description = "The server has no puzzles", body = ProblemBody))
)]
pub(super) async fn start_run(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    Body(request): Body<NewPuzzleRun>,
) -> Result<Created<PuzzleRun>, ProblemResponse> {
    let user = credentials.require(&app, Scope::Puzzles).await?.id;
    app.address_limits.count(Limit::PuzzleAttempts, address)?;
    let state = app.puzzles.start_run(user, request.kind).await?;
    let run = codec::puzzle_run(&state);
    Ok(Created::at(format!("/puzzles/runs/{}", run.id), run))
}

/// Returns a run of the caller.
#[utoipa::path(
    get, path = "/puzzles/runs/{id}", tag = "puzzles", params(("id" = Uuid, Path, description = "The run's id"))
)]
pub(super) async fn run(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
) -> Result<Json<PuzzleRun>, ProblemResponse> {
    let user = credentials.require_user(&app).await?.id;
    Ok(Json(codec::puzzle_run(&app.puzzles.run(user, id).await?)))
}

/// Judges a solution of the run's puzzle, and returns the run with the next puzzle.
#[utoipa::path(
    post, path = "/puzzles/runs/{id}/attempts", tag = "puzzles", request_body = NewRunAttempt,
    params(("id" = Uuid, Path, description = "The run's id")),
    responses(
        (status = 400, description = "A move cannot be played, or there are more than three", body = ProblemBody),
        (status = 409, description = "The run waits for another puzzle", body = ProblemBody),
    )
)]
pub(super) async fn attempt_in_run(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    PathParts(id): PathParts<Uuid>,
    Body(request): Body<NewRunAttempt>,
) -> Result<Json<PuzzleRun>, ProblemResponse> {
    let user = credentials.require(&app, Scope::Puzzles).await?.id;
    app.address_limits.count(Limit::PuzzleAttempts, address)?;
    let state = app.puzzles.attempt_in_run(user, id, &request.puzzle, &request.moves).await?;
    Ok(Json(codec::puzzle_run(&state)))
}

/// The period of a leaderboard.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct LeaderboardQuery {
    /// Today or all days; today if omitted.
    #[serde(default)]
    #[param(inline)]
    period: RunPeriod,
}

/// Lists the users with the highest scores, without guests.
#[utoipa::path(
    get, path = "/puzzles/leaderboards/{kind}", tag = "puzzles",
    params(("kind" = inline(RunKind), Path, description = "The kind of run"), LeaderboardQuery)
)]
pub(super) async fn leaderboard(
    State(app): State<App>,
    PathParts(kind): PathParts<RunKind>,
    Parameters(query): Parameters<LeaderboardQuery>,
    headers: HeaderMap,
) -> Result<Cached<Json<RunLeaderboard>>, ProblemResponse> {
    let only_today = query.period == RunPeriod::Today;
    let leaders = app.puzzles.leaders(kind, only_today).await?;
    let board = RunLeaderboard { users: leaders.iter().map(codec::run_leader).collect() };
    Ok(caching::json(&headers, FOR_A_MINUTE, &board))
}

fn not_attempted() -> ApiError {
    ApiError::new(ErrorCode::NotFound, "you have not attempted this puzzle; solve it or give up first")
}
