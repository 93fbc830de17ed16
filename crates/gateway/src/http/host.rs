//! Host of a request (RFC 9112, 3.2).

use axum::extract::Request;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Version, header};
use axum::middleware::Next;
use axum::response::Response;
use sumito_protocol::ErrorCode;

use crate::codec::ApiError;
use crate::http::ProblemResponse;
use sumito_config::Config;

/// Rejects a request with an ambiguous host: a proxy could interpret it differently from the server.
pub(crate) async fn require(request: Request, next: Next) -> Result<Response, ProblemResponse> {
    let old = request.version() < Version::HTTP_11;
    if !is_clear(request.headers(), old) {
        return Err(ApiError::new(
            ErrorCode::BadMessage,
            "a request must have exactly one `Host` header with one host",
        )
        .into());
    }
    Ok(next.run(request).await)
}

/// Returns the address of the site: the configured one or, without it, the host of the request.
pub(crate) fn site(config: &Config, headers: &HeaderMap) -> Option<String> {
    if !config.public_url.is_empty() {
        return Some(config.public_url.trim_end_matches('/').to_owned());
    }
    let host = headers.get(header::HOST)?.to_str().ok()?;
    let is_host = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
    (!host.is_empty() && host.bytes().all(is_host)).then(|| format!("http://{host}"))
}

/// Returns whether the host is unambiguous; before HTTP/1.1 it may be missing.
fn is_clear(headers: &HeaderMap, old: bool) -> bool {
    let mut hosts = headers.get_all(header::HOST).into_iter();
    match (hosts.next(), hosts.next()) {
        (None, _) => old,
        (Some(host), None) => host
            .to_str()
            .is_ok_and(|host| host.is_empty() || !host.contains('@') && host.parse::<Authority>().is_ok()),
        (Some(_), Some(_)) => false,
    }
}
