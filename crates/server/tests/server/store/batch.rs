//! Batches of changes from several rooms, with an invalid change among them.

use sqlx::{Connection, PgConnection, Row};
use sumito_config::{Config, Overrides};
use sumito_game::{RoomId, Timestamp, TournamentId};
use sumito_kit::time_source::TimeSource;
use sumito_rooms::event_log::EventLog;
use sumito_store::{Change, RoomChange, StoreError, TournamentChange, TournamentEvent, TournamentRow};
use uuid::Uuid;

use super::{Scene, appended, batch, created, event, room};
use crate::database::{BOTH, Kind};

/// Number of rooms that write at the same time.
const ROOMS: u8 = 64;

/// Counts the transactions in which the second events of all rooms were written.
async fn transactions(url: &str) -> i64 {
    let mut connection = PgConnection::connect(url).await.unwrap();
    let sql = "SELECT count(DISTINCT xmin::text) AS count FROM room_events WHERE seq = 2";
    let count = sqlx::query(sql).fetch_one(&mut connection).await.unwrap().get("count");
    connection.close().await.unwrap();
    count
}

/// Returns the change of a new tournament with an event, or of a tournament that does not exist.
fn tournament(number: u8, exists: bool) -> TournamentChange {
    let id = TournamentId(Uuid::from_u128(u128::from(number)));
    let row = TournamentRow { id, made_by: None, series: None, club: None, password_hash: None };
    TournamentChange {
        id,
        new: exists.then_some(row),
        open_max: None,
        open_in_club_max: None,
        clubs: None,
        events: vec![TournamentEvent { seq: 1, at: Timestamp(1), payload: String::new() }],
        entered: Vec::new(),
        invited: Vec::new(),
        invitations_max: None,
        answered: Vec::new(),
        password_hash: None,
        open: true,
        at: Timestamp(1),
        wake_at: None,
        summary: "{}".to_owned(),
    }
}

/// Returns the change of the room with this number.
fn handed_in(number: u8, kind: Kind) -> RoomChange {
    match number {
        20 => appended(number, [1]),
        40 => created(41, None),
        // A text that PostgreSQL rejects.
        60 if kind == Kind::Postgres => {
            let mut change = appended(number, [2]);
            "a\0b".clone_into(&mut change.events[0].payload);
            change
        }
        _ => appended(number, [2]),
    }
}

#[tokio::test]
async fn bad_change_fails_alone_in_its_batch() {
    for kind in BOTH {
        let Scene { database, store, mut writer, .. } = Scene::new(kind).await;
        writer.append(&batch((1..=ROOMS).map(|number| created(number, None)))).await.unwrap();
        writer.close().await;
        store.close().await;

        let store = sumito_store::Store::connect(database.url(), &super::settings()).await.unwrap();
        let config = Config::load(None, &Overrides::default()).unwrap().event_log;
        let (event_log, task) =
            EventLog::start(store.clone(), &config, TimeSource::from_system()).await.unwrap();
        let changes = (1..=ROOMS).map(|number| Change::from(handed_in(number, kind)));
        let changes = changes.chain([tournament(1, true).into(), tournament(2, false).into()]);
        let handing_in = changes.map(|change| event_log.append(change));
        let mut outcomes = futures_util::future::join_all(handing_in).await;
        let missing = outcomes.pop().unwrap().map_err(|error| matches!(*error, StoreError::Query(_)));
        assert_eq!(missing, Err(true), "{kind:?}");
        outcomes.pop().unwrap().unwrap();
        let id = TournamentId(Uuid::from_u128(1));
        assert_eq!(store.tournament(id).await.unwrap().unwrap().events, tournament(1, true).events);
        for (number, outcome) in (1..=ROOMS).zip(&outcomes) {
            let outcome = outcome.as_ref().map_err(|error| &**error);
            let expected = match number {
                20 | 40 => matches!(outcome, Err(StoreError::Conflict(_))),
                60 if kind == Kind::Postgres => matches!(outcome, Err(StoreError::Query(_))),
                _ => outcome.is_ok(),
            };
            assert!(expected, "{kind:?} {number}: {outcome:?}");
            let events = if outcome.is_ok() { vec![event(1), event(2)] } else { vec![event(1)] };
            assert_eq!(stored(&store, room(number)).await, events, "{kind:?} {number}");
        }
        assert_eq!(event_log.outages().count(), 0, "a bad change is no outage");
        if kind == Kind::Postgres {
            // Four of 66 changes are bad: the good ones form at most sixteen parts.
            let transactions = transactions(database.url()).await;
            assert!(transactions <= 20, "{transactions} transactions");
        }
        drop(event_log);
        task.await.unwrap();
        store.close().await;
    }
}

async fn stored(store: &sumito_store::Store, room: RoomId) -> Vec<sumito_store::StoredEvent> {
    store.whole_room(room).await.unwrap().unwrap().events
}
