//! Unavailable or damaged database: rooms pause, no data is lost, and other rooms are not affected.

use std::time::{Duration, Instant};

use serde_json::json;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, Connection, PgConnection};

use crate::chat::lobby;
use crate::client::Client;
use crate::cluster::Cluster;
use crate::database::{Database, Kind};
use crate::gate::Gate;
use crate::play::two_players;
use crate::process::output_of;
use crate::test_server::TestServer;

/// Cause that keeps the server from writing.
#[derive(Debug, Clone, Copy)]
enum Cause {
    /// Another process holds a write transaction on the file and does not end it.
    Locked,
    /// PostgreSQL cuts all connections and takes no new ones.
    Closed,
    /// PostgreSQL answers, but rejects writes, as a standby or a full disk does.
    ReadOnly,
    /// PostgreSQL's host stops responding, and no connection ends.
    Silent,
}

impl Cause {
    fn kind(self) -> Kind {
        match self {
            Self::Locked => Kind::Sqlite,
            Self::Closed | Self::ReadOnly | Self::Silent => Kind::Postgres,
        }
    }
}

/// A failure that keeps the server from writing, until it is lifted.
enum Outage<'a> {
    Locked(SqliteConnection),
    Altered { admin: PgConnection, back: String },
    Shut(&'a Gate),
}

impl<'a> Outage<'a> {
    async fn begin(cause: Cause, database: &Database, gate: &'a Gate) -> Self {
        let name = database.url().rsplit('/').next().unwrap();
        match cause {
            Cause::Locked => {
                let mut connection = SqliteConnection::connect(database.url()).await.unwrap();
                sqlx::query("BEGIN IMMEDIATE").execute(&mut connection).await.unwrap();
                Self::Locked(connection)
            }
            Cause::Closed => {
                let setting = format!("ALTER DATABASE {name} ALLOW_CONNECTIONS");
                Self::alter(name, &format!("{setting} false"), format!("{setting} true")).await
            }
            Cause::ReadOnly => {
                let setting = format!("ALTER DATABASE {name} SET default_transaction_read_only =");
                Self::alter(name, &format!("{setting} on"), format!("{setting} off")).await
            }
            Cause::Silent => {
                gate.shut();
                Self::Shut(gate)
            }
        }
    }

    async fn alter(name: &str, change: &str, back: String) -> Self {
        let server = std::env::var("SUMITO_TEST_POSTGRES_URL").unwrap();
        let mut admin = PgConnection::connect(&server).await.unwrap();
        sqlx::query(AssertSqlSafe(change)).execute(&mut admin).await.unwrap();
        cut(&mut admin, name).await;
        Self::Altered { admin, back }
    }

    async fn end(self, database: &Database) {
        match self {
            Self::Locked(mut connection) => {
                sqlx::query("ROLLBACK").execute(&mut connection).await.unwrap();
                connection.close().await.unwrap();
            }
            Self::Altered { mut admin, back } => {
                sqlx::query(AssertSqlSafe(back)).execute(&mut admin).await.unwrap();
                // A connection's rights are fixed when it is made.
                cut(&mut admin, database.url().rsplit('/').next().unwrap()).await;
            }
            Self::Shut(gate) => gate.open(),
        }
    }
}

/// Ends all connections to a database.
async fn cut(admin: &mut PgConnection, name: &str) {
    sqlx::query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1")
        .bind(name)
        .execute(admin)
        .await
        .unwrap();
}

async fn outage_pauses_games_and_clocks(cause: Cause) {
    let gate = Gate::new().await;
    let server = TestServer::start_with(cause.kind(), |config| {
        config.database.acquire_timeout_ms = 100;
        if matches!(cause, Cause::Silent) {
            config.database_url = gate.before(&config.database_url);
        }
    })
    .await;
    let (mut black, mut white, room) = two_players(&server, json!({"layout": "standard"})).await;
    black.play(&room, 0, "a1b2").await.unwrap();
    let before = white.event("moved").await;

    let outage = Outage::begin(cause, server.database(), &gate).await;
    let refused = white.play(&room, 1, "i5h5").await.unwrap_err();
    assert_eq!(refused.code, "unavailable");
    assert_eq!(black.next_of("notice").await["notice"], "storage_unavailable");
    let seen = black.watch(&room).await;
    assert_eq!((&seen["ply"], &seen["clocks"]["running"]), (&json!(1), &json!(null)), "reading still works");
    assert_eq!(black.next_of("notice").await["notice"], "storage_unavailable");
    let resign = json!({"type": "resign", "room": room});
    assert_eq!(black.request(resign).await.unwrap_err().code, "unavailable");
    outage.end(server.database()).await;

    let continued = white.next_of("clock").await;
    assert_eq!(continued["cause"], "continued");
    assert!(continued["clocks"]["turn_began_at"].as_i64() > before["at"].as_i64(), "{continued}");
    // When a host stops responding, the server cannot find out whether it stored the last write.
    let stored = matches!(cause, Cause::Silent) && continued["clocks"]["running"] == 0;
    if !stored {
        assert_eq!(continued["clocks"]["running"], 1);
        white.play(&room, 1, "i5h5").await.unwrap();
    }
    black.next_where(|message| message["kind"] == "moved" && message["ply"] == 2).await;
}

#[tokio::test]
async fn a_locked_file_pauses_the_games() {
    outage_pauses_games_and_clocks(Cause::Locked).await;
}

