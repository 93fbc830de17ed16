//! Topics: lists of subscribers that receive the same updates.
//!
//! A topic belongs to the task that publishes to it: a room, a tournament, the lobby list. [`Topics`] has a topic for each key, for
//! publishers on any task. Every update is encoded once for all subscribers ([`Encoded`]).

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use serde::{Deserialize, Serialize};
use tokio::time::Instant;
use uuid::Uuid;

use crate::encoded::Encoded;
use crate::random;

/// Id of a subscriber. Unique across processes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SubscriberId(Uuid);

impl SubscriberId {
    /// Returns a new unique id.
    pub fn fresh() -> Self {
        Self(uuid::Builder::from_random_bytes(random::bytes()).into_uuid())
    }
}

/// Receiver of a topic's updates: a socket, a tournament, a computer player, a test. The publisher calls its methods; they must not block.
pub trait Subscriber<U>: fmt::Debug + Send + Sync {
    /// Delivers an update; returns whether the subscriber wants more. A subscriber without space must resubscribe later with the number of
    /// its last event.
    fn send(&self, update: &Encoded<U>) -> bool;

    /// Returns the number of updates that the subscriber can receive at once. If more are due, it gets the whole state instead.
    fn free_places(&self) -> usize {
        usize::MAX
    }

    /// Called when the topic drops the subscriber, which should reconnect.
    fn disconnect(&self) {}

    /// Returns the time since which updates do not reach the subscriber; `None` if they do. It resynchronizes later.
    fn unreachable_since(&self) -> Option<Instant> {
        None
    }

    /// Returns whether updates reach the subscriber through the bus between the nodes.
    fn is_elsewhere(&self) -> bool {
        false
    }

    /// Called when the topic moves to another node. Returns whether the subscriber finds it there automatically.
    fn moved(&self) -> bool {
        false
    }
}

/// The subscribers of one topic, in the order of subscription. `T` is data of each subscriber.
#[derive(Debug)]
pub struct Topic<U, T = ()> {
    subscriptions: Vec<Subscription<U, T>>,
    is_guarded: bool,
}

#[derive(Debug)]
struct Subscription<U, T> {
    id: SubscriberId,
    tag: T,
    subscriber: Box<dyn Subscriber<U>>,
}

impl<U, T> Default for Topic<U, T> {
    fn default() -> Self {
        Self { subscriptions: Vec::new(), is_guarded: false }
    }
}

/// A guarded topic that is dropped with subscribers (its task panicked or failed) must not leave them waiting.
impl<U, T> Drop for Topic<U, T> {
    fn drop(&mut self) {
        if self.is_guarded {
            self.disconnect();
        }
    }
}

impl<U, T> Topic<U, T> {
    /// Returns a topic that disconnects its subscribers when it is dropped.
    pub fn guarded() -> Self {
        Self { subscriptions: Vec::new(), is_guarded: true }
    }

    /// Returns whether the topic has no subscribers.
    pub fn is_empty(&self) -> bool {
        self.subscriptions.is_empty()
    }

    /// Returns the number of subscribers.
    pub fn len(&self) -> usize {
        self.subscriptions.len()
    }

    /// Adds a subscriber at the end. A subscriber with the same id is replaced.
    pub fn add(&mut self, id: SubscriberId, tag: T, subscriber: Box<dyn Subscriber<U>>) {
        self.unsubscribe(id);
        self.subscriptions.push(Subscription { id, tag, subscriber });
    }

    /// Sends a subscriber the current state, and adds it if it wants more. A subscriber with the same id is replaced.
    pub fn subscribe(
        &mut self,
        id: SubscriberId,
        tag: T,
        subscriber: Box<dyn Subscriber<U>>,
        state: &Encoded<U>,
    ) {
        self.unsubscribe(id);
        if subscriber.send(state) {
            self.add(id, tag, subscriber);
        }
    }

