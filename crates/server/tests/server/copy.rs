//! `sumito copy`, `backup`, `restore`, `migrate`: a server moves to another database with all its data.

use std::path::Path;
use std::str::FromStr as _;

use serde_json::json;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, PgConnection};

use crate::client::Client;
use crate::database::{BOTH, Database, Kind};
use crate::play::{recorded_game, two_players};
use crate::process::output_of;
use crate::test_server::{Guest, TestServer};

/// Data that must be found again in the copy.
struct Lived {
    account: Guest,
    export: String,
    /// The room and the tokens of the two players.
    running: (String, String, String),
}

/// Starts a server with a finished game, a running one, an account and an empty room.
async fn live(server: &TestServer) -> Lived {
    let account = server.account("Ada").await;
    let (layout, moves) = recorded_game();
    let (mut black, mut white, room) = two_players(server, json!({"layout": layout})).await;
    for (ply, text) in moves.iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut black } else { &mut white };
        mover.play(&room, ply, text).await.unwrap();
    }
    let (mut first, second, room) = two_players(server, json!({})).await;
    first.play(&room, 0, "a1b2").await.unwrap();
    server.client().await.create_room(json!({})).await;
    let running = (first.token().to_owned(), second.token().to_owned(), room);
    Lived { account, export: export(server).await, running }
}

async fn export(server: &TestServer) -> String {
    let answer = server.http().get(server.url("/api/v1/games/export")).send().await.unwrap();
    answer.text().await.unwrap()
}

/// Checks all data on a server on the copy, and plays on.
async fn find(server: &TestServer, lived: &Lived, ply: usize) {
    assert_eq!(export(server).await, lived.export);
    let (status, me) = server.get_as("/api/v1/me", &lived.account.token).await;
    assert_eq!((status, &me["user"]["name"]), (200, &json!("Ada")), "{me}");
    assert_eq!(server.log_in("Ada").await.id, lived.account.id);
    let (first, second, room) = &lived.running;
    let mut mover = server.client_with_token([first, second][ply % 2]).await;
    mover.watch(room).await;
    let mv = any_legal(&mut mover, room).await;
    mover.play(room, ply, &mv).await.unwrap();
}

async fn any_legal(client: &mut Client, room: &str) -> String {
    let snapshot = client.watch(room).await;
    snapshot["legal"][0].as_str().unwrap_or_else(|| panic!("{snapshot}")).to_owned()
}

async fn run(args: &[&str]) -> (bool, String) {
    let (well, stdout, stderr) = output_of(args, &[]).await;
    (well, format!("{stdout}{stderr}"))
}

async fn copy(from: &Database, to: &Database) -> (bool, String) {
    run(&["copy", "--from", from.url(), "--to", to.url()]).await
}

#[tokio::test]
async fn a_server_moves_to_another_database_and_plays_on() {
    for from in BOTH {
        let server = TestServer::start_on(from).await;
        let lived = live(&server).await;
        let mut database = server.stop().await;
        // To one kind of database, and from there to the other.
        for (round, to) in BOTH.into_iter().rev().enumerate() {
            let target = Database::new(to).await;
            let (well, text) = copy(&database, &target).await;
            assert!(well, "{text}");
            assert!(
                text.contains("3 rooms with ") && text.contains("and 1 finished games: no errors"),
                "{text}"
            );
            let server = TestServer::on(target).await;
            find(&server, &lived, round + 1).await;
            database = server.stop().await;
        }
    }
}

#[tokio::test]
async fn copy_never_overwrites_a_servers_database() {
    let server = TestServer::start().await;
    server.guest().await;
    let from = server.stop().await;
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let guest = server.guest().await;
        let (well, text) = copy(&from, server.database()).await;
        assert!(!well && text.contains("another Sumito server uses this database"), "{text}");
        let to = server.stop().await;
        let (well, text) = copy(&from, &to).await;
        assert!(!well && text.contains("the target database is not empty"), "{text}");
        let server = TestServer::on(to).await;
        assert_eq!(server.get_as("/api/v1/me", &guest.token).await.0, 200);
    }
}

#[tokio::test]
async fn copy_fails_when_the_source_is_missing() {
    for kind in BOTH {
        let (from, to) = (Database::new(Kind::Sqlite).await, Database::new(kind).await);
        let (well, text) = copy(&from, &to).await;
        assert!(!well && text.contains("no database at"), "{text}");
        let (well, text) = run(&["copy", "--from", "memory:", "--to", to.url()]).await;
        assert!(!well && text.contains("no database at memory:"), "{text}");
    }
}

