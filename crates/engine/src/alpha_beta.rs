//! The search: principal variation search with a transposition table, late move reductions, and null moves.

use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    time::Duration,
};

use sumito_rules::{Mode, Move, MoveList, Position};

use crate::{
    Clock, Root, Stop,
    evaluate::StaticEval,
    history::History,
    judge::SideMap,
    line::PvTable,
    network,
    path::RepetitionStack,
    pause::{Attempt, Frame, Interruption, Pending, Unfinished},
    picker::{Picker, Stack},
    score::{DRAW, INFINITE, LEAST_LIKELY_WIN, MAX_PLY, Value, WIN},
    transposition_table::{Bound, Entry, Table},
};

/// State shared by all threads of a search.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    pub(crate) stop: &'a Stop,
    /// Set when a thread has reached a limit, or the first thread has ended.
    pub(crate) ended: AtomicBool,
    pub(crate) clock: Clock,
    pub(crate) deadline: Option<Duration>,
    /// The end of a slice: the search then pauses.
    pub(crate) pause_at: Option<Duration>,
    pub(crate) node_limit: u64,
    /// Positions searched by all threads, as of the last update of each.
    pub(crate) nodes: AtomicU64,
}

/// Number of positions between two checks of the limits by a thread.
const NODES_BETWEEN_LOOKS: u64 = 1024;

/// A search between two slices: all but the table, the history and the limits.
pub(crate) struct PausedSearch {
    judge: SideMap,
    path: RepetitionStack,
    stack: Stack,
    network: Option<network::AccumulatorStack>,
    lines: PvTable,
    nodes: u64,
    interruption: Interruption,
    best: Option<Move>,
    only: Vec<Move>,
    except: Vec<Move>,
    deepest: usize,
}

impl PausedSearch {
    pub(crate) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Goes on. The positions so far count as reported to `shared`.
    pub(crate) fn resume<'a>(self, shared: &'a Shared<'a>, history: &'a mut History) -> Search<'a> {
        let nodes = self.nodes;
        let left = shared.node_limit.saturating_sub(nodes).max(1);
        Search {
            judge: self.judge,
            shared,
            history,
            path: self.path,
            stack: self.stack,
            network: self.network,
            lines: self.lines,
            nodes,
            reported_nodes: nodes,
            look_at: nodes + NODES_BETWEEN_LOOKS.min(left),
            stopped: false,
            interruption: self.interruption.resumed(),
            best: self.best,
            only: self.only,
            except: self.except,
            deepest: self.deepest,
        }
    }
}

/// One thread of a search.
pub(crate) struct Search<'a> {
    pub(crate) judge: SideMap,
    shared: &'a Shared<'a>,
    history: &'a mut History,
    pub(crate) path: RepetitionStack,
    stack: Stack,
    /// Evaluates positions of two players; others are evaluated by hand-made terms.
    network: Option<network::AccumulatorStack>,
    pub(crate) lines: PvTable,
    nodes: u64,
    /// The part of `nodes` that is already added to the total of all threads.
    reported_nodes: u64,
    look_at: u64,
    /// The search unwinds: it has ended or pauses.
    stopped: bool,
    interruption: Interruption,
    /// The best known move.
    pub(crate) best: Option<Move>,
    /// The moves of the root to search; empty: all moves.
    only: Vec<Move>,
    /// The moves of the root that better lines start with.
    pub(crate) except: Vec<Move>,
    /// The deepest ply that was entered.
    pub(crate) deepest: usize,
}

impl<'a> Search<'a> {
    pub(crate) fn new(root: &Root, shared: &'a Shared<'a>, only: &[Move], history: &'a mut History) -> Self {
        Self {
            judge: SideMap::new(root),
            shared,
            history,
            path: RepetitionStack::new(root),
            stack: Stack::new(),
            network: (root.position().mode() == Mode::Two).then(network::AccumulatorStack::new),
            lines: PvTable::new(),
            nodes: 0,
            reported_nodes: 0,
            look_at: NODES_BETWEEN_LOOKS.min(shared.node_limit),
            stopped: false,
            interruption: Interruption::default(),
            best: None,
            only: only.to_vec(),
            except: Vec::new(),
            deepest: 0,
        }
    }

