//! `GET /metrics`, on an address of its own: what is told there is for operators.

use ::metrics::gauge;
use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use metrics_exporter_prometheus::PrometheusHandle;
use metrics_process::Collector;
use tokio::net::TcpListener;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tracing::warn;

use crate::app::App;
use crate::journal::Storage;
use crate::metrics::{self, CONNECTIONS, LAG, SEARCHES_WAITING, SOCKETS, STORAGE_UP};
use crate::thinking::Purpose;

/// How metrics are written down.
const TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";

#[derive(Clone)]
struct Watching {
    app: App,
    counted: PrometheusHandle,
    process: Collector,
}

/// Serves what was counted, until `stopping` is cancelled.
pub(crate) async fn serve(
    listener: TcpListener,
    app: App,
    counted: PrometheusHandle,
    stopping: CancellationToken,
) {
    let process = Collector::default();
    process.describe();
    let router = Router::new().route("/metrics", get(show)).with_state(Watching { app, counted, process });
    let serving = axum::serve(listener, router).with_graceful_shutdown(stopping.cancelled_owned());
    if let Err(error) = serving.await {
        warn!(%error, "metrics are served no more");
    }
}

async fn show(State(Watching { app, counted, process }): State<Watching>) -> Response {
    process.collect();
    gauge!(SOCKETS).set(app.sockets().count() as f64);
    let is_up = matches!(app.rooms().storage(), Storage::Up);
    gauge!(STORAGE_UP).set(if is_up { 1.0 } else { 0.0 });
    for (pool, used) in app.store().connections_used() {
        gauge!(CONNECTIONS, "pool" => pool).set(f64::from(used));
    }
    for purpose in [Purpose::Move, Purpose::Analysis] {
        gauge!(SEARCHES_WAITING, "purpose" => purpose.word()).set(app.thinking().waiting(purpose) as f64);
    }
    // A database that does not answer shows as such in `STORAGE_UP`; what was counted is told all the same.
    if let Ok(lags) = app.store().consumers_lag().await {
        for (consumer, games) in lags {
            gauge!(LAG, "consumer" => consumer.name()).set(games as f64);
        }
    }
    counted.run_upkeep();
    ([(header::CONTENT_TYPE, TEXT)], counted.render()).into_response()
}

/// Counts a request and how long its answer took.
pub(crate) async fn count(request: Request, next: Next) -> Response {
    let began = Instant::now();
    // Files of the client have many addresses and one route.
    let route = request.extensions().get::<MatchedPath>().map_or("files", MatchedPath::as_str).to_owned();
    let answer = next.run(request).await;
    let class = match answer.status().as_u16() {
        100..=199 => "1xx",
        200..=299 => "2xx",
        300..=399 => "3xx",
        400..=499 => "4xx",
        _ => "5xx",
    };
    metrics::http(route, class, began.elapsed());
    answer
}
