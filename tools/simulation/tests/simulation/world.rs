//! State that outlives the server: players, their tabs, the store and the time.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

use sumito_game::{Presence, RoomId, Status, Table, Timestamp, UserId};
use sumito_protocol::client::{ClientMessage, Command};
use sumito_protocol::parts::Status as WireStatus;
use sumito_protocol::server::{Event, EventKind, Notice, Outcome, Snapshot};
use sumito_protocol::{ErrorCode, RoomId as WireRoomId, ServerMessage};
use tokio::runtime::Builder;
use tokio::task::yield_now;
use tokio::time::{Instant, sleep};
use uuid::Uuid;

use super::stored::{Downtime, Stored};
use super::tab::{self, Socket, Tab};
use super::tally::Tally;
use super::view::View;
use super::{life, panics, whim};
use sumito_kit::encoded::Encoding;
use sumito_rooms::{Ratings, RoomView};
use sumito_server::history::verify::{VerifyError, verify};
use sumito_server::simulated::{self, Life};
use sumito_store::simulated::{Condition, Faults, Queries};
use sumito_store::{Role, RoomRow, UserRow};

/// Number of players; maximum number of rooms and tabs.
const PEOPLE: usize = 5;
const ROOMS_MAX: usize = 3;
const TABS_MAX: usize = 9;

/// Long enough for a room to ask again whether the storage works, and for all pending work to end.
const UNTIL_SETTLED: Duration = Duration::from_secs(5);

/// Precision of timers.
const TIMERS_ARE_EXACT_TO: Duration = Duration::from_millis(5);

/// A command that a player sent.
struct Sent {
    who: usize,
    room: RoomId,
    text: String,
    /// The event number in its acknowledgement.
    seq: Option<u64>,
}

