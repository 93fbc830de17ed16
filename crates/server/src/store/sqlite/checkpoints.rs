//! Carrying the write-ahead log over into the file, beside the writer.
//!
//! SQLite does that by itself when the log is long, in the middle of a transaction, which then takes many times as long as any
//! other. Here another connection does it while the writer goes on.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::{Row, SqlitePool};
use tokio::sync::Notify;
use tracing::debug;

/// Transactions after which the log is carried over.
const TRANSACTIONS: u32 = 256;

/// Pages in a log that is to begin anew: 32 MiB.
const LONG_LOG: i64 = 8_192;

/// Pages in a log after which SQLite waits for us no longer: 128 MiB.
pub(super) const TOO_LONG_LOG: &str = "32768";

/// Knows when the log is to be carried over. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(super) struct Checkpoints {
    transactions: Arc<AtomicU32>,
    due: Arc<Notify>,
}

impl Checkpoints {
    /// Counts a transaction.
    pub(super) fn count(&self) {
        if self.transactions.fetch_add(1, Ordering::Relaxed) % TRANSACTIONS == TRANSACTIONS - 1 {
            self.due.notify_one();
        }
    }

    /// Carries the log over whenever that is due, until `beside` is closed.
    pub(super) async fn run(self, writer: SqlitePool, beside: SqlitePool) {
        loop {
            tokio::select! {
                () = self.due.notified() => {}
                () = beside.close_event() => return,
            }
            if let Err(error) = carry_over(&writer, &beside).await {
                debug!(%error, "the write-ahead log was not carried over; SQLite will do it by itself");
            }
        }
    }
}

async fn carry_over(writer: &SqlitePool, beside: &SqlitePool) -> sqlx::Result<()> {
    if checkpoint(beside).await? >= LONG_LOG {
        // What was written meanwhile: when nothing is left to carry over, the next transaction begins the log anew.
        checkpoint(writer).await?;
    }
    Ok(())
}

/// Carries over what nobody is in the way of; returns how many pages are in the log.
async fn checkpoint(pool: &SqlitePool) -> sqlx::Result<i64> {
    sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").fetch_one(pool).await?.try_get("log")
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions};

    use super::*;

    #[tokio::test]
    async fn a_long_log_begins_anew() {
        let folder = tempfile::tempdir().unwrap();
        let options = SqliteConnectOptions::new()
            .filename(folder.path().join("log.db"))
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .pragma("wal_autocheckpoint", TOO_LONG_LOG);
        let pool = || SqlitePoolOptions::new().max_connections(1).connect_lazy_with(options.clone());
        let (writer, beside) = (pool(), pool());
        sqlx::query("CREATE TABLE things (bytes BLOB)").execute(&writer).await.unwrap();

        sqlx::query("INSERT INTO things VALUES (zeroblob(40000000))").execute(&writer).await.unwrap();
        let long = checkpoint(&beside).await.unwrap();
        carry_over(&writer, &beside).await.unwrap();
        sqlx::query("INSERT INTO things VALUES (zeroblob(1))").execute(&writer).await.unwrap();
        let anew = checkpoint(&beside).await.unwrap();
        assert!(0 < anew && anew < LONG_LOG && LONG_LOG < long, "{long} pages, then {anew}");
    }

    #[test]
    fn it_is_due_after_so_many_transactions() {
        let checkpoints = Checkpoints::default();
        for _ in 0..2 {
            (1..TRANSACTIONS).for_each(|_| checkpoints.count());
            assert_eq!(checkpoints.due.notified().now_or_never(), None);
            checkpoints.count();
            assert_eq!(checkpoints.due.notified().now_or_never(), Some(()));
        }
    }
}
