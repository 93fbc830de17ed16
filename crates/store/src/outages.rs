//! Storage outages and server downtime.

use sumito_game::Timestamp;

use super::{Store, StoreError, each};

/// A period in which the storage was unavailable, or in which no server was running.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outage {
    /// Start of the outage.
    pub began: Timestamp,
    /// End of the outage.
    pub ended: Timestamp,
}

impl Store {
    /// Returns the last `limit` outages, in the order of their ends.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database does not answer.
    pub async fn outages(&self, limit: u32) -> Result<Vec<Outage>, StoreError> {
        each!(self, queries => queries.outages(limit).await)
    }

    /// Returns the last heartbeat of a server; `None` if there never was a server.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database does not answer.
    pub async fn last_heartbeat(&self) -> Result<Option<Timestamp>, StoreError> {
        each!(self, queries => queries.last_heartbeat().await)
    }
}
