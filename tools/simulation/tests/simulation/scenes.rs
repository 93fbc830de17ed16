//! Scenes in which a write succeeds but its confirmation is lost, or a room leaves memory and comes back.

use std::time::Duration;

use serde_json::json;
use sumito_game::{RoomId, Seat, Timestamp, UserId};
use sumito_protocol::server::{ClockCause, Event, EventKind, Outcome};
use sumito_protocol::{ErrorCode, ServerMessage};
use tokio::runtime::{Builder, Runtime};
use tokio::time::{Instant, sleep};
use uuid::Uuid;

use super::life;
use super::tab::{self, Socket};
use sumito_gateway::simulated::Life;
use sumito_kit::topic::{Subscriber, SubscriberId};
use sumito_rooms::{EncodedUpdate, Reply, RoomError, RoomUpdate, RoomView, Watch};
use sumito_store::simulated::{Condition, Faults, Queries};
use sumito_store::{Role, UserRow};

/// Start time of the first server.
const BEGINNING: Timestamp = Timestamp(1_763_680_000_000_000);

/// Two players in a room that the first of them has created.
struct Scene {
    app: Life,
    faults: Faults,
    queries: Queries,
    sockets: [Socket; 2],
    room: RoomId,
}

/// Returns the two players.
fn people() -> [UserRow; 2] {
    [1, 2].map(|number| UserRow {
        id: UserId(Uuid::from_u128(number)),
        name: format!("Person {number}"),
        guest: true,
        bot: false,
        role: Role::Player,
        created_at: BEGINNING,
    })
}

impl Scene {
    async fn new() -> Self {
        let faults = Faults::new(fastrand::Rng::with_seed(1));
        let queries = Queries::new(faults.clone());
        let app = life::start(queries.store(), BEGINNING).await;
        Self::at(app, queries, faults).await
    }

