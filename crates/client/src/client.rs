//! The handle of a connection.

use std::sync::{Arc, Weak};

use sumito_protocol::parts::{BoardsOf, User};
use sumito_protocol::server::Outcome;
use sumito_protocol::{Command, RoomId};
use tokio::sync::{mpsc, oneshot, watch};
use uuid::Uuid;

use crate::conversation::Ask;
use crate::followed::{Known, Subscription};
use crate::server_time::ServerTime;
use crate::topic::Topic;
use crate::{Analysing, Boards, Builder, Failure, Lobby, OwnRooms, Rest, Room, Status, Tournament};

/// A connection to a server, which comes back by itself. Cheap to clone; it ends when [closed](Self::close), or when the last
/// clone and all that it follows are dropped.
///
/// - **Commands** ([`request`](Self::request), and a method for each kind) are carried out once, however often they must be sent:
///   each is sent under an id of its own, and again under the same one where the connection breaks before its answer, by its
///   [`Policy`](crate::Policy). What the server refuses for the time being (`busy`, `unavailable`, `rate_limited`) is asked again
///   after a while.
/// - **What is followed** ([`follow`](Self::follow), [`lobby`](Self::lobby), [`own_rooms`](Self::own_rooms)) goes on after a lost
///   connection where it was.
#[derive(Debug, Clone)]
pub struct Client {
    rest: Rest,
    asks: mpsc::Sender<Ask>,
    status: watch::Receiver<Status>,
    user: Option<Arc<User>>,
    time: Arc<ServerTime>,
}

impl Client {
    /// How to connect: a token, other queues, another patience.
    pub fn builder(server: &str) -> Builder {
        Builder::new(server)
    }

    /// Connects as a new guest. Its token is [`Rest::token`] of [`rest`](Self::rest).
    ///
    /// # Errors
    /// When the server cannot be reached or refuses.
    pub async fn guest(server: &str) -> Result<Self, Failure> {
        let guest = Rest::new(server)?.guest().await?;
        Builder::new(server).token(guest.token).connect().await
    }

    pub(crate) fn new(
        rest: Rest,
        asks: mpsc::Sender<Ask>,
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

    /// Who one is; `None` for nobody, who may watch and list.
    pub fn user(&self) -> Option<&User> {
        self.user.as_deref()
    }

    /// How the connection is, now and at each change.
    pub fn status(&self) -> watch::Receiver<Status> {
        self.status.clone()
    }

    /// The time that the server's clock has reached by now, in microseconds since the Unix epoch: never ahead of it. To draw clocks
    /// by.
    pub fn server_now(&self) -> i64 {
        self.time.now()
    }

    /// Gives a command, and waits for its answer. A future that is dropped takes nothing back.
    ///
    /// # Errors
    /// [`Failure::Refused`] when the server will not do it; other failures by the command's [`Policy`](crate::Policy).
    pub async fn request(&self, command: Command) -> Result<Outcome, Failure> {
        let (reply, answer) = oneshot::channel();
        self.ask(Ask::Command(command, reply)).await?;
        answer.await.unwrap_or(Err(Failure::Closed))
    }

    /// Follows a room: returns as soon as its state is known.
    ///
    /// # Errors
    /// When there is no such room, or one follows as many as is allowed.
    pub async fn follow(&self, room: &RoomId) -> Result<Room, Failure> {
        Room::follow(self.clone(), room.clone()).await
    }

    /// Follows the list of a lobby; the usual one is called `main`.
    ///
    /// # Errors
    /// When there can be no lobby of this name, or one follows as many as is allowed.
    pub async fn lobby(&self, name: &str) -> Result<Lobby, Failure> {
        Lobby::follow(self.clone(), Topic::Lobby(name.to_owned())).await
    }

    /// Follows the games of a lobby that are most worth watching, or the top tables of a tournament.
    ///
    /// # Errors
    /// When there can be no lobby of this name, or is no such tournament, or one follows as many as is allowed.
    pub async fn boards(&self, of: BoardsOf) -> Result<Boards, Failure> {
        Boards::follow(self.clone(), Topic::Boards(of)).await
    }

    /// Follows the list of the rooms in which one has a seat.
    ///
    /// # Errors
    /// When one is nobody.
    pub async fn own_rooms(&self) -> Result<OwnRooms, Failure> {
        OwnRooms::follow(self.clone(), Topic::OwnRooms).await
    }

    /// Follows what a search finds in a finished game. [`Rest::analyse`] asks for it.
    ///
    /// # Errors
    /// When there is no such game that one may see, or nobody has asked.
    pub async fn analysis(&self, game: Uuid) -> Result<Analysing, Failure> {
        Analysing::follow(self.clone(), game).await
    }

    /// Follows a tournament.
    ///
    /// # Errors
    /// When there is no such tournament, or one follows as many as is allowed.
    pub async fn tournament(&self, id: Uuid) -> Result<Tournament, Failure> {
        Tournament::follow(self.clone(), id).await
    }

    /// Closes the connection for all handles, and returns when it is closed. Commands that are not answered fail; to the server one
    /// has left on purpose.
    pub async fn close(&self) {
        // If that fails, it is closed already.
        let _ = self.ask(Ask::Close).await;
        let mut status = self.status();
        let _ = status.wait_for(|status| matches!(status, Status::Closed(_))).await;
    }

    pub(crate) async fn ask(&self, ask: Ask) -> Result<(), Failure> {
        self.asks.send(ask).await.map_err(|_| Failure::Closed)
    }

    pub(crate) async fn subscribe(&self, topic: Topic, known: Weak<Known>) -> Result<Subscription, Failure> {
        let (reply, answer) = oneshot::channel();
        self.ask(Ask::Follow(topic, known, reply)).await?;
        answer.await.map_err(|_| Failure::Closed)
    }

    /// A follower is gone. Where there is no place in the queue, it is noticed by the next one that goes.
    pub(crate) fn sweep(&self) {
        let _ = self.asks.try_send(Ask::Sweep);
    }
}
