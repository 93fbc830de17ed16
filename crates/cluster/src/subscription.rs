//! The receiving side of a subject.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use sumito_kit::node::NodeId;
use tokio_util::task::AbortOnDropHandle;

use crate::Bus;
use crate::envelope::Envelope;
use crate::mailbox::Entry;
use crate::queue::{Next, Queue};

/// A message of the subscription, or a gap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Received<T> {
    /// A message of another node.
    Message {
        /// The sender of the message.
        from: NodeId,
        /// The message itself.
        body: T,
    },
    /// Messages may be missing: reread the state. The first item of a subscription; after it, the queue has overflowed, this or
    /// another node was disconnected, or another node could not send all of its messages.
    Lagged,
}

/// A subscription to a subject. It ends when it is dropped.
///
/// Its queue is bounded. If it overflows, all queued messages are dropped, and [`Received::Lagged`] takes their place.
pub struct Subscription<T> {
    queue: Arc<Queue<Envelope>>,
    filled: Filled,
    /// The bus works as long as a subscription needs it.
    _bus: Bus,
    body: PhantomData<fn() -> T>,
}

/// Fills the queue of a subscription, until it is dropped.
#[derive(Debug)]
pub(crate) enum Filled {
    ByHub(#[expect(dead_code, reason = "it is dropped")] Entry),
    ByTask(#[expect(dead_code, reason = "it is dropped")] AbortOnDropHandle<()>),
}

impl<T: DeserializeOwned> Subscription<T> {
    pub(crate) fn new(queue: Arc<Queue<Envelope>>, filled: Filled, bus: Bus) -> Self {
        Self { queue, filled, _bus: bus, body: PhantomData }
    }

    /// Waits for the next message, or the news that messages may be missing. Messages that cannot be read as `T` are counted and dropped.
    pub async fn next(&mut self) -> Received<T> {
        loop {
            match self.queue.next().await {
                Next::Gap => return Received::Lagged,
                Next::Item(envelope) => {
                    if let Some(body) = envelope.read() {
                        return Received::Message { from: envelope.from, body };
                    }
                }
            }
        }
    }
}

impl<T> fmt::Debug for Subscription<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Subscription").field(&self.filled).finish()
    }
}
