//! Iterative deepening within limits.

use std::{
    cmp::Reverse,
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    thread,
    time::Instant,
};

use sumito_rules::{Move, Position};

use crate::{
    Limits, Progress, Root, Score, ScoredLine, SearchResult, Stop,
    alpha_beta::{Search, Shared},
    choose::{LevelHandicap, choose, from_book, max_nodes, weakness},
    history::History,
    score::{INFINITE, LEAST_WIN, MAX_PLY, Value, WIN},
    transposition_table::Table,
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
        if let Some(found) = from_book(limits, root) {
            return found;
        }
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
            node_limit: limits.nodes.unwrap_or(u64::MAX).min(max_nodes(limits, root)),
            nodes: AtomicU64::new(0),
        };
        let legal = root.position().legal_moves();
        let only: Vec<_> = limits.moves.iter().copied().filter(|&m| legal.contains(m)).collect();
        let mut searches =
            self.histories.iter_mut().take(threads).map(|history| Search::new(root, &shared, &only, history));
        let Some(mut first) = searches.next() else { unreachable!("there is at least one thread") };
        let helpers: Vec<_> = searches.collect();
        let deepest = deepest(limits);
        let count = usize::from(limits.lines.clamp(1, Limits::MAX_LINES));
        thread::scope(|scope| {
            for (number, mut helper) in helpers.into_iter().enumerate() {
                scope.spawn(move || {
                    deepen(&mut helper, root, 1 + (number as i32 + 1) % 2, deepest, 1, &mut |_, _, _| {});
                    helper.report_nodes();
                });
            }
            let is_ours = first.judge.is_ours(root.position());
            let mut found = before_search(root, &first, is_ours);
            let weakness = weakness(limits, root).filter(|_| is_ours);
            let deepest = weakness.as_ref().map_or(deepest, |weakness| deepest.min(weakness.depth));
            deepen(&mut first, root, 1, deepest, count, &mut |search, depth, lines| {
                let (nodes, time) = (search.report_nodes(), started.elapsed());
                for (number, line) in (1..).zip(lines) {
                    progress(&Progress {
                        depth: depth as u8,
                        deepest: search.deepest as u8,
                        number,
                        score: line.score(is_ours),
                        nodes,
                        time,
                        hashfull: shared.table.thousandths_full(),
                        line: line.moves.clone(),
                    });
                }
                found.depth = depth as u8;
                let mut lines = lines.iter().map(|line| line.scored(is_ours));
                if let Some(ScoredLine { score, moves }) = lines.next() {
                    (found.score, found.line) = (score, moves);
                }
                found.others = lines.collect();
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
    let max = MAX_PLY as i32 - 1;
    limits.depth.map_or(max, |depth| i32::from(depth.max(1)).min(max))
}

/// Returns the result of a search that is stopped immediately: any legal move.
fn before_search(root: &Root, search: &Search<'_>, is_ours: bool) -> SearchResult {
    let result = search.judge.result(root.position());
    SearchResult {
        best: root.position().legal_moves().iter().find(|&m| search.allows(m)),
        score: result.map_or(Score::Marbles(0), |value| Score::of(if is_ours { value } else { -value })),
        depth: 0,
        nodes: 0,
        line: Vec::new(),
        others: Vec::new(),
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
        found.score = Score::of(search.judge.of_root(value));
    }
}

/// Half width of the first window around the value of the previous depth, in thousandths of a marble.
const FIRST_WINDOW: Value = 60;

/// A line of the root.
struct RootLine {
    value: Value,
    moves: Vec<Move>,
}

impl RootLine {
    /// Returns the score for the side of the search, which need not be the side to move.
    const fn score(&self, is_ours: bool) -> Score {
        Score::of(if is_ours { self.value } else { -self.value })
    }

    fn scored(&self, is_ours: bool) -> ScoredLine {
        ScoredLine { score: self.score(is_ours), moves: self.moves.clone() }
    }

    fn first(&self) -> Option<Move> {
        self.moves.first().copied()
    }

    /// Returns whether the line ends the game within the searched depth: then it cannot improve.
    const fn is_decided(&self, depth: i32) -> bool {
        self.value.abs() >= LEAST_WIN && depth >= WIN - self.value.abs()
    }
}

/// Searches the best `count` lines with increasing depth, and reports them after each depth, best first.
///
/// Each line is searched without the first moves of the better ones. A depth that is not finished for all lines counts only if there is one
/// line: then its best move so far is the better choice.
fn deepen(
    search: &mut Search<'_>,
    root: &Root,
    first_depth: i32,
    deepest: i32,
    count: usize,
    finished: &mut dyn FnMut(&mut Search<'_>, i32, &[RootLine]),
) {
    let position = root.position();
    if search.judge.result(position).is_some() {
        return;
    }
    let count = position.legal_moves().iter().filter(|&m| search.allows(m)).count().min(count);
    let mut lines: Vec<RootLine> = Vec::new();
    for depth in first_depth..=deepest {
        search.deepest = 0;
        let mut next: Vec<RootLine> = Vec::new();
        while next.len() < count {
            if count > 1 {
                search.except = next.iter().filter_map(RootLine::first).collect();
                search.best = lines.iter().filter_map(RootLine::first).find(|&m| search.allows(m));
            }
            let last = lines.get(next.len()).map_or(0, |line| line.value);
            let Some(value) = aspire(search, position, depth, last) else {
                if count > 1 {
                    search.best = lines.first().or(next.first()).map_or(search.best, RootLine::first);
                }
                return;
            };
            next.push(RootLine { value, moves: search.line(position) });
        }
        if count > 1 {
            next.sort_by_key(|line| Reverse(line.value));
            search.except.clear();
            search.best = next.first().and_then(RootLine::first);
        }
        lines = next;
        finished(search, depth, &lines);
        if lines.iter().all(|line| line.is_decided(depth)) {
            return;
        }
    }
}

/// Searches the root to a depth within a window around the `last` value, which grows until the value is inside. `None` if the search was
/// stopped.
fn aspire(search: &mut Search<'_>, position: &Position, depth: i32, last: Value) -> Option<Value> {
    let mut width = FIRST_WINDOW;
    let (mut alpha, mut beta) = if depth < 4 { (-INFINITE, INFINITE) } else { (last - width, last + width) };
    loop {
        let got = search.root(position, depth, alpha.max(-INFINITE), beta.min(INFINITE));
        if search.is_stopped() {
            return None;
        }
        width *= 3;
        if got <= alpha {
            alpha = got - width;
        } else if got >= beta {
            beta = got + width;
        } else {
            return Some(search.judge.of_root(got));
        }
    }
}
