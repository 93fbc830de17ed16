//! Live boards: the games of a lobby that are most worth watching, the best game of each mode, and the top tables of a tournament.
//!
//! One task follows these games as a spectator does, with the spectators' delay. It sends the same update to all followers a few times
//! per second, however many followers there are and however fast the moves come. Games without followers are not followed.
//!
//! | file | content |
//! |---|---|
//! | `ranking` | selection of the games |
//! | `observers` | subscribers of a room, a lobby list and a tournament |
//! | `board_set` | the boards of one lobby or tournament, and their followers |
//! | `task` | the task |

mod board_set;
mod observers;
mod ranking;
mod task;

use std::sync::Arc;

use sumito_game::{Clocks, MoveText, RoomId, Seat, Timestamp, TournamentId};
use sumito_rules::Position;
use tokio::sync::mpsc;

use self::task::BoardsTask;
use crate::env::Env;
use crate::play::lobby::Lobbies;
use crate::tournaments::{self, Tournaments};
use sumito_config::millis;
use sumito_kit::encoded::Encoded;
use sumito_kit::tasks::Tasks;
use sumito_kit::topic::{Subscriber, SubscriberId};
use sumito_rooms::{LobbyRoom, Rooms};

/// Requests that may wait for the task.
const QUEUE: usize = 1_024;

/// Maximum boards per lobby or tournament: as many as a person can follow at a glance and a phone can draw.
pub const MAX_BOARDS: usize = 6;

/// The lobby of games without another one.
const MAIN_LOBBY: &str = "main";

/// Source of live boards.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum BoardSource {
    /// The lobby of this name.
    Lobby(String),
    /// All modes: the best game of each, in the main lobby and in tournaments.
    Modes,
    /// The tournament with this id.
    Tournament(TournamentId),
}

impl BoardSource {
    /// Returns the lobbies with candidates.
    fn lobbies(&self) -> Vec<&str> {
        match self {
            Self::Lobby(lobby) => vec![lobby],
            Self::Modes => vec![MAIN_LOBBY, tournaments::LOBBY],
            Self::Tournament(_) => Vec::new(),
        }
    }
}

/// A live game, as shown on a small board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiveBoard {
    /// The room and its players.
    pub listing: LobbyRoom,
    /// State of the table.
    pub seen: TableSnapshot,
}

/// State of a table in a spectator's view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableSnapshot {
    /// The room's list entry at the time of the last full view; `None` if only changes have arrived since.
    pub listing: Option<Arc<LobbyRoom>>,
    /// Position of the marbles.
    pub position: Position,
    /// Seat to move while a game is running.
    pub turn: Option<Seat>,
    /// The move that led to the position, if there is one.
    pub last: Option<MoveText>,
    /// Clocks at the time `at`.
    pub clocks: Clocks,
    /// Time at which `clocks` were read.
    pub at: Timestamp,
}

impl TableSnapshot {
    /// Keeps unchanged parts of `before`: the list entry, and the last move if the position is the same.
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

/// Changes of the boards of a lobby or a tournament.
#[derive(Debug)]
pub struct BoardsUpdate {
    /// Source of the boards.
    pub of: BoardSource,
    /// Whether `boards` are all boards and replace the follower's boards.
    pub full: bool,
    /// Boards that are new or have changed.
    pub boards: Vec<LiveBoard>,
    /// Boards that were removed.
    pub gone: Vec<RoomId>,
}

/// An encoded update, shared by all followers.
pub type EncodedBoardsUpdate = Encoded<BoardsUpdate>;

/// Live boards of all lobbies and tournaments. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Boards {
    requests: mpsc::Sender<Request>,
}

enum Request {
    Subscribe { of: BoardSource, id: SubscriberId, subscriber: Box<dyn Subscriber<BoardsUpdate>> },
    Unsubscribe { of: BoardSource, id: SubscriberId },
}

impl Boards {
    /// Starts the task that sends changes to followers. It ends with the last clone.
    pub(crate) fn start(
        env: &Env,
        rooms: &Rooms,
        lobbies: &Lobbies,
        tournaments: &Tournaments,
        tasks: &Tasks,
    ) -> Self {
        let (requests, received) = mpsc::channel(QUEUE);
        let every = millis(env.config.lobby.boards_ms);
        let boards_task = BoardsTask::new(rooms.clone(), lobbies.clone(), tournaments.clone(), every);
        tasks.spawn_until_stopped("boards", boards_task.run(received));
        Self { requests }
    }

    /// Adds a follower: it receives all boards now, and every change from now on.
    pub async fn subscribe(
        &self,
        of: BoardSource,
        id: SubscriberId,
        subscriber: Box<dyn Subscriber<BoardsUpdate>>,
    ) {
        self.send(Request::Subscribe { of, id, subscriber }).await;
    }

    /// Removes the follower.
    pub async fn unsubscribe(&self, of: BoardSource, id: SubscriberId) {
        self.send(Request::Unsubscribe { of, id }).await;
    }

    async fn send(&self, request: Request) {
        // While this handle exists, the task ends only when the server stops.
        let _ = self.requests.send(request).await;
    }
}
