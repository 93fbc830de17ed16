//! Browsers that are pushed to. Each is a session's, and ends with it.

use sumito_game::{Timestamp, UserId};

use super::{SessionId, Store, StoreError, each_database};

/// A browser that is pushed to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PushRow {
    /// Where its push service takes what is for it.
    pub endpoint: String,
    /// Its public key: a point of P-256, uncompressed.
    pub p256dh: Vec<u8>,
    /// Its secret.
    pub auth: Vec<u8>,
    /// The language of its page, as a word that only the caller understands.
    pub language: String,
    /// Since when every push to it has failed; `None` after one that was taken.
    pub failing_since: Option<Timestamp>,
}

impl Store {
    /// Has the browser of a session of `user` pushed to, in place of what was known of it. Another session that had the same endpoint
    /// has none any more: it is the same browser. Of a user's browsers the `most` newest stay.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when nothing can be stored.
    pub async fn set_push(
        &self,
        user: UserId,
        session: SessionId,
        row: &PushRow,
        now: Timestamp,
        most: u32,
    ) -> Result<(), StoreError> {
        each_database!(self, queries => queries.set_push(user, session, row, now, most).await)
    }

    /// Has the browser of a session pushed to no more.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when nothing can be stored.
    pub async fn remove_push(&self, session: SessionId) -> Result<(), StoreError> {
        each_database!(self, queries => queries.remove_push(session).await)
    }

    /// Whether the browser of a session is pushed to.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer in time.
    pub async fn has_push(&self, session: SessionId) -> Result<bool, StoreError> {
        each_database!(self, queries => queries.has_push(session).await)
    }

    /// The browsers of a user that are pushed to.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database does not answer in time.
    pub async fn pushes_to(&self, user: UserId, now: Timestamp) -> Result<Vec<PushRow>, StoreError> {
        each_database!(self, queries => queries.pushes_to(user, now).await)
    }

    /// Notes whether a push to an endpoint was taken at `now`.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when nothing can be stored.
    pub async fn note_push(&self, endpoint: &str, taken: bool, now: Timestamp) -> Result<(), StoreError> {
        each_database!(self, queries => queries.note_push(endpoint, taken, now).await)
    }

    /// Forgets an endpoint.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when nothing can be stored.
    pub async fn forget_push(&self, endpoint: &str) -> Result<(), StoreError> {
        each_database!(self, queries => queries.forget_push(endpoint).await)
    }
}
