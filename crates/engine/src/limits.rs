//! Limits of a search.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use sumito_rules::Move;

use crate::{Level, Root};

/// Limits of a search. The first limit reached ends it; without limits it runs until it is stopped.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Maximum depth in plies.
    pub depth: Option<u8>,
    /// Maximum number of positions, counted over all threads.
    pub nodes: Option<u64>,
    /// Maximum duration of the search.
    pub time: Option<Duration>,
    /// The playing strength.
    pub level: Level,
    /// Seed for the random choices of a level, the same in all moves of a game: by it the form of a level varies from game to game. Levels
    /// without a weakness vary their first moves by it. With 0, a level has its usual form, and plays the best first moves.
    pub seed: u64,
    /// Whether levels without a weakness vary their first moves of two players by the opening book. Without it, and with more players, they
    /// vary them by a shallow search.
    pub book: bool,
    /// Number of search threads. Two threads find a move faster than one, but not the same move in each run.
    pub threads: usize,
    /// Number of lines to report, up to [`MAX_LINES`](Self::MAX_LINES). A search for several lines is an analysis: it has full strength
    /// at every level.
    pub lines: u8,
    /// The moves of the root to search. Empty: all moves. A search of some moves is an analysis, too.
    pub moves: Vec<Move>,
}

impl Default for Limits {
    /// Full strength on one thread until stopped.
    fn default() -> Self {
        Self {
            depth: None,
            nodes: None,
            time: None,
            level: Level::FULL,
            seed: 0,
            book: true,
            threads: 1,
            lines: 1,
            moves: Vec::new(),
        }
    }
}

impl Limits {
    /// The most lines that a search reports.
    pub const MAX_LINES: u8 = 16;

    /// Full strength to a depth in plies.
    pub fn depth(plies: u8) -> Self {
        Self { depth: Some(plies), ..Self::default() }
    }

    /// Full strength with this many positions.
    pub fn nodes(count: u64) -> Self {
        Self { nodes: Some(count), ..Self::default() }
    }

    /// Full strength for this time.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }

    /// Returns whether the search is an analysis, which has full strength at every level.
    pub(crate) const fn is_analysis(&self) -> bool {
        self.lines > 1 || !self.moves.is_empty()
    }

    /// Returns the moves to search that are legal.
    pub(crate) fn legal_moves(&self, root: &Root) -> Vec<Move> {
        let legal = root.position().legal_moves();
        self.moves.iter().copied().filter(|&m| legal.contains(m)).collect()
    }

    /// The same limits at another level.
    #[must_use]
    pub const fn at(mut self, level: Level) -> Self {
        self.level = level;
        self
    }
}

/// Stops a search from another thread. Clones stop the same search.
///
/// A search checks it about every thousand positions, which is well below a millisecond.
#[derive(Clone, Default, Debug)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Creates a handle without a request to stop.
    pub fn new() -> Self {
        Self::default()
    }

    /// Requests the end of the search.
    pub fn now(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether the end was requested.
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
