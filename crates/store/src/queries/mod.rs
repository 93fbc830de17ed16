//! The queries, compiled once for each database: `Db` is the database type, and `super` the module of that database.

mod accounts;
mod activity;
mod administration;
mod analyses;
mod appeals;
mod apps;
mod archive;
mod challenges;
mod chat;
mod clubs;
mod conversations;
pub(super) mod copy;
mod events;
mod explorer;
mod follows;
mod games;
mod idempotency;
mod login_attempts;
mod mail;
mod memberships;
mod moderation;
mod moderation_records;
pub(super) mod nodes;
mod notes;
pub(super) mod outages;
mod personal;
mod players;
mod pool;
mod projections;
mod push;
mod puzzles;
mod ratings;
mod receipts;
mod registration;
mod reminders;
mod rooms;
mod sessions;
mod signals;
mod stale;
mod statistics;
mod studies;
mod tournaments;
mod two_factor;
mod users;
mod vacations;
mod webhooks;

use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::{Executor, Row};
use sumito_kit::retry::Retry;

use super::{Db, Local};
use crate::{ConnectError, EventHash, StoreError};

pub(super) use events::append;
pub(super) use outages::write_heartbeat;
pub(super) use pool::{Limits, Pool};

type DbRow = <Db as sqlx::Database>::Row;
type Connection = <Db as sqlx::Database>::Connection;
type Result<T> = std::result::Result<T, StoreError>;

/// Maximum number of rows in a statement, since the databases limit its values.
const ROWS_AT_ONCE: usize = 1_024;

/// The queries on one database.
#[derive(Clone, Debug)]
pub(crate) struct Queries {
    pools: Pools,
    local: Local,
}

/// Pools of connections by purpose, so that purposes do not wait for each other.
#[derive(Clone, Debug)]
pub(super) struct Pools {
    /// Loading of rooms, and lookup of tokens.
    pub(super) rooms: Pool,
    /// Queries for finished games.
    pub(super) history: Pool,
    /// Creation of users.
    pub(super) users: Pool,
    /// Projections of finished games.
    pub(super) projections: Pool,
}

impl Queries {
    pub(super) fn new(pools: Pools, local: Local) -> Self {
        Self { pools, local }
    }

    pub(super) fn local(&self) -> &Local {
        &self.local
    }

    pub(crate) async fn close(&self) {
        let Pools { rooms, history, users, projections } = &self.pools;
        for pool in [rooms, history, users, projections] {
            pool.close().await;
        }
        self.local.close().await;
    }

