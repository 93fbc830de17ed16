//! Requests of other nodes to rooms of this node.

use std::collections::{BTreeMap, HashMap};
use std::pin::pin;

use sumito_cluster::{BusState, Peers, Received};
use sumito_game::RoomId;
use sumito_store::NodeId;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinSet;
use tokio::time::Instant;
use tracing::{debug, info, warn};

use super::outgoing::{Connectivity, Outbox, Outgoing, Pieces, parcels_to};
use super::{Answer, Ask, CallId, Parcel};
use crate::handle::{Inbox, Message, Request, Watch};
use crate::registry::Placement;
use crate::reply::Reply;
use crate::{EncodedUpdate, RoomError, RoomUpdate, Rooms, hand_over};
use sumito_kit::registry::{Lookup, Message as _};
use sumito_kit::retry::Flood;
use sumito_kit::task;
use sumito_kit::telemetry::TraceSpan;
use sumito_kit::topic::{Subscriber, SubscriberId};

/// Maximum number of requests that wait for one room to be loaded. Further ones are refused.
const MAX_LOADING: usize = 1_024;

/// Log lines about messages that may be missing, as after each flood on the bus.
static RESTARTED: Flood = Flood::new();

/// A subscriber on another node.
#[derive(Debug)]
struct RemoteSubscriber {
    room: RoomId,
    id: SubscriberId,
    node: Outbox,
    free_places: usize,
}

impl Subscriber<RoomUpdate> for RemoteSubscriber {
    fn send(&self, update: &EncodedUpdate) -> bool {
        self.node.send_update(self.room, self.id, update);
        true
    }

    fn free_places(&self) -> usize {
        self.free_places
    }

    fn disconnect(&self) {
        self.node.send(Parcel::Disconnect { room: self.room, subscribers: vec![self.id] });
    }

    fn unreachable_since(&self) -> Option<Instant> {
        self.node.cut_off_at()
    }

    fn is_elsewhere(&self) -> bool {
        true
    }

    fn moved(&self) -> bool {
        self.node.send_moved(self.room);
        true
    }
}

/// The task that receives the parcels of other nodes.
struct Receiver {
    rooms: Rooms,
    outgoing: Outgoing,
    /// Subscribers on other nodes, with the rooms that they follow.
    subscribers: BTreeMap<NodeId, BTreeMap<SubscriberId, RoomId>>,
    /// Requests to rooms that are being loaded.
    loading: HashMap<RoomId, Vec<(NodeId, Ask)>>,
    loads: JoinSet<(RoomId, Result<Option<Inbox>, RoomError>)>,
    /// Parcels with missing pieces.
    pieces: HashMap<NodeId, Pieces>,
    is_subscribed: bool,
}

/// Serves other nodes until the server stops.
pub(crate) async fn run(rooms: Rooms) {
    let Some(outgoing) = rooms.context().outgoing.clone() else { return };
    let stopping = rooms.context().stopping.clone();
    let taking = stopping.run_until_cancelled(hand_over::serve(&rooms));
    tokio::join!(receive(rooms.clone(), outgoing), taking);
}

/// Receives parcels until the server stops.
async fn receive(rooms: Rooms, outgoing: Outgoing) {
    let context = rooms.context();
    let (mut peers, mut bus) = (context.node.peers(), outgoing.bus().state());
    let mut parcels = outgoing.bus().subscribe(&parcels_to(outgoing.bus().node()));
    let mut stopped = pin!(context.stopping.cancelled());
    let (subscribers, loading, loads) = (BTreeMap::new(), HashMap::new(), JoinSet::new());
    let pieces = HashMap::new();
    let mut receiver =
        Receiver { rooms, outgoing, subscribers, loading, loads, pieces, is_subscribed: false };
    loop {
        tokio::select! {
            biased;
            () = &mut stopped => return,
            () = peers.changed() => {
                receiver.forget_dead(&peers.alive());
                receiver.check_connectivity(&bus, &mut peers);
            }
            Ok(()) = bus.changed() => receiver.check_connectivity(&bus, &mut peers),
            received = parcels.next() => match received {
                Received::Message { from, body } => {
                    for parcel in body {
                        receiver.receive(from, parcel);
                    }
                }
                Received::Lagged => receiver.restart(&peers.others()),
            },
            Some(Ok((room, inbox))) = receiver.loads.join_next() => receiver.loaded(room, &inbox),
        }
    }
}

