//! Public interface of the bus.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sumito_kit::metrics;
use sumito_kit::node::NodeId;
use sumito_kit::task;
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::task::AbortOnDropHandle;
use tracing::error;
use uuid::Uuid;

use crate::envelope::{self, EncodeError};
use crate::hub::{Hub, HubNode};
use crate::mailbox::Mailbox;
#[cfg(feature = "simulated")]
use crate::nats::SimulatedNats;
use crate::nats::{self, BusSettings, ConnectError, NatsNode};
use crate::pulse::Silence;
use crate::request::{self, RequestError, Requests, Service};
use crate::standing::Standing;
use crate::subject::Subject;
use crate::subscription::{Filled, Subscription};

/// A node's connection to the other nodes. Cheap to clone; the node leaves the bus when all clones, subscriptions and inboxes are dropped.
#[derive(Clone)]
pub struct Bus(Transport);

#[derive(Clone)]
enum Transport {
    Hub(Arc<HubNode>),
    Nats(Arc<NatsNode>),
}

/// Whether messages reach other nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BusState {
    /// Messages reach the other nodes.
    Connected {
        /// Start of this state.
        since: Instant,
    },
    /// Messages are dropped, and requests fail. The bus reconnects automatically.
    Disconnected {
        /// Last sign of life of the connection.
        since: Instant,
    },
}

impl BusState {
    /// Returns whether messages reach the other nodes.
    pub fn is_connected(&self) -> bool {
        matches!(self, Self::Connected { .. })
    }
}

impl Bus {
    /// Returns the bus of a node that is alone. [`Hub::join`] connects several nodes of one process.
    pub fn in_process(node: NodeId) -> Self {
        Hub::default().join(node)
    }

    /// Connects a node to the others over NATS. `database` is the id of the database that all of them share, `standing` the state of its
    /// lease.
    ///
    /// # Errors
    /// If the NATS server cannot be reached or rejects the node, or if the other nodes use another database or an incompatible release.
    /// The error contains the remedy.
    pub async fn connect(
        settings: &BusSettings,
        node: NodeId,
        database: Uuid,
        standing: Standing,
    ) -> Result<Self, ConnectError> {
        Ok(Self(Transport::Nats(Arc::new(nats::connect(settings, node, database, standing).await?))))
    }

    /// Connects a node to the others over a simulated NATS server.
    ///
    /// # Errors
    /// If the other nodes do not belong here.
    #[cfg(feature = "simulated")]
    pub async fn simulate(
        nats: &SimulatedNats,
        node: NodeId,
        database: Uuid,
        standing: Standing,
    ) -> Result<Self, ConnectError> {
        Ok(Self(Transport::Nats(Arc::new(nats::simulate(nats, node, database, standing).await?))))
    }

    pub(crate) fn on_hub(node: HubNode) -> Self {
        Self(Transport::Hub(Arc::new(node)))
    }

    /// Returns the id of this node.
    pub fn node(&self) -> NodeId {
        match &self.0 {
            Transport::Hub(hub) => hub.id,
            Transport::Nats(nats) => nats.link.id,
        }
    }

    /// Returns the state of the connection, and its changes.
    pub fn state(&self) -> watch::Receiver<BusState> {
        match &self.0 {
            Transport::Hub(hub) => hub.state.subscribe(),
            Transport::Nats(nats) => nats.link.state.subscribe(),
        }
    }

    /// Returns the interruptions of the connection that ended after `since`, in order: including interruptions too short to change its
    /// state, and a current one. No message passed during them.
    pub fn silences(&self, since: Instant) -> Vec<Silence> {
        match &self.0 {
            Transport::Hub(_) => Vec::new(),
            Transport::Nats(nats) => nats.link.silences(since),
        }
    }

    /// Returns the last sign of life of the connection, if it has given none for so long that messages are most likely not passing.
    pub fn silent_since(&self) -> Option<Instant> {
        match &self.0 {
            Transport::Hub(_) => None,
            Transport::Nats(nats) => nats.link.silent_since(),
        }
    }

