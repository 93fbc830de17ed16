//! A NATS server in memory, for simulations: messages take time, wait in a stalled connection, and are lost with a broken one. The links of
//! the nodes are the real ones.
//!
//! Messages of one node stay in order, as over TCP. Messages of different nodes overtake each other.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use async_nats::{HeaderMap, Message, StatusCode, Subject};
use bytes::Bytes;
use futures_util::Stream;
use futures_util::stream::unfold;
use parking_lot::{Mutex, MutexGuard};
use sumito_kit::node::NodeId;
use tokio::sync::{mpsc, watch};

use super::link::Reported;

/// Longest time of a message between a node and the server.
const SLOWEST: Duration = Duration::from_millis(8);

/// Longest time until a node notices that its connection has broken: three pings without an answer.
const NOTICED_WITHIN: Duration = Duration::from_secs(4);

/// A NATS server. All clones are the same server.
#[derive(Debug, Clone)]
pub struct SimulatedNats(Arc<Mutex<Server>>);

#[derive(Debug)]
struct Server {
    rng: fastrand::Rng,
    /// Time since the start of the simulation.
    now: Duration,
    connections: BTreeMap<NodeId, Connection>,
    lost: u64,
}

/// The connection of a node.
#[derive(Debug)]
struct Connection {
    reported: watch::Sender<Reported>,
    subscriptions: Vec<Subscription>,
    next_number: u64,
    is_up: bool,
    /// Time at which the node notices that the connection is broken.
    noticed_at: Option<Duration>,
    stalled_at: Option<Duration>,
    to_server: Lane<Sent>,
    to_node: Lane<(u64, Message)>,
}

/// A message on its way to the server.
#[derive(Debug)]
struct Sent {
    subject: Subject,
    reply: Option<Subject>,
    headers: Option<HeaderMap>,
    payload: Bytes,
}

#[derive(Debug)]
struct Subscription {
    number: u64,
    subject: String,
    messages: mpsc::UnboundedSender<Message>,
}

/// Messages in one direction, in order, with the times of their arrival.
#[derive(Debug)]
struct Lane<M> {
    messages: VecDeque<(Duration, M)>,
    /// Whether nothing arrives at the moment.
    is_stalled: bool,
}

/// Directions of a connection that stall.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stall {
    /// Messages from the node.
    Sent,
    /// Messages to the node.
    Received,
    /// Messages in both directions.
    Both,
}

impl<M> Default for Lane<M> {
    fn default() -> Self {
        Self { messages: VecDeque::new(), is_stalled: false }
    }
}

impl<M> Lane<M> {
    fn push(&mut self, due: Duration, message: M) {
        let due = self.messages.back().map_or(due, |(last, _)| due.max(*last));
        self.messages.push_back((due, message));
    }

    fn next_due(&self) -> Option<Duration> {
        self.messages.front().map(|(due, _)| *due).filter(|_| !self.is_stalled)
    }

    fn take_due(&mut self, now: Duration) -> Option<M> {
        self.next_due().filter(|due| *due <= now)?;
        self.messages.pop_front().map(|(_, message)| message)
    }
}

impl SimulatedNats {
    /// Returns a server without nodes, with delays drawn from `rng`.
    pub fn new(rng: fastrand::Rng) -> Self {
        let (now, connections) = (Duration::ZERO, BTreeMap::new());
        Self(Arc::new(Mutex::new(Server { rng, now, connections, lost: 0 })))
    }

