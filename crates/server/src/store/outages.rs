//! When nothing could be stored.

use sumito_game::Timestamp;

use super::{Store, StoreError, each};

/// A time in which nothing could be stored, or in which there was no server at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outage {
    /// When it began.
    pub began: Timestamp,
    /// When it was over.
    pub ended: Timestamp,
}

impl Store {
    /// The last `limit` outages, in the order in which they ended.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn outages(&self, limit: u32) -> Result<Vec<Outage>, StoreError> {
        each!(self, queries => queries.outages(limit).await)
    }

    /// When a server last said that it was there; `None` if there never was one.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn last_alive(&self) -> Result<Option<Timestamp>, StoreError> {
        each!(self, queries => queries.last_alive().await)
    }
}
