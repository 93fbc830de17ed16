//! All subscriptions of one connection: renewed on each socket, and retried while the server is in trouble.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};

use sumito_protocol::{Command, ErrorCode, RoomId, ServerMessage};
use tokio::sync::broadcast;
use tokio::time::Instant;

use crate::source::Source;
use crate::{ApiError, Error, backoff};

/// Number of topics requested concurrently; their messages wait on the server until this client reads them.
const MAX_CONCURRENT_REQUESTS: usize = 4;

/// An event for the subscribers of a topic.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "nearly every one is a message, and all are shared")]
pub(crate) enum TopicEvent {
    /// The server has confirmed the subscription: later messages are up to date.
    Begun,
    /// A message of the topic.
    Message(ServerMessage),
    /// An event of a kind unknown to this client.
    UnknownEvent { seq: u64, kind: String },
    /// The subscription was rejected or has ended.
    Ended(Error),
}

/// A subscriber's last applied `seq`, 0 for none. Dropping it ends the subscription.
pub(crate) type LastSeq = AtomicU64;

/// A subscriber's end of a topic.
pub(crate) type Subscription = broadcast::Receiver<Arc<TopicEvent>>;

#[derive(Debug)]
struct Channel {
    /// The last applied `seq` of each subscriber.
    known: Vec<Weak<LastSeq>>,
    events: broadcast::Sender<Arc<TopicEvent>>,
    /// Whether a request waits for the server's answer.
    is_requesting: bool,
    /// Number of consecutive temporary rejections.
    rejections: u32,
    /// Time of the next attempt, after a temporary rejection.
    retry: Option<Instant>,
}

/// All subscriptions of a connection.
#[derive(Debug)]
pub(crate) struct Subscriptions {
    channels: HashMap<Source, Channel>,
    /// Topics to request, in order.
    queue: VecDeque<Source>,
    /// Number of requests that wait for the server's answer.
    requesting: usize,
    /// Messages that a subscriber's queue holds.
    queue_messages: usize,
    /// Incomplete messages, with parts still to come.
    partial: HashMap<Source, ServerMessage>,
}

impl Subscriptions {
    /// Creates an empty set. Each subscriber gets a queue of `queue_messages` messages; a subscriber that is further behind misses some.
    pub(crate) fn new(queue_messages: usize) -> Self {
        Self {
            channels: HashMap::new(),
            queue: VecDeque::new(),
            requesting: 0,
            queue_messages,
            partial: HashMap::new(),
        }
    }

    /// Adds a subscriber and schedules the request of its topic.
    pub(crate) fn subscribe(&mut self, topic: &Source, known: Weak<LastSeq>) -> Subscription {
        let queue_messages = self.queue_messages;
        let channel = self.channels.entry(topic.clone()).or_insert_with(|| Channel {
            known: Vec::new(),
            events: broadcast::Sender::new(queue_messages),
            is_requesting: false,
            rejections: 0,
            retry: None,
        });
        channel.known.push(known);
        let subscription = channel.events.subscribe();
        self.request_again(topic);
        subscription
    }

    /// Schedules a request for the missing data of a topic.
    pub(crate) fn request_again(&mut self, topic: &Source) {
        if self.channels.contains_key(topic) && !self.queue.contains(topic) {
            self.queue.push_back(topic.clone());
        }
    }

    /// The same as `request_again`, after a delay for a server in trouble.
    pub(crate) fn request_later(&mut self, topic: &Source, now: Instant) {
        let Some(channel) = self.channels.get_mut(topic) else { return };
        channel.retry = Some(now + backoff::before_asking(channel.rejections));
        channel.rejections += 1;
    }

    /// Schedules requests for all topics, on a new socket.
    pub(crate) fn resume(&mut self) {
        self.queue = self.channels.keys().cloned().collect();
    }

    /// Handles the loss of the socket.
    pub(crate) fn pause(&mut self) {
        self.requesting = 0;
        self.queue.clear();
        self.partial.clear();
        for channel in self.channels.values_mut() {
            (channel.is_requesting, channel.retry) = (false, None);
        }
    }

