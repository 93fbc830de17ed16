//! The link of a node to NATS: the tasks that send and receive, and that follow the connection.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use async_nats::{HeaderMap, Message, StatusCode, Subject};
use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use parking_lot::Mutex;
use sumito_kit::metrics;
use sumito_kit::node::NodeId;
use sumito_kit::retry::{Flood, Retry};
use tokio::sync::{oneshot, watch};
use tokio::time::{Instant, sleep, timeout};
use tracing::{debug, error, info, warn};

use super::client::{Client, Messages};
use super::hello::Hello;
use super::{BusSettings, ConnectError};
use crate::bus::BusState;
use crate::envelope::{self, Envelope};
use crate::mailbox::{self, Mailbox};
use crate::pulse::{BEAT_EVERY, Pulse, Silence};
use crate::queue::{Next, Queue};
use crate::request::{Reply, RequestError};
use crate::standing::{Stamp, Standing};

/// Time for a message to the server and back, and for the answer of the other nodes to a greeting.
const ROUND_TRIP_LIMIT: Duration = Duration::from_secs(3);

/// Maximum number of requests of this node that wait for an answer.
const MAX_WAITING: usize = 16 * 1024;

/// Bytes of an outgoing message besides its payload, about.
const OUTGOING_OVERHEAD: usize = 256;

/// Header of a request with its stamp. Earlier releases neither write nor read it.
const STAMP: &str = "Sumito-Sent";
/// Log lines that other programs on the bus can cause.
static REJECTED: Flood = Flood::new();
static LOST: Flood = Flood::new();
static FOREIGN: Flood = Flood::new();
static JOINED: Flood = Flood::new();
/// Log lines that many messages to other nodes can cause.
static DROPPED: Flood = Flood::new();

/// State that the tasks of a node share.
#[derive(Debug)]
pub(crate) struct Link {
    pub(crate) id: NodeId,
    pub(super) hello: Hello,
    /// Addresses of the servers, for errors.
    url: String,
    prefix: String,
    /// First part of the subjects of this database.
    root: String,
    client: Client,
    pub(crate) mailbox: Arc<Mailbox>,
    pub(crate) state: watch::Sender<BusState>,
    /// Messages on their way to the client. A gap stands for lost messages.
    outgoing: Queue<Outgoing>,
    /// Requests that wait for an answer, by the number in its subject.
    waiting: Mutex<HashMap<u64, oneshot::Sender<Result<Bytes, RequestError>>>>,
    next_number: AtomicU64,
    pub(super) standing: Standing,
    /// Number of times that the lease had ended when the bus became usable last.
    lapses: AtomicU64,
    pulse: Pulse,
}

#[derive(Debug)]
struct Outgoing {
    subject: Subject,
    reply: Option<Subject>,
    stamp: Option<Stamp>,
    payload: Bytes,
    /// Number of times that the lease had ended when it was handed in.
    lapses: u64,
}

/// The connection as the client reports it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Reported {
    pub(super) is_up: bool,
    /// Number of times that it was established.
    pub(super) times: u64,
}

impl Link {
    pub(super) fn new(client: Client, hello: Hello, settings: &BusSettings, standing: Standing) -> Self {
        Self {
            id: NodeId(hello.node),
            root: format!("{}.{}", settings.prefix, hello.database.simple()),
            hello,
            url: settings.url.clone(),
            prefix: settings.prefix.clone(),
            client,
            mailbox: Arc::default(),
            state: watch::channel(BusState::Disconnected { since: Instant::now() }).0,
            outgoing: Queue::default(),
            waiting: Mutex::default(),
            next_number: AtomicU64::new(0),
            lapses: AtomicU64::new(standing.lease().lapses()),
            standing,
            pulse: Pulse::new(),
        }
    }

    pub(super) fn subject_of_hellos(&self) -> String {
        format!("{}.hello", self.prefix)
    }

    pub(super) fn subject_of_losses(&self) -> String {
        format!("{}.lost", self.root)
    }

    pub(super) fn subject_of_node(&self, node: NodeId, rest: &str) -> String {
        format!("{}.node.{}.{rest}", self.root, node.0.simple())
    }

    fn full_subject(&self, subject: &str) -> String {
        format!("{}.subject.{subject}", self.root)
    }

    fn no_answer(&self, reason: impl Into<String>) -> ConnectError {
        ConnectError::NoServer { url: self.url.clone(), reason: reason.into() }
    }

    fn check_connected(&self) -> Result<(), RequestError> {
        if self.has_lease() && self.state.borrow().is_connected() {
            Ok(())
        } else {
            Err(RequestError::Disconnected)
        }
    }

