//! The web client's files.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use sumito_web_assets::Asset;

use super::problem;

/// Files with a hash in their name never change.
const FOREVER: &str = "public, max-age=31536000, immutable";
/// All others are asked for each time; the answer is most often that nothing has changed.
const REVALIDATE: &str = "no-cache";

/// A file of the web client or, for every other address a person may open, the client itself, which knows its pages.
pub(super) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return problem::method_not_allowed().await.into_response();
    }
    let path = uri.path().trim_start_matches('/');
    match sumito_web_assets::get(path) {
        Some(asset) => respond(asset, &headers),
        // Only pages have no file behind them: a missing picture is missing.
        None if path.contains('.') => problem::no_such_address().await.into_response(),
        None => respond(sumito_web_assets::index(), &headers),
    }
}

/// A JSON text as a response.
pub(super) fn json(text: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

fn respond(asset: Asset, headers: &HeaderMap) -> Response {
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let status = if known == Some(asset.etag.as_str()) { StatusCode::NOT_MODIFIED } else { StatusCode::OK };
    let body = if status == StatusCode::OK { Body::from(asset.bytes) } else { Body::empty() };
    let mut response = (status, body).into_response();
    let out = response.headers_mut();
    if let Ok(etag) = HeaderValue::from_str(&asset.etag) {
        out.insert(header::ETAG, etag);
    }
    if let Ok(content_type) = HeaderValue::from_str(&asset.content_type) {
        out.insert(header::CONTENT_TYPE, content_type);
    }
    let caching = if asset.immutable { FOREVER } else { REVALIDATE };
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    response
}
