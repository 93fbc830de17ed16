//! The store's contract: the same for both databases and for memory.

mod batch;
mod chat;
mod claims;
mod conversations;
mod deleted;
mod games;
mod grounds;
mod idempotency;
mod limits;
mod migrations;
pub(crate) mod proxy;
pub(crate) mod servers;
mod slow;
mod stale;
#[cfg(unix)]
mod tls;

use std::time::Duration;

use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use sumito_config::{self as config, Config, Overrides};
use sumito_game::{
    GameId, MoveTiming, Outcome, Player, Reason, RoomId, Seat, SeatSet, Status, TimeControl, Timestamp,
    UserId,
};
use sumito_kit::text::Text;
use sumito_rules::{Layout, Mode};
use sumito_store::{
    Change, EventHash, FinishedGame, GameFilter, GameMoves, NewRoom, NewSession, Outage, PairedSeek, Role,
    RoomChange, RoomMembership, RoomRow, Store, StoreError, StoredEvent, TokenHash, UserRow, Visibility,
    Writer,
};
use uuid::Uuid;

use crate::database::{ALL, Database, Kind};

pub(crate) const MAKER: UserId = UserId(Uuid::from_u128(1));

/// Maximum number of commands in one transaction.
const MANY: u64 = 1_024;

/// A store with one user in it, and its writer.
pub(crate) struct Scene {
    pub(crate) kind: Kind,
    pub(crate) database: Database,
    pub(crate) store: Store,
    pub(crate) writer: Writer,
}

impl Scene {
    pub(crate) async fn new(kind: Kind) -> Self {
        let database = Database::new(kind).await;
        let store = Store::connect(database.url(), &settings()).await.unwrap();
        for number in 1..=9 {
            store.add_user(&user(number), &session(number)).await.unwrap();
        }
        let writer = store.writer().unwrap();
        Self { kind, database, store, writer }
    }

    pub(crate) async fn end(self) {
        self.writer.close().await;
        self.store.close().await;
    }
}

/// Runs `test` on a store with some users in it, once for each kind of store.
async fn on_all(test: impl AsyncFn(&mut Scene)) {
    for kind in ALL {
        let mut scene = Scene::new(kind).await;
        test(&mut scene).await;
        scene.end().await;
    }
}

pub(crate) fn settings() -> config::Database {
    Config::load(None, &Overrides::default()).unwrap().database
}

pub(crate) fn user_id(number: u8) -> UserId {
    UserId(Uuid::from_u128(number.into()))
}

/// A session with the token of this hash.
pub(crate) fn session(number: u8) -> NewSession {
    NewSession::new(TokenHash([number; 32]), Text::default(), Timestamp(0), Timestamp::MAX)
}

/// Returns the user with the token of this hash.
async fn holder(store: &Store, number: u8) -> Option<UserRow> {
    let holder = store.holder(&TokenHash([number; 32]), Timestamp(0)).await.unwrap();
    holder.map(|holder| holder.user)
}

fn user(number: u8) -> UserRow {
    UserRow {
        id: user_id(number),
        name: format!("User {number}"),
        guest: true,
        bot: false,
        role: Role::Player,
        created_at: Timestamp(1_763_680_000_123_456),
    }
}

/// The [`user`] as a player.
pub(crate) fn player(number: u8) -> Player {
    Player { id: user_id(number), name: format!("User {number}"), guest: true, bot: false }
}

pub(crate) fn room(number: u8) -> RoomId {
    RoomId::from_random([number; 8])
}

pub(crate) fn event(seq: u64) -> StoredEvent {
    StoredEvent {
        seq,
        at: Timestamp(1_763_680_000_000_000 + seq as i64),
        payload: format!("{{\"n\":{seq}}}"),
        hash: EventHash([seq as u8; 32]),
    }
}

/// Returns the changes as the writer takes them.
pub(crate) fn batch(changes: impl IntoIterator<Item = RoomChange>) -> Vec<Change> {
    changes.into_iter().map(Change::from).collect()
}

