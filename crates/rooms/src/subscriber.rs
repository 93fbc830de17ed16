//! Subscribers of a room.

use sumito_game::UserId;
use tokio::time::Instant;

use super::{EncodedUpdate, RoomUpdate};
use sumito_kit::topic::{Subscriber, SubscriberId, Topic};

/// All subscribers of a room, in the order of subscription, each with its user. A subscriber stays until it unsubscribes: the order
/// decides through which of its sockets a player plays.
#[derive(Debug)]
pub(super) struct Subscribers(Topic<RoomUpdate, Option<UserId>>);

impl Default for Subscribers {
    fn default() -> Self {
        Self(Topic::guarded())
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
    pub(super) fn add(
        &mut self,
        id: SubscriberId,
        user: Option<UserId>,
        subscriber: Box<dyn Subscriber<RoomUpdate>>,
    ) {
        self.0.add(id, user, subscriber);
    }

    /// Removes a subscriber; returns its user.
    pub(super) fn remove(&mut self, id: SubscriberId) -> Option<UserId> {
        self.0.unsubscribe(id).flatten()
    }

    /// Removes all subscribers, and returns them in order.
    pub(super) fn take(
        &mut self,
    ) -> impl Iterator<Item = (SubscriberId, Option<UserId>, Box<dyn Subscriber<RoomUpdate>>)> + use<> {
        self.0.take()
    }

    /// Ends all subscriptions without a notice: the server stops and informs its clients itself.
    pub(super) fn end(&mut self) {
        self.0.end();
    }

    /// Makes this the subscriber through which its user plays; returns whether it follows the room.
    pub(super) fn take_over(&mut self, id: SubscriberId) -> bool {
        self.0.move_to_end(id)
    }

    /// Returns the time since which none of the subscribers of `user` can be reached; `None` if one can, or if there are none.
    pub(super) fn cut_off_since(&self, user: UserId) -> Option<Instant> {
        let since = self.of(user).map(Subscriber::unreachable_since);
        since.reduce(|one, other| Some(one?.max(other?))).flatten()
    }

    /// Returns whether `user` has no subscriber on this node: their commands and updates pass through the bus, if any.
    pub(super) fn is_elsewhere(&self, user: UserId) -> bool {
        self.of(user).all(Subscriber::is_elsewhere)
    }

    fn of(&self, user: UserId) -> impl Iterator<Item = &dyn Subscriber<RoomUpdate>> {
        self.0.iter().filter(move |(_, of, _)| **of == Some(user)).map(|(_, _, subscriber)| subscriber)
    }

    /// Returns the number of subscribers of `user`.
    pub(super) fn count_of(&self, user: UserId) -> usize {
        self.0.iter().filter(|(_, of, _)| **of == Some(user)).count()
    }

    /// Returns whether a subscriber of `user` only mirrors another of their subscribers. A subscriber that does not follow the room never
    /// does.
    pub(super) fn only_mirrors(&self, id: SubscriberId, user: UserId) -> bool {
        let mut latest_first = self.0.iter().rev().filter(|(_, of, _)| **of == Some(user)).map(|(id, ..)| id);
        let controls = latest_first.next();
        controls != Some(id) && latest_first.any(|other| other == id)
    }

    /// Sends each subscriber of `user` an update that depends on whether they play through it.
    pub(super) fn send_to_user(&self, user: UserId, update: impl Fn(bool) -> EncodedUpdate) {
        let mut is_latest = true;
        for (_, _, subscriber) in self.0.iter().rev().filter(|(_, of, _)| **of == Some(user)) {
            subscriber.send(&update(is_latest));
            is_latest = false;
        }
    }

    /// Sends an update to all subscribers. A subscriber without space cuts itself off and comes back; the room waits for none.
    pub(super) fn send(&self, update: &EncodedUpdate) {
        self.send_to(update, |_| true);
    }

    /// Sends an update to the subscribers with a `wanted` user.
    pub(super) fn send_to(&self, update: &EncodedUpdate, wanted: impl Fn(Option<UserId>) -> bool) {
        for (_, _, subscriber) in self.0.iter().filter(|(_, user, _)| wanted(**user)) {
            subscriber.send(update);
        }
    }
}
