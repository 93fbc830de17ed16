//! A long run of a server under mixed load.

use std::{net::TcpListener, path::PathBuf, process::Command};

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};

use crate::{cargo, history::Server, postgres, process};

/// Options of the run.
#[derive(Args)]
pub(crate) struct Soak {
    /// Duration in minutes, of which a third is the warm-up. An hour shows slow growth
    #[arg(long, default_value_t = 10.0)]
    minutes: f64,
    /// The database to use
    #[arg(long, value_enum, default_value_t = Database::Sqlite)]
    database: Database,
    /// A folder with `sumito` and `sumito-loadtest`; both are built in release mode if it is left out
    #[arg(long, value_name = "FOLDER")]
    programs: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Database {
    Sqlite,
    Postgres,
}

/// Starts a server and runs all kinds of load on it; fails if memory, files, tasks, database connections or rooms grow.
pub(crate) fn run(options: &Soak) -> Result<()> {
    let folder = match &options.programs {
        Some(folder) => folder.clone(),
        None => cargo::release_of_server_and_load()?,
    };
    let files = tempfile::tempdir().context("cannot create a temporary folder")?;
    let cluster = match options.database {
        Database::Sqlite => None,
        Database::Postgres => Some(postgres::Cluster::start()?),
    };
    let sqlite = || format!("sqlite://{}", files.path().join("sumito.db").display());
    let database = cluster.as_ref().map_or_else(sqlite, postgres::Cluster::url);
    let metrics = free_address()?;
    let settings =
        [("SUMITO_LIMITS__MESSAGES_PER_SECOND", "0"), ("SUMITO_METRICS__LISTEN", metrics.as_str())];
    let server = Server::start_with(&folder, &database, &settings)?;
    let mut command = Command::new(folder.join("sumito-loadtest"));
    command.args(["soak", "--url", &server.url, "--pid", &server.id().to_string()]);
    command.args(["--metrics", &format!("http://{metrics}/metrics"), "--rooms", "10"]);
    process::run(command.args(["--minutes", &options.minutes.to_string()]))
}

/// Returns a free address of this machine.
fn free_address() -> Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0").context("no free port")?;
    Ok(listener.local_addr()?.to_string())
}
