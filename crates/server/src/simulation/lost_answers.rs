//! The store has done what it was asked to, and its answer got lost.

use std::time::Duration;

use serde_json::json;
use sumito_game::{Timestamp, UserId};
use sumito_protocol::parts::User;
use sumito_protocol::server::{ClockCause, Event, EventKind, Outcome};
use sumito_protocol::{ErrorCode, RoomId, ServerMessage};
use tokio::runtime::{Builder, Runtime};
use tokio::time::{Instant, sleep};
use uuid::Uuid;

use super::life;
use super::tab::Socket;
use crate::app::App;
use crate::store::simulated::{Condition, Faults, Queries};
use crate::store::{TokenHash, UserRow};

/// When the first server starts.
const BEGINNING: Timestamp = Timestamp(1_763_680_000_000_000);

/// Two people who watch a room that the first one has made.
struct Scene {
    faults: Faults,
    sockets: [Socket; 2],
    room: RoomId,
}

impl Scene {
    async fn new() -> Self {
        let faults = Faults::new(fastrand::Rng::with_seed(1));
        let app = life::app(Queries::new(faults.clone()).store(), BEGINNING);
        Self::at(app, faults, json!({})).await
    }

    async fn at(app: App, faults: Faults, mut wish: serde_json::Value) -> Self {
        let users = [1, 2].map(|number| User {
            id: Uuid::from_u128(number),
            name: format!("Person {number}"),
            guest: true,
        });
        for (number, User { id, name, guest }) in (0..).zip(users.clone()) {
            let row = UserRow { id: UserId(id), name, guest, created_at: app.time().now() };
            app.store().add_user(&row, &TokenHash([number; 32])).await.expect("a new user");
        }
        let mut sockets = users.map(|user| Socket::open(&app, Some(user)));
        wish["type"] = json!("create_room");
        sockets[0].session.receive(&wish.to_string(), Instant::now()).await;
        let ServerMessage::Ok { result: Outcome { room: Some(room), .. }, .. } = sockets[0].next().await
        else {
            panic!("no room was made");
        };
        let mut scene = Self { faults, sockets, room };
        for who in [0, 1] {
            scene.send(who, json!({"type": "watch"})).await;
        }
        scene
    }

    /// Sends a command about the room and lets it be carried out.
    async fn send(&mut self, who: usize, mut command: serde_json::Value) {
        command["room"] = json!(self.room);
        self.sockets[who].session.receive(&command.to_string(), Instant::now()).await;
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
async fn whoever_sat_down_is_seen_though_nothing_else_happens() {
    let mut scene = Scene::new().await;
    scene.read(0);
    scene.faults.set(Condition::Mute);
    scene.send(1, json!({"type": "join"})).await;
    assert!(scene.was_refused(1));
    scene.faults.set(Condition::Well);
    sleep(Duration::from_secs(2)).await;
    let events = scene.events(0);
    assert!(matches!(events[0].kind, EventKind::Seated { seat: 1, .. }), "{events:?}");
    assert!(matches!(events[1].kind, EventKind::Started { .. }), "{events:?}");
}

#[tokio::test(start_paused = true)]
async fn an_outage_that_begins_with_a_lost_answer_costs_nobody_time() {
    let mut scene = Scene::new().await;
    scene.send(1, json!({"type": "join"})).await;
    scene.read(0);
    scene.read(1);
    scene.faults.set(Condition::Mute);
    scene.send(0, json!({"type": "play", "ply": 0, "move": "a1b2"})).await;
    assert!(scene.was_refused(0));
    scene.faults.set(Condition::Away);
    sleep(Duration::from_secs(50)).await;
    scene.faults.set(Condition::Well);
    sleep(Duration::from_secs(2)).await;
    let events = scene.events(1);
    let kinds: Vec<_> = events.iter().map(|event| &event.kind).collect();
    let [
        EventKind::Moved { clocks: moved, .. },
        EventKind::Clock { clocks: stopped, cause: ClockCause::Stopping, .. },
        EventKind::Clock { clocks: continued, cause: ClockCause::Continued, .. },
    ] = kinds[..]
    else {
        panic!("{kinds:?}");
    };
    assert_eq!(moved.remaining_ms, stopped.remaining_ms);
    assert_eq!(moved.remaining_ms, continued.remaining_ms);
    assert_eq!(continued.running, Some(1));
}

/// A server's life: with the runtime, all its tasks end.
fn life() -> Runtime {
    Builder::new_current_thread().enable_time().start_paused(true).build().expect("a runtime")
}

#[test]
fn a_late_spectator_sees_the_same_clocks_before_and_after_a_new_server_can_store() {
    let faults = Faults::new(fastrand::Rng::with_seed(1));
    let queries = Queries::new(faults.clone());
    let room = life().block_on(async {
        let app = life::app(queries.clone().store(), BEGINNING);
        let mut scene = Scene::at(app, faults.clone(), json!({"spectator_delay_s": 20})).await;
        scene.send(1, json!({"type": "join"})).await;
        scene.send(0, json!({"type": "play", "ply": 0, "move": "a1b2"})).await;
        scene.room
    });
    life().block_on(async {
        let app = life::app(queries.store(), BEGINNING + Duration::from_mins(1));
        faults.set(Condition::Mute);
        assert_eq!(app.rooms().resume().await.expect("the store can be read"), 1);
        let handle = app.rooms().get(room).await.expect("it can be read");
        let during = handle.snapshot(None).await.expect("the room is there");
        faults.set(Condition::Well);
        sleep(Duration::from_secs(2)).await;
        let after = handle.snapshot(None).await.expect("the room is there");
        assert_eq!((during.seq, during.clocks.running), (after.seq, after.clocks.running));
        assert_eq!(after.ply, 1);
    });
}
