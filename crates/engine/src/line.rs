//! The best moves of all, from each ply on.

use sumito_rules::Move;

use crate::score::MAX_PLY;

pub(crate) struct Lines(Vec<Vec<Move>>);

impl Lines {
    pub(crate) fn new() -> Self {
        Self(vec![Vec::new(); MAX_PLY + 2])
    }

    /// Nothing is known from this ply on.
    #[inline]
    pub(crate) fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// The line from this ply on is the move and then what is best after it.
    pub(crate) fn put(&mut self, ply: usize, m: Move) {
        let (until, from) = self.0.split_at_mut(ply + 1);
        if let (Some(line), Some(rest)) = (until.last_mut(), from.first()) {
            line.clear();
            line.push(m);
            line.extend_from_slice(rest);
        }
    }

    pub(crate) fn root(&self) -> &[Move] {
        &self.0[0]
    }
}