    fn server(&self) -> MutexGuard<'_, Server> {
        self.0.lock()
    }

    /// Connects a node. Returns its client, and the client's reports about the connection.
    pub(super) fn connect(&self, node: NodeId) -> (SimulatedClient, watch::Receiver<Reported>) {
        let (reported, changes) = watch::channel(Reported { is_up: true, times: 1 });
        let connection = Connection {
            reported,
            subscriptions: Vec::new(),
            next_number: 0,
            is_up: true,
            noticed_at: None,
            stalled_at: None,
            to_server: Lane::default(),
            to_node: Lane::default(),
        };
        self.server().connections.insert(node, connection);
        (SimulatedClient { node, nats: self.clone() }, changes)
    }

    /// Lets the time pass to `now`: delivers the messages that arrive until then.
    pub fn advance(&self, now: Duration) {
        let mut server = self.server();
        server.now = now;
        server.end_stalls();
        server.notice_breaks();
        while server.route_next() {}
        server.deliver();
    }

    /// Breaks the connection of a node: messages on their way are lost. The node notices that soon.
    pub fn cut(&self, node: NodeId) {
        let mut server = self.server();
        let noticed_at = server.now + server.random(NOTICED_WITHIN);
        server.cut(node, noticed_at);
    }

    /// Ends the server process: all connections break, and all nodes notice it at once.
    pub fn cut_all(&self) {
        let mut server = self.server();
        let now = server.now;
        for node in server.connections.keys().copied().collect::<Vec<_>>() {
            server.cut(node, now);
        }
    }

    /// Connects a node again, and ends a stall.
    pub fn heal(&self, node: NodeId) {
        let mut server = self.server();
        let Some(connection) = server.connections.get_mut(&node) else { return };
        (connection.to_server.is_stalled, connection.to_node.is_stalled) = (false, false);
        connection.stalled_at = None;
        if !connection.is_up {
            (connection.is_up, connection.noticed_at) = (true, None);
            connection.reported.send_modify(|now| *now = Reported { is_up: true, times: now.times + 1 });
        }
    }

    /// Lets messages wait in the connection of a node, until it heals, or breaks after some seconds.
    pub fn stall(&self, node: NodeId, stall: Stall) {
        let mut server = self.server();
        let now = server.now;
        if let Some(connection) = server.connections.get_mut(&node).filter(|connection| connection.is_up) {
            connection.stalled_at.get_or_insert(now);
            connection.to_server.is_stalled = stall != Stall::Received;
            connection.to_node.is_stalled = stall != Stall::Sent;
        }
    }

    /// Drops the messages on their way to a node, as the client does when its queue is full. It reports that.
    pub fn overflow(&self, node: NodeId) {
        let mut server = self.server();
        let Some(connection) = server.connections.get_mut(&node).filter(|connection| connection.is_up) else {
            return;
        };
        let lost = std::mem::take(&mut connection.to_node.messages).len();
        connection.reported.send_modify(|now| now.times += 1);
        server.lost += lost as u64;
    }

    /// Removes a node that has died.
    pub fn remove(&self, node: NodeId) {
        self.server().connections.remove(&node);
    }

    /// Returns the number of messages that were lost.
    pub fn lost(&self) -> u64 {
        self.server().lost
    }
}

impl Server {
    fn random(&mut self, longest: Duration) -> Duration {
        Duration::from_millis(self.rng.u64(..=longest.as_millis() as u64))
    }

    fn cut(&mut self, node: NodeId, noticed_at: Duration) {
        let Some(connection) = self.connections.get_mut(&node) else { return };
        let lost = connection.to_server.messages.len() + connection.to_node.messages.len();
        (connection.to_server, connection.to_node) = (Lane::default(), Lane::default());
        connection.stalled_at = None;
        if connection.is_up {
            (connection.is_up, connection.noticed_at) = (false, Some(noticed_at));
        }
        self.lost += lost as u64;
    }

    /// Breaks the connections that have stalled for too long.
    fn end_stalls(&mut self) {
        let is_over =
            |connection: &Connection| connection.stalled_at.is_some_and(|at| at + NOTICED_WITHIN <= self.now);
        let over = self.connections.iter().filter(|(_, connection)| is_over(connection));
        for node in over.map(|(node, _)| *node).collect::<Vec<_>>() {
            self.cut(node, self.now);
        }
    }