    pub(crate) fn connections_used(&self) -> [(&'static str, u32); 4] {
        let Pools { rooms, history, users, projections } = &self.pools;
        [
            ("rooms", rooms.used()),
            ("history", history.used()),
            ("users", users.used()),
            ("projections", projections.used()),
        ]
    }

    pub(crate) async fn ping(&self) -> Result<()> {
        self.pools.rooms.run(async |connection| Ok(connection.execute("SELECT 1").await.map(drop)?)).await
    }

    /// Runs work that may write, on a connection of `pool`. The event log waits for at most one such piece of work.
    pub(super) async fn write<T>(
        &self,
        pool: &Pool,
        work: impl AsyncFnOnce(&mut Connection) -> Result<T> + Clone,
    ) -> Result<T> {
        pool.run_after(self.local.turn(), async |connection| {
            let outcome = retried(connection, work).await;
            self.local.has_written();
            outcome
        })
        .await
    }
}

/// Maximum number of tries for work that the database rolls back because of another transaction.
const TRIES: u32 = 5;

/// Bounds of the pauses between them.
const TRY_AGAIN: (Duration, Duration) = (Duration::from_millis(10), Duration::from_millis(100));

/// Runs work that writes, with retries if the database rolls it back because of another transaction: nothing of it is stored then.
pub(super) async fn retried<T>(
    connection: &mut Connection,
    work: impl AsyncFnOnce(&mut Connection) -> Result<T> + Clone,
) -> Result<T> {
    let mut retry = Retry::quiet("transaction").pauses(TRY_AGAIN.0, TRY_AGAIN.1);
    for _ in 1..TRIES {
        match work.clone()(connection).await {
            Err(error) if error.is_contention() => retry.pause(error).await,
            outcome => return outcome,
        }
    }
    work(connection).await
}

/// Runs the migrations. Tables of a later version are left unchanged, if this program can use them.
pub(super) async fn migrate(
    connection: &mut Connection,
    migrations: &Migrator,
) -> std::result::Result<(), ConnectError> {
    if check_version(connection, migrations).await.is_ok() {
        return Ok(());
    }
    let (found, expected) = versions(connection, migrations).await?;
    if found > Some(expected) {
        return Err(ConnectError::Version { found, expected });
    }
    let migrated = migrations.run(&mut *connection).await;
    match migrated {
        Ok(()) => Ok(()),
        Err(_) if found.is_none() && is_foreign(connection).await => Err(ConnectError::Foreign),
        Err(error) => Err(ConnectError::Migrate(error)),
    }
}

/// Returns whether the database has tables that no migration of Sumito has made.
async fn is_foreign(connection: &mut Connection) -> bool {
    let applied = sqlx::query("SELECT count(*) AS applied FROM _sqlx_migrations").fetch_one(&mut *connection);
    let applied = applied.await.ok().and_then(|row| row.try_get::<i64, _>("applied").ok());
    let tables = sqlx::query(super::COLUMNS).fetch_all(connection).await;
    applied.is_none_or(|count| count == 0) && tables.is_ok_and(|columns| !columns.is_empty())
}

/// Checks that this program can use the tables: they have the version of the program, or a later one that is compatible with it.
pub(super) async fn check_version(
    connection: &mut Connection,
    migrations: &Migrator,
) -> std::result::Result<(), ConnectError> {
    let (found, expected) = versions(connection, migrations).await?;
    let is_usable = match found {
        Some(found) if found > expected => usable_from(connection).await? <= expected,
        found => found == Some(expected),
    };
    if is_usable { Ok(()) } else { Err(ConnectError::Version { found, expected }) }
}

/// Returns the oldest version that can use the tables.
async fn usable_from(connection: &mut Connection) -> std::result::Result<i64, ConnectError> {
    let sql = "SELECT usable_from FROM compatibility";
    let row = sqlx::query(sql).fetch_one(connection).await.map_err(ConnectError::Open)?;
    row.try_get("usable_from").map_err(ConnectError::Open)
}

/// Returns the version of the tables, if there are any, and the version of the program.
async fn versions(
    connection: &mut Connection,
    migrations: &Migrator,
) -> std::result::Result<(Option<i64>, i64), ConnectError> {
    let expected = migrations.iter().map(|migration| migration.version).max().unwrap_or_default();
    let sql = "SELECT max(version) AS version FROM _sqlx_migrations WHERE success";
    let found = match sqlx::query(sql).fetch_one(connection).await {
        Ok(row) => row.try_get("version").map_err(ConnectError::Open)?,
        // The table does not exist.
        Err(sqlx::Error::Database(_)) => None,
        Err(error) => return Err(ConnectError::Open(error)),
    };
    Ok((found, expected))
}

/// Repeats the last row until there are 1, 2, 4, … rows. The database then keeps each of the few different statements prepared.
fn filled_up<T>(rows: &[T]) -> impl Iterator<Item = &T> {
    let more = rows.len().next_power_of_two() - rows.len();
    rows.iter().chain(rows.last().into_iter().cycle().take(more))
}

fn event_hash(bytes: &[u8]) -> Result<EventHash> {
    let hash =
        bytes.try_into().map_err(|_| StoreError::Corrupt(format!("a hash of {} bytes", bytes.len())))?;
    Ok(EventHash(hash))
}

fn unsigned(number: i64) -> Result<u64> {
    u64::try_from(number).map_err(|_| StoreError::Corrupt(format!("{number} where only a count can be")))
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("plain values have a JSON form")
}
