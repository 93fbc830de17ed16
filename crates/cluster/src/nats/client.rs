//! The client that a link uses: of a NATS server, or of a simulated one.

use async_nats::{HeaderMap, Message, PublishError, Subject, SubscribeError};
use bytes::Bytes;
use futures_util::StreamExt;
use futures_util::stream::BoxStream;

#[cfg(feature = "simulated")]
use super::simulated::SimulatedClient;

/// Messages of a subscription, until it is dropped.
pub(super) type Messages = BoxStream<'static, Message>;

/// A client. It reconnects and resubscribes automatically.
#[derive(Debug, Clone)]
pub(super) enum Client {
    Nats(async_nats::Client),
    #[cfg(feature = "simulated")]
    Simulated(SimulatedClient),
}

impl Client {
    /// Sends a message, as soon as the client has a place for it.
    pub(super) async fn publish(
        &self,
        subject: Subject,
        reply: Option<Subject>,
        headers: Option<HeaderMap>,
        payload: Bytes,
    ) -> Result<(), PublishError> {
        match (self, reply, headers) {
            (Self::Nats(client), Some(reply), Some(headers)) => {
                client.publish_with_reply_and_headers(subject, reply, headers, payload).await
            }
            (Self::Nats(client), Some(reply), None) => {
                client.publish_with_reply(subject, reply, payload).await
            }
            (Self::Nats(client), None, _) => client.publish(subject, payload).await,
            #[cfg(feature = "simulated")]
            (Self::Simulated(client), reply, headers) => {
                client.publish(&subject, reply, headers, payload);
                Ok(())
            }
        }
    }

    /// Subscribes to a subject.
    pub(super) async fn subscribe(&self, subject: String) -> Result<Messages, SubscribeError> {
        match self {
            Self::Nats(client) => Ok(client.subscribe(subject).await?.boxed()),
            #[cfg(feature = "simulated")]
            Self::Simulated(client) => Ok(client.subscribe(subject).boxed()),
        }
    }
}
