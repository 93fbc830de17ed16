//! Lobbies: which rooms one can join or watch.
//!
//! One task keeps all lists. It takes what has changed in the rooms a few times a second and tells each subscriber once what that
//! comes to, however often a room has changed meanwhile; whoever asks for a list gets the one that was made last.

mod list;

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use sumito_game::RoomId;
use tokio::pin;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};

use self::list::Lobby;
use crate::rooms::{Listing, Listings, SubscriberId};
use crate::shared::Shared;

/// Subscriptions that may wait for the task.
const QUEUE: usize = 1_024;

/// What has changed in a lobby's list.
#[derive(Debug)]
pub struct LobbyUpdate {
    /// Which lobby.
    pub lobby: String,
    /// Whether `rooms` is the whole list, the newest first, to replace what one had.
    pub full: bool,
    /// Rooms that are new in the list or have changed.
    pub rooms: Vec<Listing>,
    /// Rooms that are in the list no more.
    pub gone: Vec<RoomId>,
}

/// An update on its way to all subscribers.
pub type SharedLobbyUpdate = Shared<LobbyUpdate>;

/// Who follows a lobby. Its method is called on the task that keeps the lists and must not block.
pub trait LobbySubscriber: std::fmt::Debug + Send + Sync {
    /// Takes an update; returns whether it wants another.
    fn tell(&self, update: &SharedLobbyUpdate) -> bool;
}

/// All lobbies. Cheap to clone.
///
/// A lobby lists the public rooms that wait for players while somebody sits there and watches, and those in
/// which a game is under way.
#[derive(Debug, Clone)]
pub struct Lobbies {
    requests: mpsc::Sender<Request>,
    lists: Lists,
}

/// By the lobby's name, as they were made last. Lobbies without rooms are not in it.
type Lists = Arc<RwLock<HashMap<String, SharedLobbyUpdate>>>;

#[derive(Debug)]
enum Request {
    Subscribe { lobby: String, id: SubscriberId, subscriber: Box<dyn LobbySubscriber> },
    Unsubscribe { lobby: String, id: SubscriberId },
}

impl Lobbies {
    /// Lobbies that list the newest `rooms_listed` of the rooms in `listings` and tell their subscribers of changes once in `every`.
    /// The task ends with the last clone.
    pub fn start(listings: Listings, rooms_listed: usize, every: Duration) -> (Self, JoinHandle<()>) {
        let (requests, received) = mpsc::channel(QUEUE);
        let lists = Lists::default();
        let keeper =
            Keeper { lobbies: HashMap::new(), rooms: HashMap::new(), rooms_listed, lists: lists.clone() };
        let task = tokio::spawn(keeper.run(listings, received, every));
        (Self { requests, lists }, task)
    }

    /// The rooms of a lobby, the newest first.
    pub fn list(&self, lobby: &str) -> SharedLobbyUpdate {
        let lists = self.lists.read().unwrap_or_else(PoisonError::into_inner);
        lists.get(lobby).cloned().unwrap_or_else(|| list::empty(lobby))
    }

    /// Tells the whole list now and every change from now on.
    pub async fn subscribe(&self, lobby: String, id: SubscriberId, subscriber: Box<dyn LobbySubscriber>) {
        self.send(Request::Subscribe { lobby, id, subscriber }).await;
    }

    /// Tells nothing more.
    pub async fn unsubscribe(&self, lobby: String, id: SubscriberId) {
        self.send(Request::Unsubscribe { lobby, id }).await;
    }

    async fn send(&self, request: Request) {
        // The task lives as long as anybody can ask it for something.
        let _ = self.requests.send(request).await;
    }
}

/// What the task knows.
struct Keeper {
    lobbies: HashMap<String, Lobby>,
    /// In which lobby each listed room is.
    rooms: HashMap<RoomId, String>,
    rooms_listed: usize,
    lists: Lists,
}

impl Keeper {
    async fn run(mut self, listings: Listings, mut requests: mpsc::Receiver<Request>, every: Duration) {
        let pause = sleep(Duration::ZERO);
        pin!(pause);
        loop {
            let changed = async {
                pause.as_mut().await;
                listings.changed().await;
            };
            tokio::select! {
                biased;
                request = requests.recv() => match request {
                    Some(request) => self.carry_out(request),
                    None => return,
                },
                () = changed => {
                    self.take_in(&listings);
                    pause.as_mut().reset(Instant::now() + every);
                }
            }
        }
    }

