//! Databases that do not answer, or not in time.

use std::time::Duration;

use futures_util::future::join_all;
use sqlx::{Connection, PgConnection, Row};
use sumito_config as config;
use sumito_game::Timestamp;
use sumito_kit::text::Text;
use sumito_store::{GameFilter, Store, StoreError, Writer};
use tokio::time::timeout;

use super::proxy::Proxy;
use super::{MAKER, appended, batch, created, execute, room, session, settings, user};
use crate::database::{Database, Kind};

fn hasty() -> config::Database {
    config::Database { statement_timeout_ms: 20, acquire_timeout_ms: 200, ..settings() }
}

fn is_unavailable<T>(outcome: &Result<T, StoreError>) -> bool {
    matches!(outcome, Err(StoreError::Unavailable(_)))
}

#[tokio::test]
async fn sqlite_is_interrupted_when_it_takes_too_long() {
    let database = Database::new(Kind::Sqlite).await;
    let settings = config::Database { statement_timeout_ms: 1, ..settings() };
    let store = Store::connect(database.url(), &settings).await.unwrap();
    store.add_user(&user(1), &session(1)).await.unwrap();
    let rooms = "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 200000)
                 INSERT INTO rooms (id, lobby, visibility, created_by, by_correspondence, created_at, status, game_seq)
                 SELECT printf('%012d', n), 'main', 'public', (SELECT id FROM users), false, 1, 'waiting', 1 FROM numbers";
    execute(&database, rooms).await;
    for _ in 0..20 {
        let outcome = store.count_open_rooms(MAKER).await;
        assert!(is_unavailable(&outcome), "{outcome:?}");
        // The connection can be used again.
        assert_eq!(store.rooms_after(None, 1).await.unwrap().len(), 1);
    }
    store.close().await;
}

#[tokio::test]
async fn postgres_ends_a_query_that_takes_too_long() {
    let database = Database::new(Kind::Postgres).await;
    let store = Store::connect(database.url(), &hasty()).await.unwrap();
    let mut other = PgConnection::connect(database.url()).await.unwrap();
    sqlx::raw_sql("BEGIN; LOCK TABLE games, game_facets, rooms, users").execute(&mut other).await.unwrap();
    for _ in 0..20 {
        let outcome = store.games(&GameFilter { limit: 9, ..GameFilter::default() }).await;
        assert!(is_unavailable(&outcome), "{outcome:?}");
        let outcome = store.load_room(room(1)).await;
        assert!(is_unavailable(&outcome), "{outcome:?}");
        let outcome = store.add_user(&user(1), &session(1)).await;
        assert!(is_unavailable(&outcome), "{outcome:?}");
    }
    sqlx::raw_sql("ROLLBACK").execute(&mut other).await.unwrap();
    assert_eq!(store.games(&GameFilter { limit: 9, ..GameFilter::default() }).await.unwrap(), []);
    store.add_user(&user(1), &session(1)).await.unwrap();
    store.close().await;
}

/// A store behind a network that can be stopped.
struct Scene {
    database: Database,
    proxy: Proxy,
    store: Store,
    writer: Writer,
}

impl Scene {
    async fn new() -> Self {
        let database = Database::new(Kind::Postgres).await;
        // Longer timeouts for the preparation: a busy machine may be slow.
        let patient = Store::connect(database.url(), &settings()).await.unwrap();
        patient.add_user(&user(1), &session(1)).await.unwrap();
        let mut writer = patient.writer().unwrap();
        writer.append(&batch([created(1, None)])).await.unwrap();
        writer.close().await;
        patient.close().await;
        let (proxy, url) = Proxy::to(database.url()).await;
        let store = Store::connect(&url, &hasty()).await.unwrap();
        let writer = store.writer().unwrap();
        Self { database, proxy, store, writer }
    }

    async fn count_events(&self) -> u64 {
        self.store.load_room(room(1)).await.unwrap().unwrap().events.len() as u64
    }

    async fn end(self) {
        self.writer.close().await;
        self.store.close().await;
    }
}

