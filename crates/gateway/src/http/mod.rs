//! Parts that all HTTP handlers share: credentials, errors, paging, caching, and the middleware of every request.

pub(crate) mod accept;
pub(crate) mod address;
pub(crate) mod answers;
pub(crate) mod caching;
pub(crate) mod compression;
pub(crate) mod cors;
pub(crate) mod created;
pub(crate) mod credentials;
pub(crate) mod encoding;
pub(crate) mod form;
pub(crate) mod handler;
pub(crate) mod host;
pub(crate) mod id_list;
pub(crate) mod idempotency;
pub(crate) mod json_body;
pub(crate) mod json_lines;
pub mod metrics;
pub(crate) mod middleware;
pub(crate) mod moment;
pub(crate) mod origin;
pub(crate) mod paging;
pub(crate) mod pieces;
pub(crate) mod problem;
pub(crate) mod traces;

use axum::body::Bytes;
use axum::http::header;
use axum::response::{IntoResponse, Response};

pub(crate) use self::credentials::Credentials;
pub(crate) use self::origin::require_own_origin;
pub(crate) use self::problem::ProblemResponse;

/// Returns a response with a JSON text.
pub(crate) fn json(text: &Bytes) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text.clone()).into_response()
}
