//! Leaderboards of players.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::Deserialize;
use sumito_game::UserId;
use sumito_protocol::leaderboards::{Leaderboard, RatingDistribution};
use sumito_protocol::parts::Mode;
use sumito_protocol::ratings::Speed;
use sumito_ratings::Pool;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

use crate::app::App;
use crate::codec::{self, ApiError};
use crate::http::answers::Cached;
use crate::http::handler::routes;
use crate::http::paging::{Listed, Listing, bad_cursor};
use crate::http::problem::{Parameters, PathParts};
use crate::http::{ProblemResponse, caching, cors};
use sumito_store::{ClubRefusal, LeaderCursor, LeaderRow};

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    let routes = OpenApiRouter::new().routes(routes!(leaderboard)).routes(routes!(distribution));
    cors::public_data(routes.routes(routes!(club_leaderboard)))
}

/// Width of the steps of a distribution, in rating points.
const STEP: u32 = 50;
/// A node counts the players at most once a minute.
const FOR_A_MINUTE: &str = "public, max-age=60";

/// Filter of a leaderboard.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct LeaderboardQuery {
    /// Live or correspondence games; `live` if omitted.
    #[serde(default)]
    #[param(inline)]
    speed: Speed,
}

type LeaderList = Listing<LeaderboardQuery, 50, 200>;

/// Lists the players with the highest ratings, without provisional ones.
#[utoipa::path(
    get, path = "/leaderboards/{mode}", tag = "players",
    params(("mode" = inline(Mode), Path, description = "Mode, which names the number of players"), LeaderList)
)]
pub(super) async fn leaderboard(
    State(app): State<App>,
    PathParts(mode): PathParts<Mode>,
    list: LeaderList,
) -> Result<Listed<Leaderboard>, ProblemResponse> {
    Ok(page_of(&app, None, mode, list).await?)
}

/// Lists the members of a club with the highest ratings, without provisional ones.
#[utoipa::path(
    get, path = "/clubs/{id}/leaderboards/{mode}", tag = "clubs",
    params(
        ("id" = Uuid, Path, description = "The club"),
        ("mode" = inline(Mode), Path, description = "Mode, which names the number of players"),
        LeaderList,
    )
)]
pub(super) async fn club_leaderboard(
    State(app): State<App>,
    PathParts((id, mode)): PathParts<(Uuid, Mode)>,
    list: LeaderList,
) -> Result<Listed<Leaderboard>, ProblemResponse> {
    app.store.club(id).await?.ok_or(ClubRefusal::NoSuchClub)?;
    Ok(page_of(&app, Some(id), mode, list).await?)
}

/// Returns a page of the leaderboard of all players, or of a club.
async fn page_of(
    app: &App,
    club: Option<Uuid>,
    mode: Mode,
    LeaderList { filters, page }: LeaderList,
) -> Result<Listed<Leaderboard>, ApiError> {
    let (rank, after) = page.after::<(u32, u64, UserId)>()?.map_or((0, None), |(rank, value, user)| {
        (rank, Some(LeaderCursor { value: f64::from_bits(value), user }))
    });
    if after.is_some_and(|after| !after.value.is_finite()) {
        return Err(bad_cursor());
    }
    let pool = Pool { mode: codec::mode_from_wire(mode), speed: codec::speed_from_wire(filters.speed) };
    let now = app.time.now();
    let leaders = app.store.leaders(pool, club, now, after, page.rows()).await?;
    let ranked = (1_u32..).map(|place| rank.saturating_add(place)).zip(leaders).collect();
    let place =
        |(rank, leader): &(u32, LeaderRow)| (*rank, leader.row.rating.value.to_bits(), leader.row.user);
    Ok(page.answer(ranked, place, |ranked, next| {
        let players = ranked.iter().map(|(rank, leader)| codec::leader(*rank, leader, now)).collect();
        Leaderboard { players, next }
    }))
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
    params(("mode" = inline(Mode), Path, description = "Mode, which names the number of players"), DistributionQuery)
)]
pub(super) async fn distribution(
    State(app): State<App>,
    PathParts(mode): PathParts<Mode>,
    Parameters(query): Parameters<DistributionQuery>,
    headers: HeaderMap,
) -> Result<Cached<Json<RatingDistribution>>, ProblemResponse> {
    let pool = Pool { mode: codec::mode_from_wire(mode), speed: codec::speed_from_wire(query.speed) };
    let distribution = codec::distribution(&*app.standings.of(pool).await?, STEP);
    Ok(caching::json(&headers, FOR_A_MINUTE, &distribution))
}
