//! Messages to the nodes that follow a key.

use std::collections::BTreeMap;
use std::fmt;
use std::mem;
use std::sync::Arc;

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sumito_kit::node::NodeId;
use tokio::sync::Notify;
use tokio::time::sleep;

use super::batch::Batch;
use super::{Change, Key, PUBLISH_EVERY, Union, Value};
use crate::{Node, Received, Subject};

/// Keys that nodes follow, and messages to the nodes that follow them. Cheap to clone.
///
/// Each node keeps the followers of a key, and sends its messages about the key to them alone. A node sends a new follower the current
/// state. Of several messages with the same id that wait for a node, the latest is sent.
///
/// The only server of a database keeps and sends nothing here.
pub struct Followed<K, I, M>(Option<Arc<Shared<K, I, M>>>);

struct Shared<K, I, M> {
    name: &'static str,
    node: Node,
    /// The keys that each node follows.
    union: Union<K, Follows>,
    outboxes: Mutex<Outboxes<I, M>>,
    is_filled: Notify,
}

/// Messages that wait to be sent.
type Outboxes<I, M> = BTreeMap<NodeId, BTreeMap<I, M>>;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Follows {
    Follows,
}

impl<K: Key, I: Ord + Send + 'static, M: Value> Followed<K, I, M> {
    /// Returns the followed keys of this name. All nodes must agree on the types.
    ///
    /// # Panics
    /// If the name has other characters than `a` to `z` and `_`, or is empty.
    pub fn new(name: &'static str, node: &Node) -> Self {
        if !node.is_shared() {
            return Self(None);
        }
        let (union, node, outboxes) = (Union::new(name, node), node.clone(), Mutex::default());
        Self(Some(Arc::new(Shared { name, node, union, outboxes, is_filled: Notify::new() })))
    }

    /// Starts to receive messages about `key`.
    pub fn follow(&self, key: &K) {
        if let Some(shared) = &self.0 {
            shared.union.set(key, Some(&Follows::Follows));
        }
    }

    /// Ends to receive messages about `key`.
    pub fn unfollow(&self, key: &K) {
        if let Some(shared) = &self.0 {
            shared.union.set(key, None);
        }
    }

    /// Sends a message about these keys to the nodes that follow one of them.
    pub fn send(&self, keys: impl IntoIterator<Item = K>, id: &I, message: impl FnOnce() -> M)
    where
        I: Clone,
    {
        let Some(shared) = &self.0 else { return };
        let nodes = shared.union.others_with(keys);
        if nodes.is_empty() {
            return;
        }
        let message = message();
        let mut outboxes = shared.outboxes.lock();
        for node in nodes {
            outboxes.entry(node).or_default().insert(id.clone(), message.clone());
        }
        drop(outboxes);
        shared.is_filled.notify_one();
    }

    /// Calls `followed` for each key that another node starts to follow, and `received` for the messages to this node. Runs until it is
    /// dropped; returns at once if no other node can exist.
    pub async fn run(&self, followed: impl FnMut(K), received: impl FnMut(Received<Vec<M>>)) {
        if let Some(shared) = &self.0 {
            tokio::join!(shared.follow(followed), shared.send(), shared.receive(received));
        }
    }
}

impl<K: Key, I: Ord + Send + 'static, M: Value> Shared<K, I, M> {
    /// Follows the keys of the other nodes.
    async fn follow(&self, mut followed: impl FnMut(K)) {
        let report = |Change { key, now, .. }: Change<K, Follows>| {
            if now.is_some() {
                followed(key);
            }
        };
        self.union.run(report).await;
    }

    /// Sends the messages that wait.
    async fn send(&self) {
        let subject = Subject::<Vec<Box<RawValue>>>::new(self.name);
        loop {
            let outboxes = mem::take(&mut *self.outboxes.lock());
            if outboxes.is_empty() {
                self.is_filled.notified().await;
                continue;
            }
            for (node, messages) in outboxes {
                let subject = subject.of(&node.0.simple().to_string());
                let mut messages = messages.values();
                loop {
                    let mut batch = Batch::default();
                    while !batch.is_full()
                        && let Some(message) = messages.next()
                    {
                        batch.push(self.name, message);
                    }
                    let batch = batch.into_entries();
                    if batch.is_empty() {
                        break;
                    }
                    self.node.bus().publish(&subject, &batch);
                }
            }
            sleep(PUBLISH_EVERY).await;
        }
    }

    /// Receives the messages to this node.
    async fn receive(&self, mut received: impl FnMut(Received<Vec<M>>)) {
        let subject = Subject::<Vec<M>>::new(self.name).of(&self.node.id().0.simple().to_string());
        let mut messages = self.node.bus().subscribe(&subject);
        loop {
            received(messages.next().await);
        }
    }
}

impl<K, I, M> Clone for Followed<K, I, M> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

/// Follows nothing, and is followed by no node.
impl<K, I, M> Default for Followed<K, I, M> {
    fn default() -> Self {
        Self(None)
    }
}

impl<K, I, M> fmt::Debug for Followed<K, I, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Followed").field(&self.0.as_ref().map(|shared| shared.name)).finish()
    }
}
