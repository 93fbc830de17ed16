//! Requests to a single node, and their answers.

use std::fmt;
use std::marker::PhantomData;

use bytes::Bytes;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sumito_kit::metrics;
use sumito_kit::node::NodeId;
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio::time::Instant;
use tracing::error;

use crate::Bus;
use crate::envelope::{self, EncodeError, Envelope, MAX_MESSAGE_BYTES};
use crate::subject::check_name;

/// The reason why a request has no answer. After all errors but `NoSuchNode`, `Busy` and `TooLarge`, the other node may have handled it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RequestError {
    /// No node with this id is on the bus, or it does not serve such requests.
    #[error("the node is not on the bus")]
    NoSuchNode,
    /// The node has not answered in time.
    #[error("the node has not answered in time")]
    TimedOut,
    /// The request or its answer is larger than [`MAX_MESSAGE_BYTES`].
    #[error("a message of {bytes} bytes is too large: at most {MAX_MESSAGE_BYTES} bytes are allowed")]
    TooLarge {
        /// Size of the request or the answer in bytes.
        bytes: usize,
    },
    /// The bus is disconnected, or was disconnected before the answer arrived.
    #[error("the bus is disconnected")]
    Disconnected,
    /// The node, or this one, has too many open requests; or the node has dropped the request without an answer.
    #[error("the node has too many open requests")]
    Busy,
    /// One of the nodes cannot read the other's message: they are of different releases, or disagree on the types.
    #[error("a node cannot read the message of the other: their releases differ")]
    Unreadable,
}

impl RequestError {
    /// Name of each error, for metrics.
    pub const NAMES: [&str; 6] =
        ["no_such_node", "timed_out", "too_large", "disconnected", "busy", "unreadable"];

    /// Returns the name of the error, for metrics.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NoSuchNode => "no_such_node",
            Self::TimedOut => "timed_out",
            Self::TooLarge { .. } => "too_large",
            Self::Disconnected => "disconnected",
            Self::Busy => "busy",
            Self::Unreadable => "unreadable",
        }
    }
}

/// A kind of request, by its name, with the types of its requests and answers. All nodes must agree on them.
///
/// ```
/// # use sumito_cluster::Service;
/// const SEEKS: Service<String, u32> = Service::new("seeks");
/// ```
pub struct Service<Q, R> {
    name: &'static str,
    types: PhantomData<fn(Q) -> R>,
}

impl<Q, R> Service<Q, R> {
    /// Returns the service with this name.
    ///
    /// # Panics
    /// If the name has other characters than `a` to `z` and `_`, or is empty. A constant with such a name does not compile.
    pub const fn new(name: &'static str) -> Self {
        check_name(name);
        Self { name, types: PhantomData }
    }

    /// Returns the name as a part of a NATS subject.
    pub(crate) fn name(&self) -> &'static str {
        self.name
    }
}

/// An answer on its way.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Answer<R> {
    Done(R),
    Absent,
    Busy,
    Unreadable,
    TooLarge { bytes: usize },
}

/// Reads the bytes of an answer.
pub(crate) fn read_answer<R: DeserializeOwned>(bytes: Bytes) -> Result<R, RequestError> {
    match Envelope::open(bytes).and_then(|envelope| envelope.read()).ok_or(RequestError::Unreadable)? {
        Answer::Done(answer) => Ok(answer),
        Answer::Absent => Err(RequestError::NoSuchNode),
        Answer::Busy => Err(RequestError::Busy),
        Answer::Unreadable => Err(RequestError::Unreadable),
        Answer::TooLarge { bytes } => Err(RequestError::TooLarge { bytes }),
    }
}

impl From<EncodeError> for RequestError {
    fn from(error: EncodeError) -> Self {
        match error {
            EncodeError::TooLarge { bytes } => Self::TooLarge { bytes },
            EncodeError::NotJson(error) => {
                error!(%error, "request not serializable (bug)");
                Self::Unreadable
            }
        }
    }
}

/// Sends the bytes of an answer, once. A reply that is dropped answers [`RequestError::Busy`].
pub(crate) struct Reply {
    node: NodeId,
    send: Option<Box<dyn FnOnce(Bytes) + Send + Sync>>,
    open: Option<OwnedSemaphorePermit>,
    /// When the sender stops waiting, if that is known.
    expires_at: Option<Instant>,
}

