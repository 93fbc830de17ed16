//! HTTP: the REST interface under `/api/v1`, its description, health, and the web client's files.

mod address;
mod caching;
mod compression;
mod credentials;
mod encoding;
mod games;
mod guests;
mod health;
mod intake;
mod json_body;
mod layouts;
mod listen;
mod openapi;
mod origin;
mod page;
mod positions;
mod problem;
mod rooms;
mod upgrade;

use std::sync::LazyLock;

use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderName, HeaderValue, Request, header};
use axum::middleware::from_fn_with_state;
use axum::routing::any;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::trace::TraceLayer;
use tracing::debug_span;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use credentials::Credentials;
use origin::require_own_origin;
use problem::Problem;

use crate::app::App;

/// What a page may load: nothing from anywhere else. Styles may be inline because moving marbles are.
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                                       connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Sumito",
        description = "Abalone online: guests, rooms and the history of games. Playing itself goes over the socket at `/ws`.",
        license(name = "MIT OR Apache-2.0")
    ),
    tags(
        (name = "identity", description = "Who one is"),
        (name = "rooms", description = "Where games are played"),
        (name = "games", description = "The history of finished games"),
        (name = "rules", description = "What can be played"),
        (name = "health", description = "For operators")
    )
)]
struct Description;

fn described() -> OpenApiRouter<App> {
    let api = OpenApiRouter::new()
        .routes(routes!(guests::create))
        .routes(routes!(guests::me))
        .routes(routes!(rooms::list, rooms::create))
        .routes(routes!(rooms::own))
        .routes(routes!(rooms::show))
        .routes(routes!(games::list))
        .routes(routes!(games::show))
        .routes(routes!(games::moves))
        .routes(routes!(games::counts))
        .routes(routes!(layouts::list))
        .routes(routes!(positions::formations));
    OpenApiRouter::with_openapi(Description::openapi())
        .nest("/api/v1", api)
        .routes(routes!(health::live))
        .routes(routes!(health::ready))
}

/// The description of the REST interface, as OpenAPI JSON.
pub fn openapi_json() -> String {
    let description = openapi::complete(described().into_openapi());
    let text = description.to_pretty_json().expect("a description has a JSON form");
    format!("{text}\n")
}

/// Serves everything to whoever connects, until `stopping` is cancelled and what had been asked by then is answered.
pub(crate) async fn serve(listener: TcpListener, app: App, stopping: CancellationToken) {
    let config = app.config().clone();
    listen::serve(listener, router(app), &config, stopping).await;
}

/// The description as it is served.
static DESCRIPTION: LazyLock<Bytes> = LazyLock::new(|| openapi_json().into());

/// Everything that is served.
fn router(app: App) -> Router {
    let (router, _) = described().split_for_parts();
    let header = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
    };
    router
        .route("/openapi.json", axum::routing::get(|| async { page::json(&DESCRIPTION) }))
        .layer(compression::of_json())
        .route("/ws", any(upgrade::upgrade))
        .route("/api/{*rest}", any(problem::no_such_address))
        .route_layer(from_fn_with_state(app.clone(), intake::take_in))
        .fallback(page::serve)
        .method_not_allowed_fallback(problem::method_not_allowed)
        .layer(header(header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY))
        .layer(header(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(header::REFERRER_POLICY, "same-origin"))
        .layer(TraceLayer::new_for_http().make_span_with(|request: &Request<_>| {
            // The path, not the query: links to private rooms do not belong into a log at the usual level.
            debug_span!("http", method = %request.method(), path = request.uri().path())
        }))
        .with_state(app)
}
