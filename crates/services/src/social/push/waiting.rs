//! Pushes in flight or waiting for a retry, with limits in total, per user and per push service.
//!
//! A waiting push does not keep its slot: it makes room for a new push, the oldest first. A newer push with the same topic replaces an
//! older one.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use sumito_game::UserId;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::message::Topic;

/// All pushes in flight or waiting. Cheap to clone.
#[derive(Debug, Clone)]
pub(super) struct PendingPushes(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    all: usize,
    per_user: usize,
    per_host: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Pushes in order of their arrival.
    pushes: BTreeMap<u64, Push>,
    last: u64,
}

#[derive(Debug)]
struct Push {
    to: Destination,
    waits: bool,
    over: CancellationToken,
}

/// Recipient, push service and topic of a push.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Destination {
    pub(super) user: UserId,
    pub(super) host: String,
    pub(super) endpoint: String,
    pub(super) topic: Topic,
}

/// A registered push, until this is dropped.
#[derive(Debug)]
pub(super) struct Ticket {
    waiting: PendingPushes,
    id: u64,
    over: CancellationToken,
}

impl PendingPushes {
    pub(super) fn new(all: usize, per_user: usize, per_host: usize) -> Self {
        Self(Arc::new(Inner { all, per_user, per_host, state: Mutex::default() }))
    }

    /// Registers a push; `None` if too many are in flight.
    pub(super) fn enter(&self, to: Destination) -> Option<Ticket> {
        let Inner { all, per_user, per_host, .. } = *self.0;
        let mut state = self.state();
        state.end(|push| push.to.endpoint == to.endpoint && push.to.topic == to.topic);
        let has_place = state.make_room(per_user, |push| push.to.user == to.user)
            && state.make_room(per_host, |push| push.to.host == to.host)
            && state.make_room(all, |_| true);
        if !has_place {
            return None;
        }
        state.last += 1;
        let (id, over) = (state.last, CancellationToken::new());
        state.pushes.insert(id, Push { to, waits: false, over: over.clone() });
        Some(Ticket { waiting: self.clone(), id, over })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock()
    }
}

impl State {
    /// Ends the matching pushes: a push that is being sent is not retried.
    fn end(&mut self, which: impl Fn(&Push) -> bool) {
        self.pushes.retain(|_, push| {
            let ends = which(push);
            if ends {
                push.over.cancel();
            }
            !(ends && push.waits)
        });
    }

    /// Returns whether there is a slot for one more matching push, if necessary by ending the oldest that waits.
    fn make_room(&mut self, limit: usize, of: impl Fn(&Push) -> bool) -> bool {
        if self.pushes.values().filter(|push| of(push)).count() < limit {
            return true;
        }
        let oldest = self.pushes.iter().find(|(_, push)| push.waits && of(push)).map(|(id, _)| *id);
        let Some(push) = oldest.and_then(|id| self.pushes.remove(&id)) else { return false };
        push.over.cancel();
        true
    }
}

impl Ticket {
    /// Waits for this time; returns whether the push is still wanted.
    pub(super) async fn wait(&self, time: Duration) -> bool {
        self.set_waits(true);
        tokio::select! {
            () = self.over.cancelled() => return false,
            () = sleep(time) => {}
        }
        self.set_waits(false);
        !self.over.is_cancelled()
    }

    fn set_waits(&self, waits: bool) {
        if let Some(push) = self.waiting.state().pushes.get_mut(&self.id) {
            push.waits = waits;
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.waiting.state().pushes.remove(&self.id);
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use futures_util::FutureExt;
    use uuid::Uuid;

    use super::*;

    const HOUR: Duration = Duration::from_hours(1);

    fn to(user: u128, host: &str, topic: u128) -> Destination {
        Destination {
            user: UserId(Uuid::from_u128(user)),
            host: host.to_owned(),
            endpoint: format!("https://{host}/{user}"),
            topic: Topic::Challenge(Uuid::from_u128(topic)),
        }
    }

    #[tokio::test(start_paused = true)]
    async fn newer_push_replaces_older_with_same_topic() {
        let waiting = PendingPushes::new(10, 10, 10);
        let first = waiting.enter(to(1, "a", 1)).unwrap();
        let other = waiting.enter(to(1, "a", 2)).unwrap();
        let (mut first, mut other) = (pin!(first.wait(HOUR)), pin!(other.wait(HOUR)));
        assert_eq!((first.as_mut().now_or_never(), other.as_mut().now_or_never()), (None, None));
        let _newer = waiting.enter(to(1, "a", 1)).unwrap();
        assert!(!first.await);
        assert!(other.await, "it is about something else");
    }

    #[tokio::test(start_paused = true)]
    async fn pushes_are_limited_per_user_and_service() {
        let waiting = PendingPushes::new(10, 2, 3);
        let user = [1, 2].map(|topic| waiting.enter(to(1, "a", topic)));
        assert!(user.iter().all(Option::is_some));
        assert!(waiting.enter(to(1, "b", 3)).is_none(), "of the user");
        let _third = waiting.enter(to(2, "a", 1)).unwrap();
        assert!(waiting.enter(to(3, "a", 1)).is_none(), "of the service");
        assert!(waiting.enter(to(3, "b", 1)).is_some());
        drop(user);
        assert!(waiting.enter(to(1, "a", 4)).is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn oldest_waiting_push_makes_room() {
        let waiting = PendingPushes::new(2, 2, 2);
        let [first, second] = [1, 2].map(|user| waiting.enter(to(user, "a", 1)).unwrap());
        assert!(waiting.enter(to(3, "b", 1)).is_none(), "both are being sent");
        let (mut first, mut second) = (pin!(first.wait(HOUR)), pin!(second.wait(HOUR)));
        assert_eq!((first.as_mut().now_or_never(), second.as_mut().now_or_never()), (None, None));
        let _third = waiting.enter(to(3, "b", 1)).unwrap();
        assert!(!first.await);
        assert!(second.await);
    }
}