/// State that outlives the server: players, their tabs, the store and the time.
pub(super) struct World {
    rng: fastrand::Rng,
    now: Timestamp,
    queries: Queries,
    faults: Faults,
    people: Vec<UserRow>,
    rooms: Vec<RoomId>,
    tabs: Vec<Tab>,
    /// Periods without a server.
    downtimes: Vec<Downtime>,
    /// Periods of store failures.
    troubles: Vec<Downtime>,
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
        Self {
            now: Timestamp(1_763_680_000_000_000),
            queries: Queries::new(faults.clone()),
            faults,
            people,
            rooms: Vec::new(),
            tabs: Vec::new(),
            downtimes: Vec::new(),
            troubles: Vec::new(),
            sent: HashMap::new(),
            ids: Vec::new(),
            sent_events: HashMap::new(),
            trace: DefaultHasher::new(),
            prints_log,
            tally: Tally::default(),
            rng,
        }
    }

    /// Runs servers one after the other.
    pub(super) fn run(mut self) -> Tally {
        for _ in 0..self.rng.u8(2..6) {
            self.run_loop();
            let from = self.now;
            self.now = from + Duration::from_millis(self.rng.u64(..100_000));
            self.downtimes.push(Downtime { from, until: self.now });
        }
        self.tally.seeds = 1;
        self.tally.trace = self.trace.finish();
        self.tally
    }

    /// Runs one server from its start to its end.
    fn run_loop(&mut self) {
        let runtime = Builder::new_current_thread().enable_time().start_paused(true).build();
        let runtime = runtime.expect("a runtime without I/O needs nothing");
        runtime.block_on(async {
            let app = self.start().await;
            for _ in 0..self.rng.u32(20..150) {
                self.step(&app).await;
                for _ in 0..self.rng.u8(..6) {
                    yield_now().await;
                }
                self.read_tabs(&app).await;
            }
            self.check(&app).await;
            if self.rng.u8(..4) == 0 {
                self.log("the server stops");
                app.rooms.stop().await;
                self.read_tabs(&app).await;
            } else {
                // Stop in the middle of some work.
                for _ in 0..self.rng.u8(..4) {
                    self.step(&app).await;
                    for _ in 0..self.rng.u8(..9) {
                        yield_now().await;
                    }
                }
                self.log("the server dies");
            }
            self.tally.servers += 1;
            self.now = app.time.now();
            self.tabs.iter_mut().for_each(|tab| tab.socket = None);
        });
    }

    async fn start(&mut self) -> Life {
        self.faults.set(Condition::Healthy);
        self.record_downtime(self.now);
        self.queries.finish_late().await;
        let app = life::start(self.queries.store(), self.now).await;
        if self.tally.servers == 0 {
            for (number, user) in self.people.iter().enumerate() {
                let added = app.store.add_user(user, &tab::session(number as u8)).await;
                added.expect("all users are new");
            }
        }
        self.log(&format!("a server starts with {} rooms", app.rooms.count()));
        app
    }

    async fn step(&mut self, app: &Life) {
        self.tally.steps += 1;
        match self.rng.u8(..100) {
            0..48 => {
                for _ in 0..self.rng.u8(1..3) {
                    self.run_action().await;
                }
            }
            48..56 => self.send_again().await,
            56..68 => self.wait(0..30).await,
            68..74 => self.wait(30..3_000).await,
            74..76 => self.wait(3_000..45_000).await,
            76..84 => self.open_tab(app).await,
            84..87 => self.close_tab().await,
            87..88 => self.watch_again().await,
            88..91 => self.create_room(app).await,
            91..94 => {
                let faults = [
                    Condition::Unavailable,
                    Condition::Flaky,
                    Condition::LosesReplies,
                    Condition::Hanging,
                    Condition::Stalled,
                ];
                // More often than not, so that the games make progress, too.
                let is_well = self.rng.u8(..3) > 0;
                let fault = faults[self.rng.usize(..faults.len())];
                let condition = if is_well { Condition::Healthy } else { fault };
                self.log(&format!("the store is {condition:?}"));
                self.faults.set(condition);
                self.record_downtime(app.time.now());
            }
            94..97 => {
                if let Some(tab) = self.rng.choice(&mut self.tabs) {
                    tab.is_slow = !tab.is_slow;
                }
            }
            97..98 => self.check(app).await,
            98..99 => self.verify(app).await,
            _ => {
                let lag = Duration::from_millis(self.rng.u64(..1_500));
                if let Some(socket) = self.rng.choice(&mut self.tabs).and_then(|tab| tab.socket.as_mut()) {
                    socket.session.set_round_trip(lag);
                }
            }
        }
    }

    async fn wait(&mut self, ms: std::ops::Range<u64>) {
        let span = Duration::from_millis(self.rng.u64(ms));
        self.log(&format!("{span:?} pass"));
        sleep(span).await;
    }

    /// Lets a random player act, most often the player to move.
    async fn run_action(&mut self) {
        let open: Vec<_> = (0..self.tabs.len())
            .filter(|&tab| self.tabs[tab].socket.is_some() && self.tabs[tab].who.is_some())
            .collect();
        let turn: Vec<_> = open.iter().copied().filter(|&tab| self.is_to_move(tab)).collect();
        let choice = if self.rng.u8(..3) > 0 { self.rng.choice(turn) } else { None };
        let Some(tab) = choice.or_else(|| self.rng.choice(open)) else { return };
        let (who, room) = (self.tabs[tab].who.expect("the tab has a user"), self.tabs[tab].room);
        let seen = self.tabs[tab].view.as_ref().map(|view| &view.state);
        let command =
            whim::command(&mut self.rng, &WireRoomId(room.to_string()), seen, self.people[who].id.0);
        let id = format!("c{}", self.ids.len());
        self.log(&format!("person {who} in tab {tab} sends {id}: {command:?}"));
        let text = text(&id, command);
        self.ids.push(id.clone());
        self.sent.insert(id, Sent { who, room, text: text.clone(), seq: None });
        self.send(tab, &text).await;
    }

    fn is_to_move(&self, tab: usize) -> bool {
        let tab = &self.tabs[tab];
        let Some(seen) = tab.view.as_ref().map(|view| &view.state) else { return false };
        let Some(turn) = seen.turn else { return false };
        let player = seen.seats[usize::from(turn)].player.as_ref();
        player.map(|player| player.id) == tab.who.map(|who| self.people[who].id.0)
    }

    /// Sends a command twice, or late.
    async fn send_again(&mut self) {
        let recent = self.ids.len().saturating_sub(30);
        let Some(id) = self.rng.choice(&self.ids[recent..]) else { return };
        let Sent { who, room, text, .. } = &self.sent[id];
        let same = |tab: &Tab| tab.socket.is_some() && tab.who == Some(*who) && tab.room == *room;
        let Some(tab) = self.tabs.iter().position(same) else { return };
        self.tally.sent_again += 1;
        let text = text.clone();
        self.log(&format!("again: {text}"));
        self.send(tab, &text).await;
    }

    async fn send(&mut self, tab: usize, text: &str) {
        if let Some(socket) = &mut self.tabs[tab].socket {
            socket.session.receive(text, Instant::now()).await;
        }
    }

    /// Opens a tab, or reconnects a tab that has lost its connection.
    async fn open_tab(&mut self, app: &Life) {
        let closed: Vec<_> = (0..self.tabs.len()).filter(|&tab| self.tabs[tab].socket.is_none()).collect();
        let tab = match self.rng.choice(closed) {
            Some(tab) => tab,
            None if self.tabs.len() < TABS_MAX => {
                let Some(&room) = self.rng.choice(&self.rooms) else { return };
                let who = (self.rng.u8(..8) > 0).then(|| self.rng.usize(..PEOPLE));
                let wants_legal = self.rng.u8(..4) > 0;
                self.tabs.push(Tab::new(who, room, wants_legal));
                self.tabs.len() - 1
            }
            None => return,
        };
        let forgets = self.rng.u8(..4) == 0;
        let state = &mut self.tabs[tab];
        if forgets {
            state.view = None;
        }
        let user = state.who.map(|who| self.people[who].clone());
        state.is_slow = false;
        state.socket = Some(Socket::open(app, user));
        self.watch(tab).await;
    }

    /// Subscribes to the room once more, whether or not earlier messages were read.
    async fn watch_again(&mut self) {
        let open: Vec<_> = (0..self.tabs.len()).filter(|&tab| self.tabs[tab].socket.is_some()).collect();
        if let Some(tab) = self.rng.choice(open) {
            self.tabs[tab].may_repeat = true;
            self.watch(tab).await;
        }
    }

    async fn watch(&mut self, tab: usize) {
        let (room, since) = (self.tabs[tab].room, self.tabs[tab].seq());
        self.log(&format!("tab {tab} of {:?} watches {room} since {since:?}", self.tabs[tab].who));
        let legal = self.tabs[tab].wants_legal;
        let room = WireRoomId(room.to_string());
        self.send(tab, &text("w", Command::Watch { room, since, legal })).await;
    }

    async fn close_tab(&mut self) {
        let on_purpose = self.rng.bool();
        if self.tabs.is_empty() {
            return;
        }
        let tab = self.rng.usize(..self.tabs.len());
        self.log(&format!("tab {tab} closes, on purpose: {on_purpose}"));
        if let Some(mut socket) = self.tabs[tab].socket.take() {
            socket.session.end(on_purpose).await;
        }
    }

    /// Lets a player create a room, with retries until it exists.
    async fn create_room(&mut self, app: &Life) {
        if self.rooms.len() >= ROOMS_MAX {
            return;
        }
        let who = self.rng.usize(..PEOPLE);
        let text =
            text(&format!("room {}", self.rooms.len()), Command::CreateRoom(whim::room(&mut self.rng)));
        let mut tab = Tab::new(Some(who), RoomId::from_random([0; 8]), false);
        let socket = tab.socket.insert(Socket::open(app, Some(self.people[who].clone())));
        loop {
            self.log(&format!("person {who}: {text}"));
            socket.session.receive(&text, Instant::now()).await;
            match socket.next().await {
                ServerMessage::Ok { result: Outcome { room: Some(room), .. }, .. } => {
                    self.rooms.push(room.0.parse().expect("a room's id"));
                    return;
                }
                ServerMessage::Error { code: ErrorCode::Unavailable, .. } => {
                    self.faults.set(Condition::Healthy);
                    self.record_downtime(app.time.now());
                    sleep(Duration::from_millis(100)).await;
                }
                other => panic!("{text} was answered by {other:?}"),
            }
        }
    }

    /// Lets all tabs that are not slow read their messages.
    async fn read_tabs(&mut self, app: &Life) {
        assert_eq!(panics(), 0, "something panicked");
        for number in 0..self.tabs.len() {
            if self.tabs[number].is_cut_off()
                && let Some(mut socket) = self.tabs[number].socket.take()
            {
                self.log(&format!("tab {number} is cut off"));
                self.tally.cut_off += 1;
                socket.session.end(false).await;
            }
            for message in self.tabs[number].read() {
                self.handle(app, number, message).await;
            }
        }
        (app.time.now().0, self.sent_events.len()).hash(&mut self.trace);
    }

    async fn handle(&mut self, app: &Life, number: usize, message: ServerMessage) {
        match message {
            ServerMessage::Ok { id: Some(id), result } => self.handle_answer(&id, result.seq).await,
            ServerMessage::Error { id, code, message, .. } => {
                assert_ne!(code, ErrorCode::Internal, "{message}");
                self.log(&format!("tab {number} is refused {id:?}: {code:?}"));
                if id.as_deref() == Some("w") {
                    // The subscription failed: the client will try again.
                    self.tabs[number].socket = None;
                }
            }
            ServerMessage::Snapshot(snapshot) => {
                let known = self.tabs[number].seq().unwrap_or_default();
                assert!(snapshot.seq >= known, "the room went back from {known} to {}", snapshot.seq);
                assert_eq!(snapshot.legal.is_some(), self.tabs[number].wants_legal);
                self.check_stored(&snapshot.room, snapshot.seq).await;
                self.tabs[number].view = Some(View::new(snapshot));
            }
            ServerMessage::Event(event) => {
                self.check_stored(&event.room, event.seq).await;
                self.check_delay(app, number, &event).await;
                (event.seq, event.at).hash(&mut self.trace);
                let plain = without_legal(event.clone());
                let room = self.tabs[number].room;
                let first = self.sent_events.entry((room, event.seq)).or_insert_with(|| plain.clone());
                assert_eq!(*first, plain, "sent with other content before");
                self.tally.events += 1;
                self.log(&format!("tab {number} receives {} {:?}", event.seq, event.kind));
                let tab = &mut self.tabs[number];
                let view = tab.view.as_mut().expect("a snapshot comes first");
                if event.seq > view.state.seq || !tab.may_repeat {
                    view.apply(event);
                }
            }
            ServerMessage::Presence { seats, .. } => {
                self.log(&format!("tab {number} receives {seats:?}"));
                if let Some(view) = &mut self.tabs[number].view {
                    view.apply_presence(seats);
                }
            }
            ServerMessage::Clock { at, clocks, cause, .. } => {
                self.log(&format!("tab {number} receives {cause:?} {clocks:?}"));
                if let Some(view) = &mut self.tabs[number].view {
                    view.apply_clocks(at, clocks);
                }
            }
            ServerMessage::Notice { notice, .. } => {
                assert_ne!(notice, Notice::RoomLost, "no room is beyond help here");
                self.log(&format!("tab {number}: {notice:?}"));
            }
            _ => {}
        }
    }

    /// Checks that an acknowledged command is stored as the cause of its event, and that a command has only one answer.
    async fn handle_answer(&mut self, id: &str, seq: Option<u64>) {
        self.log(&format!("{id} is acknowledged: {seq:?}"));
        let (Some(sent), Some(seq)) = (self.sent.get_mut(id), seq) else { return };
        let first = *sent.seq.get_or_insert(seq);
        assert_eq!(first, seq, "{id} was answered otherwise before");
        let stored = self.queries.peek(sent.room).await;
        let event =
            stored.get(seq as usize - 1).unwrap_or_else(|| panic!("{id} is acknowledged and not stored"));
        let payload: serde_json::Value = serde_json::from_str(&event.payload).expect("JSON");
        assert_eq!(payload["by"]["id"], id, "another command caused {payload}");
        self.tally.acknowledged += 1;
    }

    async fn check_stored(&self, room: &WireRoomId, seq: u64) {
        let room = room.0.parse().expect("a room's id");
        let stored = self.queries.peek(room).await.len() as u64;
        assert!(seq <= stored, "event {seq} was sent, and {stored} are stored");
    }

    /// Checks that users without a seat receive the events of a running game late.
    async fn check_delay(&self, app: &Life, number: usize, event: &Event) {
        let tab = &self.tabs[number];
        let delay = tab.view.as_ref().map_or(0, |view| view.state.spectator_delay_s);
        if delay == 0 {
            return;
        }
        let row = app.store.room(tab.room).await;
        let Ok(Some(row)) = row else { return };
        let stored = Stored::read(&row, &self.queries.peek(tab.room).await, &self.downtimes, &self.troubles);
        if self.has_seat(tab, &stored.table) || stored.table.status() != Status::Playing {
            return;
        }
        // The start of a game may be sent at once, if the room was read again since.
        let started = stored.last_start().expect("a game is under way");
        let due_at = Timestamp(event.at) + Duration::from_secs(delay.into());
        assert!(event.seq <= started || due_at <= app.time.now(), "sent too early: {event:?}");
    }

    fn has_seat(&self, tab: &Tab, table: &Table) -> bool {
        tab.who.is_some_and(|who| table.seat_of(self.people[who].id).is_some())
    }

    /// Waits until the server is idle, and compares the state of all clients.
    async fn check(&mut self, app: &Life) {
        self.log("everything comes to rest");
        self.faults.set(Condition::Healthy);
        self.record_downtime(app.time.now());
        self.tabs.iter_mut().for_each(|tab| tab.is_slow = false);
        // A disconnected user still counts as online for some time.
        loop {
            let cut_off = self.tally.cut_off;
            sleep(UNTIL_SETTLED).await;
            self.read_tabs(app).await;
            if self.tally.cut_off == cut_off {
                break;
            }
        }
        for room in self.rooms.clone() {
            self.check_room(app, room).await;
        }
        assert_eq!(self.queries.rooms(), self.rooms, "one room for each request");
        for (id, sent) in &self.sent {
            let stored = self.queries.peek(sent.room).await.len() as u64;
            assert!(sent.seq.is_none_or(|seq| seq <= stored), "{id} was acknowledged and is lost");
        }
        self.verify(app).await;
    }

    /// Checks the stored data while play goes on.
    async fn verify(&mut self, app: &Life) {
        match verify(&app.store).await {
            Ok(verified) => self.tally.games = verified.games,
            Err(VerifyError::Store(_)) => {}
            Err(fault) => panic!("{fault}"),
        }
    }

    async fn check_room(&mut self, app: &Life, room: RoomId) {
        let row = app.store.room(room).await.expect("the store is well").expect("the room was made");
        let mut tries = 0..5;
        let (snapshot, late, stored) = loop {
            sleep(Duration::from_millis(300)).await;
            let handle = app.rooms.get(room).await.expect("the room can be read");
            let player = self.read(&row).await.any_player();
            let Ok(view) = handle.view(player).await else { continue };
            let Ok(late) = handle.view(None).await else { continue };
            let stored = self.read(&row).await;
            // A clock may have run out at this very moment.
            if stored.table.seq() == view.value().seq {
                let show = |view: &RoomView| simulated::snapshot(view, Encoding::WithLegal);
                break (show(view.value()), show(late.value()), stored);
            }
            let missed = &stored.events[view.value().seq as usize..];
            assert!(tries.next().is_some(), "the room does not know what is stored: {missed:?}");
        };
        check_fold(&row, &stored.table, &snapshot, "the room is not what its events make");
        check_fold(&row, &stored.table_after(late.seq), &late, "spectators see another room");
        if let Some(at) = stored.at(late.seq + 1) {
            let due = at + Duration::from_secs(late.spectator_delay_s.into());
            assert!(snapshot.status == WireStatus::Playing, "held back after the game: {late:?}");
            assert!(app.time.now() < due + TIMERS_ARE_EXACT_TO, "held back for too long: {late:?}");
            self.tally.held_back += 1;
        }
        if snapshot.status == WireStatus::Playing && snapshot.clocks.remaining_ms.is_some() {
            assert!(snapshot.clocks.running.is_some(), "a game stands still: {snapshot:?}");
        }
        for event in &stored.events {
            if let Some(sent) = self.sent_events.get(&(room, event.seq)) {
                assert_eq!(sent, event, "the event that was sent is not the stored event");
            }
        }
        self.check_presence(&snapshot);
        self.read_tabs(app).await;
        for (number, tab) in self.tabs.iter().enumerate().filter(|(_, tab)| tab.room == room) {
            let Some(view) = tab.view.as_ref().filter(|_| tab.socket.is_some()) else { continue };
            let fresh = if self.has_seat(tab, &stored.table) { &snapshot } else { &late };
            assert_eq!(view.state.seq, fresh.seq, "tab {number} did not receive everything");
            view.check_against(fresh);
        }
    }

    /// Checks that a user with an open tab is online in every room.
    fn check_presence(&mut self, snapshot: &Snapshot) {
        for seat in &snapshot.seats {
            let Some(player) = &seat.player else { continue };
            let who = self.people.iter().position(|person| person.id.0 == player.id);
            let mut tabs = self.tabs.iter().filter(|tab| tab.who == who && tab.socket.is_some());
            let is_here = tabs.clone().next().is_some();
            assert_eq!(seat.connected, is_here, "{player:?} in {snapshot:?}");
            self.tally.elsewhere +=
                u64::from(is_here && tabs.all(|tab| tab.room.to_string() != snapshot.room.0));
        }
    }

    async fn read(&self, row: &RoomRow) -> Stored {
        Stored::read(row, &self.queries.peek(row.id).await, &self.downtimes, &self.troubles)
    }

    /// Records the start and the end of a store failure.
    fn record_downtime(&mut self, now: Timestamp) {
        // The last failure is open until its end is known.
        if let Some(last) = self.troubles.last_mut().filter(|last| last.until == Timestamp(i64::MAX)) {
            last.until = now;
        }
        if self.faults.condition() != Condition::Healthy {
            self.troubles.push(Downtime { from: now, until: Timestamp(i64::MAX) });
        }
    }

    fn log(&self, what: &str) {
        if self.prints_log {
            eprintln!("{what}");
        }
    }
}

