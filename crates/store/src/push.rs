//! Push subscriptions of browsers. Each belongs to a session, and ends with it.

use sumito_game::{Timestamp, UserId};

use super::{SessionId, StoreError, store_api};

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

store_api! { each_database:
    /// Sets the push subscription for a session of `user`. An equal endpoint of another session is removed, since it is the same browser.
    /// Of a user's subscriptions the newest `max` are kept.
    pub async fn set_push(
        &self,
        user: UserId,
        session: SessionId,
        row: &PushRow,
        now: Timestamp,
        max: u32,
    ) -> Result<(), StoreError>;

    /// Removes the push subscription of a session.
    pub async fn remove_push(&self, session: SessionId) -> Result<(), StoreError>;

    /// Returns whether a session has a push subscription.
    pub async fn has_push(&self, session: SessionId) -> Result<bool, StoreError>;

    /// Returns the push subscriptions of a user.
    pub async fn pushes_to(&self, user: UserId, now: Timestamp) -> Result<Vec<PushRow>, StoreError>;

    /// Records whether a push to an endpoint succeeded at `now`.
    pub async fn record_push(&self, endpoint: &str, taken: bool, now: Timestamp) -> Result<(), StoreError>;

    /// Removes an endpoint.
    pub async fn forget_push(&self, endpoint: &str) -> Result<(), StoreError>;
}
