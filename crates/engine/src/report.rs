//! What a search tells.

use std::time::Duration;

use sumito_rules::Move;

use crate::Score;

/// What is known after each depth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The depth that has been searched, in plies.
    pub depth: u8,
    /// What the position is worth to whoever is to move.
    pub score: Score,
    /// Positions looked at, over all threads.
    pub nodes: u64,
    /// Since the search began.
    pub time: Duration,
    /// How full the transposition table is, in thousandths.
    pub hashfull: u16,
    /// The best moves of all, from the root on.
    pub line: Vec<Move>,
}

/// What a search has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The move to play. `None` if the game is over or whoever is to move cannot; otherwise there is one, however early the
    /// search was stopped.
    pub best: Option<Move>,
    /// What the position is worth to whoever is to move, after that move.
    pub score: Score,
    /// The last depth that was searched to its end, in plies.
    pub depth: u8,
    /// Positions looked at, over all threads.
    pub nodes: u64,
    /// The best moves of all, from the root on; begins with `best`.
    pub line: Vec<Move>,
}
