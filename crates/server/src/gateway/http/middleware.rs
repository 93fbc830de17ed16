//! Processing of every API request before its handler runs.

use std::panic::resume_unwind;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use sumito_protocol::ErrorCode;
use tokio::time::timeout;
use tracing::Instrument;

use super::origin::FOR_ANY_ORIGIN;
use super::{Credentials, ProblemResponse, require_own_origin};
use crate::gateway::app::App;
use crate::gateway::avatars;
use crate::gateway::codec::{ApiError, refuse_nul_in_json, refuse_nul_in_query};
use crate::gateway::limits::{ClientAddress, RateReport};
use sumito_config::millis;

/// The path that is served without a lease: the process is alive.
const HEALTH: &str = "/healthz";

/// Maximum size of a request body.
const MAX_BODY_BYTES: usize = 16 * 1024;

/// Maximum size of a request body with chapters of a study, accounts to create, or a tournament to import. Only callers with credentials may
/// send that much.
const MAX_LONG_BYTES: usize = 128 * 1024;

/// Receives a request, and shows the client in the response what is left of its rate limits.
pub(crate) async fn receive(
    State(app): State<App>,
    address: ClientAddress,
    credentials: Credentials,
    request: Request,
    next: Next,
) -> Response {
    let rates = RateReport::default();
    let answer = answer(app, address, credentials, request, next, rates.clone());
    let mut response = rates.collect(answer).await.into_response();
    rates.write(response.headers_mut());
    response
}

/// Counts the request, checks the origin of its page, and reads the whole body, so that no handler waits for a client.
async fn answer(
    app: App,
    address: ClientAddress,
    credentials: Credentials,
    request: Request,
    next: Next,
    rates: RateReport,
) -> Result<Response, ProblemResponse> {
    app.address_limits.request(address)?;
    if app.store.lease_deadline().passed_at().is_some() && request.uri().path() != HEALTH {
        // Other nodes may have changed what this one has in memory.
        return Err(ApiError::unavailable().into());
    }
    let is_of_app = FOR_ANY_ORIGIN.contains(&request.uri().path());
    if !request.method().is_safe() && !is_of_app && credentials.could_be_ambient() {
        require_own_origin(&app, request.headers())?;
    }
    refuse_nul_in_query(request.uri().query().unwrap_or_default())?;
    let (parts, body) = request.into_parts();
    // A picture is larger: its handler reads it, after it has checked the caller.
    let is_read_later = parts.uri.path() == avatars::PATH;
    let most = max_bytes(parts.uri.path(), &credentials);
    let body =
        if is_read_later || body.is_end_stream() { body } else { read(&app, body, most).await?.into() };
    let request = Request::from_parts(parts, body);
    if request.method().is_safe() {
        return Ok(next.run(request).await);
    }
    run_to_end(async move { rates.collect(next.run(request)).await }).await
}

/// Runs a request that may change state to its end, even if the client disconnects, so that no change is left half done.
async fn run_to_end(
    answer: impl Future<Output = Response> + Send + 'static,
) -> Result<Response, ProblemResponse> {
    match tokio::spawn(answer.in_current_span()).await {
        Ok(response) => Ok(response),
        Err(broken) if broken.is_panic() => resume_unwind(broken.into_panic()),
        // The runtime is shutting down.
        Err(_) => Err(ApiError::unavailable().into()),
    }
}

/// Returns the maximum size of a request body.
fn max_bytes(path: &str, credentials: &Credentials) -> usize {
    let is_study =
        path.split_once("/studies").is_some_and(|(_, rest)| rest.is_empty() || rest.ends_with("/chapters"));
    let is_long = is_study || path.ends_with("/admin/accounts") || path.ends_with("/tournaments/import");
    if is_long && *credentials != Credentials::None { MAX_LONG_BYTES } else { MAX_BODY_BYTES }
}

async fn read(app: &App, body: Body, most: usize) -> Result<Bytes, ApiError> {
    if body.size_hint().lower() > most as u64 {
        return Err(too_large(most));
    }
    let patience = app.config.http.body_timeout_ms;
    let read = timeout(millis(patience), Limited::new(body, most).collect());
    let body = tokio::select! {
        read = read => read,
        () = app.stopping.cancelled() => return Err(ApiError::unavailable()),
    };
    let bad = |message| ApiError::new(ErrorCode::BadMessage, message);
    let body = body.map_err(|_| bad(format!("request body timed out after {patience} ms")))?;
    let body = body.map_err(|error| {
        if error.is::<LengthLimitError>() {
            too_large(most)
        } else {
            bad(format!("request body incomplete: {error}"))
        }
    })?;
    let bytes = body.to_bytes();
    refuse_nul_in_json(&bytes)?;
    Ok(bytes)
}

fn too_large(most: usize) -> ApiError {
    ApiError::new(ErrorCode::TooLarge, format!("request body exceeds {most} bytes"))
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;

    use super::*;

    #[tokio::test]
    async fn started_request_completes_after_client_disconnects() {
        let (begins, begun) = oneshot::channel();
        let (goes_on, may_go_on) = oneshot::channel::<()>();
        let (is_done, done) = oneshot::channel();
        let answer = run_to_end(async move {
            begins.send(()).unwrap();
            may_go_on.await.unwrap();
            is_done.send(()).unwrap();
            ().into_response()
        });
        tokio::select! {
            _ = answer => unreachable!("it waits"),
            hung_up = begun => hung_up.unwrap(),
        }
        goes_on.send(()).unwrap();
        done.await.unwrap();
    }
}
