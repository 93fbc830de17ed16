//! Rooms of several nodes that share a database, without sockets.

mod outages;

use std::collections::HashMap;
use std::time::Duration;

use sqlx::{Connection, PgConnection};
use sumito_cluster::{self as cluster, Bus, Duties, Hub, Standing};
use sumito_config::{Config, Overrides};
use sumito_game::{Command, CommandError, Player, RoomId, Seat, Status, TimeControl, Timestamp, UserId};
use sumito_kit::encoded::Encoded;
use sumito_kit::text::Text;
use sumito_kit::time_source::TimeSource;
use sumito_kit::topic::{Subscriber, SubscriberId};
use sumito_rooms::event_log::{self, EventLog, StorageState};
use sumito_rooms::{
    CommandOutcome, PresenceGuard, Reply, Request, RoomError, RoomHandle, RoomPlan, RoomUpdate, RoomView,
    Rooms, SeatedPlayer, Watch,
};
use sumito_rules::{IllegalMove, Mode, Position};
use sumito_services::history::retention;
use sumito_store::{ClaimKey, NewSession, NodeId, Role, Store, TokenHash, UserRow, Visibility};
use tokio::sync::mpsc;
use tokio::task::{JoinHandle, JoinSet};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::database::{Database, Kind};
use crate::nats_server::NatsServer;

/// The rooms of one node.
struct Node {
    store: Store,
    rooms: Rooms,
    event_log: EventLog,
    writer: JoinHandle<()>,
    tasks: JoinSet<()>,
    _players: Vec<PresenceGuard>,
}

fn changed(change: impl FnOnce(&mut Config)) -> Config {
    let mut config = Config::load(None, &Overrides::default()).unwrap();
    change(&mut config);
    config
}

impl Node {
    async fn join(database: &Database, hub: &Hub) -> Self {
        Self::with(database, hub, |_| {}).await
    }

    /// Returns a node with changed settings. Both players count as online.
    async fn with(database: &Database, hub: &Hub, change: impl FnOnce(&mut Config)) -> Self {
        let config = changed(change);
        let store = Store::join(database.url(), &config.database).await.unwrap();
        let bus = hub.join(store.membership().unwrap().id());
        Self::on(bus, store, &config).await
    }

    /// Returns a node whose bus is a server.
    async fn on_nats(database: &Database, nats: &NatsServer, change: impl FnOnce(&mut Config)) -> Self {
        let config = changed(change);
        let store = Store::join(database.url(), &config.database).await.unwrap();
        let (id, settings) = (store.membership().unwrap().id(), nats.settings());
        let bus = Bus::connect(&settings, id, Uuid::nil(), Standing::of(&store)).await.unwrap();
        Self::on(bus, store, &config).await
    }

    async fn on(bus: Bus, store: Store, config: &Config) -> Self {
        let time = event_log::time_since(&store, TimeSource::from_system()).await.unwrap();
        let (event_log, writer) = EventLog::start(store.clone(), &config.event_log, time).await.unwrap();
        let node = cluster::Node::new(&store, bus);
        let rooms = Rooms::new(config, store.clone(), event_log.clone(), node);
        let players = [BLACK, WHITE].map(|user| rooms.attendance().enter(user)).into();
        let mut tasks = JoinSet::new();
        tasks.spawn(rooms.clone().run_remote());
        tasks.spawn(rooms.clone().run_scheduler(Timestamp(0)));
        tasks.spawn(rooms.clone().run_attendance());
        Self { store, rooms, event_log, writer, tasks, _players: players }
    }

    /// Creates a room in which a game between both players starts.
    async fn game(&self, time: TimeControl) -> RoomId {
        self.rooms.create(plan(time)).await.unwrap().room.id()
    }

    async fn room(&self, id: RoomId) -> RoomHandle {
        self.rooms.get(id).await.unwrap()
    }