impl Reply {
    /// Returns a reply of this node; `send` must not block.
    pub(crate) fn new(node: NodeId, send: impl FnOnce(Bytes) + Send + Sync + 'static) -> Self {
        Self { node, send: Some(Box::new(send)), open: None, expires_at: None }
    }

    /// Sets the time at which the sender stops waiting.
    pub(crate) fn expiring(mut self, expires_at: Option<Instant>) -> Self {
        self.expires_at = expires_at;
        self
    }

    /// Returns whether the sender has stopped waiting: the request must no longer have an effect.
    fn is_too_late(&self) -> bool {
        self.expires_at.is_some_and(|expires_at| Instant::now() >= expires_at)
    }

    /// Holds the place of the request among the open ones, until it is answered.
    pub(crate) fn hold(&mut self, open: OwnedSemaphorePermit) {
        self.open = Some(open);
    }

    pub(crate) fn answer<R: Serialize>(&mut self, answer: &Answer<R>) {
        let Some(send) = self.send.take() else { return };
        let bytes = envelope::encode(self.node, answer).or_else(|error| {
            let refusal = match RequestError::from(error) {
                RequestError::TooLarge { bytes } => Answer::TooLarge { bytes },
                _ => Answer::Unreadable,
            };
            envelope::encode::<Answer<()>>(self.node, &refusal)
        });
        // The place is free before the answer arrives.
        self.open = None;
        if let Ok(bytes) = bytes {
            send(bytes);
        }
    }
}

impl Drop for Reply {
    fn drop(&mut self) {
        self.answer::<()>(&Answer::Busy);
    }
}

/// A request that nothing has read yet.
pub(crate) struct OpenRequest {
    pub(crate) envelope: Envelope,
    pub(crate) reply: Reply,
}

/// The requests of all nodes for a service of this node. When it is dropped, they get [`RequestError::NoSuchNode`].
pub struct Requests<Q, R> {
    received: mpsc::Receiver<OpenRequest>,
    /// The bus works as long as its inbox is open.
    bus: Bus,
    types: PhantomData<fn() -> (Q, R)>,
}

/// A request of a node.
#[derive(Debug)]
pub struct Incoming<Q, R> {
    /// The node that waits for the answer.
    pub from: NodeId,
    /// The request itself.
    pub body: Q,
    /// The way to answer it.
    pub reply: Replier<R>,
}

/// Answers a request, once. If it is dropped, the answer is [`RequestError::Busy`]. The request counts as open until then.
pub struct Replier<R> {
    reply: Reply,
    body: PhantomData<fn(R)>,
}

impl<R: Serialize> Replier<R> {
    /// Sends the answer. It does not wait; an answer that is too large becomes [`RequestError::TooLarge`].
    pub fn send(mut self, answer: R) {
        self.reply.answer(&Answer::Done(answer));
    }
}

impl<Q: DeserializeOwned, R: Serialize> Requests<Q, R> {
    pub(crate) fn new(received: mpsc::Receiver<OpenRequest>, bus: Bus) -> Self {
        Self { received, bus, types: PhantomData }
    }

    /// Waits for the next request; `None` after the node has served the same service again. A request that cannot be read is answered with
    /// [`RequestError::Unreadable`]. A request is dropped if its sender no longer waits.
    pub async fn next(&mut self) -> Option<Incoming<Q, R>> {
        loop {
            let OpenRequest { envelope, mut reply } = self.received.recv().await?;
            if reply.is_too_late() {
                metrics::bus_dropped("too_old");
                continue;
            }
            match envelope.read() {
                Some(body) => {
                    let reply = Replier { reply, body: PhantomData };
                    return Some(Incoming { from: envelope.from, body, reply });
                }
                None => reply.answer::<()>(&Answer::Unreadable),
            }
        }
    }
}

impl fmt::Debug for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Reply")
    }
}

impl<R> fmt::Debug for Replier<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Replier")
    }
}

impl<Q, R> fmt::Debug for Requests<Q, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Requests").field(&self.bus).finish()
    }
}
