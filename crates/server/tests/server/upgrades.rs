//! The newest server on a database of every earlier version, with data of users in it.

use std::borrow::Cow;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use sqlx::migrate::Migrator;
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use sumito_game::UserId;
use sumito_store::Store;
use sumito_store::migrations::{POSTGRES, SQLITE};

use crate::database::{BOTH, Database, Kind};
use crate::play::{recorded_game, two_players};
use crate::process::output_of;
use crate::store::{execute, settings as store_settings};
use crate::test_server::{PASSWORD, TestServer};
use crate::tournaments::{Place, settings, wait_for};

/// The version that introduced accounts.
const ACCOUNTS: i64 = 4;

/// The version that introduced tournaments.
const TOURNAMENTS: i64 = 12;

/// The version that introduced twelve levels of computers. Before it, the strongest had number 8.
const TWELVE_LEVELS: i64 = 55;

/// The id of a computer of full strength on the ladder of eight levels.
const STRONGEST_OF_EIGHT: &str = "73756d69746f80008000000000000803";

/// The version from which facets contain the result and the length of a game, in the bits from this one on.
const FACETS: (i64, i64) = (6, 1 << 20);

/// Returns the migrations up to `version`.
pub(crate) fn until(migrations: &Migrator, version: i64) -> Migrator {
    let earlier = migrations.iter().filter(|migration| migration.version <= version).cloned();
    Migrator { migrations: Cow::Owned(earlier.collect()), ..Migrator::DEFAULT }
}

/// Data of users on a server of the newest version.
struct Played {
    database: Database,
    /// The finished game, as the API returns it.
    finished: Value,
    /// A room in which White is to move, and White's token.
    running: String,
    token: String,
    /// A tournament that Ada has entered.
    tournament: String,
}

async fn played(kind: Kind) -> Played {
    let server = TestServer::start_on(kind).await;
    let (layout, moves) = recorded_game();
    let (mut black, mut white, room) = two_players(&server, json!({"layout": layout})).await;
    for (ply, text) in moves.iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut black } else { &mut white };
        mover.play(&room, ply, text).await.unwrap();
    }
    let (mut black, white, running) = two_players(&server, json!({"layout": "standard"})).await;
    black.play(&running, 0, "a1b2").await.unwrap();
    let token = white.token().to_owned();
    let ada = server.account("Ada").await;
    let place = Place::of(&server);
    let tournament = place.announce(&ada.token, settings(json!({"form": "round_robin", "cycles": 1}))).await;
    place.command(&tournament, &ada.token, json!({"type": "register"})).await;
    let finished = games(&server, "").await.remove(0);
    Played { database: server.stop().await, finished, running, token, tournament }
}

/// Returns the finished games that match, as the API lists them.
async fn games(server: &TestServer, asked: &str) -> Vec<Value> {
    let (status, page) = server.get(&format!("/api/v1/games?limit=5{asked}")).await;
    assert_eq!(status, StatusCode::OK, "{page}");
    let mut games = Vec::new();
    for game in page["games"].as_array().unwrap() {
        let (status, game) = server.get(&format!("/api/v1/games/{}", game["id"].as_str().unwrap())).await;
        assert_eq!(status, StatusCode::OK, "{game}");
        games.push(game);
    }
    games
}

/// The tables with their columns, as a statement lists them.
type Columns = Vec<(String, String)>;

