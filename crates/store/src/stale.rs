//! Expired rows.

use sumito_game::Timestamp;
use uuid::Uuid;

use super::{SessionId, StoreError, store_api};

/// Kinds of expired rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stale {
    /// Sessions and tokens that have expired by then, and guests who have no other data.
    Sessions(Timestamp),
    /// Sessions of guests who have no other data and have used none of them since then, and these guests.
    QuietGuests(Timestamp),
    /// Chat lines from before then.
    Lines(Timestamp),
    /// Reports that a moderator closed by then.
    Reports(Timestamp),
    /// Challenges that ended before then.
    Challenges(Timestamp),
    /// Recurring tournaments of the configuration that had to start by then and were cancelled because no participant entered.
    Tournaments(Timestamp),
}

/// A cursor in the order in which stale rows are found.
pub type StaleCursor = (Timestamp, Uuid);

/// The ids of a page of stale rows, and the cursor of the next page; `None` after the last page.
pub type StaleIds = (Vec<Uuid>, Option<StaleCursor>);

/// Statistics of a removal.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Removal {
    /// Number of removed rows.
    pub rows: u64,
    /// Removed sessions and tokens.
    pub sessions: Vec<SessionId>,
    /// Number of removed guests.
    pub guests: u64,
}

store_api! { each_database:
    /// Reads up to `limit` rows after a cursor, oldest first, and returns those that are stale. Only reads.
    pub async fn stale(&self, what: Stale, after: Option<StaleCursor>, limit: u32) -> Result<StaleIds, StoreError>;

    /// Removes the rows that are still stale, in one transaction.
    pub async fn remove_stale(&self, what: Stale, ids: &[Uuid]) -> Result<Removal, StoreError>;
}
