//! The bus inside one process.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use parking_lot::Mutex;
use sumito_kit::metrics;
use sumito_kit::node::NodeId;
use tokio::sync::watch;
use tokio::time::Instant;

use crate::bus::{Bus, BusState};
use crate::envelope::Envelope;
use crate::mailbox::Mailbox;
use crate::request::RequestError;

/// Connects the nodes of one process: the only node of a server without a cluster, or several nodes in tests. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Hub(Arc<Mutex<HashMap<NodeId, Arc<Mailbox>>>>);

/// A node on a hub. It leaves the hub when it is dropped.
#[derive(Debug)]
pub(crate) struct HubNode {
    hub: Hub,
    pub(crate) id: NodeId,
    pub(crate) mailbox: Arc<Mailbox>,
    pub(crate) state: watch::Sender<BusState>,
}

impl Hub {
    /// Adds a node. A node with the same id is replaced.
    pub fn join(&self, id: NodeId) -> Bus {
        let mailbox = Arc::<Mailbox>::default();
        self.0.lock().insert(id, Arc::clone(&mailbox));
        let (state, _) = watch::channel(BusState::Connected { since: Instant::now() });
        Bus::on_hub(HubNode { hub: self.clone(), id, mailbox, state })
    }
}

impl HubNode {
    /// Returns whether there is no other node to send messages to.
    pub(crate) fn is_alone(&self) -> bool {
        self.hub.0.lock().len() <= 1
    }

    pub(crate) fn publish(&self, subject: &str, bytes: Bytes) {
        metrics::bus_sent();
        let Some(envelope) = Envelope::open(bytes) else { return };
        for mailbox in self.others() {
            mailbox.deliver(subject, &envelope);
        }
    }

    pub(crate) async fn request(
        &self,
        node: NodeId,
        service: &str,
        bytes: Bytes,
        limit: Duration,
    ) -> Result<Bytes, RequestError> {
        let mailbox = self.hub.0.lock().get(&node).cloned().ok_or(RequestError::NoSuchNode)?;
        if node != self.id {
            metrics::bus_sent();
        }
        mailbox.request(node, service, bytes, limit).await
    }

    /// Returns the mailboxes of the other nodes, in the order of their ids: a simulation repeats itself.
    fn others(&self) -> Vec<Arc<Mailbox>> {
        let nodes = self.hub.0.lock();
        let mut others: Vec<_> = nodes.iter().filter(|(id, _)| **id != self.id).collect();
        others.sort_unstable_by_key(|(id, _)| **id);
        others.into_iter().map(|(_, mailbox)| Arc::clone(mailbox)).collect()
    }
}

impl Drop for HubNode {
    fn drop(&mut self) {
        let mut nodes = self.hub.0.lock();
        if nodes.get(&self.id).is_some_and(|mailbox| Arc::ptr_eq(mailbox, &self.mailbox)) {
            nodes.remove(&self.id);
        }
    }
}
