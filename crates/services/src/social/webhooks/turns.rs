//! Turns of the deliveries: which message is sent next, so that no receiver, user or network holds up the others.
//!
//! Deliveries have two lanes. A new receiver, and one that was quick last time, has the quick lane: it keeps its place for [`QUICK`] at
//! most. A delivery that lasts longer continues in the slow lane, where receivers start that were slow last time. So the wait for a
//! place of the quick lane is short, however many receivers are slow.

use std::collections::HashMap;
use std::net::IpAddr;
use std::time::Duration;

use sumito_game::UserId;
use sumito_store::{DueDelivery, Pace};
use tokio::time::Instant;
use uuid::Uuid;

/// Time within which a quick receiver answers.
pub(super) const QUICK: Duration = Duration::from_millis(500);

/// Places of the slow lane for each place of the quick one: a place costs little but memory while a receiver does not answer.
const SLOW_PLACES: usize = 4;

/// Divisors for the places of a lane that one user, and the users of one network, may take.
const PART_OF_USER: usize = 8;
const PART_OF_NETWORK: usize = 4;

/// The deliveries in progress.
#[derive(Debug)]
pub(super) struct Turns {
    quick: Lane,
    slow: Lane,
}

#[derive(Debug)]
struct Lane {
    places: usize,
    deliveries: HashMap<Uuid, Delivery>,
}

/// A delivery in progress.
#[derive(Debug, Clone, Copy)]
struct Delivery {
    user: UserId,
    network: Option<IpAddr>,
    began: Instant,
}

impl Turns {
    /// Returns the turns of a quick lane with this number of places, and of its slow lane.
    pub(super) fn new(places: usize) -> Self {
        let lane = |places| Lane { places, deliveries: HashMap::new() };
        Self { quick: lane(places), slow: lane(places * SLOW_PLACES) }
    }

    /// Returns whether a lane has a free place.
    pub(super) fn is_free(&self, pace: Pace) -> bool {
        self.lane(pace).is_free()
    }

    /// Returns the webhooks with a delivery in progress.
    pub(super) fn in_flight(&self) -> Vec<Uuid> {
        self.quick.deliveries.keys().chain(self.slow.deliveries.keys()).copied().collect()
    }

    /// Gives a place of a lane to one of the messages that are `due`; removes it there. The message of the network and user with the fewest
    /// deliveries in both lanes comes first, then the order counts. `None` if no place is free for any of them.
    pub(super) fn next(
        &mut self,
        pace: Pace,
        due: &mut Vec<DueDelivery>,
        now: Instant,
    ) -> Option<DueDelivery> {
        let lane = self.lane(pace);
        if !lane.is_free() {
            return None;
        }
        let free = due.iter().enumerate().filter(|(_, due)| lane.has_share(lane.counts(due)));
        let (place, _) = free.min_by_key(|(place, due)| (self.in_all(due), *place))?;
        let next = due.remove(place);
        let delivery = Delivery { user: next.user, network: network(&next), began: now };
        self.lane_mut(pace).deliveries.insert(next.webhook, delivery);
        Some(next)
    }

    /// Frees the place of a delivery that has ended.
    pub(super) fn ended(&mut self, webhook: Uuid) {
        self.quick.deliveries.remove(&webhook);
        self.slow.deliveries.remove(&webhook);
    }

    /// Returns the moment at which a delivery leaves the quick lane.
    pub(super) fn next_late(&self) -> Option<Instant> {
        self.quick.deliveries.values().map(|delivery| delivery.began + QUICK).min()
    }

    /// Moves the deliveries that are late to the slow lane, even if it has no free place: they are few, since each webhook is late once.
    pub(super) fn move_late(&mut self, now: Instant) {
        let late = self.quick.deliveries.extract_if(|_, delivery| now >= delivery.began + QUICK);
        self.slow.deliveries.extend(late);
    }

    /// Returns the number of deliveries of a message's network and user in both lanes.
    fn in_all(&self, due: &DueDelivery) -> (usize, usize) {
        let [quick, slow] = [&self.quick, &self.slow].map(|lane| lane.counts(due));
        (quick.0 + slow.0, quick.1 + slow.1)
    }

    fn lane(&self, pace: Pace) -> &Lane {
        match pace {
            Pace::Quick => &self.quick,
            Pace::Slow => &self.slow,
        }
    }

