//! Live boards: the games of a lobby that are most worth watching, small and alive.
//!
//! One task follows these games as a spectator does, so late where they are seen late, and tells everybody who looks on the same, a few
//! times a second, however many look and however fast is played. Nothing is followed while nobody looks.
//!
//! | file | what it holds |
//! |---|---|
//! | `pick` | which games are worth watching |
//! | `eye` | what is seen of a room, and of the list of a lobby |
//! | `wall` | the boards of one lobby, and who looks at them |
//! | `keeper` | the task |

mod eye;
mod keeper;
mod pick;
mod wall;

use std::fmt;
use std::time::Duration;

use sumito_game::{Clocks, MoveText, RoomId, Seat, Timestamp};
use sumito_rules::Position;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use self::keeper::Keeper;
use crate::lobby::Lobbies;
use crate::rooms::{Listing, Rooms, SubscriberId};
use crate::shared::Shared;

/// Requests that may wait for the task.
const QUEUE: usize = 1_024;

/// Boards that are shown of one lobby: as many as one follows at a glance, and as a phone can draw.
pub const MOST_BOARDS: usize = 6;

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
    /// Where the marbles lie as they did `before`, the same move has led there: what came since was none.
    fn keep_last(&mut self, before: Option<&Self>) {
        if self.last.is_none() {
            self.last =
                before.filter(|before| before.position == self.position).and_then(|before| before.last);
        }
    }
}

/// What has changed on the boards of a lobby.
#[derive(Debug)]
pub struct BoardsUpdate {
    /// Which lobby.
    pub lobby: String,
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
}

/// The live boards of all lobbies. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Boards {
    requests: mpsc::Sender<Request>,
}

enum Request {
    Follow { lobby: String, id: SubscriberId, subscriber: Box<dyn BoardsSubscriber> },
    Unfollow { lobby: String, id: SubscriberId },
}

impl Boards {
    /// Boards whose followers are told of changes once in `every`. The task ends with the last clone, or when the server stops.
    pub(crate) fn start(
        rooms: Rooms,
        lobbies: Lobbies,
        every: Duration,
        stopping: CancellationToken,
    ) -> Self {
        let (requests, received) = mpsc::channel(QUEUE);
        let keeper = Keeper::new(rooms, lobbies, every);
        tokio::spawn(async move {
            stopping.run_until_cancelled(keeper.run(received)).await;
        });
        Self { requests }
    }

    /// Tells all boards of a lobby now, and every change from now on.
    pub(crate) async fn follow(
        &self,
        lobby: String,
        id: SubscriberId,
        subscriber: Box<dyn BoardsSubscriber>,
    ) {
        self.send(Request::Follow { lobby, id, subscriber }).await;
    }

    /// Tells nothing more.
    pub(crate) async fn unfollow(&self, lobby: String, id: SubscriberId) {
        self.send(Request::Unfollow { lobby, id }).await;
    }

    async fn send(&self, request: Request) {
        // The task ends before the last who can ask only when the server stops.
        let _ = self.requests.send(request).await;
    }
}
