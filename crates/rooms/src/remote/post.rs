//! Parcels between nodes.
//!
//! Rooms hand in updates for one subscriber at a time. A task for each destination sends them in batches, and an update for many subscribers
//! of a room only once.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;
use sumito_cluster::{Bus, Topic};
use sumito_game::RoomId;
use sumito_store::NodeId;
use tokio::sync::{Notify, mpsc};
use tokio_util::sync::CancellationToken;

use super::{CallId, Parcel};
use crate::EncodedUpdate;
use sumito_kit::topic::SubscriberId;

/// The parcels to a node.
const PARCELS: Topic<Vec<Parcel>> = Topic::new("rooms");

/// Maximum number of parcels that wait for one node. If there are more, its subscribers must come back.
const MAX_WAITING: usize = 65_536;

/// Maximum number of parcels in one message, and of subscribers of one update.
const MAX_TOGETHER: usize = 256;

/// Maximum number of parcels that wait for one follower.
pub(super) const MAX_FOLLOWER: usize = 1_024;

/// Returns the topic of the parcels to this node.
pub(super) fn parcels_to(node: NodeId) -> Topic<Vec<Parcel>> {
    PARCELS.of(&node.0.simple().to_string())
}

/// Parcels to other nodes, and the followers that receive parcels. Cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct Post(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    bus: Bus,
    outboxes: Mutex<HashMap<NodeId, Outbox>>,
    followers: Mutex<HashMap<RoomId, (NodeId, mpsc::Sender<Parcel>)>>,
    calls: AtomicU64,
    stopping: CancellationToken,
}

/// Parcels that wait to be sent to one node. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub(super) struct Outbox(Arc<Waiting>);

#[derive(Debug, Default)]
struct Waiting {
    parcels: Mutex<VecDeque<Parcel>>,
    is_filled: Notify,
    closed: CancellationToken,
}

impl Outbox {
    /// Hands in a parcel.
    pub(super) fn send(&self, parcel: Parcel) {
        self.change(|parcels| parcels.push_back(parcel));
    }

    /// Hands in an update for one subscriber. It joins the parcel before it if that has the same update.
    pub(super) fn send_update(&self, to: RoomId, subscriber: SubscriberId, update: &EncodedUpdate) {
        self.change(|parcels| match parcels.back_mut() {
            Some(Parcel::Update { room, subscribers, update: last })
                if *room == to && last.is_same(update) && subscribers.len() < MAX_TOGETHER =>
            {
                subscribers.push(subscriber);
            }
            _ => {
                let (subscribers, update) = (vec![subscriber], update.clone());
                parcels.push_back(Parcel::Update { room: to, subscribers, update });
            }
        });
    }

    fn change(&self, change: impl FnOnce(&mut VecDeque<Parcel>)) {
        if self.0.closed.is_cancelled() {
            return;
        }
        let mut parcels = self.0.parcels.lock();
        if parcels.len() >= MAX_WAITING {
            parcels.clear();
            parcels.push_back(Parcel::Restart);
        }
        change(&mut parcels);
        drop(parcels);
        self.0.is_filled.notify_one();
    }

    /// Waits for parcels; returns as many as fit into one message.
    async fn next(&self) -> Vec<Parcel> {
        loop {
            let batch: Vec<_> = {
                let mut parcels = self.0.parcels.lock();
                let count = parcels.len().min(MAX_TOGETHER);
                parcels.drain(..count).collect()
            };
            if !batch.is_empty() {
                return batch;
            }
            self.0.is_filled.notified().await;
        }
    }
}

impl Post {
    /// Returns the post of a node. Its tasks end when `stopping` is cancelled.
    pub(crate) fn new(bus: Bus, stopping: CancellationToken) -> Self {
        let (outboxes, followers, calls) = (Mutex::default(), Mutex::default(), AtomicU64::new(0));
        Self(Arc::new(Shared { bus, outboxes, followers, calls, stopping }))
    }

    /// Returns the id of a new call.
    pub(super) fn next_call(&self) -> CallId {
        self.0.calls.fetch_add(1, Ordering::Relaxed)
    }

    pub(super) fn bus(&self) -> &Bus {
        &self.0.bus
    }

    /// Returns the outbox of the parcels to this node.
    pub(super) fn to(&self, node: NodeId) -> Outbox {
        let mut outboxes = self.0.outboxes.lock();
        outboxes.entry(node).or_insert_with(|| self.open(node)).clone()
    }

    fn open(&self, node: NodeId) -> Outbox {
        let closed = self.0.stopping.child_token();
        let outbox = Outbox(Arc::new(Waiting { closed: closed.clone(), ..Waiting::default() }));
        let (parcels, topic, bus) = (outbox.clone(), parcels_to(node), self.0.bus.clone());
        tokio::spawn(closed.run_until_cancelled_owned(async move {
            loop {
                bus.publish(&topic, &parcels.next().await);
            }
        }));
        outbox
    }

    /// Forgets a node that has died.
    pub(super) fn close(&self, node: NodeId) {
        if let Some(outbox) = self.0.outboxes.lock().remove(&node) {
            outbox.0.closed.cancel();
        }
    }

    /// Returns the parcels for the follower of a room, until [`unfollow`](Self::unfollow).
    pub(super) fn follow(&self, room: RoomId, owner: NodeId) -> mpsc::Receiver<Parcel> {
        let (sender, receiver) = mpsc::channel(MAX_FOLLOWER);
        self.0.followers.lock().insert(room, (owner, sender));
        receiver
    }

    /// Ends the delivery of parcels to the follower of a room.
    pub(crate) fn unfollow(&self, room: RoomId) {
        self.0.followers.lock().remove(&room);
    }

    /// Delivers a parcel of a node to the follower of a room. A follower that has no space ends.
    pub(super) fn deliver(&self, from: NodeId, room: RoomId, parcel: Parcel) {
        let mut followers = self.0.followers.lock();
        if let Some((owner, follower)) = followers.get(&room)
            && *owner == from
            && follower.try_send(parcel).is_err()
        {
            followers.remove(&room);
        }
    }

    /// Ends the followers of rooms whose owners are not `wanted`.
    pub(super) fn end_followers(&self, wanted: impl Fn(NodeId) -> bool) {
        self.0.followers.lock().retain(|_, (owner, _)| wanted(*owner));
    }
}
