//! What a client may keep, and whether what it has kept is still the same.

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

/// What nothing is said of otherwise is for the caller alone: `/me`, lists with private games, secrets. What everybody is answered alike
/// says `public`.
pub(super) async fn of_the_interface(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let caching = headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    if !caching.as_bytes().starts_with(b"public") {
        headers.append(header::VARY, HeaderValue::from_static("cookie, authorization"));
    }
    response
}

/// A body that may be kept for as long as `caching` says (a value of `Cache-Control`), or the word that the client has it already.
pub(super) fn answer(
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

/// A tag that stands for this content, however it is compressed on its way: a weak one.
fn tag(content: &[u8]) -> String {
    let half = Sha256::digest(content).first_chunk().copied().expect("32 bytes have a first half");
    format!("W/\"{:032x}\"", u128::from_be_bytes(half))
}

/// A tag for content with this SHA-256, quotes included.
pub(super) fn tag_of(sha256: &[u8]) -> String {
    // Half of it is plenty to tell two contents apart.
    let digits = sha256[..16].iter().map(|byte| format!("{byte:02x}"));
    format!("\"{}\"", digits.collect::<String>())
}

/// Whether the client says that it has what this tag stands for.
pub(super) fn is_known(headers: &HeaderMap, etag: &str) -> bool {
    headers.get_all(header::IF_NONE_MATCH).into_iter().any(|tags| names(tags, etag))
}

/// Whether the tag is among these: `"one", W/"another"`, or `*` for all. A proxy that encodes anew makes a tag weak; what it stands
/// for is the same.
fn names(tags: &HeaderValue, etag: &str) -> bool {
    let strong = |tag: &str| tag.trim_start_matches("W/").to_owned();
    let Ok(tags) = tags.to_str() else { return false };
    tags.split(',').map(str::trim).any(|tag| tag == "*" || strong(tag) == strong(etag))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_found_in_what_a_client_has() {
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
    fn who_has_it_is_not_sent_it_again() {
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
