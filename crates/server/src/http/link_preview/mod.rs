//! What others show of a link to a page: its title, a sentence and a picture, as Open Graph tags in the head of the page. In English,
//! since those who fetch a page to show it say nothing of who will read that.

mod tags;
mod words;

use std::time::Duration;

use sumito_protocol::ErrorCode;
use tokio::time::timeout;

use super::{Credentials, games};
use crate::app::App;
use crate::limits::ClientAddress;
use crate::wire::{self, Refusal};

/// A page waits so long for what a link to it is to show. It is of use without, and a database may be away.
const PATIENCE: Duration = Duration::from_millis(500);

/// What is shown of a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LinkPreview {
    /// Who plays.
    title: String,
    /// How it stands or ended, and what is played.
    description: String,
    /// The page's path.
    path: String,
    /// The path of its picture.
    picture: String,
}

/// The pages that show something of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Page<'a> {
    Room(&'a str),
    Game(&'a str),
}

impl<'a> Page<'a> {
    /// The page at a path, if it is one of these.
    fn at(path: &'a str) -> Option<Self> {
        let id = |prefix| path.strip_prefix(prefix).filter(|id| !id.is_empty() && !id.contains('/'));
        id("/room/").map(Self::Room).or_else(|| id("/games/").or_else(|| id("/embed/game/")).map(Self::Game))
    }
}

/// What a link to this path shows. Nothing for pages that are alike for everybody, for what does not exist, for private games, and
/// where it cannot be found out at once.
pub(super) async fn of(app: &App, address: ClientAddress, path: &str) -> Option<LinkPreview> {
    let page = Page::at(path)?;
    // Pages are not counted as requests; but this one asks for as much as a request does.
    app.address_limits().request(address).ok()?;
    match timeout(PATIENCE, load(app, page)).await {
        Ok(Ok(preview)) => Some(preview),
        Ok(Err(refusal)) => {
            let usual = matches!(refusal.code, ErrorCode::NoSuchRoom | ErrorCode::NoSuchGame);
            if !usual {
                tracing::debug!(path, %refusal, "a page goes out without what a link to it shows");
            }
            None
        }
        Err(_) => None,
    }
}

/// Whoever opens the page, what is shown is what everybody may see: it is handed on.
async fn load(app: &App, page: Page<'_>) -> Result<LinkPreview, Refusal> {
    let (title, description, path, picture) = match page {
        Page::Room(id) => {
            let room = app.rooms().get(wire::room_id(id)?).await?;
            let view = room.view(None).await?;
            let (title, description) = words::of_room(view.value());
            let id = room.id();
            (title, description, format!("/room/{id}"), format!("/api/v1/rooms/{id}/picture.png"))
        }
        Page::Game(id) => {
            let game = games::find(app, &Credentials::None, id).await?;
            let (title, description) = words::of_game(&game);
            let id = game.id.0;
            (title, description, format!("/games/{id}"), format!("/api/v1/games/{id}/picture.png"))
        }
    };
    Ok(LinkPreview { title, description, path, picture })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_and_games_have_pages_that_show_something() {
        assert_eq!(Page::at("/room/0123456789ab"), Some(Page::Room("0123456789ab")));
        assert_eq!(Page::at("/games/x"), Some(Page::Game("x")));
        assert_eq!(Page::at("/embed/game/x"), Some(Page::Game("x")));
        for path in ["/", "/games", "/games/", "/room/", "/room/x/y", "/rooms/x", "/embed/room/x", "room/x"] {
            assert_eq!(Page::at(path), None, "{path}");
        }
    }
}