    /// Returns whether this node has had its lease ever since the bus became usable. Otherwise other nodes may have claimed its rooms and
    /// duties.
    fn has_lease(&self) -> bool {
        self.standing.lease().lapses() == self.lapses.load(Ordering::Acquire)
    }

    /// Returns whether a message may be delivered: neither this node nor the sender has lost its lease, and the message has not waited in the
    /// connection while this node had none. Counts it if not.
    fn may_receive(&self, from: NodeId) -> bool {
        let is_usable = self.check_connected().is_ok();
        if !is_usable {
            metrics::bus_dropped("disconnected");
        } else if self.standing.is_gone(from) {
            metrics::bus_dropped("foreign_node");
            return false;
        }
        is_usable
    }

    /// Returns the interruptions of the connection that ended after `since`.
    pub(crate) fn silences(&self, since: Instant) -> Vec<Silence> {
        self.pulse.silences(since)
    }

    /// Returns the last sign of life of the connection, if it was long ago.
    pub(crate) fn silent_since(&self) -> Option<Instant> {
        self.pulse.silent_since()
    }

    /// Sends messages to itself, which show that the bus works in both directions.
    pub(super) async fn beat(self: Arc<Self>) {
        loop {
            if self.check_connected().is_ok() && self.round_trip(ROUND_TRIP_LIMIT).await.is_ok() {
                self.pulse.beat();
            }
            sleep(BEAT_EVERY).await;
        }
    }

    pub(crate) fn publish(&self, subject: &str, payload: Bytes) {
        match self.check_connected() {
            Ok(()) => self.send_soon(self.full_subject(subject), None, payload),
            Err(_) => metrics::bus_dropped("disconnected"),
        }
    }

    pub(crate) async fn request(
        &self,
        node: NodeId,
        service: &str,
        payload: Bytes,
        limit: Duration,
    ) -> Result<Bytes, RequestError> {
        self.check_connected()?;
        if self.waiting.lock().len() >= MAX_WAITING {
            return Err(RequestError::Busy);
        }
        let (subject, stamp) =
            (self.subject_of_node(node, &format!("request.{service}")), self.standing.stamp(limit));
        let answer = self.wait(limit, |reply| self.hand_in(subject, Some(reply), stamp, payload)).await?;
        // The answer may have waited while this node had no lease.
        self.check_connected()?;
        Ok(answer)
    }

    /// Waits until the server has handled all messages before.
    pub(crate) async fn flush(&self, limit: Duration) -> Result<(), RequestError> {
        self.check_connected()?;
        self.round_trip(limit).await
    }

    /// Subscribes to a subject. The server handles the subscription before messages that are sent later.
    pub(super) async fn listen(&self, subject: String) -> Result<Messages, ConnectError> {
        self.client.subscribe(subject).await.map_err(|error| self.no_answer(error.to_string()))
    }

    /// Puts a message into the queue of outgoing messages.
    pub(super) fn send_soon(&self, subject: impl Into<Subject>, reply: Option<String>, payload: Bytes) {
        self.hand_in(subject, reply, None, payload);
    }

    fn hand_in(
        &self,
        subject: impl Into<Subject>,
        reply: Option<String>,
        stamp: Option<Stamp>,
        payload: Bytes,
    ) {
        let (size, lapses) = (payload.len() + OUTGOING_OVERHEAD, self.standing.lease().lapses());
        let (subject, reply) = (subject.into(), reply.map(Subject::from));
        let outgoing = Outgoing { subject, reply, stamp, payload, lapses };
        metrics::bus_dropped_many("slow_bus", self.outgoing.push(outgoing, size));
    }

    /// Reports to the other nodes that some messages of this node are missing.
    fn report_losses(&self) {
        match envelope::encode(self.id, &()) {
            Ok(payload) => self.send_soon(self.subject_of_losses(), None, payload),
            Err(error) => error!(%error, "report of lost messages not sent"),
        }
    }

    /// Passes outgoing messages to the client, in order.
    pub(super) async fn send(self: Arc<Self>) {
        loop {
            let Outgoing { subject, reply, stamp, payload, lapses } = match self.outgoing.next().await {
                Next::Item(outgoing) => outgoing,
                Next::Gap => {
                    if let Some(left_out) = DROPPED.record() {
                        warn!(left_out, "NATS too slow; messages to other nodes dropped");
                    }
                    self.report_losses();
                    continue;
                }
            };
            let lease = self.standing.lease();
            if lease.passed_at().is_some() || lease.lapses() != lapses {
                metrics::bus_dropped("disconnected");
                continue;
            }
            metrics::bus_sent();
            let headers = stamp.map(|stamp| {
                let mut headers = HeaderMap::new();
                headers.insert(STAMP, stamp.text());
                headers
            });
            if let Err(error) = self.client.publish(subject, reply, headers, payload).await {
                metrics::bus_dropped("rejected");
                if let Some(left_out) = REJECTED.record() {
                    warn!(%error, left_out, "message rejected by NATS client");
                }
            }
        }
    }

