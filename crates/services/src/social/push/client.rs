//! Sends a push to a browser's push service (RFC 8030), encrypted for the browser (RFC 8291).

use std::iter;
use std::time::Duration;

use anyhow::Context;
use reqwest::header::{AUTHORIZATION, CONTENT_ENCODING, RETRY_AFTER};
use reqwest::{Client, Response, StatusCode, Url};
use tracing::{debug, info, warn};
use web_push_native::p256::PublicKey;
use web_push_native::{Auth, encrypt};

use super::key::Key;
use super::message::Message;
use super::waiting::Ticket;
use sumito_config::{self as config, millis};
use sumito_kit::endpoint;
use sumito_kit::time_source::TimeSource;
use sumito_store::PushRow;

/// Maximum delay that a push service can request.
const PATIENCE: Duration = Duration::from_hours(1);

/// HTTP client for push services.
#[derive(Debug)]
pub(super) struct PushClient {
    pub(super) key: Key,
    contact: String,
    client: Client,
    retry_after: Vec<Duration>,
    /// Whether push services may be on any network.
    pub(super) anywhere: bool,
    time: TimeSource,
}

/// Result of sending a push.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DeliveryResult {
    /// The service has accepted it.
    Taken,
    /// The subscription no longer exists.
    Gone,
    /// The service has rejected it.
    Refused,
    /// All attempts have failed.
    GivenUp,
    /// A newer push with the same topic has replaced it, or a new push has taken its slot while it waited.
    Replaced,
}

impl DeliveryResult {
    /// Returns the result as a metric label.
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Taken => "taken",
            Self::Gone => "gone",
            Self::Refused => "refused",
            Self::GivenUp => "given_up",
            Self::Replaced => "replaced",
        }
    }
}

impl PushClient {
    /// # Errors
    /// If a setting is invalid.
    pub(super) fn new(settings: &config::Push, time: TimeSource) -> anyhow::Result<Self> {
        let key = Key::parse(settings.private_key.reveal()).context("`push.private_key`")?;
        let timeout = millis(settings.timeout_ms);
        let client = endpoint::client(super::lookups(settings), timeout);
        Ok(Self {
            key,
            contact: settings.contact.clone(),
            client: client.context("cannot create the HTTP client")?,
            retry_after: settings.retry_after_s.iter().copied().map(Duration::from_secs).collect(),
            anywhere: settings.private_addresses,
            time,
        })
    }

    /// Sends a push, with retries if the service is unavailable or asks for them. This can take long.
    pub(super) async fn send(&self, to: &PushRow, message: &Message, ticket: &Ticket) -> DeliveryResult {
        let Some((url, body)) = self.prepare(to, message) else { return DeliveryResult::Refused };
        let mut asked_for = Duration::ZERO;
        for again_after in iter::once(None).chain(self.retry_after.iter().copied().map(Some)) {
            if let Some(wait) = again_after
                && !ticket.wait(wait.max(asked_for)).await
            {
                return DeliveryResult::Replaced;
            }
            let response = match self.send_once(&url, message, body.clone()).await {
                Ok(response) => response,
                Err(error) => {
                    debug!(error = %error.without_url(), "push delivery attempt failed");
                    continue;
                }
            };
            match response.status() {
                status if status.is_success() => return DeliveryResult::Taken,
                StatusCode::NOT_FOUND | StatusCode::GONE => return DeliveryResult::Gone,
                status if status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error() => {
                    asked_for = patience(&response);
                    debug!(%status, "push deferred by push service");
                }
                status => {
                    warn!(%status, host = url.host_str(), "push rejected by push service");
                    return DeliveryResult::Refused;
                }
            }
        }
        info!(host = url.host_str(), "push dropped after last attempt");
        DeliveryResult::GivenUp
    }

    /// Returns the URL and the encrypted body of a push.
    fn prepare(&self, to: &PushRow, message: &Message) -> Option<(Url, Vec<u8>)> {
        let url = endpoint::parse(&to.endpoint, self.anywhere).ok()?;
        let public = PublicKey::from_sec1_bytes(&to.p256dh).ok()?;
        let auth: [u8; 16] = to.auth.as_slice().try_into().ok()?;
        let body = encrypt(message.payload(&to.language), &public, &Auth::from(auth)).ok()?;
        Some((url, body))
    }

    async fn send_once(&self, url: &Url, message: &Message, body: Vec<u8>) -> reqwest::Result<Response> {
        let origin = url.origin().ascii_serialization();
        let authorization = self.key.authorization(&origin, &self.contact, self.time.now());
        self.client
            .post(url.clone())
            .header(AUTHORIZATION, authorization)
            .header(CONTENT_ENCODING, "aes128gcm")
            .header("TTL", message.keep.as_secs())
            .header("Topic", message.news.topic().header())
            .header("Urgency", message.news.urgency())
            .body(body)
            .send()
            .await
    }
}

/// Returns the delay that a service requests in seconds, if any.
fn patience(response: &Response) -> Duration {
    let seconds = response.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok()?.parse().ok());
    Duration::from_secs(seconds.unwrap_or_default()).min(PATIENCE)
}

#[cfg(test)]
mod tests {
    use web_push_native::decrypt;
    use web_push_native::p256::SecretKey;

    use super::super::key::bytes;
    use super::*;

    #[test]
    fn rfc_example_can_be_decrypted() {
        // RFC 8291, 5: the crate's encryption matches the browsers' encryption.
        let browser =
            SecretKey::from_slice(&bytes("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94").unwrap()).unwrap();
        let auth: [u8; 16] = bytes("BTBZMqHH6r4Tts7J_aSIgg").unwrap().try_into().unwrap();
        let sent = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        let read = decrypt(bytes(sent).unwrap(), &browser, &Auth::from(auth)).unwrap();
        assert_eq!(String::from_utf8(read).unwrap(), "When I grow up, I want to be a watermelon");
    }
}
