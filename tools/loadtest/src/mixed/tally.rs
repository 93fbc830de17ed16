//! Waiting times by kind of request.

use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;

use super::report::{MixedReport, Row};
use crate::Usage;
use crate::play::Counts;

/// Cap for latencies: 10 minutes.
const LONGEST_NS: u64 = 600_000_000_000;

/// The kind of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// From a player's move until both players have received it.
    Move,
    /// From a move at a table of the SDK's clients until its acknowledgement.
    TableMove,
    /// From a spectator's request for a room until its snapshot.
    Watch,
    /// From a request for the lobby until its list.
    Lobby,
    /// A list over HTTP: rooms, games, tournaments.
    List,
    /// A single resource over HTTP: a room, a game, a player's counts.
    Thing,
    /// An evaluation of a position by the engine.
    Asked,
    /// A whole tournament, from its creation to its podium.
    Tournament,
}

impl Kind {
    pub(super) const ALL: [Self; 8] = [
        Self::Move,
        Self::TableMove,
        Self::Watch,
        Self::Lobby,
        Self::List,
        Self::Thing,
        Self::Asked,
        Self::Tournament,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Move => "move, seen by both",
            Self::TableMove => "move at a table of any mode",
            Self::Watch => "spectator turns to a room",
            Self::Lobby => "lobby's list",
            Self::List => "list over HTTP",
            Self::Thing => "room or game over HTTP",
            Self::Asked => "computer asked",
            Self::Tournament => "whole tournament",
        }
    }
}

/// Waiting times, measured from the moment `from` on.
pub(crate) struct Tally {
    from: Instant,
    latency: RefCell<Vec<Histogram<u64>>>,
    games: Cell<u64>,
}

/// A running wait; it ends when it is dropped, with or without an answer.
pub(crate) struct LatencyTimer<'a> {
    tally: &'a Tally,
    kind: Kind,
    due: Instant,
}

impl Tally {
    pub(crate) fn new(from: Instant) -> Self {
        let histogram =
            || Histogram::new_with_bounds(1, LONGEST_NS, 3).expect("the bounds are right for three digits");
        let latency = Kind::ALL.iter().map(|_| histogram()).collect();
        Self { from, latency: RefCell::new(latency), games: Cell::new(0) }
    }

    /// Starts a wait at `due`, the scheduled time of the request.
    pub(crate) fn start_wait(&self, kind: Kind, due: Instant) -> LatencyTimer<'_> {
        LatencyTimer { tally: self, kind, due }
    }

    /// Counts a finished game.
    pub(crate) fn game_ended(&self) {
        if Instant::now() >= self.from {
            self.games.set(self.games.get() + 1);
        }
    }

    /// Returns the results, with the server's resource use.
    pub(super) fn report(&self, span: Duration, usage: Option<Usage>) -> MixedReport {
        let latency = self.latency.borrow();
        let rows = Kind::ALL.into_iter().zip(&*latency).filter(|(_, waits)| !waits.is_empty());
        let rows = rows.map(|(kind, waits)| Row::new(kind.name(), waits.clone())).collect();
        MixedReport { rows, games: self.games.get(), span, usage }
    }
}

impl Drop for LatencyTimer<'_> {
    fn drop(&mut self) {
        let now = Instant::now();
        if now >= self.tally.from {
            let waited = now.saturating_duration_since(self.due).as_nanos() as u64;
            self.tally.latency.borrow_mut()[self.kind as usize].saturating_record(waited);
        }
    }
}

impl Counts for Tally {
    fn moved(&self, due: Instant) {
        drop(self.start_wait(Kind::Move, due));
    }

    fn outstanding(&self, due: Instant) {
        drop(self.start_wait(Kind::Move, due));
    }

    fn finished(&self) {
        self.game_ended();
    }
}