/// Makes a database as `version` would have it after the same games, without data of columns and tables that only one of both has.
async fn as_of(kind: Kind, played: &Database, version: i64) -> Database {
    if kind == Kind::Sqlite {
        let database = Database::new(kind).await;
        let mut connection =
            SqliteConnection::connect(&format!("{}?mode=rwc", database.url())).await.unwrap();
        until(&SQLITE, version).run(&mut connection).await.unwrap();
        let file = played.url().trim_start_matches("sqlite://");
        let run = [format!("ATTACH '{file}' AS played"), "PRAGMA foreign_keys = OFF".to_owned()];
        for sql in run {
            sqlx::query(AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
        }
        let columns: Columns = sqlx::query_as(
            "SELECT tables.name, group_concat(columns.name) FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
             WHERE tables.type = 'table' AND tables.name <> '_sqlx_migrations'
                AND tables.name IN (SELECT name FROM played.sqlite_schema) GROUP BY tables.name",
        )
        .fetch_all(&mut connection)
        .await
        .unwrap();
        for sql in filling(&columns, "played", version) {
            sqlx::query(AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
        }
        connection.close().await.unwrap();
        database
    } else {
        let database = played.copy().await;
        let mut connection = PgConnection::connect(database.url()).await.unwrap();
        let run =
            ["CREATE SCHEMA earlier", "SET search_path = earlier", "SET session_replication_role = replica"];
        for sql in run {
            sqlx::query(sql).execute(&mut connection).await.unwrap();
        }
        until(&POSTGRES, version).run(&mut connection).await.unwrap();
        let columns: Columns = sqlx::query_as(
            "SELECT table_name::text, string_agg(column_name, ',') FROM information_schema.columns
             WHERE table_schema = 'earlier' AND table_name <> '_sqlx_migrations'
                AND table_name IN (SELECT tables.table_name FROM information_schema.tables WHERE table_schema = 'public')
             GROUP BY table_name",
        )
        .fetch_all(&mut connection)
        .await
        .unwrap();
        let ending =
            ["DROP SCHEMA public CASCADE", "ALTER SCHEMA earlier RENAME TO public"].map(str::to_owned);
        for sql in filling(&columns, "public", version).into_iter().chain(ending) {
            sqlx::query(AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
        }
        connection.close().await.unwrap();
        database
    }
}

/// Returns the SQL that fills the tables from the tables of the same names in `from`.
fn filling(columns: &Columns, from: &str, version: i64) -> Vec<String> {
    let mut run = Vec::new();
    for (table, columns) in columns {
        let filled_from = |column| match (table.as_str(), column) {
            ("game_players", "name" | "guest") => {
                format!("(SELECT {column} FROM {from}.users WHERE users.id = user_id)")
            }
            _ => column.to_owned(),
        };
        let values: Vec<_> = columns.split(',').map(filled_from).collect();
        run.push(format!("DELETE FROM {table}"));
        run.push(format!("INSERT INTO {table} ({columns}) SELECT {} FROM {from}.{table}", values.join(", ")));
    }
    let (since, beyond) = FACETS;
    if version < since {
        run.push(format!("DELETE FROM game_facets WHERE facet >= {beyond}"));
        run.push(format!("UPDATE game_players SET facet = facet % {beyond}"));
    }
    run
}

/// Deletes a user's account, and checks that a tournament entered under an earlier version no longer shows their name.
async fn forget(server: &TestServer, token: &str, tournament: &str) {
    let password = json!({"password": PASSWORD});
    assert_eq!(Place::of(server).request(Method::DELETE, "/me", token, password).await.0, 204);
    let mut watcher = server.client().await;
    watcher.request(json!({"type": "subscribe", "tournament": tournament})).await.unwrap();
    wait_for(&mut watcher, |message| message["participants"][0]["name"] == "[deleted]").await;
}

/// Starts the newest server on the tables of each version in turn.
async fn go_on_with_each_version(kind: Kind) {
    let before = Box::pin(played(kind)).await;
    for version in SQLITE.iter().map(|migration| migration.version) {
        let earlier = as_of(kind, &before.database, version).await;
        if version < TWELVE_LEVELS {
            let id = match kind {
                Kind::Sqlite => format!("x'{STRONGEST_OF_EIGHT}'"),
                _ => format!("'{STRONGEST_OF_EIGHT}'"),
            };
            let sql = format!(
                "INSERT INTO users (id, name, guest, created_at) VALUES ({id}, 'Computer 8', FALSE, 1)"
            );
            execute(&earlier, sql).await;
        }
        let server = TestServer::on(earlier).await;
        for asked in ["", "&mode=two", "&result=white&reason=ejections", "&plies_min=40&plies_max=60"] {
            let found = games(&server, asked).await;
            assert_eq!(found, std::slice::from_ref(&before.finished), "from {version}: {asked}");
        }
        let mut white = server.client_with_token(&before.token).await;
        white.watch(&before.running).await;
        white.play(&before.running, 1, "i5h5").await.unwrap();
        if version >= ACCOUNTS {
            let ada = server.log_in("Ada").await;
            if version >= TOURNAMENTS {
                forget(&server, &ada.token, &before.tournament).await;
            }
        }
        let database = server.stop().await;
        let (well, stdout, stderr) = output_of(&["verify", "--database-url", database.url()], &[]).await;
        assert!(well, "from {version}: {stdout}{stderr}");
        if version < TWELVE_LEVELS {
            let store = Store::connect(database.url(), &store_settings()).await.unwrap();
            let id = UserId(STRONGEST_OF_EIGHT.parse().unwrap());
            assert_eq!(store.user(id).await.unwrap().unwrap().name, "Computer 12", "from {version}");
            store.close().await;
        }
    }
}

#[tokio::test]
async fn server_upgrades_sqlite_files_of_all_versions() {
    go_on_with_each_version(Kind::Sqlite).await;
}

#[tokio::test]
async fn server_upgrades_postgres_databases_of_all_versions() {
    go_on_with_each_version(Kind::Postgres).await;
}

/// Migrations of a later release: it adds a table and a column that are unknown to this program.
const LATER: [&str; 3] = [
    "CREATE TABLE things (thing INTEGER)",
    "ALTER TABLE rooms ADD COLUMN thing INTEGER",
    "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
     SELECT 9999, 'of tomorrow', success, checksum, execution_time FROM _sqlx_migrations WHERE version = 1",
];

#[tokio::test]
async fn server_runs_on_tables_of_a_later_version_while_they_are_compatible() {
    for kind in BOTH {
        let Played { database, finished, running, token, .. } = Box::pin(played(kind)).await;
        for sql in LATER {
            execute(&database, sql).await;
        }
        let server = TestServer::on(database).await;
        assert_eq!(games(&server, "").await, [finished]);
        let mut white = server.client_with_token(&token).await;
        white.watch(&running).await;
        white.play(&running, 1, "i5h5").await.unwrap();
        two_players(&server, json!({})).await;
        let database = server.stop().await;
        let (well, stdout, stderr) = output_of(&["verify", "--database-url", database.url()], &[]).await;
        assert!(well, "{kind:?}: {stdout}{stderr}");

        // The release after it takes something away.
        execute(&database, "UPDATE compatibility SET usable_from = 9999").await;
        for program in [&[][..], &["migrate"], &["verify"]] {
            let words = [program, &["--database-url", database.url()]].concat();
            let (well, _, stderr) = output_of(&words, &[("SUMITO_LISTEN", "127.0.0.1:0")]).await;
            assert!(!well && stderr.contains("tables of version 9999"), "{kind:?} {program:?}: {stderr}");
        }
    }
}
