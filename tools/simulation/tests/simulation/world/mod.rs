//! State that outlives the nodes: players, their tabs, the store, the bus and the time.
//!
//! | file | content |
//! |---|---|
//! | `nodes` | a node: a server with its own runtime |
//! | `cluster` | the time; nodes that start, stop, die and are suspended |
//! | `faults` | faults of the store and of the bus |
//! | `players`, `tab` | players, and their messages |
//! | `messages` | messages to clients, with the checks of each message |
//! | `ownership` | periods in which no node could serve a room |
//! | `rest` | checks when all nodes are idle |

mod cluster;
mod faults;
mod messages;
mod nodes;
mod ownership;
mod players;
mod rest;
mod tab;

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hasher};
use std::time::Duration;

use futures_util::FutureExt;
use sumito_cluster::{NodeId, SimulatedNats};
use sumito_game::{RoomId, Timestamp, UserId};
use sumito_protocol::server::Event;
use sumito_store::simulated::{Faults, Queries};
use sumito_store::{Role, RoomRow, Store, StoredEvent, UserRow};
use tokio::runtime::{Builder, Runtime};
use uuid::Uuid;

use self::nodes::Node;
use self::tab::Tab;
use super::stored::{Downtime, Stored};
use super::tab::session;
use super::tally::Tally;

/// Number of players; maximum number of rooms and tabs.
const PEOPLE: usize = 5;
const ROOMS_MAX: usize = 3;
const TABS_MAX: usize = 9;

/// Time at which a simulation starts.
const BEGINNING: Timestamp = Timestamp(1_763_680_000_000_000);

/// A command that a player sent.
struct Sent {
    who: usize,
    room: RoomId,
    text: String,
    /// The event number in its acknowledgement.
    seq: Option<u64>,
}

/// State that outlives the nodes.
pub(super) struct World {
    rng: fastrand::Rng,
    now: Timestamp,
    /// Time for which messages still travel.
    busy_for: Duration,
    queries: Queries,
    /// Faults of the only server.
    faults: Faults,
    /// A reader of the store that no fault concerns.
    store: Store,
    reader: Runtime,
    /// The bus; `None` if there is one server at a time, without a bus.
    nats: Option<SimulatedNats>,
    nodes: Vec<Node>,
    people: Vec<UserRow>,
    rooms: Vec<RoomId>,
    tabs: Vec<Tab>,
    /// Periods without a server.
    downtimes: Vec<Downtime>,
    /// Periods of store failures.
    troubles: Vec<Downtime>,
    /// Periods with a fault of the bus.
    bus_troubles: Vec<Downtime>,
    /// Periods in which a node was suspended, and the time after its death.
    gone: BTreeMap<NodeId, Vec<Downtime>>,
    /// Commands by id.
    sent: HashMap<String, Sent>,
    /// Command ids, in the order of use.
    ids: Vec<String>,
    /// All events that any client received.
    sent_events: HashMap<(RoomId, u64), Event>,
    trace: DefaultHasher,
    prints_log: bool,
    tally: Tally,
}

impl World {
    pub(super) fn new(seed: u64, prints_log: bool) -> Self {
        let mut rng = fastrand::Rng::with_seed(seed);
        sumito_kit::random::simulate(rng.u64(..));
        let faults = Faults::new(rng.fork());
        let people = (0..PEOPLE)
            .map(|number| UserRow {
                id: UserId(Uuid::from_u128(rng.u128(..))),
                name: format!("Person {number}"),
                guest: true,
                bot: false,
                role: Role::Player,
                created_at: Timestamp(0),
            })
            .collect();
        let queries = Queries::new(faults.clone());
        let reader = Builder::new_current_thread().enable_time().start_paused(true).build();
        // One seed in four has a single server without a bus.
        let nats = (rng.u8(..4) > 0).then(|| SimulatedNats::new(rng.fork()));
        Self {
            now: BEGINNING,
            busy_for: Duration::ZERO,
            store: queries.with_faults(Faults::new(rng.fork())).store(),
            reader: reader.expect("a runtime without I/O needs nothing"),
            nats,
            nodes: Vec::new(),
            queries,
            faults,
            people,
            rooms: Vec::new(),
            tabs: Vec::new(),
            downtimes: Vec::new(),
            troubles: Vec::new(),
            bus_troubles: Vec::new(),
            gone: BTreeMap::new(),
            sent: HashMap::new(),
            ids: Vec::new(),
            sent_events: HashMap::new(),
            trace: DefaultHasher::new(),
            prints_log,
            tally: Tally::default(),
            rng,
        }
    }

