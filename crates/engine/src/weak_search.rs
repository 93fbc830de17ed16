//! The search of a level with a weakness: a plain search that misses some threats.

use sumito_rules::{Bitboard, Ejections, Mode, Move, Position};

use crate::{
    alpha_beta::Search,
    score::{DRAW, INFINITE, MAX_PLY, Value, WIN},
};

impl Search<'_> {
    /// Returns the root's value after a move, with `depth` further plies, if it is above `alpha`; otherwise at most `alpha`. The other
    /// side ejects no marble from the `missed` cells.
    pub(crate) fn see(
        &mut self,
        root: &Position,
        m: Move,
        depth: i32,
        alpha: Value,
        missed: Bitboard,
    ) -> Value {
        self.path.push(root.key());
        let value = self.see_child(root, m, depth, alpha.max(-INFINITE), INFINITE, 0, missed);
        self.path.pop();
        value
    }

    /// Returns the value of a position after a move, from the view of the side to move before it.
    #[expect(clippy::too_many_arguments, reason = "those of a search, and the missed cells")]
    fn see_child(
        &mut self,
        position: &Position,
        m: Move,
        depth: i32,
        alpha: Value,
        beta: Value,
        ply: usize,
        missed: Bitboard,
    ) -> Value {
        match self.judge.after(position, m) {
            None => DRAW,
            Some(next) if self.judge.is_same_side(position, &next) => {
                self.see_position(&next, depth, alpha, beta, ply + 1, missed)
            }
            Some(next) => -self.see_position(&next, depth, -beta, -alpha, ply + 1, missed),
        }
    }

    /// Searches all moves to the depth, and below it the ejections.
    fn see_position(
        &mut self,
        position: &Position,
        depth: i32,
        mut alpha: Value,
        beta: Value,
        ply: usize,
        missed: Bitboard,
    ) -> Value {
        self.enter::<false>(ply);
        if self.is_stopped() {
            return alpha;
        }
        if let Some(value) = self.judge.verdict(position, ply) {
            return value;
        }
        if self.path.is_repetition(position.key(), position.quiet_plies()) {
            return DRAW;
        }
        let is_calm = depth <= 0;
        if !is_calm && position.mode() == Mode::Two && !position.has_legal_move() {
            return ply as Value - WIN;
        }
        let mut best = if is_calm { self.static_eval(position, ply).value } else { -INFINITE };
        if best >= beta || ply >= MAX_PLY {
            return best;
        }
        alpha = alpha.max(best);
        let ejections = Ejections::of(position);
        let misses = !missed.is_empty() && !self.judge.is_ours(position);
        let is_seen = |&m: &Move| {
            !misses || position.effect(m).ejected_from().is_none_or(|cell| !missed.contains(cell))
        };
        let all = (!is_calm).then(|| position.legal_moves());
        let others = all.into_iter().flatten().filter(|&m| !ejections.contains(m));
        self.path.push(position.key());
        for m in ejections.moves().filter(is_seen).chain(others) {
            let value = self.see_child(position, m, depth - 1, alpha, beta, ply, missed);
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta || self.is_stopped() {
                break;
            }
        }
        self.path.pop();
        if best == -INFINITE { self.static_eval(position, ply).value } else { best }
    }
}
