//! Access for pages of other origins.

use std::time::Duration;

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, Method, header, request};
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use tower_http::cors::{AllowOrigin, Any, CorsLayer};
use utoipa_axum::router::OpenApiRouter;

use super::idempotency;
use crate::app::App;
use crate::limits::{RATE_LIMIT, RATE_LIMIT_POLICY};

/// Preferences of a request (RFC 7240).
pub(crate) const PREFER: HeaderName = HeaderName::from_static("prefer");

/// The preferences that an answer follows.
pub(crate) const PREFERENCE_APPLIED: HeaderName = HeaderName::from_static("preference-applied");

/// Time for which a browser remembers that requests with a token are allowed.
const PREFLIGHT_AGE: Duration = Duration::from_hours(1);

/// Lets pages of any origin send requests with `Authorization: Bearer TOKEN`: a page that sends a token has been given that token. Requests
/// with a cookie are excluded.
pub(crate) fn for_tokens() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(AllowOrigin::predicate(|_, request| has_token(request)))
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE])
        .allow_headers([
            header::AUTHORIZATION,
            header::CONTENT_TYPE,
            header::IF_NONE_MATCH,
            idempotency::KEY,
            PREFER,
        ])
        .expose_headers([
            header::ETAG,
            header::LINK,
            header::LOCATION,
            header::RETRY_AFTER,
            PREFERENCE_APPLIED,
            header::WWW_AUTHENTICATE,
            idempotency::REPLAYED,
            RATE_LIMIT,
            RATE_LIMIT_POLICY,
        ])
        .max_age(PREFLIGHT_AGE)
}

/// Returns whether the request has a token and no cookie. A preflight announces the header of the token.
fn has_token(request: &request::Parts) -> bool {
    let headers = &request.headers;
    if request.method == Method::OPTIONS {
        let announced = headers.get_all(header::ACCESS_CONTROL_REQUEST_HEADERS).into_iter();
        return announced.filter_map(|names| names.to_str().ok()).any(|names| {
            names.split(',').any(|name| name.trim().eq_ignore_ascii_case(header::AUTHORIZATION.as_str()))
        });
    }
    !headers.contains_key(header::COOKIE) && headers.get(header::AUTHORIZATION).is_some_and(is_bearer)
}

/// Returns whether the value is a token, and not a password that a browser sends automatically.
fn is_bearer(value: &HeaderValue) -> bool {
    value.as_bytes().get(..7).is_some_and(|scheme| scheme.eq_ignore_ascii_case(b"bearer "))
}

/// Lets pages of any origin send these requests, which have no credentials.
pub(crate) fn for_apps(routes: OpenApiRouter<App>) -> OpenApiRouter<App> {
    routes.layer(CorsLayer::new().allow_origin(Any))
}

/// Lets pages of any origin read the data of these routes.
pub(crate) fn public_data(routes: OpenApiRouter<App>) -> OpenApiRouter<App> {
    routes.layer(for_reading()).layer(from_fn(for_anonymous_only))
}

/// Lets pages of any origin read without credentials. Browsers hide the response to a request with a cookie from such pages.
fn for_reading() -> CorsLayer {
    CorsLayer::new().allow_origin(Any)
}

/// Removes that permission for requests with credentials: the response may be private, and a browser may cache it.
async fn for_anonymous_only(request: Request, next: Next) -> Response {
    let says_who =
        [header::COOKIE, header::AUTHORIZATION].iter().any(|name| request.headers().contains_key(name));
    let mut response = next.run(request).await;
    if says_who {
        response.headers_mut().remove(header::ACCESS_CONTROL_ALLOW_ORIGIN);
    }
    response
}
