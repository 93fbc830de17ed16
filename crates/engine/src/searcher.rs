//! Iterative deepening within limits.

use std::{
    sync::{
        LazyLock,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    thread,
    time::{Duration, Instant},
};

use crate::{
    Limits, Progress, Root, SearchResult, Stop,
    alpha_beta::{PausedSearch, Search, Shared},
    choose::{from_book, max_nodes},
    deepen::{Deepening, Lead},
    history::History,
    score::MAX_PLY,
    transposition_table::Table,
};

/// Returns the time since any moment that stays the same.
pub type Clock = fn() -> Duration;

/// Searches the best move, and keeps its results from move to move.
pub struct Searcher {
    table: Table,
    /// Histories, one for each thread.
    histories: Vec<History>,
    clock: Clock,
}

/// A search that [`Searcher::advance`] makes in slices, on one thread.
pub struct SlicedSearch {
    root: Root,
    limits: Limits,
    started: Duration,
    state: SliceState,
}

enum SliceState {
    /// The move of the book.
    Known(Box<SearchResult>),
    New,
    Paused(Box<(PausedSearch, Lead)>),
}

impl Searcher {
    /// Creates a searcher with a transposition table of this many MiB (at least one).
    pub fn new(table_mib: usize) -> Self {
        Self::with_clock(table_mib, system_clock)
    }

    /// Creates a searcher for a platform whose clock the standard library does not know.
    pub fn with_clock(table_mib: usize, clock: Clock) -> Self {
        Self { table: Table::new(table_mib), histories: Vec::new(), clock }
    }

    /// Replaces the transposition table by one of this many MiB (at least one), and forgets all results.
    pub fn resize(&mut self, table_mib: usize) {
        // The old one is freed first: a browser tab has little memory.
        self.table = Table::new(0);
        *self = Self::with_clock(table_mib, self.clock);
    }

    /// Forgets all results, as before another game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.histories.clear();
    }

    /// Searches the best move until a limit is reached or `stop` is requested, and reports progress after each depth.
    ///
    /// The calling thread searches; with more [`threads`](Limits::threads), the others end with the call.
    pub fn search(
        &mut self,
        root: &Root,
        limits: &Limits,
        stop: &Stop,
        progress: &mut dyn FnMut(&Progress),
    ) -> SearchResult {
        if let Some(found) = from_book(limits, root) {
            return found;
        }
        let started = (self.clock)();
        let threads = limits.threads.max(1);
        self.prepare(threads);
        let shared = shared(&self.table, self.clock, root, limits, stop, started);
        let only = limits.legal_moves(root);
        let mut searches =
            self.histories.iter_mut().take(threads).map(|history| Search::new(root, &shared, &only, history));
        let Some(mut first) = searches.next() else { unreachable!("there is at least one thread") };
        let helpers: Vec<_> = searches.collect();
        let deepest = deepest(limits);
        let mut lead = Lead::new(root, limits, &first, deepest);
        let mut lead_search = |first: &mut Search<'_>| {
            lead.run(first, root, limits, started, progress);
            shared.ended.store(true, Relaxed);
            lead.finish(first)
        };
        if helpers.is_empty() {
            return lead_search(&mut first);
        }
        thread::scope(|scope| {
            for (number, mut helper) in helpers.into_iter().enumerate() {
                scope.spawn(move || {
                    let mut deepening =
                        Deepening::new(root, &helper, 1 + (number as i32 + 1) % 2, deepest, 1);
                    deepening.run(&mut helper, root, &mut |_, _, _| {});
                    helper.report_nodes();
                });
            }
            lead_search(&mut first)
        })
    }

    /// Begins a search for [`advance`](Self::advance). It has one thread, whatever the limits say.
    pub fn begin(&mut self, root: Root, limits: Limits) -> Box<SlicedSearch> {
        let state = match from_book(&limits, &root) {
            Some(found) => SliceState::Known(Box::new(found)),
            None => SliceState::New,
        };
        if matches!(state, SliceState::New) {
            self.prepare(1);
        }
        Box::new(SlicedSearch { root, limits, started: (self.clock)(), state })
    }

    /// Searches for the time of a slice. Returns the result at the end of the search, and otherwise the search, to go on with it.
    ///
    /// The slices together search the same positions as [`search`](Self::search) on one thread. A slice takes a millisecond longer at
    /// most; at a weak level, as long as one move of the root.
    ///
    /// # Errors
    /// Fails with the search if it has not ended.
    pub fn advance(
        &mut self,
        sliced: Box<SlicedSearch>,
        slice: Duration,
        stop: &Stop,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<SearchResult, Box<SlicedSearch>> {
        let SlicedSearch { root, limits, started, state } = *sliced;
        self.histories.resize_with(self.histories.len().max(1), History::new);
        let mut shared = shared(&self.table, self.clock, &root, &limits, stop, started);
        shared.pause_at = (self.clock)().checked_add(slice);
        let Some(history) = self.histories.first_mut() else { unreachable!("there is at least one") };
        let (mut search, mut lead) = match state {
            SliceState::Known(found) => return Ok(*found),
            SliceState::New => {
                let search = Search::new(&root, &shared, &limits.legal_moves(&root), history);
                let lead = Lead::new(&root, &limits, &search, deepest(&limits));
                (search, lead)
            }
            SliceState::Paused(paused) => {
                let (search, lead) = *paused;
                shared.nodes = AtomicU64::new(search.nodes());
                (search.resume(&shared, history), lead)
            }
        };
        lead.run(&mut search, &root, &limits, started, progress);
        if search.is_paused() {
            let state = SliceState::Paused(Box::new((search.into_paused(), lead)));
            return Err(Box::new(SlicedSearch { root, limits, started, state }));
        }
        Ok(lead.finish(&mut search))
    }

    /// Prepares table and histories for the next search.
    fn prepare(&mut self, threads: usize) {
        self.table.next_search();
        self.histories.resize_with(threads.max(self.histories.len()).max(1), History::new);
        self.histories.iter_mut().for_each(History::fade);
    }
}

fn system_clock() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

fn shared<'a>(
    table: &'a Table,
    clock: Clock,
    root: &Root,
    limits: &Limits,
    stop: &'a Stop,
    started: Duration,
) -> Shared<'a> {
    Shared {
        table,
        stop,
        ended: AtomicBool::new(false),
        clock,
        deadline: limits.time.and_then(|time| started.checked_add(time)),
        pause_at: None,
        node_limit: limits.nodes.unwrap_or(u64::MAX).min(max_nodes(limits, root)),
        nodes: AtomicU64::new(0),
    }
}

/// Returns the maximum depth in plies.
fn deepest(limits: &Limits) -> i32 {
    let max = MAX_PLY as i32 - 1;
    limits.depth.map_or(max, |depth| i32::from(depth.max(1)).min(max))
}
