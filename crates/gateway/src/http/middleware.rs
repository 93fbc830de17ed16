//! Processing of every API request before its handler runs.

use std::panic::resume_unwind;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use sumito_protocol::ErrorCode;
use tokio::time::timeout;
use tracing::{Instrument, error};

use super::cors::PREFER;
use super::origin::FOR_ANY_ORIGIN;
use super::{Credentials, ProblemResponse, require_own_origin};
use crate::app::App;
use crate::avatars;
use crate::codec::{ApiError, check_json, check_path, check_query};
use crate::limits::{ClientAddress, Limit, RateReport};
use sumito_config::millis;
use sumito_kit::blocking::NotRun;
use sumito_kit::task;

/// The preference for times as text, for which a whole answer is written again.
pub(crate) const TIMES_AS_TEXT: &str = "times=iso8601";

/// Maximum body size of a request that is handled at once. Others wait for one of the threads for long work.
const MAX_SHORT_BYTES: usize = 4 * 1024;

/// The path that is served without a lease: the process is alive.
const HEALTH: &str = "/healthz";

/// Maximum size of a request body.
const MAX_BODY_BYTES: usize = 16 * 1024;

/// Maximum size of a request body with chapters of a study, accounts to create, or a tournament to import. Only callers with credentials may
/// send that much.
const MAX_LONG_BYTES: usize = 128 * 1024;

/// Ends of paths with bodies that do not count as stored: logging in is always possible.
const NOT_STORED: [&str; 2] = ["/sessions", "/recovery"];

/// Rejects every request, also for a page, whose path or query has a text that no handler can use. `receive` checks bodies, which come later.
/// Headers need no check: HTTP itself excludes control characters, and handlers read only those that are ASCII.
pub(crate) async fn check_address(request: Request, next: Next) -> Result<Response, ProblemResponse> {
    check_path(request.uri().path())?;
    check_query(request.uri().query().unwrap_or_default().as_bytes())?;
    Ok(next.run(request).await)
}

/// Receives a request, and adds the client's remaining rate limits to the response.
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
    app.address_limits.count(Limit::Requests, address)?;
    if app.store.lease_deadline().passed_at().is_some() && request.uri().path() != HEALTH {
        // Other nodes may have changed the data that this one has in memory.
        return Err(ApiError::unavailable().into());
    }
    let is_of_app = FOR_ANY_ORIGIN.contains(&request.uri().path());
    if !request.method().is_safe() && !is_of_app && credentials.could_be_ambient() {
        require_own_origin(&app, request.headers())?;
    }
    let (parts, body) = request.into_parts();
    // A picture is larger: its handler reads it, after it has checked the caller.
    let is_read_later = parts.uri.path() == avatars::PATH;
    let max = max_bytes(parts.uri.path(), &credentials);
    let (body, size) = if is_read_later || body.is_end_stream() {
        (body, 0)
    } else {
        let bytes = read(&app, body, max).await?;
        let size = bytes.len();
        (bytes.into(), size)
    };
    let mut request = Request::from_parts(parts, body);
    request.extensions_mut().insert(BodySize(size));
    let is_safe = request.method().is_safe();
    let path = request.uri().path();
    if !is_safe && !is_of_app && is_stored(path) {
        app.address_limits.stored(address, size)?;
    }
    let holder = address.holder(None);
    if is_long(&request, size) {
        let user = credentials.user(&app).await.ok().flatten();
        let payer = app.address_limits.payer(user.map(|user| user.id), address);
        let work = async move { holder.scope(rates.collect(next.run(request))).await }.in_current_span();
        let answer = async move { app.jobs.drive(payer, work).await.map_err(job_refusal) };
        return if is_safe { Ok(answer.await?) } else { Ok(run_to_end(answer).await??) };
    }
    if is_safe {
        return Ok(holder.scope(next.run(request)).await);
    }
    run_to_end(async move { holder.scope(rates.collect(next.run(request))).await }).await
}

/// Size of a request's body, which handlers can extract.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BodySize(pub(crate) usize);

/// Returns whether the body of a request with this path counts as stored. Games limit their events; the handler of a room's commands counts
/// chat lines.
fn is_stored(path: &str) -> bool {
    let is_of_room = path.starts_with("/api/v1/rooms/") && path.ends_with("/commands");
    !is_of_room && !NOT_STORED.iter().any(|end| path.ends_with(end))
}

/// Returns whether the work for a request can take a thread longer than a moment: by the size of its body, or of the answer.
fn is_long(request: &Request, body_bytes: usize) -> bool {
    let path = request.uri().path();
    let is_study = path.strip_prefix("/api/v1/studies/").is_some_and(|rest| !rest.is_empty());
    body_bytes > MAX_SHORT_BYTES || is_study || prefers_text(request.headers())
}

/// Returns whether the client prefers [`TIMES_AS_TEXT`].
pub(crate) fn prefers_text(headers: &HeaderMap) -> bool {
    let preferences = headers.get_all(PREFER).into_iter().filter_map(|value| value.to_str().ok());
    preferences.flat_map(|value| value.split(',')).any(|one| one.trim().eq_ignore_ascii_case(TIMES_AS_TEXT))
}

fn job_refusal(why: NotRun) -> ApiError {
    match why {
        NotRun::Full(_) => ApiError::busy(),
        NotRun::Panicked => {
            error!("long request panicked");
            ApiError::new(ErrorCode::Internal, "internal error; the server has logged it")
        }
    }
}

/// Runs a request that may change state to its end, even if the client disconnects, so that no change is left half done.
async fn run_to_end<T: Send + 'static>(
    answer: impl Future<Output = T> + Send + 'static,
) -> Result<T, ProblemResponse> {
    match task::spawn(answer.in_current_span()).await {
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

async fn read(app: &App, body: Body, max: usize) -> Result<Bytes, ApiError> {
    if body.size_hint().lower() > max as u64 {
        return Err(too_large(max));
    }
    let patience = app.config.http.body_timeout_ms;
    let read = timeout(millis(patience), Limited::new(body, max).collect());
    let body = tokio::select! {
        read = read => read,
        () = app.stopping.cancelled() => return Err(ApiError::unavailable()),
    };
    let bad = |message| ApiError::new(ErrorCode::BadMessage, message);
    let body = body.map_err(|_| bad(format!("request body timed out after {patience} ms")))?;
    let body = body.map_err(|error| {
        if error.is::<LengthLimitError>() {
            too_large(max)
        } else {
            bad(format!("request body incomplete: {error}"))
        }
    })?;
    let bytes = body.to_bytes();
    check_json(&bytes)?;
    Ok(bytes)
}

fn too_large(max: usize) -> ApiError {
    ApiError::new(ErrorCode::TooLarge, format!("request body exceeds {max} bytes"))
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
