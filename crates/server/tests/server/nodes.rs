//! Rooms of several nodes that share a database, without sockets.

use std::time::Duration;

use sqlx::{Connection, PgConnection};
use sumito_cluster::Hub;
use sumito_config::{Config, Overrides};
use sumito_game::{Command, CommandError, Player, RoomId, Seat, TimeControl, Timestamp, UserId};
use sumito_kit::encoded::Encoded;
use sumito_kit::text::Text;
use sumito_kit::time_source::TimeSource;
use sumito_kit::topic::{Subscriber, SubscriberId};
use sumito_rooms::event_log::EventLog;
use sumito_rooms::{
    CommandOutcome, PresenceGuard, Reply, Request, RoomError, RoomHandle, RoomPlan, RoomUpdate, RoomView,
    Rooms, SeatedPlayer, Watch,
};
use sumito_rules::{IllegalMove, Mode, Position};
use sumito_store::{ClaimKey, NewSession, Role, Store, TokenHash, UserRow, Visibility};
use tokio::sync::mpsc;
use tokio::task::{JoinHandle, JoinSet};
use uuid::Uuid;

use crate::database::{Database, Kind};

/// The rooms of one node.
struct Node {
    store: Store,
    rooms: Rooms,
    writer: JoinHandle<()>,
    tasks: JoinSet<()>,
    _players: Vec<PresenceGuard>,
}

impl Node {
    async fn join(database: &Database, hub: &Hub) -> Self {
        Self::with(database, hub, |_| {}).await
    }

    /// Returns a node with changed settings. Both players count as online.
    async fn with(database: &Database, hub: &Hub, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config::load(None, &Overrides::default()).unwrap();
        change(&mut config);
        let store = Store::join(database.url(), &config.database).await.unwrap();
        let time = TimeSource::from_system();
        let (event_log, writer) = EventLog::start(store.clone(), &config.event_log, time).await.unwrap();
        let bus = hub.join(store.membership().unwrap().id());
        let rooms = Rooms::shared(&config, store.clone(), event_log, time, bus);
        let players = [BLACK, WHITE].map(|user| rooms.attendance().enter(user)).into();
        let mut tasks = JoinSet::new();
        tasks.spawn(rooms.clone().run_remote());
        tasks.spawn(rooms.clone().run_scheduler(Timestamp(0)));
        tasks.spawn(rooms.clone().run_attendance());
        Self { store, rooms, writer, tasks, _players: players }
    }

    /// Creates a room in which a game between both players begins.
    async fn game(&self, time: TimeControl) -> RoomId {
        let seated = |user| SeatedPlayer {
            player: Player { id: user, name: "A player".to_owned(), guest: true, bot: false },
            seat: None,
        };
        let plan = RoomPlan {
            id: None,
            mode: Mode::Two,
            layout: None,
            time,
            rated: false,
            ready: false,
            spectator_delay: Duration::ZERO,
            visibility: Visibility::Public,
            lobby: "main".to_owned(),
            created_by: BLACK,
            command_id: None,
            tournament: None,
            players: vec![seated(BLACK), seated(WHITE)],
        };
        self.rooms.create(plan).await.unwrap().room.id()
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

    /// Ends the node in an orderly way.
    async fn stop(mut self) {
        self.rooms.stop().await;
        self.tasks.shutdown().await;
        drop(self.rooms);
        self.writer.await.unwrap();
        self.store.close().await;
    }

    /// Lets the lease expire until another node has fenced this one. Nothing is released.
    async fn die(mut self, database: &Database) {
        self.tasks.shutdown().await;
        let mut admin = PgConnection::connect(database.url()).await.unwrap();
        while !self.store.fenced().is_cancelled() {
            sqlx::query("UPDATE nodes SET lease_until = 0 WHERE id = $1 AND fenced_at IS NULL")
                .bind(self.store.membership().unwrap().id().0)
                .execute(&mut admin)
                .await
                .unwrap();
        }
        admin.close().await.unwrap();
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

/// What a follower of a room receives.
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

    /// Sends a command; its answer is among what is seen.
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
    assert_eq!(white.next().await, Seen::Disconnected);
    // The old owner cannot move on.
    let refused = stale.execute(WHITE, play(1, &moves), Some("1".into())).await;
    assert!(matches!(refused, Err(RoomError::Unavailable | RoomError::Busy)), "{refused:?}");

    drop(white);
    let mut white = loop {
        let mut white = Socket::watch(&ben, room, WHITE, Some(begun + 1)).await;
        match white.next().await {
            Seen::Answer(Ok(_)) => break white,
            Seen::Answer(Err(RoomError::Unavailable)) => tokio::task::yield_now().await,
            other => panic!("{other:?}"),
        }
    };
    assert!(ben.owns(room).await);
    white.send(play(1, &moves), "1").await;
    let answer = white.next().await;
    assert!(matches!(&answer, Seen::Answer(Ok(done)) if done.seq == Some(begun + 2)), "{answer:?}");
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
