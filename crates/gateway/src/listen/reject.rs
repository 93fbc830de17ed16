//! Response to connections above the limits.

use std::time::Duration;

use tokio::io::{AsyncWriteExt, copy, sink};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::codec::ApiError;
use crate::http::problem;

/// Time for a rejected client to read the response.
const READ_TIMEOUT: Duration = Duration::from_secs(1);

/// Responds with the error, whatever the request is, and closes the connection.
pub(super) async fn reject(mut stream: TcpStream, error: ApiError) {
    let response = response(error);
    let responding = async {
        stream.write_all(response.as_bytes()).await?;
        stream.shutdown().await?;
        // Closing a connection with unread input discards output that is still in transit.
        copy(&mut stream, &mut sink()).await
    };
    let _ = timeout(READ_TIMEOUT, responding).await;
}

fn response(error: ApiError) -> String {
    let (status, body) = problem::parts(error);
    let body = serde_json::to_string(&body).expect("a problem has a JSON form");
    format!(
        "HTTP/1.1 {status}\r\ncontent-type: {}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        problem::CONTENT_TYPE,
        body.len(),
    )
}
