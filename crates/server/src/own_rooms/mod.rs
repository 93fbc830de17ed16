//! Own rooms: the list of all rooms in which somebody has a seat, for each user who follows it.
//!
//! One task keeps the lists (desks) of those who follow theirs, or have asked for it lately. A desk is read from the store once; from
//! then on the rooms tell it what changes, and its followers are told that a few times a second. So it costs little to ask again, and
//! rooms need not be in memory to be listed.

mod desk;

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use sumito_game::{RoomId, UserId};
use tokio::pin;
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep};

use self::desk::Desk;
use crate::caught::caught;
use crate::rooms::{RoomError, Rooms, Standing, StandingChanges, SubscriberId};
use crate::shared::Shared;

/// Requests that may wait for the task.
const QUEUE: usize = 1_024;

/// Rooms that are listed to one user.
pub const MAX_OWN_ROOMS: usize = 200;

/// Desks that are read from the store at the same time.
const READ_AT_ONCE: usize = 4;

/// How long a desk that nobody follows is kept: whoever asks again soon costs nothing.
const KEPT_FOR: Duration = Duration::from_mins(1);

/// How often it is looked for desks that nobody needs any more, and for rooms that have been listed for long enough.
const SWEEP_EVERY: Duration = Duration::from_secs(10);

/// What has changed in the list of a user's own rooms.
#[derive(Debug)]
pub struct OwnRoomsUpdate {
    /// Whose.
    pub user: UserId,
    /// Whether `rooms` is the whole list, to replace what one had: first what waits for the user, then by when a turn ends, the last
    /// changed first.
    pub full: bool,
    /// Rooms that are new in the list or have changed.
    pub rooms: Vec<Standing>,
    /// Rooms that are in the list no more.
    pub gone: Vec<RoomId>,
}

/// An update on its way to all who follow the list.
pub type SharedOwnRooms = Shared<OwnRoomsUpdate>;

/// Who follows their own rooms. Its method is called on the task that keeps the lists and must not block.
pub trait OwnRoomsSubscriber: fmt::Debug + Send + Sync {
    /// Takes an update; returns whether it wants another.
    fn tell(&self, update: &SharedOwnRooms) -> bool;
}

/// Is told whether the list can be had, before the list itself comes.
type Reply = Box<dyn FnOnce(Result<(), RoomError>) + Send>;

/// The lists of own rooms. Cheap to clone.
#[derive(Debug, Clone)]
pub struct OwnRooms {
    requests: mpsc::Sender<Request>,
}

enum Request {
    Follow { user: UserId, id: SubscriberId, subscriber: Box<dyn OwnRoomsSubscriber>, reply: Reply },
    Unfollow { user: UserId, id: SubscriberId },
    List { user: UserId, reply: oneshot::Sender<Result<SharedOwnRooms, RoomError>> },
}

/// What was read from the store for a desk.
struct Fetched {
    user: UserId,
    standings: Result<Vec<Standing>, RoomError>,
}

impl OwnRooms {
    /// Lists of the own rooms among `rooms`, which tell their followers of changes once in `every`; at most `most` of them at the same time.
    /// The task ends with the last clone.
    pub fn start(rooms: Rooms, every: Duration, most: usize) -> (Self, JoinHandle<()>) {
        let (requests, received) = mpsc::channel(QUEUE);
        let (fetched, arriving) = mpsc::channel(READ_AT_ONCE);
        let reading = Arc::new(Semaphore::new(READ_AT_ONCE));
        let keeper = Keeper { desks: HashMap::new(), most, rooms, reading, fetched };
        let task = tokio::spawn(keeper.run(received, arriving, every));
        (Self { requests }, task)
    }

    /// Lets somebody follow the list of `user`'s own rooms: `reply` says whether that is possible, then comes the whole list, then every
    /// change.
    pub async fn follow(
        &self,
        user: UserId,
        id: SubscriberId,
        subscriber: Box<dyn OwnRoomsSubscriber>,
        reply: impl FnOnce(Result<(), RoomError>) + Send + 'static,
    ) {
        self.send(Request::Follow { user, id, subscriber, reply: Box::new(reply) }).await;
    }

    /// Tells nothing more.
    pub async fn unfollow(&self, user: UserId, id: SubscriberId) {
        self.send(Request::Unfollow { user, id }).await;
    }

    /// The list of `user`'s own rooms.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn list(&self, user: UserId) -> Result<SharedOwnRooms, RoomError> {
        let (reply, list) = oneshot::channel();
        self.send(Request::List { user, reply }).await;
        list.await.map_err(|_| RoomError::Unavailable)?
    }

    async fn send(&self, request: Request) {
        // The task lives as long as anybody can ask it for something.
        let _ = self.requests.send(request).await;
    }
}

