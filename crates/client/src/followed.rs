//! All that is followed over one connection: begun anew on each socket, tried again while the server is in trouble.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};

use sumito_protocol::{Command, ErrorCode, RoomId, ServerMessage};
use tokio::sync::broadcast;
use tokio::time::Instant;

use crate::topic::Topic;
use crate::{Failure, Refusal, backoff};

/// So many topics are asked for at once; what they bring waits on the server for this client to read it.
const ASKED_AT_ONCE: usize = 4;

/// What is told to those who follow a topic.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "nearly every one is a message, and all are shared")]
pub(crate) enum Told {
    /// The server has agreed: what follows is up to date.
    Begun,
    /// A message of the topic.
    Message(ServerMessage),
    /// An event of a kind that this client does not know.
    UnknownEvent { seq: u64, kind: String },
    /// The topic cannot be followed (any longer).
    Ended(Failure),
}

/// How much a follower knows: the last `seq` that it has taken in, 0 for nothing. Who drops it follows no longer.
pub(crate) type Known = AtomicU64;

/// A follower's end of a topic.
pub(crate) type Subscription = broadcast::Receiver<Arc<Told>>;

#[derive(Debug)]
struct Channel {
    followers: Vec<Weak<Known>>,
    told: broadcast::Sender<Arc<Told>>,
    /// Whether the server has been asked and has not answered yet.
    asking: bool,
    /// How often in a row the server was in trouble, and when to ask it again.
    troubles: u32,
    retry: Option<Instant>,
}

/// All that is followed.
#[derive(Debug)]
pub(crate) struct Followed {
    channels: HashMap<Topic, Channel>,
    /// What is to be asked for, one after the other.
    queue: VecDeque<Topic>,
    asking: usize,
    queue_messages: usize,
    /// What has come of messages whose rest is still to come.
    partial: HashMap<Topic, ServerMessage>,
}

impl Followed {
    /// With queues of so many messages.
    pub(crate) fn new(queue_messages: usize) -> Self {
        Self {
            channels: HashMap::new(),
            queue: VecDeque::new(),
            asking: 0,
            queue_messages,
            partial: HashMap::new(),
        }
    }

    /// Takes in a follower; the topic is to be begun for it.
    pub(crate) fn follow(&mut self, topic: &Topic, known: Weak<Known>) -> Subscription {
        let queue_messages = self.queue_messages;
        let channel = self.channels.entry(topic.clone()).or_insert_with(|| Channel {
            followers: Vec::new(),
            told: broadcast::Sender::new(queue_messages),
            asking: false,
            troubles: 0,
            retry: None,
        });
        channel.followers.push(known);
        let subscription = channel.told.subscribe();
        self.again(topic);
        subscription
    }

    /// Asks for what is missing, as soon as it is the topic's turn.
    pub(crate) fn again(&mut self, topic: &Topic) {
        if self.channels.contains_key(topic) && !self.queue.contains(topic) {
            self.queue.push_back(topic.clone());
        }
    }

    /// As `again`, when the server has had time to get over its trouble.
    pub(crate) fn again_later(&mut self, topic: &Topic, now: Instant) {
        let Some(channel) = self.channels.get_mut(topic) else { return };
        channel.retry = Some(now + backoff::before_asking(channel.troubles));
        channel.troubles += 1;
    }

    /// Asks for everything, on a socket that has just been opened.
    pub(crate) fn resume(&mut self) {
        self.queue = self.channels.keys().cloned().collect();
    }

    /// The socket is gone.
    pub(crate) fn pause(&mut self) {
        self.asking = 0;
        self.queue.clear();
        self.partial.clear();
        for channel in self.channels.values_mut() {
            (channel.asking, channel.retry) = (false, None);
        }
    }

    /// The next topic to ask for, with the command.
    pub(crate) fn next_to_ask(&mut self) -> Option<(Topic, Command)> {
        if self.asking >= ASKED_AT_ONCE {
            return None;
        }
        let ready = |topic: &Topic| self.channels.get(topic).is_none_or(|channel| !channel.asking);
        let place = self.queue.iter().position(ready)?;
        let topic = self.queue.remove(place)?;
        let Some(channel) = self.channels.get_mut(&topic) else { return self.next_to_ask() };
        (channel.asking, channel.retry) = (true, None);
        self.asking += 1;
        let command = topic.begin(channel.since());
        Some((topic, command))
    }

    /// Whether everything has been asked for and answered.
    pub(crate) fn is_up_to_date(&self) -> bool {
        self.asking == 0 && self.queue.is_empty()
    }

    /// Whether everything has been asked for at least.
    pub(crate) fn is_asked(&self) -> bool {
        self.queue.is_empty()
    }

    /// The server has agreed.
    pub(crate) fn begun(&mut self, topic: &Topic) {
        let Some(channel) = self.answered(topic) else { return };
        channel.troubles = 0;
        channel.tell(Told::Begun);
    }

    /// The server has refused.
    pub(crate) fn refused(&mut self, topic: &Topic, refusal: Refusal, now: Instant) {
        let Some(channel) = self.answered(topic) else { return };
        if refusal.is_passing() || refusal.code == ErrorCode::Internal {
            self.again_later(topic, now);
        } else {
            channel.tell(Told::Ended(Failure::Refused(refusal)));
            self.channels.remove(topic);
        }
    }

    /// What is to be asked for again by now is put into line.
    pub(crate) fn due(&mut self, now: Instant) {
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
            self.again(&topic);
        }
    }

    /// When something is due.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.channels.values().filter_map(|channel| channel.retry).min()
    }

    /// Hands a message to those whom it concerns, once all its parts are there.
    pub(crate) fn deliver(&mut self, message: ServerMessage) {
        let Some(topic) = Topic::of(&message) else { return };
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
            channel.tell(Told::Message(message));
        }
    }

    /// As `deliver`, with an event of an unknown kind.
    pub(crate) fn deliver_unknown(&mut self, room: RoomId, seq: u64, kind: String) {
        if let Some(channel) = self.channels.get_mut(&Topic::Room(room)) {
            channel.tell(Told::UnknownEvent { seq, kind });
        }
    }

    /// Forgets followers that are gone; returns the topics that nobody follows any longer.
    pub(crate) fn sweep(&mut self) -> Vec<Topic> {
        let mut left = Vec::new();
        self.channels.retain(|topic, channel| {
            channel.followers.retain(|known| known.strong_count() > 0);
            let stays = !channel.followers.is_empty();
            if !stays {
                left.push(topic.clone());
            }
            stays
        });
        left
    }

    /// There will be no further connection.
    pub(crate) fn close(&mut self) {
        for (_, channel) in self.channels.drain() {
            channel.tell(Told::Ended(Failure::Closed));
        }
    }

    fn answered(&mut self, topic: &Topic) -> Option<&mut Channel> {
        self.asking = self.asking.saturating_sub(1);
        let channel = self.channels.get_mut(topic)?;
        channel.asking = false;
        Some(channel)
    }
}

impl Channel {
    /// The event that all followers know; nothing while one of them knows nothing.
    fn since(&self) -> Option<u64> {
        let known =
            self.followers.iter().filter_map(Weak::upgrade).map(|known| known.load(Ordering::Acquire));
        known.min().filter(|&seq| seq > 0)
    }

    /// Tells all followers. Whoever does not take it in time finds out that it has missed something, and asks again.
    fn tell(&self, told: Told) {
        // That nobody listens any more is noticed by the next sweep.
        let _ = self.told.send(Arc::new(told));
    }
}