#[tokio::test]
async fn a_backup_is_made_beside_a_server_and_restored() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let lived = live(&server).await;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("backup.db");
        let path = file.display().to_string();
        let (well, text) = run(&["backup", &path, "--database-url", server.database().url()]).await;
        assert!(well && text.contains("3 rooms with "), "{text}");
        assert_eq!(files(folder.path()), ["backup.db"]);
        let (well, text) = run(&["backup", &path, "--database-url", server.database().url()]).await;
        assert!(!well && text.contains("already exists; choose another file"), "{text}");
        drop(server.stop().await);

        let target = Database::new(kind).await;
        let (well, text) = run(&["restore", &path, "--database-url", target.url()]).await;
        assert!(well && text.contains("no errors"), "{text}");
        let server = TestServer::on(target).await;
        find(&server, &lived, 1).await;
    }
}

#[tokio::test]
async fn backups_rotate_and_the_last_one_is_restored() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let lived = live(&server).await;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().display().to_string();
        for old in ["sumito-2026-01-01T031500Z.db", "sumito-2026-01-02T031500Z.db"] {
            std::fs::write(folder.path().join(old), "").unwrap();
        }
        let backup = ["backup", &path, "--keep", "2", "--database-url", server.database().url()];
        let (well, text) = run(&backup).await;
        assert!(well && text.contains("removed ") && text.contains("2026-01-01"), "{text}");
        let kept = files(folder.path());
        assert!(kept.len() == 2 && kept.contains(&"sumito-2026-01-02T031500Z.db".to_owned()), "{kept:?}");
        drop(server.stop().await);
        let last = folder.path().join(kept.iter().max().unwrap()).display().to_string();
        let target = Database::new(kind).await;
        let (well, text) = run(&["restore", &last, "--database-url", target.url()]).await;
        assert!(well && text.contains("no errors"), "{text}");
        let server = TestServer::on(target).await;
        find(&server, &lived, 1).await;
        let made = folder.path().join("new/backups");
        let path_of_made = made.display().to_string();
        let target = Database::new(kind).await;
        let (well, _) = run(&["migrate", "--database-url", target.url()]).await;
        assert!(well);
        let (well, text) =
            run(&["backup", &path_of_made, "--keep", "1", "--database-url", target.url()]).await;
        assert!(well && files(&made).len() == 1, "{text}");
        // A backup that fails removes nothing.
        let (well, _) =
            run(&["backup", &path, "--keep", "1", "--database-url", "sqlite:///nowhere/s.db"]).await;
        assert!(!well);
        assert!(kept.iter().all(|file| folder.path().join(file).exists()), "{:?}", files(folder.path()));
    }
}

#[tokio::test]
async fn a_missing_source_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).display().to_string();
    let url = format!("sqlite://{}", place("target.db"));
    let (well, text) = run(&["restore", &place("missing.db"), "--database-url", &url]).await;
    assert!(!well && text.contains("no backup at") && !text.contains("start the server"), "{text}");
    let source = format!("sqlite://{}", place("missing.db"));
    let (well, text) = run(&["copy", "--from", &source, "--to", &url]).await;
    assert!(!well && text.contains("no database at") && !text.contains("start the server"), "{text}");
    let (well, text) = run(&["backup", &place("none/backup.db"), "--database-url", &source]).await;
    assert!(!well && text.contains("create it first"), "{text}");
}

#[tokio::test]
async fn a_database_of_another_program_is_recognised() {
    for kind in BOTH {
        let database = Database::new(kind).await;
        let table = "CREATE TABLE users (name TEXT)";
        match kind {
            Kind::Sqlite | Kind::Memory => {
                let options = SqliteConnectOptions::from_str(database.url()).unwrap().create_if_missing(true);
                let mut other = options.connect().await.unwrap();
                sqlx::query(table).execute(&mut other).await.unwrap();
                other.close().await.unwrap();
            }
            Kind::Postgres => {
                let mut other = PgConnection::connect(database.url()).await.unwrap();
                sqlx::query(table).execute(&mut other).await.unwrap();
                other.close().await.unwrap();
            }
        }
        let (well, text) = run(&["migrate", "--database-url", database.url()]).await;
        assert!(!well && text.contains("this is not a database of Sumito"), "{text}");
    }
}

