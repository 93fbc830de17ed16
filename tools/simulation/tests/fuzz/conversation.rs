//! Conversations of several clients with a server.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::time::Duration;

use fastrand::Rng;
use sumito_game::{Presence, RoomId, Seat, Table, Timestamp, UserId};
use sumito_protocol::server::Snapshot;
use tokio::runtime::Builder;
use tokio::time::{Instant, sleep, timeout};
use uuid::Uuid;

use super::names::Names;
use super::replies::{self, Owed};
use super::{Tally, grammar, mutate};
use crate::simulation::tab::{Socket, session};
use crate::simulation::{life, panics};
use sumito_config::{Config, Overrides};
use sumito_gateway::simulated::{self, Life};
use sumito_kit::encoded::Encoding;
use sumito_rooms::records::read_records;
use sumito_rooms::{Ratings, RoomView};
use sumito_services::history::verify::verify;
use sumito_store::{Role, RoomRow, Store, UserRow};

/// Inputs per conversation.
pub(super) const INPUTS: usize = 250;

/// Clients with an account; the others are one guest and one anonymous client.
const WITH_ACCOUNT: usize = 2;
const PEOPLE: usize = 4;

/// Maximum inputs that are sent before the client waits for their answers.
const AT_ONCE: u8 = 5;

/// Timeout for answers. No answer takes this long: a timeout is a bug.
const PATIENCE: Duration = Duration::from_secs(20);

const BEGINNING: Timestamp = Timestamp(1_763_680_000_000_000);

/// Input of one client.
#[derive(Debug, Clone)]
struct Line {
    who: usize,
    /// Input text with placeholders for values that are known only later.
    input: String,
    /// Whether the next input is sent without waiting for the answer.
    goes_on: bool,
}

/// Runs the conversation of this seed. A failing conversation is shortened and printed.
pub(super) fn hold(seed: u64) -> Tally {
    let lines = lines(&mut Rng::with_seed(seed ^ 0x5eed));
    match attempt(&lines) {
        Ok(tally) => tally,
        Err(first) => {
            let shortest = shorten(lines);
            eprintln!("SUMITO_FUZZ_CONVERSATION={seed} fails; so does this part of it:");
            for Line { who, input, goes_on } in &shortest {
                eprintln!("{who}{} {input}", if *goes_on { "+" } else { ":" });
            }
            drop(attempt(&shortest));
            resume_unwind(first)
        }
    }
}

fn lines(rng: &mut Rng) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::with_capacity(INPUTS);
    let mut left_at_once = 0;
    for number in 0..INPUTS {
        let message = grammar::message(rng, &format!("c{number}"));
        // Half of the messages stay valid, so that there is state for the invalid ones to disturb.
        let input = if rng.bool() { message.to_string().into_bytes() } else { mutate::mutate(rng, message) };
        let input = String::from_utf8_lossy(&input).into_owned();
        if left_at_once == 0 {
            left_at_once = rng.u8(1..AT_ONCE);
        }
        left_at_once -= 1;
        lines.push(Line { who: rng.usize(..PEOPLE), input, goes_on: left_at_once > 0 });
    }
    lines
}

fn attempt(lines: &[Line]) -> std::thread::Result<Tally> {
    catch_unwind(AssertUnwindSafe(|| {
        let runtime = Builder::new_current_thread().enable_all().build().expect("the system has a runtime");
        runtime.block_on(converse(lines))
    }))
}

/// Removes inputs that the failure does not need: first halves, in the end single lines.
fn shorten(mut lines: Vec<Line>) -> Vec<Line> {
    let mut part = lines.len() / 2;
    while part > 0 {
        let mut from = 0;
        while from < lines.len() {
            let mut fewer = lines.clone();
            fewer.drain(from..(from + part).min(lines.len()));
            if attempt(&fewer).is_err() {
                lines = fewer;
            } else {
                from += part;
            }
        }
        part /= 2;
    }
    lines
}

/// The clients, and their state.
struct Conversation {
    app: Life,
    sockets: Vec<Socket>,
    owed: Vec<Owed>,
    names: Names,
    tally: Tally,
}

async fn converse(lines: &[Line]) -> Tally {
    let panics_before = panics();
    let mut conversation = Conversation::begin().await;
    for burst in lines.chunk_by(|line, _| line.goes_on) {
        conversation.say(burst).await;
    }
    // No further answers may arrive.
    sleep(Duration::from_millis(10)).await;
    conversation.read_rest();
    conversation.check_rooms().await;
    assert_eq!(panics(), panics_before, "something panicked");
    conversation.app.rooms.stop().await;
    conversation.tally
}

