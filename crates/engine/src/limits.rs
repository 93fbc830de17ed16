//! How far a search may go.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use crate::Level;

/// How far a search may go. Whatever is reached first ends it; with none it goes on until it is stopped.
#[derive(Clone, Debug)]
pub struct Limits {
    /// How many plies deep.
    pub depth: Option<u8>,
    /// How many positions, counted over all threads.
    pub nodes: Option<u64>,
    /// How long.
    pub time: Option<Duration>,
    /// How well to play.
    pub level: Level,
    /// What the choice among moves depends on where a level leaves it to chance. The levels without a weakness vary their first
    /// moves by it; with 0 they play the best ones.
    pub seed: u64,
    /// How many threads search. Two find a move faster than one, but not the same move in each run.
    pub threads: usize,
}

impl Default for Limits {
    /// Full strength on one thread until stopped.
    fn default() -> Self {
        Self { depth: None, nodes: None, time: None, level: Level::FULL, seed: 0, threads: 1 }
    }
}

impl Limits {
    /// Full strength to a depth in plies.
    pub fn depth(plies: u8) -> Self {
        Self { depth: Some(plies), ..Self::default() }
    }

    /// Full strength with so many positions.
    pub fn nodes(count: u64) -> Self {
        Self { nodes: Some(count), ..Self::default() }
    }

    /// Full strength for so long.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }

    /// The same limits at another level.
    #[must_use]
    pub const fn at(mut self, level: Level) -> Self {
        self.level = level;
        self
    }
}

/// Ends a search from elsewhere. Clones end the same one.
///
/// A search looks at it every thousand positions or so, which is well below a millisecond.
#[derive(Clone, Default, Debug)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Nobody has asked for the end yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks for the end.
    pub fn now(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody has asked for the end.
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
