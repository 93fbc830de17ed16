//! The actor that stands for a room of another node.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use sumito_cluster::RequestError;
use sumito_game::{RoomId, UserId};
use sumito_store::NodeId;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};
use tracing::debug;

use super::outgoing::{News, Outbox, Outgoing};
use super::{Answer, Ask, CallId, Parcel};
use crate::handle::{Message, Request, Watch};
use crate::registry::RoomContext;
use crate::reply::Reply;
use crate::room_task::{Carried, CarriedSubscriber, TaskEnd};
use crate::{EncodedUpdate, EncodedView, Notice, RoomError, RoomUpdate};
use sumito_kit::metrics;
use sumito_kit::registry::Message as _;
use sumito_kit::topic::{Subscriber, SubscriberId};

/// Time limit for the answer of the owner. The caller resends a command with the same id.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);

/// Time that a follower without subscribers and calls stays in memory.
const IDLE: Duration = Duration::from_secs(30);

/// Maximum number of requests that await an answer. Further ones are refused.
const MAX_CALLS: usize = 1_024;

/// A room of another node.
pub(crate) struct Follower {
    id: RoomId,
    context: Arc<RoomContext>,
    outgoing: Outgoing,
    owner: Outbox,
    /// Parcels of the owner. They end when it is lost.
    news: mpsc::Receiver<News>,
    /// Whether the owner cannot be reached. The game is paused if its player is here.
    is_cut_off: bool,
    /// In the order in which they were made.
    calls: BTreeMap<CallId, Call>,
    subscribers: HashMap<SubscriberId, Followed>,
    used_at: Instant,
}

/// A subscriber of a follower.
struct Followed {
    /// Subscriptions are numbered in their order.
    number: CallId,
    user: Option<UserId>,
    subscriber: Box<dyn Subscriber<RoomUpdate>>,
    /// The last event that it has received.
    seen: Option<u64>,
    /// Whether an earlier task has carried it over: no caller waits for an answer.
    is_carried: bool,
}

impl Followed {
    /// Passes an update on. Returns `false` if an event before it is missing.
    fn receive(&mut self, update: &EncodedUpdate) -> bool {
        match update.value() {
            RoomUpdate::Event(event) => match self.seen {
                Some(seen) if event.seq == seen + 1 => self.seen = Some(event.seq),
                Some(seen) if event.seq > seen => return false,
                // It is of an earlier subscription: the snapshot or the events that follow include it.
                _ => return true,
            },
            RoomUpdate::View(view) => self.seen = Some(view.value().seq),
            _ => {}
        }
        self.subscriber.send(update);
        true
    }
}

/// A request that awaits an answer.
struct Call {
    caller: Caller,
    asked_at: Instant,
}

/// Receiver of an answer.
enum Caller {
    /// A command, which the next owner receives if this one is lost.
    Command(Box<Request>),
    Watch(SubscriberId, Reply),
    TakeOver(Reply),
    View(oneshot::Sender<EncodedView>),
    Close(oneshot::Sender<Result<bool, RoomError>>),
}