    /// Takes the search out of its surroundings, so that it can go on in the next slice.
    pub(crate) fn into_paused(self) -> PausedSearch {
        PausedSearch {
            judge: self.judge,
            path: self.path,
            stack: self.stack,
            network: self.network,
            lines: self.lines,
            nodes: self.nodes,
            interruption: self.interruption,
            best: self.best,
            only: self.only,
            except: self.except,
            deepest: self.deepest,
        }
    }

    /// Returns whether the search unwinds, because it has ended or pauses.
    #[inline]
    pub(crate) const fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Returns whether the search unwinds in order to go on later.
    pub(crate) const fn is_paused(&self) -> bool {
        self.interruption.is_pause
    }

    /// Returns whether the slice is over.
    pub(crate) fn is_slice_over(&self) -> bool {
        self.shared.pause_at.is_some_and(|end| (self.shared.clock)() >= end)
    }

    /// Returns the time of the searcher's clock.
    pub(crate) fn time(&self) -> Duration {
        (self.shared.clock)()
    }

    /// Returns the number of slots per thousand of the table that this search has filled.
    pub(crate) fn thousandths_full(&self) -> u16 {
        self.shared.table.thousandths_full()
    }

    /// Pauses between two root moves of a level.
    pub(crate) fn pause(&mut self) {
        self.stopped = true;
        self.interruption.is_pause = true;
    }

    /// Counts another position.
    #[inline]
    pub(crate) fn enter<const MAY_PAUSE: bool>(&mut self, ply: usize) {
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        self.lines.clear(ply);
        if self.nodes >= self.look_at {
            self.look_up::<MAY_PAUSE>();
        }
    }

    /// Checks whether the search must end or pause.
    #[cold]
    fn look_up<const MAY_PAUSE: bool>(&mut self) {
        let all = self.report_nodes();
        let shared = self.shared;
        self.stopped |= shared.stop.is_asked()
            || shared.ended.load(Relaxed)
            || all >= shared.node_limit
            || shared.deadline.is_some_and(|deadline| (shared.clock)() >= deadline);
        if self.stopped {
            shared.ended.store(true, Relaxed);
        } else if MAY_PAUSE && self.is_slice_over() {
            self.pause();
        }
        self.look_at = self.nodes + NODES_BETWEEN_LOOKS.min(shared.node_limit.saturating_sub(all).max(1));
    }

    /// Returns the static evaluation for the side to move.
    #[inline]
    pub(crate) fn static_eval(&mut self, position: &Position, ply: usize) -> StaticEval {
        let eval = match &mut self.network {
            Some(network) => network.static_eval(position, ply),
            None => self.judge.static_eval(position),
        };
        eval.decay_to_draw(position.quiet_plies())
    }

    /// Adds this thread's positions to the total, and returns it.
    pub(crate) fn report_nodes(&mut self) -> u64 {
        let new = self.nodes - self.reported_nodes;
        self.reported_nodes = self.nodes;
        self.shared.nodes.fetch_add(new, Relaxed) + new
    }

    /// Searches the root to a depth, within a window, and returns its value. [`best`](Self::best) is updated as soon as a better move is
    /// found; it stays unchanged if the search was stopped before.
    pub(crate) fn root(&mut self, root: &Position, depth: i32, alpha: Value, beta: Value) -> Value {
        self.descend(self.interruption.must_resume, root, depth, alpha, beta, 0)
    }

    /// Searches a position, or goes on with it where the search has paused.
    #[inline]
    fn descend(
        &mut self,
        resumes: bool,
        position: &Position,
        depth: i32,
        alpha: Value,
        beta: Value,
        ply: usize,
    ) -> Value {
        if resumes {
            self.visit::<true>(position, depth, alpha, beta, ply)
        } else {
            self.search(position, depth, alpha, beta, ply)
        }
    }

