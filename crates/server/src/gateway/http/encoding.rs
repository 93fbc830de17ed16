//! Content encodings that a client accepts.

use axum::http::{HeaderMap, header};
use sumito_web_assets::Encoding;

/// Encodings of the server, the best first.
const OFFERED: [Encoding; 2] = [Encoding::Brotli, Encoding::Gzip];

/// Returns the encodings that `Accept-Encoding` allows, in the client's order of preference. Clients without the header get unencoded
/// content.
pub(crate) fn accepted(headers: &HeaderMap) -> Vec<Encoding> {
    let lines = headers.get_all(header::ACCEPT_ENCODING).into_iter().filter_map(|line| line.to_str().ok());
    let wishes: Vec<_> = lines.flat_map(|line| line.split(',')).filter_map(read).collect();
    let liking = |encoding: Encoding| {
        let named = |name: &str| wishes.iter().find(|(wish, _)| wish.eq_ignore_ascii_case(name));
        named(encoding.name()).or_else(|| named("*")).map_or(0.0, |(_, liking)| *liking)
    };
    let mut accepted: Vec<_> = OFFERED.into_iter().filter(|encoding| liking(*encoding) > 0.0).collect();
    accepted.sort_by(|one, other| liking(*other).total_cmp(&liking(*one)));
    accepted
}

/// Parses an encoding with its quality: `gzip;q=0.8`.
fn read(wish: &str) -> Option<(&str, f32)> {
    let (name, parameters) = wish.split_once(';').unwrap_or((wish, ""));
    let liking = match parameters.trim().strip_prefix(['q', 'Q']) {
        Some(liking) => liking.trim_start().strip_prefix('=')?.trim().parse().ok()?,
        None => 1.0,
    };
    Some((name.trim(), liking))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn preferred_encoding_comes_first() {
        use Encoding::{Brotli, Gzip};
        for (wishes, expected) in [
            (&[][..], &[][..]),
            (&[""], &[]),
            (&["gzip, deflate, br, zstd"], &[Brotli, Gzip]),
            (&["gzip"], &[Gzip]),
            (&["GZIP", "Br"], &[Brotli, Gzip]),
            (&["br;q=0.5, gzip; q=0.8"], &[Gzip, Brotli]),
            (&["br;q=0, gzip;q=0.001"], &[Gzip]),
            (&["*"], &[Brotli, Gzip]),
            (&["*;q=0.1, gzip"], &[Gzip, Brotli]),
            (&["br, *;q=0"], &[Brotli]),
            (&["identity"], &[]),
            (&["deflate, gzip;q=much"], &[]),
        ] {
            let mut headers = HeaderMap::new();
            for wish in wishes {
                headers.append(header::ACCEPT_ENCODING, HeaderValue::from_static(wish));
            }
            assert_eq!(accepted(&headers), expected, "{wishes:?}");
        }
    }
}
