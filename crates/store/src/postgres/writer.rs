//! The connection that writes room events and locks out other servers.

use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, PgConnection, Row};
use sumito_game::Timestamp;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;
use tracing::{error, warn};

use super::lock::{LockAttempt, try_to_have};
use super::queries;
use crate::{Change, ConnectError, Outage, StoreError};

type Result<T> = std::result::Result<T, StoreError>;

/// Interval between tries for a lock that another process holds.
const TRY_AGAIN_AFTER: Duration = Duration::from_millis(50);

/// With these settings PostgreSQL notices within half a minute that a client has vanished, and releases its lock.
const KEEPALIVES: [(&str, &str); 3] =
    [("tcp_keepalives_idle", "15"), ("tcp_keepalives_interval", "5"), ("tcp_keepalives_count", "3")];

/// Writer of room events.
#[derive(Debug)]
pub(crate) struct Writer {
    connection: Option<PgConnection>,
    /// Whether the connection may be in the middle of a transaction, or is unreliable after an error.
    is_in_doubt: bool,
    /// PostgreSQL processes of the connections since the lock was last taken.
    ours: Vec<i32>,
    options: PgConnectOptions,
    lost: CancellationToken,
}

impl Writer {
    pub(super) fn new(options: PgConnectOptions, lost: CancellationToken) -> Self {
        let options = options.options(KEEPALIVES);
        Self { connection: None, is_in_doubt: false, ours: Vec::new(), options, lost }
    }

    /// Connects for the first time. Waits a while for a server that is about to stop.
    pub(super) async fn connect_first(
        &mut self,
        patience: Duration,
    ) -> std::result::Result<&mut PgConnection, ConnectError> {
        let give_up_at = Instant::now() + patience;
        let mut is_said = false;
        let mut connection = self.options.connect().await.map_err(ConnectError::Open)?;
        let pid = pid_of(&mut connection).await.map_err(ConnectError::Open)?;
        while try_to_have(&mut connection, &[]).await.map_err(ConnectError::Open)? != LockAttempt::Acquired {
            if Instant::now() >= give_up_at {
                return Err(ConnectError::InUse("it holds the advisory lock".to_owned()));
            }
            if !is_said {
                warn!(timeout = ?patience, "database in use by another Sumito server; waiting for it to stop");
                is_said = true;
            }
            sleep(TRY_AGAIN_AFTER).await;
        }
        self.ours = vec![pid];
        Ok(self.connection.insert(connection))
    }

    pub(crate) async fn append(&mut self, changes: &[Change]) -> Result<()> {
        self.write(async |connection| queries::append(connection, changes).await).await
    }

    pub(crate) async fn write_heartbeat(&mut self, now: Timestamp, outages: &[Outage]) -> Result<()> {
        self.write(async |connection| queries::write_heartbeat(connection, now, outages).await).await
    }

    pub(crate) async fn close(self) {
        if let Some(connection) = self.connection.filter(|_| !self.is_in_doubt) {
            // The database tolerates connections that end without a close.
            let _ = connection.close().await;
        }
    }

    async fn write(&mut self, work: impl AsyncFnOnce(&mut PgConnection) -> Result<()> + Clone) -> Result<()> {
        let connection = self.ready().await?;
        let outcome = queries::retried(connection, work).await;
        // A transaction that the database has rejected is rolled back before the next.
        self.is_in_doubt = matches!(outcome, Err(StoreError::Unavailable(_)));
        outcome
    }

    /// Returns an idle connection, and marks it as in doubt until the caller clears that.
    async fn ready(&mut self) -> Result<&mut PgConnection> {
        if self.is_in_doubt {
            // Dropped, not closed: nothing waits for an answer.
            self.connection = None;
        }
        self.is_in_doubt = true;
        if self.connection.is_none() {
            let connection = self.connect_again().await?;
            self.connection = Some(connection);
        }
        self.connection.as_mut().ok_or_else(StoreError::too_slow)
    }

    /// Connects again and takes the lock again: then no earlier connection can write any more.
    async fn connect_again(&mut self) -> Result<PgConnection> {
        if self.lost.is_cancelled() {
            return Err(lock_lost());
        }
        let mut connection = self.options.connect().await?;
        let pid = pid_of(&mut connection).await?;
        self.ours.push(pid);
        loop {
            match try_to_have(&mut connection, &self.ours).await? {
                LockAttempt::Acquired => break,
                LockAttempt::HeldByUs => sleep(TRY_AGAIN_AFTER).await,
                LockAttempt::HeldByOther => {
                    error!("database lock lost to another server; shutting down");
                    self.lost.cancel();
                    return Err(lock_lost());
                }
            }
        }
        self.ours = vec![pid];
        Ok(connection)
    }
}

fn lock_lost() -> StoreError {
    StoreError::Unavailable("database lock lost: another server uses this database".into())
}

/// Returns the PostgreSQL process of a connection.
async fn pid_of(connection: &mut PgConnection) -> sqlx::Result<i32> {
    sqlx::query("SELECT pg_backend_pid() AS pid").fetch_one(connection).await?.try_get("pid")
}