impl Receiver {
    fn receive(&mut self, from: NodeId, parcel: Parcel) {
        match parcel {
            Parcel::Ask { room, ask } => self.ask(from, room, *ask),
            Parcel::Answer { room, .. }
            | Parcel::Update { room, .. }
            | Parcel::Disconnect { room, .. }
            | Parcel::NotOwner { room } => self.outgoing.deliver(from, room, parcel),
            Parcel::Piece { text, is_last } => {
                let whole = self.pieces.entry(from).or_default().add(&text, is_last);
                if let Some(parcel) = whole {
                    self.receive(from, parcel);
                }
            }
            Parcel::Restart => {
                self.pieces.remove(&from);
                self.outgoing.end_followers(|owner| owner != from);
            }
        }
    }

    /// Handles a request of another node.
    fn ask(&mut self, from: NodeId, room: RoomId, ask: Ask) {
        if let Ask::Unwatch { id } = &ask
            && let Some(subscribers) = self.subscribers.get_mut(&from)
        {
            subscribers.remove(id);
        }
        if let Some(waiting) = self.loading.get_mut(&room) {
            if waiting.len() < MAX_LOADING {
                waiting.push((from, ask));
            } else {
                refuse(&self.outgoing.to(from), room, &ask, RoomError::Busy);
            }
            return;
        }
        match self.rooms.context().active.lookup(room) {
            Lookup::Running(Placement::Here, inbox) => self.pass_on(&inbox, from, room, ask),
            Lookup::Absent | Lookup::Loading(_) | Lookup::Running(Placement::Elsewhere, _) => {
                // A room that is not in memory has no subscriber.
                if matches!(ask, Ask::Unwatch { .. } | Ask::Notify { .. }) {
                    return;
                }
                self.loading.insert(room, vec![(from, ask)]);
                let rooms = self.rooms.clone();
                self.loads.spawn(async move { (room, rooms.own_inbox(room).await) });
            }
        }
    }

    /// Handles the requests that waited for a room to be loaded.
    fn loaded(&mut self, room: RoomId, inbox: &Result<Option<Inbox>, RoomError>) {
        for (from, ask) in self.loading.remove(&room).unwrap_or_default() {
            match inbox {
                Ok(Some(inbox)) => self.pass_on(inbox, from, room, ask),
                Ok(None) => self.outgoing.to(from).send(Parcel::NotOwner { room }),
                Err(error) => refuse(&self.outgoing.to(from), room, &ask, error.clone()),
            }
        }
    }

    /// Passes a request on to a room of this node.
    fn pass_on(&mut self, inbox: &Inbox, from: NodeId, room: RoomId, ask: Ask) {
        let node = self.outgoing.to(from);
        if let Ask::Watch { id, .. } = &ask {
            self.subscribers.entry(from).or_default().insert(*id, room);
        }
        let message = self.message(node, room, ask);
        match inbox.try_send(message) {
            Ok(()) => {}
            Err(mpsc::error::TrySendError::Full(message)) => message.reject(RoomError::Busy),
            Err(mpsc::error::TrySendError::Closed(message)) => {
                // It leaves memory at this moment: it is reloaded, or has another owner.
                let rooms = self.rooms.clone();
                task::spawn(async move { rooms.redeliver(room, message).await });
            }
        }
    }

    /// Returns the room's own message for a request of another node.
    fn message(&self, node: Outbox, room: RoomId, ask: Ask) -> Message {
        match ask {
            Ask::Request { call, through, user, command, id, trace } => {
                let reply = reply(node, room, call).traced(TraceSpan::forwarded(trace));
                let received_at = self.rooms.now();
                Message::Request(Box::new(Request { through, user, command, id, received_at, reply }))
            }
            Ask::Watch { call, id, user, since, free_places } => {
                let subscriber = Box::new(RemoteSubscriber { room, id, node: node.clone(), free_places });
                Message::Watch(Box::new(Watch {
                    id,
                    user,
                    subscriber,
                    since,
                    reply: reply(node, room, call),
                }))
            }
            Ask::Unwatch { id } => Message::Unwatch { id },
            Ask::TakeOver { call, id, user } => {
                Message::TakeOver { id, user, reply: reply(node, room, call) }
            }
            Ask::View { call, user } => {
                let (reply, view) = oneshot::channel();
                task::spawn(async move {
                    let answer = view.await.map_or(Answer::Refused(RoomError::Busy), Answer::View);
                    node.send(Parcel::Answer { room, call, answer });
                });
                Message::View { user, reply }
            }
            Ask::Notify { notice } => Message::Notify(notice),
            Ask::Close { call, quiet_since } => {
                Message::Close { quiet_since, reply: intervention(node, room, call) }
            }
            Ask::AddTime { call, added } => Message::AddTime { added, reply: intervention(node, room, call) },
        }
    }

