//! Counts of simulated events, which show that the simulations reach the intended cases.

use std::ops::AddAssign;

/// Counts of simulated events.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) seeds: u64,
    pub(super) servers: u64,
    pub(super) steps: u64,
    pub(super) acknowledged: u64,
    pub(super) sent_again: u64,
    pub(super) events: u64,
    pub(super) cut_off: u64,
    /// Sockets that were cut off, or whose clients could not subscribe.
    pub(super) disconnected: u64,
    pub(super) games: u64,
    /// Number of checks that found an event held back from spectators.
    pub(super) held_back: u64,
    /// Number of checks that found a player online only in other rooms.
    pub(super) elsewhere: u64,
    /// Rooms that were claimed from dead nodes, and rooms that were handed over.
    pub(super) takeovers: u64,
    pub(super) moved: u64,
    /// Nodes that stopped in order.
    pub(super) hand_overs: u64,
    /// Times that the clock of the store was set while nodes used it.
    pub(super) clocks_set: u64,
    /// Nodes that woke after others had claimed their rooms.
    pub(super) zombies: u64,
    /// Messages between nodes that were lost.
    pub(super) lost: u64,
    /// Commands to rooms of other nodes.
    pub(super) forwarded: u64,
    /// Hash over all messages and their times: equal in each run of a seed.
    pub(super) trace: u64,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.seeds += other.seeds;
        self.servers += other.servers;
        self.steps += other.steps;
        self.acknowledged += other.acknowledged;
        self.sent_again += other.sent_again;
        self.events += other.events;
        self.cut_off += other.cut_off;
        self.disconnected += other.disconnected;
        self.games += other.games;
        self.held_back += other.held_back;
        self.elsewhere += other.elsewhere;
        self.takeovers += other.takeovers;
        self.moved += other.moved;
        self.hand_overs += other.hand_overs;
        self.clocks_set += other.clocks_set;
        self.zombies += other.zombies;
        self.lost += other.lost;
        self.forwarded += other.forwarded;
        self.trace ^= other.trace;
    }
}

impl Tally {
    /// Checks that many seeds together reach all intended cases.
    pub(super) fn check_variety(&self) {
        if self.seeds >= 100 {
            assert!(self.games >= self.seeds / 4, "too few games come to an end: {self:?}");
            assert!(self.acknowledged > self.steps / 15, "too little is done: {self:?}");
            assert!(self.elsewhere > 0, "all clients watch their games: {self:?}");
            assert!(self.held_back > 0, "spectators receive everything at once: {self:?}");
            assert!(self.takeovers > 0 && self.zombies > 0, "no node is replaced: {self:?}");
            assert!(self.clocks_set > self.seeds / 10, "no clock is set: {self:?}");
            assert!(self.moved > 0 && self.hand_overs > 0, "no room is handed over: {self:?}");
            assert!(self.lost > 0 && self.forwarded > self.seeds, "the bus is of no use: {self:?}");
            assert!(self.cut_off > 0 && self.sent_again > 0 && self.servers > self.seeds, "{self:?}");
        }
    }
}