pub(crate) fn created(number: u8, command_id: Option<&str>) -> RoomChange {
    let row = RoomRow {
        id: room(number),
        lobby: "main".to_owned(),
        visibility: Visibility::Private,
        created_at: Timestamp(1_763_680_000_000_000),
    };
    RoomChange {
        new: Some(NewRoom {
            row,
            created_by: MAKER,
            command_id: command_id.map(str::to_owned),
            by_correspondence: false,
            open_max: None,
            tournament: None,
            seeks: Vec::new(),
            mandate: None,
        }),
        events: vec![event(1)],
        status: Some(Status::Waiting),
        ..RoomChange::of(room(number))
    }
}

pub(crate) fn appended(number: u8, seqs: impl IntoIterator<Item = u64>) -> RoomChange {
    RoomChange { events: seqs.into_iter().map(event).collect(), ..RoomChange::of(room(number)) }
}

/// A game of the first two users that ended in a room at a moment.
pub(crate) fn game(number: u8, at: i64, id: u128) -> FinishedGame {
    let timing = |seat, micros| MoveTiming {
        seat: Seat::new(seat).unwrap(),
        elapsed: Duration::from_micros(micros),
        server: Duration::from_micros(1),
        forgiven: Duration::ZERO,
        free: Duration::ZERO,
        added: Duration::from_secs(3),
    };
    FinishedGame {
        id: GameId(Uuid::from_u128(id)),
        room: room(number),
        visibility: Visibility::Public,
        mode: Mode::Two,
        layout: Layout::Standard,
        start_position: None,
        coach: false,
        time: TimeControl::None,
        tournament: None,
        rated: false,
        players: vec![player(1), player(2)],
        started_at: Timestamp(at - 1),
        finished_at: Timestamp(at),
        outcome: Outcome {
            winners: Seat::first(1).collect::<SeatSet>(),
            reason: Reason::Ejections,
            score: vec![6, 2],
        },
        plies: 2,
        final_position: "a position".to_owned(),
        last_seq: 7,
        last_hash: EventHash([7; 32]),
        moves: GameMoves { moves: "a1b2 i5h5".to_owned(), ledger: vec![timing(0, 700), timing(1, 900)] },
    }
}

pub(crate) fn ended(game: FinishedGame) -> RoomChange {
    let room = game.room;
    RoomChange { status: Some(Status::Finished), finished: Some(Box::new(game)), ..RoomChange::of(room) }
}

fn finished(number: u8, at: i64, id: u128) -> RoomChange {
    ended(game(number, at, id))
}

/// Runs a statement on a database, as its operator would.
pub(crate) async fn execute(database: &Database, sql: impl Into<String>) {
    let sql = AssertSqlSafe(sql.into());
    if database.url().starts_with("sqlite") {
        let mut connection = SqliteConnection::connect(database.url()).await.unwrap();
        sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    } else {
        let mut connection = PgConnection::connect(database.url()).await.unwrap();
        sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    }
}

/// Returns the result of a query that counts.
pub(crate) async fn count(database: &Database, sql: &'static str) -> i64 {
    if database.url().starts_with("sqlite") {
        let mut connection = SqliteConnection::connect(database.url()).await.unwrap();
        sqlx::query_scalar(sql).fetch_one(&mut connection).await.unwrap()
    } else {
        let mut connection = PgConnection::connect(database.url()).await.unwrap();
        sqlx::query_scalar(sql).fetch_one(&mut connection).await.unwrap()
    }
}

fn is_conflict<T>(outcome: &Result<T, StoreError>) -> bool {
    matches!(outcome, Err(StoreError::Conflict(_)))
}

