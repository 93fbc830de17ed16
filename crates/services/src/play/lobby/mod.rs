//! Lobbies: lists of the rooms to join or watch, and of the open seeks.
//!
//! The nodes share the entries; each node maintains the lists for its own subscribers.
//!
//! One task maintains all lists. It collects changes of the rooms and sends the combined change to each subscriber a few times per second,
//! however often a room has changed in between. Requests for a list get the latest encoded list.

mod list;
mod seeks;

use std::collections::{BTreeSet, HashMap};
use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use parking_lot::RwLock;
use sumito_game::{RoomId, Status, Timestamp};
use tokio::pin;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep};
use uuid::Uuid;

use self::list::Lobby;
use self::seeks::SeekChanges;
pub use self::seeks::{SeekListing, Seeks};
use crate::env::Env;
use sumito_cluster::Node;
use sumito_config::{self as config, millis};
use sumito_kit::encoded::Encoded;
use sumito_kit::tasks::Tasks;
use sumito_kit::time_source::TimeSource;
use sumito_kit::topic::{Subscriber, SubscriberId};
use sumito_rooms::{LobbyRoom, LobbyRoomChangeBatch, LobbyRoomChanges};

/// Interval of the sweep for expired listings of rooms.
const SWEEP_EVERY: Duration = Duration::from_mins(1);

/// Subscriptions that may wait for the task.
const QUEUE: usize = 1_024;

/// Changes of a lobby's list.
#[derive(Debug)]
pub struct LobbyUpdate {
    /// Name of the lobby.
    pub lobby: String,
    /// Whether `rooms`, the newest first, and `seeks`, the oldest first, are the whole list and replace the subscriber's list.
    pub full: bool,
    /// Rooms that are new in the list or have changed.
    pub rooms: Vec<LobbyRoom>,
    /// Rooms that were removed from the list.
    pub gone: Vec<RoomId>,
    /// Seeks that are new in the list.
    pub seeks: Vec<SeekListing>,
    /// Seeks that were removed from the list.
    pub seeks_gone: Vec<Uuid>,
}

impl LobbyUpdate {
    /// Returns an update without changes.
    fn none(lobby: &str) -> Self {
        let (rooms, gone, seeks, seeks_gone) = Default::default();
        Self { lobby: lobby.to_owned(), full: false, rooms, gone, seeks, seeks_gone }
    }
}

/// An encoded update, shared by all subscribers.
pub type EncodedLobbyUpdate = Encoded<LobbyUpdate>;

/// All lobbies. Cheap to clone.
///
/// A lobby lists public rooms that wait for players, if one of their players is online or the game is by correspondence, and public rooms
/// with a running game.
#[derive(Debug, Clone)]
pub struct Lobbies {
    requests: mpsc::Sender<Request>,
    lists: Lists,
    seeks: Seeks,
    playing: Arc<AtomicUsize>,
}

/// Latest lists by the lobby's name. Empty lobbies are left out.
type Lists = Arc<RwLock<HashMap<String, EncodedLobbyUpdate>>>;

#[derive(Debug)]
enum Request {
    Subscribe { lobby: String, id: SubscriberId, subscriber: Box<dyn Subscriber<LobbyUpdate>> },
    Unsubscribe { lobby: String, id: SubscriberId },
}

/// Limits of the lists.
#[derive(Debug, Clone, Copy)]
pub struct LobbyRules {
    /// Maximum entries: the newest rooms, and the oldest seeks.
    pub rooms: usize,
    /// Maximum waiting rooms without an online player, in all lobbies together; the newest are kept.
    pub waiting_rooms: usize,
    /// Minimum interval between updates to subscribers.
    pub every: Duration,
}

impl From<&config::Lobby> for LobbyRules {
    fn from(config: &config::Lobby) -> Self {
        let (rooms, waiting_rooms) = (config.rooms, config.waiting_rooms as usize);
        Self { rooms, waiting_rooms, every: millis(config.update_ms) }
    }
}

impl Lobbies {
    /// Starts the lobbies of the rooms in `listings`, and of the seeks of all nodes. The task ends with the last clone.
    pub fn start(env: &Env, listings: &LobbyRoomChanges, tasks: &Tasks) -> Self {
        Self::with(listings, (&env.config.lobby).into(), env.time, &env.node, tasks)
    }

