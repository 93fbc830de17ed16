//! The task that owns the socket and reopens it after failures.

use std::sync::Arc;
use std::time::Duration;

use sumito_protocol::VERSION;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep, sleep_until};
use tracing::{debug, info};

use crate::conversation::{Conversation, HandleRequest, HelloResult};
use crate::heartbeat::KeepAlive;
use crate::socket::Socket;
use crate::status::Status;
use crate::{Error, backoff};

/// Maximum sleep. Later deadlines are checked again after this time.
const LONGEST_SLEEP: Duration = Duration::from_hours(1);

/// Parameters of connection attempts.
#[derive(Debug, Clone)]
pub(crate) struct ConnectOptions {
    pub(crate) url: String,
    pub(crate) token: Option<String>,
    pub(crate) patience: KeepAlive,
}

impl ConnectOptions {
    /// Opens a socket to a server that speaks this version of the protocol.
    pub(crate) async fn open(&self) -> Result<(Socket, HelloResult), Error> {
        let (socket, greeting) =
            Socket::open(&self.url, self.token.as_deref(), self.patience.silence).await?;
        if greeting.protocol != VERSION {
            return Err(Error::Protocol(greeting.protocol));
        }
        Ok((socket, greeting))
    }
}

/// The task that owns the socket.
pub(crate) struct Connection {
    pub(crate) dial: ConnectOptions,
    pub(crate) asks: mpsc::Receiver<HandleRequest>,
    pub(crate) conversation: Conversation,
    pub(crate) status: watch::Sender<Status>,
}

/// The reason for leaving the loop of an open socket.
enum Turn {
    /// The socket is lost.
    Lost,
    /// The program closes the connection.
    Close,
}

impl Connection {
    /// Runs over this socket and its successors, until all handles are dropped, a handle closes the connection, or the server's protocol
    /// becomes incompatible.
    pub(crate) async fn run(mut self, socket: Socket, greeting: HelloResult) {
        let why = self.run_established(socket, greeting).await;
        self.conversation.close();
        self.status.send_replace(Status::Closed(why));
        // Handles answer later requests themselves.
        self.asks.close();
        while let Ok(ask) = self.asks.try_recv() {
            drop(ask);
        }
    }

    async fn run_established(&mut self, socket: Socket, greeting: HelloResult) -> Option<Error> {
        let mut line = Some((socket, greeting));
        loop {
            let (socket, greeting) = match line.take() {
                Some(line) => line,
                None => match self.connect().await? {
                    Ok(line) => line,
                    Err(failure) => return Some(failure),
                },
            };
            match self.run_connection(socket, greeting).await {
                Turn::Close => return None,
                Turn::Lost => self.conversation.on_disconnect(),
            }
        }
    }

    /// Retries until connected (`Ok`), until a permanent error (`Err`), or until all handles are dropped (`None`).
    async fn connect(&mut self) -> Option<Result<(Socket, HelloResult), Error>> {
        let mut failed = 0;
        loop {
            let wait = backoff::before_connecting(failed, fastrand::f64());
            self.status.send_replace(Status::Waiting { failed });
            self.serve_until(sleep(wait)).await?;
            self.status.send_replace(Status::Connecting);
            let dial = self.dial.clone();
            match self.serve_until(dial.open()).await? {
                Ok(line) => return Some(Ok(line)),
                Err(failure) if !failure.is_transient() => return Some(Err(failure)),
                Err(failure) => debug!(error = %failure, failed, "connection attempt failed"),
            }
            failed += 1;
        }
    }

    /// Awaits a future while serving the handles. `None` if all handles are dropped.
    async fn serve_until<T>(&mut self, something: impl Future<Output = T>) -> Option<T> {
        let mut something = Box::pin(something);
        loop {
            let deadline = self.deadline();
            tokio::select! {
                done = &mut something => return Some(done),
                ask = self.asks.recv() => {
                    if !self.conversation.handle_request(ask?, Instant::now()) {
                        return None;
                    }
                }
                () = sleep_until(deadline) => {
                    self.conversation.tick(Instant::now());
                }
            }
        }
    }

    async fn run_connection(&mut self, mut socket: Socket, greeting: HelloResult) -> Turn {
        self.conversation.opened(&greeting, Instant::now());
        info!(user = greeting.user.as_ref().map(|user| &*user.name), "connected");
        self.status.send_replace(Status::Open { user: greeting.user.map(Arc::new) });
        let patience = self.dial.patience.silence;
        loop {
            let outgoing = self.conversation.take_outgoing();
            if !outgoing.is_empty() && socket.send(outgoing, patience).await.is_err() {
                return Turn::Lost;
            }
            let deadline = self.deadline();
            tokio::select! {
                message = socket.next() => match message {
                    Ok(message) => self.conversation.handle_message(message, Instant::now()),
                    Err(_) => return Turn::Lost,
                },
                ask = self.asks.recv() => {
                    let goes_on = ask.is_some_and(|ask| self.conversation.handle_request(ask, Instant::now()));
                    if !goes_on {
                        socket.close(patience).await;
                        return Turn::Close;
                    }
                }
                () = sleep_until(deadline) => {
                    if !self.conversation.tick(Instant::now()) {
                        debug!("heartbeat timeout");
                        return Turn::Lost;
                    }
                }
            }
        }
    }

    fn deadline(&self) -> Instant {
        let now = Instant::now();
        self.conversation.deadline(now).unwrap_or(now + LONGEST_SLEEP)
    }
}
