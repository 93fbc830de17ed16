//! Removing what is kept of users who were deleted, a few rows at a time, so that nothing waits for it. Who they are is stored with the
//! deletion: after a stop in the middle of it the rest goes.

use tokio_util::sync::CancellationToken;
use tracing::info;

use crate::store::{Store, StoreError};

/// Rows that are removed in one transaction.
const ERASED_AT_ONCE: u32 = 200;

/// Removes all of it, until `stopping` is cancelled.
///
/// # Errors
/// [`StoreError::Unavailable`] when the database does not answer. What is left goes another time.
pub async fn erase_deleted(store: &Store, stopping: &CancellationToken) -> Result<(), StoreError> {
    while let Some(user) = store.deleted_with_rows().await? {
        loop {
            if stopping.is_cancelled() {
                return Ok(());
            }
            if store.erase(user, ERASED_AT_ONCE).await? {
                break;
            }
        }
        info!(user = %user.0, "all rows of a deleted user are gone");
    }
    Ok(())
}
