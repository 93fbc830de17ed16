//! Archive of old games: packs the events of games that ended long ago.

use std::time::Duration;

use sumito_game::Timestamp;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tracing::info;

use sumito_kit::metrics;
use sumito_store::{ArchiveStats, Store, StoreError};

/// Games that are packed in one transaction.
const AT_ONCE: u32 = 32;

/// Pause between two transactions for other writers: a server with years of games packs them in the background.
const PAUSE: Duration = Duration::from_millis(50);

/// Packs the events of all games that ended before `before` and are not packed yet, in small batches, until none is left or `stopping` is
/// cancelled. Returns the amount packed.
///
/// # Errors
/// [`StoreError::Unavailable`] if the storage is unavailable. Games packed until then stay packed.
pub async fn archive_all(
    store: &Store,
    before: Timestamp,
    stopping: &CancellationToken,
) -> Result<ArchiveStats, StoreError> {
    let mut sum = ArchiveStats::default();
    while !stopping.is_cancelled() {
        let archived = store.archive(before, AT_ONCE).await?;
        metrics::archived(archived.games, archived.bytes_before, archived.bytes_after);
        sum.games += archived.games;
        sum.left += archived.left;
        sum.events += archived.events;
        sum.bytes_before += archived.bytes_before;
        sum.bytes_after += archived.bytes_after;
        if !archived.more {
            break;
        }
        tokio::select! {
            () = stopping.cancelled() => {}
            () = sleep(PAUSE) => {}
        }
    }
    if sum.games > 0 {
        let ArchiveStats { games, left, events, bytes_before, bytes_after, .. } = sum;
        info!(games, skipped = left, events, bytes_before, bytes_after, "games archived");
    }
    Ok(sum)
}
