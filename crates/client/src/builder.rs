//! Construction of a client.

use std::sync::Arc;

use tokio::sync::{mpsc, watch};

use crate::connection::{ConnectOptions, Connection};
use crate::conversation::Conversation;
use crate::server_time::ServerTime;
use crate::{Client, Error, KeepAlive, Rest, Status};

/// Default queue length for the reader of a topic. A move is one message, or two if it changes the presence.
const QUEUE_MESSAGES: usize = 256;

/// Space for an answer and its accompanying messages: with less, a slow reader would repeat its requests endlessly.
const FEWEST_MESSAGES: usize = 16;

/// Queue length of commands to the connection's task; callers wait while it is full.
const QUEUE_ASKS: usize = 64;

/// Builder of a [`Client`].
///
/// ```no_run
/// # async fn example() -> Result<(), sumito_client::Error> {
/// use sumito_client::Client;
///
/// let client = Client::builder("https://example.org").token("6b448a32…").connect().await?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Builder {
    server: String,
    token: Option<String>,
    queue_messages: usize,
    patience: KeepAlive,
}

impl Builder {
    pub(crate) fn new(server: &str) -> Self {
        let patience = KeepAlive::default();
        Self { server: server.to_owned(), token: None, queue_messages: QUEUE_MESSAGES, patience }
    }

    /// Sets the token. A client without a token is anonymous and may only watch and list.
    #[must_use]
    pub fn token(mut self, token: impl Into<String>) -> Self {
        self.token = Some(token.into());
        self
    }

    /// Sets the queue length for readers of rooms and lists: 256 by default, and at least 16. A reader that falls further behind loses the
    /// oldest messages and requests the missing data at its next read. It loses no data, may receive a snapshot instead if that is shorter,
    /// and never delays other readers.
    #[must_use]
    pub fn queue(mut self, messages: usize) -> Self {
        self.queue_messages = messages.max(FEWEST_MESSAGES);
        self
    }

    /// Sets the timeouts for a silent connection.
    #[must_use]
    pub fn patience(mut self, patience: KeepAlive) -> Self {
        self.patience = patience;
        self
    }

    /// Connects: returns after the server's `hello`. Later the client reconnects automatically.
    ///
    /// # Errors
    /// Fails if the server is unreachable, rejects the client, or speaks another protocol version.
    pub async fn connect(self) -> Result<Client, Error> {
        let Self { server, token, queue_messages, patience } = self;
        let mut rest = Rest::new(&server)?;
        if let Some(token) = &token {
            rest = rest.with_token(token);
        }
        let dial = ConnectOptions { url: rest.address().socket(), token, patience };
        let (socket, greeting) = dial.open().await?;
        let time = Arc::new(ServerTime::new());
        let user = greeting.user.clone().map(Arc::new);
        let (status, status_seen) = watch::channel(Status::Open { user: user.clone() });
        let (asks, asks_taken) = mpsc::channel(QUEUE_ASKS);
        let conversation = Conversation::new(patience, queue_messages, Arc::clone(&time));
        let connection = Connection { dial, asks: asks_taken, conversation, status };
        tokio::spawn(connection.run(socket, greeting));
        Ok(Client::new(rest, asks, status_seen, user, time))
    }
}
