//! Several servers (nodes) with one database and one NATS server. Each runs in its own runtime, so that a test can kill it.

use std::ops::Index;
use std::time::{Duration, Instant};

use nix::sys::signal::Signal;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use sqlx::{Connection, PgConnection};
use sumito_config::Config;
use sumito_rules::{Layout, Mode, Position};
use tokio::runtime::Runtime;
use tokio::task::spawn_blocking;
use uuid::Uuid;

use crate::client::Client;
use crate::database::{Database, Kind};
use crate::nats_server::NatsServer;
use crate::play::two_players;
use crate::positions::{evaluate, play_on};
use crate::process::send;
use crate::test_server::TestServer;

/// Running servers, by their number: `nodes[0]` is the first.
pub(crate) struct Nodes {
    database: Database,
    /// The NATS server between them, which a test may stop and start again.
    pub(crate) nats: NatsServer,
    change: fn(&mut Config),
    running: Vec<Option<Running>>,
}

struct Running {
    id: Uuid,
    /// `None` once it is shut down.
    runtime: Option<Runtime>,
    server: TestServer,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.shut_down();
    }
}

impl Running {
    /// Aborts all tasks of the server, and closes all its connections.
    fn shut_down(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl Nodes {
    /// Starts this number of servers.
    pub(crate) async fn start(count: usize) -> Self {
        Self::start_with(count, |_| {}).await
    }

    /// Starts this number of servers with other settings.
    pub(crate) async fn start_with(count: usize, change: fn(&mut Config)) -> Self {
        let (database, nats) = (Database::new(Kind::Postgres).await, NatsServer::start().await);
        let mut nodes = Self { database, nats, change, running: Vec::new() };
        for _ in 0..count {
            nodes.join().await;
        }
        nodes
    }

    /// Starts another server; returns its number.
    pub(crate) async fn join(&mut self) -> usize {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let (runtime, database) = (runtime.unwrap(), Database::at(self.database.url().to_owned()));
        let (url, change) = (self.nats.settings().url, self.change);
        let handle = runtime.handle().clone();
        let starting = move || {
            handle.block_on(TestServer::on_with(database, |config| {
                config.cluster.nats_url = url;
                config.database.connections = 4;
                change(config);
            }))
        };
        let server = spawn_blocking(starting).await.unwrap();
        let known: Vec<_> = self.running.iter().flatten().map(|node| node.id).collect();
        let mut admin = self.admin().await;
        let id = sqlx::query_scalar("SELECT id FROM nodes WHERE fenced_at IS NULL AND id <> ALL($1)");
        let id = id.bind(known).fetch_one(&mut admin).await.unwrap();
        admin.close().await.unwrap();
        self.running.push(Some(Running { id, runtime: Some(runtime), server }));
        self.running.len() - 1
    }

    /// Returns the id of a running server.
    pub(crate) fn id(&self, number: usize) -> Uuid {
        self.running[number].as_ref().expect("the server runs").id
    }

    /// Returns a connection to the database of all servers.
    pub(crate) async fn admin(&self) -> PgConnection {
        PgConnection::connect(self.database.url()).await.unwrap()
    }

    /// Waits until the preferred server of this duty has it: it stays there while no server starts or ends. Returns its number.
    pub(crate) async fn with_duty(&self, name: &str) -> usize {
        let weight = |node: &Running| Sha256::new().chain_update(name).chain_update(node.id).finalize();
        let running =
            self.running.iter().enumerate().filter_map(|(number, node)| Some((number, node.as_ref()?)));
        let (number, preferred) = running.max_by_key(|(_, node)| weight(node)).expect("a server runs");
        let mut admin = self.admin().await;
        let owner = "SELECT node FROM claims WHERE key = 'duty/' || $1";
        loop {
            let owner: Option<Uuid> =
                sqlx::query_scalar(owner).bind(name).fetch_optional(&mut admin).await.unwrap();
            if owner == Some(preferred.id) {
                return number;
            }
        }
    }

    /// Kills a server, and waits until another one has fenced it.
    pub(crate) async fn kill(&mut self, number: usize) {
        let mut dead = self.running[number].take().expect("the server runs");
        dead.shut_down();
        let mut admin = self.admin().await;
        let fenced = "SELECT fenced_at IS NOT NULL FROM nodes WHERE id = $1";
        while !sqlx::query_scalar::<_, bool>(fenced).bind(dead.id).fetch_one(&mut admin).await.unwrap() {}
        admin.close().await.unwrap();
    }

    /// Stops a server gracefully.
    pub(crate) async fn stop(&mut self, number: usize) {
        let mut node = self.running[number].take().expect("the server runs");
        let (runtime, server) = (node.runtime.as_ref().expect("the server runs"), node.server.take());
        let handle = runtime.handle().clone();
        spawn_blocking(move || handle.block_on(server.stop())).await.unwrap();
        node.shut_down();
    }
}

impl Index<usize> for Nodes {
    type Output = TestServer;

    fn index(&self, number: usize) -> &TestServer {
        &self.running[number].as_ref().expect("the server runs").server
    }
}

#[tokio::test]
async fn servers_share_a_database_and_survive_each_other() {
    let mut nodes = Nodes::start(2).await;
    let anne = nodes[0].guest().await;
    let (mut here, mut there) = (nodes[0].client_of(&anne).await, nodes[1].client().await);
    let (room, _) = here.create_room(serde_json::json!({"mode": "two"})).await;
    assert_eq!(there.watch(&room).await["room"], *room);
    there.join(&room).await.unwrap();
    assert_eq!(there.event("started").await["room"], *room);

    nodes.kill(0).await;
    let third = nodes.join().await;
    nodes.stop(1).await;
    // Its owner is another server by now.
    let mut anne = nodes[third].client_of(&anne).await;
    assert_eq!(anne.watch(&room).await["seats"][0]["player"]["id"], anne.user_id());
}

#[tokio::test]
async fn game_goes_on_while_the_server_of_its_room_stops() {
    let mut nodes = Nodes::start(2).await;
    let (anne, ben) = (nodes[0].guest().await, nodes[1].guest().await);
    let (mut black, mut white) = (nodes[0].client_of(&anne).await, nodes[1].client_of(&ben).await);
    let clock = json!({"kind": "sudden_death", "initial_ms": 300_000});
    let settings = json!({"mode": "two", "layout": "standard", "clock": clock});
    let (room, _) = black.create_room(settings).await;
    white.watch(&room).await;
    white.join(&room).await.unwrap();
    white.event("started").await;
    black.play(&room, 0, "a1b2").await.unwrap();
    white.event("moved").await;

    // The move of White falls into the stop, and is made once.
    let ((), played) = tokio::join!(nodes.stop(0), white.play(&room, 1, "i5h5"));
    played.unwrap();
    let mut black = nodes[1].client_of(&anne).await;
    let snapshot = black.watch(&room).await;
    assert_eq!(snapshot["moves"], json!(["a1b2", "i5h5"]));
    black.play(&room, 2, "b2c3").await.unwrap();
    white.next_where(|message| message["kind"] == "moved" && message["ply"] == 3).await;
    white.play(&room, 3, "h5g5").await.unwrap();
}

#[tokio::test]
async fn games_between_two_servers_pause_while_nats_is_down() {
    let mut nodes = Nodes::start(2).await;
    let (mut black, mut white) = (nodes[0].client().await, nodes[1].client().await);
    let clock = json!({"kind": "sudden_death", "initial_ms": 300_000});
    let settings = json!({"mode": "two", "layout": "standard", "clock": clock});
    let (room, _) = black.create_room(settings.clone()).await;
    white.watch(&room).await;
    white.join(&room).await.unwrap();
    white.event("started").await;
    black.play(&room, 0, "a1b2").await.unwrap();
    white.event("moved").await;
    let (mut one, mut other, local) = two_players(&nodes[0], settings).await;

    nodes.nats.stop().await;
    white.next_where(|message| message["notice"] == "room_unreachable").await;
    let held = |message: &Value| message["type"] == "clock" && message["clocks"]["running"].is_null();
    black.next_where(held).await;
    black.next_where(|message| message["notice"] == "player_unreachable").await;
    let paused = Instant::now();
    assert_eq!(white.play(&room, 1, "i5h5").await.unwrap_err().code, "unavailable");
    // A game of players on one server continues.
    one.play(&local, 0, "a1b2").await.unwrap();
    other.event("moved").await;
    other.play(&local, 1, "i5h5").await.unwrap();
    let paused_for = paused.elapsed();

    nodes.nats.start_again().await;
    let goes_on = |message: &Value| message["type"] == "clock" && message["clocks"]["running"] == 1;
    white.next_where(goes_on).await;
    white.play_when_available(&room, 1, "i5h5").await;
    let moved = black.next_where(|message| message["kind"] == "moved" && message["ply"] == 2).await;
    let server = Duration::from_millis(moved["time"]["server_ms"].as_u64().unwrap());
    assert!(server + Duration::from_millis(1) >= paused_for, "{paused_for:?}: {moved}");
}

/// Starts a game between a player on the first server, which has the room, and one on the second. White is to move.
async fn game_after_one_move(nodes: &Nodes) -> (Client, Client, String) {
    let (mut black, mut white) = (nodes[0].client().await, nodes[1].client().await);
    let clock = json!({"kind": "sudden_death", "initial_ms": 300_000});
    let (room, _) = black.create_room(json!({"mode": "two", "layout": "standard", "clock": clock})).await;
    white.watch(&room).await;
    white.join(&room).await.unwrap();
    white.event("started").await;
    black.play(&room, 0, "a1b2").await.unwrap();
    white.event("moved").await;
    (black, white, room)
}

#[tokio::test]
async fn time_in_which_nats_hangs_is_excluded_from_its_start() {
    let nodes = Nodes::start(2).await;
    let (mut black, mut white, room) = game_after_one_move(&nodes).await;

    send(Signal::SIGSTOP, nodes.nats.process.as_ref().unwrap());
    let hung = Instant::now();
    white.next_where(|message| message["notice"] == "room_unreachable").await;
    let hung_for = hung.elapsed();
    send(Signal::SIGCONT, nodes.nats.process.as_ref().unwrap());
    let goes_on = |message: &Value| message["type"] == "clock" && message["clocks"]["running"] == 1;
    white.next_where(goes_on).await;
    white.play_when_available(&room, 1, "i5h5").await;
    let moved = black.next_where(|message| message["kind"] == "moved" && message["ply"] == 2).await;
    let server = Duration::from_millis(moved["time"]["server_ms"].as_u64().unwrap());
    assert!(server + Duration::from_millis(1) >= hung_for, "{hung_for:?}: {moved}");
}

#[tokio::test]
async fn clock_of_a_game_that_begins_while_nats_is_down_stands_still() {
    let mut nodes = Nodes::start(2).await;
    let (anne, ben) = (nodes[1].account("anne").await, nodes[0].account("ben").await);
    let (mut black, mut white) = (nodes[1].client_of(&anne).await, nodes[0].client_of(&ben).await);
    let clock = json!({"kind": "sudden_death", "initial_ms": 300_000});
    let settings = json!({"mode": "two", "layout": "standard", "clock": clock});
    let body = json!({"player": "ben", "terms": {"layout": "standard", "clock": clock, "seat": 0}});
    let (status, challenge) = nodes[1].post("/api/v1/challenges", Some(&anne.token), body).await;
    assert_eq!(status, 201, "{challenge}");
    // The players of another game learn when the first server has lost the bus.
    let (mut here, mut there) = (nodes[0].client().await, nodes[1].client().await);
    let (known, _) = here.create_room(settings.clone()).await;
    there.watch(&known).await;
    there.join(&known).await.unwrap();
    there.event("started").await;
    here.play(&known, 0, "a1b2").await.unwrap();
    there.event("moved").await;

    nodes.nats.stop().await;
    here.next_where(|message| message["notice"] == "player_unreachable").await;
    let path = format!("/api/v1/challenges/{}/accept", challenge["id"].as_str().unwrap());
    let (status, accepted) =
        nodes[0].post(&path, Some(&ben.token), json!({"round": challenge["round"]})).await;
    assert_eq!(status, 200, "{accepted}");
    let room = accepted["room"].as_str().unwrap();
    let snapshot = white.watch(room).await;
    let begun = Instant::now();
    assert_eq!((&snapshot["status"], &snapshot["turn"]), (&json!("playing"), &json!(0)), "{snapshot}");
    assert!(snapshot["clocks"]["running"].is_null(), "Black cannot know of the game: {snapshot}");
    // Meanwhile others play.
    let (mut one, mut other, local) = two_players(&nodes[0], settings).await;
    one.play(&local, 0, "a1b2").await.unwrap();
    other.event("moved").await;
    let lasted = begun.elapsed();

    nodes.nats.start_again().await;
    let goes_on = |message: &Value| message["type"] == "clock" && message["clocks"]["running"] == 0;
    white.next_where(goes_on).await;
    while black.request(json!({"type": "watch", "room": room})).await.is_err() {}
    black.play(room, 0, "a1b2").await.unwrap();
    let moved = white.next_where(|message| message["kind"] == "moved" && message["room"] == *room).await;
    let server = Duration::from_millis(moved["time"]["server_ms"].as_u64().unwrap());
    assert!(server + Duration::from_millis(1) >= lasted, "{lasted:?}: {moved}");
}

#[tokio::test]
async fn engine_answers_on_no_server_for_a_rated_game_of_another_one() {
    let nodes = Nodes::start_with(2, |config| {
        config.computers.evaluation_ms = 1;
        config.computers.analysis_nodes = 1_000;
    })
    .await;
    let (anne, ben, cleo) =
        (nodes[0].account("anne").await, nodes[0].account("ben").await, nodes[1].account("cleo").await);
    let mut players = [nodes[0].client_of(&anne).await, nodes[0].client_of(&ben).await];
    let clock = json!({"kind": "fischer", "initial_ms": 600_000, "increment_ms": 5_000});
    let (room, _) =
        players[0].create_room(json!({"layout": "standard", "clock": clock, "rated": true})).await;
    players[1].join(&room).await.unwrap();
    let start = Position::start(Mode::Two, Layout::Standard).unwrap();
    let position = *play_on(&mut players, &room, &start, 19).await.last().unwrap();
    // The other server learns of the position over the bus.
    let in_play = (409, json!("position_in_play"));
    while evaluate(&nodes[1], &cleo, &position).await != in_play {}
    players[1].request(json!({"type": "resign", "room": room})).await.unwrap();
    while evaluate(&nodes[1], &cleo, &position).await == in_play {}
    assert_eq!(evaluate(&nodes[1], &cleo, &position).await.0, 200);
}

#[tokio::test]
async fn time_without_nats_stays_excluded_when_the_server_of_the_room_dies() {
    let mut nodes = Nodes::start(2).await;
    let (mut black, mut white, room) = game_after_one_move(&nodes).await;

    let stopped = Instant::now();
    nodes.nats.stop().await;
    white.next_where(|message| message["notice"] == "room_unreachable").await;
    black.next_where(|message| message["notice"] == "player_unreachable").await;
    let away = stopped.elapsed();
    nodes.nats.start_again().await;
    let goes_on = |message: &Value| message["type"] == "clock" && message["clocks"]["running"] == 1;
    white.next_where(goes_on).await;
    // The room answers after it has stored that it continues.
    assert_eq!(black.play(&room, 0, "a1b2").await.unwrap_err().code, "not_your_turn");
    nodes.kill(0).await;
    white.play_when_available(&room, 1, "i5h5").await;
    let moved = white.next_where(|message| message["kind"] == "moved" && message["ply"] == 2).await;
    let server = Duration::from_millis(moved["time"]["server_ms"].as_u64().unwrap());
    assert!(server + Duration::from_millis(1) >= away, "{away:?}: {moved}");
}

#[tokio::test]
async fn players_of_a_server_without_its_lease_are_sent_to_another_one() {
    let nodes = Nodes::start(2).await;
    let (anne, ben) = (nodes[0].guest().await, nodes[1].guest().await);
    let (mut black, mut white) = (nodes[0].client_of(&anne).await, nodes[1].client_of(&ben).await);
    let (room, _) = black.create_room(json!({"mode": "two", "layout": "standard"})).await;
    white.watch(&room).await;
    white.join(&room).await.unwrap();
    white.event("started").await;

    // The second server cannot renew its lease, as if its link to the database were cut.
    let mut lock = nodes.admin().await;
    sqlx::query("BEGIN").execute(&mut lock).await.unwrap();
    let row = sqlx::query("SELECT 1 FROM nodes WHERE id = $1 FOR UPDATE").bind(nodes.id(1));
    row.execute(&mut lock).await.unwrap();
    assert_eq!(white.closed().await.map(u16::from), Some(1012));
    let (status, problem) = nodes[1].get("/api/v1/lobbies").await;
    assert_eq!((status.as_u16(), &problem["code"]), (503, &json!("unavailable")));
    let health = nodes[1].http().get(nodes[1].url("/healthz")).send().await.unwrap();
    assert_eq!(health.status().as_u16(), 200);

    let mut white = nodes[0].client_of(&ben).await;
    white.watch(&room).await;
    black.play(&room, 0, "a1b2").await.unwrap();
    white.event("moved").await;
    white.play(&room, 1, "i5h5").await.unwrap();
    lock.close().await.unwrap();
}

#[tokio::test]
async fn computer_moves_in_a_room_of_another_server_and_goes_on_after_its_death() {
    let mut nodes = Nodes::start_with(2, |config| config.computers.pause_ms = 0).await;
    let anne = nodes[0].guest().await;
    let (mut here, mut there) = (nodes[0].client_of(&anne).await, nodes[1].client_of(&anne).await);
    let (room, _) =
        here.create_room(json!({"layout": "standard", "computers": [{"level": 1, "seat": 1}]})).await;
    // The room and its computer are on the first server, and the player on the second.
    drop(here);
    assert_eq!(there.watch(&room).await["status"], "playing");
    there.play(&room, 0, "a1b2").await.unwrap();
    there.next_where(|message| message["kind"] == "moved" && message["ply"] == 2).await;

    // The computer of the dead server owes a move, or is about to.
    let legal = there.watch(&room).await["legal"][0].as_str().unwrap().to_owned();
    there.play(&room, 2, &legal).await.unwrap();
    nodes.kill(0).await;
    let answered = loop {
        let state = there.watch(&room).await;
        if state["ply"] == 4 {
            break state;
        }
    };
    assert_eq!((&answered["turn"], &answered["status"]), (&json!(0), &json!("playing")), "{answered}");
    let legal = answered["legal"][0].as_str().unwrap();
    there.play(&room, 4, legal).await.unwrap();
    there.next_where(|message| message["kind"] == "moved" && message["ply"] == 6).await;
}
