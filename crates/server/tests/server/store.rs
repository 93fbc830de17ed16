//! The store's contract: the same for both databases and for memory.

use std::collections::HashMap;

use sumito_game::{GameId, Outcome, Phase, Player, Reason, Seat, SeatSet, TimeControl, Timestamp, UserId};
use sumito_protocol::RoomId;
use sumito_protocol::parts::Visibility;
use sumito_rules::{Layout, Mode};
use sumito_server::store::{
    EventHash, EventId, FinishedGame, GameCursor, GameFilter, NewRoom, RoomChange, RoomRow, Store,
    StoreError, StoredEvent, TokenHash, UserRow,
};
use uuid::Uuid;

use crate::database::{ALL, Database};

const MAKER: UserId = UserId(Uuid::from_u128(1));

/// Runs `story` on a store with one user in it, once for each kind of store.
async fn on_all(story: impl AsyncFn(&Store)) {
    for kind in ALL {
        let database = Database::new(kind).await;
        let store = Store::connect(database.url(), 2, std::time::Duration::from_secs(30)).await.unwrap();
        store.add_user(&user(MAKER, "Maker"), &TokenHash([1; 32])).await.unwrap();
        story(&store).await;
        store.close().await;
    }
}

fn user(id: UserId, name: &str) -> UserRow {
    UserRow { id, name: name.to_owned(), guest: true, created_at: Timestamp(1_763_680_000_123_456) }
}

fn room(number: u8) -> RoomId {
    RoomId::from_random([number; 8])
}

/// An event of a room, after the one before it.
fn event(number: u8, seq: u64) -> StoredEvent {
    let id = |seq| EventId(Uuid::from_u64_pair(number.into(), seq));
    StoredEvent {
        id: id(seq),
        previous: if seq == 1 { EventId::beginning_of(room(number)) } else { id(seq - 1) },
        seq,
        at: Timestamp(1_763_680_000_000_000 + seq as i64),
        payload: format!("{{\"n\":{seq}}}"),
        hash: EventHash([seq as u8; 32]),
    }
}

fn created(number: u8, command_id: Option<&str>) -> RoomChange {
    let row = RoomRow {
        id: room(number),
        lobby: "main".to_owned(),
        visibility: Visibility::Private,
        created_at: Timestamp(1_763_680_000_000_000),
    };
    let new = NewRoom { row, created_by: MAKER, command_id: command_id.map(str::to_owned) };
    let (events, phase) = (vec![event(number, 1)], Some(Phase::Waiting));
    RoomChange { room: room(number), new: Some(new), events, phase, finished: None }
}

fn appended(number: u8, seqs: impl IntoIterator<Item = u64>) -> RoomChange {
    let events = seqs.into_iter().map(|seq| event(number, seq)).collect();
    RoomChange { room: room(number), new: None, events, phase: None, finished: None }
}

fn finished(number: u8, at: i64, id: u128) -> RoomChange {
    let game = FinishedGame {
        id: GameId(Uuid::from_u128(id)),
        room: room(number),
        mode: Mode::Four,
        layout: Layout::FourStandard,
        time: TimeControl::Unlimited,
        rated: false,
        players: vec![Player { id: MAKER, name: "Maker".to_owned(), guest: true }; 4],
        started_at: Timestamp(at - 1),
        finished_at: Timestamp(at),
        outcome: Outcome {
            winners: Seat::first(1).collect::<SeatSet>(),
            reason: Reason::Ejections,
            score: vec![6, 2],
        },
        plies: 2,
        moves: "a1b2 i5h5".to_owned(),
        final_position: "a position".to_owned(),
    };
    let (phase, finished) = (Some(Phase::Finished), Some(Box::new(game)));
    RoomChange { room: room(number), new: None, events: vec![], phase, finished }
}

/// As many as may come in one transaction.
const MANY: i64 = 1_024;

#[tokio::test]
async fn many_games_may_end_at_once() {
    on_all(async |store| {
        store.append(&[created(1, None)]).await.unwrap();
        for (first, count) in [(1, 3), (4, MANY)] {
            let games: Vec<_> = (first..first + count).map(|at| finished(1, at, at as u128)).collect();
            store.append(&games).await.unwrap();
            let filter = GameFilter { limit: count as u32, ..GameFilter::default() };
            let newest_first: Vec<_> =
                games.into_iter().rev().filter_map(|change| change.finished.map(|game| *game)).collect();
            assert!(store.games(&filter).await.unwrap() == newest_first, "{count} games");
        }
    })
    .await;
}

#[tokio::test]
async fn users_are_found_by_their_token() {
    on_all(async |store| {
        assert_eq!(store.user_of_token(&TokenHash([1; 32])).await.unwrap(), Some(user(MAKER, "Maker")));
        assert_eq!(store.user_of_token(&TokenHash([2; 32])).await.unwrap(), None);
        let twice = store.add_user(&user(MAKER, "Again"), &TokenHash([3; 32])).await;
        assert!(matches!(twice, Err(StoreError::Conflict(_))), "{twice:?}");
    })
    .await;
}

