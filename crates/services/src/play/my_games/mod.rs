//! My games: the list of all rooms in which a user has a seat, for each user who follows it.
//!
//! One task maintains the lists of users who follow theirs or have requested it recently. A list is read from the store once.
//! From then on the rooms publish their changes, which followers receive a few times per second. Repeated requests are therefore cheap,
//! and rooms need not be in memory to be listed.

mod subscribers;

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use sumito_game::{RoomId, UserId};
use tokio::pin;
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep};

use self::subscribers::UserRoomList;
use crate::env::Env;
use sumito_config::millis;
use sumito_kit::catch_panic::catch_panic;
use sumito_kit::encoded::Encoded;
use sumito_kit::retry::Retry;
use sumito_kit::task;
use sumito_kit::tasks::Tasks;
use sumito_kit::topic::{Subscriber, SubscriberId};
use sumito_rooms::{MyGame, MyGameChangeBatch, RoomError, Rooms};

/// Requests that may wait for the task.
const QUEUE: usize = 1_024;

/// Maximum rooms in a user's list.
pub const MAX_MY_GAMES: usize = 200;

/// Maximum lists that are read from the store concurrently.
const READ_AT_ONCE: usize = 4;

/// Time for which a list without followers stays in memory, so that repeated requests cost nothing.
const KEPT_FOR: Duration = Duration::from_mins(1);

/// Interval of the sweep for unused lists, and for expired listings of ended rooms.
const SWEEP_EVERY: Duration = Duration::from_secs(10);

/// Changes of a user's room list.
#[derive(Debug)]
pub struct MyGamesUpdate {
    /// Owner of the list.
    pub user: UserId,
    /// Whether `rooms` is the whole list and replaces the follower's list. Its order: rooms that wait for the user, then by the end of
    /// the current turn, then the most recently changed.
    pub full: bool,
    /// Rooms that are new in the list or have changed.
    pub rooms: Vec<MyGame>,
    /// Rooms that were removed from the list.
    pub gone: Vec<RoomId>,
}

/// An encoded update, shared by all followers of the list.
pub type EncodedMyGamesUpdate = Encoded<MyGamesUpdate>;

/// Receives whether the list is available, before the list itself.
type Reply = Box<dyn FnOnce(Result<(), RoomError>) + Send>;

/// Room lists of all users. Cheap to clone.
#[derive(Debug, Clone)]
pub struct MyGames {
    requests: mpsc::Sender<Request>,
}

enum Request {
    Subscribe { user: UserId, id: SubscriberId, subscriber: Box<dyn Subscriber<MyGamesUpdate>>, reply: Reply },
    Unsubscribe { user: UserId, id: SubscriberId },
    List { user: UserId, reply: oneshot::Sender<Result<EncodedMyGamesUpdate, RoomError>> },
}

/// Result of reading a list from the store.
struct Fetched {
    user: UserId,
    rooms: Result<Vec<MyGame>, RoomError>,
}

impl MyGames {
    /// Starts the lists of the rooms in `rooms`. The task ends with the last clone.
    pub fn start(env: &Env, rooms: &Rooms, tasks: &Tasks) -> Self {
        let (every, max) = (millis(env.config.lobby.update_ms), env.config.limits.sockets);
        let (requests, received) = mpsc::channel(QUEUE);
        let (fetched, arriving) = mpsc::channel(READ_AT_ONCE);
        let reading = Arc::new(Semaphore::new(READ_AT_ONCE));
        let fetcher = Fetcher { rooms: rooms.clone(), reading, fetched };
        let retry = Retry::quiet("read of my games");
        let my_games_task = MyGamesTask { lists: HashMap::new(), max, rooms: rooms.clone(), fetcher, retry };
        tasks.spawn("my games", my_games_task.run(received, arriving, every));
        Self { requests }
    }

    /// Follows the list of `user`'s rooms. `reply` receives whether that is possible. The follower then receives the whole list, and
    /// every change.
    pub async fn subscribe(
        &self,
        user: UserId,
        id: SubscriberId,
        subscriber: Box<dyn Subscriber<MyGamesUpdate>>,
        reply: impl FnOnce(Result<(), RoomError>) + Send + 'static,
    ) {
        self.send(Request::Subscribe { user, id, subscriber, reply: Box::new(reply) }).await;
    }

    /// Removes the follower.
    pub async fn unsubscribe(&self, user: UserId, id: SubscriberId) {
        self.send(Request::Unsubscribe { user, id }).await;
    }

    /// Returns the list of `user`'s rooms.
    ///
    /// # Errors
    /// If the list cannot be read.
    pub async fn list(&self, user: UserId) -> Result<EncodedMyGamesUpdate, RoomError> {
        let (reply, list) = oneshot::channel();
        self.send(Request::List { user, reply }).await;
        list.await.map_err(|_| RoomError::Unavailable)?
    }

    async fn send(&self, request: Request) {
        // The task lives as long as any handle.
        let _ = self.requests.send(request).await;
    }
}

/// State of the task.
struct MyGamesTask {
    lists: HashMap<UserId, UserRoomList>,
    max: usize,
    rooms: Rooms,
    fetcher: Fetcher,
    retry: Retry,
}

