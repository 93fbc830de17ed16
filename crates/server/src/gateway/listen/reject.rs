//! Rejection of connections above the limits.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::gateway::codec::ApiError;
use crate::gateway::http::problem;

/// Time for a rejected client to read the response.
const PATIENCE: Duration = Duration::from_secs(1);

/// Sends rejection messages to clients, a few at a time. Further connections are closed without a message.
#[derive(Debug)]
pub(super) struct Rejecter(Arc<Semaphore>);

impl Rejecter {
    /// Allows this many concurrent messages.
    pub(super) fn new(at_a_time: usize) -> Self {
        Self(Arc::new(Semaphore::new(at_a_time)))
    }

    /// Rejects the connection with a message; returns the remaining work.
    pub(super) fn reject(
        &self,
        stream: TcpStream,
        refusal: ApiError,
    ) -> Option<impl Future<Output = ()> + use<>> {
        let turn = self.0.clone().try_acquire_owned().ok()?;
        Some(async move {
            let _ = timeout(PATIENCE, write_answer(stream, text(refusal))).await;
            drop(turn);
        })
    }
}

/// Writes the message and waits until the client has read it: closing a connection with unread input discards output that is still in
/// transit.
async fn write_answer(mut stream: TcpStream, answer: Bytes) -> std::io::Result<()> {
    stream.write_all(&answer).await?;
    stream.shutdown().await?;
    let mut rest = [0; 512];
    while stream.read(&mut rest).await? > 0 {}
    Ok(())
}

/// Encodes the response, which does not depend on the request.
fn text(refusal: ApiError) -> Bytes {
    let (status, body) = problem::parts(refusal);
    let body = serde_json::to_string(&body).expect("a problem has a JSON form");
    format!(
        "HTTP/1.1 {status}\r\ncontent-type: {}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        problem::CONTENT_TYPE,
        body.len(),
    )
    .into()
}