#[tokio::test]
async fn many_games_may_end_at_once() {
    on_all(async |Scene { store, writer, .. }| {
        writer.append(&batch([created(1, None)])).await.unwrap();
        for (first, count) in [(1, 3), (4, MANY)] {
            let games: Vec<_> = (first..first + count).map(|at| game(1, at as i64, at.into())).collect();
            let changes: Vec<_> = games.iter().cloned().map(ended).collect();
            writer.append(&batch(changes)).await.unwrap();
            let filter = GameFilter { limit: count as u32, ..GameFilter::default() };
            let newest_first: Vec<_> = games.into_iter().rev().map(|game| game.with_moves(())).collect();
            assert!(store.games(&filter).await.unwrap() == newest_first, "{count} games");
        }
    })
    .await;
}

#[tokio::test]
async fn users_are_found_by_their_token() {
    on_all(async |Scene { store, .. }| {
        assert_eq!(holder(store, 1).await, Some(user(1)));
        assert_eq!(holder(store, 99).await, None);
        let twice = store.add_user(&user(1), &session(98)).await;
        assert!(is_conflict(&twice), "{twice:?}");
        assert_eq!(holder(store, 98).await, None);
    })
    .await;
}

#[tokio::test]
async fn rooms_come_back_with_their_events_in_order() {
    on_all(async |Scene { store, writer, .. }| {
        assert_eq!(store.room(room(1)).await.unwrap(), None);
        assert_eq!(store.load_room(room(1)).await.unwrap(), None);
        writer.append(&batch([created(1, None), created(2, None)])).await.unwrap();
        // More rows than one statement can hold, and no power of two.
        writer.append(&batch([appended(1, 2..=1_500), appended(2, 2..=4)])).await.unwrap();
        let row = store.room(room(1)).await.unwrap();
        assert_eq!(row, created(1, None).new.map(|new| new.row));
        let rooms = store.load_rooms(&[room(2), room(9), room(1)]).await.unwrap();
        assert_eq!(rooms.len(), 2);
        for (number, count) in [(1, 1_500), (2, 4)] {
            let stored = &rooms[&room(number)];
            assert_eq!(Some(&stored.row), created(number, None).new.map(|new| new.row).as_ref());
            assert_eq!(stored.events, (1..=count).map(event).collect::<Vec<_>>());
            assert_eq!((stored.status, stored.game_seq, stored.wake_at), (Status::Waiting, 1, None));
            assert_eq!(store.whole_room(room(number)).await.unwrap().as_ref(), Some(stored));
        }
    })
    .await;
}

#[tokio::test]
async fn room_loads_from_just_before_its_current_game() {
    on_all(async |Scene { store, writer, .. }| {
        writer.append(&batch([created(1, None)])).await.unwrap();
        for (game_seq, first) in [(3, 2), (258, 2), (259, 3), (1_000, 744)] {
            let stored = store.load_room(room(1)).await.unwrap().unwrap();
            let next = stored.events.last().unwrap().seq + 1;
            let change = RoomChange { game_seq: Some(game_seq), ..appended(1, next..=game_seq + 5) };
            writer.append(&batch([change])).await.unwrap();
            let stored = store.load_room(room(1)).await.unwrap().unwrap();
            assert_eq!(stored.game_seq, game_seq);
            let seqs: Vec<_> = stored.events.iter().map(|event| event.seq).collect();
            assert_eq!(seqs, std::iter::once(1).chain(first..=game_seq + 5).collect::<Vec<_>>());
            let whole = store.whole_room(room(1)).await.unwrap().unwrap();
            assert_eq!(whole.events.len() as u64, game_seq + 5);
        }
    })
    .await;
}

