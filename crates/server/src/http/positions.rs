//! What can be told of any position, without a room.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use sumito_protocol::ErrorCode;
use sumito_protocol::parts::Mode;
use sumito_protocol::rest::{Formations, Problem as ProblemBody};
use sumito_rules::Position;
use utoipa::IntoParams;

use super::problem::Parameters;
use super::{Problem, etag, is_known, json};
use crate::wire::{self, Refusal};

/// The rules do not change, and hardly how they are told.
const FOR_A_MONTH: &str = "public, max-age=2592000";

/// Which position.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct PositionQuery {
    /// How many play.
    #[param(inline)]
    mode: Mode,
    /// The position line: `ROWS TURN CAPTURED QUIET PLY`.
    #[param(example = "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0,0 0 0")]
    position: String,
}

impl PositionQuery {
    /// The position.
    pub(super) fn read(&self) -> Result<Position, Refusal> {
        Position::parse(wire::domain_mode(self.mode), &self.position).map_err(|error| {
            Refusal::new(ErrorCode::BadPosition, format!("this is no position of the mode: {error}"))
        })
    }
}

/// Everything in a position for which the rulebooks have a name.
#[utoipa::path(
    get, path = "/positions/formations", tag = "rules", params(PositionQuery),
    responses(
        (status = 200, description = "The formations", body = Formations),
        (status = 304, description = "The answer that one has already"),
        (status = 400, description = "The position cannot be read", body = ProblemBody),
    )
)]
pub(super) async fn formations(
    Parameters(query): Parameters<PositionQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let text = wire::body(&wire::formations(&query.read()?));
    // A weak one: the answer may be compressed on its way.
    let tag = format!("W/{}", etag(&Sha256::digest(&text)));
    let mut response =
        if is_known(&headers, &tag) { StatusCode::NOT_MODIFIED.into_response() } else { json(&text) };
    let out = response.headers_mut();
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        out.insert(header::ETAG, tag);
    }
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static(FOR_A_MONTH));
    Ok(response)
}
