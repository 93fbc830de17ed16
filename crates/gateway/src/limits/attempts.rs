//! Attempts with passwords and codes, which are counted in the store.

use std::time::Duration;

use super::table::{Budget, Limit};
use sumito_kit::retry::Retry;
use sumito_store::{AttemptKey, Store, StoreError};

/// Interval of the cleanup of counts that are no longer needed.
const CLEAN_UP_EVERY: Duration = Duration::from_mins(1);

/// Maximum number of counts that are removed in one transaction.
const REMOVED_AT_ONCE: u32 = 1_000;

/// Counts of attempts.
#[derive(Debug)]
pub(super) struct Attempts {
    store: Store,
}

impl Attempts {
    pub(super) fn new(store: Store) -> Self {
        Self { store }
    }

    /// Counts an attempt for the thing that `key` names. Returns the time until the next attempt is allowed if this attempt is not.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub(super) async fn count(
        &self,
        limit: Limit,
        Budget { burst, span }: Budget,
        key: &[&[u8]],
    ) -> Result<Option<Duration>, StoreError> {
        if burst == 0 {
            return Ok(None);
        }
        self.store.count_attempt(AttemptKey::new(limit.name(), key), burst, span).await
    }
}

/// Removes counts that are no longer needed, for ever.
pub(crate) async fn run_cleanup(store: &Store) {
    let forget = || async {
        while store.forget_attempts(REMOVED_AT_ONCE).await? == u64::from(REMOVED_AT_ONCE) {}
        Ok::<_, StoreError>(())
    };
    Retry::new("cleanup of password attempts").run_every(CLEAN_UP_EVERY, forget).await;
}
