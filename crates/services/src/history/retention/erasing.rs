//! Erasure of the data of deleted users, in small batches so that no other work waits for it. The deletion itself stores the user ids, so
//! that an interrupted erasure continues after a restart.

use tokio_util::sync::CancellationToken;
use tracing::info;

use sumito_store::{Store, StoreError};

/// Rows that are removed in one transaction.
const ERASED_AT_ONCE: u32 = 200;

/// Erases the data of all deleted users, until done or `stopping` is cancelled.
///
/// # Errors
/// [`StoreError::Unavailable`] if the database does not answer. The remaining data is erased by a later call.
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
        info!(user = %user.0, "deleted user erased");
    }
    Ok(())
}
