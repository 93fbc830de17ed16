//! Who takes a seat at this moment: an account is deleted only when nobody takes a seat for it, and takes none afterwards.
//!
//! The store says who has a seat; between a room's decision to seat a player and the store there is a moment, which this bridges.

use std::collections::{HashMap, HashSet};
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sumito_game::UserId;
use tokio::sync::Notify;

use crate::names;

/// Who takes a seat, and who must not. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub(super) struct Seating(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    state: Mutex<State>,
    /// Somebody has taken a seat, or has not.
    is_done: Notify,
}

#[derive(Debug, Default)]
struct State {
    /// How many seats are being taken for whom.
    taking: HashMap<UserId, u32>,
    /// For whom none is taken.
    closed: HashSet<UserId>,
}

/// Seats are being taken for these users as long as this is not dropped.
#[derive(Debug)]
pub(super) struct Taking {
    seating: Seating,
    users: Vec<UserId>,
}

/// No seat is taken for this user as long as this is not dropped.
#[derive(Debug)]
pub struct NoSeats {
    seating: Seating,
    user: UserId,
}

impl Seating {
    /// Seats are about to be taken for these users; `None` where one of them is being deleted, or was.
    pub(super) fn take(&self, users: Vec<UserId>) -> Option<Taking> {
        let mut state = self.state();
        if users.iter().any(|user| state.closed.contains(user) || names::is_deleted(*user)) {
            return None;
        }
        for user in &users {
            *state.taking.entry(*user).or_default() += 1;
        }
        drop(state);
        Some(Taking { seating: self.clone(), users })
    }

    /// From now on no seat is taken for this user; returns when all that were being taken are stored or given up.
    pub(super) async fn close(&self, user: UserId) -> NoSeats {
        self.state().closed.insert(user);
        let closed = NoSeats { seating: self.clone(), user };
        loop {
            let mut is_done = pin!(self.0.is_done.notified());
            is_done.as_mut().enable();
            if !self.state().taking.contains_key(&user) {
                return closed;
            }
            is_done.await;
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Taking {
    fn drop(&mut self) {
        let mut state = self.seating.state();
        for user in &self.users {
            if let Some(count) = state.taking.get_mut(user) {
                *count -= 1;
                if *count == 0 {
                    state.taking.remove(user);
                }
            }
        }
        drop(state);
        self.seating.0.is_done.notify_waiters();
    }
}

impl Drop for NoSeats {
    fn drop(&mut self) {
        self.seating.state().closed.remove(&self.user);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn who_is_deleted_takes_no_seat_and_waits_for_those_being_taken() {
        let (seating, user, other) =
            (Seating::default(), UserId(uuid::Uuid::from_u128(1)), UserId(uuid::Uuid::from_u128(2)));
        let taking = seating.take(vec![user, other]).unwrap();
        let mut closing = pin!(seating.close(user));
        tokio::select! {
            biased;
            _ = &mut closing => panic!("a seat is being taken"),
            () = std::future::ready(()) => {}
        }
        assert!(seating.take(vec![other, user]).is_none(), "from now on none is taken");
        assert!(seating.take(vec![other]).is_some());
        drop(taking);
        let closed = closing.await;
        assert!(seating.take(vec![user]).is_none());
        drop(closed);
        assert!(seating.take(vec![user]).is_some(), "they were not deleted after all");
        names::changed(user, names::Called { name: names::DELETED.to_owned(), guest: true });
        assert!(seating.take(vec![user]).is_none());
    }
}