    fn with(
        listings: &LobbyRoomChanges,
        rules: LobbyRules,
        time: TimeSource,
        node: &Node,
        tasks: &Tasks,
    ) -> Self {
        let (requests, received) = mpsc::channel(QUEUE);
        let (lists, seeks) = (Lists::default(), Seeks::new("seeks", node));
        let playing = Arc::<AtomicUsize>::default();
        let lobby_task = LobbyTask {
            lobbies: HashMap::new(),
            rooms: HashMap::new(),
            playing: Arc::clone(&playing),
            seeking: HashMap::new(),
            ending: BTreeSet::new(),
            rules,
            time,
            lists: lists.clone(),
            listings: listings.clone(),
        };
        let (shown, shared) = (seeks.clone(), seeks.clone());
        tasks.spawn("lobbies", async move {
            let sharing = async {
                shared.run().await;
                pending::<()>().await;
            };
            tokio::select! {
                () = lobby_task.run(shown, received) => {}
                () = sharing => {}
            }
        });
        Self { requests, lists, seeks, playing }
    }

    /// Returns the seeks, to be updated by matchmaking.
    pub fn seeks(&self) -> &Seeks {
        &self.seeks
    }

    /// Returns the number of public rooms of all nodes with a running game.
    pub fn playing(&self) -> usize {
        self.playing.load(Ordering::Relaxed)
    }

    /// Returns the rooms of a lobby, the newest first.
    pub fn list(&self, lobby: &str) -> EncodedLobbyUpdate {
        let lists = self.lists.read();
        lists.get(lobby).cloned().unwrap_or_else(|| list::empty(lobby))
    }

    /// Adds a subscriber: it receives the whole list now, and every change from now on.
    pub async fn subscribe(
        &self,
        lobby: String,
        id: SubscriberId,
        subscriber: Box<dyn Subscriber<LobbyUpdate>>,
    ) {
        self.send(Request::Subscribe { lobby, id, subscriber }).await;
    }

    /// Removes the subscriber.
    pub async fn unsubscribe(&self, lobby: String, id: SubscriberId) {
        self.send(Request::Unsubscribe { lobby, id }).await;
    }

    async fn send(&self, request: Request) {
        // The task lives as long as any handle.
        let _ = self.requests.send(request).await;
    }
}

/// A room in the list of a lobby.
struct ListedRoom {
    lobby: String,
    /// The end of its listing, if none of its players is online.
    until: Option<Timestamp>,
    is_playing: bool,
}

/// State of the task.
struct LobbyTask {
    lobbies: HashMap<String, Lobby>,
    /// The listed rooms.
    rooms: HashMap<RoomId, ListedRoom>,
    /// Number of listed rooms with a running game.
    playing: Arc<AtomicUsize>,
    /// Lobby of each listed seek.
    seeking: HashMap<Uuid, String>,
    /// Rooms without an online player, by the end of their listing.
    ending: BTreeSet<(Timestamp, RoomId)>,
    rules: LobbyRules,
    time: TimeSource,
    lists: Lists,
    listings: LobbyRoomChanges,
}

impl LobbyTask {
    async fn run(mut self, seeks: Seeks, mut requests: mpsc::Receiver<Request>) {
        let listings = self.listings.clone();
        let mut sweeps = interval(SWEEP_EVERY);
        sweeps.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let pause = sleep(Duration::ZERO);
        pin!(pause);
        loop {
            let changed = async {
                pause.as_mut().await;
                tokio::select! {
                    () = listings.changed() => {}
                    () = seeks.changed() => {}
                }
            };
            tokio::select! {
                biased;
                request = requests.recv() => match request {
                    Some(request) => self.handle(request),
                    None => return,
                },
                () = changed => {
                    self.apply(listings.drain(), seeks.drain());
                    pause.as_mut().reset(Instant::now() + self.rules.every);
                }
                _ = sweeps.tick() => self.sweep(),
            }
        }
    }

