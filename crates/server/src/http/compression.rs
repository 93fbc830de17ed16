//! Answers that are compressed on their way. The client's files are not among them: they are compressed when they are built.

use axum::http::{Extensions, HeaderMap, StatusCode, Version, header};
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{And, Predicate, SizeAbove};

/// Shorter answers fit into one packet anyway.
const WORTHWHILE_BYTES: u64 = 1_024;

/// What the server itself writes.
const TEXTS: [&[u8]; 3] = [b"application/json", b"image/svg+xml", b"text/html"];

type IsText = fn(StatusCode, Version, &HeaderMap, &Extensions) -> bool;

/// Compresses texts that are long enough for whoever takes it. Quickly: a better compression would cost more time than it saves.
pub(super) fn of_texts() -> CompressionLayer<And<SizeAbove, IsText>> {
    let is_text: IsText = is_text;
    CompressionLayer::new()
        .quality(CompressionLevel::Fastest)
        .compress_when(SizeAbove::new(WORTHWHILE_BYTES).and(is_text))
}

/// A strong tag stands for the bytes as they are: what has one stays so.
fn is_text(_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions) -> bool {
    let is_text = |value: &[u8]| TEXTS.iter().any(|text| value.starts_with(text));
    let is_weak = |tag: &[u8]| tag.starts_with(b"W/");
    headers.get(header::CONTENT_TYPE).is_some_and(|value| is_text(value.as_bytes()))
        && headers.get(header::ETAG).is_none_or(|tag| is_weak(tag.as_bytes()))
}
