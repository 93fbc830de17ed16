//! Push subscriptions of browsers. Each belongs to a session, and ends with it.

use sumito_game::{Timestamp, UserId};

use super::{SessionId, Store, StoreError, each_database};

/// A push subscription of a browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PushRow {
    /// URL at the push service for its messages.
    pub endpoint: String,
    /// Public key of the browser: a point of P-256, uncompressed.
    pub p256dh: Vec<u8>,
    /// Authentication secret of the browser.
    pub auth: Vec<u8>,
    /// Language of its page, as a word that the store does not interpret.
    pub language: String,
    /// Start of an unbroken series of failed pushes; `None` after a successful push.
    pub failing_since: Option<Timestamp>,
}

impl Store {
    /// Sets the push subscription for a session of `user`. An equal endpoint of another session is removed, since it is the same browser.
    /// Of a user's subscriptions the newest `most` are kept.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the storage is unavailable.
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

    /// Removes the push subscription of a session.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the storage is unavailable.
    pub async fn remove_push(&self, session: SessionId) -> Result<(), StoreError> {
        each_database!(self, queries => queries.remove_push(session).await)
    }

    /// Returns whether a session has a push subscription.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database does not answer in time.
    pub async fn has_push(&self, session: SessionId) -> Result<bool, StoreError> {
        each_database!(self, queries => queries.has_push(session).await)
    }

    /// Returns the push subscriptions of a user.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database does not answer in time.
    pub async fn pushes_to(&self, user: UserId, now: Timestamp) -> Result<Vec<PushRow>, StoreError> {
        each_database!(self, queries => queries.pushes_to(user, now).await)
    }

    /// Records whether a push to an endpoint succeeded at `now`.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the storage is unavailable.
    pub async fn record_push(&self, endpoint: &str, taken: bool, now: Timestamp) -> Result<(), StoreError> {
        each_database!(self, queries => queries.record_push(endpoint, taken, now).await)
    }

    /// Removes an endpoint.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the storage is unavailable.
    pub async fn forget_push(&self, endpoint: &str) -> Result<(), StoreError> {
        each_database!(self, queries => queries.forget_push(endpoint).await)
    }
}
