//! Answers of a server that starts and waits for its database or for NATS.

use std::sync::Arc;

use axum::Router;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use sumito_config::Config;
use sumito_words::Words;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::codec::ApiError;
use crate::http::ProblemResponse;
use crate::limits::TrustedNetworks;
use crate::{listen, pages};

/// Seconds after which a browser loads the page again.
const RELOAD_S: u64 = 5;

/// Answers all requests with 503 until `stopping` is cancelled. `/healthz` answers "alive".
pub async fn serve(listener: TcpListener, config: Arc<Config>, stopping: CancellationToken) {
    let trusted = TrustedNetworks::new(&config.limits.trusted_networks);
    let router = Router::new().route("/healthz", get(|| async { "alive\n" })).fallback(refuse);
    listen::serve(listener, router, config, trusted, stopping).await;
}

async fn refuse(uri: Uri, headers: HeaderMap) -> Response {
    let accepts_html =
        headers.get_all(header::ACCEPT).iter().any(|value| value.as_bytes().starts_with(b"text/html"));
    if uri.path().starts_with("/api/") || !accepts_html {
        return ProblemResponse::from(ApiError::unavailable()).into_response();
    }
    let words = pages::words(&headers);
    (
        StatusCode::SERVICE_UNAVAILABLE,
        [(header::RETRY_AFTER, RELOAD_S.to_string()), (header::CACHE_CONTROL, "no-store".to_owned())],
        Html(page(words)),
    )
        .into_response()
}

fn page(words: Words) -> String {
    let (language, text) = (words.language().as_str(), words.text("error.unavailable"));
    format!(
        "<!doctype html><html lang=\"{language}\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <meta http-equiv=\"refresh\" content=\"{RELOAD_S}\"><title>{text}</title><p>{text}</p></html>\n"
    )
}
