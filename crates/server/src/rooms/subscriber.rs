//! Who follows a room.

use std::fmt;

use sumito_game::UserId;
use uuid::Uuid;

use super::SharedUpdate;

/// Names one subscriber. Unique across processes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SubscriberId(Uuid);

impl SubscriberId {
    /// One that was never used before.
    pub fn fresh() -> Self {
        Self(Uuid::new_v4())
    }
}

/// Who follows a room: a socket, a tournament, a computer player, a test. Its methods are called on the room's task and must not
/// block.
pub trait Subscriber: fmt::Debug + Send + Sync {
    /// Takes an update. Whoever cannot has to come back later with the number of the last event that it knows.
    fn tell(&self, update: &SharedUpdate);

    /// How many updates it can take at once; what would be more is told by the whole room instead.
    fn free_places(&self) -> usize;

    /// Is told nothing any more, though it has not asked for that: it should come back.
    fn cut_off(&self);
}

/// All subscribers of a room, in the order in which they came.
#[derive(Debug, Default)]
pub(super) struct Subscribers(Vec<Subscription>);

#[derive(Debug)]
struct Subscription {
    id: SubscriberId,
    user: Option<UserId>,
    subscriber: Option<Box<dyn Subscriber>>,
}

impl Subscription {
    fn tell(&self, update: &SharedUpdate) {
        if let Some(subscriber) = &self.subscriber {
            subscriber.tell(update);
        }
    }

    /// Ends it as it was asked for.
    fn end(mut self) -> Option<UserId> {
        self.subscriber = None;
        self.user
    }
}

/// A subscription that nobody has ended (the room's task broke off, or the room was given up) must not leave its subscriber
/// waiting.
impl Drop for Subscription {
    fn drop(&mut self) {
        if let Some(subscriber) = self.subscriber.take() {
            subscriber.cut_off();
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

    /// Adds a subscriber as the last one: of a user's subscribers, that is the one they play through.
    pub(super) fn add(&mut self, id: SubscriberId, user: Option<UserId>, subscriber: Box<dyn Subscriber>) {
        self.remove(id);
        self.0.push(Subscription { id, user, subscriber: Some(subscriber) });
    }

    /// Takes a subscriber away; returns whose it was.
    pub(super) fn remove(&mut self, id: SubscriberId) -> Option<UserId> {
        let place = self.0.iter().position(|subscription| subscription.id == id)?;
        self.0.remove(place).end()
    }

    /// Ends all subscriptions: the server stops, and tells everybody why.
    pub(super) fn end(&mut self) {
        for subscription in self.0.drain(..) {
            subscription.end();
        }
    }

    /// Makes a subscriber the one that its user plays through; returns whether it follows the room.
    pub(super) fn take_over(&mut self, id: SubscriberId) -> bool {
        let Some(place) = self.0.iter().position(|subscription| subscription.id == id) else { return false };
        self.0[place..].rotate_left(1);
        true
    }

    /// Through how many subscribers `user` follows the room.
    pub(super) fn count_of(&self, user: UserId) -> usize {
        self.0.iter().filter(|subscription| subscription.user == Some(user)).count()
    }

    /// Whether a subscriber of `user` only mirrors what another one does. One that does not follow the room never does.
    pub(super) fn only_mirrors(&self, id: SubscriberId, user: UserId) -> bool {
        let mut latest_first = self.0.iter().rev().filter(|subscription| subscription.user == Some(user));
        let controls = latest_first.next().map(|subscription| subscription.id);
        controls != Some(id) && latest_first.any(|subscription| subscription.id == id)
    }

    /// Tells each subscriber of `user` something that depends on whether they play through it.
    pub(super) fn tell_each_of(&self, user: UserId, update: impl Fn(bool) -> SharedUpdate) {
        let mut is_latest = true;
        for subscription in self.0.iter().rev().filter(|subscription| subscription.user == Some(user)) {
            subscription.tell(&update(is_latest));
            is_latest = false;
        }
    }

    /// Tells everybody the same. Whoever cannot take it is cut off by itself and comes back; nobody waits for it.
    pub(super) fn tell(&self, update: &SharedUpdate) {
        for subscription in &self.0 {
            subscription.tell(update);
        }
    }

    /// Tells those whose user is `wanted`.
    pub(super) fn tell_those(&self, update: &SharedUpdate, wanted: impl Fn(Option<UserId>) -> bool) {
        for subscription in self.0.iter().filter(|subscription| wanted(subscription.user)) {
            subscription.tell(update);
        }
    }
}
