//! Protocol state between a client and its server, without the socket: messages to send, and their recipients.

use std::sync::{Arc, Weak};

use sumito_protocol::notifications::Notification;
use sumito_protocol::parts::User;
use sumito_protocol::server::Outcome;
use sumito_protocol::{ClientMessage, Command, ServerMessage};
use tokio::sync::{broadcast, oneshot};
use tokio::time::Instant;
use tracing::warn;

use crate::Error;
use crate::decode::Decoded;
use crate::heartbeat::{Heartbeat, KeepAlive};
use crate::pending::{Pending, Requester};
use crate::policy::RetryPolicy;
use crate::server_time::{Samples, ServerTime};
use crate::source::Source;
use crate::subscriptions::{LastSeq, Subscription, Subscriptions};

/// Requests of the client's handles to its connection.
#[derive(Debug)]
pub(crate) enum HandleRequest {
    /// Send a command.
    Command(Command, oneshot::Sender<Result<Outcome, Error>>),
    /// Subscribe to a topic for as long as `LastSeq` lives.
    Subscribe(Source, Weak<LastSeq>, oneshot::Sender<Subscription>),
    /// Request the missing data of a topic.
    Again(Source),
    /// The same as `Again`, after a delay.
    AgainLater(Source),
    /// Receive notifications to the user.
    Notifications(oneshot::Sender<broadcast::Receiver<Notification>>),
    /// Remove topics without subscribers.
    Sweep,
    /// End the connection.
    Close,
}

/// The content of the server's `hello`.
#[derive(Debug)]
pub(crate) struct HelloResult {
    pub(crate) protocol: u32,
    pub(crate) now: i64,
    pub(crate) user: Option<User>,
}

/// Protocol state between a client and its server.
#[derive(Debug)]
pub(crate) struct Conversation {
    pending: Pending,
    subscriptions: Subscriptions,
    /// Notifications to the user, for all receivers.
    notifications: broadcast::Sender<Notification>,
    time: Arc<ServerTime>,
    samples: Samples,
    patience: KeepAlive,
    /// The heartbeat of the open socket, if any.
    heartbeat: Option<Heartbeat>,
    /// True if the waiting commands were sent on this socket.
    caught_up: bool,
    /// The ping whose answer follows all events that happened during the disconnection.
    up_to_date: Option<i64>,
    settled: bool,
    outgoing: Vec<ClientMessage>,
}

impl Conversation {
    pub(crate) fn new(patience: KeepAlive, queue_messages: usize, time: Arc<ServerTime>) -> Self {
        Self {
            pending: Pending::default(),
            subscriptions: Subscriptions::new(queue_messages),
            notifications: broadcast::Sender::new(queue_messages),
            time,
            samples: Samples::default(),
            patience,
            heartbeat: None,
            caught_up: false,
            up_to_date: None,
            settled: false,
            outgoing: Vec::new(),
        }
    }

    /// Takes the messages to send now.
    pub(crate) fn take_outgoing(&mut self) -> Vec<ClientMessage> {
        std::mem::take(&mut self.outgoing)
    }

    /// Handles a handle's request; returns whether the connection continues.
    pub(crate) fn handle_request(&mut self, ask: HandleRequest, now: Instant) -> bool {
        match ask {
            HandleRequest::Command(command, reply) => {
                let asker = Requester::Caller(reply);
                if self.is_open() && RetryPolicy::of(&command) == RetryPolicy::NoRetry {
                    self.outgoing.push(self.pending.add_to_socket(command, asker, now));
                } else {
                    self.outgoing.extend(self.pending.add(command, asker, now));
                }
            }
            HandleRequest::Subscribe(topic, known, reply) => {
                // If the caller is gone, `known` was dropped too.
                let _ = reply.send(self.subscriptions.subscribe(&topic, known));
            }
            HandleRequest::Again(topic) => self.subscriptions.request_again(&topic),
            HandleRequest::AgainLater(topic) => self.subscriptions.request_later(&topic, now),
            HandleRequest::Notifications(reply) => {
                // If the caller is gone, it needs no receiver.
                let _ = reply.send(self.notifications.subscribe());
            }
            HandleRequest::Sweep => {
                for topic in self.subscriptions.sweep() {
                    if self.is_open() {
                        self.outgoing.push(self.pending.add_to_socket(topic.end(), Requester::Ignored, now));
                    }
                }
            }
            HandleRequest::Close => return false,
        }
        self.proceed(now);
        true
    }

