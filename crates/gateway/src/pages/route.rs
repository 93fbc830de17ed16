//! Addresses of the client's pages.

use axum::http::Uri;

/// A page of the client, reduced to the data for the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Route<'a> {
    /// A page that always exists.
    Page,
    /// Page of a room, by its id.
    Room(&'a str),
    /// Page of a finished game, by its id, with the ply.
    Game(&'a str, Option<u32>),
    /// Embeddable page of a finished game.
    Embedded(&'a str),
    /// Page of a puzzle, by its id.
    Puzzle(&'a str),
    /// Embeddable page of the puzzle of the day.
    EmbeddedPuzzle,
    /// No such page.
    Unknown,
}

impl<'a> Route<'a> {
    pub(super) fn of(uri: &'a Uri) -> Self {
        let path = uri.path();
        let path = path.strip_prefix('/').unwrap_or(path);
        let path = path.strip_suffix('/').unwrap_or(path);
        let parts: Vec<_> = path.split('/').collect();
        match *parts.as_slice() {
            [
                "" | "new" | "games" | "players" | "bots" | "analysis" | "local" | "learn" | "rules"
                | "glossary" | "settings" | "signup" | "login" | "account" | "recover" | "receipt"
                | "moderation" | "admin" | "imprint" | "privacy" | "terms" | "tournaments" | "puzzles"
                | "studies" | "tv" | "clubs" | "messages" | "device" | "transparency",
            ]
            | ["learn" | "players" | "tournaments" | "clubs" | "study" | "messages", _]
            | ["players", _, "compare", _]
            | ["study" | "tournaments", _, _]
            | ["puzzles", "daily" | "streak" | "storm"]
            | ["oauth", "authorize"] => Self::Page,
            ["puzzles", id] => Self::Puzzle(id),
            ["embed", "puzzle"] => Self::EmbeddedPuzzle,
            ["room", id] => Self::Room(id),
            ["games", id] => Self::Game(id, ply(uri)),
            ["embed", "game", id] => Self::Embedded(id),
            _ => Self::Unknown,
        }
    }
}

/// Returns the ply in the query: `?ply=7`.
fn ply(uri: &Uri) -> Option<u32> {
    uri.query()?.split('&').find_map(|pair| pair.strip_prefix("ply="))?.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn of(text: &'static str) -> Route<'static> {
        // The leaked URI lives as long as the test.
        Route::of(Box::leak(Box::new(text.parse().unwrap())))
    }

    #[test]
    fn pages_are_recognised_by_path() {
        for (address, expected) in [
            ("/", Route::Page),
            ("/games/?player=1", Route::Page),
            ("/learn/sumito", Route::Page),
            ("/players/Velvet%20Otter%2077", Route::Page),
            ("/players/Ada/compare/Bob", Route::Page),
            ("/puzzles", Route::Page),
            ("/tv", Route::Page),
            ("/device?user_code=WDJB-MJHT", Route::Page),
            ("/oauth/authorize?client_id=1", Route::Page),
            ("/studies", Route::Page),
            ("/study/0198a1b2/3", Route::Page),
            ("/tournaments/0198a1b2/hall", Route::Page),
            ("/puzzles/daily", Route::Page),
            ("/puzzles/0fj3ka92mzq", Route::Puzzle("0fj3ka92mzq")),
            ("/embed/puzzle", Route::EmbeddedPuzzle),
            ("/room/k3x9q2m7p4ab", Route::Room("k3x9q2m7p4ab")),
            ("/games/7?ply=12", Route::Game("7", Some(12))),
            ("/games/7?a=b&ply=x", Route::Game("7", None)),
            ("/embed/game/7", Route::Embedded("7")),
            ("/room", Route::Unknown),
            ("/room/a/b", Route::Unknown),
            ("/learn/a/b", Route::Unknown),
            ("/puzzles/a/b", Route::Unknown),
            ("/elsewhere", Route::Unknown),
        ] {
            assert_eq!(of(address), expected, "{address}");
        }
    }

    #[test]
    fn server_knows_all_client_routes() {
        let routes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lib/base/router/routes.ts");
        let text = std::fs::read_to_string(routes).unwrap();
        let (_, patterns) = text.split_once("PATTERNS = {").unwrap();
        let (patterns, _) = patterns.split_once('}').unwrap();
        let patterns: Vec<_> = patterns.split('\'').skip(1).step_by(2).collect();
        assert!(patterns.len() > 5, "{patterns:?}");
        for pattern in patterns {
            let address: Uri = pattern.replace(':', "").parse().unwrap();
            assert_ne!(Route::of(&address), Route::Unknown, "{pattern}");
        }
    }
}
