//! HTTP: the REST API under `/api/v1`, its OpenAPI description, health checks, and the web client's files.

mod accounts;
mod admin;
mod analyses;
mod blocks;
mod bots;
mod challenges;
mod explorer;
mod export;
mod follows;
pub(super) mod game;
mod games;
mod guests;
mod health;
mod layouts;
mod leaderboards;
mod lobbies;
mod mail;
mod moderation;
pub(super) mod openapi;
mod pictures;
mod players;
mod positions;
mod push;
mod recovery;
mod rooms;
mod sessions;
mod tokens;
mod tournament_files;
mod tournaments;

use axum::middleware::from_fn;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::gateway::app::App;
use crate::gateway::http::{caching, cors};

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

/// Builds the routes of the REST API, with their OpenAPI description.
pub(super) fn described() -> OpenApiRouter<App> {
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
        .layer(from_fn(cors::for_anonymous_only));
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
