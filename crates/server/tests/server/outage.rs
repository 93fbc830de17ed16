//! The database away, or damaged: rooms pause, nothing is lost, and nobody else suffers.

use serde_json::json;
use sqlx::Connection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

use crate::database::{BOTH, Database, Kind};
use crate::play::two_players;
use crate::test_server::TestServer;

/// Something that keeps the server from writing, until it is lifted.
enum Outage {
    /// Another process writes the file and does not come to an end.
    Locked(Box<SqliteConnection>),
    /// The database takes no connections.
    Closed { admin: Box<sqlx::PgConnection>, name: String },
}

impl Outage {
    async fn begin(database: &Database, kind: Kind) -> Self {
        match kind {
            Kind::Memory => unreachable!("memory is never away"),
            Kind::Sqlite => {
                let mut connection = SqliteConnection::connect(database.url()).await.unwrap();
                sqlx::query("BEGIN IMMEDIATE").execute(&mut connection).await.unwrap();
                Self::Locked(Box::new(connection))
            }
            Kind::Postgres => {
                let server = std::env::var("SUMITO_TEST_POSTGRES_URL").unwrap();
                let mut admin = sqlx::PgConnection::connect(&server).await.unwrap();
                let name = database.url().rsplit('/').next().unwrap().to_owned();
                let close = format!("ALTER DATABASE {name} ALLOW_CONNECTIONS false");
                sqlx::query(sqlx::AssertSqlSafe(close)).execute(&mut admin).await.unwrap();
                sqlx::query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1")
                    .bind(&name)
                    .execute(&mut admin)
                    .await
                    .unwrap();
                Self::Closed { admin: Box::new(admin), name }
            }
        }
    }

    async fn end(self) {
        match self {
            Self::Locked(mut connection) => {
                sqlx::query("ROLLBACK").execute(&mut *connection).await.unwrap();
                connection.close().await.unwrap();
            }
            Self::Closed { mut admin, name } => {
                let open = format!("ALTER DATABASE {name} ALLOW_CONNECTIONS true");
                sqlx::query(sqlx::AssertSqlSafe(open)).execute(&mut *admin).await.unwrap();
            }
        }
    }
}

#[tokio::test]
async fn a_database_that_is_away_pauses_the_games_and_costs_nobody_time() {
    for kind in BOTH {
        let server = TestServer::start_with(kind, |config| config.database.acquire_timeout_ms = 100).await;
        let (mut black, mut white, room) = two_players(&server, json!({"layout": "standard"})).await;
        black.play(&room, 0, "a1b2").await.unwrap();
        let before = white.event("moved").await;

        let outage = Outage::begin(server.database(), kind).await;
        let refused = white.play(&room, 1, "i5h5").await.unwrap_err();
        assert_eq!(refused.code, "unavailable", "{kind:?}");
        assert_eq!(black.next_of("notice").await["notice"], "storage_unavailable");
        let seen = black.watch(&room).await;
        assert_eq!(
            (&seen["ply"], &seen["clocks"]["running"]),
            (&json!(1), &json!(null)),
            "looking is possible"
        );
        assert_eq!(black.next_of("notice").await["notice"], "storage_unavailable");
        let resign = json!({"type": "resign", "room": room});
        assert_eq!(black.ask(resign).await.unwrap_err().code, "unavailable");
        outage.end().await;

        let continued = white.next_of("clock").await;
        assert_eq!((&continued["cause"], &continued["clocks"]["running"]), (&json!("continued"), &json!(1)));
        assert!(continued["clocks"]["turn_began_at"].as_i64() > before["at"].as_i64(), "{continued}");
        white.play(&room, 1, "i5h5").await.unwrap();
        black.next_where(|message| message["kind"] == "moved" && message["ply"] == 2).await;
    }
}

/// Changes the first event of a room that was a move.
async fn damage(database: &Database, room: &str) {
    let options: SqliteConnectOptions = database.url().parse().unwrap();
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    let changed =
        sqlx::query("UPDATE room_events SET payload = replace(payload, 'a1b2', 'a2b3') WHERE room_id = $1")
            .bind(room)
            .execute(&mut connection)
            .await
            .unwrap();
    assert!(changed.rows_affected() > 0);
    connection.close().await.unwrap();
}

#[tokio::test]
async fn a_damaged_room_is_refused_and_harms_no_other() {
    let mut server = TestServer::start().await;
    let (mut black, _white, damaged) = two_players(&server, json!({"layout": "standard"})).await;
    black.play(&damaged, 0, "a1b2").await.unwrap();
    let (mut other, _other_white, sound) = two_players(&server, json!({"layout": "standard"})).await;
    other.play(&sound, 0, "a1b2").await.unwrap();
    server.restart_after(async |database| damage(database, &damaged).await).await;
    let mut client = server.client().await;
    let watch = |room: &str| json!({"type": "watch", "room": room});
    let refused = client.ask(watch(&damaged)).await.unwrap_err();
    assert_eq!(refused.code, "internal");
    assert!(refused.message.contains("damaged"), "{}", refused.message);
    client.ask(watch(&sound)).await.unwrap();
    assert_eq!(client.next_of("snapshot").await["ply"], 1);
}