    /// Handles requests to this node, answers to its own requests, and reports of lost messages.
    pub(super) async fn receive(self: Arc<Self>, mut messages: impl Stream<Item = Message> + Unpin) {
        while let Some(message) = messages.next().await {
            let mut parts = message.subject.rsplit('.');
            match (parts.next(), parts.next()) {
                (Some("lost"), _) => self.lose(message.payload),
                (Some(service), Some("request")) => {
                    let service = service.to_owned();
                    self.take_request(&service, message);
                }
                (Some(number), Some("reply")) => {
                    let waiting = number.parse().ok().and_then(|number| self.waiting.lock().remove(&number));
                    let is_refused = message.status == Some(StatusCode::NO_RESPONDERS);
                    let answer = if is_refused { Err(RequestError::NoSuchNode) } else { Ok(message.payload) };
                    if let Some(waiting) = waiting {
                        // The caller may have stopped waiting.
                        let _ = waiting.send(answer);
                    }
                }
                _ => debug!(subject = %message.subject, "message with unknown subject dropped"),
            }
        }
    }

    /// Messages of another node are missing.
    fn lose(&self, report: Bytes) {
        if let Some(envelope) = Envelope::open(report)
            && envelope.from != self.id
            && self.may_receive(envelope.from)
        {
            if let Some(left_out) = LOST.record() {
                info!(node = %envelope.from.0, left_out, "lost messages reported by another node");
            }
            self.mailbox.open_gaps();
        }
    }

    fn take_request(self: &Arc<Self>, service: &str, message: Message) {
        let Some((subject, envelope)) = message.reply.zip(Envelope::open(message.payload)) else { return };
        if !self.may_receive(envelope.from) {
            return;
        }
        let stamp = message.headers.and_then(|headers| Stamp::read(headers.get(STAMP)?.as_str()));
        let valid_for = match stamp.map(|stamp| self.standing.valid_for(envelope.from, stamp)) {
            Some(Some(valid_for)) => Some(valid_for),
            // The sender is of an earlier release.
            None => None,
            Some(None) => {
                metrics::bus_dropped("too_old");
                return;
            }
        };
        metrics::bus_received();
        let link = Arc::clone(self);
        let send = move |bytes| link.send_soon(subject, None, bytes);
        let expires_at = valid_for.map(|valid_for| Instant::now() + valid_for);
        self.mailbox.receive(service, envelope, Reply::new(self.id, send).expiring(expires_at));
    }

    /// Fills a queue with the messages of a subject that come from other nodes.
    pub(crate) async fn fill(self: Arc<Self>, subject: String, queue: Arc<Queue<Envelope>>) {
        let Ok(mut messages) = self.listen(self.full_subject(&subject)).await else { return };
        // The server handles messages in order: when this one is back, the subscription is effective.
        self.reach_server().await;
        let _entry = self.mailbox.add(subject, Arc::clone(&queue));
        while let Some(message) = messages.next().await {
            if let Some(envelope) = Envelope::open(message.payload)
                && envelope.from != self.id
                && self.may_receive(envelope.from)
            {
                mailbox::deliver_to(&queue, envelope);
            }
        }
    }

    /// Follows the connection as the client reports it, and the lease: the bus is usable while there are both.
    pub(super) async fn follow(self: Arc<Self>, mut connection: watch::Receiver<Reported>) {
        let lease = self.standing.lease();
        loop {
            let (now, lapses) = (*connection.borrow_and_update(), lease.lapses());
            let has_lease = lease.passed_at().is_none();
            if !now.is_up || lapses != self.lapses.load(Ordering::Acquire) {
                self.disconnect();
            }
            let changed = if now.is_up && has_lease {
                self.lapses.store(lapses, Ordering::Release);
                tokio::select! {
                    biased;
                    () = lease.until_lapsed(lapses) => Ok(()),
                    () = self.recover(now.times > 1 || lapses > 0) => tokio::select! {
                        () = lease.until_lapsed(lapses) => Ok(()),
                        changed = connection.changed() => changed,
                    },
                    changed = connection.changed() => changed,
                }
            } else {
                tokio::select! {
                    () = lease.until_valid(), if !has_lease => Ok(()),
                    changed = connection.changed() => changed,
                }
            };
            if changed.is_err() {
                return;
            }
        }
    }