    /// Returns whether this node owns the room.
    async fn owns(&self, id: RoomId) -> bool {
        let membership = self.store.membership().unwrap();
        let claims = membership.claim(&[ClaimKey::Room(id)]).await.unwrap();
        claims.first().is_some_and(|claim| claim.owner == membership.id())
    }

    /// Waits until the node is in an outage, or until it no longer is.
    async fn is_down(&self, wanted: bool) {
        let mut storage = self.event_log.outages().watch();
        while matches!(self.rooms.storage(), StorageState::Down { .. }) != wanted {
            storage.changed().await;
        }
    }

    /// Waits until the node can no longer rely on its lease.
    async fn lease_is_over(&self) {
        while !self.event_log.outages().is_lease_over() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Keeps this node from writing and from renewing its lease, until the returned transaction ends.
    async fn lock_out(&self, database: &Database) -> PgConnection {
        let mut lock = PgConnection::connect(database.url()).await.unwrap();
        sqlx::query("BEGIN").execute(&mut lock).await.unwrap();
        let id = self.store.membership().unwrap().id().0;
        let row = sqlx::query("SELECT 1 FROM nodes WHERE id = $1 FOR UPDATE").bind(id);
        row.execute(&mut lock).await.unwrap();
        lock
    }

    /// Ends the transaction of [`lock_out`](Self::lock_out). Even if it took longer than a lease, the other nodes do not fence this one.
    async fn let_in(&self, mut lock: PgConnection) {
        sqlx::query("UPDATE nodes SET lease_until = lease_until + 60000000 WHERE id = $1")
            .bind(self.store.membership().unwrap().id().0)
            .execute(&mut lock)
            .await
            .unwrap();
        sqlx::query("COMMIT").execute(&mut lock).await.unwrap();
        lock.close().await.unwrap();
    }

    /// Ends the node in an orderly way.
    async fn stop(mut self) {
        self.rooms.stop().await;
        self.tasks.shutdown().await;
        drop((self.rooms, self.event_log));
        self.writer.await.unwrap();
        self.store.close().await;
    }

    /// Ends without a word to the other nodes: they fence this one. Nothing is released.
    async fn die(mut self, database: &Database) {
        self.tasks.shutdown().await;
        database.expire(&self.store).await;
    }
}

/// Returns the plan of a room in which a game between both players starts.
fn plan(time: TimeControl) -> RoomPlan {
    let seated = |user| SeatedPlayer {
        player: Player { id: user, name: "A player".to_owned(), guest: true, bot: false },
        seat: None,
    };
    RoomPlan {
        id: None,
        mode: Mode::Two,
        layout: None,
        start_position: None,
        coach: false,
        time,
        rated: false,
        ready: false,
        vacations: false,
        spectator_delay: Duration::ZERO,
        visibility: Visibility::Public,
        lobby: "main".to_owned(),
        created_by: BLACK,
        command_id: None,
        tournament: None,
        seeks: Vec::new(),
        mandate: None,
        players: vec![seated(BLACK), seated(WHITE)],
    }
}

const BLACK: UserId = UserId(Uuid::from_u128(1));
const WHITE: UserId = UserId(Uuid::from_u128(2));

/// Adds the players.
async fn add_users(store: &Store) {
    for (number, id) in [(1, BLACK), (2, WHITE)] {
        let user = UserRow {
            id,
            name: format!("Player {number}"),
            guest: true,
            bot: false,
            role: Role::Player,
            created_at: Timestamp(0),
        };
        let token = TokenHash([number; 32]);
        let session = NewSession::new(token, Text::default(), Timestamp(0), Timestamp::MAX);
        store.add_user(&user, &session).await.unwrap();
    }
}

/// Updates to a follower of a room.
#[derive(Debug, PartialEq, Eq)]
enum Seen {
    Answer(Result<CommandOutcome, RoomError>),
    Room(u64),
    Event(u64),
    Other,
    Disconnected,
}

#[derive(Debug, Clone)]
struct Eye(mpsc::Sender<Seen>);

impl Subscriber<RoomUpdate> for Eye {
    fn send(&self, update: &Encoded<RoomUpdate>) -> bool {
        let seen = match update.value() {
            RoomUpdate::Event(event) => Seen::Event(event.seq),
            RoomUpdate::View(view) => Seen::Room(view.value().seq),
            _ => Seen::Other,
        };
        self.0.try_send(seen).is_ok()
    }

