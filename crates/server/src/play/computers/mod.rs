//! Computer players: makes their moves and answers the offers that wait for them.
//!
//! A computer is a player like any other: it holds a [`RoomHandle`], sends commands, and has a clock. Its tasks follow from the state of
//! its rooms ([`MyRoom`]), so none of them is stored: after a crash, the rooms that are loaded again publish what they wait for.

mod answer;
mod play;

use std::collections::HashMap;
use std::time::Duration;

use sumito_game::{Command, Computer, GameId, Offer, Player, RoomId, Seat, Status, Timestamp, UserId};
use tokio::task::{AbortHandle, JoinHandle, JoinSet};
use tokio::time::sleep;
use tracing::{debug, warn};

use sumito_config as config;
use sumito_config::millis;
use sumito_kit::engine_pool::EnginePool;
use sumito_rooms::{EncodedView, MyRoom, PresenceGuard, RoomError, RoomHandle, Rooms};
use sumito_store::{Role, Store, StoreError, UserRow};

/// Initial and maximum delay before a failed command is retried; the delay doubles with each attempt.
const AGAIN_AFTER: Duration = Duration::from_millis(100);
const AGAIN_AFTER_AT_MOST: Duration = Duration::from_secs(5);

/// Adds the computers as users to the store, so that their games can be found like those of other users.
///
/// # Errors
/// If the store is unavailable.
pub async fn register(store: &Store, now: Timestamp) -> Result<(), StoreError> {
    let row = |computer: Computer| {
        let Player { id, name, guest, bot } = computer.player();
        UserRow { id, name, guest, bot, role: Role::Player, created_at: now }
    };
    store.add_computers(&Computer::all().map(row).collect::<Vec<_>>()).await
}

/// Starts the computer players of `rooms`; they end with the rooms.
pub fn start(rooms: Rooms, thinking: EnginePool, config: &config::Computers) -> JoinHandle<()> {
    let stays = Computer::all().map(|computer| rooms.attendance().enter(computer.id())).collect();
    let keeper = ComputerScheduler { doing: HashMap::new(), tasks: JoinSet::new(), _stays: stays };
    let brain = ComputerContext { rooms, thinking, pause: millis(config.pause_ms) };
    tokio::spawn(keeper.run(brain))
}

/// Resources that a computer needs to play.
#[derive(Debug, Clone)]
struct ComputerContext {
    rooms: Rooms,
    thinking: EnginePool,
    /// Minimum time for a move, so that players can release their marble before the computer answers.
    pause: Duration,
}

/// A decision that a room waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct PendingAction {
    room: RoomId,
    computer: Computer,
    task: Task,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Task {
    /// Play a move.
    Move {
        /// The game to play in.
        game: GameId,
        /// Plies played before it.
        ply: u32,
    },
    /// Answer an offer.
    Answer {
        /// The offer to answer.
        offer: Offer,
        /// The room's last event: the same offer may be made again later.
        seq: u64,
    },
}

/// Tracks the decisions in progress.
struct ComputerScheduler {
    doing: HashMap<RoomId, Vec<(PendingAction, AbortHandle)>>,
    tasks: JoinSet<PendingAction>,
    /// Computers are always present.
    _stays: Vec<PresenceGuard>,
}

impl ComputerScheduler {
    async fn run(mut self, brain: ComputerContext) {
        let standings = brain.rooms.computer_standings().clone();
        loop {
            tokio::select! {
                () = brain.rooms.stopped() => return,
                () = standings.changed() => {
                    for standing in standings.drain().rooms.into_values() {
                        self.update(&standing, &brain);
                    }
                }
                Some(done) = self.tasks.join_next() => match done {
                    Ok(duty) => self.forget(&duty),
                    Err(error) if error.is_panic() => warn!(%error, "computer task panicked"),
                    Err(_) => {}
                },
            }
        }
    }

