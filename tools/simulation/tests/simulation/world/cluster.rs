//! The time of the simulation, and the nodes that start, stop, die and are suspended.

use std::time::Duration;

use sumito_cluster::NodeId;
use sumito_game::Timestamp;
use sumito_gateway::simulated::Life;
use sumito_store::simulated::{Condition, Faults};
use uuid::Uuid;

use super::World;
use super::nodes::{Fate, Node, Surroundings, any_trouble};
use crate::simulation::stored::Downtime;

/// Largest number of nodes at the same time.
const NODES_MAX: usize = 3;

/// Steps of the time while messages travel, and while only the nodes themselves are active.
const SHORT: Duration = Duration::from_millis(2);
const LONG: Duration = Duration::from_millis(50);

/// Time after an action in which its messages travel.
const BUSY_FOR: Duration = Duration::from_millis(60);

/// Time within which every question is answered.
const ANSWERED_WITHIN: Duration = Duration::from_mins(1);

/// Largest error of a host's clock, in milliseconds.
const SKEW_MS: i64 = 5_000;

impl World {
    /// Lets time pass on all nodes.
    pub(super) fn pass(&mut self, span: Duration) {
        let until = self.now + span;
        while self.now < until {
            let step = self.step_of_time().min(until.since(self.now));
            self.busy_for = self.busy_for.saturating_sub(step);
            self.now = self.now + step;
            if let Some(nats) = &self.nats {
                nats.advance(self.now.since(super::BEGINNING));
            }
            for node in &self.nodes {
                node.run_until(self.now);
            }
            self.look_at_nodes();
        }
    }

    /// Returns a step in which no message needs to travel. The only server has nothing to wait for.
    fn step_of_time(&self) -> Duration {
        match &self.nats {
            _ if !self.busy_for.is_zero() || self.nodes.iter().any(Node::is_starting) => SHORT,
            None => Duration::MAX,
            _ => LONG,
        }
    }

    /// The time passes in short steps for a while, because something happens.
    pub(super) fn be_busy(&mut self) {
        self.busy_for = BUSY_FOR;
    }

    /// Removes the nodes that have ended.
    fn look_at_nodes(&mut self) {
        for place in (0..self.nodes.len()).rev() {
            match self.nodes[place].poll() {
                Fate::GoesOn => {}
                fate => {
                    self.log(&format!("node {}: {fate:?}", self.nodes[place].number));
                    self.tally.hand_overs += u64::from(fate == Fate::Stopped);
                    self.remove(place);
                }
            }
        }
    }

    /// Ends the process of a node at once.
    pub(super) fn remove(&mut self, place: usize) {
        let node = self.nodes.remove(place);
        // Actions of its tasks while they are dropped reach no other node.
        if let Some(nats) = &self.nats {
            nats.remove(node.id);
        }
        self.queries.disconnect(node.id);
        self.gone
            .entry(node.id)
            .or_default()
            .push(Downtime { from: node.suspended.unwrap_or(self.now), until: Timestamp(i64::MAX) });
        for tab in &mut self.tabs {
            if tab.socket.as_ref().is_some_and(|socket| socket.node == node.number) {
                tab.socket = None;
            }
        }
        drop(node);
        if self.nodes.is_empty() {
            self.downtimes.push(Downtime { from: self.now, until: Timestamp(i64::MAX) });
        }
        self.record_trouble();
    }

    /// Starts a node if there is room for one.
    pub(super) fn start_node(&mut self) {
        let is_full = self.nodes.len() >= if self.nats.is_some() { NODES_MAX } else { 1 };
        if is_full {
            return;
        }
        let id = NodeId(Uuid::from_u128(self.rng.u128(..)));
        let (number, skew) = (self.tally.servers as usize, self.rng.i64(-SKEW_MS..SKEW_MS));
        let is_alone = self.nats.is_none();
        let faults = if is_alone { self.faults.clone() } else { Faults::new(self.rng.fork()) };
        if self.nodes.is_empty() {
            self.finish_late();
            if let Some(last) = self.downtimes.last_mut() {
                last.until = self.now;
            }
        }
        faults.set(Condition::Healthy);
        let host_time = if is_alone { self.now } else { Timestamp(self.now.0 + skew * 1_000) };
        let surroundings = Surroundings {
            queries: &self.queries,
            faults,
            nats: self.nats.as_ref(),
            now: self.now,
            host_time,
        };
        self.nodes.push(Node::start(id, number, surroundings));
        self.log(&format!("node {number} starts as {}", id.0));
        self.tally.servers += 1;
        self.record_trouble();
        self.be_busy();
        if self.nodes.len() == 1 {
            self.await_a_node();
        }
    }

