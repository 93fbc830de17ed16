//! Leaderboards of players.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use sumito_game::UserId;
use sumito_protocol::ErrorCode;
use sumito_protocol::parts::Mode;
use sumito_protocol::rest::{Leaderboard, Problem as ProblemBody, RatingDistribution, Speed};
use sumito_ratings::Pool;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::gateway::app::App;
use crate::gateway::codec::{self, ApiError};
use crate::gateway::http::paging::PageSize;
use crate::gateway::http::problem::{Parameters, PathParts};
use crate::gateway::http::{ProblemResponse, caching, cors};
use sumito_store::{ClubRefusal, LeaderCursor};

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    let routes = OpenApiRouter::new().routes(routes!(leaderboard)).routes(routes!(distribution));
    cors::public_data(routes.routes(routes!(club_leaderboard)))
}

/// Default number of players per page.
const DEFAULT_LIMIT: u32 = 50;
/// Maximum number of players per page.
const MAX_LIMIT: u32 = 200;

/// Width of the steps of a distribution, in rating points.
const STEP: u32 = 50;
/// A node counts the players at most once a minute.
const FOR_A_MINUTE: &str = "public, max-age=60";

/// Page of a leaderboard.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct LeaderboardQuery {
    /// Live or correspondence games; `live` if omitted.
    #[serde(default)]
    #[param(inline)]
    speed: Speed,
    /// Players per page: 1 to 200, 50 if omitted.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u32>,
    /// `next` of the previous page.
    #[param(pattern = "^[0-9]{1,9}-[0-9a-f]{16}-[0-9a-f]{32}$")]
    cursor: Option<String>,
}

/// Lists the players with the highest ratings, without provisional ones.
#[utoipa::path(
    get, path = "/leaderboards/{mode}", tag = "players",
    params(("mode" = inline(Mode), Path, description = "Mode, which names the number of players"), LeaderboardQuery),
    responses(
        (status = 200, description = "A page of players", body = Leaderboard),
        (status = 400, description = "A parameter is invalid", body = ProblemBody),
        (status = 404, description = "Mode not found", body = ProblemBody),
    )
)]
pub(super) async fn leaderboard(
    State(app): State<App>,
    PathParts(mode): PathParts<Mode>,
    Parameters(query): Parameters<LeaderboardQuery>,
) -> Result<Json<Leaderboard>, ProblemResponse> {
    Ok(Json(page_of(&app, None, mode, &query).await?))
}

/// Lists the members of a club with the highest ratings, without provisional ones.
#[utoipa::path(
    get, path = "/clubs/{id}/leaderboards/{mode}", tag = "clubs",
    params(
        ("id" = Uuid, Path, description = "The club"),
        ("mode" = inline(Mode), Path, description = "Mode, which names the number of players"),
        LeaderboardQuery,
    ),
    responses(
        (status = 200, description = "A page of members", body = Leaderboard),
        (status = 400, description = "A parameter is invalid", body = ProblemBody),
        (status = 404, description = "Club not found (`no_such_club`), or mode not found", body = ProblemBody),
    )
)]
pub(super) async fn club_leaderboard(
    State(app): State<App>,
    PathParts((id, mode)): PathParts<(Uuid, Mode)>,
    Parameters(query): Parameters<LeaderboardQuery>,
) -> Result<Json<Leaderboard>, ProblemResponse> {
    app.store.club(id).await?.ok_or(ClubRefusal::NoSuchClub)?;
    Ok(Json(page_of(&app, Some(id), mode, &query).await?))
}

/// Returns a page of the leaderboard of all players, or of a club.
async fn page_of(
    app: &App,
    club: Option<Uuid>,
    mode: Mode,
    query: &LeaderboardQuery,
) -> Result<Leaderboard, ApiError> {
    let page = PageSize::wanted(query.limit, DEFAULT_LIMIT, MAX_LIMIT)?;
    let (rank, after) = query.cursor.as_deref().map(read_cursor).transpose()?.unzip();
    let pool = Pool { mode: codec::mode_from_wire(mode), speed: codec::speed_from_wire(query.speed) };
    let now = app.time.now();
    let leaders = app.store.leaders(pool, club, now, after, page.rows()).await?;
    let ranked = (rank.unwrap_or(0) + 1..).zip(leaders).collect();
    let (ranked, next) = page.cut(ranked, |(rank, leader)| {
        let (value, user) = (leader.row.rating.value.to_bits(), leader.row.user.0.simple());
        format!("{rank}-{value:016x}-{user}")
    });
    let players = ranked.iter().map(|(rank, leader)| codec::leader(*rank, leader, now)).collect();
    Ok(Leaderboard { players, next })
}

/// Pool of a distribution.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct DistributionQuery {
    /// Live or correspondence games; `live` if omitted.
    #[serde(default)]
    #[param(inline)]
    speed: Speed,
}

/// Returns how many players have which rating, without provisional ratings, as of at most a minute ago.
#[utoipa::path(
    get, path = "/leaderboards/{mode}/distribution", tag = "players",
    params(("mode" = inline(Mode), Path, description = "Mode, which names the number of players"), DistributionQuery),
    responses(
        (status = 200, description = "The numbers of players", body = RatingDistribution),
        (status = 304, description = "The client's copy is current"),
        (status = 400, description = "A parameter is invalid", body = ProblemBody),
        (status = 404, description = "Mode not found", body = ProblemBody),
    )
)]
pub(super) async fn distribution(
    State(app): State<App>,
    PathParts(mode): PathParts<Mode>,
    Parameters(query): Parameters<DistributionQuery>,
    headers: HeaderMap,
) -> Result<Response, ProblemResponse> {
    let pool = Pool { mode: codec::mode_from_wire(mode), speed: codec::speed_from_wire(query.speed) };
    let body = codec::body(&codec::distribution(&*app.standings.of(pool).await?, STEP));
    Ok(caching::answer(&headers, "application/json", FOR_A_MINUTE, body))
}

/// Reads a cursor: rank and sort key of the last player on the previous page.
fn read_cursor(text: &str) -> Result<(u32, LeaderCursor), ApiError> {
    let read = || {
        let mut parts = text.splitn(3, '-');
        let rank = parts.next()?.parse().ok().filter(|&rank: &u32| rank < 1_000_000_000)?;
        let value = f64::from_bits(u64::from_str_radix(parts.next()?, 16).ok()?);
        let user = UserId(parts.next()?.parse::<Uuid>().ok()?);
        value.is_finite().then_some((rank, LeaderCursor { value, user }))
    };
    read().ok_or_else(|| {
        let message = "invalid `cursor`; pass `next` of the previous page unchanged";
        ApiError::new(ErrorCode::OutOfRange, message)
    })
}
