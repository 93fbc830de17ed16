//! The web client: its files and pages. All pages are the same file, which routes in the browser. The server adds the subject of a page
//! to its head, for link previews, and reports whether the page exists.

mod files;
mod head;
mod manifest;
mod preview;
mod preview_text;
mod route;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use sumito_protocol::ErrorCode;
use sumito_web_assets::{ClientFiles, INDEX};
use sumito_words::{Language, Words};

use self::head::Head;
use self::preview::PreviewLookup;
use self::route::Route;
use crate::app::App;
use crate::codec::ApiError;
use crate::http::{Credentials, ProblemResponse, caching, encoding, host, problem};
use crate::limits::{ClientAddress, Limit};

/// Policy of pages: they load only from the server itself. Inline styles are allowed because moving marbles use them, and WebAssembly for the
/// engine.
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
                                       font-src 'self'; media-src 'none'; object-src 'none'; worker-src 'self'; manifest-src 'self'; \
                                       base-uri 'none'; form-action 'self'; frame-ancestors ";

/// Pages and the manifest are compressed, and contain texts in the reader's language.
const VARY: HeaderValue = HeaderValue::from_static("accept-encoding, accept-language");

/// Returns the same policy for all other responses: no page may embed them.
pub(crate) fn content_security_policy() -> HeaderValue {
    policy("'none'")
}

/// Serves a file of the web client or, for every other address that a person may open, the client itself.
pub(crate) async fn serve(
    State(app): State<App>,
    method: Method,
    uri: Uri,
    address: ClientAddress,
    credentials: Credentials,
    headers: HeaderMap,
) -> Result<Response, ProblemResponse> {
    if method != Method::GET && method != Method::HEAD {
        return Err(problem::method_not_allowed().await);
    }
    let files = ClientFiles::of(&app.config.http.client_dir);
    let words = words(&headers);
    if uri.path() == manifest::PATH
        && let Some(asset) = files::find(&files, manifest::PATH, &[]).await
    {
        let manifest = manifest::of_site(&asset.bytes, &app.site, words);
        let mut response = caching::answer(&headers, manifest::CONTENT_TYPE, "no-cache", manifest.into());
        response.headers_mut().insert(header::VARY, VARY);
        return Ok(response);
    }
    if let Some(asset) = files::find(&files, uri.path(), &encoding::accepted(&headers)).await {
        return Ok(files::respond(asset, &headers));
    }
    let route = Route::of(&uri);
    if route == Route::Unknown && uri.path().contains('.') {
        // Paths with a file extension are files: a missing image is an error.
        return Err(problem::no_such_address().await);
    }
    // The page is always shown; its subject is looked up only for clients within the rate limit.
    let found = match app.address_limits.count(Limit::Requests, address) {
        Ok(()) => preview::find(&app, &credentials, &route, words).await,
        Err(_) if route == Route::Unknown => PreviewLookup::Nothing,
        Err(_) => PreviewLookup::Page(None),
    };
    let (status, preview) = match found {
        PreviewLookup::Page(preview) => (StatusCode::OK, preview),
        PreviewLookup::Nothing => (StatusCode::NOT_FOUND, None),
    };
    let page = page(&app, &files, &uri, &headers, words, preview).await?;
    let mut response = respond(page, status, &headers);
    if matches!(route, Route::Embedded(_) | Route::EmbeddedPuzzle) {
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy("*"));
    }
    Ok(response)
}

/// Returns the texts in the reader's language.
pub(crate) fn words(headers: &HeaderMap) -> Words {
    let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    Words::of(accepted.map(Language::of_accepted).unwrap_or_default())
}

/// Returns a policy with these allowed frame ancestors.
fn policy(frame_ancestors: &str) -> HeaderValue {
    let policy = format!("{CONTENT_SECURITY_POLICY}{frame_ancestors}");
    HeaderValue::from_str(&policy).expect("a policy is plain text")
}

/// Returns the client's page with a head that describes its subject.
async fn page(
    app: &App,
    files: &ClientFiles,
    uri: &Uri,
    headers: &HeaderMap,
    words: Words,
    preview: Option<preview::Preview>,
) -> Result<String, ApiError> {
    let index = files::find(files, INDEX, &[]).await;
    let index = index.and_then(|index| String::from_utf8(index.bytes.into_owned()).ok());
    let index =
        index.ok_or_else(|| ApiError::new(ErrorCode::Unavailable, "the web client is being built"))?;
    let build = files.build();
    let address = host::site(&app.config, headers);
    let address = address.as_deref();
    let head = Head { site: &app.site, build: build.as_deref(), address, path: uri.path(), words, preview };
    Ok(head.put_into(&index))
}

fn respond(page: String, status: StatusCode, headers: &HeaderMap) -> Response {
    // A weak tag: the page may be compressed in transit.
    let etag = format!("W/{}", caching::tag_of(&Sha256::digest(&page)));
    let is_known = status == StatusCode::OK && caching::is_known(headers, &etag);
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        (status, Body::from(page)).into_response()
    };
    let out = response.headers_mut();
    if let Ok(etag) = HeaderValue::from_str(&etag) {
        out.insert(header::ETAG, etag);
    }
    out.insert(header::VARY, VARY);
    // The head of a private game's page is for its players only.
    out.append(header::VARY, HeaderValue::from_static("cookie, authorization"));
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}
