//! Subscribers of a room.

use std::fmt;

use sumito_game::UserId;
use uuid::Uuid;

use super::EncodedUpdate;

/// Id of a subscriber. Unique across processes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SubscriberId(Uuid);

impl SubscriberId {
    /// Returns a new unique id.
    pub fn fresh() -> Self {
        Self(Uuid::new_v4())
    }
}

/// Receiver of a room's updates: a socket, a tournament, a computer player, a test. Its methods are called on the room's task and must not
/// block.
pub trait Subscriber: fmt::Debug + Send + Sync {
    /// Receives an update. A subscriber that has no space must come back later with the number of the last event that it knows.
    fn send(&self, update: &EncodedUpdate);

    /// Returns how many updates it can receive at once. If more are due, the room sends its whole state instead.
    fn free_places(&self) -> usize;

    /// Called when the room ends the subscription by itself: the subscriber should come back.
    fn disconnect(&self);
}

/// All subscribers of a room, in the order of subscription.
#[derive(Debug, Default)]
pub(super) struct Subscribers(Vec<Subscription>);

#[derive(Debug)]
struct Subscription {
    id: SubscriberId,
    user: Option<UserId>,
    subscriber: Option<Box<dyn Subscriber>>,
}

impl Subscription {
    fn send(&self, update: &EncodedUpdate) {
        if let Some(subscriber) = &self.subscriber {
            subscriber.send(update);
        }
    }

    /// Ends the subscription at the subscriber's request.
    fn end(mut self) -> Option<UserId> {
        self.subscriber = None;
        self.user
    }
}

/// A subscription that ends in any other way (the room's task panicked or failed) must not leave its subscriber waiting.
impl Drop for Subscription {
    fn drop(&mut self) {
        if let Some(subscriber) = self.subscriber.take() {
            subscriber.disconnect();
        }
    }
}

impl Subscribers {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds a subscriber at the end: a user plays through the last of their subscribers.
    pub(super) fn add(&mut self, id: SubscriberId, user: Option<UserId>, subscriber: Box<dyn Subscriber>) {
        self.remove(id);
        self.0.push(Subscription { id, user, subscriber: Some(subscriber) });
    }

    /// Removes a subscriber; returns its user.
    pub(super) fn remove(&mut self, id: SubscriberId) -> Option<UserId> {
        let place = self.0.iter().position(|subscription| subscription.id == id)?;
        self.0.remove(place).end()
    }

    /// Ends all subscriptions without a notice: the server stops and informs its clients itself.
    pub(super) fn end(&mut self) {
        for subscription in self.0.drain(..) {
            subscription.end();
        }
    }

    /// Makes this the subscriber through which its user plays; returns whether it follows the room.
    pub(super) fn take_over(&mut self, id: SubscriberId) -> bool {
        let Some(place) = self.0.iter().position(|subscription| subscription.id == id) else { return false };
        self.0[place..].rotate_left(1);
        true
    }

    /// Returns the number of subscribers of `user`.
    pub(super) fn count_of(&self, user: UserId) -> usize {
        self.0.iter().filter(|subscription| subscription.user == Some(user)).count()
    }

    /// Returns whether a subscriber of `user` only mirrors another of their subscribers. A subscriber that does not follow the room never
    /// does.
    pub(super) fn only_mirrors(&self, id: SubscriberId, user: UserId) -> bool {
        let mut latest_first = self.0.iter().rev().filter(|subscription| subscription.user == Some(user));
        let controls = latest_first.next().map(|subscription| subscription.id);
        controls != Some(id) && latest_first.any(|subscription| subscription.id == id)
    }

    /// Sends each subscriber of `user` an update that depends on whether they play through it.
    pub(super) fn send_to_user(&self, user: UserId, update: impl Fn(bool) -> EncodedUpdate) {
        let mut is_latest = true;
        for subscription in self.0.iter().rev().filter(|subscription| subscription.user == Some(user)) {
            subscription.send(&update(is_latest));
            is_latest = false;
        }
    }

    /// Sends an update to all subscribers. A subscriber without space cuts itself off and comes back; the room waits for none.
    pub(super) fn send(&self, update: &EncodedUpdate) {
        for subscription in &self.0 {
            subscription.send(update);
        }
    }

    /// Sends an update to the subscribers whose user is `wanted`.
    pub(super) fn send_to(&self, update: &EncodedUpdate, wanted: impl Fn(Option<UserId>) -> bool) {
        for subscription in self.0.iter().filter(|subscription| wanted(subscription.user)) {
            subscription.send(update);
        }
    }
}
