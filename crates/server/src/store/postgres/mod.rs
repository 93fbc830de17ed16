//! PostgreSQL: a database server.

#[path = "../queries.rs"]
#[expect(clippy::duplicate_mod, reason = "one text of each query serves both databases")]
mod queries;

use std::str::FromStr;
use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions, Connection};

use super::ConnectError;
pub(super) use queries::Queries;

/// What the queries run on.
type Db = sqlx::Postgres;

static MIGRATIONS: Migrator = sqlx::migrate!("../../migrations/postgres");

/// The journal writes through one connection; new users through the other.
const WRITERS: u32 = 2;

pub(super) async fn open(
    url: &str,
    connections: u32,
    acquire_timeout: Duration,
) -> Result<Queries, ConnectError> {
    let options = PgConnectOptions::from_str(url)
        .map_err(ConnectError::Open)?
        .application_name("sumito")
        // A power cut must lose nothing that a client was told.
        .options([("synchronous_commit", "on")]);
    // A pool would hide why it has no connection behind a time-out; the first one tells.
    let mut first = options.connect().await.map_err(ConnectError::Open)?;
    MIGRATIONS.run(&mut first).await.map_err(ConnectError::Migrate)?;
    first.close().await.map_err(ConnectError::Open)?;
    let pool =
        |connections| PgPoolOptions::new().max_connections(connections).acquire_timeout(acquire_timeout);
    let writer = pool(WRITERS).connect_lazy_with(options.clone());
    let reader = pool(connections).connect_lazy_with(options);
    Ok(Queries::new(writer, reader))
}
