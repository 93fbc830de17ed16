//! Iterative deepening within limits.

use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    thread,
    time::Instant,
};

use sumito_rules::Move;

use crate::{
    Limits, Progress, Root, Score, SearchResult, Stop,
    alpha_beta::{Search, Shared},
    choose::{LevelHandicap, choose, most_nodes, weakness},
    history::History,
    score::{INFINITE, LEAST_WIN, MAX_PLY, Value},
    table::Table,
};

/// Searches the best move, and keeps its results from move to move.
pub struct Searcher {
    table: Table,
    /// Histories, one for each thread.
    histories: Vec<History>,
}

impl Searcher {
    /// Creates a searcher with a transposition table of this many MiB (at least one).
    pub fn new(table_mib: usize) -> Self {
        Self { table: Table::new(table_mib), histories: Vec::new() }
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
        let started = Instant::now();
        self.table.next_search();
        let threads = limits.threads.max(1);
        self.histories.resize_with(threads.max(self.histories.len()), History::new);
        self.histories.iter_mut().for_each(History::fade);
        let shared = Shared {
            table: &self.table,
            stop,
            ended: AtomicBool::new(false),
            deadline: limits.time.and_then(|time| started.checked_add(time)),
            node_limit: limits.nodes.unwrap_or(u64::MAX).min(most_nodes(limits, root)),
            nodes: AtomicU64::new(0),
        };
        let mut searches =
            self.histories.iter_mut().take(threads).map(|history| Search::new(root, &shared, history));
        let Some(mut first) = searches.next() else { unreachable!("there is at least one thread") };
        let helpers: Vec<_> = searches.collect();
        let deepest = deepest(limits);
        thread::scope(|scope| {
            for (number, mut helper) in helpers.into_iter().enumerate() {
                scope.spawn(move || {
                    deepen(&mut helper, root, 1 + (number as i32 + 1) % 2, deepest, &mut |_, _, _| {});
                    helper.report_nodes();
                });
            }
            let mut found = before_search(root, &first);
            let weakness = weakness(limits, root);
            let deepest = weakness.as_ref().map_or(deepest, |weakness| deepest.min(weakness.depth));
            deepen(&mut first, root, 1, deepest, &mut |search, depth, value| {
                found.depth = depth as u8;
                found.score = Score::of(value);
                found.line = search.lines.root().to_vec();
                progress(&Progress {
                    depth: found.depth,
                    score: found.score,
                    nodes: search.report_nodes(),
                    time: started.elapsed(),
                    hashfull: shared.table.thousandths_full(),
                    line: found.line.clone(),
                });
            });
            if let Some(weakness) = weakness {
                weaken(&mut found, &mut first, root, &weakness, limits.seed);
            }
            shared.ended.store(true, Relaxed);
            found.nodes = first.report_nodes();
            found.best = first.best.or(found.best);
            if found.line.first().copied() != found.best {
                found.line = found.best.into_iter().collect::<Vec<Move>>();
            }
            found
        })
    }
}

/// Returns the maximum depth in plies.
fn deepest(limits: &Limits) -> i32 {
    let most = MAX_PLY as i32 - 1;
    limits.depth.map_or(most, |depth| i32::from(depth.max(1)).min(most))
}

/// Returns the result of a search that is stopped immediately: any legal move.
fn before_search(root: &Root, search: &Search<'_>) -> SearchResult {
    SearchResult {
        best: root.position().legal_moves().iter().next(),
        score: search.judge.result(root.position()).map_or(Score::Marbles(0), Score::of),
        depth: 0,
        nodes: 0,
        line: Vec::new(),
    }
}

/// Replaces the best move as the level asks for it. Every level plays a win that it finds.
fn weaken(
    found: &mut SearchResult,
    search: &mut Search<'_>,
    root: &Root,
    weakness: &LevelHandicap,
    seed: u64,
) {
    let wins = matches!(found.score, Score::Win(_));
    if !wins && let Some((chosen, value)) = choose(search, root, weakness, seed) {
        search.best = Some(chosen);
        found.score = Score::of(value);
    }
}

/// Half width of the first window around the value of the previous depth, in thousandths of a marble.
const FIRST_WINDOW: Value = 60;

/// Searches with increasing depth, and reports the value of each finished depth.
fn deepen(
    search: &mut Search<'_>,
    root: &Root,
    first_depth: i32,
    deepest: i32,
    finished: &mut dyn FnMut(&mut Search<'_>, i32, Value),
) {
    let position = root.position();
    if search.judge.result(position).is_some() {
        return;
    }
    let mut value = 0;
    for depth in first_depth..=deepest {
        let mut width = FIRST_WINDOW;
        let (mut alpha, mut beta) =
            if depth < 4 { (-INFINITE, INFINITE) } else { (value - width, value + width) };
        loop {
            let got = search.root(position, depth, alpha.max(-INFINITE), beta.min(INFINITE));
            if search.is_stopped() {
                return;
            }
            width *= 3;
            if got <= alpha {
                alpha = got - width;
            } else if got >= beta {
                beta = got + width;
            } else {
                value = got;
                break;
            }
        }
        finished(search, depth, value);
        // A forced win within the searched depth cannot improve.
        if value.abs() >= LEAST_WIN && depth >= crate::score::WIN - value.abs() {
            return;
        }
    }
}
