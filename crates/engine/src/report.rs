//! Results of a search.

use std::time::Duration;

use sumito_rules::Move;

use crate::Score;

/// A line of moves with its evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoredLine {
    /// The evaluation for the player to move.
    pub score: Score,
    /// The moves, from the root on.
    pub moves: Vec<Move>,
}

/// The state of the search after each depth, once for each line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The finished depth, in plies.
    pub depth: u8,
    /// The deepest ply that the main thread has reached at this depth.
    pub deepest: u8,
    /// The number of the line, from 1: the best one.
    pub number: u8,
    /// The evaluation for the player to move.
    pub score: Score,
    /// Positions searched, over all threads.
    pub nodes: u64,
    /// Time since the start of the search.
    pub time: Duration,
    /// Fill level of the transposition table, in thousandths.
    pub hashfull: u16,
    /// The principal variation, from the root on.
    pub line: Vec<Move>,
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult {
    /// The move to play. `None` if the game is over or the player to move cannot move; otherwise there is always a move, even if the search
    /// was stopped immediately.
    pub best: Option<Move>,
    /// The evaluation for the player to move, after that move.
    pub score: Score,
    /// The last finished depth, in plies.
    pub depth: u8,
    /// Positions searched, over all threads.
    pub nodes: u64,
    /// The principal variation, from the root on; starts with `best`.
    pub line: Vec<Move>,
    /// The next best lines, best first, if the [limits](crate::Limits::lines) ask for several.
    pub others: Vec<ScoredLine>,
}
