//! Games that ended long ago: their events are packed.

use std::time::Duration;

use sumito_game::Timestamp;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tracing::info;

use crate::metrics;
use crate::store::{Archived, Store, StoreError};

/// Games that are packed in one transaction.
const AT_ONCE: u32 = 32;

/// Between two transactions others write: a server that has years to pack does so beside everything else.
const PAUSE: Duration = Duration::from_millis(50);

/// Packs the events of all games that had ended before `before` and are not packed yet, some at a time, until that is done or `stopping` is
/// cancelled. Returns how much that was.
///
/// # Errors
/// [`StoreError::Unavailable`] when nothing can be stored. What was packed until then stays so.
pub async fn archive_all(
    store: &Store,
    before: Timestamp,
    stopping: &CancellationToken,
) -> Result<Archived, StoreError> {
    let mut sum = Archived::default();
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
        let Archived { games, left, events, bytes_before, bytes_after, .. } = sum;
        info!(games, left, events, bytes_before, bytes_after, "archived");
    }
    Ok(sum)
}
