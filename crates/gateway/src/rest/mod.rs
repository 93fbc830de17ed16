//! HTTP: the REST API under `/api/v1`, its OpenAPI description, health checks, and the web client's files.

mod accounts;
mod admin;
mod analyses;
mod appeals;
mod apps;
mod blocks;
mod bots;
mod challenges;
mod clubs;
mod conversations;
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
mod moderation_records;
mod notes;
mod oauth;
pub(super) mod openapi;
mod overview;
mod pairings;
mod personal;
mod pictures;
mod players;
mod positions;
mod profiles;
mod push;
mod puzzles;
mod receipts;
mod recovery;
mod registration;
mod reminders;
mod rooms;
mod sessions;
mod signals;
mod site;
mod streams;
mod studies;
pub(super) mod times;
mod tokens;
mod tournament_files;
mod tournament_import;
mod tournaments;
mod transparency;
mod two_factor;
mod vacations;
mod webhooks;

use axum::middleware::from_fn;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::http::caching;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Sumito",
        description = "Abalone online: guests and accounts, rooms and the history of games. Games are played over the WebSocket at `/ws`.",
        license(name = "MIT OR Apache-2.0")
    ),
    tags(
        (name = "identity", description = "Identity of the caller"),
        (name = "site", description = "The site, as its operator has set it up"),
        (name = "accounts", description = "Names and passwords"),
        (name = "sessions", description = "Sessions of the caller"),
        (name = "tokens", description = "API tokens"),
        (name = "apps", description = "Apps of other developers, and OAuth 2.1"),
        (name = "webhooks", description = "Signed messages to servers of users"),
        (name = "recovery", description = "Forgotten passwords"),
        (name = "rooms", description = "Rooms"),
        (name = "lobbies", description = "Lobbies with matchmaking"),
        (name = "challenges", description = "Challenges to other players"),
        (name = "pairings", description = "Games that an organizer creates at once"),
        (name = "clubs", description = "Clubs of players"),
        (name = "conversations", description = "Conversations of two accounts"),
        (name = "push", description = "Web Push notifications"),
        (name = "games", description = "The history of finished games"),
        (name = "puzzles", description = "Puzzles to solve"),
        (name = "receipts", description = "Signed receipts of games and tournaments, and their log"),
        (name = "studies", description = "Studies: saved analyses that several users edit"),
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
    let api = OpenApiRouter::new()
        .merge(guests::router())
        .merge(accounts::router())
        .merge(personal::router())
        .merge(sessions::router())
        .merge(site::router())
        .merge(tokens::router())
        .merge(apps::router())
        .merge(oauth::router())
        .merge(recovery::router())
        .merge(two_factor::router())
        .merge(mail::router())
        .merge(bots::router())
        .merge(moderation::router())
        .merge(moderation_records::router())
        .merge(appeals::router())
        .merge(signals::router())
        .merge(transparency::router())
        .merge(admin::router())
        .merge(registration::router())
        .merge(tournaments::router())
        .merge(rooms::router())
        .merge(streams::router())
        .merge(overview::router())
        .merge(players::router())
        .merge(profiles::router())
        .merge(blocks::router())
        .merge(follows::router())
        .merge(push::router())
        .merge(vacations::router())
        .merge(webhooks::router())
        .merge(notes::router())
        .merge(reminders::router())
        .merge(puzzles::router())
        .merge(receipts::router())
        .merge(studies::router())
        .merge(challenges::router())
        .merge(pairings::router())
        .merge(clubs::router())
        .merge(conversations::router())
        .merge(analyses::router())
        .merge(positions::router())
        .merge(pictures::router())
        .merge(games::router())
        .merge(leaderboards::router())
        .merge(export::router())
        .merge(explorer::router())
        .merge(game::router())
        .merge(layouts::router())
        .merge(lobbies::router())
        .merge(tournament_files::router())
        .merge(tournament_import::router())
        .layer(from_fn(caching::of_the_interface));
    OpenApiRouter::with_openapi(Description::openapi())
        .nest("/api/v1", api)
        .merge(health::router())
        .merge(receipts::well_known())
        .merge(oauth::well_known())
}

/// Returns the OpenAPI description of the REST API as JSON.
pub fn openapi_json() -> String {
    let description = openapi::complete(described().into_openapi());
    format!("{description:#}\n")
}
