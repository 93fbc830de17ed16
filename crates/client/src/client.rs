//! The handle of a connection.

use std::sync::{Arc, Weak};

use sumito_protocol::parts::{BoardsOf, User};
use sumito_protocol::server::Outcome;
use sumito_protocol::{self as protocol, Command, RoomId};
use tokio::sync::{mpsc, oneshot, watch};
use uuid::Uuid;

use crate::conversation::HandleRequest;
use crate::server_time::ServerTime;
use crate::source::Source;
use crate::subscriptions::{LastSeq, Subscription};
use crate::{AnalysisStream, Boards, Builder, Error, Lobby, MyGames, Rest, Room, Status, Tournament};

/// A connection to a server that reconnects automatically. Cheap to clone. It ends when it is [closed](Self::close), or when the last clone
/// and all subscriptions are dropped.
///
/// - **Commands** ([`request`](Self::request), and a method for each kind) are applied only once, even if they are sent several times. Each
///   has its own id and is resent under that id if the connection breaks before the answer, according to its [`RetryPolicy`](crate::RetryPolicy).
///   The client repeats temporarily rejected commands (`busy`, `unavailable`, `rate_limited`) after a delay.
/// - **Subscriptions** ([`watch`](Self::watch), [`lobby`](Self::lobby), [`my_games`](Self::my_games)) continue from their last state
///   after a lost connection.
#[derive(Debug, Clone)]
pub struct Client {
    rest: Rest,
    asks: mpsc::Sender<HandleRequest>,
    status: watch::Receiver<Status>,
    user: Option<Arc<User>>,
    time: Arc<ServerTime>,
}

impl Client {
    /// Returns a builder to set a token, queue lengths and timeouts.
    pub fn builder(server: &str) -> Builder {
        Builder::new(server)
    }

    /// Connects as a new guest. Its token is [`Rest::token`] of [`rest`](Self::rest).
    ///
    /// # Errors
    /// Fails if the server is unreachable or rejects the request.
    pub async fn guest(server: &str) -> Result<Self, Error> {
        let guest = Rest::new(server)?.guest().await?;
        Builder::new(server).token(guest.token).connect().await
    }

    pub(crate) fn new(
        rest: Rest,
        asks: mpsc::Sender<HandleRequest>,
        status: watch::Receiver<Status>,
        user: Option<Arc<User>>,
        time: Arc<ServerTime>,
    ) -> Self {
        Self { rest, asks, status, user, time }
    }

    /// The HTTP interface of the same server, as the same user.
    pub fn rest(&self) -> &Rest {
        &self.rest
    }

    /// The authenticated user; `None` for an anonymous client, which may watch and list.
    pub fn user(&self) -> Option<&User> {
        self.user.as_deref()
    }

    /// The status of the connection, now and at each change.
    pub fn status(&self) -> watch::Receiver<Status> {
        self.status.clone()
    }

    /// Estimated server time in microseconds since the Unix epoch, never ahead of the server. Meant for drawing clocks.
    pub fn server_now(&self) -> i64 {
        self.time.now()
    }

    /// Sends a command and waits for its answer. Dropping the future does not cancel the command.
    ///
    /// # Errors
    /// [`Error::Refused`] if the server rejects it; other failures according to the command's [`RetryPolicy`](crate::RetryPolicy).
    pub async fn request(&self, command: Command) -> Result<Outcome, Error> {
        let (reply, answer) = oneshot::channel();
        self.send_request(HandleRequest::Command(command, reply)).await?;
        answer.await.unwrap_or(Err(Error::Closed))
    }

    /// Watches a room: returns as soon as its state is known.
    ///
    /// # Errors
    /// Fails if there is no such room, or the limit of subscriptions is reached.
    pub async fn watch(&self, room: &RoomId) -> Result<Room, Error> {
        Room::subscribe(self.clone(), room.clone()).await
    }

    /// Subscribes to the list of a lobby; the default lobby is `main`.
    ///
    /// # Errors
    /// Fails if the lobby's name is invalid, or the limit of subscriptions is reached.
    pub async fn lobby(&self, name: &str) -> Result<Lobby, Error> {
        Lobby::subscribe(self.clone(), Source::Topic(protocol::TopicKey::Lobby(name.to_owned()))).await
    }

    /// Subscribes to the games of a lobby that are most worth watching, or to the top tables of a tournament.
    ///
    /// # Errors
    /// Fails if the lobby's name is invalid, the tournament does not exist, or the limit of subscriptions is reached.
    pub async fn boards(&self, of: BoardsOf) -> Result<Boards, Error> {
        Boards::subscribe(self.clone(), Source::Topic(protocol::TopicKey::Boards(of))).await
    }

    /// Subscribes to the list of the user's rooms.
    ///
    /// # Errors
    /// Fails if the client is anonymous.
    pub async fn my_games(&self) -> Result<MyGames, Error> {
        MyGames::subscribe(self.clone(), Source::Topic(protocol::TopicKey::MyGames)).await
    }

    /// Subscribes to the analysis of a finished game. [`Rest::analyse`] requests one.
    ///
    /// # Errors
    /// Fails if the game does not exist or is not visible to the user, or if no analysis was requested.
    pub async fn analysis(&self, game: Uuid) -> Result<AnalysisStream, Error> {
        AnalysisStream::subscribe(self.clone(), game).await
    }

    /// Subscribes to a tournament.
    ///
    /// # Errors
    /// Fails if there is no such tournament, or the limit of subscriptions is reached.
    pub async fn tournament(&self, id: Uuid) -> Result<Tournament, Error> {
        Tournament::subscribe(self.clone(), id).await
    }

    /// Closes the connection for all handles, and returns when it is closed. Unanswered commands fail. The server treats the user as having
    /// left on purpose.
    pub async fn close(&self) {
        // If this fails, the connection is already closed.
        let _ = self.send_request(HandleRequest::Close).await;
        let mut status = self.status();
        let _ = status.wait_for(|status| matches!(status, Status::Closed(_))).await;
    }

    pub(crate) async fn send_request(&self, ask: HandleRequest) -> Result<(), Error> {
        self.asks.send(ask).await.map_err(|_| Error::Closed)
    }

    pub(crate) async fn subscribe(&self, topic: Source, known: Weak<LastSeq>) -> Result<Subscription, Error> {
        let (reply, answer) = oneshot::channel();
        self.send_request(HandleRequest::Subscribe(topic, known, reply)).await?;
        answer.await.map_err(|_| Error::Closed)
    }

    /// Reports that a subscription was dropped. If the queue is full, the next dropped subscription covers this one.
    pub(crate) fn sweep(&self) {
        let _ = self.asks.try_send(HandleRequest::Sweep);
    }
}