    /// Returns the best line of the last search of the root, up to the first move that is not the next one of the game: with three
    /// players the search leaves out moves.
    pub(crate) fn line(&self, root: &Position) -> Vec<Move> {
        let mut next = Some(*root);
        let is_next = |&m: &Move| {
            let Some(position) = next.filter(|position| position.legal_moves().contains(m)) else {
                return false;
            };
            next = self.judge.after(&position, m);
            true
        };
        self.lines.root().iter().copied().take_while(is_next).collect()
    }

    /// Returns whether a move of the root is searched.
    pub(crate) fn allows(&self, m: Move) -> bool {
        (self.only.is_empty() || self.only.contains(&m)) && !self.except.contains(&m)
    }

    /// Returns the value of the next position, from the view of the side to move in `position`.
    #[inline]
    #[expect(clippy::too_many_arguments, reason = "the arguments of a search, and whether it goes on")]
    fn child(
        &mut self,
        resumes: bool,
        position: &Position,
        next: &Position,
        depth: i32,
        alpha: Value,
        beta: Value,
        ply: usize,
    ) -> Value {
        if self.judge.is_same_side(position, next) {
            self.descend(resumes, next, depth, alpha, beta, ply + 1)
        } else {
            -self.descend(resumes, next, depth, -beta, -alpha, ply + 1)
        }
    }

    /// Returns the value of a move that is not the first one: its full window is searched only if a null window, at the depth reduced by
    /// `reduced` and then at the full depth, shows that the move is better than `alpha`. Goes on with the `resumed` attempt.
    #[inline]
    #[expect(clippy::too_many_arguments, reason = "the arguments of `child`, and the reduction")]
    fn later_child(
        &mut self,
        resumed: Option<Attempt>,
        position: &Position,
        next: &Position,
        depth: i32,
        reduced: i32,
        alpha: Value,
        beta: Value,
        ply: usize,
    ) -> Value {
        // A later attempt follows earlier ones that were better than `alpha`.
        let mut value = alpha + 1;
        let is_resumed = |attempt| resumed == Some(attempt);
        if resumed.is_none() || is_resumed(Attempt::Reduced) {
            let resumes = is_resumed(Attempt::Reduced);
            value = self.child(resumes, position, next, depth - reduced, alpha, alpha + 1, ply);
            if self.stopped {
                self.interruption.attempt = Attempt::Reduced;
                return value;
            }
        }
        if value > alpha && reduced > 0 && !is_resumed(Attempt::Open) {
            let resumes = is_resumed(Attempt::Whole);
            value = self.child(resumes, position, next, depth, alpha, alpha + 1, ply);
            if self.stopped {
                self.interruption.attempt = Attempt::Whole;
                return value;
            }
        }
        if value > alpha && value < beta || is_resumed(Attempt::Open) {
            value = self.child(is_resumed(Attempt::Open), position, next, depth, alpha, beta, ply);
            if self.stopped {
                self.interruption.attempt = Attempt::Open;
            }
        }
        value
    }

    /// Returns the value of passing the turn, at a reduced depth; `None` if the same side would move again.
    #[inline]
    fn null_move(
        &mut self,
        resumes: bool,
        position: &Position,
        depth: i32,
        beta: Value,
        ply: usize,
    ) -> Option<Value> {
        let mut next = position.pass_turn();
        if self.judge.is_same_side(position, &next) {
            if position.mode() != Mode::Three {
                return None;
            }
            next = self.judge.at_us(next);
        }
        let reduced = depth - 3 - depth / 4;
        if !resumes {
            self.path.push(position.key());
        }
        let value = -self.descend(resumes, &next, reduced, -beta, 1 - beta, ply + 1);
        if !self.is_paused() {
            self.path.pop();
        }
        Some(value)
    }

    /// Keeps the state of a position while the search pauses; does nothing if it ends.
    #[cold]
    fn leave(&mut self, known: Option<Entry>, unfinished: Option<Unfinished>) {
        if self.is_paused() {
            self.interruption.frames.push(Frame { known, unfinished });
        }
    }

