//! Counting sequences of moves, by which generators of moves are compared.

use std::hint::black_box;

use crate::Position;

/// How many sequences of exactly `depth` plies there are. A decided or stuck position has no successors.
///
/// The last ply is counted, not played.
///
/// ```
/// use sumito_rules::{Layout, Mode, Position, perft};
/// let start = Position::start(Mode::Two, Layout::Standard)?;
/// assert_eq!([0, 1, 2, 3].map(|depth| perft(&start, depth)), [1, 44, 1936, 98_912]);
/// # Ok::<(), sumito_rules::SetupError>(())
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.legal_moves().len() as u64,
        _ => successors(position).map(|next| perft(&next, depth - 1)).sum(),
    }
}

/// The same count with every last ply played too, which measures playing as much as finding moves.
pub fn perft_playing(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        // Without this the compiler sees that nobody looks at the last positions and does not make them.
        black_box(position);
        return 1;
    }
    successors(position).map(|next| perft_playing(&next, depth - 1)).sum()
}

fn successors(position: &Position) -> impl Iterator<Item = Position> {
    position.legal_moves().into_iter().map(|m| {
        let mut next = *position;
        next.play_unchecked(m);
        next
    })
}
