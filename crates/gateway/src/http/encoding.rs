//! Content encodings that a client accepts.

use axum::http::{HeaderMap, header};
use sumito_web_assets::Encoding;

/// Encodings of the server, the best first.
const OFFERED: [Encoding; 2] = [Encoding::Brotli, Encoding::Gzip];

/// Returns the encodings that `Accept-Encoding` allows, in the client's order of preference. Clients without the header get unencoded
/// content.
pub(crate) fn accepted(headers: &HeaderMap) -> Vec<Encoding> {
    let lines = headers.get_all(header::ACCEPT_ENCODING).into_iter().filter_map(|line| line.to_str().ok());
    let preferences: Vec<_> = lines.flat_map(|line| line.split(',')).filter_map(read).collect();
    let quality = |encoding: Encoding| {
        let named = |name: &str| preferences.iter().find(|(encoding, _)| encoding.eq_ignore_ascii_case(name));
        named(encoding.name()).or_else(|| named("*")).map_or(0.0, |(_, quality)| *quality)
    };
    let mut accepted: Vec<_> = OFFERED.into_iter().filter(|encoding| quality(*encoding) > 0.0).collect();
    accepted.sort_by(|one, other| quality(*other).total_cmp(&quality(*one)));
    accepted
}

/// Parses an encoding with its quality: `gzip;q=0.8`.
fn read(preference: &str) -> Option<(&str, f32)> {
    let (name, parameters) = preference.split_once(';').unwrap_or((preference, ""));
    let quality = match parameters.trim().strip_prefix(['q', 'Q']) {
        Some(quality) => quality.trim_start().strip_prefix('=')?.trim().parse().ok()?,
        None => 1.0,
    };
    Some((name.trim(), quality))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn preferred_encoding_comes_first() {
        use Encoding::{Brotli, Gzip};
        for (preferences, expected) in [
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
            for line in preferences {
                headers.append(header::ACCEPT_ENCODING, HeaderValue::from_static(line));
            }
            assert_eq!(accepted(&headers), expected, "{preferences:?}");
        }
    }
}
