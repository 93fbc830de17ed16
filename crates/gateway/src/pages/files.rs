//! Static files of the web client.

use std::sync::LazyLock;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sumito_web_assets::{Asset, ClientFiles, Encoding};

use sumito_kit::blocking::BlockingPool;
use sumito_kit::shares::Payer;

/// For files with a hash in their name, which never change.
const FOREVER: &str = "public, max-age=31536000, immutable";
/// For all other files: clients revalidate, usually with the result that nothing has changed.
const REVALIDATE: &str = "no-cache";

/// Maximum number of reads that wait.
const WAITING: usize = 1_024;

/// Pool that reads files of a folder, with its limits of concurrent and waiting reads.
static READING: LazyLock<BlockingPool> = LazyLock::new(|| BlockingPool::new("files", 4, WAITING));

/// Returns a file of the client. Files of a folder are read on a blocking thread, so that other tasks do not wait.
pub(super) async fn find(files: &ClientFiles, path: &str, encodings: &[Encoding]) -> Option<Asset> {
    match files {
        ClientFiles::Embedded => files.get(path, encodings),
        ClientFiles::Folder(_) => {
            let (files, path, encodings) = (files.clone(), path.to_owned(), encodings.to_vec());
            READING.run(Payer::SERVER, move || files.get(&path, &encodings)).await.ok().flatten()
        }
    }
}

pub(super) fn respond(asset: Asset, headers: &HeaderMap) -> Response {
    let is_known = super::super::http::caching::is_known(headers, &asset.etag);
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Body::from(asset.bytes).into_response()
    };
    let out = response.headers_mut();
    // Shared caches must store one response per encoding.
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
