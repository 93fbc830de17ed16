//! The web client: its files, and its pages. All pages are one file that knows them by itself; the server adds to its head what a page is
//! about, for programs that show links, and says whether there is such a page.

mod files;
mod head;
mod preview;
mod route;
mod words;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use sumito_protocol::ErrorCode;
use sumito_web_assets::{ClientFiles, INDEX};

use self::head::Head;
use self::preview::Found;
use self::route::Route;
use super::{Credentials, Problem, caching, encoding, problem};
use crate::app::App;
use crate::limits::ClientAddress;
use crate::wire::Refusal;

/// What a page may load: nothing from anywhere else. Styles may be inline because moving marbles are.
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
                                       font-src 'self'; media-src 'none'; object-src 'none'; worker-src 'self'; manifest-src 'self'; \
                                       base-uri 'none'; form-action 'self'; frame-ancestors ";

/// The same for whatever is answered: nobody may put it into a page of theirs.
pub(super) fn content_security_policy() -> HeaderValue {
    policy("'none'")
}

/// A file of the web client or, for every other address a person may open, the client itself.
pub(super) async fn serve(
    State(app): State<App>,
    method: Method,
    uri: Uri,
    address: ClientAddress,
    credentials: Credentials,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    if method != Method::GET && method != Method::HEAD {
        return Err(problem::method_not_allowed().await);
    }
    let files = app.config().http.client_files();
    if let Some(asset) = files::find(&files, uri.path(), &encoding::accepted(&headers)).await {
        return Ok(files::respond(asset, &headers));
    }
    let route = Route::of(&uri);
    if route == Route::Unknown && uri.path().contains('.') {
        // Only pages have no file behind them: a missing picture is missing.
        return Err(problem::no_such_address().await);
    }
    // A page is shown in any case; what it is about is looked up for those only who do not ask for too much.
    let found = match app.address_limits().request(address) {
        Ok(()) => preview::find(&app, &credentials, &route).await,
        Err(_) if route == Route::Unknown => Found::Nothing,
        Err(_) => Found::Page(None),
    };
    let (status, preview) = match found {
        Found::Page(preview) => (StatusCode::OK, preview),
        Found::Nothing => (StatusCode::NOT_FOUND, None),
    };
    let page = page(&app, &files, &uri, &headers, preview).await?;
    let mut response = respond(page, status, &headers);
    if matches!(route, Route::Embedded(_)) {
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy("*"));
    }
    Ok(response)
}

/// Who may show it within a page.
fn policy(frame_ancestors: &str) -> HeaderValue {
    let policy = format!("{CONTENT_SECURITY_POLICY}{frame_ancestors}");
    HeaderValue::from_str(&policy).expect("a policy is plain text")
}

/// The client's page with a head that says what it is about.
async fn page(
    app: &App,
    files: &ClientFiles,
    uri: &Uri,
    headers: &HeaderMap,
    preview: Option<preview::Preview>,
) -> Result<String, Refusal> {
    let index = files::find(files, INDEX, &[]).await;
    let index = index.and_then(|index| String::from_utf8(index.bytes.into_owned()).ok());
    let index = index.ok_or_else(|| Refusal::new(ErrorCode::Unavailable, "the web client is being built"))?;
    let build = files.build();
    let site = head::site(app.config(), headers);
    let head = Head { build: build.as_deref(), site: site.as_deref(), path: uri.path(), preview };
    Ok(head.put_into(&index))
}

fn respond(page: String, status: StatusCode, headers: &HeaderMap) -> Response {
    // A weak one: the page may be compressed on its way.
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
    out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    // The head of a page tells a player of their private game.
    out.append(header::VARY, HeaderValue::from_static("cookie, authorization"));
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}
