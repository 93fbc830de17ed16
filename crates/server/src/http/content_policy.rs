//! What browsers may load for our pages, and which sites may show them in a frame.

use axum::http::HeaderValue;

/// Nothing from anywhere else. Styles may be inline because moving marbles are; a picture of a board to share is made in the page and
/// kept as a `blob:`.
macro_rules! policy {
    (framed by $sites:literal) => {
        concat!(
            "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; \
             connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; \
             frame-ancestors ",
            $sites
        )
    };
}

/// The policy of all answers but those that say otherwise: in no frame, so that no other site can place our buttons under its own.
pub(super) const USUAL: HeaderValue = HeaderValue::from_static(policy!(framed by "'none'"));
/// The policy of pages that are made for frames of other sites.
const EMBEDDABLE: HeaderValue = HeaderValue::from_static(policy!(framed by "*"));

/// The policy of a page: a board to look at, on which nothing can be done in a visitor's name, is what other sites may show.
pub(super) fn of_page(path: &str) -> HeaderValue {
    match path.strip_prefix("/embed/game/") {
        Some(id) if !id.is_empty() && !id.contains('/') => EMBEDDABLE,
        _ => USUAL,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_board_to_look_at_may_be_framed() {
        for path in ["/embed/game/01a1fcc6-ba4e-71e8-9582-3b04b4b05e36", "/embed/game/x"] {
            assert_eq!(of_page(path), EMBEDDABLE, "{path}");
        }
        for path in [
            "/",
            "/room/0123456789ab",
            "/games/01a1fcc6-ba4e-71e8-9582-3b04b4b05e36",
            "/embed/game/",
            "/embed/game",
            "/embed/room/0123456789ab",
            "/embed/game/x/y",
            "/embed/game/../../room/0123456789ab",
            "//embed/game/x",
        ] {
            assert_eq!(of_page(path), USUAL, "{path}");
        }
    }
}