    /// Begins with the moves of a position.
    #[inline]
    fn begin(
        &mut self,
        position: &Position,
        list: MoveList,
        depth: i32,
        alpha: Value,
        known: Option<Entry>,
        ply: usize,
    ) -> Unfinished {
        let first = if ply == 0 { self.best } else { None }.or(known.and_then(|entry| entry.best));
        let depth = if first.is_none() && depth >= 4 { depth - 1 } else { depth };
        let picker = Picker::new(position, list, first, self.history.killers(ply), &self.stack);
        self.path.push(position.key());
        let (best, best_move, count, pending) = (-INFINITE, None, 0, Pending::Nothing);
        Unfinished { depth, alpha, best, best_move, count, picker, pending }
    }

    fn search(&mut self, position: &Position, depth: i32, alpha: Value, beta: Value, ply: usize) -> Value {
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiesce(position, alpha, beta, ply);
        }
        self.visit::<false>(position, depth, alpha, beta, ply)
    }

    /// Searches a position above the horizon. With `RESUMES`, it goes on where the search has paused below the position: all that the
    /// position, its depth and its window determine is computed again, and the [`Frame`] has the rest.
    #[expect(clippy::too_many_lines, reason = "one loop over moves, in the order in which it happens")]
    fn visit<const RESUMES: bool>(
        &mut self,
        position: &Position,
        depth: i32,
        alpha: Value,
        beta: Value,
        ply: usize,
    ) -> Value {
        let frame = if RESUMES { self.interruption.next_frame() } else { None };
        let resumes = RESUMES && frame.is_some();
        // A search pauses as it enters a position, which is counted by then.
        if !RESUMES {
            self.enter::<true>(ply);
            if self.stopped {
                return alpha;
            }
        }
        let is_root = ply == 0;
        if !resumes {
            if let Some(value) = self.judge.verdict(position, ply) {
                return value;
            }
            if !is_root && self.path.is_repetition(position.key(), position.quiet_plies()) {
                return DRAW;
            }
        }
        let is_open = beta - alpha > 1;

        let key = self.judge.key(position);
        self.shared.table.fetch(key);
        let StaticEval { value: standing, is_tense } = self.static_eval(position, ply);
        let is_calm = !is_open && beta.abs() < LEAST_LIKELY_WIN;
        // This does not need the table, which is being fetched.
        if !resumes && is_calm && !is_tense && depth <= 6 && standing - 130 * depth >= beta {
            return standing;
        }
        let (known, unfinished) = match frame {
            Some(Frame { known, unfinished }) => (known, unfinished),
            None => (self.shared.table.get(key, ply), None),
        };
        if let Some(entry) = known
            && !resumes
            && !is_open
            && entry.depth >= depth
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.value >= beta,
                Bound::Upper => entry.value <= alpha,
            }
        {
            return entry.value;
        }
        if is_calm && depth >= 3 && standing >= beta && unfinished.is_none() {
            let value = self.null_move(resumes, position, depth, beta, ply);
            if self.stopped {
                self.leave(known, None);
                return alpha;
            }
            if let Some(value) = value.filter(|&value| value >= beta && value < LEAST_LIKELY_WIN) {
                return value;
            }
        }

        let list = position.legal_moves();
        if list.is_empty() {
            // With more than two players the turn is at a player who can move, if there is one.
            return if position.mode() == Mode::Two { ply as Value - WIN } else { DRAW };
        }

        let is_hopeless = is_calm && !is_tense && depth <= 3 && standing + 150 * depth + 150 <= alpha;
        let old_alpha = alpha;
        let Unfinished { depth, mut alpha, mut best, mut best_move, mut count, mut picker, mut pending } =
            unfinished.unwrap_or_else(|| self.begin(position, list, depth, alpha, known, ply));
        if !is_root
            && matches!(pending, Pending::Nothing | Pending::Other)
            && let Some(other) = self.judge.other_reply(position)
        {
            let resumes = RESUMES && matches!(pending, Pending::Other);
            let value = self.descend(resumes, &other, depth, alpha, beta, ply + 1);
            pending = Pending::Nothing;
            if self.is_paused() {
                let pending = Pending::Other;
                let unfinished = Unfinished { depth, alpha, best, best_move, count, picker, pending };
                self.leave(known, Some(unfinished));
                return alpha;
            }
            best = value;
            alpha = alpha.max(best);
        }
        while best < beta && !self.stopped {
            let mut resumed = None;
            let m = if RESUMES && let Pending::Move(m, attempt) = pending {
                (pending, resumed) = (Pending::Nothing, Some(attempt));
                m
            } else {
                if is_calm && count > 0 && best > -LEAST_LIKELY_WIN && picker.is_at_rest(&self.stack) {
                    // The remaining moves neither eject a marble nor were good in similar positions.
                    if is_hopeless || depth <= 4 && count > 6 + 4 * depth * depth {
                        break;
                    }
                }
                let Some(m) = picker.next(position, self.history, &mut self.stack) else { break };
                if is_root && !self.allows(m) {
                    continue;
                }
                count += 1;
                m
            };
            let is_ejection = picker.is_ejection(m);
            let value = match self.judge.after_reply(position, m) {
                None => DRAW,
                Some(next) if count == 1 => {
                    self.child(resumed.is_some(), position, &next, depth - 1, alpha, beta, ply)
                }
                Some(next) => {
                    let mut reduced = 0;
                    if depth >= 2 && count > 3 && !is_ejection {
                        reduced = reduction(depth, count) - i32::from(is_open);
                        reduced = reduced.clamp(0, depth - 1);
                    }
                    self.later_child(resumed, position, &next, depth - 1, reduced, alpha, beta, ply)
                }
            };
            if self.stopped {
                if self.is_paused() {
                    let pending = Pending::Move(m, self.interruption.attempt);
                    let unfinished = Unfinished { depth, alpha, best, best_move, count, picker, pending };
                    self.leave(known, Some(unfinished));
                    return alpha;
                }
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = Some(m);
                    if is_open {
                        self.lines.put(ply, m);
                    }
                    if is_root {
                        self.best = best_move;
                    }
                }
                if value >= beta {
                    if !is_ejection {
                        let tried = picker.tried(&self.stack).filter(|&m| !picker.is_ejection(m));
                        self.history.refuted(position.turn(), ply, depth, m, tried);
                    }
                    break;
                }
            }
        }
        self.path.pop();
        picker.finish(&mut self.stack);
        if self.stopped {
            return alpha;
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if alpha > old_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        // The value of some of the root's moves is not the value of the position.
        if !is_root || self.only.is_empty() && self.except.is_empty() {
            self.shared.table.put(key, ply, &Entry { best: best_move, value: best, depth, bound });
        }
        best
    }
}