#[tokio::test]
async fn rooms_come_back_with_their_events_in_order() {
    on_all(async |store| {
        assert_eq!(store.room(room(1)).await.unwrap(), None);
        store.append(&[created(1, None), created(2, None)]).await.unwrap();
        // More than fits into one statement, and no power of two.
        store.append(&[appended(1, 2..=1_500), appended(2, 2..=4)]).await.unwrap();
        let row = store.room(room(1)).await.unwrap();
        assert_eq!(row, created(1, None).new.map(|new| new.row));
        for (number, count) in [(1, 1_500), (2, 4), (3, 0)] {
            let events: Vec<_> = (1..=count).map(|seq| event(number, seq)).collect();
            assert_eq!(store.room_events(room(number)).await.unwrap(), events);
        }
    })
    .await;
}

#[tokio::test]
async fn an_event_is_written_once_and_a_transaction_whole_or_not_at_all() {
    on_all(async |store| {
        store.append(&[created(1, None), created(2, None)]).await.unwrap();
        store.append(&[appended(1, [2])]).await.unwrap();
        for other in [appended(2, [2, 3]), finished(2, 1_000, 7)] {
            let second_writer = store.append(&[other, appended(1, [2])]).await;
            assert!(matches!(second_writer, Err(StoreError::Conflict(_))), "{second_writer:?}");
            assert_eq!(
                store.events_and_phase(room(2)).await.unwrap(),
                (vec![event(2, 1)], Some(Phase::Waiting))
            );
            assert_eq!(store.game(GameId(Uuid::from_u128(7))).await.unwrap(), None);
        }
        store.append(&[appended(2, [2]), finished(2, 1_000, 7)]).await.unwrap();
        assert_eq!(store.room_events(room(2)).await.unwrap().len(), 2);
    })
    .await;
}

#[tokio::test]
async fn a_command_makes_one_room() {
    on_all(async |store| {
        store.append(&[created(1, Some("mine"))]).await.unwrap();
        let again = store.append(&[created(2, Some("mine"))]).await;
        assert!(matches!(again, Err(StoreError::Conflict(_))), "{again:?}");
        store.append(&[created(3, None), created(4, None)]).await.unwrap();
        assert_eq!(store.room_made_by(MAKER, "mine").await.unwrap(), Some(room(1)));
        assert_eq!(store.room_made_by(MAKER, "other").await.unwrap(), None);
        assert_eq!(store.count_open_rooms(MAKER).await.unwrap(), 3);
    })
    .await;
}

#[tokio::test]
async fn running_games_are_found_after_a_restart() {
    on_all(async |store| {
        store.append(&[created(1, None), created(2, None), created(3, None)]).await.unwrap();
        let started = |number| RoomChange { phase: Some(Phase::Playing), ..appended(number, [2]) };
        store.append(&[started(1), started(2)]).await.unwrap();
        store.append(&[finished(2, 1_000, 7)]).await.unwrap();
        let playing: Vec<_> = store.playing_rooms().await.unwrap().into_iter().map(|row| row.id).collect();
        assert_eq!(playing, [room(1)]);
        let events = store.events_of_rooms(&[room(1), room(3), room(9)]).await.unwrap();
        let expected = [(room(1), vec![event(1, 1), event(1, 2)]), (room(3), vec![event(3, 1)])];
        assert_eq!(events, HashMap::from(expected));
        for (number, events, phase) in
            [(1, 2, Phase::Playing), (2, 2, Phase::Finished), (3, 1, Phase::Waiting)]
        {
            let expected = ((1..=events).map(|seq| event(number, seq)).collect(), Some(phase));
            assert_eq!(store.events_and_phase(room(number)).await.unwrap(), expected);
        }
        assert_eq!(store.events_and_phase(room(9)).await.unwrap(), (vec![], None));
        assert_eq!(store.count_open_rooms(MAKER).await.unwrap(), 2);
    })
    .await;
}

#[tokio::test]
async fn finished_games_are_kept_as_they_were_and_listed_newest_first() {
    on_all(async |store| {
        store.append(&[created(1, None)]).await.unwrap();
        // Two of them finished at the same moment: the id decides.
        for (at, id) in [(1_000, 1), (3_000, 2), (2_000, 3), (2_000, 4)] {
            store.append(&[finished(1, at, id)]).await.unwrap();
        }
        let whole = finished(1, 3_000, 2).finished.map(|game| *game);
        assert_eq!(store.game(GameId(Uuid::from_u128(2))).await.unwrap(), whole);
        assert_eq!(store.game(GameId(Uuid::from_u128(9))).await.unwrap(), None);
        let ids = async |filter: GameFilter| -> Vec<u128> {
            store.games(&filter).await.unwrap().iter().map(|game| game.id.0.as_u128()).collect()
        };
        let all = GameFilter { limit: 10, ..GameFilter::default() };
        assert_eq!(ids(all.clone()).await, [2, 4, 3, 1]);
        let after = GameCursor { finished_at: Timestamp(2_000), id: GameId(Uuid::from_u128(4)) };
        assert_eq!(ids(GameFilter { after: Some(after), ..all.clone() }).await, [3, 1]);
        assert_eq!(ids(GameFilter { limit: 2, ..all.clone() }).await, [2, 4]);
        let player = Some("Maker".to_owned());
        assert_eq!(ids(GameFilter { player, mode: Some(Mode::Four), ..all.clone() }).await, [2, 4, 3, 1]);
        assert_eq!(ids(GameFilter { rated: Some(true), ..all }).await, []);
    })
    .await;
}