impl Conversation {
    async fn begin() -> Self {
        let config = Config::load(None, &Overrides::default()).expect("the defaults are in order");
        let store = Store::connect("memory:", &config.database).await.expect("there is memory");
        let app = life::start_with(store, BEGINNING, |config| {
            // Clients with more unread messages than the outbox holds are disconnected, and that would be no bug.
            config.limits.outbox_messages = 1 << 16;
        })
        .await;
        let mut sockets = Vec::new();
        for number in 0..PEOPLE - 1 {
            let user = UserRow {
                id: UserId(Uuid::from_u128(number as u128 + 1)),
                name: format!("Person {number}"),
                guest: number >= WITH_ACCOUNT,
                bot: false,
                role: Role::Player,
                created_at: BEGINNING,
            };
            app.store.add_user(&user, &session(number as u8)).await.expect("a new user");
            sockets.push(Socket::open(&app, Some(user)));
        }
        sockets.push(Socket::open(&app, None));
        let owed = sockets.iter().map(|_| Owed::default()).collect();
        Self { app, sockets, owed, names: Names::default(), tally: Tally::default() }
    }

    /// Sends some inputs and waits until each is answered.
    async fn say(&mut self, burst: &[Line]) {
        for Line { who, input, .. } in burst {
            let text = self.names.fill(input);
            self.owed[*who].sent(&text);
            self.tally.said += 1;
            self.sockets[*who].session.receive(&text, Instant::now()).await;
        }
        for who in 0..self.sockets.len() {
            while !self.owed[who].nothing() {
                let next = timeout(PATIENCE, self.sockets[who].next_text()).await;
                let text = next.unwrap_or_else(|_| panic!("no answer: {who} is owed {:?}", self.owed[who]));
                self.handle(who, &text);
            }
        }
        self.read_rest();
    }

    /// Reads messages that arrived unasked.
    fn read_rest(&mut self) {
        for who in 0..self.sockets.len() {
            for text in self.sockets[who].take_texts() {
                self.handle(who, &text);
            }
            assert!(!self.sockets[who].is_cut_off(), "the connection of {who} is closed");
        }
    }

    fn handle(&mut self, who: usize, text: &str) {
        let (message, value) = replies::read(text);
        self.names.record(&value);
        match self.owed[who].apply(&message) {
            Some(true) => self.tally.carried_out += 1,
            Some(false) => self.tally.refused += 1,
            None => {}
        }
    }

    /// Checks that each room equals the fold of its stored events, and that all stored data is valid.
    async fn check_rooms(&mut self) {
        let rooms: Vec<RoomId> = self.names.rooms().filter_map(|room| room.parse().ok()).collect();
        for room in rooms {
            let mut tries = 0..20;
            // A clock may run out at this very moment.
            while !self.is_what_is_stored(room).await {
                assert!(tries.next().is_some(), "{room} does not know what is stored");
                sleep(Duration::from_millis(50)).await;
            }
        }
        let verified = verify(&self.app.store).await.unwrap_or_else(|fault| panic!("{fault}"));
        self.tally.rooms += verified.rooms;
        self.tally.events += verified.events;
    }

    /// Compares a room with the fold of its events; `false` if it has changed in between.
    async fn is_what_is_stored(&self, room: RoomId) -> bool {
        let handle = self.app.rooms.get(room).await.expect("a room that was made can be read");
        let stored = self.app.store.whole_room(room).await.expect("the store is well");
        let stored = stored.expect("a room that was made");
        let (records, corrupt) = read_records(room, &stored.events);
        assert_eq!(corrupt, None, "unsound records");
        let table = Table::replay(&records).expect("records that follow from each other");
        let player = Seat::first(Seat::MAX).find_map(|seat| table.player(seat)).map(|player| player.id);
        let Ok(view) = handle.view(player).await else { return false };
        let is_current = view.value().seq == table.seq();
        if is_current {
            compare(&stored.row, &table, &simulated::snapshot(view.value(), Encoding::WithLegal));
        }
        is_current
    }
}

/// Compares a room with the fold of its events, without presence, ratings and elapsed time.
fn compare(row: &RoomRow, table: &Table, seen: &Snapshot) {
    let (row, presence, ratings) = (Arc::new(row.clone()), Presence::default(), Ratings::default());
    let view = RoomView::new(&row, table, &presence, &[], &ratings, Timestamp(seen.at));
    let mut folded = simulated::snapshot(&view, Encoding::WithLegal);
    for (folded, seen) in folded.seats.iter_mut().zip(&seen.seats) {
        (folded.connected, folded.claimable_at, folded.rating) =
            (seen.connected, seen.claimable_at, seen.rating);
    }
    folded.clocks.clone_from(&seen.clocks);
    assert_eq!(folded, *seen, "the room is not what its events make");
}
