//! A server waits at its start for a database and for NATS that are away, and answers 503 meanwhile.

use std::net::TcpListener;
use std::process::Stdio;

use nix::sys::signal::Signal;
use reqwest::header;
use serde_json::Value;
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader, Lines};
use tokio::process::{Child, ChildStderr, Command};

use crate::database::{Database, Kind};
use crate::nats_server::NatsServer;
use crate::process::{LOOPBACK, PROGRAM, send};

/// A PostgreSQL database that takes connections or refuses them, as while it starts.
struct Door<'a>(&'a Database);

impl Door<'_> {
    async fn set_open(&self, is_open: bool) {
        let (server, name) = self.0.url().rsplit_once('/').unwrap();
        let mut admin = PgConnection::connect(&format!("{server}/postgres")).await.unwrap();
        let set = format!("ALTER DATABASE {name} ALLOW_CONNECTIONS {is_open}");
        sqlx::query(AssertSqlSafe(set)).execute(&mut admin).await.unwrap();
        admin.close().await.unwrap();
    }
}

/// A server that starts.
struct Starting {
    child: Child,
    address: String,
    log: Lines<BufReader<ChildStderr>>,
}

impl Starting {
    fn new(database: &Database, nats: &NatsServer) -> Self {
        let free = TcpListener::bind((LOOPBACK, 0)).unwrap();
        let address = free.local_addr().unwrap().to_string();
        drop(free);
        let mut child = Command::new(PROGRAM)
            .args(["--listen", &address, "--database-url", database.url()])
            .env("SUMITO_CLUSTER__NATS_URL", format!("nats://{LOOPBACK}:{}", nats.port()))
            .env("SUMITO_LOG__FILTER", "info")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let log = BufReader::new(child.stderr.take().unwrap()).lines();
        Self { child, address, log }
    }

    async fn get(&self, path: &str, accept: &str) -> (u16, String) {
        let request = reqwest::Client::new().get(format!("http://{}{path}", self.address));
        let request = request.header(header::ACCEPT, accept).header(header::ACCEPT_LANGUAGE, "de");
        let answer = request.send().await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    }

    /// Waits for a line of the log.
    async fn logged(&mut self, text: &str) {
        wait_for(&mut self.log, text).await;
    }
}

async fn wait_for(lines: &mut Lines<impl AsyncRead + AsyncBufReadExt + Unpin>, text: &str) {
    while !lines.next_line().await.unwrap().expect("the server runs").contains(text) {}
}

#[tokio::test]
async fn a_start_waits_for_the_database_and_for_nats() {
    let (database, mut nats) = (Database::new(Kind::Postgres).await, NatsServer::start().await);
    nats.stop().await;
    let door = Door(&database);
    door.set_open(false).await;

    let mut server = Starting::new(&database, &nats);
    server.logged("opening the database failed, will retry").await;
    assert_eq!(server.get("/healthz", "*/*").await, (200, "alive\n".to_owned()));
    assert_eq!(server.get("/readyz", "*/*").await.0, 503);
    let (status, problem) = server.get("/api/v1/rooms", "application/json").await;
    let problem: Value = serde_json::from_str(&problem).unwrap();
    assert_eq!((status, &problem["code"]), (503, &"unavailable".into()));
    let (status, page) = server.get("/room/abc", "text/html,*/*;q=0.8").await;
    assert_eq!(status, 503);
    assert!(
        page.contains("<html lang=\"de\">") && page.contains("Der Server kann gerade nicht antworten"),
        "{page}"
    );

    door.set_open(true).await;
    server.logged("opening the database recovered").await;
    server.logged("connecting to NATS failed, will retry").await;
    assert_eq!(server.get("/readyz", "*/*").await.0, 503);
    nats.start_again().await;
    server.logged("connecting to NATS recovered").await;
    let stdout = server.child.stdout.take().unwrap();
    wait_for(&mut BufReader::new(stdout).lines(), "Sumito is ready").await;
    while server.get("/readyz", "*/*").await.0 != 200 {}
    assert_eq!(server.get("/api/v1/rooms", "application/json").await.0, 200);
}

#[tokio::test]
async fn a_start_that_waits_ends_at_a_signal() {
    let (database, nats) = (Database::new(Kind::Postgres).await, NatsServer::start().await);
    Door(&database).set_open(false).await;
    let mut server = Starting::new(&database, &nats);
    server.logged("opening the database failed, will retry").await;
    send(Signal::SIGTERM, &server.child);
    assert!(server.child.wait().await.unwrap().success());
}
