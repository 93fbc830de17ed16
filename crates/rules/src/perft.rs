//! Counting of move sequences, for comparing move generators.

use std::hint::black_box;

use crate::Position;

/// Returns the number of sequences of exactly `depth` plies. A decided or stuck position has no successors.
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
        _ => sum_after(position, |next| perft(next, depth - 1)),
    }
}

/// Returns the same count but plays every last ply too, which measures playing as well as move generation.
///
/// ```
/// use sumito_rules::{Layout, Mode, Position, perft_playing};
/// assert_eq!(perft_playing(&Position::start(Mode::Three, Layout::ThreeStandard)?, 2), 1587);
/// # Ok::<(), sumito_rules::SetupError>(())
/// ```
pub fn perft_playing(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        // Without `black_box` the compiler would optimise the unused last positions away.
        1 => sum_after(position, |next| {
            black_box(next);
            1
        }),
        _ => sum_after(position, |next| perft_playing(next, depth - 1)),
    }
}

/// The sum of a count over the positions after each legal move.
#[inline]
fn sum_after(position: &Position, count: impl Fn(&Position) -> u64) -> u64 {
    let mut sum = 0;
    for m in position.legal_moves() {
        let mut next = *position;
        next.play_unchecked(m);
        sum += count(&next);
    }
    sum
}