    /// Sends a message to all other nodes that have subscribed to the subject. It does not wait: a message that is too large, or for which
    /// the bus has no space, is counted and dropped. In the second case, the loss is reported to the other nodes.
    pub fn publish<T: Serialize>(&self, subject: &Subject<T>, message: &T) {
        if let Transport::Hub(hub) = &self.0
            && hub.is_alone()
        {
            return;
        }
        let bytes = match envelope::encode(self.node(), message) {
            Ok(bytes) => bytes,
            Err(error) => {
                let reason = match error {
                    EncodeError::TooLarge { .. } => "too_large",
                    EncodeError::NotJson(_) => "not_json",
                };
                metrics::bus_dropped(reason);
                error!(?subject, %error, "message to other nodes not sent");
                return;
            }
        };
        match &self.0 {
            Transport::Hub(hub) => hub.publish(subject.name(), bytes),
            Transport::Nats(nats) => nats.link.publish(subject.name(), bytes),
        }
    }

    /// Subscribes to a subject. The first item is [`Received::Lagged`], as soon as the subscription is effective. Subscribe once for each
    /// subject: each subscription transfers the messages again.
    ///
    /// [`Received::Lagged`]: crate::Received::Lagged
    pub fn subscribe<T: DeserializeOwned>(&self, subject: &Subject<T>) -> Subscription<T> {
        let (queue, subject) = (Arc::default(), subject.name().to_owned());
        let filled = match &self.0 {
            Transport::Hub(hub) => Filled::ByHub(hub.mailbox.add(subject, Arc::clone(&queue))),
            Transport::Nats(nats) => {
                let fill = Arc::clone(&nats.link).fill(subject, Arc::clone(&queue));
                Filled::ByTask(AbortOnDropHandle::new(task::spawn(fill)))
            }
        };
        Subscription::new(queue, filled, self.clone())
    }

    /// Sends a request to a node, and waits for its answer. A request to this node does not leave the process.
    ///
    /// # Errors
    /// If there is no answer within `limit`, or it is known before that there will be none.
    pub async fn request<Q: Serialize, R: DeserializeOwned>(
        &self,
        node: NodeId,
        service: &Service<Q, R>,
        request: &Q,
        limit: Duration,
    ) -> Result<R, RequestError> {
        let answer = self.request_bytes(node, service.name(), envelope::encode(self.node(), request)?, limit);
        let answer = answer.await.and_then(request::read_answer);
        answer.inspect_err(|error| metrics::bus_request_failed(error.as_str()))
    }

    async fn request_bytes(
        &self,
        node: NodeId,
        service: &str,
        bytes: Bytes,
        limit: Duration,
    ) -> Result<Bytes, RequestError> {
        match &self.0 {
            Transport::Hub(hub) => hub.request(node, service, bytes, limit).await,
            Transport::Nats(nats) if node == nats.link.id => {
                Arc::clone(&nats.link.mailbox).request(node, service, bytes, limit).await
            }
            Transport::Nats(nats) => nats.link.request(node, service, bytes, limit).await,
        }
    }

    /// Serves requests of other nodes; an earlier call for the same service ends. Before the first call, requests fail with
    /// [`RequestError::NoSuchNode`]; while `max_open` requests wait for their answers, further ones fail with [`RequestError::Busy`].
    ///
    /// # Panics
    /// If `max_open` is 0.
    pub fn serve<Q: DeserializeOwned, R: Serialize>(
        &self,
        service: &Service<Q, R>,
        max_open: usize,
    ) -> Requests<Q, R> {
        Requests::new(self.mailbox().open_inbox(service.name(), max_open), self.clone())
    }

    /// Waits until all messages that were published before have left this node, for example before it stops.
    ///
    /// # Errors
    /// If the bus is disconnected, or this takes longer than `limit`.
    pub async fn flush(&self, limit: Duration) -> Result<(), RequestError> {
        match &self.0 {
            Transport::Hub(_) => Ok(()),
            Transport::Nats(nats) => nats.link.flush(limit).await,
        }
    }

    fn mailbox(&self) -> &Arc<Mailbox> {
        match &self.0 {
            Transport::Hub(hub) => &hub.mailbox,
            Transport::Nats(nats) => &nats.link.mailbox,
        }
    }
}

impl fmt::Debug for Bus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Bus").field(&self.node()).finish()
    }
}
