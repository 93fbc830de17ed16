//! Parcels between nodes.
//!
//! Rooms hand in updates for one subscriber at a time. A task for each destination sends them in batches, and an update for many subscribers
//! of a room only once.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use sumito_cluster::{Bus, MAX_MESSAGE_BYTES, Subject};
use sumito_game::RoomId;
use sumito_store::NodeId;
use tokio::sync::{Notify, mpsc, watch};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tracing::{debug, error};

use super::{CallId, Parcel, WEIGHT_OF_SUBSCRIBER};
use crate::EncodedUpdate;
use sumito_kit::task;
use sumito_kit::topic::SubscriberId;

/// The parcels to a node.
const PARCELS: Subject<Vec<Parcel>> = Subject::new("rooms");

/// Maximum number of parcels that wait for one node. If there are more, its subscribers must come back.
const MAX_WAITING: usize = 65_536;

/// Maximum weight of the parcels that wait for one node, in bytes. Subscribers share most large values.
const MAX_WAITING_WEIGHT: usize = 64 * 1024 * 1024;

/// Maximum number of parcels in one message, and of subscribers of one update.
const MAX_TOGETHER: usize = 256;

/// Maximum weight of the parcels in one message, in bytes. A heavier parcel travels alone, in pieces.
const MAX_MESSAGE_WEIGHT: usize = MAX_MESSAGE_BYTES / 2;

/// Maximum size of a piece of a parcel, in bytes. In a message, its quotation marks take two bytes each.
const PIECE_BYTES: usize = MAX_MESSAGE_BYTES / 4;

/// Maximum size of a parcel in pieces, in bytes: many times the longest game.
const MAX_PARCEL_BYTES: usize = 8 * 1024 * 1024;

/// Time limit for the pieces of a parcel to leave this node, before the next are sent.
const PIECES_LEAVE_WITHIN: Duration = Duration::from_secs(1);

/// Maximum number of parcels that wait for one follower.
pub(super) const MAX_FOLLOWER: usize = 1_024;

/// Returns the subject of the parcels to this node.
pub(super) fn parcels_to(node: NodeId) -> Subject<Vec<Parcel>> {
    PARCELS.of(&node.0.simple().to_string())
}

/// Parcels to other nodes, and the followers that receive parcels. Cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct Outgoing(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    bus: Bus,
    outboxes: Mutex<BTreeMap<NodeId, Outbox>>,
    /// In an order that a simulation repeats.
    followers: Mutex<BTreeMap<RoomId, (NodeId, mpsc::Sender<News>)>>,
    /// Changes when nodes can be reached no longer, or again.
    connectivity: watch::Sender<Connectivity>,
    calls: AtomicU64,
    stopping: CancellationToken,
}

/// Message to a follower.
#[derive(Debug)]
pub(super) enum News {
    /// A parcel of the owner.
    Parcel(Parcel),
    /// The owner cannot be reached. When it can, the follower ends.
    CutOff,
}

/// The nodes that this node can reach over the bus.
#[derive(Debug, Clone, Default)]
pub(crate) struct Connectivity {
    /// Last sign of life of this node's own connection, if that is lost.
    pub(super) lost_at: Option<Instant>,
    /// Other nodes that have lost theirs, each with the last sign of life of its connection.
    pub(super) lost: HashMap<NodeId, Instant>,
}

impl Connectivity {
    fn has(&self, node: NodeId) -> bool {
        self.lost_at_of(node).is_none()
    }

    /// Returns the time since which a node cannot be reached; `None` if it can.
    fn lost_at_of(&self, node: NodeId) -> Option<Instant> {
        self.lost_at.into_iter().chain(self.lost.get(&node).copied()).min()
    }

    /// Returns the time since which any node cannot be reached; `None` if all can.
    pub(crate) fn any_lost_at(&self) -> Option<Instant> {
        self.lost_at.into_iter().chain(self.lost.values().copied()).min()
    }