    fn handle(&mut self, request: Request) {
        match request {
            Request::Subscribe { lobby, id, subscriber } => {
                let entry = self.lobbies.entry(lobby.clone()).or_default();
                let list = entry.list(&lobby, self.rules.rooms);
                entry.subscribe(id, subscriber, &list);
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

    /// Applies changes of rooms and seeks, and sends them to the subscribers of their lobbies.
    fn apply(&mut self, changes: LobbyRoomChangeBatch, seeks: SeekChanges) {
        let mut touched = HashMap::new();
        let mut playing = self.playing.load(Ordering::Relaxed);
        for (room, listing) in changes {
            let before = self.rooms.remove(&room);
            if let Some(ListedRoom { until: Some(until), .. }) = before {
                self.ending.remove(&(until, room));
            }
            playing -= usize::from(before.as_ref().is_some_and(|before| before.is_playing));
            if let Some(listing) = listing {
                let name = listing.room.lobby.clone();
                self.lobbies.entry(name.clone()).or_default().put(listing.clone());
                self.ending.extend(listing.until.map(|until| (until, room)));
                let is_playing = listing.status == Status::Playing;
                playing += usize::from(is_playing);
                self.rooms.insert(room, ListedRoom { lobby: name.clone(), until: listing.until, is_playing });
                change_of(&mut touched, &name).rooms.push(listing);
            } else if let Some(ListedRoom { lobby: name, .. }) = before {
                if let Some(lobby) = self.lobbies.get_mut(&name) {
                    lobby.remove(room);
                }
                change_of(&mut touched, &name).gone.push(room);
            }
        }
        self.playing.store(playing, Ordering::Relaxed);
        self.apply_seeks(seeks, &mut touched);
        for (name, update) in touched {
            let Some(lobby) = self.lobbies.get_mut(&name) else { continue };
            lobby.send(&update.into());
            let list = lobby.list(&name, self.rules.rooms);
            let mut lists = self.lists.write();
            if lobby.lists_something() {
                lists.insert(name.clone(), list);
            } else {
                lists.remove(&name);
            }
            drop(lists);
            self.forget_if_empty(&name);
        }
        let too_many = self.ending.len().saturating_sub(self.rules.waiting_rooms);
        self.remove_first(too_many);
    }

    fn apply_seeks(&mut self, seeks: SeekChanges, touched: &mut HashMap<String, LobbyUpdate>) {
        for (id, seek) in seeks {
            let before = self.seeking.remove(&id);
            if let Some(seek) = seek {
                self.lobbies.entry(seek.lobby.clone()).or_default().put_seek(seek.clone());
                self.seeking.insert(id, seek.lobby.clone());
                let lobby = seek.lobby.clone();
                change_of(touched, &lobby).seeks.push(seek);
            } else if let Some(name) = before {
                if let Some(lobby) = self.lobbies.get_mut(&name) {
                    lobby.remove_seek(id);
                }
                change_of(touched, &name).seeks_gone.push(id);
            }
        }
    }

    /// Removes rooms with an expired listing and no player online.
    fn sweep(&mut self) {
        let now = self.time.now();
        let ended = self.ending.iter().take_while(|(until, _)| *until <= now).count();
        self.remove_first(ended);
    }

    fn remove_first(&mut self, count: usize) {
        let gone: LobbyRoomChangeBatch =
            self.ending.iter().take(count).map(|(_, room)| (*room, None)).collect();
        for room in gone.keys() {
            self.listings.forget(room);
        }
        if !gone.is_empty() {
            self.apply(gone, SeekChanges::new());
        }
    }

    fn forget_if_empty(&mut self, lobby: &str) {
        if self.lobbies.get(lobby).is_some_and(Lobby::is_empty) {
            self.lobbies.remove(lobby);
        }
    }
}

/// Returns the pending change of the lobby of this name.
fn change_of<'a>(touched: &'a mut HashMap<String, LobbyUpdate>, name: &str) -> &'a mut LobbyUpdate {
    touched.entry(name.to_owned()).or_insert_with(|| LobbyUpdate::none(name))
}

#[cfg(test)]
mod tests {
    use parking_lot::Mutex;

    use sumito_game::{Player, Policy, Settings, TimeControl, Timestamp, UserId};
    use sumito_rules::{Layout, Mode};

    use super::*;
    use sumito_rooms::{SeatPresence, SeatView};
    use sumito_store::{RoomRow, Visibility};
    use tokio_util::sync::CancellationToken;

    fn tasks() -> Tasks {
        Tasks::new(CancellationToken::new())
    }

    #[derive(Debug, Clone, Default)]
    struct Recorder(Arc<Mutex<Vec<EncodedLobbyUpdate>>>);

    impl Subscriber<LobbyUpdate> for Recorder {
        fn send(&self, update: &EncodedLobbyUpdate) -> bool {
            self.0.lock().push(update.clone());
            true
        }
    }

    fn listing(number: u8) -> LobbyRoom {
        let time = TimeControl::None;
        let settings = Settings {
            mode: Mode::Two,
            layout: Layout::Standard,
            start_position: None,
            coach: false,
            time,
            rated: false,
            ready: false,
            spectator_delay: Duration::ZERO,
            tournament: None,
            policy: Policy::usual(time),
        };
        let room = RoomRow {
            id: RoomId::from_random([number; 8]),
            lobby: "main".to_owned(),
            visibility: Visibility::Public,
            created_at: Timestamp(number.into()),
        };
        LobbyRoom {
            room: Arc::new(room),
            settings,
            status: Status::Waiting,
            seats: Vec::new(),
            until: None,
            watching: 0,
        }
    }

