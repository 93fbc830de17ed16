//! How a client is made.

use std::sync::Arc;

use tokio::sync::{mpsc, watch};

use crate::connection::{Connection, Dial};
use crate::conversation::Conversation;
use crate::server_time::ServerTime;
use crate::{Client, Failure, Patience, Rest, Status};

/// So many messages wait for the reader of a topic. A move is one message, or two where it changes who is there.
const QUEUE_MESSAGES: usize = 256;

/// Room for an answer and all that comes with it: with less, a slow reader would ask again and again.
const FEWEST_MESSAGES: usize = 16;

/// So many commands wait for the connection's task; whoever gives more waits.
const QUEUE_ASKS: usize = 64;

/// How a client is made.
///
/// ```no_run
/// # async fn example() -> Result<(), sumito_client::Failure> {
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
    patience: Patience,
}

impl Builder {
    pub(crate) fn new(server: &str) -> Self {
        let patience = Patience::default();
        Self { server: server.to_owned(), token: None, queue_messages: QUEUE_MESSAGES, patience }
    }

    /// Who one is. Without a token one is nobody, and may watch and list.
    #[must_use]
    pub fn token(mut self, token: impl Into<String>) -> Self {
        self.token = Some(token.into());
        self
    }

    /// How many messages wait for a slow reader of a room or a list, 256 unless told, and at least 16. A reader that is slower than that
    /// loses the oldest of them, and asks for what is missing when it reads again: it misses nothing, gets a snapshot where that
    /// is shorter, and holds up nobody.
    #[must_use]
    pub fn queue(mut self, messages: usize) -> Self {
        self.queue_messages = messages.max(FEWEST_MESSAGES);
        self
    }

    /// How soon a silent connection is given up.
    #[must_use]
    pub fn patience(mut self, patience: Patience) -> Self {
        self.patience = patience;
        self
    }

    /// Connects: returns when the server has said hello. Later the connection comes back by itself.
    ///
    /// # Errors
    /// When the server cannot be reached, refuses, or speaks another protocol.
    pub async fn connect(self) -> Result<Client, Failure> {
        let Self { server, token, queue_messages, patience } = self;
        let mut rest = Rest::new(&server)?;
        if let Some(token) = &token {
            rest = rest.with_token(token);
        }
        let dial = Dial { url: rest.address().socket(), token, patience };
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
