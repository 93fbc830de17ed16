//! Computer players: makes their moves and answers the offers that wait for them.
//!
//! A computer is a player like any other: it holds a [`RoomHandle`], sends commands, and has a clock. Its tasks follow from the state of
//! its rooms ([`MyGame`]), so none of them is stored: after a crash, the reloaded rooms publish their pending turns and offers.

mod answer;
mod play;

use std::collections::HashMap;
use std::time::Duration;

use sumito_game::{Command, Computer, GameId, Offer, Player, RoomId, Seat, Status, Timestamp, UserId};
use tokio::task::{AbortHandle, JoinSet};
use tracing::{debug, warn};

use crate::env::Env;
use sumito_config::millis;
use sumito_kit::engine_pool::EnginePool;
use sumito_kit::retry::Retry;
use sumito_kit::task::watched;
use sumito_kit::tasks::Tasks;
use sumito_rooms::{EncodedView, MyGame, PresenceGuard, RoomError, RoomHandle, Rooms};
use sumito_store::{Role, Store, StoreError, UserRow};

/// Adds the computers as users to the store, so that their games can be found like other users' games.
///
/// # Errors
/// If the store is unavailable.
async fn register(store: &Store, now: Timestamp) -> Result<(), StoreError> {
    let row = |computer: Computer| {
        let Player { id, name, guest, bot } = computer.player();
        UserRow { id, name, guest, bot, role: Role::Player, created_at: now }
    };
    store.add_computers(&Computer::today().map(row).collect::<Vec<_>>()).await
}

/// Adds the computers to the users, and starts the computer players of `rooms`; they end with the rooms.
///
/// # Errors
/// If the store is unavailable.
pub async fn start(env: &Env, rooms: &Rooms, tasks: &Tasks) -> Result<(), StoreError> {
    register(&env.store, env.time.now()).await?;
    let stays = Computer::all().map(|computer| rooms.attendance().enter(computer.id())).collect();
    let scheduler = ComputerScheduler { doing: HashMap::new(), tasks: JoinSet::new(), _stays: stays };
    let context = ComputerContext {
        rooms: rooms.clone(),
        engine_pool: env.engine_pool.clone(),
        pause: millis(env.config.computers.pause_ms),
    };
    tasks.spawn("computers", scheduler.run(context));
    Ok(())
}

/// Resources that a computer needs to play.
#[derive(Debug, Clone)]
struct ComputerContext {
    rooms: Rooms,
    engine_pool: EnginePool,
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
    async fn run(mut self, context: ComputerContext) {
        let changes = context.rooms.computer_game_changes().clone();
        loop {
            tokio::select! {
                () = context.rooms.stopped() => return,
                () = changes.changed() => {
                    for my_game in changes.drain().rooms.into_values() {
                        self.update(&my_game, &context);
                    }
                }
                Some(done) = self.tasks.join_next() => match done {
                    Ok(action) => self.forget(&action),
                    Err(error) if error.is_panic() => warn!(%error, "computer task panicked"),
                    Err(_) => {}
                },
            }
        }
    }

    /// Starts the decisions that a room waits for, and cancels those that it no longer waits for.
    fn update(&mut self, my_game: &MyGame, context: &ComputerContext) {
        let actions: Vec<_> = pending_actions(my_game).collect();
        let doing = self.doing.entry(my_game.room.id).or_default();
        doing.retain(|(action, task)| {
            let is_wanted = actions.contains(action) && !task.is_finished();
            if !is_wanted {
                task.abort();
            }
            is_wanted
        });
        for action in actions {
            if !doing.iter().any(|(known, _)| *known == action) {
                let (context, my_game) = (context.clone(), my_game.clone());
                let task = async move {
                    context.run(action, my_game).await;
                    action
                };
                doing.push((action, self.tasks.spawn(watched(task))));
            }
        }
        if doing.is_empty() {
            self.doing.remove(&my_game.room.id);
        }
    }

    fn forget(&mut self, done: &PendingAction) {
        if let Some(doing) = self.doing.get_mut(&done.room) {
            doing.retain(|(action, _)| action != done);
            if doing.is_empty() {
                self.doing.remove(&done.room);
            }
        }
    }
}

/// Returns the decisions that a room expects from its computers.
fn pending_actions(my_game: &MyGame) -> impl Iterator<Item = PendingAction> {
    let room = my_game.room.id;
    let seats = Seat::first(my_game.seats.len()).zip(&my_game.seats);
    let computers = seats.filter_map(|(seat, sits)| Some((seat, sits.player.as_ref()?.computer()?)));
    computers.flat_map(move |(seat, computer)| {
        let has_turn = my_game.status == Status::Playing && my_game.turn == Some(seat);
        let to_move = my_game.game.filter(|_| has_turn);
        let to_move = to_move.map(|game| Task::Move { game, ply: my_game.position.ply() });
        let to_answer = my_game.pending_offers(seat).map(|offer| Task::Answer { offer, seq: my_game.seq });
        to_move.into_iter().chain(to_answer).map(move |task| PendingAction { room, computer, task })
    })
}

impl ComputerContext {
    async fn run(&self, action: PendingAction, my_game: MyGame) {
        let command = match action.task {
            Task::Move { ply, .. } => {
                let chosen = self.choose_move(action.computer, &my_game).await;
                if chosen.is_some() && self.offers_a_draw(action.computer, &my_game).await {
                    // The offer stays open after the move.
                    self.retry_command(action.room, action.computer.id(), Command::Offer(Offer::Draw)).await;
                }
                chosen.map(|chosen| Command::Play { ply, text: chosen.to_string(), lag: Duration::ZERO })
            }
            Task::Answer { offer, .. } => Some(self.choose_answer(offer, action.computer, &my_game).await),
        };
        if let Some(command) = command {
            self.retry_command(action.room, action.computer.id(), command).await;
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

    /// Returns a room in the view of one of its computers.
    async fn view(&self, room: RoomId, computer: Computer) -> Result<(RoomHandle, EncodedView), RoomError> {
        let read = || async {
            let room = self.rooms.get(room).await?;
            let view = room.view(Some(computer.id())).await?;
            Ok((room, view))
        };
        retry(read).await
    }
}

/// Retries while the store is unavailable or the room is busy. A caller that no longer needs the result drops the future.
async fn retry<T, F>(ask: impl Fn() -> F) -> Result<T, RoomError>
where
    F: Future<Output = Result<T, RoomError>>,
{
    let mut retry = Retry::quiet("request of a computer");
    loop {
        match ask().await {
            Err(error @ (RoomError::Busy | RoomError::Unavailable)) => retry.pause(error).await,
            answer => return answer,
        }
    }
}