#[tokio::test]
async fn backup_is_consistent_while_people_play() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        let (mut black, mut white, room) = two_players(&server, json!({})).await;
        let folder = tempfile::tempdir().unwrap();
        let play = async {
            loop {
                black.request(json!({"type": "abort", "room": room})).await.unwrap();
                white.request(json!({"type": "offer", "room": room, "what": "rematch"})).await.unwrap();
                black.request(json!({"type": "accept", "room": room, "what": "rematch"})).await.unwrap();
            }
        };
        let backups = async {
            for number in 0..3 {
                let path = folder.path().join(format!("{number}.db")).display().to_string();
                let (well, text) = run(&["backup", &path, "--database-url", server.database().url()]).await;
                assert!(well && text.contains("1 rooms with "), "{text}");
            }
        };
        tokio::select! {
            () = play => {}
            () = backups => {}
        }
    }
}

#[tokio::test]
async fn migrate_check_reports_outdated_tables() {
    for kind in BOTH {
        let database = Database::new(kind).await;
        let check = ["migrate", "--check", "--database-url", database.url()];
        let (well, text) = run(&check).await;
        assert!(!well && (text.contains("no tables of Sumito") || text.contains("no database")), "{text}");
        let (well, text) = run(&["migrate", "--database-url", database.url()]).await;
        assert!(well, "{text}");
        let (well, text) = run(&check).await;
        assert!(well && text.contains("the tables are up to date"), "{text}");
    }
}

fn files(folder: &Path) -> Vec<String> {
    let name = |file: std::io::Result<std::fs::DirEntry>| file.unwrap().file_name().into_string().unwrap();
    std::fs::read_dir(folder).unwrap().map(name).collect()
}

#[tokio::test]
async fn a_copy_has_every_table() {
    let server = TestServer::start().await;
    live(&server).await;
    let from = server.stop().await;
    let to = Database::new(Kind::Postgres).await;
    let (_, text) = copy(&from, &to).await;
    let rows: Vec<(u64, &str)> = text
        .lines()
        .filter_map(|line| line.trim().split_once(' '))
        .filter_map(|(rows, table)| Some((rows.parse().ok()?, table)))
        .collect();
    let of = |name: &str| rows.iter().find(|(_, table)| *table == name).map(|(rows, _)| *rows);
    assert_eq!(
        (of("rooms"), of("games"), of("game_players"), of("feed_end")),
        (Some(3), Some(1), Some(2), Some(1))
    );
    assert!(rows.len() > 20, "{text}");
}

#[tokio::test]
async fn copy_refuses_a_source_in_use() {
    for kind in BOTH {
        let server = TestServer::start_on(kind).await;
        server.guest().await;
        let to = Database::new(Kind::Sqlite).await;
        let (well, text) = copy(server.database(), &to).await;
        assert!(!well && text.contains("another Sumito server uses this database ("), "{text}");
        assert!(text.contains("stop it first"), "{text}");
        if kind == Kind::Postgres {
            assert!(text.contains(&format!("of version {}", env!("CARGO_PKG_VERSION"))), "{text}");
        }
        let from = server.stop().await;
        let (well, text) = copy(&from, &to).await;
        assert!(well, "{text}");
    }
}

#[tokio::test]
async fn backup_removes_the_files_of_interrupted_backups() {
    let server = TestServer::start().await;
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    let head = b"SQLite format 3\0";
    for name in ["left.db-unfinished", "left.db-unfinished-wal", "left.db-unfinished-lock"] {
        std::fs::write(place(name), head).unwrap();
    }
    std::fs::write(place("empty.db-unfinished"), b"").unwrap();
    std::fs::write(place("thesis-unfinished"), b"Chapter 1").unwrap();
    // Like the file of a backup that runs.
    std::fs::write(place("running.db-unfinished"), head).unwrap();
    let running = std::fs::File::open(place("running.db-unfinished")).unwrap();
    running.try_lock().unwrap();
    let path = place("backup.db").display().to_string();
    let (well, text) = run(&["backup", &path, "--database-url", server.database().url()]).await;
    assert!(well, "{text}");
    let mut left = files(folder.path());
    left.sort();
    assert_eq!(left, ["backup.db", "running.db-unfinished", "thesis-unfinished"]);
}
