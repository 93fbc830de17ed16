//! Bodies of the HTTP interface for webhooks.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
pub use sumito_vocabulary::WebhookEvent;
use ts_rs::TS;
use uuid::Uuid;

use crate::Secret;

/// `POST /me/webhooks`: a new webhook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct CreateWebhook {
    /// The receiver's address: `https`, at the usual port, in the public network.
    #[schemars(length(max = 1024))]
    pub url: String,
    /// The events to receive: at least one.
    #[schemars(length(min = 1, max = 3))]
    pub events: Vec<WebhookEvent>,
    /// An app of the caller: the webhook receives the events of all users who have given the app the scope `webhooks`. The caller's own
    /// events when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub app: Option<Uuid>,
}

/// The reason why a receiver has not taken a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum WebhookFailure {
    /// It answered with an HTTP status that is no success. Redirections are not followed.
    Status {
        /// The HTTP status.
        status: u16,
    },
    /// It did not answer in time.
    Timeout {},
    /// There was no connection: its host has no public address, or its certificate is not valid.
    Unreachable {},
}

/// A webhook of the user, without its secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct WebhookInfo {
    /// The webhook's id.
    pub id: Uuid,
    /// The app whose users' events it receives; `null` if it receives its owner's events.
    pub app: Option<Uuid>,
    /// The receiver's address.
    pub url: String,
    /// The events that it receives.
    pub events: Vec<WebhookEvent>,
    /// Creation time, in microseconds since the Unix epoch.
    pub created_at: i64,
    /// Time of the last attempt, in microseconds since the Unix epoch.
    pub tried_at: Option<i64>,
    /// The reason why the last attempt failed; `null` after a success.
    pub failure: Option<WebhookFailure>,
    /// True if deliveries have stopped after too many failures. A test that succeeds enables the webhook again.
    pub disabled: bool,
    /// Number of messages that wait for their delivery.
    pub waiting: u32,
}

/// `POST /me/webhooks`: the created webhook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct WebhookCreated {
    /// The secret of the signatures: `whsec_` and a key in base64. It is returned only here.
    pub secret: Secret,
    /// The webhook's address, events and state.
    #[serde(flatten)]
    pub info: WebhookInfo,
}

/// `GET /me/webhooks`: the user's webhooks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct WebhookList {
    /// The webhooks, the oldest first.
    pub webhooks: Vec<WebhookInfo>,
}

/// `POST /me/webhooks/{id}/test`: the result of a test message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct WebhookTest {
    /// The reason why the receiver did not take the message; `null` if it did.
    pub failure: Option<WebhookFailure>,
}