/// What the task knows.
struct Keeper {
    desks: HashMap<UserId, Desk>,
    most: usize,
    rooms: Rooms,
    reading: Arc<Semaphore>,
    fetched: mpsc::Sender<Fetched>,
}

impl Keeper {
    async fn run(
        mut self,
        mut requests: mpsc::Receiver<Request>,
        mut fetched: mpsc::Receiver<Fetched>,
        every: Duration,
    ) {
        let standings = self.rooms.standings().clone();
        let mut sweeps = interval(SWEEP_EVERY);
        sweeps.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let pause = sleep(Duration::ZERO);
        pin!(pause);
        loop {
            let changed = async {
                pause.as_mut().await;
                standings.changed().await;
            };
            tokio::select! {
                biased;
                request = requests.recv() => match request {
                    Some(request) => self.carry_out(request),
                    None => return,
                },
                Some(Fetched { user, standings }) = fetched.recv() => self.take_in_fetched(user, standings),
                () = changed => {
                    self.take_in(standings.take());
                    pause.as_mut().reset(Instant::now() + every);
                }
                _ = sweeps.tick() => self.sweep(),
            }
        }
    }

    fn carry_out(&mut self, request: Request) {
        match request {
            Request::Follow { user, id, subscriber, reply } => match self.desk(user) {
                Some(desk) => desk.follow(id, subscriber, reply),
                None => reply(Err(RoomError::Busy)),
            },
            Request::Unfollow { user, id } => {
                if let Some(desk) = self.desks.get_mut(&user) {
                    desk.unfollow(id);
                }
            }
            Request::List { user, reply } => match self.desk(user) {
                Some(desk) => desk.list(reply),
                // Whoever asked may have gone.
                None => drop(reply.send(Err(RoomError::Busy))),
            },
        }
    }

    /// The desk of a user; a new one is read from the store. `None` where there are as many as there may be.
    fn desk(&mut self, user: UserId) -> Option<&mut Desk> {
        if self.desks.len() >= self.most && !self.desks.contains_key(&user) {
            self.remove_unneeded(Duration::ZERO);
            if self.desks.len() >= self.most {
                return None;
            }
        }
        Some(self.desks.entry(user).or_insert_with(|| {
            // First, so that nothing is missed that changes while it is read.
            self.rooms.standings().follow(user);
            let (rooms, reading, fetched) =
                (self.rooms.clone(), Arc::clone(&self.reading), self.fetched.clone());
            tokio::spawn(async move {
                let _turn = reading.acquire().await;
                let reading = caught("reading own rooms", rooms.own(user, MAX_OWN_ROOMS as u32));
                let standings = reading.await.unwrap_or(Err(RoomError::Internal));
                // Nobody may be there to take it any more.
                let _ = fetched.send(Fetched { user, standings }).await;
            });
            Desk::new(user)
        }))
    }

    fn take_in_fetched(&mut self, user: UserId, standings: Result<Vec<Standing>, RoomError>) {
        let Some(desk) = self.desks.get_mut(&user) else { return };
        match standings {
            Ok(standings) => desk.open(standings),
            Err(error) => {
                if let Some(desk) = self.desks.remove(&user) {
                    desk.refuse(&error);
                }
                self.rooms.standings().unfollow(user);
            }
        }
    }

    /// Takes in what has changed in the rooms, and tells whoever follows them.
    fn take_in(&mut self, changes: StandingChanges) {
        let mut touched = BTreeSet::new();
        for (room, user) in changes.left {
            if let Some(desk) = self.desks.get_mut(&user) {
                desk.remove(room);
                touched.insert(user);
            }
        }
        for standing in changes.rooms.values() {
            for user in standing.users() {
                if let Some(desk) = self.desks.get_mut(&user) {
                    desk.put(standing);
                    touched.insert(user);
                }
            }
        }
        for user in touched {
            if let Some(desk) = self.desks.get_mut(&user) {
                desk.tell_changes();
            }
        }
    }

    fn sweep(&mut self) {
        let now = self.rooms.now();
        for desk in self.desks.values_mut() {
            desk.remove_ended(now);
            desk.tell_changes();
        }
        self.remove_unneeded(KEPT_FOR);
    }

    /// Removes the desks that nobody follows or has asked for within that time.
    fn remove_unneeded(&mut self, kept_for: Duration) {
        self.desks.retain(|&user, desk| {
            let is_kept = desk.is_needed(kept_for);
            if !is_kept {
                self.rooms.standings().unfollow(user);
            }
            is_kept
        });
    }
}
