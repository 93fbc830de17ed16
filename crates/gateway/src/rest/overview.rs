//! The caller's overview for the start page, and the server's activity.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, header};
use serde::Deserialize;
use sumito_game::Timestamp;
use sumito_protocol::overview::{Activity, Overview};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;

use super::follows::followed_players;
use crate::app::App;
use crate::codec;
use crate::http::handler::routes;
use crate::http::moment::Moment;
use crate::http::problem::Parameters;
use crate::http::{Credentials, ProblemResponse, cors};
use sumito_store::GameFilter;

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    let public = cors::public_data(OpenApiRouter::new().routes(routes!(activity)));
    OpenApiRouter::new().routes(routes!(overview)).merge(public)
}

/// Maximum number of games and of players in an overview.
const LISTED: u32 = 10;
/// Followers are counted up to this number.
const MAX_FOLLOWERS: u32 = 100;

const MICROS_A_DAY: i64 = 86_400_000_000;

/// Moments to which an overview refers.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct OverviewQuery {
    /// The caller's last visit, in microseconds since the Unix epoch; a day ago if omitted.
    #[param(value_type = Option<i64>)]
    since: Option<Moment>,
    /// The start of the caller's day, in microseconds since the Unix epoch; the start of the day in UTC if omitted.
    #[param(value_type = Option<i64>)]
    today: Option<Moment>,
}

/// Returns the caller's ratings, the followed players who are online, and the events since the caller's last visit.
#[utoipa::path(get, path = "/me/overview", tag = "identity", params(OverviewQuery))]
pub(super) async fn overview(
    State(app): State<App>,
    credentials: Credentials,
    Parameters(query): Parameters<OverviewQuery>,
) -> Result<Json<Overview>, ProblemResponse> {
    let user = credentials.require_user(&app).await?;
    let (store, now) = (&app.store, app.time.now());
    let since = query.since.map_or(Timestamp(now.0 - MICROS_A_DAY), |Moment(at)| at);
    let midnight = Timestamp(now.0 - now.0.rem_euclid(MICROS_A_DAY));
    let today = query.today.map_or(midnight, |Moment(at)| at);

    let ratings = store.ratings_since(user.id, today).await?;
    let own = GameFilter {
        player: Some(user.id),
        viewer: Some(user.id),
        since: Some(since),
        limit: LISTED,
        ..GameFilter::default()
    };
    let games = store.games(&own).await?;
    let ids: Vec<_> = games.iter().map(|game| game.id).collect();
    let changes = store.rating_changes_of(user.id, &ids).await?;
    let placings = app.tournaments.placings(user.id, since).await?;
    // Guests follow no players, and no players follow them.
    let (mut online, mut followers) = (Vec::new(), 0);
    if !user.guest {
        online = followed_players(&app, user.id).await?;
        online.retain(|player| player.online);
        online.truncate(LISTED as usize);
        followers = store.count_followers_since(user.id, since, MAX_FOLLOWERS).await?;
    }
    Ok(Json(Overview {
        ratings: ratings.iter().map(|(row, before)| codec::recent_rating(row, *before, now)).collect(),
        online,
        games: games
            .iter()
            .map(|game| codec::recent_game(game, changes.iter().find(|change| change.game == game.id)))
            .collect(),
        tournaments: placings.iter().map(codec::recent_tournament).collect(),
        followers,
    }))
}

/// Returns how many players are online and how many public games are in progress, on all nodes.
#[utoipa::path(get, path = "/activity", tag = "rooms")]
pub(super) async fn activity(State(app): State<App>) -> ([(HeaderName, &'static str); 1], Json<Activity>) {
    let players = app.rooms.attendance().online() as u32;
    let games = app.lobbies.playing() as u32;
    ([(header::CACHE_CONTROL, "public, max-age=5")], Json(Activity { players, games }))
}
