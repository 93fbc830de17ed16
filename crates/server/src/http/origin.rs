//! Which pages may act for their visitors.

use axum::http::{HeaderMap, header};
use sumito_protocol::ErrorCode;

use crate::app::App;
use crate::wire::Refusal;

/// A page of another origin must not act for its visitor. A request without an origin comes from a program.
///
/// # Errors
/// `forbidden` for a page that is neither ours nor allowed.
pub(crate) fn require_own_origin(app: &App, headers: &HeaderMap) -> Result<(), Refusal> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let Some(origin) = text(header::ORIGIN) else { return Ok(()) };
    let config = app.config();
    let own = |host: &str| origin.split_once("://").is_some_and(|(_, origin_host)| origin_host == host);
    let is_allowed = text(header::HOST).is_some_and(own)
        || (!config.public_url.is_empty() && config.public_url.trim_end_matches('/') == origin)
        || config.allowed_origins.iter().any(|allowed| allowed == origin);
    if is_allowed {
        return Ok(());
    }
    let message = "pages of this origin may not use the visitor's session; see `allowed_origins`";
    Err(Refusal::new(ErrorCode::Forbidden, message))
}
