//! The web client's files.

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use sumito_protocol::ErrorCode;
use sumito_web_assets::{Asset, ClientFiles, Encoding, INDEX};
use tokio::task::spawn_blocking;

use super::{Problem, caching, encoding, problem};
use crate::app::App;
use crate::wire::Refusal;

/// Files with a hash in their name never change.
const FOREVER: &str = "public, max-age=31536000, immutable";
/// All others are asked for each time; the answer is most often that nothing has changed.
const REVALIDATE: &str = "no-cache";

/// A file of the web client or, for every other address a person may open, the client itself, which knows its pages.
pub(super) async fn serve(
    State(app): State<App>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    if method != Method::GET && method != Method::HEAD {
        return Err(problem::method_not_allowed().await);
    }
    let path = uri.path().trim_start_matches('/');
    let (files, encodings) = (app.config().http.client_files(), encoding::accepted(&headers));
    match find(&files, path, &encodings).await {
        Some(asset) => Ok(respond(asset, &headers)),
        // Only pages have no file behind them: a missing picture is missing.
        None if path.contains('.') => Err(problem::no_such_address().await),
        None => match find(&files, INDEX, &encodings).await {
            Some(index) => Ok(respond(index, &headers)),
            None => Err(Refusal::new(ErrorCode::Unavailable, "the client is being built").into()),
        },
    }
}

/// A file of the client. Reading a folder takes time that other tasks of this thread must not wait for.
async fn find(files: &ClientFiles, path: &str, encodings: &[Encoding]) -> Option<Asset> {
    match files {
        ClientFiles::Embedded => files.get(path, encodings),
        ClientFiles::Folder(_) => {
            let (files, path, encodings) = (files.clone(), path.to_owned(), encodings.to_vec());
            spawn_blocking(move || files.get(&path, &encodings)).await.ok().flatten()
        }
    }
}

/// A JSON text as a response.
pub(super) fn json(text: &Bytes) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text.clone()).into_response()
}

fn respond(asset: Asset, headers: &HeaderMap) -> Response {
    let is_known = caching::is_known(headers, &asset.etag);
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Body::from(asset.bytes).into_response()
    };
    let out = response.headers_mut();
    // Whoever keeps the answer for others must keep one for each encoding.
    out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(etag) = HeaderValue::from_str(&asset.etag) {
        out.insert(header::ETAG, etag);
    }
    if let Ok(content_type) = HeaderValue::from_str(&asset.content_type) {
        out.insert(header::CONTENT_TYPE, content_type);
    }
    if asset.encoding != Encoding::Identity && !is_known {
        out.insert(header::CONTENT_ENCODING, HeaderValue::from_static(asset.encoding.name()));
    }
    let caching = if asset.immutable { FOREVER } else { REVALIDATE };
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    response
}
