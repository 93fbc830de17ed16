//! Bodies of the HTTP interface that concern Web Push.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::Secret;
use crate::identity::Language;

/// `GET /push`: whether the server pushes, and to this browser.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct PushOffer {
    /// The server's public key, which a browser takes as `applicationServerKey`; `null`: it sends no pushes.
    pub key: Option<String>,
    /// Whether the browser in which one is logged in is pushed to.
    pub on: bool,
}

/// `PUT /me/push`: a browser that is to be pushed to, as its `PushSubscription` says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PushWish {
    /// Where its push service takes what is for it: an `https` address at the usual port, in the public network.
    #[schema(max_length = 1024)]
    pub endpoint: String,
    /// Its public key in base64url.
    #[ts(type = "string")]
    pub p256dh: Secret,
    /// Its secret in base64url.
    #[ts(type = "string")]
    pub auth: Secret,
    /// The language of its page; English when left out.
    #[serde(default)]
    #[ts(optional, as = "Option<Language>")]
    pub language: Language,
}
