//! Checkpoints of the write-ahead log into the database file, concurrently with the writer.
//!
//! SQLite does that automatically if the log is long, within a transaction that then takes many times as long as usual. Here a separate
//! connection does it while the writer continues.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection, Row};
use tokio::sync::{Notify, Semaphore};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::debug;

/// Number of transactions between checkpoints.
const TRANSACTIONS: u32 = 256;

/// Log size in pages at which the log is to restart: 32 MiB.
const LONG_LOG: i64 = 8_192;

/// Log size in pages at which SQLite checkpoints automatically: 128 MiB.
pub(super) const TOO_LONG_LOG: &str = "32768";

/// Triggers the checkpoints. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(super) struct Checkpoints {
    transactions: Arc<AtomicU32>,
    due: Arc<Notify>,
    closing: CancellationToken,
    task: TaskTracker,
}

impl Checkpoints {
    /// Counts a transaction.
    pub(super) fn count(&self) {
        if self.transactions.fetch_add(1, Ordering::Relaxed) % TRANSACTIONS == TRANSACTIONS - 1 {
            self.due.notify_one();
        }
    }

    /// Runs the checkpoints when they are due, until it is closed. The holder of the `turn` may write.
    pub(super) fn start(&self, options: SqliteConnectOptions, turn: Arc<Semaphore>) {
        self.task.spawn(self.clone().run(options, turn));
    }

    /// Stops after the checkpoint in progress.
    pub(super) async fn close(&self) {
        self.closing.cancel();
        self.task.close();
        self.task.wait().await;
    }

    async fn run(self, options: SqliteConnectOptions, turn: Arc<Semaphore>) {
        let mut connection = None;
        while self.closing.run_until_cancelled(self.due.notified()).await.is_some() {
            if let Err(error) = carry_over(&mut connection, &options, &turn).await {
                debug!(%error, "WAL checkpoint failed; left to SQLite");
            }
        }
        if let Some(connection) = connection {
            // A file that fails to close needs no further handling.
            let _ = connection.close().await;
        }
    }
}

async fn carry_over(
    connection: &mut Option<SqliteConnection>,
    options: &SqliteConnectOptions,
    turn: &Semaphore,
) -> sqlx::Result<()> {
    let connection = match connection {
        Some(connection) => connection,
        None => connection.insert(options.connect().await?),
    };
    if checkpoint(connection).await? >= LONG_LOG {
        // Copies the rest while no transaction writes: with nothing left to copy, the next transaction restarts the log.
        let _turn = turn.acquire().await;
        checkpoint(connection).await?;
    }
    Ok(())
}

/// Copies all pages that no reader blocks; returns the number of pages in the log.
async fn checkpoint(connection: &mut SqliteConnection) -> sqlx::Result<i64> {
    sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").fetch_one(connection).await?.try_get("log")
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use sqlx::sqlite::SqliteJournalMode;

    use super::*;

    #[tokio::test]
    async fn long_log_restarts() {
        let folder = tempfile::tempdir().unwrap();
        let options = SqliteConnectOptions::new()
            .filename(folder.path().join("log.db"))
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .pragma("wal_autocheckpoint", TOO_LONG_LOG);
        let (mut writer, mut checkpointer) = (options.connect().await.unwrap(), None);
        sqlx::query("CREATE TABLE things (bytes BLOB)").execute(&mut writer).await.unwrap();

        sqlx::query("INSERT INTO things VALUES (zeroblob(40000000))").execute(&mut writer).await.unwrap();
        let long = checkpoint(&mut writer).await.unwrap();
        carry_over(&mut checkpointer, &options, &Semaphore::new(1)).await.unwrap();
        sqlx::query("INSERT INTO things VALUES (zeroblob(1))").execute(&mut writer).await.unwrap();
        let anew = checkpoint(&mut writer).await.unwrap();
        assert!(0 < anew && anew < LONG_LOG && LONG_LOG < long, "{long} pages, then {anew}");
    }

    #[test]
    fn checkpoint_is_due_after_enough_transactions() {
        let checkpoints = Checkpoints::default();
        for _ in 0..2 {
            (1..TRANSACTIONS).for_each(|_| checkpoints.count());
            assert_eq!(checkpoints.due.notified().now_or_never(), None);
            checkpoints.count();
            assert_eq!(checkpoints.due.notified().now_or_never(), Some(()));
        }
    }
}