#[tokio::test]
async fn hanging_database_times_out_and_recovers() {
    let mut scene = Scene::new().await;
    assert_eq!(scene.count_events().await, 1);
    scene.proxy.stop();
    let given_up = timeout(Duration::from_millis(100), scene.writer.append(&batch([appended(1, [2])]))).await;
    assert!(given_up.is_err(), "{given_up:?}");
    // More reads than there are connections.
    let reading: Vec<_> = (0..20).map(|_| scene.store.load_room(room(1))).collect();
    for outcome in join_all(reading).await {
        assert!(is_unavailable(&outcome), "{outcome:?}");
    }
    let given_up = timeout(Duration::from_millis(100), scene.writer.write_heartbeat(Timestamp(1), &[])).await;
    assert!(given_up.is_err(), "{given_up:?}");

    // The old connections never answer, and no operation waits for them.
    scene.proxy.let_new_ones_pass();
    scene.writer.write_heartbeat(Timestamp(2), &[]).await.unwrap();
    assert_eq!(scene.count_events().await, 1);
    scene.writer.append(&batch([appended(1, [2])])).await.unwrap();
    assert_eq!(scene.count_events().await, 2);
    scene.end().await;
}

#[tokio::test]
async fn late_write_is_not_stored() {
    let mut scene = Scene::new().await;
    let mut admin = PgConnection::connect(scene.database.url()).await.unwrap();
    let sql = "SELECT pid FROM pg_stat_activity
               WHERE application_name LIKE 'sumito % writer' AND datname = current_database()";
    let pid: i32 = sqlx::query(sql).fetch_one(&mut admin).await.unwrap().get("pid");
    scene.proxy.stop();
    let given_up = timeout(Duration::from_millis(100), scene.writer.append(&batch([appended(1, [2])]))).await;
    assert!(given_up.is_err(), "{given_up:?}");
    scene.proxy.let_new_ones_pass();
    scene.writer.write_heartbeat(Timestamp(2), &[]).await.unwrap();

    // The state of the store is known by now; the cancelled event arrives only after that.
    scene.proxy.resume();
    let is_there = "SELECT count(*) FROM pg_stat_activity WHERE pid = $1";
    while sqlx::query(is_there).bind(pid).fetch_one(&mut admin).await.unwrap().get::<i64, _>(0) > 0 {}
    assert_eq!(scene.count_events().await, 1);
    scene.writer.append(&batch([appended(1, [2])])).await.unwrap();
    admin.close().await.unwrap();
    scene.end().await;
}

#[tokio::test]
async fn aborted_postgres_transaction_is_retried() {
    let mut scene = super::Scene::new(Kind::Postgres).await;
    for code in ["40001", "40P01"] {
        let give_up = format!(
            "CREATE SEQUENCE tries_{code};
             CREATE FUNCTION give_up_{code}() RETURNS trigger LANGUAGE plpgsql AS $$
             BEGIN
                 IF nextval('tries_{code}') <= 3 THEN
                     RAISE EXCEPTION 'as if another were in the way' USING ERRCODE = '{code}';
                 END IF;
                 RETURN NEW;
             END $$;
             CREATE TRIGGER give_up BEFORE INSERT ON profiles FOR EACH ROW EXECUTE FUNCTION give_up_{code}();
             CREATE TRIGGER give_up BEFORE INSERT ON rooms FOR EACH ROW EXECUTE FUNCTION give_up_{code}()"
        );
        execute(&scene.database, give_up).await;
        scene.store.set_bio(MAKER, &Text::of_operator("words"), Timestamp(1)).await.unwrap();
        execute(&scene.database, format!("ALTER SEQUENCE tries_{code} RESTART")).await;
        let number = if code == "40001" { 1 } else { 2 };
        scene.writer.append(&batch([created(number, None)])).await.unwrap();
        execute(
            &scene.database,
            "DROP TRIGGER give_up ON profiles; DROP TRIGGER give_up ON rooms; DELETE FROM profiles",
        )
        .await;
    }
    // The number of retries is limited.
    let always = "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
                  $$ BEGIN RAISE EXCEPTION 'always' USING ERRCODE = '40001'; END $$;
                  CREATE TRIGGER refuse BEFORE INSERT ON profiles FOR EACH ROW EXECUTE FUNCTION refuse()";
    execute(&scene.database, always).await;
    let refused = scene.store.set_bio(MAKER, &Text::of_operator("words"), Timestamp(1)).await;
    assert!(is_unavailable(&refused), "{refused:?}");
    scene.end().await;
}
