//! Maps that all nodes share: each node contributes a part, and follows the parts of the others.

mod batch;
mod changes;
mod copy;
mod followed;
mod part;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sumito_kit::node::NodeId;
use sumito_kit::retry::Retry;
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::sleep;

pub use self::changes::UnionChanges;
use self::copy::{PartCopy, Step};
pub use self::followed::Followed;
use self::part::Part;
use crate::{Bus, Node, Peers, Received, RequestError, Service, Subject};

/// Minimum interval between two messages with changes. A key that changes more often is sent once.
const PUBLISH_EVERY: Duration = Duration::from_millis(50);

/// Time limit for a page of another node's part.
const PAGE_WITHIN: Duration = Duration::from_secs(2);

/// Maximum number of open requests for pages of this node's part.
const OPEN_REQUESTS: usize = 8;

/// A key of a [`Union`].
pub trait Key: Ord + Clone + fmt::Debug + Serialize + DeserializeOwned + Send + Sync + 'static {}
impl<T: Ord + Clone + fmt::Debug + Serialize + DeserializeOwned + Send + Sync + 'static> Key for T {}

/// A value of a [`Union`]. Its JSON is not `null`, and has at most 256 KiB with its key.
pub trait Value: Clone + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static {}
impl<T: Clone + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static> Value for T {}

/// A map that all nodes share. Each node sets the keys of its part; [`run`](Self::run) reports the changes of the other parts. Cheap to
/// clone.
///
/// A node publishes its changes at most 20 times a second: each changed key once, in its latest state, in numbered messages. When messages
/// are missing, and when a node joins, the part is read in pages. The part of a node is dropped when the node dies, not before: while
/// messages do not arrive, the last known state counts.
///
/// The only server of a database keeps and sends nothing here.
pub struct Union<K, V>(Option<Arc<Shared<K, V>>>);

struct Shared<K, V> {
    name: &'static str,
    bus: Bus,
    peers: Peers,
    part: Mutex<Part<K, V>>,
    /// The parts of the other nodes.
    copies: Mutex<BTreeMap<NodeId, PartCopy<K, V>>>,
    is_changed: Notify,
}

/// A change of a part of another node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change<K, V> {
    /// The node of the part.
    pub node: NodeId,
    /// The key that has changed.
    pub key: K,
    /// The value before; `None` for a new key.
    pub before: Option<V>,
    /// The value now; `None` if the key is removed, or the node has died.
    pub now: Option<V>,
}

/// Changes of a part, in wire form. `E` is a key with its value, or without a value if it is removed.
#[derive(Debug, Serialize, Deserialize)]
struct Changes<E> {
    /// Number of the message: each node counts from 1.
    number: u64,
    changes: Vec<E>,
}

/// A request for the entries of a part that follow this key.
#[derive(Debug, Serialize, Deserialize)]
struct PageRequest<K> {
    after: Option<K>,
}

/// Entries of a part, in the order of their keys. `E` is a key with its value.
#[derive(Debug, Serialize, Deserialize)]
struct Page<E> {
    /// Number of the last message with changes: the page includes them.
    number: u64,
    entries: Vec<E>,
    /// Whether more entries follow.
    more: bool,
}

impl<K: Key, V: Value> Union<K, V> {
    /// Returns the union of this name. All nodes must agree on the types.
    ///
    /// # Panics
    /// If the name has other characters than `a` to `z` and `_`, or is empty.
    pub fn new(name: &'static str, node: &Node) -> Self {
        if node.is_shared() { Self::between(name, node.bus().clone(), node.peers()) } else { Self(None) }
    }

    fn between(name: &'static str, bus: Bus, peers: Peers) -> Self {
        let (part, copies, is_changed) = (Mutex::default(), Mutex::default(), Notify::new());
        Self(Some(Arc::new(Shared { name, bus, peers, part, copies, is_changed })))
    }

    /// Sets the value of a key in the part of this node, or removes the key.
    pub fn set(&self, key: &K, value: Option<&V>) {
        if let Some(shared) = &self.0
            && shared.part().set(key, value)
        {
            shared.is_changed.notify_one();
        }
    }

    /// Returns whether the part of this node has a value for this key. On the only server of a database it has none.
    fn contains(&self, key: &K) -> bool {
        self.0.as_ref().is_some_and(|shared| shared.part().contains(key))
    }

    /// Returns the values of a key in the parts of the other nodes.
    pub fn elsewhere(&self, key: &K) -> Vec<V> {
        let Some(shared) = &self.0 else { return Vec::new() };
        shared.copies().values().filter_map(|copy| copy.get(key).cloned()).collect()
    }

    /// Returns the other nodes with a value of one of these keys.
    fn others_with(&self, keys: impl IntoIterator<Item = K>) -> BTreeSet<NodeId> {
        let Some(shared) = &self.0 else { return BTreeSet::new() };
        let copies = shared.copies();
        let with = |key: K| copies.iter().filter(move |(_, copy)| copy.get(&key).is_some());
        keys.into_iter().flat_map(with).map(|(node, _)| *node).collect()
    }

    /// Sends the part of this node to the others, and reports the changes of theirs to `report`, in the order in which each node made them.
    /// Runs until it is dropped; returns at once if no other node can exist.
    pub async fn run(&self, report: impl FnMut(Change<K, V>)) {
        if let Some(shared) = &self.0 {
            tokio::join!(shared.publish(), shared.serve(), shared.follow(report));
        }
    }
}

