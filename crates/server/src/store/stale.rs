//! What is kept no longer than it has to be.

use sumito_game::Timestamp;
use uuid::Uuid;

use super::{SessionId, Store, StoreError, each_database};

/// Rows whose time is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stale {
    /// Sessions and tokens that have expired by then, and guests who have nothing else.
    Sessions(Timestamp),
    /// Sessions of guests who have nothing else and have used none of them since then, and these guests.
    QuietGuests(Timestamp),
    /// Lines of chat from before then.
    Lines(Timestamp),
    /// Reports that a moderator closed by then.
    Reports(Timestamp),
    /// Challenges that ended before then.
    Challenges(Timestamp),
}

/// A place in the order in which stale rows are found.
pub type StaleCursor = (Timestamp, Uuid);

/// The ids of some stale rows, and where the next ones are found; `None` after the last ones.
pub type StaleIds = (Vec<Uuid>, Option<StaleCursor>);

/// What was removed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Removal {
    /// How many rows.
    pub rows: u64,
    /// Of these, sessions and tokens.
    pub sessions: Vec<SessionId>,
    /// Of these, guests.
    pub guests: u64,
}

impl Store {
    /// Looks at up to `limit` rows after a place, the oldest first, and returns those that are stale. Only reads.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer.
    pub async fn stale(
        &self,
        what: Stale,
        after: Option<StaleCursor>,
        limit: u32,
    ) -> Result<StaleIds, StoreError> {
        each_database!(self, queries => queries.stale(what, after, limit).await)
    }

    /// Removes those of the rows that are still stale, in one transaction.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when nothing can be stored.
    pub async fn remove_stale(&self, what: Stale, ids: &[Uuid]) -> Result<Removal, StoreError> {
        each_database!(self, queries => queries.remove_stale(what, ids).await)
    }
}
