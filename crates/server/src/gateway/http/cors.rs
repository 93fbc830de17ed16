//! Access for pages of other origins.

use axum::extract::Request;
use axum::http::header;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use tower_http::cors::{Any, CorsLayer};
use utoipa_axum::router::OpenApiRouter;

use crate::gateway::app::App;

/// Lets pages of any origin read the data of these routes.
pub(crate) fn public_data(routes: OpenApiRouter<App>) -> OpenApiRouter<App> {
    routes.layer(for_reading()).layer(from_fn(for_anonymous_only))
}

/// Lets pages of any origin read without credentials. Browsers hide the response to a request with a cookie from such pages, and do not
/// send tokens or other custom headers, since no preflight allows them.
fn for_reading() -> CorsLayer {
    CorsLayer::new().allow_origin(Any).expose_headers([header::ETAG, header::RETRY_AFTER])
}

/// Removes that permission for requests with credentials: the response may be private, and a browser may cache it.
async fn for_anonymous_only(request: Request, next: Next) -> Response {
    let says_who =
        [header::COOKIE, header::AUTHORIZATION].iter().any(|name| request.headers().contains_key(name));
    let mut response = next.run(request).await;
    if says_who {
        response.headers_mut().remove(header::ACCESS_CONTROL_ALLOW_ORIGIN);
        response.headers_mut().remove(header::ACCESS_CONTROL_EXPOSE_HEADERS);
    }
    response
}