    /// Forgets the nodes that have died: their subscribers are gone, and so are the owners of followed rooms.
    fn forget_dead(&mut self, alive: &[NodeId]) {
        self.outgoing.end_followers(|owner| alive.contains(&owner));
        let dead: Vec<_> = self.subscribers.keys().filter(|node| !alive.contains(node)).copied().collect();
        for node in dead {
            info!(node = %node.0, "node gone: its subscribers removed");
            self.outgoing.close(node);
            self.pieces.remove(&node);
            self.forget_subscribers(node);
        }
    }

    /// Updates the set of reachable nodes.
    fn check_connectivity(&self, bus: &watch::Receiver<BusState>, peers: &mut Peers) {
        let lost_at = match *bus.borrow() {
            BusState::Connected { .. } => self.outgoing.bus().silent_since(),
            BusState::Disconnected { since } => Some(since),
        };
        self.rooms.context().node.set_bus_lost(lost_at);
        self.outgoing
            .set_connectivity(Connectivity { lost_at, lost: peers.off_the_bus().into_iter().collect() });
    }

    /// Starts again after parcels may have been lost, in both directions.
    fn restart(&mut self, others: &[NodeId]) {
        // The first restart is the start of the subscription.
        if std::mem::replace(&mut self.is_subscribed, true)
            && let Some(left_out) = RESTARTED.record()
        {
            warn!(left_out, "messages may be missing; resubscribing to rooms");
        }
        self.pieces.clear();
        self.outgoing.end_followers(|_| false);
        for &node in others {
            self.forget_subscribers(node);
            self.outgoing.to(node).send(Parcel::Restart);
        }
    }

    fn forget_subscribers(&mut self, node: NodeId) {
        for (id, room) in self.subscribers.remove(&node).unwrap_or_default() {
            if let Lookup::Running(Placement::Here, inbox) = self.rooms.context().active.lookup(room) {
                debug!(%room, "subscriber of another node removed");
                // It may subscribe again with the same id, which must come later.
                if let Err(mpsc::error::TrySendError::Full(message)) = inbox.try_send(Message::Unwatch { id })
                {
                    task::spawn(async move { inbox.send(message).await });
                }
            }
        }
    }
}

/// Returns a reply that sends the answer to another node.
fn reply(node: Outbox, room: RoomId, call: CallId) -> Reply {
    Reply::new(move |answer| {
        let answer = answer.map_or_else(Answer::refused, Answer::Done);
        node.send(Parcel::Answer { room, call, answer });
    })
}

/// Returns the receiver of the answer to an intervention, which is sent to the node that asked.
fn intervention(node: Outbox, room: RoomId, call: CallId) -> oneshot::Sender<Result<bool, RoomError>> {
    let (reply, done) = oneshot::channel();
    task::spawn(async move {
        let answer = match done.await.unwrap_or(Err(RoomError::Busy)) {
            Ok(done) => Answer::Closed(done),
            Err(error) => Answer::refused(error),
        };
        node.send(Parcel::Answer { room, call, answer });
    });
    reply
}

/// Refuses a request of another node.
fn refuse(node: &Outbox, room: RoomId, ask: &Ask, error: RoomError) {
    let (Ask::Request { call, .. }
    | Ask::Watch { call, .. }
    | Ask::TakeOver { call, .. }
    | Ask::View { call, .. }
    | Ask::Close { call, .. }
    | Ask::AddTime { call, .. }) = ask
    else {
        return;
    };
    node.send(Parcel::Answer { room, call: *call, answer: Answer::refused(error) });
}