#[tokio::test]
async fn room_change_keeps_columns_it_does_not_set() {
    on_all(async |Scene { store, writer, .. }| {
        writer.append(&batch([created(1, None), created(2, None)])).await.unwrap();
        let away = |text: &str| Some(text.to_owned());
        let first = RoomChange {
            status: Some(Status::Playing),
            game_seq: Some(2),
            wake_at: Some(Some(Timestamp(5))),
            away: away("first"),
            ..appended(1, [2])
        };
        writer.append(&batch([first])).await.unwrap();
        let stored = async || {
            let room = store.load_room(room(1)).await.unwrap().unwrap();
            (room.status, room.game_seq, room.wake_at, room.away)
        };
        let playing = (Status::Playing, 2, Some(Timestamp(5)), away("first"));
        assert_eq!(stored().await, playing);
        // Changes of several rooms, with several columns each, in one batch.
        let later = |text| RoomChange { away: away(text), ..RoomChange::of(room(1)) };
        let other = RoomChange { status: Some(Status::Closed), ..RoomChange::of(room(2)) };
        // Of two changes to a room, the later one wins.
        let all = [appended(1, [3]), later("second"), other, later("third")];
        writer.append(&batch(all)).await.unwrap();
        assert_eq!(stored().await, (Status::Playing, 2, Some(Timestamp(5)), away("third")));
        writer.append(&batch([RoomChange { wake_at: Some(None), ..RoomChange::of(room(1)) }])).await.unwrap();
        assert_eq!(stored().await, (Status::Playing, 2, None, away("third")));
        assert_eq!(store.count_open_rooms(MAKER).await.unwrap(), 1);
        assert_eq!(store.load_room(room(2)).await.unwrap().unwrap().status, Status::Closed);
    })
    .await;
}

#[tokio::test]
async fn a_new_room_may_begin_with_a_game() {
    on_all(async |Scene { store, writer, .. }| {
        let new = RoomChange {
            events: [1, 2, 3].map(event).into(),
            status: Some(Status::Playing),
            game_seq: Some(3),
            wake_at: Some(Some(Timestamp(7))),
            ..created(1, None)
        };
        writer.append(&batch([new])).await.unwrap();
        let stored = store.load_room(room(1)).await.unwrap().unwrap();
        assert_eq!((stored.status, stored.game_seq), (Status::Playing, 3));
        assert_eq!((stored.wake_at, stored.events.len()), (Some(Timestamp(7)), 3));
    })
    .await;
}

#[tokio::test]
async fn events_are_unique_and_transactions_atomic() {
    on_all(async |Scene { store, writer, .. }| {
        writer.append(&batch([created(1, None), created(2, None)])).await.unwrap();
        writer.append(&batch([appended(1, [2])])).await.unwrap();
        for other in [appended(2, [2, 3]), finished(2, 1_000, 7)] {
            let second_writer = writer.append(&batch([other, appended(1, [2])])).await;
            assert!(is_conflict(&second_writer), "{second_writer:?}");
            let stored = store.load_room(room(2)).await.unwrap().unwrap();
            assert_eq!((stored.events, stored.status), (vec![event(1)], Status::Waiting));
            assert_eq!(store.game(GameId(Uuid::from_u128(7))).await.unwrap(), None);
        }
        writer.append(&batch([appended(2, [2]), finished(2, 1_000, 7)])).await.unwrap();
        assert_eq!(store.load_room(room(2)).await.unwrap().unwrap().events.len(), 2);
        let twice = writer.append(&batch([appended(2, [3]), finished(2, 1_000, 7)])).await;
        assert!(is_conflict(&twice), "{twice:?}");
        assert_eq!(store.load_room(room(2)).await.unwrap().unwrap().events.len(), 2);
    })
    .await;
}

#[tokio::test]
async fn a_command_makes_one_room() {
    on_all(async |Scene { store, writer, .. }| {
        writer.append(&batch([created(1, Some("mine"))])).await.unwrap();
        let again = writer.append(&batch([created(2, Some("mine"))])).await;
        assert!(is_conflict(&again), "{again:?}");
        writer.append(&batch([created(3, None), created(4, None)])).await.unwrap();
        assert_eq!(store.room_made_by(MAKER, "mine").await.unwrap(), Some(room(1)));
        assert_eq!(store.room_made_by(MAKER, "other").await.unwrap(), None);
        assert_eq!(store.count_open_rooms(MAKER).await.unwrap(), 3);
        let all = store.rooms_after(None, 10).await.unwrap();
        assert_eq!(all.len(), 3);
        assert_eq!(store.rooms_after(Some(all[0]), 1).await.unwrap(), all[1..2]);
    })
    .await;
}

