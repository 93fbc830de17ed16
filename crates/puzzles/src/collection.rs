//! The puzzles that every server has from the start.

use crate::Puzzle;

/// The lines of the puzzles by mode, as `cargo xtask puzzles` writes them.
const LINES: [&str; 4] = [
    include_str!("../collection/two.txt"),
    include_str!("../collection/three.txt"),
    include_str!("../collection/four.txt"),
    include_str!("../collection/four-consecutive.txt"),
];

/// Returns the puzzles of the collection.
///
/// ```
/// assert!(sumito_puzzles::collection().count() >= 2_000);
/// ```
pub fn collection() -> impl Iterator<Item = Puzzle> {
    LINES.into_iter().flat_map(str::lines).filter_map(|line| line.parse().ok())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::SymmetryKey;

    #[test]
    fn every_line_is_another_puzzle() {
        let lines = LINES.into_iter().flat_map(str::lines).count();
        let different: BTreeSet<_> =
            collection().map(|puzzle| SymmetryKey::of(puzzle.start()).to_string()).collect();
        assert_eq!(different.len(), lines);
    }
}
