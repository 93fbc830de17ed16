//! Long bodies in pieces, so that their compression lets other tasks run in between.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes, HttpBody};
use axum::response::Response;
use hyper::body::{Frame, SizeHint};

use super::compression::is_text;

/// Size of a piece: its compression takes less than a millisecond.
const PIECE_BYTES: usize = 16 * 1024;

/// A body in pieces, with a pause before each piece but the first.
#[derive(Debug)]
struct Pieces {
    inner: Body,
    rest: Bytes,
    has_paused: bool,
}

/// Divides a long text of known size. Other bodies are streams already.
pub(crate) async fn in_pieces(response: Response) -> Response {
    let is_long = response.body().size_hint().exact().is_some_and(|bytes| bytes > PIECE_BYTES as u64);
    if is_long && is_text(response.headers()) {
        response.map(|inner| Body::new(Pieces { inner, rest: Bytes::new(), has_paused: true }))
    } else {
        response
    }
}

impl HttpBody for Pieces {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.rest.is_empty() {
            match ready!(Pin::new(&mut self.inner).poll_frame(context)) {
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) => self.rest = data,
                    Err(frame) => return Poll::Ready(Some(Ok(frame))),
                },
                other => return Poll::Ready(other),
            }
        }
        if !self.has_paused {
            self.has_paused = true;
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        self.has_paused = false;
        let length = self.rest.len().min(PIECE_BYTES);
        Poll::Ready(Some(Ok(Frame::data(self.rest.split_to(length)))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let inner = self.inner.size_hint();
        inner.exact().map_or(inner, |bytes| SizeHint::with_exact(bytes + self.rest.len() as u64))
    }
}

#[cfg(test)]
mod tests {
    use axum::http::header;
    use futures_util::FutureExt;
    use http_body_util::BodyExt;

    use super::*;

    fn answer(kind: &'static str, bytes: usize) -> Response {
        Response::builder().header(header::CONTENT_TYPE, kind).body(Body::from(vec![b' '; bytes])).unwrap()
    }

    #[tokio::test]
    async fn long_text_comes_in_pieces_with_pauses() {
        let mut body = in_pieces(answer("application/json", 2 * PIECE_BYTES + 1)).await.into_body();
        assert_eq!(body.size_hint().exact(), Some(2 * PIECE_BYTES as u64 + 1));
        let mut sizes = Vec::new();
        let mut pauses = 0;
        loop {
            match body.frame().now_or_never() {
                None => pauses += 1,
                Some(Some(frame)) => sizes.push(frame.unwrap().into_data().unwrap().len()),
                Some(None) => break,
            }
        }
        assert_eq!((sizes, pauses), (vec![PIECE_BYTES, PIECE_BYTES, 1], 2));
    }

    #[tokio::test]
    async fn short_texts_and_files_stay_whole() {
        for (kind, bytes) in [("application/json", PIECE_BYTES), ("image/png", 10 * PIECE_BYTES)] {
            let frame = in_pieces(answer(kind, bytes)).await.into_body().frame().await;
            assert_eq!(frame.unwrap().unwrap().into_data().unwrap().len(), bytes);
        }
    }
}
