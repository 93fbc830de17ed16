//! What pages of other origins may read.

use axum::http::header;
use tower_http::cors::{Any, CorsLayer};

/// Lets pages of any origin read, as nobody: a browser shows such a page no answer to a request that carried a cookie, and without leave
/// that is not given here it sends no token and no other header of the page's.
pub(super) fn for_reading() -> CorsLayer {
    CorsLayer::new().allow_origin(Any).expose_headers([header::ETAG, header::RETRY_AFTER])
}
