//! The connection that writes what happens in rooms.

use std::sync::Arc;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};
use sumito_game::Timestamp;
use tokio::sync::Semaphore;

use super::checkpoints::Checkpoints;
use super::queries::{self, Pool};
use crate::store::{Outage, RoomChange, StoreError};

type Result<T> = std::result::Result<T, StoreError>;

/// Writes what happens in rooms.
#[derive(Debug)]
pub(in crate::store) enum Writer {
    File(Box<FileWriter>),
    /// There is one connection for everything.
    Memory(Pool),
}

/// Writes to a file, through a connection of its own.
#[derive(Debug)]
pub(in crate::store) struct FileWriter {
    connection: Option<SqliteConnection>,
    /// Whether the connection may be in the midst of something, or is not to be trusted after an error.
    is_in_doubt: bool,
    options: SqliteConnectOptions,
    turn: Arc<Semaphore>,
    checkpoints: Checkpoints,
}

impl Writer {
    pub(super) fn of_file(
        connection: SqliteConnection,
        options: SqliteConnectOptions,
        turn: Arc<Semaphore>,
        checkpoints: Checkpoints,
    ) -> Self {
        let connection = Some(connection);
        Self::File(Box::new(FileWriter { connection, is_in_doubt: false, options, turn, checkpoints }))
    }

    pub(super) fn in_memory(pool: Pool) -> Self {
        Self::Memory(pool)
    }

    pub(in crate::store) async fn append(&mut self, changes: &[RoomChange]) -> Result<()> {
        self.write(async |connection| queries::append(connection, changes).await).await
    }

    pub(in crate::store) async fn note_alive(&mut self, now: Timestamp, outages: &[Outage]) -> Result<()> {
        self.write(async |connection| queries::note_alive(connection, now, outages).await).await
    }

    pub(in crate::store) async fn close(self) {
        if let Self::File(file) = self
            && let Some(connection) = file.connection
        {
            // There is nothing that could be done about a file that cannot be closed.
            let _ = connection.close().await;
        }
    }

    async fn write(&mut self, work: impl AsyncFnOnce(&mut SqliteConnection) -> Result<()>) -> Result<()> {
        match self {
            Self::Memory(pool) => pool.run(work).await,
            Self::File(file) => file.write(work).await,
        }
    }
}

impl FileWriter {
    async fn write(&mut self, work: impl AsyncFnOnce(&mut SqliteConnection) -> Result<()>) -> Result<()> {
        let turn = Arc::clone(&self.turn);
        let _turn = turn.acquire().await;
        let connection = self.ready().await?;
        let outcome = work(connection).await;
        self.is_in_doubt = match &outcome {
            Ok(()) => false,
            // What the file itself is at fault for may leave a connection that is no good.
            Err(StoreError::Unavailable(_)) => true,
            Err(_) => connection.is_in_transaction(),
        };
        self.checkpoints.count();
        outcome
    }

    /// A connection on which nothing is under way, and that is in doubt until it is said otherwise.
    async fn ready(&mut self) -> Result<&mut SqliteConnection> {
        if self.is_in_doubt {
            if let Some(connection) = &mut self.connection {
                // It is answered after everything that was asked before, if it is answered at all.
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
