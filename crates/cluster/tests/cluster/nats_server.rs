//! A NATS server for a single test.

use std::env;
use std::process::Stdio;

use sumito_cluster::BusSettings;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStderr, Command};

/// A server on a free port. It is killed when this is dropped.
pub(crate) struct NatsServer {
    folder: TempDir,
    config: String,
    address: String,
    port: u16,
    pub(crate) process: Option<Child>,
}

impl NatsServer {
    /// Starts a server that accepts all clients, and waits until it accepts connections.
    pub(crate) async fn start() -> Self {
        Self::start_at("127.0.0.1").await
    }

    /// Does the same at another address of this machine.
    pub(crate) async fn start_at(address: &str) -> Self {
        Self::with_all(tempfile::tempdir().unwrap(), "", address).await
    }

    /// Does the same with this configuration, which may name files in the folder.
    pub(crate) async fn with(folder: TempDir, config: &str) -> Self {
        Self::with_all(folder, config, "127.0.0.1").await
    }

    async fn with_all(folder: TempDir, config: &str, address: &str) -> Self {
        let (config, address) = (config.to_owned(), address.to_owned());
        let mut server = Self { folder, config, address, port: 0, process: None };
        server.start_again().await;
        server
    }

    pub(crate) async fn stop(&mut self) {
        self.process.take().expect("the server runs").kill().await.unwrap();
    }

    /// Starts the server, on the port that it had before, and waits until it accepts connections.
    pub(crate) async fn start_again(&mut self) {
        let config = self.folder.path().join("nats.conf");
        std::fs::write(&config, &self.config).unwrap();
        // The server chooses a port for `-1`.
        let port = if self.port == 0 { "-1".to_owned() } else { self.port.to_string() };
        let program = env::var("SUMITO_TEST_NATS_SERVER").unwrap_or_else(|_| "nats-server".to_owned());
        let mut process = Command::new(&program)
            .args(["--addr", &self.address, "--port", &port, "--config"])
            .arg(&config)
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap_or_else(|error| {
                panic!(
                    "cannot start {program} ({error}): run `cargo xtask test`, or install Debian's package `nats-server`; if it is not on \
                     the PATH, set SUMITO_TEST_NATS_SERVER to its path"
                )
            });
        let mut log = BufReader::new(process.stderr.take().unwrap()).lines();
        self.port = wait_until_ready(&mut log).await;
        tokio::spawn(async move { while let Ok(Some(_)) = log.next_line().await {} });
        self.process = Some(process);
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Returns the settings for a client without credentials.
    pub(crate) fn settings(&self) -> BusSettings {
        BusSettings { url: format!("nats://{}:{}", self.address, self.port), ..BusSettings::default() }
    }
}

/// Reads the log until the server accepts connections; returns its port.
async fn wait_until_ready(log: &mut Lines<BufReader<ChildStderr>>) -> u16 {
    let (mut port, mut seen) = (None, String::new());
    while let Some(line) = log.next_line().await.unwrap() {
        if line.contains("Listening for client connections on") {
            port = line.rsplit(':').next().unwrap().trim().parse().ok();
        }
        if line.contains("Server is ready") {
            return port.expect("the port stands before");
        }
        seen += &line;
        seen.push('\n');
    }
    panic!("the NATS server does not start:\n{seen}");
}
