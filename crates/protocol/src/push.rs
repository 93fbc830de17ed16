//! Bodies of the HTTP interface for Web Push.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Secret;
use crate::identity::Language;

/// `GET /push`: the server's push support, and the state of this browser.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PushStatus {
    /// The server's public key for `applicationServerKey`; `null` if the server sends no push messages.
    pub key: Option<String>,
    /// True if the browser of this session receives push messages.
    pub on: bool,
}

/// `PUT /me/push`: a browser's push subscription, as in `PushSubscription`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct PushSubscriptionRequest {
    /// The push service's endpoint: an `https` address at the usual port, in the public network.
    #[schemars(length(max = 1024))]
    pub endpoint: String,
    /// The browser's public key in base64url.
    pub p256dh: Secret,
    /// The browser's secret in base64url.
    pub auth: Secret,
    /// The language of the page; English when left out.
    #[serde(default)]
    #[ts(optional, as = "Option<Language>")]
    pub language: Language,
}
