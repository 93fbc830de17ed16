//! History of finished games.

use std::cmp::Reverse;
use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use sumito_game::{GameId, TournamentId, UserId};
use sumito_protocol::ErrorCode;
use sumito_protocol::games::{GameList, GamePage};
use sumito_protocol::parts::{Mode, Reason};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;

use super::players;
use crate::app::{App, is_visible};
use crate::codec::{self, ApiError};
use crate::http::handler::routes;
use crate::http::id_list::IdList;
use crate::http::moment::Moment;
use crate::http::paging::{Listed, Listing, Page};
use crate::http::problem::{Parameters, PathParts};
use crate::http::{Credentials, ProblemResponse, cors};
use crate::limits::ClientAddress;
use sumito_store::{GameCursor, GameFilter, GameSummary, StoreError, WinnerFilter};

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    cors::public_data(
        OpenApiRouter::new().routes(routes!(list)).routes(routes!(by_ids)).routes(routes!(of_player)),
    )
}

type GamePages = Listing<GamesQuery, 50, 200>;

/// Filters of games; a game has to match all of them.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct GamesQuery {
    /// Player: an id, or the name of an account.
    player: Option<String>,
    /// Second player of the game: an id, or the name of an account.
    opponent: Option<String>,
    /// Mode of the games.
    #[param(inline)]
    mode: Option<Mode>,
    /// Name of the start layout.
    layout: Option<String>,
    /// Winner: `black`, `white`, `red` or `yellow`, alone or with a partner; `draw` for games without a winner; `win` and `loss` are
    /// relative to `player`.
    #[param(
        pattern = "^(win|loss|draw|black|white|red|yellow|ejections|time|resignation|agreement|repetition|quiet|stuck|aborted|abandoned)$"
    )]
    result: Option<String>,
    /// Reason for the end of the game. Without it, aborted games are left out, unless `aborted` is true.
    #[param(inline)]
    reason: Option<Reason>,
    /// Whether to include aborted games, which have no result.
    #[serde(default)]
    pub(super) aborted: bool,
    /// Whether the game was rated.
    rated: Option<bool>,
    /// Id of the game's tournament.
    tournament: Option<uuid::Uuid>,
    /// Minimum number of plies.
    #[param(maximum = 65_535)]
    plies_min: Option<u16>,
    /// Maximum number of plies.
    #[param(maximum = 65_535)]
    plies_max: Option<u16>,
    /// Earliest end of the game, inclusive, in microseconds since the Unix epoch.
    #[param(value_type = Option<i64>)]
    since: Option<Moment>,
    /// Latest end of the game, exclusive, in microseconds since the Unix epoch.
    #[param(value_type = Option<i64>)]
    until: Option<Moment>,
}

impl GamesQuery {
    /// Returns the filter for the store, for a page of games.
    pub(super) async fn filter(
        &self,
        app: &App,
        page: &Page,
        viewer: Option<UserId>,
    ) -> Result<GameFilter, ApiError> {
        let out_of_range = |message| ApiError::new(ErrorCode::OutOfRange, message);
        let layout = self.layout.as_deref().map(str::parse).transpose();
        let (won, reason) = self.result.as_deref().map_or(Ok((None, None)), codec::result_from_wire)?;
        let named = self.reason;
        if reason.is_some() && named.is_some() && reason != named {
            return Err(out_of_range("`result` and `reason` name different reasons"));
        }
        if matches!(won, Some(WinnerFilter::Player | WinnerFilter::Opponents)) && self.player.is_none() {
            return Err(out_of_range("`result=win` and `result=loss` require `player`"));
        }
        Ok(GameFilter {
            player: resolve_player(app, self.player.as_deref()).await?,
            opponent: resolve_player(app, self.opponent.as_deref()).await?,
            mode: self.mode.map(codec::mode_from_wire),
            layout: layout.map_err(|_| {
                ApiError::new(ErrorCode::BadLayout, "no such layout; GET /api/v1/layouts lists them")
            })?,
            won,
            reason: reason.or(named),
            rated: self.rated,
            tournament: self.tournament.map(TournamentId),
            plies_min: self.plies_min.map(u32::from),
            plies_max: self.plies_max.map(u32::from),
            since: self.since.map(|Moment(at)| at),
            until: self.until.map(|Moment(at)| at),
            after: page.after()?.map(|(finished_at, id)| GameCursor { finished_at, id }),
            viewer,
            limit: page.rows(),
        })
    }
}

