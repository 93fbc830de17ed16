//! Answers that are compressed on their way. The client's files are not among them: they are compressed when they are built.

use axum::http::{Extensions, HeaderMap, StatusCode, Version, header};
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{And, Predicate, SizeAbove};

/// Shorter answers fit into one packet anyway.
const WORTHWHILE_BYTES: u64 = 1_024;

type IsJson = fn(StatusCode, Version, &HeaderMap, &Extensions) -> bool;

/// Compresses JSON that is long enough for whoever takes it. Quickly: a better compression would cost more time than it saves.
pub(super) fn of_json() -> CompressionLayer<And<SizeAbove, IsJson>> {
    let is_json: IsJson = is_json;
    CompressionLayer::new()
        .quality(CompressionLevel::Fastest)
        .compress_when(SizeAbove::new(WORTHWHILE_BYTES).and(is_json))
}

fn is_json(_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|value| value.as_bytes().starts_with(b"application/json"))
}
