//! What pages of other origins may read.

use axum::extract::Request;
use axum::http::header;
use axum::middleware::Next;
use axum::response::Response;
use tower_http::cors::{Any, CorsLayer};

/// Lets pages of any origin read, as nobody: a browser shows such a page no answer to a request that carried a cookie, and without leave
/// that is not given here it sends no token and no other header of the page's.
pub(super) fn for_reading() -> CorsLayer {
    CorsLayer::new().allow_origin(Any).expose_headers([header::ETAG, header::RETRY_AFTER])
}

/// Takes that leave back where a request says who it is from: what it is answered may not be everybody's, and a browser may keep it.
pub(super) async fn for_nobody_only(request: Request, next: Next) -> Response {
    let says_who =
        [header::COOKIE, header::AUTHORIZATION].iter().any(|name| request.headers().contains_key(name));
    let mut response = next.run(request).await;
    if says_who {
        response.headers_mut().remove(header::ACCESS_CONTROL_ALLOW_ORIGIN);
        response.headers_mut().remove(header::ACCESS_CONTROL_EXPOSE_HEADERS);
    }
    response
}