    fn lane_mut(&mut self, pace: Pace) -> &mut Lane {
        match pace {
            Pace::Quick => &mut self.quick,
            Pace::Slow => &mut self.slow,
        }
    }
}

impl Lane {
    fn is_free(&self) -> bool {
        self.deliveries.len() < self.places
    }

    /// Returns the number of deliveries of a message's network and user.
    fn counts(&self, due: &DueDelivery) -> (usize, usize) {
        let (all, network) = (self.deliveries.values(), network(due));
        let of_network = all.clone().filter(|one| network.is_some() && one.network == network).count();
        (of_network, all.filter(|one| one.user == due.user).count())
    }

    /// Returns whether a network and a user with so many deliveries may have another one.
    fn has_share(&self, (of_network, of_user): (usize, usize)) -> bool {
        let part = |divisor: usize| (self.places / divisor).max(1);
        of_network < part(PART_OF_NETWORK) && of_user < part(PART_OF_USER)
    }
}

/// Returns the network of a webhook's owner. Behind a proxy that names no client, all users come from this machine.
fn network(due: &DueDelivery) -> Option<IpAddr> {
    due.network.filter(|network| !network.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn due(webhook: u128, user: u128, network: Option<&str>) -> DueDelivery {
        DueDelivery {
            id: Uuid::from_u128(webhook),
            webhook: Uuid::from_u128(webhook),
            user: UserId(Uuid::from_u128(user)),
            network: network.map(|network| network.parse().unwrap()),
            url: String::new(),
            secret: Vec::new(),
            payload: String::new(),
            attempts: 0,
            failures: 0,
        }
    }

    fn begin(turns: &mut Turns, pace: Pace, mut all: Vec<DueDelivery>, now: Instant) -> Vec<u128> {
        let next = std::iter::from_fn(|| turns.next(pace, &mut all, now));
        next.map(|next| next.webhook.as_u128()).collect()
    }

    #[test]
    fn users_and_networks_have_shares() {
        let (mut turns, now) = (Turns::new(16), Instant::now());
        let of_one_user = (0..5).map(|webhook| due(webhook, 1, None)).collect();
        assert_eq!(begin(&mut turns, Pace::Quick, of_one_user, now), [0, 1]);
        let of_one_network = (10..20).map(|user| due(user, user, Some("203.0.113.7"))).collect();
        assert_eq!(begin(&mut turns, Pace::Quick, of_one_network, now), [10, 11, 12, 13]);
        let of_this_machine: Vec<_> = (20..40).map(|user| due(user, user, Some("127.0.0.1"))).collect();
        assert_eq!(begin(&mut turns, Pace::Quick, of_this_machine, now).len(), 10);
        assert!(!turns.is_free(Pace::Quick));
        assert_eq!(begin(&mut turns, Pace::Slow, vec![due(90, 1, None)], now), [90]);
    }

    #[test]
    fn user_with_fewest_deliveries_comes_first() {
        let (mut turns, now) = (Turns::new(16), Instant::now());
        let all = vec![due(1, 1, None), due(2, 1, None), due(3, 2, None), due(4, 2, None), due(5, 3, None)];
        assert_eq!(begin(&mut turns, Pace::Quick, all, now), [1, 3, 5, 2, 4]);
    }

    #[test]
    fn late_delivery_frees_its_quick_place() {
        let (mut turns, now) = (Turns::new(8), Instant::now());
        let users: Vec<_> = (0..8).map(|user| due(user, user, None)).collect();
        assert_eq!(begin(&mut turns, Pace::Quick, users, now).len(), 8);
        assert_eq!(turns.next_late(), Some(now + QUICK));
        turns.move_late(now + QUICK / 2);
        assert!(!turns.is_free(Pace::Quick));
        turns.move_late(now + QUICK);
        let again = vec![due(10, 1, None), due(9, 9, None)];
        assert_eq!(
            begin(&mut turns, Pace::Quick, again, now + QUICK),
            [9, 10],
            "a user without deliveries is first"
        );
        assert_eq!(turns.in_flight().len(), 10);
        turns.ended(Uuid::from_u128(3));
        assert_eq!(turns.in_flight().len(), 9);
    }
}
