//! The connection that writes events.

use std::sync::Arc;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};
use sumito_game::Timestamp;
use tokio::sync::Semaphore;

use super::checkpoints::Checkpoints;
use super::queries::{self, Pool};
use crate::nodes::{FILE_LEASE, NodeKey};
use crate::{Change, Outage, StoreError};

type Result<T> = std::result::Result<T, StoreError>;

/// Writer of events.
#[derive(Debug)]
pub(crate) enum Writer {
    File(Box<FileWriter>),
    /// In memory: shares the single connection.
    Memory(Pool, NodeKey),
}

/// Writer to a file, with a separate connection.
#[derive(Debug)]
pub(crate) struct FileWriter {
    connection: Option<SqliteConnection>,
    node: NodeKey,
    /// Whether the connection may be in the middle of a transaction, or is unreliable after an error.
    is_in_doubt: bool,
    options: SqliteConnectOptions,
    turn: Arc<Semaphore>,
    checkpoints: Checkpoints,
}

impl Writer {
    pub(super) fn of_file(
        connection: SqliteConnection,
        node: NodeKey,
        options: SqliteConnectOptions,
        turn: Arc<Semaphore>,
        checkpoints: Checkpoints,
    ) -> Self {
        let connection = Some(connection);
        Self::File(Box::new(FileWriter { connection, node, is_in_doubt: false, options, turn, checkpoints }))
    }

    pub(super) fn in_memory(pool: Pool, node: NodeKey) -> Self {
        Self::Memory(pool, node)
    }

    pub(crate) async fn append(&mut self, changes: &[Change]) -> Result<()> {
        self.write(async |connection, node| queries::append(connection, node, changes).await).await
    }

    pub(crate) async fn write_heartbeat(&mut self, now: Timestamp, outages: &[Outage]) -> Result<()> {
        self.write(async |connection, node| {
            queries::write_heartbeat(connection, node, None, now, outages).await?;
            queries::nodes::renew(connection, node.id, FILE_LEASE, None).await
        })
        .await
    }

    pub(crate) async fn close(self) {
        if let Self::File(file) = self
            && let Some(mut connection) = file.connection
        {
            // The next server does not need it to detect the end of this one.
            let _ = queries::nodes::leave(&mut connection, file.node.id, None).await;
            // A file that fails to close needs no further handling.
            let _ = connection.close().await;
        }
    }

    async fn write(
        &mut self,
        work: impl AsyncFnOnce(&mut SqliteConnection, NodeKey) -> Result<bool>,
    ) -> Result<()> {
        // The file is locked: no other server can fence this one.
        let _ = match self {
            Self::Memory(pool, node) => {
                let node = *node;
                pool.run(async move |connection| work(connection, node).await).await?
            }
            Self::File(file) => file.write(work).await?,
        };
        Ok(())
    }
}

impl FileWriter {
    async fn write(
        &mut self,
        work: impl AsyncFnOnce(&mut SqliteConnection, NodeKey) -> Result<bool>,
    ) -> Result<bool> {
        let turn = Arc::clone(&self.turn);
        let _turn = turn.acquire().await;
        let node = self.node;
        let connection = self.ready().await?;
        let outcome = work(connection, node).await;
        self.is_in_doubt = match &outcome {
            Ok(_) => false,
            // After a fault of the file itself, the connection may be unusable.
            Err(StoreError::Unavailable(_)) => true,
            Err(_) => connection.is_in_transaction(),
        };
        self.checkpoints.count();
        outcome
    }

    /// Returns an idle connection, and marks it as in doubt until the caller clears that.
    async fn ready(&mut self) -> Result<&mut SqliteConnection> {
        if self.is_in_doubt {
            if let Some(connection) = &mut self.connection {
                // The answer comes after the answers to all earlier requests, if it comes at all.
                let _ = connection.ping().await;
            }
            self.connection = None;
        }
        self.is_in_doubt = true;
        if self.connection.is_none() {
            self.connection = Some(self.options.connect().await?);
        }
        self.connection.as_mut().ok_or_else(StoreError::too_slow)
    }
}
