//! Origins that may act on behalf of their visitors.

use axum::http::{HeaderMap, header};
use sumito_protocol::ErrorCode;

use crate::app::App;
use crate::codec::ApiError;
use sumito_config::{Config, Origin};

/// Paths of requests that pages of any origin may send: they have no effect on the visitor's session.
pub(crate) const FOR_ANY_ORIGIN: [&str; 3] =
    ["/api/v1/oauth/token", "/api/v1/oauth/device_authorization", "/api/v1/oauth/revoke"];

/// Rejects requests of pages of other origins, which must not act on behalf of their visitors. A request without an origin comes from a
/// program; a request with an unreadable origin comes from a foreign page.
///
/// # Errors
/// `forbidden` if the origin is neither the server's own nor allowed.
pub(crate) fn require_own_origin(app: &App, headers: &HeaderMap) -> Result<(), ApiError> {
    let mut origins = headers.get_all(header::ORIGIN).into_iter();
    let Some(origin) = origins.next() else { return Ok(()) };
    if origins.next().is_none()
        && let Ok(origin) = origin.to_str()
        && is_own(&app.config, origin, headers)
    {
        return Ok(());
    }
    let message = "this origin may not use the visitor's session; see `allowed_origins`";
    Err(ApiError::new(ErrorCode::Forbidden, message))
}

/// Returns whether the origin is the server's own or allowed. `public_url` defines the own origin. Only without it, the host of the
/// request counts, because a browser can be made to request the server under another name.
fn is_own(config: &Config, origin: &str, headers: &HeaderMap) -> bool {
    let Ok(origin) = Origin::parse(origin) else { return false };
    let is = |text: &String| Origin::parse(text).as_ref() == Ok(&origin);
    let own = if config.public_url.is_empty() {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        host.is_some_and(|host| origin.has_host(host))
    } else {
        is(&config.public_url)
    };
    own || config.allowed_origins.iter().any(is)
}