    fn disconnect(&self) {
        let _ = self.0.try_send(Seen::Disconnected);
    }
}

/// A player's socket at a room.
struct Socket {
    id: SubscriberId,
    user: UserId,
    room: RoomHandle,
    eye: Eye,
    seen: mpsc::Receiver<Seen>,
}

impl Socket {
    async fn watch(node: &Node, room: RoomId, user: UserId, since: Option<u64>) -> Self {
        let (sender, seen) = mpsc::channel(1_024);
        let (id, room, eye) = (SubscriberId::fresh(), node.room(room).await, Eye(sender));
        let answers = eye.clone();
        let reply = Reply::new(move |answer| drop(answers.0.try_send(Seen::Answer(answer))));
        room.watch(Watch { id, user: Some(user), subscriber: Box::new(eye.clone()), since, reply }).await;
        Self { id, user, room, eye, seen }
    }

    /// Sends a command; its answer is among the received updates.
    async fn send(&self, command: Command, id: &str) {
        let answers = self.eye.clone();
        let reply = Reply::new(move |answer| drop(answers.0.try_send(Seen::Answer(answer))));
        let received_at = Timestamp(0);
        let request = Request {
            through: Some(self.id),
            user: self.user,
            command,
            id: Some(id.into()),
            received_at,
            reply,
        };
        self.room.request(request).await;
    }

    /// Returns the next item that is numbered, an answer, or the end.
    async fn next(&mut self) -> Seen {
        loop {
            match self.seen.recv().await.expect("the subscription is alive") {
                Seen::Other => {}
                seen => return seen,
            }
        }
    }

    async fn expect_event_after_answer(&mut self, seq: u64) {
        let answer = self.next().await;
        assert!(matches!(&answer, Seen::Answer(Ok(done)) if done.seq == Some(seq)), "{answer:?}");
        self.expect_event(seq).await;
    }

