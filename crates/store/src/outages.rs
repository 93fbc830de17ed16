//! Storage outages and server downtime.

use sumito_game::Timestamp;

use super::{StoreError, store_api};

/// A period in which the storage was unavailable, or in which no server was running.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outage {
    /// Start of the outage.
    pub began: Timestamp,
    /// End of the outage.
    pub ended: Timestamp,
}

store_api! { each:
    /// Returns the last `limit` outages, in the order of their ends.
    pub async fn outages(&self, limit: u32) -> Result<Vec<Outage>, StoreError>;

    /// Returns the last heartbeat of a server; `None` if there never was a server.
    pub async fn last_heartbeat(&self) -> Result<Option<Timestamp>, StoreError>;
}