impl Caller {
    fn answer(self, answer: Answer) {
        match (self, answer) {
            (Self::Command(request), Answer::Done(outcome)) => request.reply.done(outcome),
            (Self::Command(request), Answer::Refused(error)) => request.reply.refuse(error),
            (Self::Watch(_, reply) | Self::TakeOver(reply), Answer::Done(outcome)) => reply.done(outcome),
            (Self::Watch(_, reply) | Self::TakeOver(reply), Answer::Refused(error)) => reply.refuse(error),
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
    pub(crate) fn new(id: RoomId, node: NodeId, context: Arc<RoomContext>, outgoing: &Outgoing) -> Self {
        Self {
            id,
            outgoing: outgoing.clone(),
            owner: outgoing.to(node),
            news: outgoing.follow(id, node),
            is_cut_off: false,
            context,
            calls: BTreeMap::new(),
            subscribers: HashMap::new(),
            used_at: Instant::now(),
        }
    }

    /// Runs until the server stops, the owner is lost, or the room is unused. It continues with the state carried over from an earlier
    /// task.
    pub(crate) async fn run(
        mut self: Box<Self>,
        inbox: &mut mpsc::Receiver<Message>,
        carried: Carried,
    ) -> TaskEnd {
        for subscriber in carried.subscribers {
            self.watch(subscriber.into_watch(), true);
        }
        for command in carried.commands {
            self.forward(command);
        }
        let is_lost = self.run_loop(inbox).await;
        self.outgoing.unfollow(self.id);
        let this = *self;
        if is_lost {
            debug!(room = %this.id, "owner of a room lost");
            return TaskEnd::Moved(this.carry());
        }
        for call in this.calls.into_values() {
            call.caller.answer(Answer::Refused(RoomError::Unavailable));
        }
        for (id, followed) in this.subscribers {
            this.owner.send(Parcel::Ask { room: this.id, ask: Box::new(Ask::Unwatch { id }) });
            followed.subscriber.disconnect();
        }
        debug!(room = %this.id, "room of another node no longer followed");
        TaskEnd::Over(Ok(()))
    }

    /// Returns the state for the next task.
    fn carry(self) -> Carried {
        let (mut commands, mut replies) = (Vec::new(), HashMap::new());
        for Call { caller, asked_at } in self.calls.into_values() {
            match caller {
                // The next owner finds out by its id whether it took effect.
                Caller::Command(request) if request.id.is_some() && asked_at.elapsed() < ANSWER_TIMEOUT => {
                    commands.push(Message::Request(request));
                }
                Caller::Watch(id, reply) => {
                    replies.insert(id, reply);
                }
                caller => caller.answer(Answer::Refused(RoomError::Unavailable)),
            }
        }
        let mut followed: Vec<_> = self.subscribers.into_iter().collect();
        followed.sort_unstable_by_key(|(_, followed)| followed.number);
        let carried = |(id, Followed { user, subscriber, seen, .. })| CarriedSubscriber {
            id,
            user,
            subscriber,
            since: seen,
            reply: replies.remove(&id),
        };
        let subscribers = followed.into_iter().map(carried).collect();
        Carried { subscribers, commands }
    }

    /// Returns whether the owner is lost.
    async fn run_loop(&mut self, inbox: &mut mpsc::Receiver<Message>) -> bool {
        let stopping = self.context.stopping.clone();
        loop {
            let due = self.next_due();
            tokio::select! {
                biased;
                () = stopping.cancelled() => return false,
                news = self.news.recv() => match news {
                    None | Some(News::Parcel(Parcel::NotOwner { .. })) => return true,
                    Some(News::Parcel(parcel)) => if !self.receive(parcel) {
                        return true;
                    },
                    Some(News::CutOff) => self.cut_off(),
                },
                message = inbox.recv() => {
                    let Some(message) = message else { return false };
                    self.forward(message);
                    self.used_at = Instant::now();
                }
                () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => {
                    self.end_late_calls();
                    if self.is_unused() {
                        return false;
                    }
                }
            }
        }
    }

    /// Handles the loss of the connection to the owner: refuses requests that wait for an answer, and notifies the subscribers.
    fn cut_off(&mut self) {
        self.is_cut_off = true;
        for call in std::mem::take(&mut self.calls).into_values() {
            // Subscribers that were carried over wait until the owner can be reached.
            let waits = matches!(&call.caller, Caller::Watch(id, _) if self.is_carried(*id));
            if !waits {
                self.answer(call.caller, Answer::Refused(RoomError::Unavailable));
            }
        }
        let notice: EncodedUpdate =
            RoomUpdate::Notice { room: self.id, notice: Notice::OwnerUnreachable }.into();
        for followed in self.subscribers.values() {
            followed.subscriber.send(&notice);
        }
    }

    fn is_carried(&self, id: SubscriberId) -> bool {
        self.subscribers.get(&id).is_some_and(|followed| followed.is_carried)
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
            metrics::bus_request_failed(RequestError::TimedOut.as_str());
            let late = oldest.remove();
            self.answer(late.caller, Answer::Refused(RoomError::Unavailable));
        }
    }

    /// Passes an answer on to the caller. A subscriber that the owner has refused is none.
    fn answer(&mut self, caller: Caller, answer: Answer) {
        if let (Caller::Watch(id, _), Answer::Refused(_)) = (&caller, &answer)
            && let Some(followed) = self.subscribers.remove(id)
            && followed.is_carried
        {
            followed.subscriber.disconnect();
        }
        caller.answer(answer);
    }

    /// Handles a parcel of the owner. Returns `false` if an event before it is missing: the subscribers come back.
    fn receive(&mut self, parcel: Parcel) -> bool {
        match parcel {
            Parcel::Answer { call, answer, .. } => {
                if let Some(call) = self.calls.remove(&call) {
                    self.answer(call.caller, answer);
                }
            }
            Parcel::Update { subscribers, update, .. } => {
                for id in subscribers {
                    if let Some(followed) = self.subscribers.get_mut(&id)
                        && !followed.receive(&update)
                    {
                        return false;
                    }
                }
            }
            Parcel::Disconnect { subscribers, .. } => {
                for id in subscribers {
                    if let Some(followed) = self.subscribers.remove(&id) {
                        followed.subscriber.disconnect();
                    }
                }
            }
            Parcel::Ask { .. } | Parcel::NotOwner { .. } | Parcel::Piece { .. } | Parcel::Restart => {}
        }
        true
    }

    /// Forwards a message to the owner.
    fn forward(&mut self, message: Message) {
        if self.is_cut_off && !matches!(message, Message::Unwatch { .. }) {
            message.reject(RoomError::Unavailable);
            return;
        }
        if self.calls.len() >= MAX_CALLS && !matches!(message, Message::Unwatch { .. }) {
            message.reject(RoomError::Busy);
            return;
        }
        let ask = match message {
            Message::Request(request) => {
                // The owner counts the time from the arrival of the request: it has its own clock.
                let (through, user) = (request.through, request.user);
                let (command, id) = (request.command.clone(), request.id.clone());
                let trace = request.reply.trace().parent();
                Ask::Request { call: self.call(Caller::Command(request)), through, user, command, id, trace }
            }
            Message::Watch(watch) => return self.watch(*watch, false),
            Message::Unwatch { id } => {
                // An earlier task may have had a subscriber on another node. That may be the owner now, with the same subscriber.
                if self.subscribers.remove(&id).is_none() {
                    return;
                }
                Ask::Unwatch { id }
            }
            Message::TakeOver { id, user, reply } => self.take_over(id, user, reply),
            Message::View { user, reply } => Ask::View { call: self.call(Caller::View(reply)), user },
            Message::Notify(notice) => Ask::Notify { notice },
            Message::Close { quiet_since, reply } => {
                Ask::Close { call: self.call(Caller::Close(reply)), quiet_since }
            }
            Message::AddTime { added, reply } => {
                Ask::AddTime { call: self.call(Caller::Close(reply)), added }
            }
            // These callers read the stored room if they get no answer, and the owner hands over its rooms itself.
            Message::RoomOccupancy { .. } | Message::MyGame { .. } | Message::Show | Message::HandOver(_) => {
                return;
            }
        };
        self.owner.send(Parcel::Ask { room: self.id, ask: Box::new(ask) });
    }

    /// Subscribes to the room at the owner.
    fn watch(&mut self, watch: Watch, is_carried: bool) {
        let Watch { id, user, subscriber, since, reply } = watch;
        if subscriber.moved() {
            // It is on another node, and its request was in the queue when the room moved: that node searches for the owner itself.
            return;
        }
        let (free_places, call) = (subscriber.free_places(), self.call(Caller::Watch(id, reply)));
        let followed = Followed { number: call, user, subscriber, seen: since, is_carried };
        self.subscribers.insert(id, followed);
        let ask = Ask::Watch { call, id, user, since, free_places };
        self.owner.send(Parcel::Ask { room: self.id, ask: Box::new(ask) });
    }

    fn take_over(&mut self, id: SubscriberId, user: UserId, reply: Reply) -> Ask {
        Ask::TakeOver { call: self.call(Caller::TakeOver(reply)), id, user }
    }

    /// Registers a caller who awaits an answer.
    fn call(&mut self, caller: Caller) -> CallId {
        let id = self.outgoing.next_call();
        self.calls.insert(id, Call { caller, asked_at: Instant::now() });
        id
    }
}
