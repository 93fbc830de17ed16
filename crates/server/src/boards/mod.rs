//! Live boards: the games of a lobby that are most worth watching, and the top tables of a tournament, small and alive.
//!
//! One task follows these games as a spectator does, so late where they are seen late, and tells everybody who looks on the same, a few
//! times a second, however many look and however fast is played. Nothing is followed while nobody looks.
//!
//! | file | what it holds |
//! |---|---|
//! | `pick` | which games are worth watching |
//! | `eye` | what is seen of a room, of the list of a lobby, and of a tournament |
//! | `wall` | the boards of one lobby or tournament, and who looks at them |
//! | `keeper` | the task |

mod eye;
mod keeper;
mod pick;
mod wall;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use sumito_game::{Clocks, MoveText, RoomId, Seat, Timestamp, TournamentId};
use sumito_rules::Position;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use self::keeper::Keeper;
use crate::lobby::Lobbies;
use crate::rooms::{Listing, Rooms, SubscriberId};
use crate::shared::Shared;
use crate::tournaments::Tournaments;

/// Requests that may wait for the task.
const QUEUE: usize = 1_024;

/// Boards that are shown of one lobby or tournament: as many as one follows at a glance, and as a phone can draw.
pub const MOST_BOARDS: usize = 6;

/// Where the games are played.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum BoardsOf {
    /// In the lobby of this name.
    Lobby(String),
    /// In this tournament.
    Tournament(TournamentId),
}

/// A game as one looks on from afar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// The room, and who plays there.
    pub listing: Listing,
    /// How its table looks.
    pub seen: Seen,
}

/// How a table looks to somebody who has no seat there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// What a list would have said of the room when all of it was seen; `None` where only something has changed since.
    pub listing: Option<Arc<Listing>>,
    /// Where the marbles are.
    pub position: Position,
    /// Whose turn it is, while a game is under way.
    pub turn: Option<Seat>,
    /// The move that has led there, where one did.
    pub last: Option<MoveText>,
    /// The clocks at `at`.
    pub clocks: Clocks,
    /// The moment at which they stood so.
    pub at: Timestamp,
}

impl Seen {
    /// What was known `before` and has not changed since: of the room, and the last move where the marbles lie as they did.
    fn keep(&mut self, before: Option<&Self>) {
        let Some(before) = before else { return };
        if self.listing.is_none() {
            self.listing.clone_from(&before.listing);
        }
        if self.last.is_none() && self.position == before.position {
            self.last = before.last;
        }
    }
}

/// What has changed on the boards of a lobby or a tournament.
#[derive(Debug)]
pub struct BoardsUpdate {
    /// Whose boards.
    pub of: BoardsOf,
    /// Whether `boards` are all of them, to replace what one had.
    pub full: bool,
    /// Boards that are new or have changed.
    pub boards: Vec<Board>,
    /// Boards that are shown no more.
    pub gone: Vec<RoomId>,
}

/// An update on its way to all who look on.
pub type SharedBoards = Shared<BoardsUpdate>;

/// Who looks on. Its method is called on the task that keeps the boards and must not block.
pub trait BoardsSubscriber: fmt::Debug + Send + Sync {
    /// Takes an update; returns whether it wants another.
    fn tell(&self, update: &SharedBoards) -> bool;

    /// Nothing more will be told: whoever looks on has to come back.
    fn cut_off(&self);
}

/// The live boards of all lobbies and tournaments. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Boards {
    requests: mpsc::Sender<Request>,
}

enum Request {
    Follow { of: BoardsOf, id: SubscriberId, subscriber: Box<dyn BoardsSubscriber> },
    Unfollow { of: BoardsOf, id: SubscriberId },
}

impl Boards {
    /// Boards whose followers are told of changes once in `every`. The task ends with the last clone, or when the server stops.
    pub(crate) fn start(
        rooms: Rooms,
        lobbies: Lobbies,
        tournaments: Tournaments,
        every: Duration,
        stopping: CancellationToken,
    ) -> (Self, JoinHandle<()>) {
        let (requests, received) = mpsc::channel(QUEUE);
        let keeper = Keeper::new(rooms, lobbies, tournaments, every);
        let task = tokio::spawn(async move {
            stopping.run_until_cancelled(keeper.run(received)).await;
        });
        (Self { requests }, task)
    }

    /// Tells all boards now, and every change from now on.
    pub(crate) async fn follow(&self, of: BoardsOf, id: SubscriberId, subscriber: Box<dyn BoardsSubscriber>) {
        self.send(Request::Follow { of, id, subscriber }).await;
    }

    /// Tells nothing more.
    pub(crate) async fn unfollow(&self, of: BoardsOf, id: SubscriberId) {
        self.send(Request::Unfollow { of, id }).await;
    }

    async fn send(&self, request: Request) {
        // The task ends before the last who can ask only when the server stops.
        let _ = self.requests.send(request).await;
    }
}
