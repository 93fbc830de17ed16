//! A client's socket without the SDK: one thread serves hundreds of players, and must do so more cheaply than the server answers them;
//! otherwise it would measure itself.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context, bail};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use sumito_protocol::client::{ClientMessage, Command};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

/// Timeout after which a silent server counts as failed.
const PATIENCE: Duration = Duration::from_secs(30);

/// Size of the read buffer: as on the server, many sockets must not need much memory.
const READ_BUFFER_BYTES: usize = 4 * 1024;

/// A client's socket.
pub(crate) struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

/// The fields of a message that the generator needs: parsing all of it would cost more than the server's serialisation.
#[derive(Debug, Deserialize)]
pub(crate) struct MessageHeader<'a> {
    #[serde(rename = "type")]
    message: &'a str,
    kind: Option<&'a str>,
    ply: Option<u32>,
}

impl MessageHeader<'_> {
    /// Returns whether it is an event of this kind.
    pub(crate) fn is(&self, kind: &str) -> bool {
        self.message == "event" && self.kind == Some(kind)
    }

    /// Returns whether it is the move after which `ply` plies are played.
    pub(crate) fn is_move(&self, ply: u32) -> bool {
        self.is("moved") && self.ply == Some(ply)
    }
}

impl Socket {
    /// Connects as the guest with this token, or anonymously.
    pub(crate) async fn connect(url: &str, token: Option<&str>) -> anyhow::Result<Self> {
        let mut request = url.into_client_request()?;
        if let Some(token) = token {
            let bearer = HeaderValue::from_str(&format!("Bearer {token}"))
                .context("token is not a valid header value")?;
            request.headers_mut().insert("authorization", bearer);
        }
        let config = WebSocketConfig::default().read_buffer_size(READ_BUFFER_BYTES);
        // Boxed, because the state that TLS may need would enlarge every future that awaits it.
        let (socket, _) = Box::pin(connect_async_with_config(request, Some(config), true)).await?;
        let mut socket = Self(socket);
        socket.until_type("hello").await?;
        Ok(socket)
    }

    /// Sends a command.
    pub(crate) async fn send(&mut self, id: Option<String>, command: Command) -> anyhow::Result<()> {
        let text = serde_json::to_string(&ClientMessage { id, command })?;
        Ok(self.0.send(Message::text(text)).await?)
    }

    /// Reads until a message is `wanted`. A rejection ends the run, because the generator sends only valid commands.
    pub(crate) async fn until(&mut self, wanted: impl Fn(&MessageHeader<'_>) -> bool) -> anyhow::Result<()> {
        loop {
            let text =
                timeout(PATIENCE, self.text()).await.context("no message from the server for too long")??;
            let message: MessageHeader<'_> = serde_json::from_str(&text)?;
            if message.message == "error" {
                bail!("the server rejected the request: {text}");
            }
            if wanted(&message) {
                return Ok(());
            }
        }
    }

    /// Reads until a message of this type.
    pub(crate) async fn until_type(&mut self, name: &str) -> anyhow::Result<()> {
        self.until(|message| message.message == name).await
    }

    /// Reads and counts, and answers pings, until the socket breaks.
    pub(crate) async fn count(&mut self, read: &AtomicU64) -> anyhow::Error {
        loop {
            match self.text().await {
                Ok(_) => read.fetch_add(1, Ordering::Relaxed),
                Err(error) => return error,
            };
        }
    }

    /// Reads, and answers pings, until the socket breaks.
    pub(crate) async fn listen(&mut self) -> anyhow::Error {
        loop {
            if let Err(error) = self.text().await {
                return error;
            }
        }
    }

    async fn text(&mut self) -> anyhow::Result<Utf8Bytes> {
        loop {
            match self.0.next().await.context("the server closed the socket")?? {
                Message::Text(text) => return Ok(text),
                Message::Close(frame) => bail!("the server closes the socket: {frame:?}"),
                _ => {}
            }
        }
    }
}
