//! The connection that writes events.

use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, PgConnection, Row};
use sumito_game::Timestamp;

use super::lease::Lease;
use super::queries;
use crate::nodes::NodeKey;
use crate::{Change, ConnectError, Outage, StoreError, migrations};

type Result<T> = std::result::Result<T, StoreError>;

/// With these settings PostgreSQL notices within half a minute that a client has vanished.
const KEEPALIVES: [(&str, &str); 3] =
    [("tcp_keepalives_idle", "15"), ("tcp_keepalives_interval", "5"), ("tcp_keepalives_count", "3")];

/// Writer of events.
#[derive(Debug)]
pub(crate) struct Writer {
    connection: Option<PgConnection>,
    /// Whether the connection may be in the middle of a transaction, or is unreliable after an error.
    is_in_doubt: bool,
    /// PostgreSQL processes of the connections since the last one that got a key.
    ours: Vec<i32>,
    options: PgConnectOptions,
    lease: Lease,
    node: NodeKey,
}

impl Writer {
    /// Connects, migrates the tables, and takes the lease of this server. Waits a while for a server that is about to stop.
    pub(super) async fn start(lease: Lease, patience: Duration) -> std::result::Result<Self, ConnectError> {
        let options = lease.writer_options().options(KEEPALIVES);
        let mut connection = options.connect().await.map_err(ConnectError::Open)?;
        let ours = vec![pid_of(&mut connection).await.map_err(ConnectError::Open)?];
        let migrate =
            async |connection: &mut PgConnection| queries::migrate(connection, &migrations::POSTGRES).await;
        let node = lease.take(&mut connection, patience, migrate).await?;
        Ok(Self { connection: Some(connection), is_in_doubt: false, ours, options, lease, node })
    }

    pub(crate) async fn append(&mut self, changes: &[Change]) -> Result<()> {
        self.write(async |connection, node| queries::append(connection, node, changes).await).await
    }

    pub(crate) async fn write_heartbeat(&mut self, now: Timestamp, outages: &[Outage]) -> Result<()> {
        let of = self.lease.own.is_shared().then(|| self.lease.own.id());
        self.write(async |connection, node| {
            queries::write_heartbeat(connection, node, of, now, outages).await
        })
        .await
    }

    pub(crate) async fn close(self) {
        if let Some(connection) = self.connection.filter(|_| !self.is_in_doubt) {
            // The database tolerates connections that end without a close.
            let _ = connection.close().await;
        }
    }

    /// Runs work that stores something, unless this server is fenced: the work then returns `false`.
    async fn write(
        &mut self,
        work: impl AsyncFnOnce(&mut PgConnection, NodeKey) -> Result<bool> + Clone,
    ) -> Result<()> {
        self.make_ready().await?;
        let node = self.node;
        let connection = self.connection.as_mut().ok_or_else(StoreError::too_slow)?;
        let outcome =
            queries::retried(connection, async move |connection| work(connection, node).await).await;
        // A transaction that the database has rejected is rolled back before the next.
        self.is_in_doubt = matches!(outcome, Err(StoreError::Unavailable(_)));
        if outcome? { Ok(()) } else { Err(self.lease.own.is_fenced()) }
    }

    /// Connects if there is no idle connection, and marks the connection as in doubt until the caller clears that.
    async fn make_ready(&mut self) -> Result<()> {
        if self.is_in_doubt {
            // Dropped, not closed: nothing waits for an answer.
            self.connection = None;
        }
        self.is_in_doubt = true;
        if self.connection.is_none() {
            let mut connection = self.options.connect().await?;
            let pid = pid_of(&mut connection).await?;
            let earlier = self.ours.clone();
            self.ours.push(pid);
            self.node = self.lease.next_key(&mut connection, &earlier).await?;
            self.ours = vec![pid];
            self.connection = Some(connection);
        }
        Ok(())
    }
}

/// Returns the PostgreSQL process of a connection.
async fn pid_of(connection: &mut PgConnection) -> sqlx::Result<i32> {
    sqlx::query("SELECT pg_backend_pid() AS pid").fetch_one(connection).await?.try_get("pid")
}