    /// Removes a subscriber; returns its tag.
    pub fn unsubscribe(&mut self, id: SubscriberId) -> Option<T> {
        let place = self.subscriptions.iter().position(|subscription| subscription.id == id)?;
        Some(self.subscriptions.remove(place).tag)
    }

    /// Sends an update to all subscribers, and removes those whose `send` returned `false`.
    pub fn publish(&mut self, update: &Encoded<U>) {
        self.retain(|_, subscriber| subscriber.send(update));
    }

    /// Calls `keep` for each subscriber, and removes those for which it returns `false`.
    pub fn retain(&mut self, mut keep: impl FnMut(&mut T, &dyn Subscriber<U>) -> bool) {
        self.subscriptions.retain_mut(|subscription| keep(&mut subscription.tag, &*subscription.subscriber));
    }

    /// Returns the subscribers in order, each with its tag.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (SubscriberId, &T, &dyn Subscriber<U>)> {
        self.subscriptions
            .iter()
            .map(|subscription| (subscription.id, &subscription.tag, &*subscription.subscriber))
    }

    /// Returns the tags of all subscribers.
    pub fn tags_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.subscriptions.iter_mut().map(|subscription| &mut subscription.tag)
    }

    /// Returns the tag of a subscriber.
    pub fn tag_mut(&mut self, id: SubscriberId) -> Option<&mut T> {
        self.subscriptions
            .iter_mut()
            .find(|subscription| subscription.id == id)
            .map(|subscription| &mut subscription.tag)
    }

    /// Moves a subscriber to the end; returns whether there is one with this id.
    pub fn move_to_end(&mut self, id: SubscriberId) -> bool {
        let place = self.subscriptions.iter().position(|subscription| subscription.id == id);
        place.inspect(|&place| self.subscriptions[place..].rotate_left(1)).is_some()
    }

    /// Removes all subscribers, and returns them in order.
    pub fn take(&mut self) -> impl Iterator<Item = (SubscriberId, T, Box<dyn Subscriber<U>>)> + use<U, T> {
        let taken = std::mem::take(&mut self.subscriptions);
        taken.into_iter().map(|Subscription { id, tag, subscriber }| (id, tag, subscriber))
    }

    /// Ends all subscriptions without a notice.
    pub fn end(&mut self) {
        self.subscriptions.clear();
    }

    /// Ends all subscriptions; the subscribers should come back.
    pub fn disconnect(&mut self) {
        for subscription in self.subscriptions.drain(..) {
            subscription.subscriber.disconnect();
        }
    }
}

/// A topic for each key. Any task may publish. Cheap to clone.
#[derive(Debug)]
pub struct Topics<K, U>(Arc<Mutex<HashMap<K, Topic<U>>>>);

/// A subscription to a topic of [`Topics`]. It ends when this is dropped.
#[derive(Debug)]
pub struct SubscriptionGuard<K: Eq + Hash, U> {
    topics: Topics<K, U>,
    key: K,
    id: SubscriberId,
}

impl<K, U> Clone for Topics<K, U> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<K, U> Default for Topics<K, U> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<K: Eq + Hash, U> Topics<K, U> {
    /// Adds a subscriber to the topic of `key`.
    pub fn subscribe(
        &self,
        key: K,
        id: SubscriberId,
        subscriber: Box<dyn Subscriber<U>>,
    ) -> SubscriptionGuard<K, U>
    where
        K: Clone,
    {
        self.topics().entry(key.clone()).or_default().add(id, (), subscriber);
        SubscriptionGuard { topics: self.clone(), key, id }
    }

    /// Sends an update to the subscribers of `key`; returns the number of subscribers that received it.
    pub fn publish(&self, key: &K, update: U) -> usize {
        let topics = self.topics();
        let Some(topic) = topics.get(key) else { return 0 };
        let update = Encoded::from(update);
        topic.iter().filter(|(_, (), subscriber)| subscriber.send(&update)).count()
    }

