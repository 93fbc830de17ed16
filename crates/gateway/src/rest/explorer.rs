//! Endpoint of the opening explorer.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::Deserialize;
use sumito_protocol::ErrorCode;
use sumito_protocol::error::Problem as ProblemBody;
use sumito_protocol::parts::Mode;
use sumito_protocol::positions::ExplorerResult;
use sumito_rules::{Layout, Position};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::codec::{self, ApiError};
use crate::http::answers::Cached;
use crate::http::handler::routes;
use crate::http::problem::Parameters;
use crate::http::{ProblemResponse, caching, cors};
use sumito_store::{CanonicalPosition, EXPLORED_PLIES};

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    cors::public_data(OpenApiRouter::new().routes(routes!(explore)))
}

/// The data changes with every game, and a delay of a minute is acceptable.
const FOR_A_MINUTE: &str = "public, max-age=60";

/// Position and start layout to look up.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct ExplorerQuery {
    /// Mode; two players if omitted.
    #[param(inline)]
    mode: Option<Mode>,
    /// Name of the start layout; if omitted, the default of the mode.
    layout: Option<String>,
    /// Line that encodes a position in games from the layout; if omitted, the start position.
    #[param(
        example = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0,0 0 0",
        pattern = "^[bwry1-9]{1,9}(/[bwry1-9]{1,9}){8} [bwry] [0-9]+(,[0-9]+){1,2} [0-9]+ [0-9]+$"
    )]
    position: Option<String>,
    /// Moves from there, in Aba-Pro notation, separated by spaces or commas; `--` is a skipped turn. None if omitted.
    moves: Option<String>,
}

impl ExplorerQuery {
    fn position(&self) -> Result<(Layout, Position), ApiError> {
        let mode = codec::mode_from_wire(self.mode.unwrap_or(Mode::Two));
        let bad_layout = || {
            let message = "no such layout for this mode; GET /api/v1/layouts lists them";
            ApiError::new(ErrorCode::BadLayout, message)
        };
        let layout = match &self.layout {
            Some(name) => name.parse().map_err(|_| bad_layout())?,
            None => mode.default_layout(),
        };
        let start = Position::start(mode, layout).map_err(|_| bad_layout())?;
        let mut position = self.position.as_deref().map_or(Ok(start), |line| Position::parse(mode, line))?;
        let words =
            self.moves.as_deref().unwrap_or_default().split([' ', ',']).filter(|word| !word.is_empty());
        for (ply, word) in (1..).zip(words) {
            let wrong = |why: String| ApiError::new(ErrorCode::BadMove, format!("move {ply}, {word}: {why}"));
            position = match word {
                "--" if mode.seats() > 2 => position.pass_turn(),
                _ => {
                    let mv = position.parse_move(word).map_err(|error| wrong(error.to_string()))?;
                    position.play(mv).map_err(|error| wrong(error.to_string()))?.position
                }
            };
        }
        Ok((layout, position))
    }
}

/// Returns the moves played in a position of public games, the most frequent first, with their results for the player to move.
///
/// Transpositions, rotations and reflections count as the same position; of equivalent moves, one represents all. A game is counted
/// shortly after its end.
#[utoipa::path(
    get, path = "/explorer", tag = "games", params(ExplorerQuery),
    responses((status = 400, description = "Layout not found, no position of this mode, or a move is illegal", body = ProblemBody))
)]
pub(super) async fn explore(
    State(app): State<App>,
    Parameters(query): Parameters<ExplorerQuery>,
    headers: HeaderMap,
) -> Result<Cached<Json<ExplorerResult>>, ProblemResponse> {
    let (layout, position) = query.position()?;
    let folded = CanonicalPosition::of(layout, &position);
    let moves = if position.ply() < EXPLORED_PLIES as u32 {
        app.store.explored(folded.position).await?
    } else {
        Vec::new()
    };
    let explored = codec::explored(&position, &folded, &moves);
    Ok(caching::json(&headers, FOR_A_MINUTE, &explored))
}