    async fn expect_event(&mut self, seq: u64) {
        loop {
            match self.next().await {
                Seen::Event(known) if known < seq => {}
                seen => return assert_eq!(seen, Seen::Event(seq)),
            }
        }
    }
}

/// Returns the first moves of a game.
fn moves(count: usize) -> Vec<String> {
    let mut position = Position::start(Mode::Two, Mode::Two.default_layout()).unwrap();
    let first = |position: &mut Position| {
        let played = position.legal_moves().into_iter().next().unwrap();
        *position = position.play(played).unwrap().position;
        played.to_string()
    };
    (0..count).map(|_| first(&mut position)).collect()
}

fn play(ply: usize, moves: &[String]) -> Command {
    Command::Play { ply: ply as u32, text: moves[ply].clone(), lag: Duration::ZERO }
}

fn fischer() -> TimeControl {
    TimeControl::Fischer { initial: Duration::from_mins(5), increment: Duration::ZERO }
}

#[tokio::test]
async fn players_of_two_nodes_play_in_one_room() {
    let (database, hub) = (Database::new(Kind::Postgres).await, Hub::default());
    let (anne, ben) = (Node::join(&database, &hub).await, Node::join(&database, &hub).await);
    add_users(&anne.store).await;
    let room = anne.game(fischer()).await;
    let mut here = Socket::watch(&anne, room, BLACK, None).await;
    let mut there = Socket::watch(&ben, room, WHITE, None).await;
    let begun = match (here.next().await, here.next().await) {
        (Seen::Answer(Ok(_)), Seen::Room(seq)) => seq,
        other => panic!("{other:?}"),
    };
    assert!(matches!(there.next().await, Seen::Answer(Ok(done)) if done.seq == Some(begun)));
    assert_eq!(there.next().await, Seen::Room(begun));

    let moves = moves(5);
    for ply in 0..4 {
        let (mover, other) = if ply % 2 == 0 { (&mut here, &mut there) } else { (&mut there, &mut here) };
        let seq = begun + 1 + ply as u64;
        mover.send(play(ply, &moves), &ply.to_string()).await;
        // The answer comes before the event that the command causes.
        let answer = mover.next().await;
        assert!(matches!(&answer, Seen::Answer(Ok(done)) if done.seq == Some(seq)), "{answer:?}");
        assert_eq!(mover.next().await, Seen::Event(seq));
        assert_eq!(other.next().await, Seen::Event(seq));
    }
    assert!(anne.owns(room).await && !ben.owns(room).await);

    // Errors of the rules cross, too, and so does a repeated command.
    here.send(play(4, &moves), "4").await;
    assert!(matches!(here.next().await, Seen::Answer(Ok(_))));
    let wrong = Command::Play { ply: 5, text: "a1a2".to_owned(), lag: Duration::ZERO };
    there.send(wrong, "wrong").await;
    there.expect_event(begun + 5).await;
    let refused = there.next().await;
    let reason = IllegalMove::EmptyCell { cell: "a1".parse().unwrap() };
    assert_eq!(refused, Seen::Answer(Err(RoomError::Rejected(CommandError::Illegal(reason)))));
    there.send(play(3, &moves), "3").await;
    assert!(matches!(there.next().await, Seen::Answer(Ok(done)) if done.seq == Some(begun + 4)));

    let view = ben.room(room).await.view(Some(WHITE)).await.unwrap();
    let RoomView { seq, settings, seats, .. } = view.value();
    assert_eq!((*seq, settings.mode), (begun + 5, Mode::Two));
    assert_eq!(seats[Seat::new(1).unwrap().index()].player.as_ref().unwrap().id, WHITE);
    drop((here, there, view));
    anne.stop().await;
    ben.stop().await;
}

#[tokio::test]
async fn game_of_a_dead_node_goes_on_elsewhere_and_no_clock_is_charged() {
    let (database, hub) = (Database::new(Kind::Postgres).await, Hub::default());
    let (anne, ben) = (Node::join(&database, &hub).await, Node::join(&database, &hub).await);
    add_users(&anne.store).await;
    let room = anne.game(fischer()).await;
    let mut white = Socket::watch(&ben, room, WHITE, None).await;
    white.next().await;
    let Seen::Room(begun) = white.next().await else { panic!("the room comes first") };
    let black = Socket::watch(&anne, room, BLACK, None).await;
    let moves = moves(2);
    black.send(play(0, &moves), "0").await;
    white.expect_event(begun + 1).await;

    let stale = anne.rooms.get(room).await.unwrap();
    anne.die(&database).await;
    // The old owner cannot move on.
    let refused = stale.execute(WHITE, play(1, &moves), Some("other".into())).await;
    assert!(matches!(refused, Err(RoomError::Unavailable | RoomError::Busy)), "{refused:?}");

    // The player's socket continues with the next owner.
    white.send(play(1, &moves), "1").await;
    let answer = white.next().await;
    assert!(matches!(&answer, Seen::Answer(Ok(done)) if done.seq == Some(begun + 2)), "{answer:?}");
    white.expect_event(begun + 2).await;
    assert!(ben.owns(room).await);
    let claims = ben.store.membership().unwrap().claim(&[ClaimKey::Room(room)]).await.unwrap();
    let view = ben.room(room).await.view(Some(WHITE)).await.unwrap();
    let last = view.value().game.as_ref().unwrap().ledger.last().copied().unwrap();
    let owned_for = view.value().at.since(claims[0].claimed_at);
    assert!(
        last.server > Duration::ZERO && last.elapsed <= last.server + owned_for,
        "{last:?} {owned_for:?}"
    );
    drop(white);
    ben.stop().await;
}

#[tokio::test]
async fn rooms_move_to_another_node_with_their_players_before_their_node_stops() {
    let (database, hub) = (Database::new(Kind::Postgres).await, Hub::default());
    let (anne, ben) = (Node::join(&database, &hub).await, Node::join(&database, &hub).await);
    add_users(&anne.store).await;
    let rooms = [anne.game(fischer()).await, anne.game(TimeControl::None).await, ben.game(fischer()).await];
    let mut black = Socket::watch(&anne, rooms[0], BLACK, None).await;
    let mut white = Socket::watch(&ben, rooms[0], WHITE, None).await;
    let moves = moves(3);
    black.next().await;
    let Seen::Room(begun) = black.next().await else { panic!("the room comes first") };
    white.next().await;
    assert_eq!(white.next().await, Seen::Room(begun));
    black.send(play(0, &moves), "0").await;
    black.expect_event_after_answer(begun + 1).await;
    white.expect_event(begun + 1).await;

    let mut known = anne.store.membership().unwrap().nodes();
    known.wait_for(|nodes| nodes.len() == 2).await.unwrap();
    assert_eq!(anne.rooms.hand_over().await, 2);
    for room in rooms {
        assert!(ben.owns(room).await);
    }
    // Both sockets continue, without a word.
    white.send(play(1, &moves), "1").await;
    white.expect_event_after_answer(begun + 2).await;
    black.expect_event(begun + 2).await;
    black.send(play(2, &moves), "2").await;
    black.expect_event_after_answer(begun + 3).await;
    white.expect_event(begun + 3).await;

    // No clock ran while the room had no owner.
    let claim = ben.store.membership().unwrap().claim(&[ClaimKey::Room(rooms[0])]).await.unwrap().remove(0);
    let gap = claim.claimed_at.since(claim.past[0].lost_at);
    let view = ben.room(rooms[0]).await.view(Some(WHITE)).await.unwrap();
    let timing = view.value().game.as_ref().unwrap().ledger[1];
    assert!(timing.server >= gap, "{timing:?} {gap:?}");

    // A node that stays after all owns rooms again.
    anne.rooms.stay();
    let room = anne.game(fischer()).await;
    assert!(anne.owns(room).await);
    drop((black, white, view));
    anne.stop().await;
    ben.stop().await;
}

#[tokio::test]
async fn two_nodes_that_create_the_same_room_get_one() {
    let (database, hub) = (Database::new(Kind::Postgres).await, Hub::default());
    let (anne, ben) = (Node::join(&database, &hub).await, Node::join(&database, &hub).await);
    add_users(&anne.store).await;
    let id = RoomId::from_random([7; 8]);
    let by_id = RoomPlan { id: Some(id), ..plan(fischer()) };
    let (one, other) = tokio::join!(anne.rooms.create(by_id.clone()), ben.rooms.create(by_id));
    assert_eq!([one.unwrap().room.id(), other.unwrap().room.id()], [id, id]);

    let by_command = RoomPlan { command_id: Some("c1".to_owned()), ..plan(fischer()) };
    let (one, other) = tokio::join!(anne.rooms.create(by_command.clone()), ben.rooms.create(by_command));
    let (one, other) = (one.unwrap().room, other.unwrap().room);
    assert_eq!(one.id(), other.id());
    let mut admin = PgConnection::connect(database.url()).await.unwrap();
    let claims: i64 = sqlx::query_scalar("SELECT count(*) FROM claims").fetch_one(&mut admin).await.unwrap();
    assert_eq!(claims, 2, "no claim to a room that was not created is left");
    for handle in [one, other] {
        handle.execute(BLACK, play(0, &moves(1)), Some("0".into())).await.unwrap();
    }
    anne.stop().await;
    ben.stop().await;
}

#[tokio::test]
async fn longest_game_is_followed_from_another_node() {
    let (database, hub) = (Database::new(Kind::Postgres).await, Hub::default());
    let policy = |config: &mut Config| {
        config.policy.quiet_plies = 0;
        config.policy.repetitions = 0;
    };
    let anne = Node::with(&database, &hub, policy).await;
    let ben = Node::join(&database, &hub).await;
    add_users(&anne.store).await;
    let room = anne.game(TimeControl::None).await;
    let handle = anne.room(room).await;
    let moves = ["a1b2", "i5h5", "d4c3", "f5g5"];
    for ply in 0..4_999 {
        let text = moves[ply % 4].to_owned();
        let command = Command::Play { ply: ply as u32, text, lag: Duration::ZERO };
        handle.execute([BLACK, WHITE][ply % 2], command, None).await.unwrap();
    }
    let view = ben.room(room).await.view(None).await.unwrap();
    assert_eq!(view.value().game.as_ref().unwrap().moves.len(), 4_999);
    let mut there = Socket::watch(&ben, room, WHITE, None).await;
    assert!(matches!(there.next().await, Seen::Answer(Ok(_))));
    assert_eq!(there.next().await, Seen::Room(view.value().seq));
    drop((there, view, handle));
    anne.stop().await;
    ben.stop().await;
}

#[tokio::test]
async fn room_that_leaves_memory_can_move_to_another_node() {
    let (database, hub) = (Database::new(Kind::Postgres).await, Hub::default());
    let (anne, ben) = (
        Node::with(&database, &hub, |config| config.rooms.idle_ms = 1).await,
        Node::join(&database, &hub).await,
    );
    add_users(&anne.store).await;
    let room = anne.game(TimeControl::None).await;
    while !ben.owns(room).await {}
    let mut black = Socket::watch(&anne, room, BLACK, None).await;
    assert!(matches!(black.next().await, Seen::Answer(Ok(_))));
    assert!(matches!(black.next().await, Seen::Room(_)));
    assert!(ben.owns(room).await);
    let missing = ben.rooms.get(RoomId::from_random([9; 8])).await;
    assert!(matches!(missing, Err(RoomError::NoSuchRoom)), "{missing:?}");
    drop(black);
    anne.stop().await;
    ben.stop().await;
}

#[tokio::test]
async fn duty_runs_on_one_node_and_moves_when_its_node_dies_or_stops() {
    let database = Database::new(Kind::Postgres).await;
    let (hub, config) = (Hub::default(), Config::load(None, &Overrides::default()).unwrap());
    let (started, mut starts) = mpsc::channel(16);
    let mut nodes = HashMap::new();
    for _ in 0..3 {
        let store = Store::join(database.url(), &config.database).await.unwrap();
        let id = store.membership().unwrap().id();
        let stopping = CancellationToken::new();
        let duties = Duties::new(cluster::Node::new(&store, hub.join(id)), stopping.clone());
        let (started, running) = (started.clone(), duties.clone());
        let task = tokio::spawn(async move {
            let work = || {
                let started = started.clone();
                async move {
                    started.send(id).await.unwrap();
                    std::future::pending::<()>().await;
                }
            };
            running.run("a duty", work).await;
        });
        nodes.insert(id, (store, stopping, duties, task));
    }
    // As the nodes join, the duty may move to the preferred one.
    let settled = async |starts: &mut mpsc::Receiver<NodeId>, nodes: &HashMap<NodeId, _>| loop {
        let owner = starts.recv().await.unwrap();
        let (_, _, duties, _): &(Store, CancellationToken, Duties, JoinHandle<()>) =
            nodes.values().next().unwrap();
        if starts.is_empty() && duties.owner("a duty").await.unwrap() == Some(owner) {
            return owner;
        }
    };
    let first = settled(&mut starts, &nodes).await;
    let (store, stopping, _, task) = nodes.remove(&first).unwrap();
    stopping.cancel();
    task.await.unwrap();
    store.close().await;
    let second = settled(&mut starts, &nodes).await;
    assert_ne!(second, first);

    let (store, _, _, task) = nodes.remove(&second).unwrap();
    task.abort();
    database.expire(&store).await;
    let third = settled(&mut starts, &nodes).await;
    assert!(![first, second].contains(&third));
}

#[tokio::test]
async fn room_that_is_due_is_loaded_by_one_of_two_nodes() {
    let (database, hub) = (Database::new(Kind::Postgres).await, Hub::default());
    let carla = Node::join(&database, &hub).await;
    add_users(&carla.store).await;
    let by_correspondence = TimeControl::PerMove { limit: Duration::from_hours(24) };
    let (due, later) = (carla.game(by_correspondence).await, carla.game(by_correspondence).await);
    let tomorrow = carla.rooms.now() + Duration::from_hours(24);
    carla.stop().await;
    let mut admin = PgConnection::connect(database.url()).await.unwrap();
    // Both rooms had left memory.
    sqlx::query("DELETE FROM claims").execute(&mut admin).await.unwrap();
    for (room, wake_at) in [(due, Timestamp(1)), (later, tomorrow)] {
        let wake = sqlx::query("UPDATE rooms SET wake_at = $1 WHERE id = $2");
        wake.bind(wake_at.0).bind(room.as_str()).execute(&mut admin).await.unwrap();
    }
    let (anne, ben) = tokio::join!(Node::join(&database, &hub), Node::join(&database, &hub));
    while anne.rooms.count() + ben.rooms.count() == 0 {
        tokio::task::yield_now().await;
    }
    let claims = "SELECT key, node FROM claims WHERE key LIKE 'room/%'";
    let claims: Vec<(String, Uuid)> = sqlx::query_as(claims).fetch_all(&mut admin).await.unwrap();
    let [(key, owner)] = claims.as_slice() else { panic!("{claims:?}") };
    assert_eq!(*key, format!("room/{due}"));
    let loaded = if *owner == anne.store.membership().unwrap().id().0 { [1, 0] } else { [0, 1] };
    assert_eq!([anne.rooms.count(), ben.rooms.count()], loaded);
    // The other node reaches it there.
    for node in [&anne, &ben] {
        assert_eq!(node.room(due).await.view(None).await.unwrap().value().room.id, due);
    }
    anne.stop().await;
    ben.stop().await;
}

#[tokio::test]
async fn room_of_another_node_is_closed_by_the_one_that_sweeps() {
    let (database, hub) = (Database::new(Kind::Postgres).await, Hub::default());
    let anne = Node::join(&database, &hub).await;
    add_users(&anne.store).await;
    let mut alone = plan(fischer());
    alone.players.pop();
    let room = anne.rooms.create(alone).await.unwrap().room.id();
    let mut there = Socket::watch(&anne, room, BLACK, None).await;
    assert!(matches!(there.next().await, Seen::Answer(Ok(_))));
    let Seen::Room(last) = there.next().await else { panic!("the room comes first") };

    // The clock of the node that sweeps is a month ahead.
    let config = Config::load(None, &Overrides::default()).unwrap();
    let store = Store::join(database.url(), &config.database).await.unwrap();
    let time = TimeSource::starting_at(TimeSource::from_system().now() + Duration::from_hours(24 * 31));
    let (event_log, writer) = EventLog::start(store.clone(), &config.event_log, time).await.unwrap();
    let bus = hub.join(store.membership().unwrap().id());
    let rooms = Rooms::new(&config, store.clone(), event_log, cluster::Node::new(&store, bus));
    let mut tasks = JoinSet::new();
    tasks.spawn(rooms.clone().run_remote());
    assert!(retention::sweep(&store, &rooms, &config.retention, &CancellationToken::new()).await);
    there.expect_event(last + 1).await;
    assert!(anne.owns(room).await);
    let view = anne.room(room).await.view(None).await.unwrap();
    assert!(view.value().status == Status::Closed && view.value().seats[0].player.is_none());

    drop((there, view));
    rooms.stop().await;
    tasks.shutdown().await;
    drop(rooms);
    writer.await.unwrap();
    store.close().await;
    anne.stop().await;
}