    /// Starts the decisions that a room waits for, and cancels those that it no longer waits for.
    fn update(&mut self, standing: &MyRoom, brain: &ComputerContext) {
        let duties: Vec<_> = pending_actions(standing).collect();
        let doing = self.doing.entry(standing.room.id).or_default();
        doing.retain(|(duty, task)| {
            let is_wanted = duties.contains(duty) && !task.is_finished();
            if !is_wanted {
                task.abort();
            }
            is_wanted
        });
        for duty in duties {
            if !doing.iter().any(|(known, _)| *known == duty) {
                let (brain, standing) = (brain.clone(), standing.clone());
                let task = async move {
                    brain.run(duty, standing).await;
                    duty
                };
                doing.push((duty, self.tasks.spawn(task)));
            }
        }
        if doing.is_empty() {
            self.doing.remove(&standing.room.id);
        }
    }

    fn forget(&mut self, done: &PendingAction) {
        if let Some(doing) = self.doing.get_mut(&done.room) {
            doing.retain(|(duty, _)| duty != done);
            if doing.is_empty() {
                self.doing.remove(&done.room);
            }
        }
    }
}

/// Returns the decisions that a room expects from its computers.
fn pending_actions(standing: &MyRoom) -> impl Iterator<Item = PendingAction> {
    let room = standing.room.id;
    let seats = Seat::first(standing.seats.len()).zip(&standing.seats);
    let computers = seats.filter_map(|(seat, sits)| Some((seat, sits.player.as_ref()?.computer()?)));
    computers.flat_map(move |(seat, computer)| {
        let has_turn = standing.status == Status::Playing && standing.turn == Some(seat);
        let to_move = standing.game.filter(|_| has_turn);
        let to_move = to_move.map(|game| Task::Move { game, ply: standing.position.ply() });
        let to_answer = standing.pending_offers(seat).map(|offer| Task::Answer { offer, seq: standing.seq });
        to_move.into_iter().chain(to_answer).map(move |task| PendingAction { room, computer, task })
    })
}

impl ComputerContext {
    async fn run(&self, duty: PendingAction, standing: MyRoom) {
        let command = match duty.task {
            Task::Move { ply, .. } => self
                .choose_move(duty.computer, &standing)
                .await
                .map(|chosen| Command::Play { ply, text: chosen.to_string(), lag: Duration::ZERO }),
            Task::Answer { offer, .. } => Some(self.choose_answer(offer, duty.computer, &standing).await),
        };
        if let Some(command) = command {
            self.retry_command(duty.room, duty.computer.id(), command).await;
        }
    }

    /// Sends a command, with retries.
    async fn retry_command(&self, room: RoomId, user: UserId, command: Command) {
        let carry_out = || async { self.rooms.get(room).await?.execute(user, command.clone(), None).await };
        if let Err(error) = retry(carry_out).await {
            // The room no longer waited: a clock ran out, or a claim or a withdrawn offer was faster.
            debug!(%room, %error, "computer command rejected");
        }
    }

    /// Returns a room as one of its computers sees it.
    async fn view(&self, room: RoomId, computer: Computer) -> Result<(RoomHandle, EncodedView), RoomError> {
        let look = || async {
            let room = self.rooms.get(room).await?;
            let view = room.view(Some(computer.id())).await?;
            Ok((room, view))
        };
        retry(look).await
    }
}

/// Retries while the store is unavailable or the room is busy. A caller that no longer needs the result drops the future.
async fn retry<T, F>(ask: impl Fn() -> F) -> Result<T, RoomError>
where
    F: Future<Output = Result<T, RoomError>>,
{
    let mut again_after = AGAIN_AFTER;
    loop {
        match ask().await {
            Err(RoomError::Busy | RoomError::Unavailable) => sleep(again_after).await,
            answer => return answer,
        }
        again_after = (again_after * 2).min(AGAIN_AFTER_AT_MOST);
    }
}
