//! Batches of changes from several rooms, with an invalid change among them.

use sqlx::{Connection, PgConnection, Row};
use sumito_config::{Config, Overrides};
use sumito_game::RoomId;
use sumito_kit::time_source::TimeSource;
use sumito_rooms::event_log::Journal;
use sumito_store::{RoomChange, StoreError};

use super::{Scene, appended, created, event, room};
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
        let rooms: Vec<_> = (1..=ROOMS).map(|number| created(number, None)).collect();
        writer.append(&rooms).await.unwrap();
        writer.close().await;
        store.close().await;

        let store = sumito_store::Store::connect(database.url(), &super::settings()).await.unwrap();
        let config = Config::load(None, &Overrides::default()).unwrap().journal;
        let (journal, task) =
            Journal::start(store.clone(), &config, TimeSource::from_system()).await.unwrap();
        let handing_in = (1..=ROOMS).map(|number| journal.append(handed_in(number, kind)));
        let outcomes = futures_util::future::join_all(handing_in).await;
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
        assert_eq!(journal.outages().count(), 0, "a bad change is no outage");
        if kind == Kind::Postgres {
            // Three of 64 changes are bad: the good ones form at most twelve parts.
            let transactions = transactions(database.url()).await;
            assert!(transactions <= 16, "{transactions} transactions");
        }
        drop(journal);
        task.await.unwrap();
        store.close().await;
    }
}

async fn stored(store: &sumito_store::Store, room: RoomId) -> Vec<sumito_store::StoredEvent> {
    store.whole_room(room).await.unwrap().unwrap().events
}