    /// Waits until a node has started.
    pub(super) fn await_a_node(&mut self) {
        let give_up_at = self.now + ANSWERED_WITHIN;
        while self.running().is_empty() {
            assert!(self.now < give_up_at, "no node starts");
            if self.nodes.is_empty() {
                self.start_node();
            }
            if self.nodes.iter().all(|node| node.suspended.is_some()) {
                self.wake(0);
            }
            self.be_busy();
            self.pass(SHORT);
        }
    }

    /// Returns the places of the nodes that can serve clients.
    pub(super) fn running(&self) -> Vec<usize> {
        (0..self.nodes.len()).filter(|&place| self.nodes[place].life().is_some()).collect()
    }

    /// Asks a server, and waits for its answer.
    pub(super) fn ask<T: Send + 'static, F: Future<Output = T> + Send + 'static>(
        &mut self,
        place: usize,
        question: impl FnOnce(&Life) -> F,
    ) -> T {
        let node = &self.nodes[place];
        let task = node.spawn(question(node.life().expect("it runs")));
        let (number, give_up_at) = (node.number, self.now + ANSWERED_WITHIN);
        while !task.is_finished() {
            assert!(self.now < give_up_at, "node {number} does not answer");
            self.be_busy();
            self.pass(SHORT);
        }
        let node = self.nodes.iter().find(|node| node.number == number);
        node.expect("it goes on").result(task)
    }

    /// Lets something happen to a node.
    pub(super) fn disturb_nodes(&mut self) {
        let running = self.running();
        let Some(place) = self.rng.choice(running) else { return };
        let number = self.nodes[place].number;
        match self.rng.u8(..10) {
            0 => {
                self.log(&format!("node {number} dies"));
                self.remove(place);
            }
            1 => {
                self.log(&format!("node {number} stops"));
                self.nodes[place].stop();
                self.be_busy();
            }
            2 | 3 => {
                self.log(&format!("node {number} is suspended"));
                self.nodes[place].suspended = Some(self.now);
            }
            _ => self.start_node(),
        }
        self.end_downtime();
    }

    /// Wakes a suspended node.
    pub(super) fn wake_node(&mut self) {
        let suspended: Vec<_> =
            (0..self.nodes.len()).filter(|&place| self.nodes[place].suspended.is_some()).collect();
        if let Some(place) = self.rng.choice(suspended) {
            self.wake(place);
        }
    }

    pub(super) fn wake(&mut self, place: usize) {
        let now = self.now;
        let node = &mut self.nodes[place];
        let Some(from) = node.suspended else { return };
        node.wake(now);
        let (id, number) = (node.id, node.number);
        self.gone.entry(id).or_default().push(Downtime { from, until: now });
        self.tally.zombies += u64::from(self.queries.is_fenced(id));
        self.log(&format!("node {number} wakes after {:?}", now.since(from)));
        self.be_busy();
    }

    /// Starts a node after a while if none is left that will run.
    pub(super) fn end_downtime(&mut self) {
        if !self.nodes.is_empty() {
            return;
        }
        let span = Duration::from_millis(self.rng.u64(..100_000));
        self.log(&format!("{span:?} pass without a server"));
        self.pass(span);
        self.start_node();
    }

    /// Records the start and the end of a store failure.
    pub(super) fn record_trouble(&mut self) {
        record(&mut self.troubles, any_trouble(&self.nodes), self.now);
    }

    /// Records the start and the end of a fault of the bus.
    pub(super) fn record_bus_trouble(&mut self, is_trouble: bool) {
        record(&mut self.bus_troubles, is_trouble, self.now);
    }
}

/// Starts or ends the last of these periods.
fn record(periods: &mut Vec<Downtime>, is_trouble: bool, now: Timestamp) {
    let open = periods.last_mut().filter(|last| last.until == Timestamp(i64::MAX));
    match (open, is_trouble) {
        (Some(last), false) => last.until = now,
        (None, true) => periods.push(Downtime { from: now, until: Timestamp(i64::MAX) }),
        _ => {}
    }
}