    #[tokio::test(start_paused = true)]
    async fn many_changes_are_sent_a_few_times_a_second() {
        let listings = LobbyRoomChanges::new("lobby_rooms", &Node::alone());
        let every = Duration::from_millis(300);
        let rules = LobbyRules { rooms: 2, waiting_rooms: 2, every };
        let lobbies =
            Lobbies::with(&listings, rules, TimeSource::starting_at(Timestamp(0)), &Node::alone(), &tasks());
        let recorder = Recorder::default();
        lobbies.subscribe("main".to_owned(), SubscriberId::fresh(), Box::new(recorder.clone())).await;
        for _ in 0..1_000 {
            for number in 1..=3 {
                listings.set(listing(number).room.id, Some(listing(number)));
            }
            sleep(Duration::from_millis(1)).await;
        }
        sleep(every).await;
        let updates = std::mem::take(&mut *recorder.0.lock());
        assert!((3..=6).contains(&updates.len()), "{} updates in a second", updates.len());
        assert!(updates[0].value().full && updates[1..].iter().all(|update| update.value().rooms.len() == 3));
        let created: Vec<_> = lobbies.list("main").value().rooms.iter().map(LobbyRoom::created_at).collect();
        assert_eq!(created, [Timestamp(3), Timestamp(2)], "the newest ones");

        assert_eq!(lobbies.playing(), 0);
        listings.set(listing(2).room.id, Some(LobbyRoom { status: Status::Playing, ..listing(2) }));
        sleep(every * 2).await;
        assert_eq!(lobbies.playing(), 1);

        listings.set(listing(2).room.id, Some(listing(2)));
        listings.set(listing(3).room.id, None);
        sleep(every * 2).await;
        assert_eq!(lobbies.playing(), 0);
        assert_eq!(recorder.0.lock().last().unwrap().value().gone, [listing(3).room.id]);
        assert_eq!(lobbies.list("main").value().rooms.len(), 2);
    }

    #[test]
    fn waiting_rooms_of_one_player_take_a_part_of_the_list() {
        let seat = |number: u8| SeatView {
            player: Some(Player {
                id: UserId(Uuid::from_u128(number.into())),
                name: String::new(),
                guest: true,
                bot: false,
            }),
            rating: None,
            ready: false,
            out: false,
            presence: SeatPresence::default(),
        };
        let mut lobby = Lobby::default();
        for number in 1..=20 {
            let player = if number == 1 { 2 } else { 1 };
            lobby.put(LobbyRoom { seats: vec![seat(player)], ..listing(number) });
        }
        let played = LobbyRoom { seats: vec![seat(1)], status: Status::Playing, ..listing(30) };
        lobby.put(played);
        let list = lobby.list("main", 16);
        let rooms: Vec<_> = list.value().rooms.iter().map(|room| room.created_at().0).collect();
        assert_eq!(rooms, [30, 20, 19, 1]);
    }

    #[tokio::test(start_paused = true)]
    async fn only_newest_offline_rooms_stay_listed_for_a_time() {
        let listings = LobbyRoomChanges::new("lobby_rooms", &Node::alone());
        let rules = LobbyRules { rooms: 9, waiting_rooms: 2, every: Duration::ZERO };
        let lobbies =
            Lobbies::with(&listings, rules, TimeSource::starting_at(Timestamp(0)), &Node::alone(), &tasks());
        let listed = async || {
            sleep(Duration::from_millis(10)).await;
            let list = lobbies.list("main");
            list.value().rooms.iter().map(|room| room.created_at().0).collect::<Vec<_>>()
        };
        let day = Duration::from_hours(24);
        for number in 1..=3 {
            let until = Some(Timestamp(0) + day * number.into());
            listings.set(listing(number).room.id, Some(LobbyRoom { until, ..listing(number) }));
        }
        listings.set(listing(4).room.id, Some(listing(4)));
        assert_eq!(listed().await, [4, 3, 2]);
        sleep(day * 2 + SWEEP_EVERY).await;
        assert_eq!(listed().await, [4, 3]);
        listings.set(listing(3).room.id, Some(listing(3)));
        sleep(day * 2).await;
        assert_eq!(listed().await, [4, 3], "a player is online again");
    }
}
