//! What is done with every request to the interface before its handler sees it.

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use sumito_protocol::ErrorCode;
use tokio::time::timeout;

use super::{Credentials, Problem, require_own_origin};
use crate::app::App;
use crate::config::millis;
use crate::limits::ClientAddress;
use crate::wire::Refusal;
use crate::wire::{refuse_nul_in_json, refuse_nul_in_query};

/// The longest body of a request.
const MAX_BODY_BYTES: usize = 16 * 1024;

/// Counts the request, looks which page it comes from, and reads all of its body: a handler waits for no client.
pub(super) async fn take_in(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    app.address_limits().request(address)?;
    if !request.method().is_safe() && credentials.could_be_ambient() {
        require_own_origin(&app, request.headers())?;
    }
    refuse_nul_in_query(request.uri().query().unwrap_or_default())?;
    let (parts, body) = request.into_parts();
    let body = if body.is_end_stream() { body } else { read(&app, body).await?.into() };
    Ok(next.run(Request::from_parts(parts, body)).await)
}

async fn read(app: &App, body: Body) -> Result<Bytes, Refusal> {
    if body.size_hint().lower() > MAX_BODY_BYTES as u64 {
        return Err(too_large());
    }
    let patience = app.config().http.body_timeout_ms;
    let read = timeout(millis(patience), Limited::new(body, MAX_BODY_BYTES).collect());
    let body = tokio::select! {
        read = read => read,
        () = app.stopped() => return Err(Refusal::unavailable()),
    };
    let bad = |message| Refusal::new(ErrorCode::BadMessage, message);
    let body = body.map_err(|_| bad(format!("the body was not there after {patience} milliseconds")))?;
    let body = body.map_err(|error| {
        if error.is::<LengthLimitError>() { too_large() } else { bad(format!("the body broke off: {error}")) }
    })?;
    let bytes = body.to_bytes();
    refuse_nul_in_json(&bytes)?;
    Ok(bytes)
}

fn too_large() -> Refusal {
    Refusal::new(ErrorCode::TooLarge, format!("the body is longer than {MAX_BODY_BYTES} bytes"))
}