    /// Returns the number of keys with subscribers.
    pub fn len(&self) -> usize {
        self.topics().len()
    }

    /// Returns whether there are no subscribers.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn topics(&self) -> MutexGuard<'_, HashMap<K, Topic<U>>> {
        self.0.lock()
    }
}

impl<K: Eq + Hash, U> Drop for SubscriptionGuard<K, U> {
    fn drop(&mut self) {
        let mut topics = self.topics.topics();
        if let Some(topic) = topics.get_mut(&self.key) {
            topic.unsubscribe(self.id);
            if topic.is_empty() {
                topics.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    use super::*;

    /// Counts updates, and wants no more after the given number.
    #[derive(Debug, Clone, Default)]
    struct Counter {
        wanted: usize,
        received: Arc<AtomicUsize>,
        is_disconnected: Arc<AtomicBool>,
    }

    impl Counter {
        fn of(wanted: usize) -> Self {
            Self { wanted, ..Self::default() }
        }

        fn received(&self) -> usize {
            self.received.load(Ordering::Relaxed)
        }

        fn is_disconnected(&self) -> bool {
            self.is_disconnected.load(Ordering::Relaxed)
        }
    }

    impl Subscriber<u8> for Counter {
        fn send(&self, _: &Encoded<u8>) -> bool {
            self.received.fetch_add(1, Ordering::Relaxed) + 1 < self.wanted
        }

        fn disconnect(&self) {
            self.is_disconnected.store(true, Ordering::Relaxed);
        }
    }

    #[test]
    fn subscribers_that_want_no_more_are_removed() {
        let (once, twice) = (Counter::of(1), Counter::of(9));
        let mut topic = Topic::default();
        topic.add(SubscriberId::fresh(), (), Box::new(once.clone()));
        topic.subscribe(SubscriberId::fresh(), (), Box::new(twice.clone()), &1.into());
        topic.publish(&2.into());
        topic.publish(&3.into());
        assert_eq!((once.received(), twice.received(), topic.len()), (1, 3, 1));
        assert!(!once.is_disconnected());
    }

    #[test]
    fn guarded_topic_disconnects_its_subscribers_unless_it_has_ended() {
        for is_ended in [false, true] {
            let counter = Counter::of(9);
            let mut topic = Topic::guarded();
            topic.add(SubscriberId::fresh(), (), Box::new(counter.clone()));
            if is_ended {
                topic.end();
            }
            drop(topic);
            assert_eq!(counter.is_disconnected(), !is_ended);
        }
    }

    #[test]
    fn subscriber_is_replaced_and_moved() {
        let (first, other) = (SubscriberId::fresh(), SubscriberId::fresh());
        let mut topic = Topic::default();
        for (id, tag) in [(first, "old"), (other, "other"), (first, "new")] {
            topic.add(id, tag, Box::new(Counter::of(9)));
        }
        assert!(topic.move_to_end(other) && !topic.move_to_end(SubscriberId::fresh()));
        assert_eq!(
            topic.iter().map(|(id, tag, _)| (id, *tag)).collect::<Vec<_>>(),
            [(first, "new"), (other, "other")]
        );
    }

    #[test]
    fn only_subscribers_of_the_key_receive_updates() {
        let (topics, counters) = (Topics::default(), [(); 3].map(|()| Counter::of(9)));
        let mut guards: Vec<_> = ["anne", "anne", "ben"]
            .into_iter()
            .zip(&counters)
            .map(|(key, counter)| topics.subscribe(key, SubscriberId::fresh(), Box::new(counter.clone())))
            .collect();
        assert_eq!(topics.publish(&"anne", 1), 2);
        guards.remove(0);
        assert_eq!(topics.publish(&"anne", 2), 1);
        guards.remove(0);
        assert_eq!(topics.publish(&"anne", 3), 0);
        assert_eq!(counters.each_ref().map(Counter::received), [1, 2, 0]);
        guards.clear();
        assert!(topics.is_empty());
    }
}