    fn disconnect(&self) {
        self.state.send_if_modified(|state| {
            let was_connected = state.is_connected();
            if was_connected {
                warn!("bus disconnected");
                *state = BusState::Disconnected { since: self.pulse.last() };
            }
            was_connected
        });
        // Callers receive an error: there will be no answer.
        self.waiting.lock().clear();
    }

    /// Makes the bus usable after it was connected: the client has resent all subscriptions.
    async fn recover(&self, is_reconnect: bool) {
        self.waiting.lock().clear();
        if self.state.borrow().is_connected() {
            // The break was too short to be seen, or messages were dropped without one: the next messages must come after the gap.
            self.mailbox.open_gaps();
            self.report_losses();
        }
        // Messages that have waited in the connection arrive before, and are dropped while the bus is disconnected.
        self.reach_server().await;
        self.pulse.beat();
        self.mailbox.open_gaps();
        self.state.send_replace(BusState::Connected { since: Instant::now() });
        if is_reconnect {
            info!("bus reconnected");
            // After the change of the state: until then, messages were dropped.
            self.report_losses();
        }
    }

    /// Checks that messages reach the server and come back, and that the other nodes have the same database and a compatible release.
    pub(super) async fn greet(&self) -> Result<(), ConnectError> {
        let mut state = self.state.subscribe();
        if timeout(ROUND_TRIP_LIMIT, state.wait_for(BusState::is_connected)).await.is_err() {
            return Err(self.no_answer("messages do not come back"));
        }
        match self.call(self.subject_of_hellos(), self.hello.bytes().into(), ROUND_TRIP_LIMIT).await {
            Ok(answer) => match Hello::read(&answer) {
                Some(other) => self.hello.check(&other, &self.prefix),
                None => Err(self.no_answer("another program answers on the subjects of the bus")),
            },
            Err(RequestError::NoSuchNode) => Ok(()),
            Err(error) => {
                warn!(%error, "no answer from other nodes; they may be hanging");
                Ok(())
            }
        }
    }

    /// Answers the greetings of other nodes, and logs those that do not belong here.
    pub(super) async fn answer_hellos(self: Arc<Self>, mut hellos: Messages) {
        while let Some(message) = hellos.next().await {
            let Some(hello) = Hello::read(&message.payload).filter(|hello| hello.node != self.id.0) else {
                continue;
            };
            match self.hello.check(&hello, &self.prefix) {
                Ok(()) => {
                    if let Some(left_out) = JOINED.record() {
                        info!(node = %hello.node, release = hello.release, left_out, "node joined the bus");
                    }
                }
                Err(error) => {
                    metrics::bus_dropped("foreign_node");
                    if let Some(left_out) = FOREIGN.record() {
                        error!(node = %hello.node, %error, left_out, "foreign node on the bus; check `cluster.prefix`");
                    }
                }
            }
            if let Some(reply) = message.reply {
                self.send_soon(reply, None, self.hello.bytes().into());
            }
        }
    }

    /// Sends a message, and waits for an answer to it.
    async fn call(&self, subject: String, payload: Bytes, limit: Duration) -> Result<Bytes, RequestError> {
        self.wait(limit, |reply| self.send_soon(subject, Some(reply), payload)).await
    }

    /// Sends a message to this node itself: when it is back, the server has handled all messages and subscriptions before it.
    async fn round_trip(&self, limit: Duration) -> Result<(), RequestError> {
        self.wait(limit, |reply| self.send_soon(reply, None, Bytes::new())).await.map(drop)
    }

    /// Repeats round trips until one succeeds.
    async fn reach_server(&self) {
        Retry::quiet("round trip to NATS").run(|| self.round_trip(ROUND_TRIP_LIMIT)).await;
    }

    /// Waits for a message on a new subject, whose name `send` gets.
    async fn wait(&self, limit: Duration, send: impl FnOnce(String)) -> Result<Bytes, RequestError> {
        let number = self.next_number.fetch_add(1, Ordering::Relaxed);
        let (answer, answered) = oneshot::channel();
        self.waiting.lock().insert(number, answer);
        let _waiting = Waiting { link: self, number };
        send(self.subject_of_node(self.id, &format!("reply.{number}")));
        let answered = timeout(limit, answered).await.map_err(|_| RequestError::TimedOut)?;
        answered.unwrap_or(Err(RequestError::Disconnected))
    }
}

/// A request that waits for its answer, until this is dropped.
struct Waiting<'a> {
    link: &'a Link,
    number: u64,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.link.waiting.lock().remove(&self.number);
    }
}
