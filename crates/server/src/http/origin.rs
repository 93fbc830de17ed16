//! Which pages may act for their visitors.

use axum::http::{HeaderMap, header};
use sumito_protocol::ErrorCode;

use crate::app::App;
use crate::config::Config;
use crate::wire::Refusal;

/// A page of another origin must not act for its visitor. A request without an origin comes from a program; one with an origin
/// that cannot be read comes from a page that is not ours.
///
/// # Errors
/// `forbidden` for a page that is neither ours nor allowed.
pub(crate) fn require_own_origin(app: &App, headers: &HeaderMap) -> Result<(), Refusal> {
    let mut origins = headers.get_all(header::ORIGIN).into_iter();
    let Some(origin) = origins.next() else { return Ok(()) };
    if origins.next().is_none()
        && let Ok(origin) = origin.to_str()
        && is_own(app.config(), origin, headers)
    {
        return Ok(());
    }
    let message = "pages of this origin may not use the visitor's session; see `allowed_origins`";
    Err(Refusal::new(ErrorCode::Forbidden, message))
}

/// Whether pages of this origin are ours or allowed. Which one is ours is what `public_url` says; only without it, whatever the
/// browser asked for: a browser can be made to ask for the server under another name.
fn is_own(config: &Config, origin: &str, headers: &HeaderMap) -> bool {
    let own = if config.public_url.is_empty() {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        origin.split_once("://").is_some_and(|(_, origin_host)| Some(origin_host) == host)
    } else {
        origin == config.public_url.trim_end_matches('/')
    };
    own || config.allowed_origins.iter().any(|allowed| allowed == origin)
}