    fn carry_out(&mut self, request: Request) {
        match request {
            Request::Subscribe { lobby, id, subscriber } => {
                let entry = self.lobbies.entry(lobby.clone()).or_default();
                if subscriber.tell(&entry.list(&lobby, self.rooms_listed)) {
                    entry.subscribe(id, subscriber);
                }
                self.forget_if_empty(&lobby);
            }
            Request::Unsubscribe { lobby, id } => {
                if let Some(entry) = self.lobbies.get_mut(&lobby) {
                    entry.unsubscribe(id);
                }
                self.forget_if_empty(&lobby);
            }
        }
    }

    /// Takes in what has changed in the rooms, and tells whoever follows their lobbies.
    fn take_in(&mut self, listings: &Listings) {
        let mut touched: HashMap<String, (Vec<Listing>, Vec<RoomId>)> = HashMap::new();
        for (room, listing) in listings.take() {
            if let Some(listing) = listing {
                let name = listing.room.lobby.clone();
                self.lobbies.entry(name.clone()).or_default().put(listing.clone());
                self.rooms.insert(room, name.clone());
                touched.entry(name).or_default().0.push(listing);
            } else if let Some(name) = self.rooms.remove(&room) {
                if let Some(lobby) = self.lobbies.get_mut(&name) {
                    lobby.remove(room);
                }
                touched.entry(name).or_default().1.push(room);
            }
        }
        for (name, (rooms, gone)) in touched {
            let Some(lobby) = self.lobbies.get_mut(&name) else { continue };
            lobby.tell(&LobbyUpdate { lobby: name.clone(), full: false, rooms, gone }.into());
            let list = lobby.list(&name, self.rooms_listed);
            let mut lists = self.lists.write().unwrap_or_else(PoisonError::into_inner);
            if lobby.has_rooms() {
                lists.insert(name.clone(), list);
            } else {
                lists.remove(&name);
            }
            drop(lists);
            self.forget_if_empty(&name);
        }
    }

    fn forget_if_empty(&mut self, lobby: &str) {
        if self.lobbies.get(lobby).is_some_and(Lobby::is_empty) {
            self.lobbies.remove(lobby);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use sumito_game::{Policy, Settings, Status, TimeControl, Timestamp};
    use sumito_rules::{Layout, Mode};

    use super::*;
    use crate::store::{RoomRow, Visibility};

    #[derive(Debug, Clone, Default)]
    struct Told(Arc<Mutex<Vec<SharedLobbyUpdate>>>);

    impl LobbySubscriber for Told {
        fn tell(&self, update: &SharedLobbyUpdate) -> bool {
            self.0.lock().unwrap().push(update.clone());
            true
        }
    }

    fn listing(number: u8) -> Listing {
        let time = TimeControl::None;
        let settings = Settings {
            mode: Mode::Two,
            layout: Layout::Standard,
            time,
            rated: false,
            ready: false,
            spectator_delay: Duration::ZERO,
            policy: Policy::usual(time),
        };
        let room = RoomRow {
            id: RoomId::from_random([number; 8]),
            lobby: "main".to_owned(),
            visibility: Visibility::Public,
            created_at: Timestamp(number.into()),
        };
        Listing { room: Arc::new(room), settings, status: Status::Waiting, seats: Vec::new() }
    }

    #[tokio::test(start_paused = true)]
    async fn many_changes_are_told_a_few_times_a_second() {
        let listings = Listings::default();
        let every = Duration::from_millis(300);
        let (lobbies, _task) = Lobbies::start(listings.clone(), 2, every);
        let told = Told::default();
        lobbies.subscribe("main".to_owned(), SubscriberId::fresh(), Box::new(told.clone())).await;
        for _ in 0..1_000 {
            for number in 1..=3 {
                listings.set(listing(number).room.id, Some(listing(number)));
            }
            sleep(Duration::from_millis(1)).await;
        }
        sleep(every).await;
        let updates = std::mem::take(&mut *told.0.lock().unwrap());
        assert!((3..=6).contains(&updates.len()), "{} updates in a second", updates.len());
        assert!(updates[0].value().full && updates[1..].iter().all(|update| update.value().rooms.len() == 3));
        let created: Vec<_> = lobbies.list("main").value().rooms.iter().map(Listing::created_at).collect();
        assert_eq!(created, [Timestamp(3), Timestamp(2)], "the newest ones");

        listings.set(listing(3).room.id, None);
        sleep(every * 2).await;
        assert_eq!(told.0.lock().unwrap().last().unwrap().value().gone, [listing(3).room.id]);
        assert_eq!(lobbies.list("main").value().rooms.len(), 2);
    }
}