    async fn at(app: Life, queries: Queries, faults: Faults) -> Self {
        let users = people();
        for (number, user) in (0..).zip(&users) {
            app.store.add_user(user, &tab::session(number)).await.expect("a new user");
        }
        let mut sockets = users.map(|user| Socket::open(&app, Some(user)));
        Box::pin(sockets[0].session.receive(r#"{"type":"create_room"}"#, Instant::now())).await;
        let ServerMessage::Ok { result: Outcome { room: Some(room), .. }, .. } = sockets[0].next().await
        else {
            panic!("no room was made");
        };
        let room = room.0.parse().expect("a room's id");
        let mut scene = Self { app, faults, queries, sockets, room };
        for who in [0, 1] {
            scene.send(who, json!({"type": "watch"})).await;
        }
        scene
    }

    /// Starts the game and plays one move of each player: the clock of the first seat runs.
    async fn begin(&mut self) {
        self.send(1, json!({"type": "join"})).await;
        self.send(0, json!({"type": "play", "ply": 0, "move": "a1b2"})).await;
        self.send(1, json!({"type": "play", "ply": 1, "move": "a4b4"})).await;
        assert_eq!(self.view().await.position.ply(), 2);
    }

    /// Returns the room in the view of the player on the second seat.
    async fn view(&self) -> RoomView {
        let handle = self.app.rooms.get(self.room).await.expect("the room can be read");
        handle.view(Some(UserId(Uuid::from_u128(2)))).await.expect("the room is there").value().clone()
    }

    /// Sends a command about the room and waits until it is handled.
    async fn send(&mut self, who: usize, mut command: serde_json::Value) {
        command["room"] = json!(self.room.to_string());
        Box::pin(self.sockets[who].session.receive(&command.to_string(), Instant::now())).await;
        sleep(Duration::from_millis(100)).await;
    }

    fn read(&mut self, who: usize) -> Vec<ServerMessage> {
        self.sockets[who].read().collect()
    }

    fn events(&mut self, who: usize) -> Vec<Event> {
        let event = |message| if let ServerMessage::Event(event) = message { Some(event) } else { None };
        self.read(who).into_iter().filter_map(event).collect()
    }

    fn was_refused(&mut self, who: usize) -> bool {
        self.read(who)
            .iter()
            .any(|message| matches!(message, ServerMessage::Error { code: ErrorCode::Unavailable, .. }))
    }
}

#[tokio::test(start_paused = true)]
async fn taken_seat_is_shown_after_a_lost_answer() {
    let mut scene = Scene::new().await;
    scene.read(0);
    scene.faults.set(Condition::LosesReplies);
    scene.send(1, json!({"type": "join"})).await;
    assert!(scene.was_refused(1));
    scene.faults.set(Condition::Healthy);
    sleep(Duration::from_secs(2)).await;
    let events = scene.events(0);
    assert!(matches!(events[0].kind, EventKind::Seated { seat: 1, .. }), "{events:?}");
    assert!(matches!(events[1].kind, EventKind::Started { .. }), "{events:?}");
}

#[tokio::test(start_paused = true)]
async fn outage_after_a_lost_answer_costs_no_time() {
    let mut scene = Scene::new().await;
    scene.send(1, json!({"type": "join"})).await;
    scene.read(0);
    scene.read(1);
    scene.faults.set(Condition::LosesReplies);
    scene.send(0, json!({"type": "play", "ply": 0, "move": "a1b2"})).await;
    assert!(scene.was_refused(0));
    scene.faults.set(Condition::Unavailable);
    sleep(Duration::from_secs(50)).await;
    scene.faults.set(Condition::Healthy);
    sleep(Duration::from_secs(3)).await;
    let messages = scene.read(1);
    let moved = messages.iter().find_map(|message| match message {
        ServerMessage::Event(Event { kind: EventKind::Moved { clocks, .. }, .. }) => Some(clocks.clone()),
        _ => None,
    });
    let continued = messages.iter().rev().find_map(|message| match message {
        ServerMessage::Clock { cause: ClockCause::Continued, clocks, at, .. } => Some((clocks.clone(), *at)),
        _ => None,
    });
    let (moved, (continued, at)) = (moved.expect("the move"), continued.expect("the clocks"));
    assert_eq!((moved.remaining_ms, continued.running), (continued.remaining_ms, Some(1)));
    assert_eq!(continued.turn_began_at, Some(at), "the turn begins when it is announced");
}

#[tokio::test(start_paused = true)]
async fn hanging_write_counts_as_an_outage_and_charges_no_clock() {
    let mut scene = Scene::new().await;
    scene.begin().await;
    let before = left(&scene.view().await, 0);
    scene.faults.set(Condition::Hanging);
    // The server notices the outage only by a write.
    scene.send(1, json!({"type": "offer", "what": "draw"})).await;
    sleep(Duration::from_secs(1)).await;
    assert!(scene.was_refused(1), "within a second, not after ten");
    scene.send(1, json!({"type": "offer", "what": "draw"})).await;
    assert!(scene.was_refused(1), "at once from then on");
    sleep(Duration::from_secs(40)).await;
    scene.faults.set(Condition::Healthy);
    sleep(Duration::from_secs(3)).await;
    let lost = before.saturating_sub(left(&scene.view().await, 0));
    assert!(lost < Duration::from_secs(6), "{lost:?} of 44 seconds were charged");
}

#[tokio::test(start_paused = true)]
async fn unreadable_room_is_rejected_within_a_second() {
    let mut scene = Scene::new().await;
    for socket in &mut scene.sockets {
        socket.session.end(true).await;
    }
    sleep(Duration::from_secs(20)).await;
    assert_eq!(scene.app.rooms.count(), 0, "the room was put away");
    scene.faults.set(Condition::Hanging);
    // By then the server has noticed the outage.
    sleep(Duration::from_secs(20)).await;
    let began = Instant::now();
    let answer = scene.app.rooms.get(scene.room).await;
    assert!(matches!(answer, Err(RoomError::Unavailable)), "{answer:?}");
    assert!(began.elapsed() < Duration::from_secs(1), "{:?}", began.elapsed());
    scene.faults.set(Condition::Healthy);
    sleep(Duration::from_secs(3)).await;
    scene.app.rooms.get(scene.room).await.expect("the room can be read again");
}

#[tokio::test(start_paused = true)]
async fn clock_starts_when_a_delayed_move_is_announced() {
    let mut scene = Scene::new().await;
    scene.send(1, json!({"type": "join"})).await;
    scene.read(1);
    scene.faults.set(Condition::Stalled);
    let play = json!({"type": "play", "ply": 0, "move": "a1b2", "room": scene.room.to_string()});
    scene.sockets[0].session.receive(&play.to_string(), Instant::now()).await;
    while !matches!(
        scene.sockets[1].next().await,
        ServerMessage::Event(Event { kind: EventKind::Moved { .. }, .. })
    ) {}
    let announced_at = scene.app.time.now();
    let view = scene.view().await;
    assert_eq!(view.clocks.turn_began_at, Some(announced_at));
    scene.faults.set(Condition::Healthy);
    scene.send(1, json!({"type": "play", "ply": 1, "move": "a4b4"})).await;
    let ledger = scene.view().await.game.expect("a game").ledger;
    assert!(ledger[1].server >= Duration::from_millis(100), "{:?}", ledger[1]);
}

fn left(view: &RoomView, seat: usize) -> Duration {
    view.clocks.remaining.as_ref().expect("a limit")[seat]
}

/// Returns a runtime for one server: with the runtime, all tasks of the server end.
fn life() -> Runtime {
    Builder::new_current_thread().enable_time().start_paused(true).build().expect("a runtime")
}

#[tokio::test(start_paused = true)]
async fn a_room_that_comes_back_goes_on_as_if_it_had_stayed() {
    let mut scene = Scene::new().await;
    scene.begin().await;
    let before = scene.view().await;
    for socket in &mut scene.sockets {
        socket.session.end(true).await;
    }
    sleep(Duration::from_mins(1)).await;
    assert_eq!(scene.app.rooms.count(), 0, "it is unused");
    sleep(Duration::from_mins(1)).await;
    let after = scene.view().await;
    assert_eq!(after.seq, before.seq, "no event was written");
    assert_eq!(after.clocks.turn_began_at, before.clocks.turn_began_at, "nothing was forgiven");
    assert_eq!(left(&before, 0), left(&after, 0) + after.at.since(before.at));
    let absence = after.settings.policy.absence.expect("a limit");
    let claimable = after.seats[0].presence.claimable_at.expect("all players are away");
    assert!(claimable < after.at + absence, "who left has been away all the time: {claimable:?}");
}

#[tokio::test(start_paused = true)]
async fn a_room_comes_back_when_its_clock_falls() {
    let mut scene = Scene::new().await;
    scene.begin().await;
    for socket in &mut scene.sockets {
        socket.session.end(true).await;
    }
    sleep(Duration::from_mins(1)).await;
    assert_eq!(scene.app.rooms.count(), 0);
    let falls_at = {
        let view = scene.view().await;
        view.at + left(&view, 0)
    };
    sleep(Duration::from_mins(12)).await;
    let stored = scene.queries.peek(scene.room).await;
    let last = stored.last().expect("events");
    assert!(last.payload.contains(r#""reason":"time""#), "{}", last.payload);
    assert!((falls_at..falls_at + Duration::from_secs(1)).contains(&last.at), "{:?}, {falls_at:?}", last.at);
}

#[test]
fn server_downtime_is_charged_to_no_player() {
    let faults = Faults::new(fastrand::Rng::with_seed(1));
    let queries = Queries::new(faults.clone());
    let (room, before) = life().block_on(async {
        let app = life::start(queries.store(), BEGINNING).await;
        let mut scene = Scene::at(app, queries.clone(), faults.clone()).await;
        scene.begin().await;
        (scene.room, scene.view().await)
    });
    life().block_on(async {
        let app = life::start(queries.store(), before.at + Duration::from_mins(30)).await;
        let handle = app.rooms.get(room).await.expect("it can be read");
        let view = handle.view(Some(UserId(Uuid::from_u128(2)))).await.expect("it is there");
        let (view, seat) = (view.value(), Seat::new(0).expect("a seat"));
        assert_eq!((view.seq, view.clocks.running), (before.seq, Some(seat)));
        let lost = left(&before, 0).saturating_sub(left(view, 0));
        assert!(lost < Duration::from_secs(1), "{lost:?} of half an hour were charged");
    });
}

/// Interval at which a server records that it is alive. After a crash, no player is charged for the time after the last record.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// The host's clock is changed between two servers, so that the second server has a different time.
#[test]
fn a_clock_that_was_set_between_two_servers_harms_no_game() {
    let hour = 3_600_000_000;
    for jump in [-24 * hour, -hour, -1_000_000, hour, 24 * hour] {
        let faults = Faults::new(fastrand::Rng::with_seed(1));
        let queries = Queries::new(faults.clone());
        let (room, before) = life().block_on(async {
            let app = life::start(queries.store(), BEGINNING).await;
            let mut scene = Scene::at(app, queries.clone(), faults.clone()).await;
            scene.begin().await;
            // It is killed some time after its last heartbeat.
            sleep(HEARTBEAT + Duration::from_secs(2)).await;
            (scene.room, scene.view().await)
        });
        life().block_on(async {
            let app = life::start(queries.store(), Timestamp(before.at.0 + jump)).await;
            assert!(app.time.now() + HEARTBEAT >= before.at, "the time goes back by {jump} µs");
            let handle = app.rooms.get(room).await.expect("it can be read");
            let view = handle.view(Some(UserId(Uuid::from_u128(2)))).await.expect("it is there");
            let view = view.value();
            assert_eq!((view.seq, view.clocks.running), (before.seq, before.clocks.running), "{jump}");
            let [had, has] = [&before, view].map(|view| left(view, 0));
            assert!(had.abs_diff(has) <= HEARTBEAT, "{jump}: {had:?} before, {has:?} afterwards");
            // The clock runs out when that time is used up, not an hour later.
            sleep(has + HEARTBEAT).await;
            let stored = queries.peek(room).await;
            let last = stored.last().expect("events");
            assert!(last.payload.contains(r#""reason":"time""#), "{jump}: {}", last.payload);
            assert!(stored.is_sorted_by_key(|event| event.at), "{jump}: an event before the one before it");
        });
    }
}

/// A subscriber that panics in the room's task when a move is sent, as a bug in our own code would.
#[derive(Debug)]
struct Bomb;

impl Subscriber<RoomUpdate> for Bomb {
    fn send(&self, update: &EncodedUpdate) -> bool {
        assert!(!matches!(update.value(), RoomUpdate::Event(_)), "what a mistake does");
        true
    }
}

#[tokio::test(start_paused = true)]
async fn room_is_read_again_after_its_task_panics() {
    let mut scene = Scene::new().await;
    scene.send(1, json!({"type": "join"})).await;
    scene.read(1);
    let other = {
        scene.sockets[1].session.receive(r#"{"type":"create_room"}"#, Instant::now()).await;
        sleep(Duration::from_millis(100)).await;
        let made = scene.read(1).into_iter().find_map(|message| match message {
            ServerMessage::Ok { result: Outcome { room, .. }, .. } => room,
            _ => None,
        });
        made.expect("another room").0.parse().expect("a room's id")
    };
    let handle = scene.app.rooms.get(scene.room).await.expect("the room is there");
    let (reply, watching) = Reply::channel();
    let subscriber = Box::new(Bomb);
    handle.watch(Watch { id: SubscriberId::fresh(), user: None, subscriber, since: None, reply }).await;
    watching.await.expect("an answer").expect("it watches");
    scene.read(0);

    scene.send(0, json!({"type": "play", "ply": 0, "move": "a1b2", "id": "m"})).await;
    let is_ok =
        |message: &ServerMessage| matches!(message, ServerMessage::Ok { id: Some(id), .. } if id == "m");
    assert!(scene.read(0).iter().any(is_ok), "what is stored is acknowledged");
    assert!(scene.sockets.iter().all(Socket::is_cut_off), "who followed the room comes back");
    // The room was reread automatically, with the move in it, and continues.
    let view = scene.view().await;
    assert_eq!(view.position.ply(), 1);
    for (who, user) in people().into_iter().enumerate() {
        scene.sockets[who] = Socket::open(&scene.app, Some(user));
        scene.send(who, json!({"type": "watch"})).await;
    }
    scene.send(1, json!({"type": "play", "ply": 1, "move": "a4b4"})).await;
    assert_eq!(scene.view().await.position.ply(), 2);
    assert_eq!(scene.app.rooms.count(), 2);
    let other = scene.app.rooms.get(other).await.expect("the other room is there");
    assert_eq!(other.view(None).await.expect("it answers").value().seq, 2);
}
