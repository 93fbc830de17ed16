//! The actor that stands for a room of another node.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use sumito_game::{RoomId, UserId};
use sumito_store::NodeId;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};
use tracing::debug;

use super::post::{Outbox, Post};
use super::{Answer, Ask, CallId, Parcel};
use crate::handle::{Message, Request, Watch};
use crate::registry::RoomContext;
use crate::reply::Reply;
use crate::{EncodedView, RoomError, RoomUpdate};
use sumito_kit::registry::Message as _;
use sumito_kit::topic::{Subscriber, SubscriberId};

/// Time limit for the answer of the owner. The caller sends a command again with the same id.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);

/// Time that a follower without subscribers and calls stays in memory.
const IDLE: Duration = Duration::from_secs(30);

/// Maximum number of requests that await an answer. Further ones are refused.
const MAX_CALLS: usize = 1_024;

/// A room of another node.
pub(crate) struct Follower {
    id: RoomId,
    context: Arc<RoomContext>,
    post: Post,
    owner: Outbox,
    /// Parcels of the owner. They end when it is lost.
    parcels: mpsc::Receiver<Parcel>,
    /// In the order in which they were made.
    calls: BTreeMap<CallId, Call>,
    subscribers: HashMap<SubscriberId, Box<dyn Subscriber<RoomUpdate>>>,
    used_at: Instant,
}

/// A request that awaits an answer.
struct Call {
    caller: Caller,
    asked_at: Instant,
}

/// Receiver of an answer.
enum Caller {
    Reply(Reply),
    View(oneshot::Sender<EncodedView>),
    Close(oneshot::Sender<Result<bool, RoomError>>),
}

impl Caller {
    fn answer(self, answer: Answer) {
        match (self, answer) {
            (Self::Reply(reply), Answer::Done(outcome)) => reply.done(outcome),
            (Self::Reply(reply), Answer::Refused(error)) => reply.refuse(error),
            // The caller may have stopped waiting.
            (Self::View(caller), Answer::View(view)) => drop(caller.send(view)),
            (Self::Close(caller), Answer::Closed(closed)) => drop(caller.send(Ok(closed))),
            (Self::Close(caller), Answer::Refused(error)) => drop(caller.send(Err(error))),
            // A caller that is dropped receives an error.
            _ => {}
        }
    }
}

impl Follower {
    pub(crate) fn new(id: RoomId, node: NodeId, context: Arc<RoomContext>, post: &Post) -> Self {
        Self {
            id,
            post: post.clone(),
            owner: post.to(node),
            parcels: post.follow(id, node),
            context,
            calls: BTreeMap::new(),
            subscribers: HashMap::new(),
            used_at: Instant::now(),
        }
    }

    /// Runs until the server stops, the owner is lost, or the room is unused. Returns the messages that came too late, for delivery to the
    /// next task of the room.
    pub(crate) async fn run(mut self, mut inbox: mpsc::Receiver<Message>) -> Vec<Message> {
        self.run_loop(&mut inbox).await;
        self.post.unfollow(self.id);
        let left = self.context.active.retire(self.id, &mut inbox).await;
        for call in self.calls.into_values() {
            call.caller.answer(Answer::Refused(RoomError::Unavailable));
        }
        for (id, subscriber) in self.subscribers {
            self.owner.send(Parcel::Ask { room: self.id, ask: Box::new(Ask::Unwatch { id }) });
            subscriber.disconnect();
        }
        debug!(room = %self.id, "room of another node no longer followed");
        left
    }

    async fn run_loop(&mut self, inbox: &mut mpsc::Receiver<Message>) {
        let stopping = self.context.stopping.clone();
        loop {
            let due = self.next_due();
            tokio::select! {
                biased;
                () = stopping.cancelled() => return,
                parcel = self.parcels.recv() => match parcel {
                    None | Some(Parcel::NotOwner { .. }) => return,
                    Some(parcel) => self.receive(parcel),
                },
                message = inbox.recv() => {
                    let Some(message) = message else { return };
                    self.forward(message);
                    self.used_at = Instant::now();
                }
                () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => {
                    self.end_late_calls();
                    if self.is_unused() {
                        return;
                    }
                }
            }
        }
    }