    /// Returns whether several nodes run, with a bus.
    pub(super) fn has_bus(&self) -> bool {
        self.nats.is_some()
    }

    /// Runs the nodes, with a rest from time to time.
    pub(super) fn run(mut self) -> Tally {
        for (number, user) in (0..).zip(self.people.clone()) {
            let added = self.reader.block_on(self.store.add_user(&user, &session(number)));
            added.expect("all users are new");
        }
        for _ in 0..self.rng.u8(1..4) {
            self.start_node();
        }
        for _ in 0..self.rng.u8(2..4) {
            for _ in 0..self.rng.u32(20..110) {
                self.step();
                self.end_step();
            }
            self.check();
            self.end_step();
            if self.nats.is_none() {
                self.disturb_nodes();
            }
        }
        self.end()
    }

    /// Ends all nodes, and counts the events.
    fn end(mut self) -> Tally {
        self.nodes.clear();
        (self.tally.takeovers, self.tally.moved) = self.queries.moved_claims();
        self.tally.lost = self.nats.as_ref().map_or(0, SimulatedNats::lost);
        self.tally.seeds = 1;
        self.tally.trace = self.trace.finish();
        self.tally
    }

    /// Lets the time of some messages pass, and checks the arrived messages.
    fn end_step(&mut self) {
        let span = Duration::from_millis(self.rng.u64(..6));
        self.pass(span);
        self.end_downtime();
        self.read_tabs();
        let breaches = self.queries.take_breaches();
        assert!(breaches.is_empty(), "two nodes own a room: {breaches:#?}");
    }

    fn step(&mut self) {
        self.tally.steps += 1;
        match self.rng.u8(..100) {
            0..45 => {
                for _ in 0..self.rng.u8(1..3) {
                    self.run_action();
                }
            }
            45..52 => self.send_again(),
            52..63 => self.wait(0..30),
            63..69 => self.wait(30..3_000),
            69..70 => self.wait(3_000..25_000),
            70..79 => self.open_tab(),
            79..82 => self.close_tab(),
            82..83 => self.watch_again(),
            83..86 => self.create_room(),
            86..88 => self.disturb_store(),
            88..90 => self.disturb_bus(),
            90..92 => self.disturb_nodes(),
            92..95 => self.wake_node(),
            95..97 => {
                if let Some(tab) = self.rng.choice(&mut self.tabs) {
                    tab.is_slow = !tab.is_slow;
                }
            }
            97..98 => self.verify(),
            98..99 if self.rng.u8(..3) == 0 => self.check(),
            _ => {
                let lag = Duration::from_millis(self.rng.u64(..1_500));
                if let Some(socket) = self.rng.choice(&self.tabs).and_then(|tab| tab.socket.as_ref()) {
                    socket.set_round_trip(lag);
                }
            }
        }
    }

    fn wait(&mut self, ms: std::ops::Range<u64>) {
        let span = Duration::from_millis(self.rng.u64(ms));
        self.log(&format!("{span:?} pass"));
        self.pass(span);
    }

    /// Returns all stored events of a room.
    fn stored_events(&self, room: RoomId) -> Vec<StoredEvent> {
        self.queries.peek(room).now_or_never().expect("nothing to wait for")
    }

    /// Stores the writes that dead nodes had sent.
    fn finish_late(&self) {
        self.queries.finish_late().now_or_never().expect("nothing to wait for");
    }

    /// Returns the row of a room.
    fn row(&self, room: RoomId) -> RoomRow {
        let row = self.reader.block_on(self.store.room(room));
        row.expect("the store is well").expect("the room was made")
    }

    /// Reads a room, and checks its events.
    fn read(&self, row: &RoomRow) -> Stored {
        let stored = self.stored_events(row.id);
        let (unserved, troubles) = (self.unserved(row.id), self.troubles_of(row.id));
        Stored::read(row, &stored, &unserved, &troubles, self.skew())
    }

    fn log(&self, what: &str) {
        if self.prints_log {
            eprintln!("{:.3} {what}", self.now.since(BEGINNING).as_secs_f64());
        }
    }
}
