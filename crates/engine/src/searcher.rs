//! Deeper and deeper, until a limit is reached.

use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    thread,
    time::Instant,
};

use sumito_rules::Move;

use crate::{
    Found, Limits, Progress, Root, Score, Stop,
    alpha_beta::{Search, Shared},
    choose::{choose, most_nodes, weakness},
    history::History,
    score::{INFINITE, LEAST_WIN, MAX_PLY, Value},
    table::Table,
};

/// Looks for the best move, and remembers from move to move what it has found out.
pub struct Searcher {
    table: Table,
    /// One for each thread.
    histories: Vec<History>,
}

impl Searcher {
    /// A searcher with a transposition table of so many MiB (at least one).
    pub fn new(table_mib: usize) -> Self {
        Self { table: Table::new(table_mib), histories: Vec::new() }
    }

    /// Forgets all that was found out, as before another game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.histories.clear();
    }

    /// Looks for the best move until a limit is reached or `stop` is asked for, and tells after each depth how far it is.
    ///
    /// The calling thread searches; with more [`threads`](Limits::threads) the others live as long as the call.
    pub fn search(
        &mut self,
        root: &Root,
        limits: &Limits,
        stop: &Stop,
        progress: &mut dyn FnMut(&Progress),
    ) -> Found {
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
            node_limit: limits.nodes.unwrap_or(u64::MAX).min(most_nodes(limits.level)),
            nodes: AtomicU64::new(0),
        };
        let mut searches =
            self.histories.iter_mut().take(threads).map(|history| Search::new(root, &shared, history));
        let Some(mut first) = searches.next() else { unreachable!("there is at least one thread") };
        let helpers: Vec<_> = searches.collect();
        let deepest =
            limits.depth.map_or(MAX_PLY as i32 - 1, |depth| i32::from(depth.max(1)).min(MAX_PLY as i32 - 1));
        thread::scope(|scope| {
            for (number, mut helper) in helpers.into_iter().enumerate() {
                scope.spawn(move || {
                    deepen(&mut helper, root, 1 + (number as i32 + 1) % 2, deepest, &mut |_, _, _| {});
                    helper.tell_nodes();
                });
            }
            let mut found = Found {
                best: root.position().legal_moves().iter().next(),
                score: first.judge.result(root.position()).map_or(Score::Marbles(0), Score::of),
                depth: 0,
                nodes: 0,
                line: Vec::new(),
            };
            let weakness = weakness(limits, root);
            let deepest = weakness.as_ref().map_or(deepest, |weakness| deepest.min(weakness.depth));
            deepen(&mut first, root, 1, deepest, &mut |search, depth, value| {
                found.depth = depth as u8;
                found.score = Score::of(value);
                found.line = search.lines.root().to_vec();
                progress(&Progress {
                    depth: found.depth,
                    score: found.score,
                    nodes: search.tell_nodes(),
                    time: started.elapsed(),
                    hashfull: shared.table.thousandths_full(),
                    line: found.line.clone(),
                });
            });
            // A win that it sees every level plays.
            let wins = matches!(found.score, Score::Win(_));
            if let Some(weakness) = weakness
                && !wins
                && let Some((chosen, value)) = choose(&mut first, root, &weakness, limits.seed)
            {
                first.best = Some(chosen);
                found.score = Score::of(value);
            }
            shared.ended.store(true, Relaxed);
            found.nodes = first.tell_nodes();
            found.best = first.best.or(found.best);
            if found.line.first().copied() != found.best {
                found.line = found.best.into_iter().collect::<Vec<Move>>();
            }
            found
        })
    }
}

/// By how much the value of the next depth may differ at first, in thousandths of a marble.
const FIRST_WINDOW: Value = 60;

/// Searches deeper and deeper, and tells the value of each depth that was finished.
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
        // A forced win within the depth that was searched cannot become a better one.
        if value.abs() >= LEAST_WIN && depth >= crate::score::WIN - value.abs() {
            return;
        }
    }
}