    /// Adopts the times at which nodes were lost before.
    fn continues(&mut self, before: &Self) {
        self.lost_at = self.lost_at.map(|now| before.lost_at.map_or(now, |before| before.min(now)));
        for (node, lost_at) in &mut self.lost {
            *lost_at = before.lost.get(node).map_or(*lost_at, |before| *before.min(lost_at));
        }
    }

    fn is_same(&self, other: &Self) -> bool {
        self.lost_at.is_some() == other.lost_at.is_some()
            && self.lost.len() == other.lost.len()
            && self.lost.keys().all(|node| other.lost.contains_key(node))
    }
}

/// Parcels that wait to be sent to one node. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub(super) struct Outbox(Arc<Waiting>);

#[derive(Debug, Default)]
struct Waiting {
    parcels: Mutex<Parcels>,
    is_filled: Notify,
    closed: CancellationToken,
    cut_off_at: Mutex<Option<Instant>>,
}

/// Parcels in the order in which they were handed in, with their weights.
#[derive(Debug, Default)]
struct Parcels {
    queue: VecDeque<Parcel>,
    weight: usize,
}

impl Parcels {
    fn push(&mut self, parcel: Parcel) {
        self.weight += parcel.weight();
        self.queue.push_back(parcel);
    }

    /// Removes as many parcels as fit into one message, at least one.
    fn take(&mut self) -> Vec<Parcel> {
        let (mut taken, mut weight) = (Vec::new(), 0);
        while let Some(parcel) = self.queue.front()
            && taken.len() < MAX_TOGETHER
            && (taken.is_empty() || weight + parcel.weight() <= MAX_MESSAGE_WEIGHT)
        {
            weight += parcel.weight();
            taken.extend(self.queue.pop_front());
        }
        self.weight = self.weight.saturating_sub(weight);
        taken
    }
}

impl Outbox {
    /// Hands in a parcel.
    pub(super) fn send(&self, parcel: Parcel) {
        self.change(|parcels| parcels.push(parcel));
    }

    /// Returns the time since which the node cannot be reached; `None` if it can.
    pub(super) fn cut_off_at(&self) -> Option<Instant> {
        *self.0.cut_off_at.lock()
    }

    /// Notifies the node that a room has moved, once for all of its subscribers there.
    pub(super) fn send_moved(&self, moved: RoomId) {
        self.change(|parcels| {
            if !matches!(parcels.queue.back(), Some(Parcel::NotOwner { room }) if *room == moved) {
                parcels.push(Parcel::NotOwner { room: moved });
            }
        });
    }

    /// Hands in an update for one subscriber. It joins the parcel before it if that has the same update.
    pub(super) fn send_update(&self, to: RoomId, subscriber: SubscriberId, update: &EncodedUpdate) {
        self.change(|parcels| match parcels.queue.back_mut() {
            Some(Parcel::Update { room, subscribers, update: last })
                if *room == to && last.is_same(update) && subscribers.len() < MAX_TOGETHER =>
            {
                subscribers.push(subscriber);
                parcels.weight += WEIGHT_OF_SUBSCRIBER;
            }
            _ => {
                let (subscribers, update) = (vec![subscriber], update.clone());
                parcels.push(Parcel::Update { room: to, subscribers, update });
            }
        });
    }

    fn change(&self, change: impl FnOnce(&mut Parcels)) {
        if self.0.closed.is_cancelled() {
            return;
        }
        let mut parcels = self.0.parcels.lock();
        if parcels.queue.len() >= MAX_WAITING || parcels.weight >= MAX_WAITING_WEIGHT {
            *parcels = Parcels::default();
            parcels.push(Parcel::Restart);
        }
        change(&mut parcels);
        drop(parcels);
        self.0.is_filled.notify_one();
    }

    /// Waits for parcels; returns as many as fit into one message.
    async fn next(&self) -> Vec<Parcel> {
        loop {
            let batch = self.0.parcels.lock().take();
            if !batch.is_empty() {
                return batch;
            }
            self.0.is_filled.notified().await;
        }
    }
}

