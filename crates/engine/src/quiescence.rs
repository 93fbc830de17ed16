//! Quiescence search: ejections are played out before a position is evaluated.

use sumito_rules::{Ejections, Position};

use crate::{alpha_beta::Search, score::Value};

impl Search<'_> {
    /// Returns the value of a position if the side to move makes any ejections or none. It always ends, because a game has at most eleven
    /// ejections.
    pub(crate) fn quiesce(
        &mut self,
        position: &Position,
        mut alpha: Value,
        beta: Value,
        ply: usize,
    ) -> Value {
        self.enter::<false>(ply);
        if self.is_stopped() {
            return alpha;
        }
        if let Some(value) = self.judge.verdict(position, ply) {
            return value;
        }
        let mut best = self.static_eval(position, ply).value;
        if best >= beta || ply >= crate::score::MAX_PLY {
            return best;
        }
        alpha = alpha.max(best);
        if ply > 0
            && let Some(other) = self.judge.other_reply(position)
        {
            best = best.max(self.quiesce(&other, alpha, beta, ply + 1));
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        for m in Ejections::of(position).moves() {
            let value = match self.judge.after_reply(position, m) {
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
