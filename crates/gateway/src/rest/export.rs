//! Export of finished games as a stream of lines.

use axum::extract::State;
use sumito_protocol::games::ExportedGame;
use utoipa_axum::router::OpenApiRouter;

use super::games::{GamesQuery, listed, viewer};
use crate::app::App;
use crate::codec;
use crate::http::answers::Written;
use crate::http::handler::routes;
use crate::http::json_lines::{Pages, json_lines};
use crate::http::paging::Listing;
use crate::http::{Credentials, ProblemResponse, cors};
use crate::limits::{ClientAddress, Limit};
use sumito_store::{GameCursor, GameFilter, GameSummary, StoreError};

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    cors::public_data(OpenApiRouter::new().routes(routes!(export)))
}

/// Games that are read at once and held in memory until the client has received them.
pub(super) const GAMES_AT_ONCE: u32 = 100;

/// Maximum and default of `limit`: without one, an export has all games.
const MAX_LIMIT: u32 = i32::MAX as u32;

type ExportList = Listing<GamesQuery, MAX_LIMIT, MAX_LIMIT>;

/// Exports finished games as lines of JSON (NDJSON), the newest first.
///
/// Another server can import them. The filters are the same as for the list. Games are read as fast as the client receives them. An
/// interrupted stream has no last chunk; continue with `until` and the ids of the received games, or with `cursor`.
#[utoipa::path(get, path = "/games/export", tag = "games", params(ExportList))]
pub(super) async fn export(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    ExportList { filters, page }: ExportList,
) -> Result<Written<Vec<ExportedGame>>, ProblemResponse> {
    let filter = filters.filter(&app, &page, viewer(&app, &credentials).await?).await?;
    app.address_limits.count(Limit::Exports, address)?;
    let stopping = app.stopping.clone();
    let export = Export { app, filter, aborted: filters.aborted, left: page.limit() };
    Ok(json_lines(export, stopping))
}

/// Progress of an export.
struct Export {
    app: App,
    filter: GameFilter,
    aborted: bool,
    /// Maximum of further games.
    left: u32,
}

impl Pages for Export {
    type Line = ExportedGame;

    async fn next_page(&mut self) -> Result<Vec<ExportedGame>, StoreError> {
        let limit = self.left.min(GAMES_AT_ONCE);
        if limit == 0 {
            return Ok(Vec::new());
        }
        let games = listed(&self.app, &GameFilter { limit, ..self.filter }, self.aborted).await?;
        let Some(last) = games.last() else { return Ok(Vec::new()) };
        self.filter.after = Some(GameCursor { finished_at: last.finished_at, id: last.id });
        self.left -= games.len() as u32;
        let ids: Vec<_> = games.iter().map(|game| game.id).collect();
        let mut moves = self.app.store.moves_of(&ids).await?;
        let with_moves = |game: GameSummary| {
            let moves = moves.remove(&game.id)?;
            Some(codec::exported_game(&game.with_moves(moves)))
        };
        Ok(games.into_iter().filter_map(with_moves).collect())
    }
}