/// Reader of lists from the store.
struct Fetcher {
    rooms: Rooms,
    reading: Arc<Semaphore>,
    fetched: mpsc::Sender<Fetched>,
}

impl Fetcher {
    /// Reads the list of a user, after a pause.
    fn fetch(&self, user: UserId, pause: Duration) {
        let (rooms, reading, fetched) = (self.rooms.clone(), Arc::clone(&self.reading), self.fetched.clone());
        task::spawn(async move {
            sleep(pause).await;
            let _turn = reading.acquire().await;
            let reading = catch_panic("read of my games", rooms.my_games(user, MAX_MY_GAMES as u32));
            let rooms = reading.await.unwrap_or(Err(RoomError::Internal));
            // The task may have ended.
            let _ = fetched.send(Fetched { user, rooms }).await;
        });
    }
}

impl MyGamesTask {
    async fn run(
        mut self,
        mut requests: mpsc::Receiver<Request>,
        mut fetched: mpsc::Receiver<Fetched>,
        every: Duration,
    ) {
        let changes = self.rooms.my_game_changes().clone();
        let mut sweeps = interval(SWEEP_EVERY);
        sweeps.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let pause = sleep(Duration::ZERO);
        pin!(pause);
        loop {
            let changed = async {
                pause.as_mut().await;
                changes.changed().await;
            };
            tokio::select! {
                biased;
                request = requests.recv() => match request {
                    Some(request) => self.handle(request),
                    None => return,
                },
                Some(Fetched { user, rooms }) = fetched.recv() => self.apply_fetched(user, rooms),
                () = changed => {
                    self.apply(changes.drain());
                    pause.as_mut().reset(Instant::now() + every);
                }
                _ = sweeps.tick() => self.sweep(),
            }
        }
    }

    fn handle(&mut self, request: Request) {
        match request {
            Request::Subscribe { user, id, subscriber, reply } => match self.list_of(user) {
                Some(list) => list.subscribe(id, subscriber, reply),
                None => reply(Err(RoomError::Busy)),
            },
            Request::Unsubscribe { user, id } => {
                if let Some(list) = self.lists.get_mut(&user) {
                    list.unsubscribe(id);
                }
            }
            Request::List { user, reply } => match self.list_of(user) {
                Some(list) => list.list(reply),
                // The caller may no longer wait.
                None => drop(reply.send(Err(RoomError::Busy))),
            },
        }
    }

    /// Returns the list of a user; a new list is read from the store. `None` at the maximum number of lists.
    fn list_of(&mut self, user: UserId) -> Option<&mut UserRoomList> {
        if self.lists.len() >= self.max && !self.lists.contains_key(&user) {
            self.remove_unneeded(Duration::ZERO);
            if self.lists.len() >= self.max {
                return None;
            }
        }
        Some(self.lists.entry(user).or_insert_with(|| {
            // Follow first, so that no change during the read is missed.
            self.rooms.my_game_changes().track(user);
            self.fetcher.fetch(user, Duration::ZERO);
            UserRoomList::new(user)
        }))
    }

    fn apply_fetched(&mut self, user: UserId, rooms: Result<Vec<MyGame>, RoomError>) {
        let Some(list) = self.lists.get_mut(&user) else { return };
        if !list.is_last_read() {
            return;
        }
        match rooms {
            Ok(rooms) => {
                self.retry.succeeded();
                list.open(rooms);
            }
            Err(error) if list.has_subscribers() => {
                list.close();
                self.fetcher.fetch(user, self.retry.failed(error));
            }
            Err(error) => {
                if let Some(list) = self.lists.remove(&user) {
                    list.refuse(&error);
                }
                self.rooms.my_game_changes().untrack(user);
            }
        }
    }

    /// Applies changes of rooms, and sends them to the followers.
    fn apply(&mut self, changes: MyGameChangeBatch) {
        let mut touched = BTreeSet::new();
        for (room, user) in changes.left {
            if let Some(list) = self.lists.get_mut(&user) {
                list.remove(room);
                touched.insert(user);
            }
        }
        for room in changes.rooms.values() {
            for user in room.users() {
                if let Some(list) = self.lists.get_mut(&user) {
                    list.put(room);
                    touched.insert(user);
                }
            }
        }
        for user in touched {
            if let Some(list) = self.lists.get_mut(&user) {
                list.send_changes();
            }
        }
        if changes.has_gap {
            self.read_again();
        }
    }

    /// Rereads all lists: changes of other nodes may be missing.
    fn read_again(&mut self) {
        self.remove_unneeded(Duration::ZERO);
        for (&user, list) in &mut self.lists {
            list.close();
            self.fetcher.fetch(user, Duration::ZERO);
        }
    }

    fn sweep(&mut self) {
        let now = self.rooms.now();
        for list in self.lists.values_mut() {
            list.remove_ended(now);
            list.send_changes();
        }
        self.remove_unneeded(KEPT_FOR);
    }

    /// Removes the lists without followers or requests within that time.
    fn remove_unneeded(&mut self, kept_for: Duration) {
        self.lists.retain(|&user, list| {
            let is_kept = list.is_needed(kept_for);
            if !is_kept {
                self.rooms.my_game_changes().untrack(user);
            }
            is_kept
        });
    }
}
