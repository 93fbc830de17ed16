//! A PostgreSQL cluster for a single test, which may stop and start it. All other tests share one.

use std::net::TcpListener;
use std::os::unix::fs::chown;
use std::path::PathBuf;
use std::process::Stdio;

use nix::sys::signal::Signal;
use nix::unistd::{User, geteuid};
use sqlx::{Connection, PgConnection};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::process::send;

/// A cluster that is removed when it is dropped.
pub(crate) struct Cluster {
    programs: PathBuf,
    folder: TempDir,
    address: String,
    port: u16,
    server: Option<Child>,
}

impl Cluster {
    /// Creates a cluster with the programs of the PostgreSQL that the other tests use, and waits until it accepts connections.
    pub(crate) async fn start() -> Self {
        Self::start_at("127.0.0.1").await
    }

    /// Does the same at another address of this machine, for all clients of its network.
    pub(crate) async fn start_at(address: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        if let Some(user) = other_user() {
            chown(folder.path(), Some(user.uid.as_raw()), Some(user.gid.as_raw())).unwrap();
        }
        let port = TcpListener::bind((address, 0)).unwrap().local_addr().unwrap().port();
        let mut cluster =
            Self { programs: programs().await, folder, address: address.to_owned(), port, server: None };
        let made = cluster
            .program("initdb")
            .args(["--username=postgres", "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync"])
            .output()
            .await
            .unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let clients = cluster.folder.path().join("data/pg_hba.conf");
        std::fs::write(clients, "host all all samenet trust\n").unwrap();
        cluster.start_again().await;
        cluster
    }

    /// Returns the address of its database.
    pub(crate) fn url(&self) -> String {
        format!("postgres://postgres@{}:{}/postgres", self.address, self.port)
    }

    /// Stops it as `pg_ctl stop --mode immediate` does: connections end, and data that is not on disk is lost.
    pub(crate) async fn stop(&mut self) {
        let mut server = self.server.take().expect("the cluster runs");
        send(Signal::SIGQUIT, &server);
        server.wait().await.unwrap();
    }

    /// Starts it, and waits until it has recovered and accepts connections.
    pub(crate) async fn start_again(&mut self) {
        let mut server = self
            .program("postgres")
            .arg(format!("--port={}", self.port))
            .args([
                "-c",
                &format!("listen_addresses={}", self.address),
                "-c",
                "unix_socket_directories=",
                "-c",
                "shared_buffers=32MB",
            ])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut log = BufReader::new(server.stderr.take().unwrap()).lines();
        loop {
            let line = log.next_line().await.unwrap().expect("PostgreSQL reports that it is ready");
            if line.contains("database system is ready to accept connections") {
                break;
            }
        }
        // The pipe must be drained, or PostgreSQL blocks when it is full.
        tokio::spawn(async move { while let Ok(Some(_)) = log.next_line().await {} });
        self.server = Some(server);
    }

    /// Returns a command for one of the programs on this cluster. PostgreSQL does not run as root.
    fn program(&self, name: &str) -> Command {
        let mut command = Command::new(self.programs.join(name));
        // The programs must be able to enter the working directory, and the user that runs them may not be allowed to enter ours.
        command
            .arg("-D")
            .arg(self.folder.path().join("data"))
            .current_dir(self.folder.path())
            .kill_on_drop(true);
        if let Some(user) = other_user() {
            command.uid(user.uid.as_raw()).gid(user.gid.as_raw());
        }
        command
    }
}

/// The user that runs it in place of root.
fn other_user() -> Option<User> {
    let user =
        || User::from_name("postgres").unwrap().expect("root has a user `postgres` to run PostgreSQL as");
    geteuid().is_root().then(user)
}

/// The folder with the programs of the PostgreSQL that the other tests use.
async fn programs() -> PathBuf {
    let shared =
        std::env::var("SUMITO_TEST_POSTGRES_URL").expect("SUMITO_TEST_POSTGRES_URL is set, as for all tests");
    let mut connection = PgConnection::connect(&shared).await.unwrap();
    let folder: String = sqlx::query_scalar("SELECT setting FROM pg_config WHERE name = 'BINDIR'")
        .fetch_one(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
    let programs = PathBuf::from(folder);
    let is_here = ["initdb", "postgres"].iter().all(|name| programs.join(name).is_file());
    assert!(
        is_here,
        "this test starts a PostgreSQL of its own: {} must be on this machine",
        programs.display()
    );
    programs
}
