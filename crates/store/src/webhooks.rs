//! Webhooks of users, and the messages that wait for their delivery.

use std::net::IpAddr;

use sumito_game::{Timestamp, TournamentId, UserId};
use uuid::Uuid;

use super::{StoreError, store_api};

/// A webhook of a user, or of one of the user's apps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookRow {
    /// Id of the webhook.
    pub id: Uuid,
    /// The app whose users' events it receives; `None`: it receives its owner's events.
    pub app: Option<Uuid>,
    /// Address of the receiver.
    pub url: String,
    /// Key of the signatures.
    pub secret: Vec<u8>,
    /// Names of the events, separated by spaces; the store searches it for words.
    pub events: String,
    /// Time of its creation. Earlier events are not delivered.
    pub created_at: Timestamp,
    /// Time of the last attempt.
    pub tried_at: Option<Timestamp>,
    /// The reason why the last attempt failed.
    pub failure: Option<String>,
    /// Whether deliveries have stopped after too many failures.
    pub disabled: bool,
    /// Number of messages that wait for their delivery.
    pub waiting: u32,
}

/// An event for the webhooks of a user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookMessage {
    /// The user whom it concerns. That user's webhooks receive it, and webhooks of apps with the user's permission.
    pub user: UserId,
    /// Name of the event.
    pub event: &'static str,
    /// The event's subject. A webhook receives each event about it once.
    pub subject: Uuid,
    /// Time of the event.
    pub at: Timestamp,
    /// The message, as JSON.
    pub payload: String,
}

/// The receivers of due messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pace {
    /// New ones, and those that answered their last message quickly.
    Quick,
    /// Those that took long to answer their last message.
    Slow,
}

/// A message that is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueDelivery {
    /// Id of the message, the same for each attempt.
    pub id: Uuid,
    /// Webhook of the message.
    pub webhook: Uuid,
    /// The user who owns the webhook.
    pub user: UserId,
    /// The network from which the user was last logged in to, if known.
    pub network: Option<IpAddr>,
    /// Address of the receiver.
    pub url: String,
    /// Key of the signatures.
    pub secret: Vec<u8>,
    /// The message, as JSON.
    pub payload: String,
    /// Number of failed attempts so far.
    pub attempts: u32,
    /// Number of failed attempts since the webhook last worked.
    pub failures: u32,
}

/// Result of an attempt to deliver a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeliveryOutcome {
    /// The receiver has taken it.
    Taken,
    /// The attempt failed. All messages of the webhook wait until its next attempt.
    Failed {
        /// The reason for its owner.
        why: String,
        /// Time of the next attempt.
        next: Timestamp,
        /// Whether the message is dropped.
        dropped: bool,
    },
    /// The last attempt failed for this reason: the webhook is disabled, and its messages are dropped.
    GivenUp(String),
}

store_api! { each_database:
    /// Adds a webhook of `user`; returns whether it did: not if there are `max` already.
    pub async fn add_webhook(&self, user: UserId, webhook: &WebhookRow, max: u32) -> Result<bool, StoreError>;

    /// Returns the webhooks of a user, the oldest first.
    pub async fn webhooks(&self, user: UserId) -> Result<Vec<WebhookRow>, StoreError>;

    /// Removes a webhook of a user with its messages; returns whether there was one.
    pub async fn remove_webhook(&self, user: UserId, id: Uuid) -> Result<bool, StoreError>;

    /// Returns the users among `users` with a webhook for events of this kind.
    pub async fn users_with_webhook(&self, event: &str, users: &[UserId]) -> Result<Vec<UserId>, StoreError>;

    /// Returns the participants of a tournament with a webhook for events of this kind.
    pub async fn participants_with_webhook(
        &self,
        event: &str,
        tournament: TournamentId,
    ) -> Result<Vec<UserId>, StoreError>;

    /// Adds messages for the webhooks of their users and of the apps that these have allowed it. A webhook with `max` messages gets no
    /// more; returns the number of messages left out.
    pub async fn add_webhook_messages(&self, messages: &[WebhookMessage], max: u32) -> Result<u64, StoreError>;

    /// Returns messages that are due at webhooks of this pace, at most one for each webhook and none for those `in_flight`. The first
    /// message of each user comes before the second one of any; webhooks that work come before others, then the longest due.
    pub async fn due_deliveries(
        &self,
        pace: Pace,
        now: Timestamp,
        in_flight: &[Uuid],
        limit: u32,
    ) -> Result<Vec<DueDelivery>, StoreError>;

    /// Returns the time at which the next message is due.
    pub async fn next_delivery_at(&self) -> Result<Option<Timestamp>, StoreError>;

    /// Records an attempt at `now` to deliver a message, which was quick or slow.
    pub async fn record_delivery(
        &self,
        delivery: &DueDelivery,
        outcome: &DeliveryOutcome,
        pace: Pace,
        now: Timestamp,
    ) -> Result<(), StoreError>;

    /// Records a test of a webhook at `now`, which failed for this reason. A test that succeeds enables the webhook again.
    pub async fn record_webhook_test(&self, id: Uuid, failure: Option<&str>, now: Timestamp) -> Result<(), StoreError>;
}