/// Returns the user that a filter names ([`players::known`]). An unknown player has played no games.
async fn resolve_player(app: &App, word: Option<&str>) -> Result<Option<UserId>, ApiError> {
    let Some(word) = word else { return Ok(None) };
    let known = players::known(app, word).await?;
    Ok(Some(known.map_or(UserId(uuid::Uuid::nil()), |user| user.id)))
}

/// Lists finished games, the newest first.
///
/// Games of private rooms are listed for their players only, who find them by their own id.
#[utoipa::path(get, path = "/games", tag = "games", params(GamePages))]
pub(super) async fn list(
    State(app): State<App>,
    credentials: Credentials,
    list: GamePages,
) -> Result<Listed<GamePage>, ProblemResponse> {
    page(&app, &credentials, list).await
}

/// Games to return.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct GamesByIds {
    /// 1 to 200 ids of games, separated by commas.
    #[param(value_type = String, pattern = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(,[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}){0,199}$")]
    ids: IdList,
}

/// Returns the finished games with these ids, in the order of the ids.
///
/// Games that do not exist are left out, and private games of others. Each id counts for the rate limit `lookups`.
#[utoipa::path(get, path = "/games/by-ids", tag = "games", params(GamesByIds))]
pub(super) async fn by_ids(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    Parameters(GamesByIds { ids: IdList(ids) }): Parameters<GamesByIds>,
) -> Result<Json<GameList>, ProblemResponse> {
    app.address_limits.lookups(address, ids.len())?;
    let viewer = viewer(&app, &credentials).await?;
    let ids: Vec<_> = ids.into_iter().map(GameId).collect();
    let mut games: HashMap<_, _> =
        app.store.games_among(&ids).await?.into_iter().map(|game| (game.id, game)).collect();
    let games = ids.iter().filter_map(|id| games.remove(id)).filter(|game| is_visible(game, viewer));
    Ok(Json(GameList { games: games.map(|game| codec::game_summary(&game)).collect() }))
}

/// Lists a player's finished games, the newest first, with the same filters as the list of all games.
///
/// Games of private rooms are listed for their players only.
#[utoipa::path(
    get, path = "/players/{name}/games", tag = "players",
    params(("name" = String, Path, description = "Account name or user id"), GamePages)
)]
pub(super) async fn of_player(
    State(app): State<App>,
    credentials: Credentials,
    PathParts(name): PathParts<String>,
    list: GamePages,
) -> Result<Listed<GamePage>, ProblemResponse> {
    let GamePages { filters, page: part } = list;
    if filters.player.is_some() {
        let message = "the path names the player: omit `player`, or add `opponent`";
        return Err(ApiError::new(ErrorCode::OutOfRange, message).into());
    }
    let player = players::find(&app, &name).await?.id;
    let filters = GamesQuery { player: Some(player.0.to_string()), ..filters };
    page(&app, &credentials, GamePages { filters, page: part }).await
}

async fn page(
    app: &App,
    credentials: &Credentials,
    GamePages { filters, page }: GamePages,
) -> Result<Listed<GamePage>, ProblemResponse> {
    let filter = filters.filter(app, &page, viewer(app, credentials).await?).await?;
    let games = listed(app, &filter, filters.aborted).await?;
    let place = |game: &GameSummary| (game.finished_at, game.id);
    Ok(page.answer(games, place, |games, next| GamePage {
        games: games.iter().map(codec::game_summary).collect(),
        next,
    }))
}

/// Returns the next games that match a filter, with `aborted` also the aborted ones: the store lists them separately.
pub(super) async fn listed(
    app: &App,
    filter: &GameFilter,
    aborted: bool,
) -> Result<Vec<GameSummary>, StoreError> {
    let mut games = app.store.games(filter).await?;
    if aborted && filter.reason.is_none() {
        let reason = Some(Reason::Aborted);
        games.extend(app.store.games(&GameFilter { reason, ..*filter }).await?);
        games.sort_unstable_by_key(|game| Reverse((game.finished_at, game.id)));
        games.truncate(filter.limit as usize);
    }
    Ok(games)
}

/// Returns the user of the caller, if known.
pub(super) async fn viewer(app: &App, credentials: &Credentials) -> Result<Option<UserId>, ApiError> {
    Ok(credentials.user(app).await?.map(|user| user.id))
}
