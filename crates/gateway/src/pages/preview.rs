//! Subjects of room and game pages, for link previews.

use std::time::Duration;

use sumito_game::Status;
use sumito_protocol::ErrorCode;
use tokio::time::timeout;

use super::preview_text;
use super::route::Route;
use crate::app::App;
use crate::codec::{self, ApiError};
use crate::http::Credentials;
use crate::rest::game;
use sumito_kit::names;
use sumito_rooms::RoomView;
use sumito_words::{Value, Words};

/// Timeout for looking up the subject of a page. The page works without it, and the database may be down.
const PATIENCE: Duration = Duration::from_millis(500);

/// Subject of a page, for programs that show a link to it.
pub(super) struct Preview {
    pub(super) title: String,
    pub(super) description: String,
    /// Path of an image on this site.
    pub(super) picture: String,
}

/// Result of looking up an address.
pub(super) enum PreviewLookup {
    /// The page exists; with its subject, if it has one that could be looked up.
    Page(Option<Preview>),
    /// No such page.
    Nothing,
}

/// Looks up the subject of a page.
pub(super) async fn find(
    app: &App,
    credentials: &Credentials,
    route: &Route<'_>,
    words: Words,
) -> PreviewLookup {
    let preview = async {
        match *route {
            Route::Page | Route::EmbeddedPuzzle | Route::Unknown => Ok(None),
            Route::Room(id) => of_room(app, id, words).await.map(Some),
            Route::Game(id, ply) => of_game(app, credentials, id, ply, words).await.map(Some),
            Route::Puzzle(id) => of_puzzle(app, id, words).await.map(Some),
            Route::Embedded(id) => of_game(app, credentials, id, None, words).await.map(Some),
        }
    };
    match timeout(PATIENCE, preview).await {
        _ if *route == Route::Unknown => PreviewLookup::Nothing,
        Ok(Ok(preview)) => PreviewLookup::Page(preview),
        Ok(Err(ApiError {
            code: ErrorCode::NoSuchRoom | ErrorCode::NoSuchGame | ErrorCode::NoSuchPuzzle,
            ..
        })) => PreviewLookup::Nothing,
        // The subject may exist; the page itself shows why it is not visible.
        Ok(Err(_)) | Err(_) => PreviewLookup::Page(None),
    }
}

async fn of_room(app: &App, id: &str, words: Words) -> Result<Preview, ApiError> {
    let view = app.rooms.get(codec::room_id(id)?).await?.view(None).await?;
    let view = view.value();
    let names: Vec<_> = view.seats.iter().filter_map(|seat| Some(names::of(seat.player.as_ref()?))).collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    let title = match view.status {
        Status::Waiting => words.with("preview.playWith", "names", preview_text::list(words, &names)),
        Status::Closed => words.text("preview.play").to_owned(),
        Status::Playing | Status::Finished => preview_text::versus(view.settings.mode, &names),
    };
    Ok(Preview {
        title,
        description: description_of_room(view, words),
        picture: format!("/api/v1/rooms/{id}/picture.png"),
    })
}

fn description_of_room(view: &RoomView, words: Words) -> String {
    let settings =
        preview_text::settings(words, view.settings.mode, view.settings.start(), view.settings.time);
    let outcome = view.game.as_ref().and_then(|game| game.outcome.as_ref());
    let names: Vec<_> =
        view.seats.iter().map(|seat| seat.player.as_ref().map_or_else(String::new, names::of)).collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    let state = match (view.status, outcome) {
        (Status::Waiting, _) if view.seats.iter().all(|seat| seat.player.is_some()) => {
            words.text("preview.soon").to_owned()
        }
        (Status::Waiting | Status::Closed, _) => words.text("preview.join").to_owned(),
        (Status::Finished, Some(outcome)) => preview_text::outcome(words, outcome, &names),
        (Status::Playing | Status::Finished, _) => {
            words.with("preview.live", "score", preview_text::score(view.position.captured()))
        }
    };
    format!("{settings}. {state}")
}

async fn of_puzzle(app: &App, id: &str, words: Words) -> Result<Preview, ApiError> {
    let puzzle = app.puzzles.find(id).await?.puzzle;
    let position = puzzle.start();
    // Spaces are the only characters of a position that a query cannot contain.
    let line = position.to_string().replace(' ', "+");
    Ok(Preview {
        title: words.text("preview.puzzle").to_owned(),
        description: words.with("preview.puzzleText", "color", position.turn()),
        picture: format!("/api/v1/positions/picture.png?mode={}&position={line}", position.mode()),
    })
}

async fn of_game(
    app: &App,
    credentials: &Credentials,
    id: &str,
    ply: Option<u32>,
    words: Words,
) -> Result<Preview, ApiError> {
    let game = game::find(app, credentials, id).await?;
    let query = ply.map(|ply| format!("?ply={ply}")).unwrap_or_default();
    let (mode, start) = (game.mode, game.start());
    let names: Vec<_> = game.players.iter().map(|player| player.name.as_str()).collect();
    let settings = preview_text::settings(words, mode, start, game.time);
    let outcome = preview_text::outcome(words, &game.outcome, &names);
    let moves = words.format("preview.moves", &[("count", Value::Number(f64::from(game.plies)))]);
    Ok(Preview {
        title: preview_text::versus(mode, &names),
        description: format!("{settings}. {outcome} {moves}"),
        picture: format!("/api/v1/games/{}/picture.png{query}", game.id.0),
    })
}
