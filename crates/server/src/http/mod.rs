//! HTTP: the REST API under `/api/v1`, its OpenAPI description, health checks, and the web client's files.

mod accounts;
mod address;
mod admin;
mod analyses;
mod blocks;
mod bots;
mod caching;
mod challenges;
mod client;
mod compression;
mod cors;
mod credentials;
mod encoding;
mod explorer;
mod export;
mod follows;
mod game;
mod games;
mod guests;
mod health;
mod host;
mod intake;
mod json_body;
mod layouts;
mod leaderboards;
mod listen;
mod lobbies;
mod mail;
pub(crate) mod metrics;
mod moderation;
mod openapi;
mod origin;
mod paging;
mod pictures;
mod players;
mod positions;
mod problem;
mod push;
mod recovery;
mod rooms;
mod sessions;
mod tokens;
mod tournament_files;
mod tournaments;
mod traces;
mod upgrade;

use std::sync::LazyLock;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderName, HeaderValue, Request, StatusCode, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tower::util::option_layer;
use tower_http::classify::ServerErrorsFailureClass;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::trace::TraceLayer;
use tracing::{Span, debug, debug_span, error};
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use credentials::Credentials;
use origin::require_own_origin;
use problem::Problem;

use crate::app::App;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Sumito",
        description = "Abalone online: guests and accounts, rooms and the history of games. Games are played over the WebSocket at `/ws`.",
        license(name = "MIT OR Apache-2.0")
    ),
    tags(
        (name = "identity", description = "Identity of the caller"),
        (name = "accounts", description = "Names and passwords"),
        (name = "sessions", description = "Sessions of the caller"),
        (name = "tokens", description = "API tokens"),
        (name = "recovery", description = "Forgotten passwords"),
        (name = "rooms", description = "Rooms"),
        (name = "lobbies", description = "Lobbies with matchmaking"),
        (name = "challenges", description = "Challenges to other players"),
        (name = "push", description = "Web Push notifications"),
        (name = "games", description = "The history of finished games"),
        (name = "tournaments", description = "Tournaments: finding, entering and running them"),
        (name = "pictures", description = "Board images"),
        (name = "players", description = "Players and their ratings"),
        (name = "rules", description = "Modes and layouts"),
        (name = "moderation", description = "Moderation"),
        (name = "admin", description = "The server as a whole, for administrators"),
        (name = "bots", description = "Programs that play"),
        (name = "health", description = "For operators")
    )
)]
struct Description;

fn described() -> OpenApiRouter<App> {
    // Public data that pages of any origin may read.
    let open = OpenApiRouter::new()
        .routes(routes!(pictures::of_room))
        .routes(routes!(pictures::of_game))
        .routes(routes!(pictures::of_position))
        .routes(routes!(games::list))
        .routes(routes!(games::of_player))
        .routes(routes!(players::search))
        .routes(routes!(players::show))
        .routes(routes!(players::counts))
        .routes(routes!(players::statistics))
        .routes(routes!(players::ratings))
        .routes(routes!(leaderboards::leaderboard))
        .routes(routes!(export::export))
        .routes(routes!(explorer::explore))
        .routes(routes!(game::show))
        .routes(routes!(game::as_text))
        .routes(routes!(game::moves))
        .routes(routes!(layouts::list))
        .routes(routes!(lobbies::list))
        .routes(routes!(positions::formations))
        .routes(routes!(tournaments::standings))
        .routes(routes!(tournaments::rounds))
        .routes(routes!(tournaments::games))
        .routes(routes!(tournament_files::export))
        .routes(routes!(tournaments::log))
        .layer(cors::for_reading())
        .layer(from_fn(cors::for_nobody_only));
    let api = OpenApiRouter::new()
        .routes(routes!(guests::create))
        .routes(routes!(guests::me, accounts::delete))
        .routes(routes!(accounts::create))
        .routes(routes!(accounts::change_password))
        .routes(routes!(sessions::create))
        .routes(routes!(sessions::end_current))
        .routes(routes!(sessions::list, sessions::end_others))
        .routes(routes!(sessions::end))
        .routes(routes!(tokens::list, tokens::create))
        .routes(routes!(tokens::end))
        .routes(routes!(recovery::left, recovery::renew))
        .routes(routes!(mail::ways, recovery::recover))
        .routes(routes!(mail::send_code))
        .routes(routes!(mail::show, mail::set, mail::remove))
        .routes(routes!(mail::confirm))
        .routes(routes!(bots::list))
        .routes(routes!(bots::register))
        .routes(routes!(moderation::sanctions, moderation::impose))
        .routes(routes!(moderation::lift))
        .routes(routes!(moderation::rename))
        .routes(routes!(moderation::reword))
        .routes(routes!(moderation::close_room))
        .routes(routes!(moderation::remove_line))
        .routes(routes!(moderation::clear_lines))
        .routes(routes!(moderation::log))
        .routes(routes!(moderation::pairs))
        .routes(routes!(moderation::reports))
        .routes(routes!(moderation::close_report))
        .routes(routes!(admin::server))
        .routes(routes!(admin::drain, admin::undrain))
        .routes(routes!(admin::announce, admin::take_back))
        .routes(routes!(admin::reload))
        .routes(routes!(tournaments::list, tournaments::create))
        .routes(routes!(tournaments::show, tournaments::edit))
        .routes(routes!(tournaments::command))
        .routes(routes!(tournaments::invitations))
        .routes(routes!(moderation::signals))
        .routes(routes!(rooms::list, rooms::create))
        .routes(routes!(rooms::own))
        .routes(routes!(rooms::show))
        .routes(routes!(players::change_profile))
        .routes(routes!(blocks::list))
        .routes(routes!(blocks::block, blocks::unblock))
        .routes(routes!(blocks::report))
        .routes(routes!(follows::followed))
        .routes(routes!(follows::follow, follows::unfollow))
        .routes(routes!(follows::presence))
        .routes(routes!(push::offer))
        .routes(routes!(push::subscribe, push::unsubscribe))
        .routes(routes!(challenges::list, challenges::create))
        .routes(routes!(challenges::show, challenges::cancel))
        .routes(routes!(challenges::accept))
        .routes(routes!(challenges::decline))
        .routes(routes!(challenges::counter))
        .routes(routes!(analyses::analysis, analyses::analyse))
        .routes(routes!(positions::evaluation))
        .merge(open)
        .layer(from_fn(caching::of_the_interface));
    OpenApiRouter::with_openapi(Description::openapi())
        .nest("/api/v1", api)
        .routes(routes!(health::live))
        .routes(routes!(health::ready))
}