impl<K: Key, V: Value> Shared<K, V> {
    fn part(&self) -> MutexGuard<'_, Part<K, V>> {
        self.part.lock()
    }

    fn copies(&self) -> MutexGuard<'_, BTreeMap<NodeId, PartCopy<K, V>>> {
        self.copies.lock()
    }

    /// Publishes the changes of the part of this node.
    async fn publish(&self) {
        let subject = Subject::<Changes<Box<RawValue>>>::new(self.name);
        loop {
            let changes = self.part().next_changes();
            match changes {
                Some(changes) => {
                    self.bus.publish(&subject, &changes);
                    sleep(PUBLISH_EVERY).await;
                }
                None => self.is_changed.notified().await,
            }
        }
    }

    /// Sends pages of the part of this node to nodes that ask for them.
    async fn serve(&self) {
        let service = Service::<PageRequest<K>, Page<Box<RawValue>>>::new(self.name);
        let mut requests = self.bus.serve(&service, OPEN_REQUESTS);
        while let Some(request) = requests.next().await {
            request.reply.send(self.part().page(request.body.after.as_ref()));
        }
    }

    /// Follows the parts of the other nodes.
    async fn follow(&self, report: impl FnMut(Change<K, V>)) {
        let mut peers = self.peers.clone();
        let mut received = self.bus.subscribe(&Subject::<Changes<(K, Option<V>)>>::new(self.name));
        let (reads, retry) = (JoinSet::new(), Retry::quiet(format!("read of the union {}", self.name)));
        let mut follower = Follower { shared: self, reads, retry, report };
        loop {
            tokio::select! {
                biased;
                () = peers.changed() => follower.meet(&peers.others()),
                received = received.next() => match received {
                    Received::Message { from, body } => follower.receive(from, body),
                    Received::Lagged => {
                        follower.meet(&peers.others());
                        follower.read_all();
                    }
                },
                Some(Ok(answer)) = follower.reads.join_next() => follower.answered(answer),
            }
        }
    }
}

/// The followers of the other nodes' parts.
struct Follower<'a, K, V, F> {
    shared: &'a Shared<K, V>,
    /// Requests for pages: at most one for each node.
    reads: JoinSet<Answer<K, V>>,
    retry: Retry,
    report: F,
}

/// The answer of a node to a request for a page.
struct Answer<K, V> {
    node: NodeId,
    /// The attempt to read the part to which it belongs.
    attempt: u64,
    page: Result<Page<(K, V)>, RequestError>,
}

impl<K: Key, V: Value, F: FnMut(Change<K, V>)> Follower<'_, K, V, F> {
    /// Drops the parts of nodes that have died, and starts to read the parts of new nodes.
    fn meet(&mut self, others: &[NodeId]) {
        let mut copies = self.shared.copies();
        let is_dead = |node: &NodeId, _: &mut PartCopy<K, V>| !others.contains(node);
        let dead: Vec<_> = copies.extract_if(.., is_dead).collect();
        let new: Vec<_> = others.iter().copied().filter(|node| !copies.contains_key(node)).collect();
        copies.extend(new.iter().map(|node| (*node, PartCopy::default())));
        drop(copies);
        for (node, copy) in dead {
            self.report(node, copy.into_removals());
        }
        for node in new {
            self.ask(node, Duration::ZERO);
        }
    }

    /// Rereads all parts: changes may be missing.
    fn read_all(&mut self) {
        let mut copies = self.shared.copies();
        copies.values_mut().for_each(PartCopy::read_again);
        let nodes: Vec<_> = copies.keys().copied().collect();
        drop(copies);
        for node in nodes {
            self.ask(node, Duration::ZERO);
        }
    }

    fn receive(&mut self, from: NodeId, message: Changes<(K, Option<V>)>) {
        self.change(from, |copy| copy.receive(message.number, message.changes));
    }

    fn answered(&mut self, Answer { node, attempt, page }: Answer<K, V>) {
        let current = self.shared.copies().get(&node).map(PartCopy::attempt);
        if current != Some(attempt) {
            return;
        }
        match page {
            Ok(page) => {
                self.retry.succeeded();
                self.change(node, |copy| copy.add(page));
            }
            Err(error) => {
                let pause = self.retry.failed(error);
                self.ask(node, pause);
            }
        }
    }

    /// Changes the copy of a node's part, and reports the changes.
    fn change(
        &mut self,
        node: NodeId,
        change: impl FnOnce(&mut PartCopy<K, V>) -> (Vec<copy::Changed<K, V>>, Step),
    ) {
        let changed = self.shared.copies().get_mut(&node).map(change);
        // The part of an unknown node is read as soon as the node is known.
        let Some((changes, step)) = changed else { return };
        self.report(node, changes);
        if step == Step::Read {
            self.ask(node, Duration::ZERO);
        }
    }

    /// Requests the next page of a node's part, after a pause.
    fn ask(&mut self, node: NodeId, pause: Duration) {
        let wanted = self.shared.copies().get(&node).and_then(PartCopy::wanted);
        let Some((attempt, after)) = wanted else { return };
        let (bus, service) = (self.shared.bus.clone(), Service::new(self.shared.name));
        self.reads.spawn(async move {
            sleep(pause).await;
            let page = bus.request(node, &service, &PageRequest { after }, PAGE_WITHIN).await;
            Answer { node, attempt, page }
        });
    }

    fn report(&mut self, node: NodeId, changes: Vec<copy::Changed<K, V>>) {
        for (key, before, now) in changes {
            (self.report)(Change { node, key, before, now });
        }
    }
}

impl<K, V> Clone for Union<K, V> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<K, V> fmt::Debug for Union<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Union").field(&self.0.as_ref().map(|shared| shared.name)).finish()
    }
}