/// Sends parcels that fit into one message, or a single one in pieces.
async fn send(bus: &Bus, subject: &Subject<Vec<Parcel>>, parcels: Vec<Parcel>) {
    if parcels.iter().map(Parcel::weight).sum::<usize>() <= MAX_MESSAGE_WEIGHT {
        bus.publish(subject, &parcels);
        return;
    }
    for parcel in parcels {
        match serde_json::to_string(&parcel) {
            Ok(text) if text.len() <= MAX_PARCEL_BYTES => {
                for piece in pieces(&text) {
                    bus.publish(subject, &vec![piece]);
                }
                // A dropped piece is noticed as any dropped message.
                let _ = bus.flush(PIECES_LEAVE_WITHIN).await;
            }
            Ok(text) => {
                error!(bytes = text.len(), "message to another node too large");
                bus.publish(subject, &vec![Parcel::Restart]);
            }
            Err(error) => error!(%error, "message to another node not serializable (bug)"),
        }
    }
}

/// Cuts the text of a parcel into pieces.
fn pieces(text: &str) -> Vec<Parcel> {
    let (mut pieces, mut rest) = (Vec::new(), text);
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(rest.floor_char_boundary(PIECE_BYTES));
        pieces.push(Parcel::Piece { text: piece.to_owned(), is_last: after.is_empty() });
        rest = after;
    }
    pieces
}

/// The pieces of a parcel that have arrived from one node.
#[derive(Debug, Default)]
pub(super) struct Pieces(String);

impl Pieces {
    /// Adds the next piece; returns the parcel with the last one. Without the first pieces, the parcel is never complete.
    pub(super) fn add(&mut self, text: &str, is_last: bool) -> Option<Parcel> {
        if self.0.len() + text.len() > MAX_PARCEL_BYTES {
            self.0 = String::new();
            return None;
        }
        self.0.push_str(text);
        if !is_last {
            return None;
        }
        let text = std::mem::take(&mut self.0);
        serde_json::from_str(&text)
            .inspect_err(|error| debug!(%error, "incomplete multipart message dropped"))
            .ok()
            .filter(|parcel| !matches!(parcel, Parcel::Piece { .. }))
    }
}

impl Outgoing {
    /// Returns the outgoing parcels of a node. Its tasks end when `stopping` is cancelled.
    pub(crate) fn new(bus: Bus, stopping: CancellationToken) -> Self {
        let (outboxes, followers, calls) = (Mutex::default(), Mutex::default(), AtomicU64::new(0));
        Self(Arc::new(Shared {
            bus,
            outboxes,
            followers,
            connectivity: watch::Sender::default(),
            calls,
            stopping,
        }))
    }

    /// Returns the id of a new call.
    pub(super) fn next_call(&self) -> CallId {
        self.0.calls.fetch_add(1, Ordering::Relaxed)
    }

    pub(crate) fn bus(&self) -> &Bus {
        &self.0.bus
    }

    /// Returns the outbox of the parcels to this node.
    pub(super) fn to(&self, node: NodeId) -> Outbox {
        let mut outboxes = self.0.outboxes.lock();
        outboxes.entry(node).or_insert_with(|| self.open(node)).clone()
    }

