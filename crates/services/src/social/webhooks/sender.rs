//! Sends a message, signed as Standard Webhooks describe: HMAC-SHA256 of the message's id, the time and the body.

use base64ct::{Base64, Encoding};
use hmac::{Hmac, KeyInit, Mac};
use reqwest::Client;
use reqwest::header::CONTENT_TYPE;
use sha2::Sha256;
use sumito_game::Timestamp;

use sumito_config::{self as config, millis};
use sumito_kit::endpoint::{self, Lookups};
use sumito_store::DueDelivery;

/// The reason why a receiver has not taken a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WebhookFailure {
    /// It answered with this HTTP status.
    Status(u16),
    /// It did not answer in time.
    Timeout,
    /// There was no connection to it.
    Unreachable,
}

impl WebhookFailure {
    /// Returns the stored form.
    pub(super) fn word(self) -> String {
        match self {
            Self::Status(status) => status.to_string(),
            Self::Timeout => "timeout".to_owned(),
            Self::Unreachable => "unreachable".to_owned(),
        }
    }

    /// Reads the stored form.
    pub fn read(word: &str) -> Self {
        match word {
            "timeout" => Self::Timeout,
            word => word.parse().map_or(Self::Unreachable, Self::Status),
        }
    }
}

/// HTTP client for the receivers of webhooks.
#[derive(Debug)]
pub(super) struct Sender {
    client: Client,
    /// Whether receivers may be on any network.
    anywhere: bool,
}

impl Sender {
    /// # Errors
    /// If the client cannot be created.
    pub(super) fn new(config: &config::Webhooks, lookups: Lookups) -> reqwest::Result<Self> {
        let client = endpoint::client(lookups, millis(config.timeout_ms))?;
        Ok(Self { client, anywhere: config.private_addresses })
    }

    /// Sends a message. The body of the answer is not read.
    ///
    /// # Errors
    /// The reason why the receiver has not taken it.
    pub(super) async fn send(&self, delivery: &DueDelivery, now: Timestamp) -> Result<(), WebhookFailure> {
        // The settings may have changed since the webhook was created.
        let url = endpoint::parse(&delivery.url, self.anywhere).map_err(|_| WebhookFailure::Unreachable)?;
        let (id, seconds) = (delivery.id.to_string(), now.0.div_euclid(1_000_000).to_string());
        let request = self
            .client
            .post(url)
            .header(CONTENT_TYPE, "application/json")
            .header("webhook-signature", signature(&delivery.secret, &id, &seconds, &delivery.payload))
            .header("webhook-id", id)
            .header("webhook-timestamp", seconds)
            .body(delivery.payload.clone());
        match request.send().await {
            Ok(response) if response.status().is_success() => Ok(()),
            Ok(response) => Err(WebhookFailure::Status(response.status().as_u16())),
            Err(error) if error.is_timeout() => Err(WebhookFailure::Timeout),
            Err(_) => Err(WebhookFailure::Unreachable),
        }
    }
}

/// Returns the value of the header with the signature.
fn signature(secret: &[u8], id: &str, seconds: &str, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).expect("HMAC takes a key of any length");
    for part in [id, ".", seconds, ".", body] {
        mac.update(part.as_bytes());
    }
    format!("v1,{}", Base64::encode_string(&mac.finalize().into_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failure_is_read_as_it_was_stored() {
        for failure in [WebhookFailure::Status(503), WebhookFailure::Timeout, WebhookFailure::Unreachable] {
            assert_eq!(WebhookFailure::read(&failure.word()), failure);
        }
    }

    #[test]
    fn signature_is_that_of_the_specification() {
        // The example of the libraries of Standard Webhooks.
        let secret = Base64::decode_vec("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let signed =
            signature(&secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", r#"{"test": 2432232314}"#);
        assert_eq!(signed, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }
}
