//! Received messages on both buses: messages for the node's subscriptions, and requests for its services.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use parking_lot::Mutex;
use sumito_kit::metrics;
use sumito_kit::node::NodeId;
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::time::timeout;

use crate::envelope::Envelope;
use crate::queue::Queue;
use crate::request::{Answer, OpenRequest, Reply, RequestError};

/// The subscriptions and the services of a node.
#[derive(Debug, Default)]
pub(crate) struct Mailbox {
    queues: Mutex<HashMap<String, Vec<Arc<Queue<Envelope>>>>>,
    /// By the name of the service.
    inboxes: Mutex<HashMap<&'static str, Inbox>>,
}

#[derive(Debug, Clone)]
struct Inbox {
    requests: mpsc::Sender<OpenRequest>,
    open: Arc<Semaphore>,
}

/// A queue in a mailbox. It is removed when this is dropped.
#[derive(Debug)]
pub(crate) struct Entry {
    mailbox: Arc<Mailbox>,
    subject: String,
    queue: Arc<Queue<Envelope>>,
}

impl Mailbox {
    /// Adds a queue that receives all messages of a subject from now on. Before them is a gap.
    pub(crate) fn add(self: &Arc<Self>, subject: String, queue: Arc<Queue<Envelope>>) -> Entry {
        self.queues.lock().entry(subject.clone()).or_default().push(Arc::clone(&queue));
        queue.open_gap();
        Entry { mailbox: Arc::clone(self), subject, queue }
    }

    /// Puts a message into all queues of its subject.
    pub(crate) fn deliver(&self, subject: &str, envelope: &Envelope) {
        for queue in self.queues.lock().get(subject).into_iter().flatten() {
            deliver_to(queue, envelope.clone());
        }
    }

    /// Messages may be missing in any queue.
    pub(crate) fn open_gaps(&self) {
        for queue in self.queues.lock().values().flatten() {
            queue.open_gap();
        }
    }

    /// Opens the inbox of a service for at most this number of open requests, and closes the one before.
    pub(crate) fn open_inbox(&self, service: &'static str, max_open: usize) -> mpsc::Receiver<OpenRequest> {
        let (requests, received) = mpsc::channel(max_open);
        let inbox = Inbox { requests, open: Arc::new(Semaphore::new(max_open)) };
        self.inboxes.lock().insert(service, inbox);
        received
    }

    /// Puts a request of this process into the inbox of its service, and waits for the answer of the node, which owns this mailbox.
    pub(crate) async fn request(
        self: Arc<Self>,
        node: NodeId,
        service: &str,
        bytes: Bytes,
        limit: Duration,
    ) -> Result<Bytes, RequestError> {
        let envelope = Envelope::open(bytes).ok_or(RequestError::Unreadable)?;
        let (answer, answered) = oneshot::channel();
        // The caller may have stopped waiting.
        self.receive(service, envelope, Reply::new(node, move |bytes| drop(answer.send(bytes))));
        // Without it, the node leaves the bus as soon as nothing else needs it.
        drop(self);
        let answered = timeout(limit, answered).await.map_err(|_| RequestError::TimedOut)?;
        answered.map_err(|_| RequestError::NoSuchNode)
    }

    /// Puts a request into the inbox of its service, or answers that there is no place.
    pub(crate) fn receive(&self, service: &str, envelope: Envelope, mut reply: Reply) {
        let inbox = self.inboxes.lock().get(service).cloned();
        let Some(inbox) = inbox else { return reply.answer::<()>(&Answer::Absent) };
        let Ok(open) = inbox.open.try_acquire_owned() else { return reply.answer::<()>(&Answer::Busy) };
        reply.hold(open);
        // The queue has a place for each open request.
        if let Err(unread) = inbox.requests.try_send(OpenRequest { envelope, reply }) {
            unread.into_inner().reply.answer::<()>(&Answer::Absent);
        }
    }
}

/// Puts a message into a queue. Counts the messages that are dropped because the reader is too slow.
pub(crate) fn deliver_to(queue: &Queue<Envelope>, envelope: Envelope) {
    let size = envelope.size();
    metrics::bus_received();
    metrics::bus_dropped_many("slow_reader", queue.push(envelope, size));
}

impl Drop for Entry {
    fn drop(&mut self) {
        let mut queues = self.mailbox.queues.lock();
        if let Some(of_subject) = queues.get_mut(&self.subject) {
            of_subject.retain(|queue| !Arc::ptr_eq(queue, &self.queue));
            if of_subject.is_empty() {
                queues.remove(&self.subject);
            }
        }
    }
}
