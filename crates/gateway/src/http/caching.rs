//! Caching headers and conditional requests.

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use super::answers::Cached;
use crate::codec;

/// Marks responses as private unless the handler says otherwise: `/me`, lists with private games and secrets are for the caller only.
/// Responses that are the same for all callers say `public`.
pub(crate) async fn of_the_interface(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let caching = headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    if !caching.as_bytes().starts_with(b"public") {
        headers.append(header::VARY, HeaderValue::from_static("cookie, authorization"));
    }
    response
}

/// Returns a cacheable body with `caching` as its `Cache-Control` value, or status 304 if the client has it already.
pub(crate) fn answer(
    headers: &HeaderMap,
    content_type: &'static str,
    caching: &'static str,
    body: Bytes,
) -> Response {
    let etag = tag(&body);
    let known = is_known(headers, &etag);
    let mut response =
        if known { StatusCode::NOT_MODIFIED.into_response() } else { Body::from(body).into_response() };
    let out = response.headers_mut();
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    if let Ok(etag) = HeaderValue::from_str(&etag) {
        out.insert(header::ETAG, etag);
    }
    response
}

/// Returns a cacheable JSON body, or status 304 if the client has it already.
pub(crate) fn json<T: Serialize + ToSchema>(
    headers: &HeaderMap,
    caching: &'static str,
    body: &T,
) -> Cached<Json<T>> {
    answer(headers, "application/json", caching, codec::body(body)).into()
}

/// Returns a cacheable text, or status 304 if the client has it already.
pub(crate) fn text(headers: &HeaderMap, caching: &'static str, text: String) -> Cached<String> {
    answer(headers, "text/plain; charset=utf-8", caching, text.into()).into()
}

/// Returns the weak entity tag of this content, which does not depend on its compression.
fn tag(content: &[u8]) -> String {
    let half = Sha256::digest(content).first_chunk().copied().expect("32 bytes have a first half");
    format!("W/\"{:032x}\"", u128::from_be_bytes(half))
}

/// Returns the entity tag of content with this SHA-256, with its quotes.
pub(crate) fn tag_of(sha256: &[u8]) -> String {
    // Half of the hash is enough to distinguish two contents.
    let digits = sha256[..16].iter().map(|byte| format!("{byte:02x}"));
    format!("\"{}\"", digits.collect::<String>())
}

/// Returns whether the client has the content of this entity tag.
pub(crate) fn is_known(headers: &HeaderMap, etag: &str) -> bool {
    headers.get_all(header::IF_NONE_MATCH).into_iter().any(|tags| names(tags, etag))
}

/// Returns whether the tag is in the list: `"one", W/"another"`, or `*` for all. A proxy that compresses makes a tag weak; its content is
/// the same.
fn names(tags: &HeaderValue, etag: &str) -> bool {
    let strong = |tag: &str| tag.trim_start_matches("W/").to_owned();
    let Ok(tags) = tags.to_str() else { return false };
    tags.split(',').map(str::trim).any(|tag| tag == "*" || strong(tag) == strong(etag))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entity_tag_is_found_in_request_header() {
        for (tags, known) in [
            (&["\"one\""][..], true),
            (&["W/\"one\""], true),
            (&["\"two\", \"one\""], true),
            (&["\"two\"", "W/\"one\""], true),
            (&["*"], true),
            (&["\"two\""], false),
            (&["one"], false),
            (&[], false),
        ] {
            let mut headers = HeaderMap::new();
            for tag in tags {
                headers.append(header::IF_NONE_MATCH, HeaderValue::from_static(tag));
            }
            assert_eq!(is_known(&headers, "\"one\""), known, "{tags:?}");
            assert_eq!(is_known(&headers, "W/\"one\""), known, "{tags:?}");
        }
    }

    #[test]
    fn unchanged_content_is_not_sent_again() {
        let send =
            |headers: &HeaderMap| answer(headers, "text/plain", "no-cache", Bytes::from_static(b"one"));
        let first = send(&HeaderMap::new());
        assert_eq!(first.status(), StatusCode::OK);
        let headers = HeaderMap::from_iter([(header::IF_NONE_MATCH, first.headers()[header::ETAG].clone())]);
        let second = send(&headers);
        assert_eq!(second.status(), StatusCode::NOT_MODIFIED);
        for name in [header::ETAG, header::CACHE_CONTROL] {
            assert_eq!(first.headers()[&name], second.headers()[&name], "{name}");
        }
    }
}
