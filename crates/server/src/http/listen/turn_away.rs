//! Connections that there is no place for.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::http::problem;
use crate::wire::Refusal;

/// How long somebody who is turned away has for taking the answer.
const PATIENCE: Duration = Duration::from_secs(1);

/// Tells clients why there is no place for them, a few at a time. The others are told nothing: their connections close at once.
#[derive(Debug)]
pub(super) struct Doorkeeper(Arc<Semaphore>);

impl Doorkeeper {
    /// Speaks with so many at the same time.
    pub(super) fn new(at_a_time: usize) -> Self {
        Self(Arc::new(Semaphore::new(at_a_time)))
    }

    /// Closes the connection with an answer; what is still to be done for that is returned.
    pub(super) fn turn_away(
        &self,
        stream: TcpStream,
        refusal: Refusal,
    ) -> Option<impl Future<Output = ()> + use<>> {
        let turn = self.0.clone().try_acquire_owned().ok()?;
        Some(async move {
            let _ = timeout(PATIENCE, say(stream, text(refusal))).await;
            drop(turn);
        })
    }
}

/// Writes the answer and waits until the client has read it: a connection that is closed with something unread takes back what was
/// written to it.
async fn say(mut stream: TcpStream, answer: Bytes) -> std::io::Result<()> {
    stream.write_all(&answer).await?;
    stream.shutdown().await?;
    let mut rest = [0; 512];
    while stream.read(&mut rest).await? > 0 {}
    Ok(())
}

/// The answer as it travels, whatever the request.
fn text(refusal: Refusal) -> Bytes {
    let (status, body) = problem::parts(refusal);
    let body = serde_json::to_string(&body).expect("a problem has a JSON form");
    format!(
        "HTTP/1.1 {status}\r\ncontent-type: {}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        problem::CONTENT_TYPE,
        body.len(),
    )
    .into()
}
