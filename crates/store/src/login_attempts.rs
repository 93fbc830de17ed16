//! Attempts with passwords and codes, counted for all nodes of a database.

use std::time::Duration;

use sha2::{Digest, Sha256};

use super::{StoreError, store_api};

/// Hashed name of the limited thing, for example an account together with an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AttemptKey(pub(super) [u8; 16]);

impl AttemptKey {
    /// Returns the key of a limit and the thing it applies to.
    pub fn new(limit: &str, parts: &[&[u8]]) -> Self {
        let mut digest = Sha256::new_with_prefix(limit);
        for part in parts {
            digest.update((part.len() as u64).to_be_bytes());
            digest.update(part);
        }
        Self(digest.finalize().first_chunk().copied().expect("32 bytes have a first half"))
    }
}

store_api! { each_database:
    /// Counts an attempt: `burst` are allowed at once, and as many again in each `span`. Returns the time until the next attempt is allowed
    /// if this attempt is not.
    pub async fn count_attempt(&self, key: AttemptKey, burst: u32, span: Duration) -> Result<Option<Duration>, StoreError>;

    /// Removes at most `limit` rows of limits of which all attempts are allowed again; returns the number removed.
    pub async fn forget_attempts(&self, limit: u32) -> Result<u64, StoreError>;
}