    fn open(&self, node: NodeId) -> Outbox {
        let (closed, cut_off_at) =
            (self.0.stopping.child_token(), self.0.connectivity.borrow().lost_at_of(node));
        let waiting =
            Waiting { closed: closed.clone(), cut_off_at: Mutex::new(cut_off_at), ..Waiting::default() };
        let outbox = Outbox(Arc::new(waiting));
        let (parcels, subject, bus) = (outbox.clone(), parcels_to(node), self.0.bus.clone());
        task::spawn(closed.run_until_cancelled_owned(async move {
            loop {
                send(&bus, &subject, parcels.next().await).await;
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

    /// Returns the news for the follower of a room, until [`unfollow`](Self::unfollow).
    pub(super) fn follow(&self, room: RoomId, owner: NodeId) -> mpsc::Receiver<News> {
        let (sender, receiver) = mpsc::channel(MAX_FOLLOWER);
        let mut followers = self.0.followers.lock();
        if !self.0.connectivity.borrow().has(owner) {
            // The queue is empty.
            let _ = sender.try_send(News::CutOff);
        }
        followers.insert(room, (owner, sender));
        receiver
    }

    /// Returns the nodes that can be reached, and every change of them.
    pub(crate) fn connectivity(&self) -> watch::Receiver<Connectivity> {
        self.0.connectivity.subscribe()
    }

    /// Sets the nodes that can be reached. Followers of rooms on other nodes are paused, and start anew when their owners can be reached
    /// again.
    pub(super) fn set_connectivity(&self, mut connectivity: Connectivity) {
        let mut followers = self.0.followers.lock();
        let before = self.0.connectivity.borrow().clone();
        if before.is_same(&connectivity) {
            return;
        }
        connectivity.continues(&before);
        for (node, outbox) in &*self.0.outboxes.lock() {
            *outbox.0.cut_off_at.lock() = connectivity.lost_at_of(*node);
        }
        self.0.connectivity.send_replace(connectivity.clone());
        followers.retain(|_, (owner, follower)| match (before.has(*owner), connectivity.has(*owner)) {
            (true, false) => follower.try_send(News::CutOff).is_ok(),
            (was, is) => was == is,
        });
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
            && follower.try_send(News::Parcel(parcel)).is_err()
        {
            followers.remove(&room);
        }
    }

    /// Ends the followers of rooms with an owner that is not `wanted`.
    pub(super) fn end_followers(&self, wanted: impl Fn(NodeId) -> bool) {
        self.0.followers.lock().retain(|_, (owner, _)| wanted(*owner));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::remote::Ask;
    use sumito_game::{Command, UserId};
    use uuid::Uuid;

    fn parcel(letters: usize) -> Parcel {
        let (room, user) = (RoomId::from_random([7; 8]), UserId(Uuid::nil()));
        let id = Some("\"ä\\".repeat(letters / 3).into());
        let ask = Ask::Request { call: 1, through: None, user, command: Command::Resign, id, trace: None };
        Parcel::Ask { room, ask: Box::new(ask) }
    }

    #[test]
    fn a_parcel_in_pieces_becomes_whole_again() {
        let text = serde_json::to_string(&parcel(1_000_000)).unwrap();
        let pieces = pieces(&text);
        let mut arrived = Pieces::default();
        let mut whole = None;
        for piece in &pieces {
            let message = serde_json::to_string(&[piece]).unwrap();
            assert!(message.len() < MAX_MESSAGE_BYTES, "{}", message.len());
            let Parcel::Piece { text, is_last } = piece else { panic!("{piece:?}") };
            assert!(whole.is_none());
            whole = arrived.add(text, *is_last);
        }
        assert_eq!(serde_json::to_string(&whole).unwrap(), text);

        // The first piece is lost, and the next parcel arrives all the same.
        for piece in &pieces[1..] {
            let Parcel::Piece { text, is_last } = piece else { panic!("{piece:?}") };
            assert!(arrived.add(text, *is_last).is_none());
        }
        assert!(arrived.add(&serde_json::to_string(&parcel(9)).unwrap(), true).is_some());
    }

    #[test]
    fn pieces_of_a_parcel_without_an_end_are_bounded() {
        let (mut arrived, text) = (Pieces::default(), "x".repeat(PIECE_BYTES));
        for _ in 0..2 * MAX_PARCEL_BYTES / PIECE_BYTES {
            assert!(arrived.add(&text, false).is_none());
        }
        assert!(arrived.0.len() <= MAX_PARCEL_BYTES);
    }

    #[test]
    fn messages_are_bounded_in_weight() {
        let mut parcels = Parcels::default();
        for _ in 0..1_000 {
            parcels.push(parcel(9));
        }
        let mut count = 0;
        while !parcels.queue.is_empty() {
            let batch = parcels.take();
            let weight: usize = batch.iter().map(Parcel::weight).sum();
            assert!(batch.len() <= MAX_TOGETHER && weight <= MAX_MESSAGE_WEIGHT);
            count += batch.len();
        }
        assert_eq!((count, parcels.weight), (1_000, 0));
    }
}