    /// The next topic to request, with the command.
    pub(crate) fn next_request(&mut self) -> Option<(Source, Command)> {
        if self.requesting >= MAX_CONCURRENT_REQUESTS {
            return None;
        }
        let ready = |topic: &Source| self.channels.get(topic).is_none_or(|channel| !channel.is_requesting);
        let index = self.queue.iter().position(ready)?;
        let topic = self.queue.remove(index)?;
        let Some(channel) = self.channels.get_mut(&topic) else { return self.next_request() };
        (channel.is_requesting, channel.retry) = (true, None);
        self.requesting += 1;
        let command = topic.begin(channel.since());
        Some((topic, command))
    }

    /// Returns whether all requests are answered.
    pub(crate) fn is_up_to_date(&self) -> bool {
        self.requesting == 0 && self.queue.is_empty()
    }

    /// Returns whether all requests have been sent, answered or not.
    pub(crate) fn all_requested(&self) -> bool {
        self.queue.is_empty()
    }

    /// Handles the server's confirmation.
    pub(crate) fn confirmed(&mut self, topic: &Source) {
        let Some(channel) = self.answered(topic) else { return };
        channel.rejections = 0;
        channel.send(TopicEvent::Begun);
    }

    /// Handles the server's rejection.
    pub(crate) fn rejected(&mut self, topic: &Source, refusal: ApiError, now: Instant) {
        let Some(channel) = self.answered(topic) else { return };
        if refusal.is_transient() || refusal.code == ErrorCode::Internal {
            self.request_later(topic, now);
        } else {
            channel.send(TopicEvent::Ended(Error::Refused(refusal)));
            self.channels.remove(topic);
        }
    }

    /// Schedules the retries that are due.
    pub(crate) fn schedule_retries(&mut self, now: Instant) {
        let due = |channel: &Channel| channel.retry.is_some_and(|at| now >= at);
        let topics: Vec<_> = self
            .channels
            .iter()
            .filter(|(_, channel)| due(channel))
            .map(|(topic, _)| topic.clone())
            .collect();
        for topic in topics {
            if let Some(channel) = self.channels.get_mut(&topic) {
                channel.retry = None;
            }
            self.request_again(&topic);
        }
    }

    /// Time of the next due retry.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.channels.values().filter_map(|channel| channel.retry).min()
    }

    /// Delivers a message to its subscribers, once all its parts have arrived.
    pub(crate) fn deliver(&mut self, message: ServerMessage) {
        let Some(topic) = Source::of(&message) else { return };
        let message = match self.partial.remove(&topic) {
            Some(mut whole) => {
                whole.append(message);
                whole
            }
            None => message,
        };
        if message.has_more() {
            self.partial.insert(topic, message);
        } else if let Some(channel) = self.channels.get_mut(&topic) {
            channel.send(TopicEvent::Message(message));
        }
    }

    /// The same as `deliver`, for an event of an unknown kind.
    pub(crate) fn deliver_unknown(&mut self, room: RoomId, seq: u64, kind: String) {
        if let Some(channel) = self.channels.get_mut(&Source::Room(room)) {
            channel.send(TopicEvent::UnknownEvent { seq, kind });
        }
    }

    /// Removes dropped subscribers; returns the topics that have no subscribers left.
    pub(crate) fn sweep(&mut self) -> Vec<Source> {
        let mut left = Vec::new();
        self.channels.retain(|topic, channel| {
            channel.known.retain(|known| known.strong_count() > 0);
            let stays = !channel.known.is_empty();
            if !stays {
                left.push(topic.clone());
            }
            stays
        });
        left
    }

    /// Handles the final end of the connection.
    pub(crate) fn close(&mut self) {
        for (_, channel) in self.channels.drain() {
            channel.send(TopicEvent::Ended(Error::Closed));
        }
    }

    /// Records that the server has answered a request.
    fn answered(&mut self, topic: &Source) -> Option<&mut Channel> {
        self.requesting = self.requesting.saturating_sub(1);
        let channel = self.channels.get_mut(topic)?;
        channel.is_requesting = false;
        Some(channel)
    }
}

impl Channel {
    /// The last event that all subscribers have; `None` if any of them has nothing.
    fn since(&self) -> Option<u64> {
        let known = self.known.iter().filter_map(Weak::upgrade).map(|known| known.load(Ordering::Acquire));
        known.min().filter(|&seq| seq > 0)
    }

    /// Sends to all subscribers. A subscriber that reads too slowly detects the gap and requests the missing data.
    fn send(&self, event: TopicEvent) {
        // If there are no receivers left, the next sweep removes the topic.
        let _ = self.events.send(Arc::new(event));
    }
}
