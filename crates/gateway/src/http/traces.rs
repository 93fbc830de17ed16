//! Root spans of request traces.

use axum::extract::{MatchedPath, Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::Response;

use crate::app::App;
use sumito_kit::telemetry::TraceSpan;

/// Traces a request by its route: the path itself may contain private data.
pub(crate) async fn trace(State(app): State<App>, request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().map_or("files", MatchedPath::as_str);
    let headers = app.config.traces.trust_traceparent.then(|| request.headers());
    let traced = TraceSpan::request(request.method().as_str(), route, headers);
    let answer = traced.during(next.run(request)).await;
    traced.record("http.response.status_code", answer.status().as_u16());
    if answer.status().is_server_error() && answer.status() != StatusCode::SERVICE_UNAVAILABLE {
        traced.fail();
    }
    answer
}