    fn notice_breaks(&mut self) {
        for connection in self.connections.values_mut() {
            if connection.noticed_at.take_if(|at| *at <= self.now).is_some() {
                connection.reported.send_modify(|reported| reported.is_up = false);
            }
        }
    }

    /// Routes the next message that has arrived at the server. Returns whether there was one.
    fn route_next(&mut self) -> bool {
        let due =
            |(node, connection): (&NodeId, &Connection)| Some((connection.to_server.next_due()?, *node));
        let next = self.connections.iter().filter_map(due).min().filter(|(due, _)| *due <= self.now);
        let Some((at, node)) = next else { return false };
        let connection = self.connections.get_mut(&node);
        let message = connection.and_then(|connection| connection.to_server.take_due(self.now));
        let Some(sent) = message else { return false };
        let is_heard = self.route(at, &sent, None);
        if let Some(subject) = sent.reply.filter(|_| !is_heard) {
            let refusal = Sent { subject, reply: None, headers: None, payload: Bytes::new() };
            self.route(at, &refusal, Some(StatusCode::NO_RESPONDERS));
        }
        true
    }

    /// Puts a message on its way to all subscribers. Returns whether there are any.
    fn route(&mut self, at: Duration, sent: &Sent, status: Option<StatusCode>) -> bool {
        let Sent { subject, reply, headers, payload } = sent;
        let mut is_heard = false;
        for connection in self.connections.values_mut().filter(|connection| connection.is_up) {
            let due = at + Duration::from_millis(self.rng.u64(..=SLOWEST.as_millis() as u64));
            for subscription in &connection.subscriptions {
                if !matches(&subscription.subject, subject) {
                    continue;
                }
                is_heard = true;
                let message = Message {
                    subject: subject.clone(),
                    reply: reply.clone(),
                    payload: payload.clone(),
                    headers: headers.clone(),
                    status,
                    description: None,
                    length: payload.len(),
                };
                connection.to_node.push(due, (subscription.number, message));
            }
        }
        is_heard
    }

    /// Delivers the messages that have arrived at the nodes.
    fn deliver(&mut self) {
        for connection in self.connections.values_mut() {
            while let Some((number, message)) = connection.to_node.take_due(self.now) {
                let to = connection.subscriptions.iter().find(|subscription| subscription.number == number);
                if to.is_some_and(|to| to.messages.send(message).is_err()) {
                    connection.subscriptions.retain(|subscription| subscription.number != number);
                }
            }
        }
    }
}

/// Returns whether a subscription is for this subject.
fn matches(subscribed: &str, subject: &str) -> bool {
    match subscribed.strip_suffix('>') {
        Some(start) => subject.starts_with(start),
        None => subscribed == subject,
    }
}

/// The client of a node.
#[derive(Debug, Clone)]
pub(super) struct SimulatedClient {
    node: NodeId,
    nats: SimulatedNats,
}

impl SimulatedClient {
    pub(super) fn publish(
        &self,
        subject: &Subject,
        reply: Option<Subject>,
        headers: Option<HeaderMap>,
        payload: Bytes,
    ) {
        let mut server = self.nats.server();
        let due = server.now + server.random(SLOWEST);
        match server.connections.get_mut(&self.node).filter(|connection| connection.is_up) {
            Some(connection) => {
                let sent = Sent { subject: subject.clone(), reply, headers, payload };
                connection.to_server.push(due, sent);
            }
            None => server.lost += 1,
        }
    }

    pub(super) fn subscribe(&self, subject: String) -> impl Stream<Item = Message> + Send + use<> {
        let (messages, received) = mpsc::unbounded_channel();
        if let Some(connection) = self.nats.server().connections.get_mut(&self.node) {
            let number = connection.next_number;
            connection.next_number += 1;
            connection.subscriptions.push(Subscription { number, subject, messages });
        }
        unfold(received, async |mut received| Some((received.recv().await?, received)))
    }
}
