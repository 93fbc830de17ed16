//! Responses of many lines of JSON (NDJSON), which are read from the store as fast as the client receives them.

use std::collections::VecDeque;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::IntoResponse;
use futures_util::stream::try_unfold;
use serde::Serialize;
use tokio_util::sync::CancellationToken;
use utoipa::ToSchema;

use super::answers::Written;
use crate::codec;
use sumito_store::StoreError;

/// The content type of such responses.
pub(crate) const CONTENT_TYPE: &str = "application/x-ndjson";

/// A source of lines.
pub(crate) trait Pages: Send + 'static {
    /// The value of a line, which is written as JSON.
    type Line: Serialize + ToSchema + Send;

    /// Reads the next lines, a few at once; none after the last. No resources of the database are held between two pages.
    fn next_page(&mut self) -> impl Future<Output = Result<Vec<Self::Line>, StoreError>> + Send;
}

/// Returns all lines as a response. If the server stops before the end, the response ends without its last chunk.
pub(crate) fn json_lines<P: Pages>(pages: P, stopping: CancellationToken) -> Written<Vec<P::Line>> {
    let body = Body::from_stream(try_unfold((pages, VecDeque::new()), move |(mut pages, mut lines)| {
        let stopping = stopping.clone();
        async move {
            if lines.is_empty() {
                if stopping.is_cancelled() {
                    return Err(StoreError::Unavailable("the server is stopping".into()));
                }
                lines.extend(pages.next_page().await?.iter().map(line));
            }
            Ok(lines.pop_front().map(|line| (line, (pages, lines))))
        }
    }));
    ([(header::CONTENT_TYPE, HeaderValue::from_static(CONTENT_TYPE))], body).into_response().into()
}

fn line<T: Serialize + ToSchema>(value: &T) -> Bytes {
    let mut line = codec::body(value).to_vec();
    line.push(b'\n');
    line.into()
}
