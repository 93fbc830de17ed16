//! A large history of games, and its response times.

use std::{
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use anyhow::{Context, Result};
use clap::Args;

use crate::{cargo, process};

/// Content of the generated history.
#[derive(Args)]
pub(crate) struct Seed {
    /// Number of games
    #[arg(long, default_value_t = 1_000_000)]
    games: u64,
    /// Number of puzzles
    #[arg(long, default_value_t = 100_000)]
    puzzles: u64,
    /// Seed of the generated data
    #[arg(long = "seed", default_value_t = 1)]
    from: u64,
    /// The database, which no running server may use. `cargo xtask postgres` provides one
    #[arg(long, value_name = "URL")]
    database_url: String,
}

/// Options of the benchmark.
#[derive(Args)]
pub(crate) struct Bench {
    /// A database with a history from `cargo xtask seed-history`; no running server may use it
    #[arg(long, value_name = "URL")]
    database_url: String,
    /// Number of games in an export to a slow reader
    #[arg(long, default_value_t = 100_000)]
    export: u64,
    /// Requests of each kind per reader; there are four readers
    #[arg(long, default_value_t = 150)]
    requests: u64,
}

/// Fills a database with invented games.
pub(crate) fn seed(options: &Seed) -> Result<()> {
    let folder = cargo::release_of_server()?;
    let mut command = Command::new(folder.join("examples/seed_history"));
    command.args(["--games", &options.games.to_string(), "--seed", &options.from.to_string()]);
    command.args(["--puzzles", &options.puzzles.to_string()]);
    process::run(command.args(["--database-url", &options.database_url]))
}

/// Serves a history, and measures the response times.
pub(crate) fn bench(options: &Bench) -> Result<()> {
    let folder = cargo::release_of_server()?;
    let server = Server::start_with(&folder, &options.database_url, &[NO_MINING])?;
    let mut command = Command::new(folder.join("examples/bench_history"));
    command.args(["--url", &server.url, "--pid", &server.child.id().to_string()]);
    command.args(["--export", &options.export.to_string(), "--requests", &options.requests.to_string()]);
    process::run(command.args(["--database-url", &options.database_url]))
}

/// The setting without which a measurement includes the search for puzzles in the finished games.
pub(crate) const NO_MINING: (&str, &str) = ("SUMITO_PUZZLES__MINING", "false");

/// A server process, which ends when the value is dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) url: String,
}

impl Server {
    /// Starts the server from `folder` on a free port, and waits until it is ready. The settings are environment variables.
    pub(crate) fn start_with(folder: &Path, database_url: &str, settings: &[(&str, &str)]) -> Result<Self> {
        let program: PathBuf = folder.join("sumito");
        let mut command = Command::new(&program);
        command.args(["--listen", "127.0.0.1:0", "--database-url", database_url]);
        // The log must not take half of the measured CPU time.
        command.env("SUMITO_LOG__FILTER", "warn").stdout(Stdio::piped());
        command.envs(settings.iter().copied());
        let mut child = command.spawn().with_context(|| format!("cannot start {}", program.display()))?;
        let stdout = child.stdout.take().context("the server has no output pipe")?;
        let mut server = Self { child, url: String::new() };
        let mut lines = BufReader::new(stdout).lines();
        let line = lines.next().context("the server exited before it was ready")??;
        let place = line.find("http://").context("the server did not print its address")?;
        line[place..].trim().clone_into(&mut server.url);
        Ok(server)
    }
}

impl Server {
    /// The id of its process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
