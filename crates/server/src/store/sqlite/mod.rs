//! SQLite: a file on this machine.

#[path = "../queries.rs"]
mod queries;

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};

use super::ConnectError;
pub(super) use queries::Queries;

/// What the queries run on.
type Db = sqlx::Sqlite;

static MIGRATIONS: Migrator = sqlx::migrate!("../../migrations/sqlite");

pub(super) async fn open(
    url: &str,
    connections: u32,
    acquire_timeout: Duration,
) -> Result<Queries, ConnectError> {
    let options = SqliteConnectOptions::from_str(url)
        .map_err(ConnectError::Open)?
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        // A power cut must lose nothing that a client was told.
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        // How long to wait for another process that writes the same file.
        .busy_timeout(acquire_timeout);
    if let Some(folder) = options.get_filename().parent().filter(|folder| *folder != Path::new("")) {
        std::fs::create_dir_all(folder)
            .map_err(|source| ConnectError::Folder { path: folder.display().to_string(), source })?;
    }
    // SQLite has one writer at a time: waiting for one connection is fair, waiting for a lock is not.
    let writer = SqlitePoolOptions::new()
        .max_connections(1)
        .acquire_timeout(acquire_timeout)
        .connect_with(options.clone())
        .await
        .map_err(ConnectError::Open)?;
    MIGRATIONS.run(&writer).await.map_err(ConnectError::Migrate)?;
    let reader = SqlitePoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(acquire_timeout)
        .connect_lazy_with(options.read_only(true));
    Ok(Queries::new(writer, reader))
}
