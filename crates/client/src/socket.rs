//! One socket to the server.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use sumito_protocol::{ClientMessage, ServerMessage};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Error as SocketError;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::{HeaderValue, Response, header};
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

use crate::conversation::HelloResult;
use crate::decode::{Decoded, decode};
use crate::rest::ProblemBody;
use crate::{ApiError, Error};

/// One socket to the server.
pub(crate) struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    /// Opens a socket as the owner of the token, or anonymously, and waits at most `patience` for the server's `hello`.
    pub(crate) async fn open(
        url: &str,
        token: Option<&str>,
        patience: Duration,
    ) -> Result<(Self, HelloResult), Error> {
        let opened = timeout(patience, Self::open_without_timeout(url, token)).await;
        opened.map_err(|_| Error::Unreachable(format!("no answer from {url}")))?
    }

    async fn open_without_timeout(url: &str, token: Option<&str>) -> Result<(Self, HelloResult), Error> {
        let mut request = url.into_client_request().map_err(|error| Error::Address(error.to_string()))?;
        if let Some(token) = token {
            let bearer = HeaderValue::from_str(&format!("Bearer {token}")).map_err(|_| {
                Error::Refused(ApiError::new(
                    "bad_token".to_owned(),
                    "invalid token: not a header value".to_owned(),
                    None,
                ))
            })?;
            request.headers_mut().insert(header::AUTHORIZATION, bearer);
        }
        // Boxed, because the state that TLS may need would enlarge every future that awaits it.
        let connecting = Box::pin(connect_async_with_config(request, None, true));
        let (socket, _) = connecting.await.map_err(not_opened)?;
        let mut socket = Self(socket);
        match socket.next().await? {
            Decoded::Message(ServerMessage::Hello { protocol, now, user, .. }) => {
                Ok((socket, HelloResult { protocol, now, user }))
            }
            _ => Err(Error::Unreachable(format!("no hello from {url}"))),
        }
    }

    /// Returns the next message. Cancel safe.
    pub(crate) async fn next(&mut self) -> Result<Decoded, Error> {
        Ok(decode(&self.text().await?))
    }

    async fn text(&mut self) -> Result<Utf8Bytes, Error> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Error::Disconnected),
                Some(Ok(_)) => {}
            }
        }
    }

    /// Sends messages together, within `patience`.
    pub(crate) async fn send(
        &mut self,
        messages: Vec<ClientMessage>,
        patience: Duration,
    ) -> Result<(), Error> {
        let sending = async {
            for message in messages {
                let text = serde_json::to_string(&message).expect("a command is plain JSON");
                self.0.feed(Message::text(text)).await?;
            }
            self.0.flush().await
        };
        timeout(patience, sending).await.map_err(|_| Error::Disconnected)?.map_err(|_| Error::Disconnected)
    }

    /// Closes the socket properly: the server treats the user as having left on purpose.
    pub(crate) async fn close(mut self, patience: Duration) {
        let goodbye = async {
            if self.0.close(None).await.is_ok() {
                while let Some(Ok(_)) = self.0.next().await {}
            }
        };
        // The result no longer matters.
        let _ = timeout(patience, goodbye).await;
    }
}

/// Returns the reason why the socket did not open: the server's own text, if it sent one.
fn not_opened(error: SocketError) -> Error {
    let SocketError::Http(response) = error else { return Error::Unreachable(error.to_string()) };
    problem_of(&response).unwrap_or_else(|| {
        Error::Unreachable(format!("the server answered with status {}", response.status()))
    })
}

fn problem_of(response: &Response<Option<Vec<u8>>>) -> Option<Error> {
    let body = response.body().as_deref()?;
    // The header contains the length; the rest is not needed.
    let mut problems = serde_json::Deserializer::from_slice(body);
    ProblemBody::deserialize(&mut problems).ok().map(Error::from)
}