/// Returns the OpenAPI description of the REST API as JSON.
pub fn openapi_json() -> String {
    let description = openapi::complete(described().into_openapi());
    let text = description.to_pretty_json().expect("a description has a JSON form");
    format!("{text}\n")
}

/// Serves all connections until `stopping` is cancelled and all requests that arrived before are answered.
pub(crate) async fn serve(listener: TcpListener, app: App, stopping: CancellationToken) {
    let config = app.config().clone();
    listen::serve(listener, router(app), &config, stopping).await;
}

/// Returns a response with a JSON text.
fn json(text: &Bytes) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text.clone()).into_response()
}

/// Logs a response that is an internal error. Busy, draining and stopping are no errors: they are counted, and the client knows.
fn note_failure(failure: ServerErrorsFailureClass, took: Duration, _: &Span) {
    match failure {
        ServerErrorsFailureClass::StatusCode(StatusCode::SERVICE_UNAVAILABLE) => {
            debug!(elapsed = ?took, "request rejected with status 503");
        }
        failure => error!(error = %failure, elapsed = ?took, "request failed"),
    }
}

/// The description as it is served.
static DESCRIPTION: LazyLock<Bytes> = LazyLock::new(|| openapi_json().into());

/// Builds the router of all endpoints.
fn router(app: App) -> Router {
    let (router, _) = described().split_for_parts();
    let traced = app.config().traces.is_on().then(|| from_fn_with_state(app.clone(), traces::follow));
    let header = |name: HeaderName, value: HeaderValue| SetResponseHeaderLayer::if_not_present(name, value);
    router
        .route("/openapi.json", axum::routing::get(|| async { json(&DESCRIPTION) }))
        .merge(openapi::page())
        .route("/ws", any(upgrade::upgrade))
        .route("/api/{*rest}", any(problem::no_such_address))
        .route_layer(from_fn_with_state(app.clone(), intake::take_in))
        .fallback(client::serve)
        .method_not_allowed_fallback(problem::method_not_allowed)
        .layer(compression::of_text())
        .layer(header(header::CONTENT_SECURITY_POLICY, client::content_security_policy()))
        .layer(header(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")))
        .layer(header(header::REFERRER_POLICY, HeaderValue::from_static("same-origin")))
        .layer(from_fn(host::require))
        .layer(from_fn(metrics::count))
        .layer(option_layer(traced))
        .layer(
            TraceLayer::new_for_http()
                .make_span_with(|request: &Request<_>| {
                    // Without the query: links to private rooms must not be logged at the usual level.
                    debug_span!("http", method = %request.method(), path = request.uri().path())
                })
                .on_failure(note_failure),
        )
        .with_state(app)
}
