//! A database that an earlier version made is brought up to date with all that is in it.

use std::time::Duration;

use sqlx::{Connection, PgConnection, SqliteConnection, query};
use sumito_protocol::RoomId;
use sumito_server::store::{EventId, Store, StoredEvent};
use uuid::Uuid;

use crate::database::{BOTH, Database, Kind};

const MAKER: Uuid = Uuid::from_u128(1);

fn room(number: u8) -> RoomId {
    RoomId::from_random([number; 8])
}

/// Makes the tables as the first version did, with two rooms whose events came in turns.
macro_rules! make_as_before {
    ($Connection:ty, $url:expr, $migrations:literal) => {{
        let mut connection = <$Connection>::connect($url).await.unwrap();
        let mut first = sqlx::migrate!($migrations);
        first.migrations.to_mut().truncate(1);
        first.run(&mut connection).await.unwrap();
        let user = query("INSERT INTO users (id, name, guest, created_at) VALUES ($1, 'Maker', $2, 1)");
        user.bind(MAKER).bind(true).execute(&mut connection).await.unwrap();
        for number in [1, 2] {
            let made = query(
                "INSERT INTO rooms (id, lobby, visibility, created_by, created_at, phase)
                 VALUES ($1, 'main', 'public', $2, 1, 'waiting')",
            );
            made.bind(room(number).to_string()).bind(MAKER).execute(&mut connection).await.unwrap();
        }
        for seq in 1_i64..=3 {
            for number in [2, 1] {
                let event = query(
                    "INSERT INTO room_events (room_id, seq, at, payload, hash) VALUES ($1, $2, $3, $4, $5)",
                );
                let (at, payload) = (1_763_680_000_000_000 + seq, format!("{number}.{seq}"));
                let event = event.bind(room(number).to_string()).bind(seq).bind(at).bind(payload);
                event.bind([number; 32].as_slice()).execute(&mut connection).await.unwrap();
            }
        }
        connection.close().await.unwrap();
    }};
}

#[tokio::test]
async fn events_that_did_not_name_the_one_before_do_so_now() {
    for kind in BOTH {
        let database = Database::new(kind).await;
        let url = database.url();
        if kind == Kind::Sqlite {
            make_as_before!(SqliteConnection, &format!("{url}?mode=rwc"), "../../migrations/sqlite");
        } else {
            make_as_before!(PgConnection, url, "../../migrations/postgres");
        }
        let store = Store::connect(url, 1, Duration::from_secs(30)).await.unwrap();
        for number in [1, 2] {
            let events = store.room_events(room(number)).await.unwrap();
            let told: Vec<_> =
                events.iter().map(|StoredEvent { seq, payload, .. }| (*seq, payload.clone())).collect();
            assert_eq!(told, [1, 2, 3].map(|seq| (seq, format!("{number}.{seq}"))));
            assert_eq!(events[0].previous, EventId::beginning_of(room(number)));
            assert!(events.windows(2).all(|pair| pair[1].previous == pair[0].id));
            assert!(
                events.iter().all(|event| event.id.0.get_version_num() == 7 && event.hash.0[0] == number)
            );
        }
        assert_eq!(store.torn_off_events().await.unwrap(), []);
        store.close().await;
    }
}
