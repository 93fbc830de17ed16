//! Below the last ply: what is pushed out is pushed out before a position is judged.

use sumito_rules::Position;

use crate::{alpha_beta::Search, score::Value, threats::Ejections};

impl Search<'_> {
    /// The value of a position if the side to move pushes out what it likes, or nothing. There are never more than eleven
    /// ejections in a game, so it ends by itself.
    pub(crate) fn quiesce(
        &mut self,
        position: &Position,
        mut alpha: Value,
        beta: Value,
        ply: usize,
    ) -> Value {
        self.enter(ply);
        if self.is_stopped() {
            return alpha;
        }
        if let Some(value) = self.judge.verdict(position, ply) {
            return value;
        }
        let mut best = self.look(position, ply).value;
        if best >= beta || ply >= crate::score::MAX_PLY {
            return best;
        }
        alpha = alpha.max(best);
        for m in Ejections::of(position).moves() {
            let value = match self.judge.after(position, m) {
                Some(next) if self.judge.is_same_side(position, &next) => {
                    self.quiesce(&next, alpha, beta, ply + 1)
                }
                Some(next) => -self.quiesce(&next, -beta, -alpha, ply + 1),
                None => crate::score::DRAW,
            };
            if value > best {
                best = value;
                if value >= beta {
                    break;
                }
                alpha = alpha.max(value);
            }
        }
        best
    }
}
