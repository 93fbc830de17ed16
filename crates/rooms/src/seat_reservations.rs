//! Guards against a race: an account is deleted only while no seat is being taken for it, and gets no seat afterwards.
//!
//! The store records who has a seat. This bridges the time between a room's decision to seat a player and the write to the store.

use std::collections::{HashMap, HashSet};
use std::pin::pin;
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use sumito_game::UserId;
use tokio::sync::Notify;

use sumito_kit::names;

/// Users for whom seats are being taken, and users who must get none. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub(super) struct SeatReservations(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    state: Mutex<State>,
    /// Notified when a seat has been taken or the attempt has failed.
    is_done: Notify,
}

#[derive(Debug, Default)]
struct State {
    /// Number of seats being taken, by user.
    taking: HashMap<UserId, u32>,
    /// Users who get no seat.
    closed: HashSet<UserId>,
}

/// Guard: seats are being taken for these users until it is dropped.
#[derive(Debug)]
pub(super) struct SeatReservation {
    seat_reservations: SeatReservations,
    users: Vec<UserId>,
}

/// Guard: this user gets no seat until it is dropped.
#[derive(Debug)]
pub struct NoSeats {
    seat_reservations: SeatReservations,
    user: UserId,
}

impl SeatReservations {
    /// Registers that seats are about to be taken for these users; `None` if one of them is deleted or is being deleted.
    pub(super) fn reserve(&self, users: Vec<UserId>) -> Option<SeatReservation> {
        let mut state = self.state();
        if users.iter().any(|user| state.closed.contains(user) || names::is_deleted(*user)) {
            return None;
        }
        for user in &users {
            *state.taking.entry(*user).or_default() += 1;
        }
        drop(state);
        Some(SeatReservation { seat_reservations: self.clone(), users })
    }

    /// Prevents new seats for this user. Returns when all seats being taken are stored or abandoned.
    pub(super) async fn close(&self, user: UserId) -> NoSeats {
        self.state().closed.insert(user);
        let closed = NoSeats { seat_reservations: self.clone(), user };
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
        self.0.state.lock()
    }
}

impl Drop for SeatReservation {
    fn drop(&mut self) {
        let mut state = self.seat_reservations.state();
        for user in &self.users {
            if let Some(count) = state.taking.get_mut(user) {
                *count -= 1;
                if *count == 0 {
                    state.taking.remove(user);
                }
            }
        }
        drop(state);
        self.seat_reservations.0.is_done.notify_waiters();
    }
}

impl Drop for NoSeats {
    fn drop(&mut self) {
        self.seat_reservations.state().closed.remove(&self.user);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn deleted_user_gets_no_seat_after_pending_ones() {
        let (seat_reservations, user, other) =
            (SeatReservations::default(), UserId(uuid::Uuid::from_u128(1)), UserId(uuid::Uuid::from_u128(2)));
        let taking = seat_reservations.reserve(vec![user, other]).unwrap();
        let mut closing = pin!(seat_reservations.close(user));
        tokio::select! {
            biased;
            _ = &mut closing => panic!("a seat is being taken"),
            () = std::future::ready(()) => {}
        }
        assert!(seat_reservations.reserve(vec![other, user]).is_none(), "from now on none is taken");
        assert!(seat_reservations.reserve(vec![other]).is_some());
        drop(taking);
        let closed = closing.await;
        assert!(seat_reservations.reserve(vec![user]).is_none());
        drop(closed);
        assert!(seat_reservations.reserve(vec![user]).is_some(), "they were not deleted after all");
        names::changed(user, names::Called { name: names::DELETED.to_owned(), guest: true });
        assert!(seat_reservations.reserve(vec![user]).is_none());
    }
}
