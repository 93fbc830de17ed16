//! Periods in which no node could serve a room: no clock may be charged for them.

use std::time::Duration;

use sumito_cluster::NodeId;
use sumito_game::{RoomId, Timestamp};

use super::World;
use crate::simulation::stored::Downtime;

/// Shortest suspension that a node notices when it wakes.
const NOTICED: Duration = Duration::from_millis(1_300);

/// Time after which a node that wakes has stored that it was suspended. If it dies before, that is charged.
const STORED_WITHIN: Duration = Duration::from_secs(3);

/// Time within which a room is loaded after its owner could serve it again.
const LOADED_WITHIN: Duration = Duration::from_millis(1_500);

impl World {
    /// Returns the periods in which there was no server, or in which the room's owner could not serve it. They do not overlap.
    pub(super) fn unserved(&self, room: RoomId) -> Vec<Downtime> {
        let mut unserved = self.downtimes.clone();
        for owner in self.queries.ownerships(room) {
            let ended = owner.until.unwrap_or(Timestamp::MAX);
            if let Some(left_at) = owner.left_at.filter(|left_at| *left_at < ended) {
                unserved.push(Downtime { from: left_at, until: ended });
            }
            let gone = self.gone.get(&owner.node).into_iter().flatten();
            for gone in gone.filter(|gone| gone.until >= ended || self.is_stored(owner.node, gone)) {
                let (from, until) = (gone.from.max(owner.since), gone.until.min(ended));
                if from < until {
                    unserved.push(Downtime { from, until });
                }
            }
        }
        disjoint(unserved)
    }

    /// Returns whether a node that woke after this suspension has noticed and stored it.
    fn is_stored(&self, node: NodeId, gone: &Downtime) -> bool {
        let until = Timestamp(gone.until.0.saturating_add(STORED_WITHIN.as_micros() as i64));
        let overlaps = |other: &Downtime| other.from < until && other.until > gone.until;
        gone.until.since(gone.from) > NOTICED
            && until <= self.now
            && !self.troubles.iter().any(overlaps)
            && !self.gone.get(&node).into_iter().flatten().any(overlaps)
    }

    /// Returns the periods in which a due event of a room may have been late.
    pub(super) fn troubles_of(&self, room: RoomId) -> Vec<Downtime> {
        let mut troubles = self.troubles.clone();
        // A room is paused while its player to move may be on the other side of the fault.
        troubles.extend(&self.bus_troubles);
        troubles.extend(self.unserved(room));
        for gone in self.gone.values().flatten() {
            troubles.push(*gone);
        }
        for trouble in &mut troubles {
            trouble.until = Timestamp(trouble.until.0.saturating_add(LOADED_WITHIN.as_micros() as i64));
        }
        disjoint(troubles)
    }
}

/// Joins periods that overlap.
fn disjoint(mut periods: Vec<Downtime>) -> Vec<Downtime> {
    periods.sort_by_key(|period| period.from);
    let mut joined: Vec<Downtime> = Vec::with_capacity(periods.len());
    for period in periods {
        match joined.last_mut().filter(|last| period.from <= last.until) {
            Some(last) => last.until = last.until.max(period.until),
            None => joined.push(period),
        }
    }
    joined
}
