//! Faults of the store and of the bus.

use sumito_cluster::Stall;
use sumito_store::simulated::Condition;

use super::World;

const CONDITIONS: [Condition; 5] = [
    Condition::Unavailable,
    Condition::Flaky,
    Condition::LosesReplies,
    Condition::Hanging,
    Condition::Stalled,
];

/// Largest number of seconds by which the clock of the store is set.
const CLOCK_SET_BY: i64 = 60;

const STALLS: [Stall; 3] = [Stall::Sent, Stall::Received, Stall::Both];

impl World {
    /// Changes the condition of the store, for one node or for all.
    pub(super) fn disturb_store(&mut self) {
        // More often than not, so that the games make progress, too.
        let is_well = self.rng.u8(..3) > 0;
        let fault = CONDITIONS[self.rng.usize(..CONDITIONS.len())];
        let condition = if is_well { Condition::Healthy } else { fault };
        let only = self.rng.bool().then(|| self.rng.usize(..NODES));
        for (place, node) in self.nodes.iter().enumerate() {
            if only.is_none_or(|only| only == place) {
                node.faults.set(condition);
            }
        }
        self.log(&format!("the store is {condition:?} for {only:?}"));
        if is_well && self.rng.u8(..8) == 0 {
            self.queries.restart(self.now);
        }
        if self.has_bus() && self.rng.u8(..4) == 0 {
            let by = self.rng.i64(-CLOCK_SET_BY..=CLOCK_SET_BY);
            self.log(&format!("the clock of the store is set by {by} s"));
            self.queries.set_clock_by(by * 1_000_000);
            self.tally.clocks_set += 1;
        }
        self.finish_late();
        self.record_trouble();
    }

    /// Breaks, stalls or heals a connection to the bus.
    pub(super) fn disturb_bus(&mut self) {
        let Some(nats) = self.nats.clone() else { return };
        let ids: Vec<_> = self.nodes.iter().map(|node| node.id).collect();
        let Some(node) = self.rng.choice(&ids).copied() else { return };
        let what = self.rng.u8(..9);
        self.log(&format!("the bus: {what} to {}", node.0));
        match what {
            0 => nats.cut(node),
            1 => nats.cut_all(),
            2 | 3 => nats.stall(node, STALLS[self.rng.usize(..STALLS.len())]),
            4 => nats.overflow(node),
            _ => ids.into_iter().for_each(|node| nats.heal(node)),
        }
        self.record_bus_trouble(what <= 4);
        self.be_busy();
    }

    /// Ends all faults.
    pub(super) fn heal(&mut self) {
        self.faults.set(Condition::Healthy);
        for place in 0..self.nodes.len() {
            self.wake(place);
            let node = &self.nodes[place];
            node.faults.set(Condition::Healthy);
            if let Some(nats) = &self.nats {
                nats.heal(node.id);
            }
        }
        self.record_bus_trouble(false);
        self.record_trouble();
    }
}

/// Largest number of nodes.
const NODES: usize = 3;