    /// Returns the time at which a call is late, or at which the unused follower may leave memory.
    fn next_due(&self) -> Option<Instant> {
        match self.calls.first_key_value() {
            Some((_, oldest)) => Some(oldest.asked_at + ANSWER_TIMEOUT),
            None => self.subscribers.is_empty().then(|| self.used_at + IDLE),
        }
    }

    fn is_unused(&self) -> bool {
        self.subscribers.is_empty() && self.calls.is_empty() && self.used_at.elapsed() >= IDLE
    }

    fn end_late_calls(&mut self) {
        while let Some(oldest) = self.calls.first_entry()
            && oldest.get().asked_at.elapsed() >= ANSWER_TIMEOUT
        {
            oldest.remove().caller.answer(Answer::Refused(RoomError::Unavailable));
        }
    }

    /// Handles a parcel of the owner.
    fn receive(&mut self, parcel: Parcel) {
        match parcel {
            Parcel::Answer { call, answer, .. } => {
                if let Some(call) = self.calls.remove(&call) {
                    call.caller.answer(answer);
                }
            }
            Parcel::Update { subscribers, update, .. } => {
                for id in subscribers {
                    if let Some(subscriber) = self.subscribers.get(&id) {
                        subscriber.send(&update);
                    }
                }
            }
            Parcel::Disconnect { subscribers, .. } => {
                for id in subscribers {
                    if let Some(subscriber) = self.subscribers.remove(&id) {
                        subscriber.disconnect();
                    }
                }
            }
            Parcel::Ask { .. } | Parcel::NotOwner { .. } | Parcel::Restart => {}
        }
    }

    /// Forwards a message to the owner.
    fn forward(&mut self, message: Message) {
        if self.calls.len() >= MAX_CALLS && !matches!(message, Message::Unwatch { .. }) {
            message.reject(RoomError::Busy);
            return;
        }
        let ask = match message {
            Message::Request(request) => {
                // The owner counts the time from the arrival of the request: it has its own clock.
                let Request { through, user, command, id, reply, received_at: _ } = *request;
                Ask::Request { call: self.call(Caller::Reply(reply)), through, user, command, id }
            }
            Message::Watch(watch) => {
                let Watch { id, user, subscriber, since, reply } = *watch;
                let free_places = subscriber.free_places();
                self.subscribers.insert(id, subscriber);
                Ask::Watch { call: self.call(Caller::Reply(reply)), id, user, since, free_places }
            }
            Message::Unwatch { id } => {
                self.subscribers.remove(&id);
                Ask::Unwatch { id }
            }
            Message::TakeOver { id, user, reply } => self.take_over(id, user, reply),
            Message::View { user, reply } => Ask::View { call: self.call(Caller::View(reply)), user },
            Message::Notify(notice) => Ask::Notify { notice },
            Message::Close { quiet_since, reply } => {
                Ask::Close { call: self.call(Caller::Close(reply)), quiet_since }
            }
            // These callers read the stored room if they get no answer.
            Message::RoomOccupancy { .. } | Message::MyRoom { .. } => return,
        };
        self.owner.send(Parcel::Ask { room: self.id, ask: Box::new(ask) });
    }

    fn take_over(&mut self, id: SubscriberId, user: UserId, reply: Reply) -> Ask {
        Ask::TakeOver { call: self.call(Caller::Reply(reply)), id, user }
    }

    /// Registers a caller who awaits an answer.
    fn call(&mut self, caller: Caller) -> CallId {
        let id = self.post.next_call();
        self.calls.insert(id, Call { caller, asked_at: Instant::now() });
        id
    }
}
