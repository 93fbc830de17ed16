//! The router of the whole server: REST, sockets, pages, and the layers around all of them.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderName, HeaderValue, Request, StatusCode, header};
use axum::middleware::{from_fn, from_fn_with_state, map_response};
use axum::routing::any;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tower::util::option_layer;
use tower_http::classify::ServerErrorsFailureClass;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::trace::TraceLayer;
use tracing::{Span, debug, debug_span, error};

use crate::app::App;
use crate::http::{compression, cors, host, idempotency, json, metrics, middleware, pieces, problem, traces};
use crate::rest::{described, openapi, openapi_json, times};
use crate::socket::upgrade;
use crate::{listen, pages};

/// Serves all connections until `stopping` is cancelled and all requests that arrived before are answered.
pub fn serve(
    listener: TcpListener,
    app: App,
    stopping: CancellationToken,
) -> impl Future<Output = ()> + Send + 'static {
    let config = Arc::clone(&app.config);
    let trusted = app.address_limits.trusted().clone();
    let router = router(app);
    async move { listen::serve(listener, router, config, trusted, stopping).await }
}

/// Logs a response that is an internal error. Busy, draining and stopping are expected: counted, and logged at debug level only.
fn record_failure(failure: ServerErrorsFailureClass, took: Duration, _: &Span) {
    match failure {
        ServerErrorsFailureClass::StatusCode(StatusCode::SERVICE_UNAVAILABLE) => {
            debug!(elapsed = ?took, "request rejected with status 503");
        }
        failure => error!(error = %failure, elapsed = ?took, "request failed"),
    }
}

/// The served description.
static DESCRIPTION: LazyLock<Bytes> = LazyLock::new(|| openapi_json().into());

/// Builds the router of all endpoints.
fn router(app: App) -> Router {
    let (router, _) = described().split_for_parts();
    let traced = app.config.traces.is_on().then(|| from_fn_with_state(app.clone(), traces::trace));
    let header = |name: HeaderName, value: HeaderValue| SetResponseHeaderLayer::if_not_present(name, value);
    router
        .route("/openapi.json", axum::routing::get(|| async { json(&DESCRIPTION) }))
        .merge(openapi::page())
        .route("/ws", any(upgrade::upgrade))
        .route("/api/{*rest}", any(problem::no_such_address))
        .route_layer(from_fn_with_state(app.clone(), idempotency::once))
        .route_layer(from_fn(times::as_preferred))
        .route_layer(from_fn_with_state(app.clone(), middleware::receive))
        .method_not_allowed_fallback(problem::method_not_allowed)
        .layer(cors::for_tokens())
        .fallback(pages::serve)
        .layer(map_response(pieces::in_pieces))
        .layer(compression::of_text())
        .layer(header(header::CONTENT_SECURITY_POLICY, pages::content_security_policy()))
        .layer(header(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")))
        .layer(header(header::REFERRER_POLICY, HeaderValue::from_static("same-origin")))
        .layer(from_fn(middleware::check_address))
        .layer(from_fn(host::require))
        .layer(from_fn(metrics::count))
        .layer(option_layer(traced))
        .layer(
            TraceLayer::new_for_http()
                .make_span_with(|request: &Request<_>| {
                    // Without the query: links to private rooms must not be logged at the usual level.
                    debug_span!("http", method = %request.method(), path = request.uri().path())
                })
                .on_failure(record_failure),
        )
        .with_state(app)
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::{Read, Seek};
    use std::sync::Arc;

    use super::*;

    /// Returns the log output for a response with this status.
    fn logged(status: StatusCode) -> String {
        let mut log = tempfile::tempfile().unwrap();
        let writer: Arc<File> = Arc::new(log.try_clone().unwrap());
        let subscriber =
            tracing_subscriber::fmt().with_max_level(tracing::Level::DEBUG).with_writer(writer).finish();
        tracing::subscriber::with_default(subscriber, || {
            record_failure(ServerErrorsFailureClass::StatusCode(status), Duration::ZERO, &Span::none());
        });
        let mut text = String::new();
        log.rewind().unwrap();
        log.read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn expected_refusals_are_not_logged_as_errors() {
        let text = logged(StatusCode::SERVICE_UNAVAILABLE);
        assert!(text.contains("DEBUG") && !text.contains("ERROR"), "{text}");
        assert!(text.contains("request rejected with status 503"), "{text}");
        let text = logged(StatusCode::INTERNAL_SERVER_ERROR);
        assert!(text.contains("ERROR") && text.contains("request failed"), "{text}");
    }
}