#[tokio::test]
async fn a_database_that_takes_no_connections_pauses_the_games() {
    outage_pauses_games_and_clocks(Cause::Closed).await;
}

#[tokio::test]
async fn a_database_that_is_read_only_pauses_the_games() {
    outage_pauses_games_and_clocks(Cause::ReadOnly).await;
}

#[tokio::test]
async fn unresponsive_database_pauses_the_games() {
    outage_pauses_games_and_clocks(Cause::Silent).await;
}

#[tokio::test]
async fn refused_lines_and_seeks_succeed_after_an_outage() {
    let gate = Gate::new().await;
    let server =
        TestServer::start_with(Kind::Sqlite, |config| config.database.acquire_timeout_ms = 1_000).await;
    let (mut anne, mut ben) = (server.client().await, server.client().await);
    let line = json!({"type": "chat", "channel": lobby(), "text": "Good morning"});
    let clock = json!({"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000});
    let seek = json!({"type": "seek", "clock": clock});

    let outage = Outage::begin(Cause::Locked, server.database(), &gate).await;
    for client in [&mut anne, &mut ben] {
        client.request(seek.clone()).await.unwrap();
    }
    assert_eq!(anne.ask_as("line", line.clone()).await.unwrap_err().code, "unavailable");
    outage.end(server.database()).await;

    let said = anne.ask_as("line", line.clone()).await.unwrap();
    assert!(said["line"].is_string());
    assert_eq!(anne.ask_as("line", line.clone()).await.unwrap(), said, "the first answer");
    assert_eq!(anne.ask_as("other", line).await.unwrap_err().code, "repeated");
    for client in [&mut anne, &mut ben] {
        client.next_where(|message| message["notification"]["kind"] == "game_started").await;
    }
}

#[tokio::test]
async fn readiness_does_not_wait_for_a_silent_database() {
    let gate = Gate::new().await;
    let server = TestServer::start_with(Kind::Postgres, |config| {
        config.database.acquire_timeout_ms = 3_600_000;
        config.database_url = gate.before(&config.database_url);
    })
    .await;
    let status = async || server.http().get(server.url("/readyz")).send().await.unwrap().status().as_u16();
    assert_eq!(status().await, 200);
    gate.shut();
    while status().await != 503 {}
    gate.open();
    while status().await != 200 {}
}

/// Plays a move in a game that may be paused; if so, waits until the game resumes.
async fn play_through(player: &mut Client, room: &str, ply: usize, text: &str) {
    while let Err(refused) = player.play(room, ply, text).await {
        assert_eq!(refused.code, "unavailable");
        player.next_where(|message| message["type"] == "clock" && message["cause"] == "continued").await;
    }
}

#[tokio::test]
async fn postgres_restart_pauses_games_without_charging_clocks() {
    const INITIAL: Duration = Duration::from_mins(5);
    let mut cluster = Cluster::start().await;
    let server = TestServer::on_with(Database::at(cluster.url()), |_| {}).await;
    let clock = json!({"kind": "sudden_death", "initial_ms": INITIAL.as_millis() as u64});
    let settings = json!({"layout": "standard", "clock": clock});
    let (mut black, mut white, room) = two_players(&server, settings).await;
    let whites_turn = Instant::now();
    black.play(&room, 0, "a1b2").await.unwrap();
    white.event("moved").await;

    cluster.stop().await;
    let stopped = Instant::now();
    assert_eq!(white.play(&room, 1, "i5h5").await.unwrap_err().code, "unavailable");
    for player in [&mut black, &mut white] {
        assert_eq!(player.next_of("notice").await["notice"], "storage_unavailable");
    }
    let away = stopped.elapsed();
    cluster.start_again().await;
    let continued = white.next_of("clock").await;
    assert_eq!((&continued["cause"], &continued["clocks"]["running"]), (&json!("continued"), &json!(1)));
    white.play(&room, 1, "i5h5").await.unwrap();
    let moved = black.next_where(|message| message["kind"] == "moved" && message["ply"] == 2).await;
    let millis = |value: &serde_json::Value| Duration::from_millis(value.as_u64().unwrap());
    let charged = INITIAL.saturating_sub(millis(&moved["clocks"]["remaining_ms"][1]));
    assert!(
        charged + away <= whites_turn.elapsed(),
        "{charged:?} although it was away for {away:?}: {moved}"
    );
    assert!(millis(&moved["time"]["server_ms"]) + Duration::from_millis(1) >= away, "{away:?}: {moved}");

    // The restart is so quick that the server may not notice it before the next move.
    cluster.stop().await;
    cluster.start_again().await;
    play_through(&mut black, &room, 2, "b2c3").await;
    white.next_where(|message| message["kind"] == "moved" && message["ply"] == 3).await;
    play_through(&mut white, &room, 3, "h5g5").await;
    assert_eq!(black.watch(&room).await["moves"], json!(["a1b2", "i5h5", "b2c3", "h5g5"]));

    let database = server.stop().await;
    let (well, stdout, stderr) = output_of(&["verify", "--database-url", database.url()], &[]).await;
    assert!(well && stdout.starts_with("verified 1 rooms "), "{stdout}{stderr}");
}

/// Damages the first move event of a room.
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
    let refused = client.request(watch(&damaged)).await.unwrap_err();
    assert_eq!(refused.code, "internal");
    assert!(refused.message.contains("corrupt"), "{}", refused.message);
    client.request(watch(&sound)).await.unwrap();
    assert_eq!(client.next_of("snapshot").await["ply"], 1);
}
