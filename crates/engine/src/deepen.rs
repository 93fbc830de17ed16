//! Iterative deepening, which can pause.

use std::{cmp::Reverse, time::Duration};

use sumito_rules::{Move, Position};

use crate::{
    Limits, Progress, Root, Score, ScoredLine, SearchResult,
    alpha_beta::Search,
    choose::{Choice, LevelHandicap, weakness},
    score::{INFINITE, LEAST_WIN, Value, WIN},
};

/// The search of the first thread, which finds the result.
pub(crate) struct Lead {
    is_ours: bool,
    deepening: Deepening,
    weakness: Option<LevelHandicap>,
    choice: Option<Choice>,
    found: SearchResult,
}

impl Lead {
    pub(crate) fn new(root: &Root, limits: &Limits, search: &Search<'_>, deepest: i32) -> Self {
        let is_ours = search.judge.is_ours(root.position());
        let weakness = weakness(limits, root).filter(|_| is_ours);
        let deepest = weakness.as_ref().map_or(deepest, |weakness| deepest.min(weakness.depth));
        let count = usize::from(limits.lines.clamp(1, Limits::MAX_LINES));
        Self {
            is_ours,
            deepening: Deepening::new(root, search, 1, deepest, count),
            weakness,
            choice: None,
            found: before_search(root, search, is_ours),
        }
    }

    /// Searches until the end or a pause.
    pub(crate) fn run(
        &mut self,
        search: &mut Search<'_>,
        root: &Root,
        limits: &Limits,
        started: Duration,
        progress: &mut dyn FnMut(&Progress),
    ) {
        let Self { is_ours, found, .. } = self;
        let is_ours = *is_ours;
        if self.choice.is_none() {
            self.deepening.run(search, root, &mut |search, depth, lines| {
                let nodes = search.report_nodes();
                let time = search.time().saturating_sub(started);
                for (number, line) in (1..).zip(lines) {
                    progress(&Progress {
                        depth: depth as u8,
                        deepest: search.deepest as u8,
                        number,
                        score: line.score(is_ours),
                        nodes,
                        time,
                        hashfull: search.thousandths_full(),
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
        }
        if let Some(weakness) = self.weakness
            && !search.is_paused()
            // Every level plays a win that it finds.
            && !matches!(self.found.score, Score::Win(_))
        {
            self.weaken(search, root, &weakness, limits.seed);
        }
    }

    /// Replaces the best move as the level asks for it.
    fn weaken(&mut self, search: &mut Search<'_>, root: &Root, weakness: &LevelHandicap, seed: u64) {
        let choice = self.choice.get_or_insert_with(|| Choice::new(root, weakness, seed));
        if let Some((chosen, value)) = choice.run(search, root, weakness) {
            search.best = Some(chosen);
            self.found.score = Score::of(search.judge.of_root(value));
        }
    }

    /// Returns the result after the end.
    pub(crate) fn finish(&mut self, search: &mut Search<'_>) -> SearchResult {
        let found = &mut self.found;
        found.nodes = search.report_nodes();
        found.best = search.best.or(found.best);
        if found.line.first().copied() != found.best {
            found.line = found.best.into_iter().collect::<Vec<Move>>();
        }
        found.clone()
    }
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

/// Half width of the first window around the value of the previous depth, in thousandths of a marble.
const FIRST_WINDOW: Value = 60;

/// A line of the root.
pub(crate) struct RootLine {
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

/// A window of values.
#[derive(Clone, Copy)]
struct Window {
    alpha: Value,
    beta: Value,
    /// The next growth.
    width: Value,
}

impl Window {
    /// Returns the first window of a depth, around the value of the depth before.
    const fn first(depth: i32, last: Value) -> Self {
        let width = FIRST_WINDOW;
        if depth < 4 {
            Self { alpha: -INFINITE, beta: INFINITE, width }
        } else {
            Self { alpha: last - width, beta: last + width, width }
        }
    }
}

/// A search with increasing depth.
///
/// Each line is searched without the first moves of the better ones. A depth that is not finished for all lines counts only if there is one
/// line: then its best move so far is the better choice.
pub(crate) struct Deepening {
    depth: i32,
    deepest: i32,
    count: usize,
    /// The lines of the last depth.
    lines: Vec<RootLine>,
    /// The finished lines of this depth.
    next: Vec<RootLine>,
    /// The window of the search of the root that has paused.
    paused: Option<Window>,
}

impl Deepening {
    /// Creates a search of the best `count` lines.
    pub(crate) fn new(
        root: &Root,
        search: &Search<'_>,
        first_depth: i32,
        deepest: i32,
        count: usize,
    ) -> Self {
        let moves = root.position().legal_moves();
        let count = moves.iter().filter(|&m| search.allows(m)).count().min(count);
        Self { depth: first_depth, deepest, count, lines: Vec::new(), next: Vec::new(), paused: None }
    }

    /// Searches until the end or a pause, and reports the lines after each depth, best first.
    pub(crate) fn run(
        &mut self,
        search: &mut Search<'_>,
        root: &Root,
        finished: &mut dyn FnMut(&mut Search<'_>, i32, &[RootLine]),
    ) {
        let position = root.position();
        if search.judge.result(position).is_some() {
            return;
        }
        while self.depth <= self.deepest {
            if !self.search_lines(search, position) {
                return;
            }
            self.lines = std::mem::take(&mut self.next);
            if self.count > 1 {
                self.lines.sort_by_key(|line| Reverse(line.value));
                search.except.clear();
                search.best = self.lines.first().and_then(RootLine::first);
            }
            finished(search, self.depth, &self.lines);
            if self.lines.iter().all(|line| line.is_decided(self.depth)) {
                return;
            }
            self.depth += 1;
        }
    }

    /// Searches the lines of a depth. Returns whether all are finished.
    fn search_lines(&mut self, search: &mut Search<'_>, position: &Position) -> bool {
        if self.next.is_empty() && self.paused.is_none() {
            search.deepest = 0;
        }
        while self.next.len() < self.count {
            if self.count > 1 && self.paused.is_none() {
                search.except = self.next.iter().filter_map(RootLine::first).collect();
                search.best = self.lines.iter().filter_map(RootLine::first).find(|&m| search.allows(m));
            }
            let Some(value) = self.aspire(search, position) else {
                if self.count > 1 && !search.is_paused() {
                    search.best =
                        self.lines.first().or(self.next.first()).map_or(search.best, RootLine::first);
                }
                return false;
            };
            self.next.push(RootLine { value, moves: search.line(position) });
        }
        true
    }

    /// Searches the root within a window around the last value, which grows until the value is inside. `None` if the search was stopped or
    /// pauses.
    fn aspire(&mut self, search: &mut Search<'_>, position: &Position) -> Option<Value> {
        let last = self.lines.get(self.next.len()).map_or(0, |line| line.value);
        let mut window = self.paused.take().unwrap_or(Window::first(self.depth, last));
        loop {
            let (alpha, beta) = (window.alpha.max(-INFINITE), window.beta.min(INFINITE));
            let got = search.root(position, self.depth, alpha, beta);
            if search.is_stopped() {
                self.paused = search.is_paused().then_some(window);
                return None;
            }
            window.width *= 3;
            if got <= window.alpha {
                window.alpha = got - window.width;
            } else if got >= window.beta {
                window.beta = got + window.width;
            } else {
                return Some(search.judge.of_root(got));
            }
        }
    }
}
