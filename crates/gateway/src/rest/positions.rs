//! Evaluation of single positions, without stored state.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::Deserialize;
use sumito_engine::{Limits, Root};
use sumito_protocol::ErrorCode;
use sumito_protocol::error::Problem as ProblemBody;
use sumito_protocol::parts::Mode;
use sumito_protocol::positions::{PositionEvaluation, PositionFormations};
use sumito_rules::Position;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::codec::{self, ApiError};
use crate::http::answers::Cached;
use crate::http::handler::routes;
use crate::http::problem::Parameters;
use crate::http::{Credentials, ProblemResponse, caching, cors};
use crate::limits::{ClientAddress, Limit};
use sumito_config::millis;
use sumito_kit::engine_pool::{JobKind, QueueFull, Share};
use sumito_kit::shares::Payer;

/// Builds the routes of this file.
pub(super) fn router() -> OpenApiRouter<App> {
    let public = OpenApiRouter::new().routes(routes!(formations));
    OpenApiRouter::new().routes(routes!(evaluation)).merge(cors::public_data(public))
}

/// The response stays the same as long as this version of the server runs; a later version may return more.
const FOR_A_DAY: &str = "public, max-age=86400, immutable";

/// A position and its mode.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct PositionQuery {
    /// Mode of the position: the position line does not contain it.
    #[param(inline)]
    mode: Mode,
    /// Line that encodes the position.
    #[param(
        example = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0,0 0 0",
        pattern = "^[bwry1-9]{1,9}(/[bwry1-9]{1,9}){8} [bwry] [0-9]+(,[0-9]+){1,2} [0-9]+ [0-9]+$"
    )]
    position: String,
}

impl PositionQuery {
    /// Parses the position.
    pub(super) fn read(&self) -> Result<Position, ApiError> {
        read(self.mode, &self.position)
    }
}

fn read(mode: Mode, line: &str) -> Result<Position, ApiError> {
    Ok(Position::parse(codec::mode_from_wire(mode), line)?)
}

/// Returns the formations in a position that the glossaries of the rulebooks name.
#[utoipa::path(
    get, path = "/positions/formations", tag = "rules", params(PositionQuery),
    responses((status = 400, description = "The text is not a position of this mode (`bad_position`)", body = ProblemBody))
)]
pub(super) async fn formations(
    headers: HeaderMap,
    Parameters(query): Parameters<PositionQuery>,
) -> Result<Cached<Json<PositionFormations>>, ProblemResponse> {
    Ok(caching::json(&headers, FOR_A_DAY, &codec::formations(&query.read()?)))
}

/// A position and the number of lines to search.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct EvaluationQuery {
    /// Mode of the position: the position line does not contain it.
    #[param(inline)]
    mode: Mode,
    /// Line that encodes the position.
    #[param(
        example = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0,0 0 0",
        pattern = "^[bwry1-9]{1,9}(/[bwry1-9]{1,9}){8} [bwry] [0-9]+(,[0-9]+){1,2} [0-9]+ [0-9]+$"
    )]
    position: String,
    /// Number of lines, each with another first move.
    #[param(minimum = 1, maximum = 5, default = 1)]
    lines: Option<u8>,
}

/// The most lines of a request.
const MAX_LINES: u8 = 5;

/// Evaluates a position: score and best lines.
///
///
/// The search takes about a second, less under load, whatever the number of lines.
#[utoipa::path(
    get, path = "/positions/evaluation", tag = "rules", params(EvaluationQuery),
    responses(
        (status = 400, description = "The text is not a position of this mode (`bad_position`), or the number of lines is out of range", body = ProblemBody),
        (status = 409, description = "A running rated game has the position on its board, or one move before it (`position_in_play`)", body = ProblemBody),
        (status = 503, description = "The evaluation queue is full", body = ProblemBody),
    )
)]
pub(super) async fn evaluation(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    Parameters(query): Parameters<EvaluationQuery>,
) -> Result<Json<PositionEvaluation>, ProblemResponse> {
    let user = credentials.require_user(&app).await?;
    let position = read(query.mode, &query.position)?;
    let lines = query.lines.unwrap_or(1);
    if !(1..=MAX_LINES).contains(&lines) {
        return Err(ApiError::new(
            ErrorCode::OutOfRange,
            format!("lines must be from 1 to {MAX_LINES}, not {lines}"),
        )
        .into());
    }
    app.address_limits.count(Limit::Evaluations, address)?;
    if app.rooms.rated_positions().is_in_play(&position) {
        return Err(ApiError::position_in_play().into());
    }
    let span = millis(app.config.computers.evaluation_ms);
    let limits = move |share: Share| Limits { lines, ..Limits::time(share.of(span)) };
    let payer = Payer { user: Some(user.id), network: Some(address.network()) };
    let asked = app.engine_pool.submit(JobKind::Analysis, payer, Root::new(position), span, limits);
    let asked = asked.map_err(|QueueFull| ApiError::busy())?;
    let found = asked.answer().await.ok_or_else(ApiError::busy)?;
    Ok(Json(codec::evaluation(&position, &found)))
}
