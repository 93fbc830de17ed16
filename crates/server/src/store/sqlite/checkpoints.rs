//! Carrying the write-ahead log over into the file, beside the writer.
//!
//! SQLite does that by itself when the log is long, in the middle of a transaction, which then takes ten times as long as any
//! other. Here another connection does it while the writer goes on.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::{Row, SqliteConnection, SqlitePool};
use tokio::sync::Notify;
use tracing::{debug, warn};

/// Transactions after which the log is carried over.
const TRANSACTIONS: u32 = 128;

/// Pages in a log after which the writer is made to begin it anew: 16 MiB.
const LONG_LOG: i64 = 4_096;

/// Pages in a log after which SQLite no longer waits for us: 64 MiB.
pub(super) const TOO_LONG_LOG: &str = "16384";

/// Counts transactions. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(super) struct Checkpoints {
    transactions: Arc<AtomicU32>,
    due: Arc<Notify>,
}

impl Checkpoints {
    /// Something may have been written.
    pub(super) fn count(&self) {
        if self.transactions.fetch_add(1, Ordering::Relaxed) % TRANSACTIONS == TRANSACTIONS - 1 {
            self.due.notify_one();
        }
    }

    /// Carries the log over whenever that is due, until the pools are closed. Where it fails, SQLite does it by itself, later.
    pub(super) async fn run(self, writer: SqlitePool, beside: SqlitePool) {
        loop {
            tokio::select! {
                () = self.due.notified() => {}
                () = writer.close_event() => return,
            }
            if let Err(error) = carry_over(&writer, &beside).await {
                debug!(%error, "the write-ahead log is not carried over");
            }
        }
    }
}

async fn carry_over(writer: &SqlitePool, beside: &SqlitePool) -> sqlx::Result<()> {
    let pages = checkpoint(&mut *beside.acquire().await?, "PRAGMA wal_checkpoint(PASSIVE)").await?;
    if pages >= LONG_LOG {
        // Only what was written meanwhile is left: the writer does not wait long.
        let left = checkpoint(&mut *writer.acquire().await?, "PRAGMA wal_checkpoint(RESTART)").await?;
        if left >= LONG_LOG * 2 {
            warn!(pages = left, "the write-ahead log grows: something reads for long");
        }
    }
    Ok(())
}

/// Returns how many pages are in the log.
async fn checkpoint(connection: &mut SqliteConnection, sql: &'static str) -> sqlx::Result<i64> {
    sqlx::query(sql).fetch_one(connection).await?.try_get(1)
}