fn text(id: &str, command: Command) -> String {
    let message = ClientMessage { id: Some(id.to_owned()), command };
    serde_json::to_string(&message).expect("every message has a JSON form")
}

/// Checks that a snapshot shows the state of the room's events. Presence and the server's share of the running turn are not part of that.
fn check_fold(row: &RoomRow, table: &Table, seen: &Snapshot, what: &str) {
    let (row, presence, ratings) = (Arc::new(row.clone()), Presence::default(), Ratings::default());
    let view = RoomView::new(&row, table, &presence, &ratings, Timestamp(seen.at));
    let mut folded = simulated::snapshot(&view, Encoding::WithLegal);
    for (folded, seen) in folded.seats.iter_mut().zip(&seen.seats) {
        (folded.connected, folded.claimable_at) = (seen.connected, seen.claimable_at);
    }
    let left = |snapshot: &Snapshot| snapshot.clocks.remaining_ms.clone().unwrap_or_default();
    for (folded, seen) in left(&folded).into_iter().zip(left(seen)) {
        assert!(folded <= seen, "{what}: {seen} ms are left, but {folded} without what the server took");
    }
    folded.clocks.clone_from(&seen.clocks);
    assert_eq!(folded, *seen, "{what}");
}

fn without_legal(mut event: Event) -> Event {
    match &mut event.kind {
        EventKind::Started { legal, .. }
        | EventKind::Moved { legal, .. }
        | EventKind::TakenBack { legal, .. }
        | EventKind::Eliminated { legal, .. } => *legal = None,
        _ => {}
    }
    event
}