/// Reduction of a late move, by depth and number of moves tried before: the product of the logarithms, in integers so that it is the same
/// on every machine.
static REDUCTIONS: [[u8; 64]; 64] = {
    let mut reductions = [[0; 64]; 64];
    let mut depth = 1;
    while depth < 64 {
        let mut count = 1;
        while count < 64 {
            // 0.4 + log2 × log2 × 0.22, in 65,536ths.
            reductions[depth][count] = ((26_214 + log2(depth) * log2(count) * 22 / 100) >> 16) as u8;
            count += 1;
        }
        depth += 1;
    }
    reductions
};

/// The logarithm to base 2 of a number below 65,536, in 256ths.
const fn log2(number: usize) -> u64 {
    let whole = number.ilog2();
    // From 1 (as 2^16) to below 2; squaring yields the binary digits in order.
    let mut rest = (number as u64) << 16 >> whole;
    let mut log = whole as u64;
    let mut place = 0;
    while place < 8 {
        rest = (rest * rest) >> 16;
        log *= 2;
        if rest >= 2 << 16 {
            rest >>= 1;
            log += 1;
        }
        place += 1;
    }
    log
}

#[inline]
fn reduction(depth: i32, count: i32) -> i32 {
    i32::from(REDUCTIONS[depth.clamp(0, 63) as usize][count.clamp(0, 63) as usize])
}