#[tokio::test]
async fn a_seek_leads_to_one_room() {
    on_all(async |Scene { store, writer, .. }| {
        let (seek, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let made_for = |number: u8, seeks: [Uuid; 2]| {
            let mut change = created(number, None);
            let users = [user_id(3), user_id(4)];
            change.own = Some(RoomMembership { users: users.into(), until: Timestamp::MAX });
            let paired = users.into_iter().zip(seeks);
            let paired = paired.map(|(user, id)| PairedSeek { id, user, command: Some("q1".to_owned()) });
            change.new.as_mut().unwrap().seeks = paired.collect();
            change
        };
        writer.append(&batch([made_for(1, [seek, other])])).await.unwrap();
        let again = writer.append(&batch([made_for(2, [Uuid::from_u128(3), seek])])).await;
        assert!(matches!(again, Err(StoreError::Conflict(_))), "{again:?}");
        let mut found = store.rooms_of_seeks(&[seek, Uuid::from_u128(3), other]).await.unwrap();
        found.sort_unstable();
        assert_eq!(found, [(seek, room(1)), (other, room(1))]);
        assert_eq!(store.rooms_of_seeks(&[]).await.unwrap(), []);

        let begun_by = async |command: &str, since| {
            store.seek_begun_by(user_id(3), command, Timestamp(since)).await.unwrap()
        };
        assert_eq!(begun_by("q1", 0).await, Some((seek, room(1))));
        assert_eq!(begun_by("q2", 0).await, None);
        assert_eq!(begun_by("q1", i64::MAX).await, None);
    })
    .await;
}

#[tokio::test]
async fn rooms_that_are_due_are_found_in_order() {
    on_all(async |Scene { store, writer, .. }| {
        let created: Vec<_> = (1..=5).map(|number| created(number, None)).collect();
        writer.append(&batch(created)).await.unwrap();
        let playing = |number, wake_at: Option<i64>| RoomChange {
            status: Some(Status::Playing),
            wake_at: Some(wake_at.map(Timestamp)),
            ..appended(number, [2])
        };
        let all = [
            playing(1, Some(300)),
            playing(2, Some(100)),
            playing(3, Some(200)),
            playing(4, None),
            playing(5, Some(150)),
        ];
        writer.append(&batch(all)).await.unwrap();
        writer.append(&batch([finished(5, 1_000, 7)])).await.unwrap();
        let due = async |after: Option<i64>, until| {
            store.due_rooms(after.map(Timestamp), Timestamp(until)).await.unwrap()
        };
        assert_eq!(due(None, 99).await, []);
        assert_eq!(due(None, 300).await, [2, 3, 1].map(room));
        assert_eq!(due(Some(100), 200).await, [3].map(room));
    })
    .await;
}

#[tokio::test]
async fn finished_games_are_kept_as_they_were() {
    on_all(async |Scene { store, writer, .. }| {
        writer.append(&batch([created(1, None)])).await.unwrap();
        let first = game(1, 1_000, 1);
        let second = FinishedGame {
            mode: Mode::FourConsecutive,
            layout: Layout::FourStandard,
            players: [3, 4, 5, 6].map(player).into(),
            time: TimeControl::Fischer { initial: Duration::from_mins(1), increment: Duration::from_secs(1) },
            rated: true,
            visibility: Visibility::Private,
            outcome: Outcome { winners: SeatSet::EMPTY, reason: Reason::Agreement, score: vec![0, 5] },
            last_seq: 90,
            ..game(1, 2_000, 2)
        };
        writer.append(&batch([ended(second.clone()), ended(first.clone())])).await.unwrap();
        for whole in [&first, &second] {
            assert_eq!(store.game_with_moves(whole.id).await.unwrap().as_ref(), Some(whole));
            assert_eq!(store.game(whole.id).await.unwrap(), Some(whole.clone().with_moves(())));
        }
        assert_eq!(store.games_of_room(room(1)).await.unwrap(), [first, second]);
        assert_eq!(store.games_of_room(room(2)).await.unwrap(), []);
        assert_eq!(store.game(GameId(Uuid::from_u128(9))).await.unwrap(), None);
    })
    .await;
}

#[tokio::test]
async fn rejected_data_is_no_outage() {
    on_all(async |Scene { store, writer, kind, .. }| {
        writer.append(&batch([created(1, None)])).await.unwrap();
        let nul = RoomChange { away: Some("a\0b".to_owned()), ..RoomChange::of(room(1)) };
        let outcome = writer.append(&batch([nul])).await;
        let expected = if *kind == Kind::Postgres {
            matches!(outcome, Err(StoreError::Query(_)))
        } else {
            outcome.is_ok()
        };
        assert!(expected, "{outcome:?}");
        // A room of a user that does not exist.
        let mut new = created(2, None);
        if let Some(new) = &mut new.new {
            new.created_by = user_id(77);
        }
        let outcome = writer.append(&batch([appended(1, [2]), new])).await;
        assert!(matches!(outcome, Err(StoreError::Query(_))), "{outcome:?}");
        writer.append(&batch([appended(1, [2])])).await.unwrap();
        assert_eq!(store.load_room(room(1)).await.unwrap().unwrap().events.len(), 2);
    })
    .await;
}

#[tokio::test]
async fn outages_and_last_alive_time_are_stored() {
    on_all(async |Scene { store, writer, .. }| {
        let outage = |began, ended| Outage { began: Timestamp(began), ended: Timestamp(ended) };
        assert_eq!(store.last_heartbeat().await.unwrap(), None);
        writer.write_heartbeat(Timestamp(1), &[]).await.unwrap();
        writer.write_heartbeat(Timestamp(60), &[outage(40, 60), outage(10, 20)]).await.unwrap();
        // The answer was lost, and the caller stores the game again.
        writer.write_heartbeat(Timestamp(70), &[outage(40, 60)]).await.unwrap();
        assert_eq!(store.last_heartbeat().await.unwrap(), Some(Timestamp(70)));
        assert_eq!(store.outages(9).await.unwrap(), [outage(10, 20), outage(40, 60)]);
        assert_eq!(store.outages(1).await.unwrap(), [outage(40, 60)]);
    })
    .await;
}

/// Many concurrent reads of the same data, with writes in between: every operation must work with a single connection.
#[tokio::test]
async fn concurrent_reads_and_writes_do_not_deadlock() {
    on_all(async |Scene { store, writer, .. }| {
        writer.append(&batch([created(1, None)])).await.unwrap();
        writer.append(&batch([finished(1, 1_000, 1)])).await.unwrap();
        let filter = GameFilter { limit: 5, ..GameFilter::default() };
        let mut tasks = tokio::task::JoinSet::new();
        for number in 10..60 {
            let (store, mut user) = (store.clone(), user(number));
            user.id = user_id(number);
            tasks.spawn(async move {
                store.add_user(&user, &session(number)).await.unwrap();
                assert_eq!(store.games(&filter).await.unwrap().len(), 1);
                assert!(store.load_room(room(1)).await.unwrap().is_some());
            });
        }
        for seq in 2..100 {
            writer.append(&batch([appended(1, [seq])])).await.unwrap();
        }
        while let Some(done) = tasks.join_next().await {
            done.unwrap();
        }
        assert_eq!(holder(store, 59).await, Some(user(59)));
    })
    .await;
}
