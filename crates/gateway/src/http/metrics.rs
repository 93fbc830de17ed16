//! `GET /metrics`, on a separate address: the metrics are for operators only.

use std::time::Duration;

use ::metrics::gauge;
use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use metrics_exporter_prometheus::PrometheusHandle;
use sumito_cluster::{Node, RequestError};
use sumito_game::Reason;
use sumito_protocol::ErrorCode;
use sumito_protocol::client::Command;
use sumito_rules::Mode;
use tokio::net::TcpListener;
use tokio::runtime::Handle;
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;
use tracing::warn;

use crate::app::App;
use sumito_kit::engine_pool::JobKind;
use sumito_kit::metrics::{
    self, BUS_DROPPED, BUS_FAILED, BUS_UP, CHALLENGES, CHAT_LINES, CHAT_REFUSALS, COMMANDS, CONNECTIONS,
    CUT_OFF, DUTIES, LAG, LEASE_AGE, NODE_ROOMS, NODES, PUSHES, QUEUE, REFUSALS, RESUMES, ROOMS, ROOMS_MOVED,
    SEARCHES, SEARCHES_WAITING, SEEKS, SOCKETS, STORAGE_UP, TASKS, TOURNAMENTS, WEBHOOKS, process,
};
use sumito_rooms::event_log::StorageState;
use sumito_services::social::sockets::CloseReason;

/// Time limit for the metrics that are read from the database.
const QUERIES_WITHIN: Duration = Duration::from_secs(1);

/// Content type of the Prometheus text format.
const TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// Registers the counters at zero, with all values of their labels.
fn expect_counters() {
    metrics::expect(COMMANDS, "type", Command::TYPES.iter().copied());
    metrics::expect(REFUSALS, "code", ErrorCode::WORDS.iter().copied());
    metrics::expect(RESUMES, "told", ["events", "room"]);
    metrics::expect(CUT_OFF, "why", CloseReason::ALL.map(CloseReason::as_str));
    metrics::expect(SEARCHES, "purpose", [JobKind::Move, JobKind::Analysis].map(JobKind::as_str));
    metrics::expect(CHAT_LINES, "place", ["room", "lobby", "tournament"]);
    metrics::expect(
        CHAT_REFUSALS,
        "why",
        ["words", "too_fast", "repeated", "muted", "other_audience", "busy", "unavailable", "room"],
    );
    metrics::expect(WEBHOOKS, "result", ["taken", "failed", "dropped", "given_up"]);
    metrics::expect(PUSHES, "result", ["taken", "gone", "refused", "given_up", "replaced", "dropped"]);
    metrics::expect(BUS_DROPPED, "why", metrics::BUS_DROP_REASONS);
    metrics::expect(BUS_FAILED, "why", RequestError::NAMES);
    metrics::expect(ROOMS_MOVED, "direction", ["handed_over", "taken_over"]);
    metrics::archived(0, 0, 0);
    metrics::expect_games(&Mode::ALL.map(Mode::name), &Reason::ALL.map(Reason::as_str));
}

#[derive(Clone)]
struct MetricsState {
    app: App,
    counted: PrometheusHandle,
}

/// Serves the metrics until `stopping` is cancelled.
pub async fn serve(listener: TcpListener, app: App, counted: PrometheusHandle, stopping: CancellationToken) {
    process::describe();
    expect_counters();
    let router = Router::new().route("/metrics", get(show)).with_state(MetricsState { app, counted });
    let serving = axum::serve(listener, router).with_graceful_shutdown(stopping.cancelled_owned());
    if let Err(error) = serving.await {
        warn!(%error, "metrics listener failed");
    }
}

async fn show(State(MetricsState { app, counted }): State<MetricsState>) -> Response {
    process::collect();
    gauge!(SOCKETS).set(app.sockets.count() as f64);
    gauge!(TASKS).set(Handle::current().metrics().num_alive_tasks() as f64);
    let is_up = matches!(app.rooms.storage(), StorageState::Up);
    gauge!(STORAGE_UP).set(if is_up { 1.0 } else { 0.0 });
    for (pool, used) in app.store.connections_used() {
        gauge!(CONNECTIONS, "pool" => pool).set(f64::from(used));
    }
    for purpose in [JobKind::Move, JobKind::Analysis] {
        gauge!(SEARCHES_WAITING, "purpose" => purpose.as_str()).set(app.engine_pool.waiting(purpose) as f64);
    }
    for (status, count) in app.rooms.by_status() {
        gauge!(ROOMS, "status" => status).set(count as f64);
    }
    let (owned, followed) = app.rooms.owned_and_followed();
    for (placement, count) in [("owned", owned), ("followed", followed)] {
        gauge!(NODE_ROOMS, "placement" => placement).set(count as f64);
    }
    for (status, count) in app.tournaments.by_status() {
        gauge!(TOURNAMENTS, "status" => status).set(count as f64);
    }
    for (lobby, waiting) in app.matchmaking.waiting() {
        gauge!(SEEKS, "lobby" => lobby).set(waiting as f64);
    }
    for (queue, waiting) in [("event_log", app.rooms.event_log_waiting()), ("chat", app.chat.waiting())] {
        gauge!(QUEUE, "queue" => queue).set(waiting as f64);
    }
    show_cluster(app.administration.node());
    // If the database does not answer, all other metrics are still reported, without a delay.
    if app.readiness.is_database_up() {
        // It may have stopped answering a moment ago.
        let _ = timeout(QUERIES_WITHIN, show_stored(&app)).await;
    }
    counted.run_upkeep();
    ([(header::CONTENT_TYPE, TEXT)], counted.render()).into_response()
}

/// Sets the metrics that come from the database.
async fn show_stored(app: &App) {
    if let Ok(lags) = app.store.consumers_lag().await {
        for (consumer, games) in lags {
            gauge!(LAG, "projection" => consumer.name()).set(games as f64);
        }
    }
    if let Ok(open) = app.store.count_open_challenges(app.time.now()).await {
        gauge!(CHALLENGES).set(open as f64);
    }
}

/// Sets the metrics of this server as a node of a cluster.
fn show_cluster(node: &Node) {
    let is_up = node.bus().state().borrow().is_connected();
    gauge!(BUS_UP).set(if is_up { 1.0 } else { 0.0 });
    gauge!(NODES).set(node.peers().alive().len() as f64);
    for (duty, count) in metrics::duties() {
        gauge!(DUTIES, "duty" => duty).set(count as f64);
    }
    if let Some(age) = metrics::lease_age() {
        gauge!(LEASE_AGE).set(age.as_secs_f64());
    }
}

/// Counts a request and measures the time to its response.
pub(crate) async fn count(request: Request, next: Next) -> Response {
    let began = Instant::now();
    // The client's files have many paths and one route.
    let route = request.extensions().get::<MatchedPath>().map_or("files", MatchedPath::as_str).to_owned();
    let answer = next.run(request).await;
    let class = match answer.status().as_u16() {
        100..=199 => "1xx",
        200..=299 => "2xx",
        300..=399 => "3xx",
        400..=499 => "4xx",
        // Not an error: the server is busy, draining, stopping, or unable to store, which has its own metric.
        503 => "503",
        _ => "5xx",
    };
    metrics::http(route, class, began.elapsed());
    answer
}
