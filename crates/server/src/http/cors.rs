//! What pages of other origins may read.

use axum::http::{Method, header};
use tower_http::cors::{Any, CorsLayer};

/// Lets pages of any origin read, as nobody: a browser shows such a page no answer to a request that carried a cookie, and lets it send no
/// token.
pub(super) fn for_reading() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::HEAD])
        .allow_headers([header::IF_NONE_MATCH])
        .expose_headers([header::ETAG, header::RETRY_AFTER])
}
