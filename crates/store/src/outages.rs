//! Storage outages and server downtime.

use sumito_game::Timestamp;

use super::{StoreError, store_api};

/// A period in which the storage was unavailable, or in which no server was running.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outage {
    /// Start of the outage.
    pub began: Timestamp,
    /// End of the outage.
    pub ended: Timestamp,
}

impl Outage {
    /// Joins outages that overlap or touch each other, and returns them in their order.
    pub fn joined(mut outages: Vec<Self>) -> Vec<Self> {
        outages.sort_unstable_by_key(|outage| outage.began);
        let mut joined: Vec<Self> = Vec::with_capacity(outages.len());
        for outage in outages {
            match joined.last_mut().filter(|last| outage.began <= last.ended) {
                Some(last) => last.ended = last.ended.max(outage.ended),
                None => joined.push(outage),
            }
        }
        joined
    }
}

store_api! { each:
    /// Returns the last `limit` outages, in the order of their ends.
    pub async fn outages(&self, limit: u32) -> Result<Vec<Outage>, StoreError>;

    /// Returns the last heartbeat of a server; `None` if there never was a server.
    pub async fn last_heartbeat(&self) -> Result<Option<Timestamp>, StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outage_within_a_longer_one_that_ends_later_shortens_nothing() {
        let outage = |began, ended| Outage { began: Timestamp(began), ended: Timestamp(ended) };
        let outages = vec![outage(60, 70), outage(20, 50), outage(10, 51), outage(51, 52), outage(70, 71)];
        assert_eq!(Outage::joined(outages), [outage(10, 52), outage(60, 71)]);
    }
}
