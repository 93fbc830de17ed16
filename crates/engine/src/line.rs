//! The principal variations, by ply.

use sumito_rules::Move;

use crate::score::MAX_PLY;

pub(crate) struct PvTable(Vec<Vec<Move>>);

impl PvTable {
    pub(crate) fn new() -> Self {
        Self(vec![Vec::new(); MAX_PLY + 2])
    }

    /// Clears the line from this ply on.
    #[inline]
    pub(crate) fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// Sets the line from this ply on: the move, followed by the line of the next ply.
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