    /// Handles the opening of a socket, after the server's `hello`. Subscriptions are requested first, so that answers to old commands meet
    /// an up-to-date state.
    pub(crate) fn opened(&mut self, greeting: &HelloResult, now: Instant) {
        self.samples.learn(greeting.now, &self.time);
        self.heartbeat = Some(Heartbeat::new(self.patience, now));
        (self.caught_up, self.settled, self.up_to_date) = (false, false, None);
        self.subscriptions.resume();
        self.tick(now);
    }

    /// Handles the loss of the socket.
    pub(crate) fn on_disconnect(&mut self) {
        self.heartbeat = None;
        self.outgoing.clear();
        self.subscriptions.pause();
        self.pending.on_disconnect();
    }

    /// Handles the final end of the connection.
    pub(crate) fn close(&mut self) {
        self.pending.close();
        self.subscriptions.close();
    }

    /// Applies a message from the server.
    pub(crate) fn handle_message(&mut self, decoded: Decoded, now: Instant) {
        if let Some(heartbeat) = &mut self.heartbeat {
            heartbeat.heard(now);
        }
        match decoded {
            Decoded::Message(message) => self.message(message, now),
            Decoded::Refused { id, refusal } => {
                let known = id.as_deref().and_then(|id| self.pending.refused(id, refusal.clone(), now));
                match known {
                    Some((Requester::Subscription(topic), refusal)) => {
                        self.subscriptions.rejected(&topic, refusal, now);
                    }
                    Some((asker, refusal)) => asker.send(Err(Error::Refused(refusal))),
                    None if id.is_none() => warn!(error = %refusal, "request rejected"),
                    None => {}
                }
            }
            Decoded::UnknownEvent { room, seq, kind } => self.subscriptions.deliver_unknown(room, seq, kind),
            Decoded::Unknown => {}
        }
        self.proceed(now);
    }

    fn message(&mut self, message: ServerMessage, now: Instant) {
        match message {
            ServerMessage::Ok { id, result } => match id.and_then(|id| self.pending.ok(&id, result)) {
                Some((Requester::Subscription(topic), _)) => self.subscriptions.confirmed(&topic),
                Some((asker, outcome)) => asker.send(Ok(outcome)),
                None => {}
            },
            ServerMessage::Pong { t, now: server_now } => {
                self.samples.learn(server_now, &self.time);
                if let Some(heartbeat) = &mut self.heartbeat {
                    heartbeat.answered(t, now);
                }
                if self.up_to_date.is_some_and(|asked| t >= asked) {
                    self.up_to_date = None;
                    self.pending.fail_expired(now);
                }
            }
            ServerMessage::Hello { now, .. } => self.samples.learn(now, &self.time),
            ServerMessage::Notification { notification } => {
                // It is no error if there is no receiver.
                let _ = self.notifications.send(notification);
            }
            message => self.subscriptions.deliver(message),
        }
    }

    /// Performs all due actions. Returns whether the other end is still alive.
    pub(crate) fn tick(&mut self, now: Instant) -> bool {
        self.outgoing.extend(self.pending.take_due(now));
        if let Some(heartbeat) = &mut self.heartbeat {
            if heartbeat.is_dead(now) {
                return false;
            }
            let ping = heartbeat.ping_if_due(now).map(|t| Command::Ping { t }.into());
            self.outgoing.extend(ping);
        }
        self.subscriptions.schedule_retries(now);
        self.proceed(now);
        true
    }

    /// Time of the next due action.
    pub(crate) fn deadline(&self, now: Instant) -> Option<Instant> {
        let heartbeat = self.heartbeat.as_ref().map(Heartbeat::deadline);
        let retries = self.subscriptions.deadline().filter(|_| self.is_open());
        [heartbeat, retries, self.pending.deadline(now)].into_iter().flatten().min()
    }

    /// Requests the subscriptions first, then the waiting commands.
    fn proceed(&mut self, now: Instant) {
        let Some(heartbeat) = &mut self.heartbeat else { return };
        // Commands that belong to the socket are sent as soon as it opens.
        while let Some((topic, command)) = self.subscriptions.next_request() {
            self.outgoing.push(self.pending.add_to_socket(command, Requester::Subscription(topic), now));
        }
        if !self.caught_up && self.subscriptions.all_requested() {
            self.caught_up = true;
            self.outgoing.extend(self.pending.open(now));
        }
        if !self.settled && self.subscriptions.is_up_to_date() {
            self.settled = true;
            let t = heartbeat.ping(now);
            self.up_to_date = Some(t);
            self.outgoing.push(Command::Ping { t }.into());
        }
    }

    fn is_open(&self) -> bool {
        self.heartbeat.is_some()
    }
}

#[cfg(test)]
mod tests;
