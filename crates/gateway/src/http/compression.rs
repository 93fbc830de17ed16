//! Compression of responses. The client's files are excluded: they are compressed at build time.

use axum::http::{Extensions, HeaderMap, HeaderValue, StatusCode, Version, header};
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{And, Predicate, SizeAbove};

/// Shorter responses fit into one packet anyway.
const WORTHWHILE_BYTES: u64 = 1_024;

type IsText = fn(StatusCode, Version, &HeaderMap, &Extensions) -> bool;

/// Compresses long JSON, HTML and SVG for clients that accept it, at a fast level: a better compression would cost more time than it
/// saves.
pub(crate) fn of_text() -> CompressionLayer<And<SizeAbove, IsText>> {
    let is_text: IsText = |_, _, headers, _| is_text(headers);
    CompressionLayer::new()
        .quality(CompressionLevel::Fastest)
        .compress_when(SizeAbove::new(WORTHWHILE_BYTES).and(is_text))
}

/// Returns whether a response is compressed if it is long.
pub(super) fn is_text(headers: &HeaderMap) -> bool {
    let kinds: [&[u8]; 3] = [b"application/json", b"text/html", b"image/svg+xml"];
    let kind = headers.get(header::CONTENT_TYPE).map(HeaderValue::as_bytes);
    kind.is_some_and(|kind| kinds.iter().any(|text| kind.starts_with(text)))
}
